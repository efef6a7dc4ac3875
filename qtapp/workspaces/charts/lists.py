"""Beside the charts: the list of them, and what keeps a game from being begun with them."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from engine.core.charts.schema import ChartProblem
from engine.core.wording import counted
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.workspaces.charts.badges import plain_badge
from qtapp.workspaces.charts.charts_controller import ChartsController

PROBLEM = int(Qt.ItemDataRole.UserRole)


class ChartList(QWidget):
    """Every chart with how many of its cells were edited."""

    def __init__(self, controller: ChartsController) -> None:
        super().__init__()
        self._controller = controller
        self.list = QListWidget()
        self.list.setAccessibleName("Charts")
        self.list.setToolTip("The charts of the game; choosing one shows it")
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(controller.show_chart)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        self.declare = button("Declare a table…", "Add a table of rules that has none yet")
        layout.addWidget(self.list)
        layout.addWidget(self.declare)
        for signal in (controller.opened, controller.closed, controller.rows_changed):
            signal.connect(self.refresh)
        controller.changed.connect(lambda _cells: self._count())
        controller.chart_changed.connect(self._follow)
        self.refresh()

    def refresh(self) -> None:
        """List the charts of the set that is open."""
        self.declare.setVisible(bool(self._controller.undeclared))
        self.list.blockSignals(True)
        self.list.clear()
        for chart in self._controller.book:
            item = QListWidgetItem(chart.title)
            item.setToolTip(plain(f"{chart.reason}\n{plain_badge(chart.provenance)}".strip()))
            self.list.addItem(item)
        self.list.blockSignals(False)
        self._count()
        self._follow()

    def release(self) -> None:
        """Choose no chart here: something else is in view."""
        self.list.blockSignals(True)
        self.list.setCurrentRow(-1)
        self.list.blockSignals(False)

    def follow(self) -> None:
        """Choose the chart in view again."""
        self._follow()

    def _count(self) -> None:
        cells = list(self._controller.edits)
        for row, chart in enumerate(self._controller.book):
            count = sum(path[0] == chart.id for path in cells)
            item = self.list.item(row)
            item.setText(f"{chart.title}   ◆ {count}" if count else chart.title)
            edited = counted(count, "edited cell")
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{chart.title}, {edited}")

    def _follow(self) -> None:
        chart = self._controller.chart
        titles = [one.id for one in self._controller.book]
        if chart is not None:
            self.list.blockSignals(True)
            self.list.setCurrentRow(titles.index(chart.id))
            self.list.blockSignals(False)


class ChartProblems(QWidget):
    """What is wrong between cells; a click shows the cell."""

    def __init__(self, controller: ChartsController) -> None:
        super().__init__()
        self._controller = controller
        self.summary = label("", "faint", "Whether a game may be begun with them")
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.list = QListWidget()
        self.list.setAccessibleName("Problems of the charts")
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._picked)
        self.list.itemClicked.connect(self._picked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.addWidget(self.summary)
        layout.addWidget(self.list, 1)
        layout.addStretch(0)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.refresh)
        controller.opened.connect(self.refresh)
        controller.closed.connect(self.refresh)
        controller.rows_changed.connect(lambda: self._timer.start(0))
        controller.changed.connect(lambda _cells: self._timer.start(0))
        self.refresh()

    def refresh(self) -> None:
        """Check again."""
        self.list.clear()
        problems = self._controller.problems
        absent = self._controller.absent
        for sign, problem in (*(("✖", one) for one in problems), *(("⚠", one) for one in absent)):
            name = self._controller.name_of(problem.path)
            item = QListWidgetItem(f"{sign}  {name}: {problem.what}")
            item.setData(PROBLEM, problem)
            self.list.addItem(item)
        self.list.setVisible(bool(problems or absent))
        if not self._controller.is_open:
            self.summary.setText("")
        elif problems:
            self.summary.setText("No game can be begun with them until this is fixed:")
        elif absent:
            self.summary.setText("A game may be begun with them, but will not find this:")
        else:
            self.summary.setText("They are sound: a game may be begun with them.")

    def _picked(self, item: QListWidgetItem) -> None:
        problem = item.data(PROBLEM)
        if isinstance(problem, ChartProblem):
            self._controller.point(problem.path)
