"""All counters of an order of battle as a wall of pictures, narrowed by nation and by words."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from maps.finding.find import folded
from oob.ledger.sureness import source_of
from oob.model import Unit, UnitId
from qtapp.painters.counters.counters import counter_picture, face_in
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.workspaces.counters.counters_controller import CountersController

_PX = 48
_CELL = _PX + 8
Index = QModelIndex | QPersistentModelIndex


class CountersModel(QAbstractListModel):
    """Units as pictures of their counters."""

    def __init__(self, controller: CountersController, ratio: float) -> None:
        super().__init__()
        self._controller = controller
        self._ratio = ratio
        self.shown: list[Unit] = []

    def show(self, units: list[Unit]) -> None:
        """Show these units."""
        self.beginResetModel()
        self.shown = units
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """How many counters."""
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Picture, words and tip of a counter."""
        unit = self.shown[index.row()]
        if role == Qt.ItemDataRole.DecorationRole:
            face = face_in(self._controller.order, unit)
            pixmap = QPixmap.fromImage(counter_picture(face, round(_PX * self._ratio)))
            pixmap.setDevicePixelRatio(self._ratio)
            return pixmap
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            face = face_in(self._controller.order, unit)
            words = (unit.name, unit.type, unit.size.value, face.ratings)
            told = " · ".join(word for word in words if word)
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return told
            source = source_of(self._controller.order, unit)
            return plain("\n".join(filter(None, (told, source))))
        return None


class CounterCell(QStyledItemDelegate):
    """Draws a counter as it is, on the colour of what is chosen when it is; the one that the
    keyboard is on has a line around it.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one."""
        chosen = option.palette.color(QPalette.ColorRole.Highlight)
        state, cell = option.state, option.rect
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(cell, chosen)
        elif state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(chosen, 2))
            painter.drawRect(cell.adjusted(1, 1, -1, -1))
        at = QRect(0, 0, _PX, _PX)
        at.moveCenter(cell.center())
        painter.drawPixmap(at, index.data(Qt.ItemDataRole.DecorationRole))

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """A counter and what shows around it."""
        return QSize(_CELL, _CELL)


class CounterList(QWidget):
    """The wall of counters; ``chosen_changed`` follows what is chosen."""

    chosen_changed = Signal()

    def __init__(self, controller: CountersController, ratio: float) -> None:
        super().__init__()
        self._controller = controller
        self.model = CountersModel(controller, ratio)
        self.nation = QComboBox()
        self.nation.setAccessibleName("Nation")
        self.nation.setToolTip("Only counters of this nation")
        self.search = QLineEdit()
        self.search.setPlaceholderText("Name, type, size or note")
        self.search.setAccessibleName("Search counters")
        self.search.setToolTip("Words of a counter: its name, type, size or note")
        self.search.setClearButtonEnabled(True)
        self.view = QListView()
        self.view.setAccessibleName("Counters")
        self.view.setToolTip("All counters; Ctrl-click and Shift-click choose several")
        self.view.setModel(self.model)
        self.view.setViewMode(QListView.ViewMode.IconMode)
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setMovement(QListView.Movement.Static)
        self.view.setUniformItemSizes(True)
        self.view.setLayoutMode(QListView.LayoutMode.Batched)
        self.view.setBatchSize(300)
        self.view.setIconSize(QSize(_PX, _PX))
        self.view.setGridSize(QSize(_CELL, _CELL))
        self.view.setItemDelegate(CounterCell(self.view))
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.count = label("", "faint", "Counters shown")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        for widget in (self.nation, self.search, self.view, self.count):
            layout.addWidget(widget)
        self.nation.currentIndexChanged.connect(lambda _at: self._narrow())
        self.search.textChanged.connect(lambda _text: self._narrow())
        self.view.selectionModel().selectionChanged.connect(lambda _a, _b: self._chosen())
        self._kept: list[UnitId] = []
        controller.opened.connect(self._opened)
        controller.closed.connect(self._opened)
        controller.changed.connect(self._refresh)

    @property
    def chosen(self) -> list[UnitId]:
        """The chosen counters, in their order."""
        rows = sorted(index.row() for index in self.view.selectionModel().selectedIndexes())
        return [self.model.shown[row].id for row in rows]

    def choose(self, ids: list[UnitId]) -> None:
        """Choose counters that are shown."""
        selection = self.view.selectionModel()
        selection.clearSelection()
        wanted = set(ids)
        first = True
        for row, unit in enumerate(self.model.shown):
            if unit.id in wanted:
                index = self.model.index(row)
                selection.select(index, selection.SelectionFlag.Select)
                if first:
                    self.view.setCurrentIndex(index)
                    first = False
                    selection.select(index, selection.SelectionFlag.Select)

    def show_all(self) -> None:
        """Leave out nothing."""
        self.search.clear()
        self.nation.setCurrentIndex(0)

    @property
    def shown_units(self) -> list[Unit]:
        """The counters that are shown."""
        return self.model.shown

    def _opened(self) -> None:
        nations = self._controller.order.nations.values()
        self.nation.blockSignals(True)
        self.nation.clear()
        self.nation.addItem("All nations", "")
        for nation in nations:
            self.nation.addItem(nation.name, nation.id)
        self.nation.blockSignals(False)
        self._narrow()
        if self.model.shown:
            self.choose([self.model.shown[0].id])

    def _refresh(self) -> None:
        kept = self.chosen
        self._narrow()
        self.choose(kept)

    def _narrow(self) -> None:
        nation, words = self.nation.currentData() or "", folded(self.search.text()).split()
        found = []
        for unit in self._controller.order.units.values():
            traits = " ".join(unit.traits)
            text = folded(f"{unit.name} {unit.type} {unit.size.value} {traits} {unit.note}")
            if (not nation or unit.nation == nation) and all(word in text for word in words):
                found.append(unit)
        self.model.show(found)
        self.count.setText(counted(len(found), "counter"))
        self._chosen()

    def _chosen(self) -> None:
        self.chosen_changed.emit()
