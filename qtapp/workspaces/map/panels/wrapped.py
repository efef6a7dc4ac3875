"""Lists whose lines go on in the next one where the panel ends."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QListWidget, QStyledItemDelegate, QStyleOptionViewItem, QTreeWidget

_ROOM = 8
_EDGES = 18


class WrappedRows(QStyledItemDelegate):
    """Gives each line the height its text needs at the width of the list."""

    def __init__(self, of: QTreeWidget | QListWidget) -> None:
        super().__init__(of)
        self._of = of

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """The size of one line."""
        depth, above = 0, index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        is_tree = isinstance(self._of, QTreeWidget)
        indent = self._of.indentation() * (depth + 1) if isinstance(self._of, QTreeWidget) else 0
        wide = max(60, self._of.viewport().width() - indent - (_EDGES if is_tree else _EDGES + 4))
        font = index.data(Qt.ItemDataRole.FontRole) or option.font
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        needed = QFontMetrics(font).boundingRect(QRect(0, 0, wide, 10_000), int(flags), text)
        return QSize(wide, needed.height() + _ROOM)


class WrappedTree(QTreeWidget):
    """A tree of one column with such lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setHeaderHidden(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(WrappedRows(self))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


class WrappedList(QListWidget):
    """A list with such lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(WrappedRows(self))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
