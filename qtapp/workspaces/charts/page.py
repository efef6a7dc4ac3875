"""The middle of the Charts workspace: which set is open, and the chart in view, table by table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from engine.editing.project_session import ChartsInfo
from engine.game.catalogue import system_of
from qtapp.widgets.focus import FocusPass
from qtapp.widgets.parts import button, clear, label
from qtapp.workspaces.charts.badges import badge
from qtapp.workspaces.charts.charts_controller import ChartsController
from qtapp.workspaces.charts.grid import ChartGrid
from qtapp.workspaces.charts.table_form import TableForm


class ChartsPage(QWidget):
    """``set_wanted`` carries the number of another set, ``add_wanted`` asks for a new one,
    ``help_wanted`` for the manual's page on the chart in view.
    """

    set_wanted = Signal(int)
    add_wanted = Signal()
    help_wanted = Signal()

    def __init__(self, controller: ChartsController) -> None:
        super().__init__()
        self._controller = controller
        self._focus = FocusPass(self)
        self.forms: list[TableForm] = []
        self._shown = ""
        self.sets = QComboBox()
        self.sets.setAccessibleName("Edited charts")
        self.sets.setMinimumWidth(180)
        self.sets.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.sets.activated.connect(lambda at: self.set_wanted.emit(self.sets.itemData(at)))
        self.state = label("", "faint", "How many cells are edited", wraps=False)
        self.title = label("", "heading", "Chart", wraps=False)
        self.known = label("", "", "How surely the chart is known", wraps=False)
        self.known.setTextFormat(Qt.TextFormat.RichText)
        self.reason = label("", "faint", "Where the chart comes from")
        self.help = button("Help", "Read what this chart means, field by field (F1)")
        self.help.clicked.connect(self.help_wanted.emit)
        self.empty = label("", "faint", "Why there is nothing")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.add = button("Begin house tables…", "Edit a copy of the shipped charts", primary=True)
        self.add.clicked.connect(self.add_wanted.emit)
        self._tables = QVBoxLayout()
        self._tables.setSpacing(6)
        self.body = QStackedWidget()
        self.body.addWidget(self._nothing())
        self.body.addWidget(self._chart())
        self._lay_out()
        controller.opened.connect(self._opened)
        controller.closed.connect(self._opened)
        controller.changed.connect(lambda _cells: self._changed())
        controller.chart_changed.connect(self._show)
        controller.rows_changed.connect(self._reshaped)
        controller.chosen_changed.connect(self._choose)
        controller.worn.connect(self._show_head)
        self._opened()

    def list_sets(self, sets: Sequence[ChartsInfo], current: int | None) -> None:
        """Offer the edited charts of the file."""
        self.sets.clear()
        for info in sets:
            self.sets.addItem(f"{info.title} ({system_of(info.system).title})", info.number)
        self.sets.setCurrentIndex(self.sets.findData(current))
        self.sets.setVisible(bool(sets))

    def show_empty(self, text: str, *, offer: bool = True) -> None:
        """Say why there is nothing to see."""
        self.empty.setText(text)
        self.add.setVisible(offer)
        self.body.setCurrentIndex(0)

    def _opened(self) -> None:
        self.body.setCurrentIndex(1 if self._controller.is_open else 0)
        self._show()

    @property
    def grids(self) -> list[ChartGrid]:
        """The tables of the chart in view."""
        return [form.grid for form in self.forms]

    def _show(self) -> None:
        """Build the tables of the chart in view; a cell that is being typed is kept first."""
        self.forms = []
        clear(self._tables)
        chart = self._controller.chart
        if chart is None or chart.id != self._shown:
            self._scroll.verticalScrollBar().setValue(0)
        self._show_head()
        for table in chart.tables if chart is not None else ():
            form = TableForm(self._controller, table, self.title.text())
            self.forms.append(form)
            self._tables.addWidget(form)
        for before, after in zip(self.forms, self.forms[1:], strict=False):
            QWidget.setTabOrder(before.downs, after.grid)
        self._focus.aim(next(iter(self.grids), None))
        self._choose()

    def _reshaped(self) -> None:
        """Show the rows that are there now; the keyboard stays in the table it was in."""
        chart = self._controller.chart
        focus = self.window().focusWidget()
        was_here = self._holder.isAncestorOf(focus)
        tables = chart.tables if chart is not None else ()
        if chart is not None and self._shown == chart.id and len(tables) == len(self.forms):
            for form, table in zip(self.forms, tables, strict=True):
                form.show_table(table)
            self._show_head()
        else:
            self._show()
        self._choose()
        chosen = next((g for g in self.grids if g.chart_model.has(self._controller.chosen)), None)
        if was_here and chosen is not None:
            chosen.setFocus()

    def _show_head(self) -> None:
        chart, count = self._controller.chart, len(self._controller.edits)
        self._shown = chart.id if chart is not None else ""
        self.title.setText(chart.title if chart is not None else "")
        self.help.setVisible(chart is not None and self._controller.is_by_hand)
        self.known.setText(badge(chart.provenance, self._controller.colours) if chart else "")
        self.reason.setText(chart.reason if chart is not None else "")
        self.reason.setVisible(bool(chart is not None and chart.reason))
        said = f"{counted(count, 'cell')} edited" if count else ""
        said = said or ("declared by hand" if self._controller.is_by_hand else "as shipped")
        wrong = len(self._controller.problems)
        if wrong:
            said += f", ✖ {wrong} to fix"
        if self._controller.absent:
            said += f", ⚠ {len(self._controller.absent)} not on the board"
        self.state.setText(said if self._controller.is_open else "")

    def _changed(self) -> None:
        chart = self._controller.chart
        tables = chart.tables if chart is not None else ()
        if len(self.forms) == len(tables):  # not while another chart is coming into view
            for form, table in zip(self.forms, tables, strict=True):
                form.show_table(table)
        self._show_head()

    def _choose(self) -> None:
        path = self._controller.chosen
        for grid in self.grids:
            if grid.choose(path):
                self._scroll.ensureWidgetVisible(grid, 0, 0)
                index = grid.currentIndex()
                spot = grid.visualRect(index).center()
                at = grid.viewport().mapTo(self._holder, spot)
                self._scroll.ensureVisible(at.x(), at.y(), 120, 60)

    def _nothing(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.add)
        row.addStretch(1)
        layout = QVBoxLayout(holder)
        layout.addStretch(1)
        layout.addWidget(self.empty)
        layout.addSpacing(10)
        layout.addLayout(row)
        layout.addStretch(2)
        return holder

    def _chart(self) -> QWidget:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.title)
        head.addWidget(self.known)
        head.addStretch(1)
        head.addWidget(self.help)
        holder = QWidget()
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(14, 10, 14, 14)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.reason)
        layout.addLayout(self._tables)
        layout.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(holder)
        self._holder = holder
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return self._scroll

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(self.sets)
        top.addWidget(self.state)
        top.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 6)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(self.body, 1)
