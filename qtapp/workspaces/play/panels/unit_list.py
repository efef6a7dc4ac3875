"""A list of units by groups, each under its head: a head chooses its group, a drag lifts units."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView

from qtapp.models.units_model import HEAD
from qtapp.workspaces.play.panels.unit_rows import UnitRows

LEFT = Qt.MouseButton.LeftButton


class UnitList(QListView):
    """``head_pressed`` carries the first row of the group whose head was pressed. A drag that
    begins in the list says ``lifted`` once, then ``carried`` with points of the screen, and ends in
    ``dropped`` with one.
    """

    head_pressed = Signal(int)
    lifted = Signal()
    carried = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self._pressed: QPoint | None = None
        self._narrows_to = -1
        self._lifts = False
        self._rows = UnitRows(self)
        self.setItemDelegate(self._rows)
        self.setAccessibleName("Units here")
        self.setToolTip(
            "The units of the hex, or those to be placed: click, Ctrl-click and Shift-click choose"
        )
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words wrap otherwise at another width, which a scroll bar that comes makes too; another
        height alone moves none of them.
        """
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()

    def head_at(self, spot: QPoint) -> int:
        """The first row of the group whose head is at a point of the viewport; -1 beside heads."""
        index = self.indexAt(spot)
        if not index.isValid() or not index.data(HEAD):
            return -1
        inside = spot.y() - self.visualRect(index).top()
        return index.row() if inside < self._rows.head_height(str(index.data(HEAD))) else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a group by its head; several rows that are chosen stay so until it is no drag."""
        spot, index = event.position().toPoint(), self.indexAt(event.position().toPoint())
        self._narrows_to, self._lifts = -1, False
        self._pressed = spot if event.button() is LEFT and index.isValid() else None
        head = self.head_at(spot) if self._pressed is not None else -1
        chosen = self.selectionModel()
        several = len(chosen.selectedIndexes()) > 1 and chosen.isSelected(index)
        if head >= 0:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.head_pressed.emit(head)
        elif self._pressed is not None and several and not event.modifiers():
            self._narrows_to = index.row()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Lift what is chosen when the mouse goes off with the button down."""
        if self._pressed is None or not event.buttons() & LEFT:
            super().mouseMoveEvent(event)
            return
        way = (event.position().toPoint() - self._pressed).manhattanLength()
        if not self._lifts and way >= QApplication.startDragDistance():
            self._lifts, self._narrows_to = True, -1
            self.lifted.emit()
        if self._lifts:
            self.carried.emit(event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Put down what was lifted; a click on one of several rows chooses that one."""
        lifts, row = self._lifts, self._narrows_to
        self._pressed, self._lifts, self._narrows_to = None, False, -1
        if lifts:
            self.dropped.emit(event.globalPosition().toPoint())
        elif row >= 0:
            index = self.model().index(row, 0)
            flag = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flag.NoUpdate)
            self.selectionModel().select(index, flag.ClearAndSelect)
        else:
            super().mouseReleaseEvent(event)
