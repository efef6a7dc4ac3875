"""The rows of an order of battle as an item model: filtered, sorted, edited in place."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
)

from oob.ledger.edits.changes import Touched
from oob.ledger.fields import FIELDS, Field
from oob.ledger.find import Finder
from oob.ledger.model import Row, RowKey
from oob.ledger.sureness import in_words
from oob.notation.text.words import turn_key
from qtapp.widgets.plain import plain
from qtapp.workspaces.units.units_controller import UnitsController
from qtapp.workspaces.units.views.portraits import Portraits

Index = QModelIndex | QPersistentModelIndex
KEY = int(Qt.ItemDataRole.UserRole)
_NUMBERS = re.compile(r"\d+|\D+")
_CENTRED = ("ratings", "size", "count")
_CENTRE = Qt.AlignmentFlag.AlignCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ROLES = frozenset(
    int(role)
    for role in (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.EditRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.TextAlignmentRole,
        Qt.ItemDataRole.DecorationRole,
        Qt.ItemDataRole.AccessibleTextRole,
        KEY,
    )
)
"""What is answered; Qt asks for far more, for every cell it paints."""

FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class LedgerModel(QAbstractTableModel):
    """Adapts the controller's rows; what is not found or not in ``within`` is left out."""

    def __init__(self, controller: UnitsController, portraits: Portraits, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._portraits = portraits
        self._shown: list[Row] = []
        self._places: dict[RowKey, int] = {}
        self._finder: Finder | None = None
        self._text = ""
        self._within: frozenset[RowKey] | None = None
        self._sorted_by = -1
        self._down = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._prepare)
        controller.opened.connect(self._opened)
        controller.closed.connect(self._opened)
        controller.changed.connect(self._changed)

    @property
    def keys(self) -> list[RowKey]:
        """The keys of the rows that are shown, in their order."""
        return [row.key for row in self._shown]

    def set_filter(self, text: str, within: frozenset[RowKey] | None) -> None:
        """Show only rows that have every word of a text, and are among ``within`` (None: all)."""
        if (text, within) != (self._text, self._within):
            self._text, self._within = text, within
            self._refill()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 is the order of battle's own order."""
        self._sorted_by, self._down = column, order is Qt.SortOrder.DescendingOrder
        self._refill()

    def key(self, index: Index) -> RowKey:
        """The row of an index."""
        return self._shown[index.row()].key

    def index_of(self, key: RowKey, column: int = 0) -> QModelIndex:
        """Where a row stands; an invalid index when it is not shown."""
        at = self._places.get(key)
        return QModelIndex() if at is None else self.index(at, column)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """How many rows are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """One column for each fact."""
        return 0 if parent.isValid() else len(FIELDS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What one cell shows."""
        if role not in _ROLES or not index.isValid():
            return None
        row, field = self._shown[index.row()], FIELDS[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return field.read(row.item)
            case Qt.ItemDataRole.ToolTipRole:
                said = in_words(row.item.grade) if field.id == "grade" else field.read(row.item)
                return plain(said) or None
            case Qt.ItemDataRole.TextAlignmentRole:
                return _CENTRE if field.id in _CENTRED else _RIGHT if field.number else None
            case Qt.ItemDataRole.DecorationRole if field.id == "name":
                return self._portraits.of(row.item)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{field.title}: {field.read(row.item) or 'empty'}"
        return row.key if role == KEY else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Write one cell; the controller says why when it cannot be."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        field = FIELDS[index.column()]
        if str(value) == field.read(self._shown[index.row()].item):
            return False
        return self._controller.set_field([self.key(index)], field.id, str(value))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Titles of the columns."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        field = FIELDS[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return field.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain(field.tip) or None
            case Qt.ItemDataRole.TextAlignmentRole:
                return _CENTRE if field.id in _CENTRED else _RIGHT if field.number else _LEFT
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What can be done with a cell."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        fixed = not self._controller.is_open or FIELDS[index.column()].id in ("kind", "tags")
        return FLAGS if fixed else FLAGS | Qt.ItemFlag.ItemIsEditable

    def _opened(self) -> None:
        self._finder = None
        self._within = None
        self._portraits.forget(self._controller.ledger)
        self._refill()
        self._soon.start()

    def _prepare(self) -> None:
        """Have the words of all rows ready before anything is typed."""
        if self._finder is None and self._controller.is_shown:
            self._finder = Finder(self._controller.rows)

    def _changed(self, touched: Touched) -> None:
        self._finder = None
        if touched.head:
            self._portraits.forget(self._controller.ledger)
        if touched.order or self._text or self._sorted_by >= 0:
            self._refill()
            return
        last = self.columnCount() - 1
        for key in touched.rows:
            at = self._places.get(key)
            if at is not None:
                self._shown[at] = self._controller.ledger.rows[key]
                self.dataChanged.emit(self.index(at, 0), self.index(at, last))

    def _refill(self) -> None:
        self.beginResetModel()
        rows = self._controller.rows
        if self._text.strip():
            if self._finder is None:
                self._finder = Finder(rows)
            found = self._finder.find(self._text)
            rows = rows if found is None else [row for row in rows if row.key in found]
        if self._within is not None:
            rows = [row for row in rows if row.key in self._within]
        if self._sorted_by >= 0:
            field = FIELDS[self._sorted_by]
            rows = sorted(rows, key=lambda row: _order(field, row), reverse=self._down)
        self._shown = list(rows)
        self._places = {row.key: at for at, row in enumerate(self._shown)}
        self.endResetModel()


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def _order(field: Field, row: Row) -> tuple[object, ...]:
    """How a row is sorted by a fact: turns by date, numbers in a text by their worth."""
    text = field.read(row.item)
    if field.id == "turn":
        number = int(text) if text.isdigit() else 0
        return (not row.item.section.initial, turn_key(text), number, text)
    parts = _NUMBERS.findall(text.casefold())
    return (not text, *((0, int(p), "") if p.isdigit() else (1, 0, p) for p in parts))
