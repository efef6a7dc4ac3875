"""The door to editing charts: a set of a project file, one committed edit at a time.

A game is begun with a copy of a set (:func:`playable`), so later edits never reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path as File
from typing import Any, Self

from engine.chartbook import Chart, charts_in
from engine.core import chartedits, chartset
from engine.core.charts import (
    Allowed,
    ChartProblem,
    Path,
    allowed_in,
    cells,
    place,
    typed_tables,
)
from engine.core.chartset import ChartSet, Edit
from engine.core.system import System
from engine.scenarios import system_of
from engine.store.chart_sets import LiveChartSet, load_chart_set, save_chart_set
from engine.store.journal import EditStep
from engine.store.project import Project, remove
from maps.errors import KnownError

__all__ = ["ChartSession", "imported", "playable", "problems_of", "shipped"]

HOUSE = "House tables"
"""What a new set is called."""


class ChartSession:
    """One set of charts of a project file being edited. An edit is committed at once."""

    def __init__(self, project: Project, number: int) -> None:
        self._project = project
        self._live = LiveChartSet.of(project, number)
        self._listener: _Listener | None = None
        self._closed = False

    @classmethod
    def create(cls, path: File | str, charts: ChartSet) -> ChartSession:
        """Add a set of charts to a project file and open it; the file is made when there is none.

        Raises KnownError for a file that cannot be made or used.
        """
        project, fresh = Project.at(path)
        try:
            with project.transaction():
                number = save_chart_set(project, charts)
            return cls(project, number)
        except BaseException:
            project.close()
            if fresh:
                remove(project.path)
            raise

    @classmethod
    def open(cls, path: File | str, number: int) -> ChartSession:
        """Open a set of a project by its number.

        Raises KnownError when the file cannot be used or has no such set.
        """
        project = Project.open(path)
        try:
            return cls(project, number)
        except BaseException:
            project.close()
            raise

    @classmethod
    def peek(cls, path: File | str, number: int) -> ChartSet:
        """A set of a project as it is now, to look at or to copy.

        Raises KnownError when the file cannot be used or has no such set.
        """
        with Project.open(path) as project:
            return load_chart_set(project, number)

    @property
    def path(self) -> File:
        """The project file."""
        return self._project.path

    @property
    def number(self) -> int:
        """The set's number in the project."""
        return self._live.number

    @property
    def charts(self) -> ChartSet:
        """The live set. Change it only through this session."""
        return self._live.charts

    @cached_property
    def system(self) -> System:
        """The system whose charts they are."""
        return system_of(self.charts.system)

    @cached_property
    def allowed(self) -> Mapping[Path, Allowed]:
        """What each cell may hold."""
        return allowed_in(self.system.chart_type(), self.charts.plain)

    @property
    def book(self) -> tuple[Chart, ...]:
        """The charts as tables, as they are now."""
        return charts_in(self.charts.tables())

    @property
    def problems(self) -> tuple[ChartProblem, ...]:
        """Everything that keeps a game from being begun with them; empty when sound."""
        return problems_of(self.charts)

    @property
    def revision(self) -> int:
        """How many deeds its history has; it grows with every edit, undo and redo."""
        return self._live.revision

    @property
    def can_undo(self) -> bool:
        """True when there is a step to take back."""
        return self._live.can_undo()

    @property
    def can_redo(self) -> bool:
        """True when there is a step to bring back."""
        return self._live.can_redo()

    @property
    def history(self) -> tuple[EditStep, ...]:
        """The undo list, oldest first; undone steps are marked."""
        return tuple(self._live.steps())

    def watch(self, listener: Callable[[frozenset[Path]], object]) -> None:
        """Call ``listener`` after every edit, by whichever session on this set."""
        self._listener = _Listener(listener)
        self._live.watch(self._listener)

    def write(self, path: Path, value: Any) -> None:
        """Write a value into a cell; the value it derives from resets the cell.

        Raises KnownError, naming table, row and column and what is allowed, for any other.
        """
        right = chartset.judged(self.allowed, path, value, self.charts.title)
        note = self.charts.cells[path].note if path in self.charts.cells else ""
        self._live.commit(chartedits.write_cells(self.charts, {path: Edit(right, note)}))

    def type_in(self, path: Path, text: str) -> None:
        """Write what a person typed into a cell. Raises KnownError as :meth:`write` does."""
        rule = self.allowed.get(path)
        self.write(path, text if rule is None else chartset.typed_in(rule, text))

    def annotate(self, path: Path, note: str) -> None:
        """Say why a cell was edited. Raises KnownError for a cell that was not."""
        edit = self.charts.cells.get(path)
        if edit is None:
            where = f"{self.charts.title}, {place(path)}"
            raise KnownError(where, "is as shipped.", "Edit it, then say why.")
        label = f"Note on {place(path)}"
        wanted = {path: Edit(edit.value, note.strip())}
        self._live.commit(chartedits.write_cells(self.charts, wanted, label))

    def reset(self, path: Path = ()) -> None:
        """Make a cell, a row, a table or (with an empty path) all charts what they were."""
        self._live.commit(chartedits.reset(self.charts, path))

    def retitle(self, title: str) -> None:
        """Call the set something else. Raises KnownError for an empty title."""
        self._live.commit(chartedits.retitle(self.charts, title))

    def undo(self) -> bool:
        """Take back the last step; False when there is none."""
        return self._live.undo() is not None

    def redo(self) -> bool:
        """Bring back the step undone last; False when there is none."""
        return self._live.redo() is not None

    def close(self) -> None:
        """Let go of the project file. Safe to call twice."""
        if not self._closed:
            self._closed = True
            self._listener = None
            self._project.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Listener:
    """Passes on what a live set tells, for as long as its session is open."""

    def __init__(self, listener: Callable[[frozenset[Path]], object]) -> None:
        self._listener = listener

    def charts_changed(self, touched: frozenset[Path]) -> None:
        self._listener(touched)


