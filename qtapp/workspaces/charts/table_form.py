"""One table of the chart in view: its cells, and where it can grow what adds and moves its rows."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog, QVBoxLayout, QWidget

from engine.core.charts.declared import ListKind
from engine.core.charts.schema import Path
from engine.game.chartbook import ChartTable
from qtapp.widgets.parts import Flow, button, label
from qtapp.widgets.plain import plain
from qtapp.workspaces.charts.charts_controller import ChartsController
from qtapp.workspaces.charts.grid import ChartGrid


class TableForm(QWidget):
    """A table under its heading. A value that cannot be is told below it, as it is typed."""

    def __init__(self, controller: ChartsController, table: ChartTable, chart: str) -> None:
        super().__init__()
        self._controller = controller
        self._chart = chart
        self._is_refused = False
        self.heading = label("", wraps=False)
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.heading.setContentsMargins(0, 8, 0, 0)
        self.grid = ChartGrid(controller, table, chart)
        self.trouble = label("", "warning", "Why the cell cannot hold that")
        self.trouble.hide()
        self.empty = label("It has no rows yet.", "faint")
        self.adds = button("Add row")
        self.removes = button("Remove row")
        self.ups = button("Move up")
        self.downs = button("Move down")
        self.bar = Flow(self)
        for made, deed in (
            (self.adds, self._add),
            (self.removes, self._remove),
            (self.ups, lambda: self._move(-1)),
            (self.downs, lambda: self._move(1)),
        ):
            made.clicked.connect(deed)
        self.bar.fill((self.adds, self.removes, self.ups, self.downs))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for part in (self.heading, self.grid, self.empty, self.trouble, self.bar):
            layout.addWidget(part)
        controller.chosen_changed.connect(self._follow)
        controller.drafted.connect(self._judge)
        controller.refused_at.connect(self._refused)
        self.show_table(table)

    @property
    def path(self) -> Path:
        """Where the table is in the charts."""
        return self.grid.chart_model.table.path

    def show_table(self, table: ChartTable) -> None:
        """Follow an edit; the table may have other rows."""
        self.heading.setText(table.title)
        self.heading.setVisible(bool(table.title))
        self.grid.setAccessibleName(f"{self._chart}, {table.title}" if table.title else self._chart)
        self.grid.show_table(table)
        self._is_refused = False
        self._say("")
        self._follow()

    def _follow(self) -> None:
        """Offer what can be done with the rows, and with the one that is chosen."""
        listed = self._controller.lists.get(self.path)
        self.bar.setVisible(listed is not None)
        self.empty.setVisible(listed is not None and not self.grid.chart_model.table.rows)
        if listed is None:
            return
        is_entries = listed.kind is ListKind.ENTRIES
        what = self.grid.accessibleName()
        for made, words, tip in (
            (self.adds, "Add entry…" if is_entries else "Add row", f"Add a row to {what}"),
            (self.removes, "Remove row", f"Remove the chosen row of {what}"),
            (self.ups, "Move up", f"Move the chosen row of {what} up"),
            (self.downs, "Move down", f"Move the chosen row of {what} down"),
        ):
            made.setText(words)
            made.setToolTip(plain(tip))
            made.setAccessibleName(tip)
        self.ups.setVisible(not is_entries)
        self.downs.setVisible(not is_entries)
        row = self._controller.chosen_row
        is_mine = row is not None and row[0] == self.path
        names = self._controller.names_in(self.path)
        at = names.index(row[1]) if row is not None and is_mine and row[1] in names else -1
        self.removes.setEnabled(at >= 0)
        self.ups.setEnabled(at > 0)
        self.downs.setEnabled(0 <= at < len(names) - 1)

    def _add(self) -> None:
        add_row(self, self._controller, self.path)

    def _remove(self) -> None:
        self._controller.remove_row()

    def _move(self, by: int) -> None:
        self._controller.move_row(by)

    def _judge(self) -> None:
        """Say of what is being typed here why it cannot be."""
        draft = self._controller.drafted_cell
        if draft is not None and self._holds(draft):
            self._is_refused = False
            self._say(self._controller.draft_trouble())
        elif not self._is_refused:
            self._say("")

    def _refused(self, path: Path, sentence: str) -> None:
        if self._holds(path):
            self._is_refused = True
            self._say(sentence)

    def _holds(self, path: Path) -> bool:
        return path == self.path or self.grid.chart_model.has(path)

    def _say(self, sentence: str) -> None:
        self.trouble.setText(sentence)
        self.trouble.setVisible(bool(sentence))


def add_row(window: QWidget, controller: ChartsController, path: Path) -> None:
    """Add a row to a list after the chosen one, or an entry for a word that is asked for."""
    listed = controller.lists.get(path)
    if listed is None:
        return
    if listed.kind is not ListKind.ENTRIES:
        controller.add_row(path)
        return
    words = [word for word in listed.words if word not in controller.names_in(path)]
    question = f"An entry of {controller.title_of(path)} for what?"
    word, done = QInputDialog.getItem(window, "Add an entry", question, words, 0, True)
    if done:
        controller.add_entry(path, word)
