"""The door to editing charts: a set of a project file, one committed edit at a time.

A game is begun with a copy of a set (:func:`playable`), so later edits never reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cached_property
from pathlib import Path as File

from engine.core.charts import chart_set, edits
from engine.core.charts.chart_set import ChartSet, Edit
from engine.core.charts.declared_rows import DeclaredRows, Growth
from engine.core.charts.edits import Change
from engine.core.charts.schema import (
    Allowed,
    ChartProblem,
    Path,
    allowed_in,
    place,
    typed,
    typed_tables,
)
from engine.core.system import OfScenarios, System
from engine.editing.live_session import LiveSession
from engine.game.ask.kit_tables import declared_by_kit
from engine.game.chartbook import Chart, charts_in
from engine.game.set_up.chart_checks import playable, problems_of
from engine.scenarios import system_of
from engine.store.live import Listener
from engine.store.owning import added_to, opened
from engine.store.project import Project
from engine.store.rows.chart_sets import LiveChartSet, load_chart_set, save_chart_set
from maps.errors import KnownError
from maps.untyped import Json

__all__ = ["ChartSession", "imported", "playable", "problems_of", "shipped"]

HOUSE = "House tables"
"""What a new set is called."""


class ChartSession(LiveSession[Change, frozenset[Path]]):
    """One set of charts of a project file being edited. An edit is committed at once."""

    def __init__(self, project: Project, number: int) -> None:
        self._set = LiveChartSet.of(project, number)
        self._listener: Listener[frozenset[Path]] | None = None
        self._allowed: tuple[str, Mapping[Path, Allowed]] | None = None
        self._declared_rows: tuple[int, DeclaredRows] | None = None
        super().__init__(project, self._set)

    @classmethod
    def create(cls, path: File | str, charts: ChartSet) -> ChartSession:
        """Add a set of charts to a project file and open it; the file is made when there is none.

        Raises KnownError for a file that cannot be made or used.
        """
        with added_to(path) as (project, _fresh):
            with project.transaction():
                number = save_chart_set(project, charts)
            return cls(project, number)

    @classmethod
    def open(cls, path: File | str, number: int) -> ChartSession:
        """Open a set of a project by its number.

        Raises KnownError when the file cannot be used or has no such set.
        """
        with opened(path) as project:
            return cls(project, number)

    @classmethod
    def peek(cls, path: File | str, number: int) -> ChartSet:
        """A set of a project as it is now, to look at or to copy.

        Raises KnownError when the file cannot be used or has no such set.
        """
        with Project.open(path) as project:
            return load_chart_set(project, number)

    @property
    def charts(self) -> ChartSet:
        """The live set. Change it only through this session."""
        return self._set.charts

    @cached_property
    def system(self) -> System:
        """The system whose charts they are."""
        return system_of(self.charts.system)

    @property
    def declared_rows(self) -> DeclaredRows | None:
        """The rows of declared rules, which can grow; None for charts that derive from shipped
        ones.
        """
        if not isinstance(self.system, OfScenarios):
            return None
        if self._declared_rows is None or self._declared_rows[0] != self.revision:
            found = DeclaredRows(self.charts, self.system.chart_type())
            self._declared_rows = (self.revision, found)
        return self._declared_rows[1]

    @property
    def undeclared(self) -> tuple[str, ...]:
        """The tables that nothing is declared of, by id; those of a situation are not for this."""
        if not isinstance(self.system, OfScenarios):
            return ()
        known = (item.name for item in fields(self.system.chart_type()))
        return tuple(name for name in known if name not in (*self.charts.plain, "scenario"))

    @property
    def allowed(self) -> Mapping[Path, Allowed]:
        """What each cell may hold."""
        if self.declared_rows is not None:
            return self.declared_rows.allowed
        if self._allowed is None or self._allowed[0] != self.charts.base:
            found = allowed_in(self.system.chart_type(), self.charts.plain)
            self._allowed = (self.charts.base, found)
        return self._allowed[1]

    @property
    def book(self) -> tuple[Chart, ...]:
        """The charts as tables, as they are now."""
        if self.declared_rows is not None:
            return charts_in(self.declared_rows.tables, self.declared_rows.lists)
        return charts_in(self.charts.tables())

    @property
    def problems(self) -> tuple[ChartProblem, ...]:
        """Everything that keeps a game from being begun with them; empty when sound."""
        return problems_of(self.charts)

    def watch(self, listener: Callable[[frozenset[Path]], object]) -> None:
        """Call ``listener`` after every edit, by whichever session on this set."""
        self._listener = self._set.watch(listener)

    def write(self, path: Path, value: object) -> None:
        """Write a value into a cell; the value it derives from resets the cell.

        Raises KnownError, naming table, row and column and what is allowed, for any other.
        """
        right = chart_set.judged(self.allowed, path, value, self.charts.title)
        note = self.charts.cells[path].note if path in self.charts.cells else ""
        self._live.commit(edits.write_cells(self.charts, {path: Edit(right, note)}))

    def type_in(self, path: Path, text: str) -> None:
        """Write what a person typed into a cell. Raises KnownError as :meth:`write` does."""
        growth = self.declared_rows.typed(path, text) if self.declared_rows is not None else None
        if growth is None:
            self.write(path, self._meant(path, text))
        else:
            self.grow(growth)

    def tried(self, path: Path, text: str) -> ChartSet:
        """The set as it would be with a text in a cell; nothing is written.

        Raises KnownError as :meth:`write` does.
        """
        growth = self.declared_rows.typed(path, text) if self.declared_rows is not None else None
        if growth is not None:
            return self._written(edits.write_parts(self.charts, growth.wanted, growth.label))
        right = chart_set.judged(self.allowed, path, self._meant(path, text), self.charts.title)
        return replace(self.charts, cells={**self.charts.cells, path: Edit(right)})

    def _meant(self, path: Path, text: str) -> Json:
        """What a person means by a text typed into a cell."""
        rule = self.allowed.get(path)
        return text if rule is None else chart_set.typed_in(rule, text)

    def annotate(self, path: Path, note: str) -> None:
        """Say why a cell was edited. Raises KnownError for a cell that was not."""
        edit = self.charts.cells.get(path)
        if edit is None:
            where = f"{self.charts.title}, {place(path)}"
            raise KnownError(where, "is as shipped.", "Edit it, then say why.")
        label = f"Note on {place(path)}"
        wanted = {path: Edit(edit.value, note.strip())}
        self._live.commit(edits.write_cells(self.charts, wanted, label))

    def reset(self, path: Path = ()) -> None:
        """Make a cell, a row, a table or (with an empty path) all charts what they were."""
        self._live.commit(edits.reset(self.charts, path))

    def write_parts(self, wanted: Mapping[Path, Json], label: str, stroke: str = "") -> None:
        """Write whole tables, lists or rows of declared rules; None takes one out.

        Raises KnownError, naming the place, for charts that derive from shipped ones, and for what
        cannot be read as charts; nothing is changed then.
        """
        if not isinstance(self.system, OfScenarios):
            what = f"derive from those of {self.system.title}: rows stay as they are."
            raise KnownError(self.charts.title, what, "Edit cells instead.")
        change = edits.write_parts(self.charts, dict(wanted), label, stroke)
        self._written(change)
        self._live.commit(change)

    def _written(self, change: Change) -> ChartSet:
        """The set as a change would make it. Raises KnownError for what is no chart text."""
        tried = replace(self.charts, cells=dict(self.charts.cells))
        edits.apply(tried, change)
        typed_tables(self.system.chart_type(), tried.tables(), tried.title)
        return tried

    def grow(self, growth: Growth) -> None:
        """Write what adds, removes, moves or names a row. Raises as :meth:`write_parts` does."""
        self.write_parts(growth.wanted, growth.label)

    def declare(self, chart: str) -> None:
        """Declare a table as the first starting kit has it that does, fitted to the board and the
        units these rules are tried on.

        Raises KnownError when there is no such table, or it is declared already.
        """
        if chart not in self.undeclared:
            what = f"has no table {chart} that could be declared."
            raise KnownError(
                self.charts.title, what, f"Choose one of {', '.join(self.undeclared)}."
            )
        found = declared_by_kit(self.path, self.number, chart)
        self.write_parts({(chart,): found}, f"Declare {place((chart,))}")

    def take_out(self, chart: str) -> None:
        """Declare nothing of a table any more. Raises KnownError when nothing is declared of it."""
        if chart not in self.charts.plain:
            raise KnownError(self.charts.title, f"declares no {chart}.", "Choose another table.")
        self.write_parts({(chart,): None}, f"Take out {place((chart,))}")

    def retitle(self, title: str) -> None:
        """Call the set something else. Raises KnownError for an empty title."""
        self._live.commit(edits.retitle(self.charts, title))

    def close(self) -> None:
        """Close the project file. Safe to call twice."""
        self._listener = None
        super().close()


def shipped(system: str, title: str = HOUSE) -> ChartSet:
    """A set that holds the shipped charts of a system. Raises KnownError for an unknown one."""
    return ChartSet(system, title, system_of(system).chart_text())


def imported(text: str, where: str, system: str = "") -> ChartSet:
    """A set from chart text: what it has otherwise than the shipped charts of its system.

    The text names the system in its ``[chart_set]``, unless ``system`` does. Raises KnownError,
    naming table, row and column and what is allowed, for whatever does not fit.
    """
    meant = system or chart_set.system_named(text, where)
    if not meant:
        raise KnownError(where, "does not say which system its charts are of.", "Name the system.")
    own = system_of(meant)
    if isinstance(own, OfScenarios):
        return _declared(text, own, where)
    return chart_set.from_text(text, own.id, own.chart_text(), own.chart_type(), where)


def _declared(text: str, system: System, where: str) -> ChartSet:
    """A set of declared rules: they derive from no others, so the text is their base.

    Raises KnownError for whatever does not fit.
    """
    base = chart_set.base_of(text)
    charts: object = typed(system.chart_type(), base, where)
    for problem in system.chart_problems(charts):
        raise KnownError(where, str(problem), "Correct it.")
    title = chart_set.title_of(text) or "Declared rules"
    made = chart_set.from_text(text, system.id, base, system.chart_type(), where)
    return replace(made, title=title)
