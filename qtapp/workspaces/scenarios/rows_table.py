"""A table of rows that are typed into, added, taken out and put in another order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from maps.untyped import JsonList, JsonObject
from qtapp.widgets.focus import FocusPass
from qtapp.widgets.forms import CellChoices
from qtapp.widgets.parts import button
from qtapp.widgets.plain import plain

SEPARATOR = ";"
"""What stands between the entries of a list in one cell: sentences hold commas."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its key in the row, its head, whether it holds a list, what may be chosen (asked
    each time), and whether it is only read.
    """

    key: str
    title: str
    tip: str = ""
    many: bool = False
    choices: Callable[[], tuple[str, ...]] | None = None
    fixed: bool = False


class RowsTable(QWidget):
    """Shows rows and tells ``written`` of all of them whenever one was changed.

    ``written`` returns False for rows that cannot be; the table then shows what was before.
    """

    def __init__(
        self,
        name: str,
        columns: tuple[Column, ...],
        written: Callable[[JsonList], bool],
        fresh: Callable[[JsonList], JsonObject] | None = None,
    ) -> None:
        super().__init__()
        self._columns, self._written, self._fresh = columns, written, fresh
        self._rows: JsonList = []
        self._fills = False
        self.grid = QTableWidget(0, len(columns))
        self.grid.setAccessibleName(name)
        self.grid.setToolTip("Type into a cell to change it")
        for at, column in enumerate(columns):
            head_item = QTableWidgetItem(column.title)
            head_item.setToolTip(plain(column.tip))
            self.grid.setHorizontalHeaderItem(at, head_item)
        self.grid.verticalHeader().hide()
        self.grid.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.grid.setWordWrap(True)
        self.grid.setTabKeyNavigation(False)
        head = self.grid.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setStretchLastSection(True)
        head.setMaximumSectionSize(220)
        for at, column in enumerate(columns):
            if column.choices is not None:
                self.grid.setItemDelegateForColumn(at, _Choice(self.grid, column.choices))
        self.grid.itemChanged.connect(self._typed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.addWidget(self.grid, 1)
        if fresh is not None:
            layout.addLayout(self._buttons())
        FocusPass(self, self.grid)

    @property
    def current(self) -> int:
        """The row that is chosen, -1 for none."""
        return self.grid.currentRow()

    def show_rows(self, rows: JsonList) -> None:
        """Show rows; the chosen cell stays chosen."""
        self._rows = rows
        spot = self.grid.currentRow(), self.grid.currentColumn()
        self._fills = True
        self.grid.setRowCount(len(rows))
        for at, row in enumerate(rows):
            for number, column in enumerate(self._columns):
                item = self.grid.item(at, number) or self._fresh_item(at, number)
                item.setText(_shown(row.get(column.key, "")))
        self.grid.resizeRowsToContents()
        if rows:
            self.grid.setCurrentCell(min(max(0, spot[0]), len(rows) - 1), max(0, spot[1]))
        self._fills = False

    def _fresh_item(self, at: int, number: int) -> QTableWidgetItem:
        item = QTableWidgetItem()
        column = self._columns[number]
        if column.fixed:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
        item.setToolTip(plain(column.tip))
        self.grid.setItem(at, number, item)
        return item

    def add(self) -> None:
        """Add a row after the last."""
        if self._fresh is not None and self._write([*self._rows, self._fresh(self._rows)]):
            self.grid.setCurrentCell(len(self._rows) - 1, self._first_open())
            self.grid.setFocus()

    def remove(self) -> None:
        """Take the chosen row out."""
        at = self.current
        if at >= 0:
            self._write([row for number, row in enumerate(self._rows) if number != at])

    def shift(self, by: int) -> None:
        """Move the chosen row up or down."""
        at, goal = self.current, self.current + by
        if at >= 0 and 0 <= goal < len(self._rows):
            rows = list(self._rows)
            rows[at], rows[goal] = rows[goal], rows[at]
            if self._write(rows):
                self.grid.setCurrentCell(goal, max(0, self.grid.currentColumn()))

    def _first_open(self) -> int:
        return next(at for at, column in enumerate(self._columns) if not column.fixed)

    def _typed(self, item: QTableWidgetItem) -> None:
        if self._fills:
            return
        column, at = self._columns[item.column()], item.row()
        text = item.text().strip()
        value = _parts(text) if column.many else text
        if _shown(self._rows[at].get(column.key, "")) == _shown(value):
            return
        rows = list(self._rows)
        rows[at] = {**rows[at], column.key: value}
        self._write(rows)

    def _write(self, rows: JsonList) -> bool:
        before = self._rows
        if self._written(rows):
            return True
        self.show_rows(before)
        return False

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.adds = button("Add", "Add a row")
        self.removes = button("Take out", "Take the chosen row out")
        self.ups = button("Up", "Move the chosen row up")
        self.downs = button("Down", "Move the chosen row down")
        for made, what in (
            (self.adds, self.add),
            (self.removes, self.remove),
            (self.ups, lambda: self.shift(-1)),
            (self.downs, lambda: self.shift(1)),
        ):
            made.clicked.connect(what)
            row.addWidget(made)
        return row


class _Choice(QStyledItemDelegate):
    """Offers choices where a cell is edited; what is typed besides is judged like any text."""

    def __init__(self, parent: QWidget, choices: Callable[[], tuple[str, ...]]) -> None:
        super().__init__(parent)
        self._choices = choices

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> QWidget:
        """A list of the choices."""
        made = CellChoices(parent, self._choices())
        made.setCurrentText(str(index.data()))
        made.taken.connect(lambda: self._done(made))
        return made

    def _done(self, editor: QWidget) -> None:
        self.commitData.emit(editor)
        self.closeEditor.emit(editor)


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"{SEPARATOR} ".join(map(str, value))
    return str(value)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(SEPARATOR) if part.strip()]
