"""The door to digitising: the scans of a board in a project file, and what is drawn from them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.editing.live_session import EditedThing
from engine.editing.map_session import EditSession
from engine.store.project import Project
from engine.store.rows import scans as rows
from maps.digitise import scans as pictures
from maps.digitise import works
from maps.digitise.arrays import Bytes
from maps.digitise.tiles import Tile, encoded_tiles, gathered, level_sizes
from maps.digitise.works import ScanWork, changed
from maps.edits import Change, Touched
from maps.errors import KnownError
from maps.model import GameMap
from maps.numbering import Sheet

__all__ = ["ScanSession"]

Report = Callable[[float, str], None]
"""Told how far long work has come, 0 to 1; raises to cancel it."""

_BATCH = 48
_FINE_PITCH = 96.0


class ScanSession(EditedThing[works.Change, frozenset[int]]):
    """The scans of one board of a project file. A decision is committed at once."""

    def __init__(self, project: Project, board: EditSession) -> None:
        self._board = board
        self._scans = rows.LiveScans.of(project, board.number)
        super().__init__(project, self._scans)

    @classmethod
    def open(cls, path: Path | str, board: int | None = None) -> ScanSession:
        """Open the scans of a board, by number; without one, the project's only board.

        Raises KnownError when the file cannot be used or has no such board.
        """
        editor = EditSession.open(path, board)
        try:
            project = Project.open(path)
        except BaseException:
            editor.close()
            raise
        try:
            if rows.has_unfinished(project, editor.number) and not project.read_only:
                with project.transaction():
                    rows.drop_unfinished(project, editor.number)
            return cls(project, editor)
        except BaseException:
            project.close()
            editor.close()
            raise

    @property
    def map(self) -> GameMap:
        """The live board."""
        return self._board.map

    @property
    def scans(self) -> Mapping[int, ScanWork]:
        """The scans that were not removed, by number, oldest first."""
        return {number: work for number, work in self._scans.works.scans.items() if work.present}

    def work(self, scan: int) -> ScanWork:
        """What was decided about a scan. Raises KeyError when there is no such scan."""
        return self._scans.works.scans[scan]

    def sheet(self, scan: int) -> Sheet:
        """The sheet a scan shows. Raises KnownError when the board has it no more."""
        wanted = self.work(scan).sheet
        for sheet in self.map.sheets:
            if sheet.id == wanted:
                return sheet
        known = ", ".join(sheet.id for sheet in self.map.sheets) or "none"
        raise KnownError(
            self.work(scan).name, f"its sheet {wanted!r} is gone.", f"Choose one of: {known}."
        )

    def take_in(
        self, picture: Bytes, work: ScanWork, report: Report = lambda _share, _words: None
    ) -> int:
        """Write the tiles of a picture into the file; the scan's number, for :meth:`admit`.

        May be called from another thread. A linked scan leaves its full size outside. Nothing
        remains of it when it fails or ``report`` raises. Raises KnownError when it cannot be
        written.
        """
        if work.link:
            _chosen.add(work.link)
        with self._project.transaction():
            number = rows.begin_scan(self._project, self._board.number, _hidden(work))
        try:
            batch: list[tuple[Tile, bytes]] = []
            for at, data, share in encoded_tiles(picture, 1 if work.link else 0):
                batch.append((at, data))
                if len(batch) >= _BATCH:
                    self._write(number, batch)
                    batch = []
                    report(share, "Cutting tiles")
            self._write(number, batch)
            with self._project.transaction():
                rows.finish_scan(self._project, number)
        except BaseException:
            with self._project.transaction():
                rows.drop_scan(self._project, number)
            raise
        return number

    def admit(self, scan: int, work: ScanWork) -> None:
        """Show a scan that was taken in; one undoable step."""
        self._scans.admit(scan, _hidden(work))
        self.change(scan, f"Add the scan {work.name}", present=True)

    def change(self, scan: int, label: str, stroke: str = "", **values: object) -> None:
        """Give fields of a scan's work new values, as one undoable step.

        Changes of one stroke make one step. Raises KnownError when it cannot be written.
        """
        self._scans.commit(changed(self._scans.works, scan, label, stroke, **values))

    def draw(self, scan: int, change: Change) -> Touched:
        """Draw what was read off a scan on the board: one step, here and for the board's editor.

        Raises KnownError when it cannot be written; then nothing is drawn.
        """
        touched = self._board.apply(change)
        try:
            step = max((entry.number for entry in self._board.history), default=0)
            self.change(scan, change.label, drawn=step)
        except BaseException:
            self._board.undo()
            raise
        return touched

    def undo(self) -> Touched | None:
        """Take back the last decision; what that changed on the board, if anything.

        Raises KnownError when it drew on the board and the board was edited since.
        """
        return self._turn(self._scans.last_step(), undone=True)

    def redo(self) -> Touched | None:
        """Bring back the decision taken back last; what that changed on the board, if anything."""
        return self._turn(self._scans.next_step(), undone=False)

    def tile(self, scan: int, at: Tile) -> bytes | None:
        """A tile as JPEG, None when the file has none of it."""
        return rows.tile_of(self._project, scan, at)

    def picture(self, scan: int, pitch: float) -> tuple[Bytes, float]:
        """The scan as large as reading it needs, cropped parts white, and its scale.

        May be called from another thread. Raises KnownError when a linked file is gone or no longer
        the one that was linked, or a tile is damaged.
        """
        work = self.work(scan)
        level = 0
        sizes = level_sizes(work.width, work.height)
        while level + 1 < len(sizes) and pitch / 2 ** (level + 1) >= _FINE_PITCH:
            level += 1
        if work.link and level == 0:
            whole = _linked(work, self._project.path.parent)
        else:
            where = f"{self.path}, {work.name}"
            whole = gathered(partial(self.tile, scan), level, work.width, work.height, where)
        return _cropped(whole, work, level), 0.5**level

    def close(self) -> None:
        """Close the board and the project file. Safe to call twice."""
        self._board.close()
        super().close()

    def _write(self, scan: int, tiles: list[tuple[Tile, bytes]]) -> None:
        with self._project.transaction():
            rows.write_tiles(self._project, scan, tiles)

    def _turn(self, drawn: int | None, *, undone: bool) -> Touched | None:
        touched = None
        if drawn:
            touched = self._turn_board(drawn, undone=undone)
        if undone:
            self._scans.undo()
        else:
            self._scans.redo()
        return touched

    def _turn_board(self, step: int, *, undone: bool) -> Touched | None:
        """Undo or redo the board's step with the scan's, when it is the one that is due."""
        entries = [entry for entry in self._board.history if entry.undone is not undone]
        if step not in {entry.number for entry in entries}:
            return None
        due = entries[-1].number if undone else entries[0].number
        if due != step:
            raise KnownError(
                "the board", "was edited since that was drawn.", "Undo it in the Map workspace."
            )
        return self._board.undo() if undone else self._board.redo()


def _hidden(work: ScanWork) -> ScanWork:
    return replace(work, present=False)


_chosen: set[str] = set()
"""Pictures that a person has linked since the program was started."""


def _linked(work: ScanWork, folder: Path) -> Bytes:
    """The picture outside the file: one beside it or below, or one that a person has just chosen.

    No other path that is in a file is ever opened: the file may be a stranger's.
    """
    link = _place_of(work.link, folder)
    if link is None:
        raise KnownError(
            work.link[:200],
            "is outside the project's folder and is not opened unasked.",
            f"Put the picture into {folder}, or add the scan again.",
        )
    if not os.path.isfile(link):
        raise KnownError(str(link), "there is no such picture.", "Put it back, or add it again.")
    whole = pictures.load(link)
    if whole.shape[:2] != (work.height, work.width):
        raise KnownError(work.link, "is not the picture that was linked.", "Add it again.")
    return whole


def _place_of(link: str, folder: Path) -> Path | None:
    """Where a linked picture may be opened; None when nowhere."""
    try:
        own = Path(os.path.realpath(link))
        allowed = link in _chosen or own.is_relative_to(folder)
        beside = folder / Path(link).name
        return own if allowed else beside if os.path.isfile(beside) else None
    except (ValueError, OSError):
        return None


def _cropped(whole: Bytes, work: ScanWork, level: int) -> Bytes:
    if work.crop is None:
        return whole
    left, top, right, bottom = (edge // 2**level for edge in work.crop)
    white = whole.copy() if not whole.flags.writeable else whole
    white[:top], white[bottom:], white[:, :left], white[:, right:] = 255, 255, 255, 255
    return white
