"""Edited charts of a project file, and the live set that editors share."""

from __future__ import annotations

import json

from engine.core.charts.chart_set import ChartSet, Edit, frozen
from engine.core.charts.edits import (
    Change,
    ChartLayer,
    apply,
    change_from_plain,
    change_to_plain,
    joined,
)
from engine.core.charts.schema import Path
from engine.store.faults import damaged
from engine.store.journal import Book
from engine.store.live import WatchedLive
from engine.store.plain import plain_of
from engine.store.project import Project
from maps.errors import KnownError

CHARTS: Book[Change] = Book("chart_set", change_to_plain, change_from_plain, joined)
"""Edits of charts."""


def save_chart_set(project: Project, charts: ChartSet) -> int:
    """Write a set into the open transaction; its number."""
    number = project.run(
        "INSERT INTO chart_set (system, title, base) VALUES (?, ?, ?)",
        (charts.system, charts.title, _base(project, charts)),
    )
    for path, edit in charts.cells.items():
        _write(project, number, path, edit)
    return number


def _base(project: Project, charts: ChartSet) -> int:
    """The number of the text a set derives from, which the file keeps once."""
    spot = (charts.system, charts.base)
    found = project.rows("SELECT id FROM charts WHERE system = ? AND text = ?", spot)
    if found:
        return int(found[0][0])
    return project.run("INSERT INTO charts (system, text) VALUES (?, ?)", spot)


def drop_unused_charts(project: Project) -> None:
    """Take out, in the open transaction, texts that no game and no set needs."""
    project.run(
        "DELETE FROM charts WHERE id NOT IN (SELECT charts FROM scenario)"
        " AND id NOT IN (SELECT base FROM chart_set)"
    )


def load_chart_set(project: Project, number: int) -> ChartSet:
    """Read a set. Raises KnownError when it is missing or damaged."""
    head = project.rows(
        "SELECT chart_set.system, title, text FROM chart_set JOIN charts ON charts.id = base"
        " WHERE chart_set.id = ?",
        (number,),
    )
    if not head:
        where = str(project.path)
        raise KnownError(where, f"holds no charts {number}.", "Choose others, or add some.")
    system, title, base = head[0]
    found = ChartSet(system, title, base)
    for path, value, note in project.rows(
        "SELECT path, value, note FROM chart_cell WHERE chart_set = ? ORDER BY path", (number,)
    ):
        try:
            found.cells[_path(plain_of(path))] = Edit(frozen(plain_of(value)), note)
        except (ValueError, TypeError) as error:
            raise damaged(project.path, f"charts {number}: {error}") from error
    return found


class LiveChartSet(WatchedLive[Change, frozenset[Path]]):
    """Charts of a project that are edited. Get them with :meth:`of`."""

    def __init__(self, project: Project, number: int) -> None:
        super().__init__(project, number, CHARTS)
        self.charts = load_chart_set(project, number)

    @classmethod
    def of(cls, project: Project, number: int) -> LiveChartSet:
        """The live charts of a number, the same for everyone who has the project open."""
        return project.shared(("chart set", number), lambda: cls(project, number))

    def _apply(self, change: Change) -> frozenset[Path]:
        return apply(self.charts, change)

    def _write(self, change: Change) -> None:
        for fact in change.facts:
            if fact.layer is ChartLayer.HEAD:
                self.project.run(
                    "UPDATE chart_set SET title = ? WHERE id = ?", (fact.after, self.number)
                )
            elif fact.layer is ChartLayer.CELL:
                _write(self.project, self.number, fact.key, fact.after)
        if any(fact.layer is ChartLayer.PART for fact in change.facts):
            base = _base(self.project, self.charts)
            self.project.run("UPDATE chart_set SET base = ? WHERE id = ?", (base, self.number))
            drop_unused_charts(self.project)


def _write(project: Project, number: int, path: Path, edit: object) -> None:
    spot = (number, _json(path))
    project.run("DELETE FROM chart_cell WHERE chart_set = ? AND path = ?", spot)
    if isinstance(edit, Edit):
        project.run(
            "INSERT INTO chart_cell (chart_set, path, value, note) VALUES (?, ?, ?, ?)",
            (*spot, _json(edit.value), edit.note),
        )


def _path(data: object) -> Path:
    if not isinstance(data, list) or not data:
        raise ValueError(f"{data!r} names no cell")
    return tuple(map(str, data))


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
