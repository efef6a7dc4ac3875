"""The owner's map in Play: the scans of the board in place of the drawn map, by a switch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject

from engine.editing.scan_session import ScanSession
from maps.digitise.works import ScanWork
from maps.errors import KnownError
from maps.model import GameMap
from qtapp.app.services import Services
from qtapp.board.scene import BoardScene
from qtapp.board.skins import Placed, no_scans, placed_scans, skin_of
from qtapp.painters.skin import Skin
from qtapp.workers.job import Job

SKIN = "skin"
"""The action that switches, and where the choice is kept."""

Key = tuple[Path, int, tuple[ScanWork, ...]]
"""Whose scans these are, and as they were calibrated."""


def is_unread(board: GameMap) -> bool:
    """True when all hexes of a board are of one terrain, and either drafts or without a hexside or
    a line between them, as those of a board that was just made of a scan.
    """
    are_drafts = len(board.drafts) >= len(board.terrain)
    if not board.terrain or not (are_drafts or not (board.hexsides or board.lines)):
        return False
    first = next(iter(board.terrain.values()))
    return all(kind == first for kind in board.terrain.values())


class PlaySkin(QObject):
    """Lays the scans of the game's board on the boards in view while the switch is on.

    They are unpacked on another thread and kept until the file is closed or they are calibrated
    otherwise; the drawn map shows until they are there. A board of which nothing has been read yet,
    as one that a module brought, has no drawn map to speak of: there the switch is on at first.
    """

    def __init__(self, window: Services, boards: Callable[[], Iterable[BoardScene]]) -> None:
        super().__init__(window)
        self._window, self._boards = window, boards
        self._skin: tuple[Key, Skin] | None = None
        self._job: Job | None = None
        self._session: ScanSession | None = None
        self._drawn: set[Path] = set()
        window.book[SKIN].setChecked(window.preferences.kept_text(SKIN) == "1")

    @property
    def is_busy(self) -> bool:
        """True while scans are unpacked."""
        return self._job is not None

    def switch(self) -> None:
        """Show the scans or the drawn map, and remember which; says why when there are none."""
        on = self._window.book[SKIN].isChecked()
        self._keep(on)
        if not self.follow() and on:
            self._keep(False)
            self._window.book[SKIN].setChecked(False)
            self._window.notice.trouble(str(no_scans("The board")))

    def _keep(self, on: bool) -> None:
        """Remember what was chosen: for all games, and that this one is to show its drawn map."""
        self._window.preferences.keep_text(SKIN, "1" if on else "0")
        bridge = self._window.bridge
        if bridge.is_open and bridge.game.path is not None:
            (self._drawn.discard if on else self._drawn.add)(bridge.game.path)

    def _wanted(self, board: GameMap, path: Path) -> bool:
        if self._window.preferences.kept_text(SKIN) == "1":
            return True
        return path not in self._drawn and is_unread(board)

    def follow(self) -> bool:
        """Show what the switch says on the boards in view; whether there is something to show."""
        game = self._window.bridge.game if self._window.bridge.is_open else None
        if game is None or game.path is None or game.board_number is None:
            self.leave()
            return False
        wanted = self._wanted(game.scenario.map, game.path)
        self._window.book[SKIN].setChecked(wanted)
        if not wanted:
            self.leave()
            return True
        session = ScanSession.open(game.path, game.board_number)
        try:
            scans = placed_scans(session)
        except BaseException:
            session.close()
            raise
        key: Key = game.path, game.board_number, tuple(work for _number, work, _found in scans)
        if scans and (self._skin is None or self._skin[0] != key):
            self._unpack(session, key, scans)
        else:
            session.close()
            self._show(self._skin[1] if scans and self._skin is not None else None)
        if not scans and self._window.preferences.kept_text(SKIN) != "1":
            self._window.book[SKIN].setChecked(False)
        return bool(scans)

    def leave(self) -> None:
        """Show the drawn map; the scans are kept."""
        self._stop()
        self._show(None)

    def forget(self) -> None:
        """Release the scans: their file is closed."""
        self.leave()
        self._skin = None

    def _unpack(self, session: ScanSession, key: Key, scans: list[Placed]) -> None:
        self._stop()
        self._show(None)
        self._skin = None
        job = Job("Laying the scans", lambda report: skin_of(session, scans, report), self)
        self._job, self._session = job, session

        def taken(skin: object) -> None:
            assert isinstance(skin, Skin)
            if job is self._job:
                self._skin = key, skin
                self._show(skin)

        def ended() -> None:
            if job is self._job:
                self._stop()

        job.done.connect(taken)
        job.failed.connect(self._failed)
        job.ended.connect(ended)
        job.start()

    def _failed(self, error: object) -> None:
        if not isinstance(error, KnownError):
            assert isinstance(error, BaseException)
            raise error
        self._window.notice.trouble(str(error))

    def _stop(self) -> None:
        """End what is unpacked, before its file may be closed."""
        job, self._job = self._job, None
        session, self._session = self._session, None
        if job is not None:
            job.cancel()
            job.wait()
        if session is not None:
            session.close()

    def _show(self, skin: Skin | None) -> None:
        for board in self._boards():
            board.set_skin(skin)
