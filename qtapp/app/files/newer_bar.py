"""A bar over the board: it was begun with an older version of a board that is shipped."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton

import maps.data
from engine.editing.newer_board import Difference, newer_differences, shipped_board
from maps.checking.newer import counted
from maps.errors import KnownError
from maps.model import GameMap
from qtapp.app.files.document import Document
from qtapp.app.settings import Preferences
from qtapp.widgets.icons import Icons
from qtapp.widgets.parts import button, label
from qtapp.workers.job import Job

KEY = "newer boards closed"
"""Where it is kept which boards are not to be mentioned again."""
MOST_KEPT = 60
SOON_MS = 300
"""How long after an edit the boards are compared again, in milliseconds."""


class NewerBar(QFrame):
    """Tells of a newer shipped board; ``wanted`` asks to see what it has otherwise.

    Closed, it does not come again for that board of that file until another version is shipped.
    """

    wanted = Signal()

    def __init__(self, document: Document, preferences: Preferences, icons: Icons) -> None:
        super().__init__()
        self._document = document
        self._preferences = preferences
        self._known: dict[str, GameMap | None] = {}
        self._job: Job | None = None
        self._differed = False
        self.setProperty("role", "notice")
        self.setAccessibleName("A newer board")
        self.words = label("", name="What the shipped board has otherwise")
        self.show_button = button("Show what differs", "List every difference, by sort and hex")
        self.show_button.clicked.connect(self.wanted)
        self.close_button = QToolButton()
        self.close_button.setAutoRaise(True)
        self.close_button.setAccessibleName("Do not mention it again")
        self.close_button.setToolTip(
            "Do not mention it again for this board; Map, A newer board lists it all the same"
        )
        self.close_button.clicked.connect(self._close_for_good)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 6, 6)
        row.addWidget(self.words, 1)
        row.addWidget(self.show_button)
        row.addWidget(self.close_button)
        self.set_icons(icons)
        self.hide()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self.look)
        for signal in (document.opened, document.board_chosen, document.contents_changed):
            signal.connect(self._begin)
        document.closed.connect(self._forget)

    def set_icons(self, icons: Icons) -> None:
        """Use another theme's icons."""
        self.close_button.setIcon(icons.icon("close"))

    def edited(self) -> None:
        """Compare again soon after an edit, if ever there was anything to tell."""
        if self._differed:
            self._soon.start()

    def _begin(self) -> None:
        """Another board may be shown."""
        self._differed = False
        self._soon.start()

    @property
    def is_busy(self) -> bool:
        """True while it waits or compares."""
        return self._soon.isActive() or self._job is not None

    def look(self) -> None:
        """Compare the board of the open file with the shipped one, which is read beside."""
        ident = self._ident()
        if ident is None or self._key(ident) in self._closed():
            self.hide()
        elif ident in self._known:
            self._compare(ident)
        elif self._job is None:
            self._job = Job("Reading the shipped board", lambda _report: shipped_board(ident), self)
            self._job.done.connect(lambda board: self._known.__setitem__(ident, board))
            self._job.ended.connect(self._ended)
            self._job.start()

    def _ended(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.deleteLater()
        ident = self._ident()
        if ident in self._known:
            self.look()

    def _compare(self, ident: str) -> None:
        newer = self._known[ident]
        found: list[Difference] = []
        if newer is not None:
            try:
                with self._document.edit_session() as session:
                    found = newer_differences(session, newer)
            except KnownError:  # whoever uses the file next is told
                found = []
        self._differed = self._differed or bool(found)
        told = [one for one in found if not one.is_own]
        if told and newer is not None:
            self.words.setText(
                f"The board that is shipped is newer than this one: it has {counted(told)}"
                " otherwise. Nothing changes by itself."
            )
        self.setVisible(bool(told))

    def _ident(self) -> str | None:
        """The id of the board that is shown, when one is shipped under it."""
        number = self._document.board_number if self._document.path is not None else None
        for board in self._document.boards:
            if board.number == number and board.id in maps.data.names():
                return board.id
        return None

    def _key(self, ident: str) -> str:
        """What says which board of which file was begun before which version."""
        return f"{_version(ident)} {self._document.board_number} {self._document.path}"

    def _closed(self) -> list[str]:
        return [line for line in self._preferences.kept_text(KEY).split("\n") if line]

    def _close_for_good(self) -> None:
        ident = self._ident()
        if ident is not None:
            kept = [self._key(ident), *self._closed()][:MOST_KEPT]
            self._preferences.keep_text(KEY, "\n".join(kept))
        self.hide()

    def _forget(self) -> None:
        self._soon.stop()
        self._differed = False
        if self._job is not None:
            self._job.cancel()
            self._job.wait()
        self.hide()


@cache
def _version(ident: str) -> str:
    """What tells a version of a shipped board from others; read once, for boards are large."""
    text = resources.files(maps.data).joinpath(f"{ident}.map").read_bytes()
    return hashlib.sha256(text).hexdigest()[:16]
