"""Scans in a project: tiles of their pictures, and the work done on them with its journal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from engine.store.faults import damaged
from engine.store.journal import Book
from engine.store.live import Live
from engine.store.plain import plain_of
from engine.store.project import Project
from maps.digitise.tiles import Tile
from maps.digitise.works import (
    Change,
    ScanWork,
    Works,
    apply,
    change_from_plain,
    change_to_plain,
    from_plain,
    joined,
    to_plain,
)

SCANS: Book[Change] = Book("scans", change_to_plain, change_from_plain, joined)
"""Decisions about the scans of a board."""


def begin_scan(project: Project, board: int, work: ScanWork) -> int:
    """Write a scan that has no tiles yet and is not to be seen until :func:`finish_scan`."""
    return project.run(
        "INSERT INTO scan (map, ready, work) VALUES (?, 0, ?)", (board, _text(to_plain(work)))
    )


def write_tiles(project: Project, scan: int, tiles: Iterable[tuple[Tile, bytes]]) -> None:
    """Write tiles of a scan into the open transaction."""
    project.run_all(
        "INSERT INTO scan_tile (scan, level, across, down, data) VALUES (?, ?, ?, ?, ?)",
        ((scan, at.level, at.column, at.row, data) for at, data in tiles),
    )


def finish_scan(project: Project, scan: int) -> None:
    """All tiles are there: the scan may be seen."""
    project.run("UPDATE scan SET ready = 1 WHERE id = ?", (scan,))


def drop_scan(project: Project, scan: int) -> None:
    """Remove a scan that was not finished, or is damaged, with its tiles."""
    project.run("DELETE FROM scan WHERE id = ?", (scan,))


def has_unfinished(project: Project, board: int) -> bool:
    """Whether a program that was ended while it took in a scan left something behind."""
    return bool(project.rows("SELECT 1 FROM scan WHERE map = ? AND ready = 0", (board,)))


def drop_unfinished(project: Project, board: int) -> None:
    """Remove what a program that was ended while it took in a scan left behind."""
    project.run("DELETE FROM scan WHERE map = ? AND ready = 0", (board,))


def tile_of(project: Project, scan: int, at: Tile) -> bytes | None:
    """The JPEG of a tile, None when there is none."""
    rows = project.rows(
        "SELECT data FROM scan_tile WHERE scan = ? AND level = ? AND across = ? AND down = ?",
        (scan, at.level, at.column, at.row),
    )
    return rows[0][0] if rows else None


class LiveScans(Live[Change, frozenset[int]]):
    """The scans of one board of a project. Get it with :meth:`of`."""

    def __init__(self, project: Project, number: int) -> None:
        super().__init__(project, number, SCANS)
        self.works = Works(_load(project, number))

    @classmethod
    def of(cls, project: Project, number: int) -> LiveScans:
        """The live scans of a board, the same for everyone who has the project open."""
        return project.shared(("scans", number), lambda: cls(project, number))

    def admit(self, scan: int, work: ScanWork) -> None:
        """Take in a scan that was just finished."""
        self.works.scans = {**self.works.scans, scan: work}

    def last_step(self) -> int | None:
        """The board's step that the decision to be undone drew; None when it drew nothing."""
        return self._drawn(self._journal.last_done())

    def next_step(self) -> int | None:
        """The board's step that the decision to be redone drew; None when it drew nothing."""
        return self._drawn(self._journal.first_undone())

    def _drawn(self, step: int | None) -> int | None:
        facts = self._journal.change_of(step).facts if step is not None else ()
        return next((fact.after for fact in facts if fact.key.field == "drawn"), None)

    def _apply(self, change: Change) -> frozenset[int]:
        return apply(self.works, change)

    def _write(self, change: Change) -> None:
        for scan in dict.fromkeys(fact.key.scan for fact in change.facts):
            text = _text(to_plain(self.works.scans[scan]))
            self.project.run("UPDATE scan SET work = ? WHERE id = ?", (text, scan))


def finished_scans(project: Project, board: int) -> list[int]:
    """The numbers of a board's scans that may be seen."""
    rows = project.rows("SELECT id FROM scan WHERE map = ? AND ready = 1 ORDER BY id", (board,))
    return [int(row[0]) for row in rows]


def read_work(project: Project, scan: int) -> ScanWork:
    """The work on a scan. Raises KnownError when it is damaged."""
    ((text,),) = project.rows("SELECT work FROM scan WHERE id = ?", (scan,))
    try:
        return from_plain(plain_of(text), f"{project.path}, scan {scan}")
    except ValueError as error:
        raise damaged(project.path, f"scan {scan}: {error}") from error


def _load(project: Project, board: int) -> dict[int, ScanWork]:
    return {number: read_work(project, number) for number in finished_scans(project, board)}


def _text(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
