"""The charts that are being edited: their session, every edit of them, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal

from engine.core.charts.chart_set import ChartSet, Edit, shown
from engine.core.charts.schema import Allowed, CellKind, ChartProblem, Path, place, value_at
from engine.editing.chart_session import ChartSession
from engine.game.ask.rules_trial import SYSTEM_ID
from engine.game.chartbook import Chart
from maps.errors import KnownError
from resources import Theme


class ChartsController(QObject):
    """Holds the open set of charts and carries out every edit of it.

    ``opened`` and ``closed`` follow when another, or none, is edited; ``changed`` carries the cells
    an edit, undo or redo touched, ``refused`` the sentence of an edit that could not be made;
    ``chosen_changed`` follows the cell that is chosen, ``chart_changed`` the chart in view,
    ``drafted`` what is being typed into a cell and is not written yet.
    """

    opened = Signal()
    closed = Signal()
    changed = Signal(object)
    refused = Signal(str)
    chosen_changed = Signal()
    chart_changed = Signal()
    drafted = Signal()
    worn = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.colours = dict(theme.colours)
        self.dark = theme.dark
        self._session: ChartSession | None = None
        self._read: tuple[int, tuple[Chart, ...], Mapping[Path, Allowed]] | None = None
        self._problems: tuple[int, tuple[ChartProblem, ...]] | None = None
        self._plain: Mapping[str, object] = {}
        self._chart = 0
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
    def problems(self) -> tuple[ChartProblem, ...]:
        """What keeps a game from being begun with them."""
        if self._session is None:
            return ()
        revision = self._session.revision
        if self._problems is None or self._problems[0] != revision:
            self._problems = (revision, self._session.problems)
        return self._problems[1]

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
        self.opened.emit()

    def close(self) -> None:
        """Release them."""
        if self._session is not None:
            self._session.close()
            self._session, self._read, self._problems, self.chosen = None, None, None, None
            self._chart, self._draft = 0, None
            self.closed.emit()

    def show_chart(self, number: int) -> None:
        """Bring a chart into view."""
        if number != self._chart and 0 <= number < len(self.book):
            self._chart = number
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
        return self._do(lambda session: session.type_in(path, text))

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

    def _do(self, deed: Callable[[ChartSession], object], *, show: bool = False) -> bool:
        done = False
        if self._session is None:
            return done
        self._showing = show
        with self._told():
            deed(self._session)
            done = True
        self._showing = False
        return done

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except KnownError as error:
            self.refused.emit(str(error))

    def _touched(self, touched: frozenset[Path]) -> None:
        session = self.session
        if session.charts.plain != self._plain:  # rows came or went, in the Scenarios workspace
            self._plain, self.chosen = session.charts.plain, None
            self.opened.emit()
            return
        self.changed.emit(touched)
        if self._showing and touched:
            self.point(min(touched))

    def _now(self) -> tuple[int, tuple[Chart, ...], Mapping[Path, Allowed]]:
        session = self.session
        if self._read is None or self._read[0] != session.revision:
            self._read = (session.revision, session.book, session.allowed)
        return self._read
