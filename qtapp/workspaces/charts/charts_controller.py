"""The charts that are being edited: their session, every edit of them, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal

from engine.core.charts.chart_set import ChartSet, Edit, shown
from engine.core.charts.declared import Listed
from engine.core.charts.declared_rows import DeclaredRows, Growth
from engine.core.charts.schema import Allowed, CellKind, ChartProblem, Path, place, value_at
from engine.editing.chart_session import ChartSession
from engine.game.ask.rules_trial import SYSTEM_ID, Ground, RulesTrial, ground_for
from engine.game.chartbook import Chart
from maps.errors import KnownError
from resources import Theme

SCENARIO = "scenario"
"""The table of the situation, which names the board the rules are tried on."""


class ChartsController(QObject):
    """Holds the open set of charts and carries out every edit of it.

    ``opened`` and ``closed`` follow when another, or none, is edited; ``changed`` carries the cells
    an edit, undo or redo touched, ``refused`` the sentence of an edit that could not be made;
    ``chosen_changed`` follows the cell that is chosen, ``chart_changed`` the chart in view,
    ``drafted`` what is being typed into a cell and is not written yet. ``rows_changed`` follows
    rows and tables of declared rules that came, went, moved or were named, ``refused_at`` a cell
    and the sentence of why it cannot hold what was typed.
    """

    opened = Signal()
    closed = Signal()
    changed = Signal(object)
    refused = Signal(str)
    chosen_changed = Signal()
    chart_changed = Signal()
    drafted = Signal()
    rows_changed = Signal()
    refused_at = Signal(object, str)
    worn = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.colours = dict(theme.colours)
        self.dark = theme.dark
        self._session: ChartSession | None = None
        self._read: tuple[int, tuple[Chart, ...], Mapping[Path, Allowed]] | None = None
        self._problems: tuple[int, tuple[ChartProblem, ...]] | None = None
        self._absent: tuple[int, tuple[ChartProblem, ...]] | None = None
        self._ground: Ground | None = None
        self._plain: Mapping[str, object] = {}
        self._chart = 0
        self._chart_id = ""
        self._aim: Path | None = None
        self._showing = False
        self._draft: tuple[Path, str] | None = None
        self.chosen: Path | None = None

    @property
    def is_open(self) -> bool:
        """True while charts are edited."""
        return self._session is not None

    @property
    def is_by_hand(self) -> bool:
        """Whether charts are open that declare the rules of a game by hand."""
        return self._session is not None and self._session.charts.system == SYSTEM_ID

    @property
    def session(self) -> ChartSession:
        """The door to them. Raises LookupError when none are open."""
        if self._session is None:
            raise LookupError("no charts are open")
        return self._session

    @property
    def book(self) -> tuple[Chart, ...]:
        """The charts as tables; empty while none are open."""
        return self._now()[1] if self._session is not None else ()

    @property
    def allowed(self) -> Mapping[Path, Allowed]:
        """What each cell may hold; empty while none are open."""
        return self._now()[2] if self._session is not None else {}

    @property
    def lists(self) -> Mapping[Path, Listed]:
        """The lists of declared rules that can grow; none of charts that derive from shipped
        ones.
        """
        rows = self._session.declared_rows if self._session is not None else None
        return rows.lists if rows is not None else {}

    @property
    def undeclared(self) -> tuple[str, ...]:
        """The tables that nothing is declared of yet, by id."""
        return self._session.undeclared if self._session is not None else ()

    @property
    def chosen_row(self) -> tuple[Path, str] | None:
        """The list that the chosen cell lies in, and its row there."""
        rows = self._session.declared_rows if self._session is not None else None
        return rows.row_of(self.chosen) if rows is not None and self.chosen is not None else None

    @property
    def growing(self) -> Path | None:
        """The list that a new row comes into: that of the chosen cell, else the first in view."""
        if self.chosen_row is not None:
            return self.chosen_row[0]
        tables = self.chart.tables if self.chart is not None else ()
        return next((table.path for table in tables if table.path in self.lists), None)

    @property
    def problems(self) -> tuple[ChartProblem, ...]:
        """What keeps a game from being begun with them."""
        if self._session is None:
            return ()
        revision = self._session.revision
        if self._problems is None or self._problems[0] != revision:
            self._problems = (revision, self._session.problems)
        return self._problems[1]

    @property
    def absent(self) -> tuple[ChartProblem, ...]:
        """What rules declared for a game by hand name that their board and units have not; nothing
        while no game can be begun with them.
        """
        if self._session is None or not self.is_by_hand or self.problems:
            return ()
        revision = self._session.revision
        if self._absent is None or self._absent[0] != revision:
            self._absent = (revision, self._looked_for())
        return self._absent[1]

    def _looked_for(self) -> tuple[ChartProblem, ...]:
        try:
            if self._ground is None:
                self._ground = ground_for(self.session.path, self.session.number)
            return RulesTrial(self.session.charts, self._ground).absent
        except KnownError:
            return ()

    @property
    def edits(self) -> Mapping[Path, Edit]:
        """The cells that were edited."""
        return self._session.charts.cells if self._session is not None else {}

    @property
    def chart(self) -> Chart | None:
        """The chart in view."""
        book = self.book
        return book[self._chart] if 0 <= self._chart < len(book) else None

    @property
    def can_undo(self) -> bool:
        """True when there is a step to take back."""
        return self._session is not None and self._session.can_undo

    @property
    def can_redo(self) -> bool:
        """True when there is a step to bring back."""
        return self._session is not None and self._session.can_redo

    def shipped(self, path: Path) -> str:
        """What a cell holds in the charts the set derives from."""
        try:
            return shown(value_at(self._plain, path))
        except KeyError:
            return ""

    def value_of(self, path: Path) -> str:
        """What a cell holds now, where nothing is said its default."""
        rows = self._session.declared_rows if self._session is not None else None
        if rows is None:
            edit = self.edits.get(path)
            return shown(edit.value) if edit is not None else self.shipped(path)
        try:
            return shown(value_at(rows.tables, path))
        except KeyError:
            return ""

    def names_in(self, path: Path) -> list[str]:
        """The names of the rows of a list, in their order."""
        tables = self.chart.tables if self.chart is not None else ()
        rows = next((table.rows for table in tables if table.path == path), ())
        cells = (next(cell for cell in row.paths if cell is not None) for row in rows)
        return [cell[len(path)] for cell in cells]

    def title_of(self, path: Path) -> str:
        """A table as one would point at it."""
        for chart in self.book:
            for table in chart.tables:
                if table.path == path:
                    return f"{chart.title}, {table.title}" if table.title else chart.title
        return place(path)

    def name_of(self, path: Path) -> str:
        """A cell as one would point at it: chart, table, line and column."""
        for chart in self.book:
            for table in chart.tables:
                for row in table.rows:
                    if path in row.paths:
                        at = row.paths.index(path)
                        head = table.columns[at]
                        line = row.cells[0] if at else ""
                        column = f"column {head}" if head.isdecimal() else head
                        parts = [chart.title, table.title, line, "" if head == "value" else column]
                        return ", ".join(part for part in parts if part)
        return place(path)

    def can_edit(self, path: Path | None) -> bool:
        """Whether a cell is there to be edited, not a name that rules know."""
        rule = self.allowed.get(path) if path is not None else None
        return rule is not None and rule.kind is not CellKind.FIXED

    def take(self, session: ChartSession) -> None:
        """Edit what a session opens from now on."""
        self.close()
        self._session = session
        self._plain = session.charts.plain
        session.watch(self._touched)
        self._chart_id = self.book[0].id if self.book else ""
        self.opened.emit()

    def close(self) -> None:
        """Release them."""
        if self._session is not None:
            self._session.close()
            self._session, self._read, self._problems, self.chosen = None, None, None, None
            self._ground = self._absent = None
            self._chart, self._draft = 0, None
            self.closed.emit()

    def show_chart(self, number: int) -> None:
        """Bring a chart into view."""
        if number != self._chart and 0 <= number < len(self.book):
            self._chart = number
            self._chart_id = self.book[number].id
            self.draft(None)
            self.choose(None)
            self.chart_changed.emit()

    def choose(self, path: Path | None) -> None:
        """Choose a cell."""
        if path != self.chosen:
            self.chosen = path
            self.chosen_changed.emit()

    def point(self, path: Path) -> None:
        """Bring the chart of a cell, row or table into view and choose its first cell."""
        for number, chart in enumerate(self.book):
            if (chart.id,) == path[:1]:
                self.show_chart(number)
        cells = [cell for cell in self.allowed if cell[: len(path)] == path]
        if cells:
            self.choose(cells[0])

    def type_in(self, path: Path, text: str) -> bool:
        """Write what a person typed into a cell; False, after saying why, when it cannot be."""

        def deed(session: ChartSession) -> None:
            rows = session.declared_rows
            growth = rows.typed(path, text) if rows is not None else None
            self._aim = growth.aim if growth is not None else None
            session.type_in(path, text)

        return self._do(deed, at=path)

    def add_row(self, path: Path) -> bool:
        """Add a row to a list, after the chosen one if that is of it."""
        after = self.chosen_row[1] if self.chosen_row and self.chosen_row[0] == path else ""
        return self._grow(lambda rows: rows.added(path, after), path)

    def add_entry(self, path: Path, word: str) -> bool:
        """Add an entry to a list of values by words."""
        return self._grow(lambda rows: rows.entered(path, word), path)

    def remove_row(self) -> bool:
        """Take the row of the chosen cell out."""
        row = self.chosen_row
        return row is not None and self._grow(lambda rows: rows.removed(*row))

    def move_row(self, by: int) -> bool:
        """Move the row of the chosen cell down, or up for less than 0."""
        row = self.chosen_row
        return row is not None and self._grow(lambda rows: rows.moved(*row, by))

    def declare(self, chart: str) -> bool:
        """Declare a table, and bring it into view."""
        done = self._do(lambda session: session.declare(chart))
        if done:
            self.point((chart,))
        return done

    def take_out(self) -> bool:
        """Declare nothing of the table in view any more."""
        chart = self.chart
        return chart is not None and self._do(lambda session: session.take_out(chart.id))

    @property
    def drafted_cell(self) -> Path | None:
        """The cell that is being typed into."""
        return self._draft[0] if self._draft is not None else None

    def draft_trouble(self) -> str:
        """Why the cell cannot hold what is being typed into it; '' if it can."""
        try:
            self.drafted_charts()
        except KnownError as error:
            return str(error)
        return ""

    def draft(self, path: Path | None, text: str = "") -> None:
        """Follow what is being typed into a cell; None when its editor is closed."""
        found = None if path is None else (path, text)
        if found != self._draft:
            self._draft = found
            self.drafted.emit()

    def drafted_charts(self) -> ChartSet:
        """The set with what is being typed. Raises KnownError for a text that the cell cannot hold,
        LookupError when no charts are open.
        """
        if self._draft is None:
            return self.session.charts
        return self.session.tried(*self._draft)

    def annotate(self, path: Path, note: str) -> bool:
        """Say why a cell was edited."""
        return self._do(lambda session: session.annotate(path, note))

    def reset(self, path: Path = ()) -> bool:
        """Make a cell, a row, a table or all charts what they were."""
        return self._do(lambda session: session.reset(path))

    def retitle(self, title: str) -> bool:
        """Call the set something else."""
        return self._do(lambda session: session.retitle(title))

    def undo(self) -> None:
        """Take back the last step, and show what it was about."""
        self._do(lambda session: session.undo(), show=True)

    def redo(self) -> None:
        """Bring back what was taken back last, and show it."""
        self._do(lambda session: session.redo(), show=True)

    def next_edit(self, step: int) -> bool:
        """Choose the next edited cell (1), or the one before (-1); False when there is none."""
        edited = [path for path in self.allowed if path in self.edits]
        if not edited:
            return False
        order = list(self.allowed)
        here = order.index(self.chosen) if self.chosen is not None and self.chosen in order else -1
        if step > 0:
            later = [path for path in edited if order.index(path) > here]
            self.point(later[0] if later else edited[0])
        else:
            before = [path for path in edited if order.index(path) < here]
            self.point(before[-1] if before else edited[-1])
        return True

    def wear(self, theme: Theme) -> None:
        """Use a theme's colours."""
        self.colours, self.dark = dict(theme.colours), theme.dark
        self.worn.emit()

    def _grow(
        self, growth: Callable[[DeclaredRows], Growth | None], at: Path | None = None
    ) -> bool:
        """Add, take out or move a row, and choose the one it is about."""

        def deed(session: ChartSession) -> None:
            found = growth(session.declared_rows) if session.declared_rows is not None else None
            if found is not None:
                column = self.chosen[len(found.aim) :] if self.chosen is not None else ()
                self._aim = (*found.aim, *column)
                session.grow(found)

        return self._do(deed, at=at)

    def _do(
        self,
        deed: Callable[[ChartSession], object],
        *,
        show: bool = False,
        at: Path | None = None,
    ) -> bool:
        done = False
        if self._session is None:
            return done
        self._showing = show
        with self._told(at):
            deed(self._session)
            done = True
        self._showing = False
        return done

    @contextmanager
    def _told(self, at: Path | None = None) -> Iterator[None]:
        try:
            yield
        except KnownError as error:
            self.refused.emit(str(error))
            if at is not None:
                self.refused_at.emit(at, str(error))

    def _touched(self, touched: frozenset[Path]) -> None:
        session = self.session
        if session.charts.plain != self._plain:
            self._plain = session.charts.plain
            self._reshaped(touched)
        else:
            self.changed.emit(touched)
        if self._showing and touched:
            self.point(min(touched))

    def _reshaped(self, touched: frozenset[Path]) -> None:
        """Rows or tables came, went, moved or were named, here or in the Scenarios workspace."""
        aim, self._aim = self._aim, None
        if any(path[0] == SCENARIO for path in touched):  # it may be of another board now
            self.chosen = self._ground = self._absent = None
            self.opened.emit()
            return
        ids = [chart.id for chart in self.book]
        here = (
            ids.index(self._chart_id) if self._chart_id in ids else min(self._chart, len(ids) - 1)
        )
        self._chart, self._chart_id = here, ids[here] if ids else ""
        wanted = aim if aim is not None else self.chosen
        cells = [cell for cell in self.allowed if wanted and cell[: len(wanted)] == wanted]
        if not cells and wanted is not None:
            row = next((path for path in self.lists if wanted[: len(path)] == path), None)
            cells = [cell for cell in self.allowed if row and cell[: len(row)] == row]
        self.chosen = cells[0] if cells else None
        self.rows_changed.emit()
        self.chosen_changed.emit()

    def _now(self) -> tuple[int, tuple[Chart, ...], Mapping[Path, Allowed]]:
        session = self.session
        if self._read is None or self._read[0] != session.revision:
            self._read = (session.revision, session.book, session.allowed)
        return self._read