def shipped(system: str, title: str = HOUSE) -> ChartSet:
    """A set that holds the shipped charts of a system. Raises KnownError for an unknown one."""
    return ChartSet(system, title, system_of(system).chart_text())


def imported(text: str, where: str, system: str = "") -> ChartSet:
    """A set from chart text: what it has otherwise than the shipped charts of its system.

    The text names the system in its ``[chart_set]``, unless ``system`` does. Raises KnownError,
    naming table, row and column and what is allowed, for whatever does not fit.
    """
    meant = system or chartset.system_named(text, where)
    if not meant:
        raise KnownError(where, "does not say which system its charts are of.", "Name the system.")
    own = system_of(meant)
    return chartset.from_text(text, own.id, own.chart_text(), own.chart_type(), where)


def problems_of(charts: ChartSet) -> tuple[ChartProblem, ...]:
    """Everything that keeps a game from being begun with a set; empty when it is sound."""
    system = system_of(charts.system)
    known = {path for path, _type in cells(system.chart_type(), charts.plain)}
    gone = [path for path in charts.ordered() if path not in known]
    if gone:
        return tuple(ChartProblem(path, "is no cell of these charts any more.") for path in gone)
    try:
        found: Any = typed_tables(system.chart_type(), charts.tables(), charts.title)
    except KnownError as error:
        return (ChartProblem((error.where.removeprefix(f"{charts.title}, "),), error.what),)
    return system.chart_problems(found)


def playable(charts: ChartSet, system: str) -> str:
    """The text of a set that a game of a system is begun with.

    Raises KnownError when it is of another system, or not sound.
    """
    if charts.system != system:
        raise KnownError(
            charts.title,
            f"are charts of {system_of(charts.system).title}, not of {system_of(system).title}.",
            "Choose others, or the shipped ones.",
        )
    problems = problems_of(charts)
    if problems:
        raise KnownError(charts.title, str(problems[0]), "Mend it, then begin the game.")
    return charts.text()
