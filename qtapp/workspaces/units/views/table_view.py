"""The table of an order of battle: inline edit, many rows at once, columns as one likes them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from oob.ledger.fields import FIELDS
from oob.ledger.model import RowKey
from oob.notation.model import Action
from oob.notation.text.words import SIZES, TYPES
from qtapp.widgets.plain import plain
from qtapp.workspaces.units.units_controller import UnitsController
from qtapp.workspaces.units.views.table_model import LedgerModel

Index = QModelIndex | QPersistentModelIndex
ROW_HEIGHT = 30
FIRST_COLUMNS = (
    *("name", "type", "size", "ratings", "nationality", "turn", "action", "force", "group"),
    *("part", "suffix", "count", "back", "grade", "note"),
)
"""The columns that are shown at first."""

_WIDTHS = {
    "name": 150, "type": 118, "size": 52, "ratings": 66, "back": 92, "suffix": 66, "action": 92,
    "count": 54, "nationality": 96, "turn": 84, "group": 150, "force": 150, "part": 110,
    "area": 170, "grade": 52, "note": 240, "side": 70, "kind": 80, "tags": 220,
    "attack": 48, "defense": 48, "move": 54,
}  # fmt: skip
_CHOICES = ("type", "size", "nationality", "side", "turn", "action", "group", "force", "suffix")


class UnitTable(QTableView):
    """Shows a :class:`LedgerModel`. ``chosen_changed`` follows the selection."""

    chosen_changed = Signal()

    def __init__(self, model: LedgerModel, controller: UnitsController) -> None:
        super().__init__()
        self._ledger = model
        self._controller = controller
        self._kept: list[RowKey] = []
        self.setModel(model)
        self.setAccessibleName("Units")
        self.setToolTip("The units of the order of battle as a table")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setItemDelegate(FactDelegate(controller, self))
        self.setIconSize(QSize(26, 26))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setAccessibleName("Columns of the units")
        header.setSectionsMovable(True)
        header.setHighlightSections(False)
        header.setSortIndicatorClearable(True)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._header_menu)
        for at, field in enumerate(FIELDS):
            self.setColumnWidth(at, _WIDTHS[field.id])
        self.show_columns(FIRST_COLUMNS)
        self.setSortingEnabled(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        model.modelAboutToBeReset.connect(self._keep)
        model.modelReset.connect(self._restore)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are shown, as they lie."""
        header = self.horizontalHeader()
        order = [header.logicalIndex(at) for at in range(header.count())]
        return tuple(FIELDS[at].id for at in order if not self.isColumnHidden(at))

    def show_columns(self, wanted: Sequence[str]) -> None:
        """Show these columns only, in this order."""
        header = self.horizontalHeader()
        ids = [field.id for field in FIELDS]
        known = [ident for ident in wanted if ident in ids] or list(FIRST_COLUMNS)
        for at, ident in enumerate(ids):
            self.setColumnHidden(at, ident not in known)
        for place, ident in enumerate(known):
            header.moveSection(header.visualIndex(ids.index(ident)), place)

    @property
    def chosen(self) -> list[RowKey]:
        """The selected rows, from the top."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        keys = self._ledger.keys
        return [keys[at] for at in rows]

    @property
    def current(self) -> RowKey | None:
        """The row the keyboard is on."""
        index = self.currentIndex()
        return self._ledger.key(index) if index.isValid() else None

    def choose(self, keys: Sequence[RowKey]) -> None:
        """Select rows and bring the first into view; those not shown are passed over."""
        found = [index for index in map(self._ledger.index_of, keys) if index.isValid()]
        selection = QItemSelection()
        for index in found:
            selection.select(index, index)
        flags = QItemSelectionModel.SelectionFlag
        if found:
            column = max(0, self.currentIndex().column())
            self.selectionModel().setCurrentIndex(found[0].siblingAtColumn(column), flags.NoUpdate)
            self.scrollTo(found[0].siblingAtColumn(column))
        self.selectionModel().select(selection, flags.ClearAndSelect | flags.Rows)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Tell that other rows are chosen."""
        super().selectionChanged(selected, deselected)
        self.chosen_changed.emit()

    def columns_menu(self) -> QMenu:
        """A menu to show and hide columns."""
        menu = QMenu(self)
        for at, field in enumerate(FIELDS):
            action = QAction(field.title, menu)
            action.setCheckable(True)
            action.setChecked(not self.isColumnHidden(at))
            action.setToolTip(plain(field.tip))
            action.toggled.connect(lambda on, at=at: self.setColumnHidden(at, not on))
            menu.addAction(action)
        menu.addSeparator()
        first = menu.addAction("As at first")
        first.triggered.connect(lambda: self.show_columns(FIRST_COLUMNS))
        return menu

    def _header_menu(self, at: QPoint) -> None:
        self.columns_menu().popup(self.horizontalHeader().mapToGlobal(at))

    def _keep(self) -> None:
        self._kept = self.chosen

    def _restore(self) -> None:
        if self._kept:
            self.choose(self._kept)
        self.chosen_changed.emit()


class FactDelegate(QStyledItemDelegate):
    """Edits one fact: a line to type in, with what others say offered where that helps."""

    def __init__(self, controller: UnitsController, parent: QWidget) -> None:
        super().__init__(parent)
        self._controller = controller

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A box with suggestions for words, a plain line for all else."""
        field = FIELDS[index.column()]
        if field.id not in _CHOICES:
            return super().createEditor(parent, option, index)
        return choices_box(self._controller, field.id, parent)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Begin with what is there."""
        if isinstance(editor, QComboBox):
            editor.setEditText(str(index.data(Qt.ItemDataRole.EditRole)))
            line = editor.lineEdit()
            if line is not None:
                line.selectAll()
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        """Write what was typed."""
        if isinstance(editor, QComboBox) and isinstance(model, LedgerModel):
            model.setData(index, editor.currentText())
        else:
            super().setModelData(editor, model, index)  # type: ignore[arg-type]


def choices_box(
    controller: UnitsController, field: str, parent: QWidget | None = None
) -> QComboBox:
    """A box that offers what a fact can say, and what other rows say."""
    box = QComboBox(parent)
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.setMaxVisibleItems(16)
    box.addItems(choices(controller, field))
    box.setEditText("")
    return box


def choices(controller: UnitsController, field: str) -> list[str]:
    """What a fact can say: the words of the notation, and what other rows say."""
    match field:
        case "size":
            return list(SIZES)
        case "action":
            return [action.value for action in Action]
    read = next(one.read for one in FIELDS if one.id == field)
    said = dict.fromkeys(read(row.item) for row in controller.rows)
    if field == "type":
        return sorted({*TYPES, *(word for word in said if word)})
    return [word for word in said if word]
