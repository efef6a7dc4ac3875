"""Trees: arrows that show on a selected line too, first columns that wrap their words and are as
high as these need, boxes to tick that show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTabWidget,
    QTreeView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

PAD = 14
"""Workspace the style leaves beside a sentence."""
BOX = 26
"""Workspace a picture or a check box takes beside a sentence."""
LINE_GAP = 8
"""Workspace above and below the sentences of a row."""
TALLEST = 2000
SIZES_KEPT = 2000
"""Sizes of rows that a tree keeps at most."""


def name_heads(within: QWidget) -> None:
    """Give the heads of tables and trees, and rows of tabs, the names of what they are parts of,
    for a screen reader.
    """
    for tabs in within.findChildren(QTabWidget):
        tabs.tabBar().setAccessibleName(f"Tabs of {tabs.accessibleName()}")
    for view in within.findChildren(QAbstractItemView):
        for head in view.findChildren(QHeaderView):
            if not head.accessibleName():
                lines = "Columns" if head.orientation() is Qt.Orientation.Horizontal else "Rows"
                head.setAccessibleName(f"{lines} of {view.accessibleName()}")


Index = QModelIndex | QPersistentModelIndex


class FoldingView(QTreeView):
    """A view of a tree."""

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw what is left of a line."""
        if not draw_selected(self, painter, rect, index):
            super().drawBranches(painter, rect, index)


class FoldingTree(QTreeWidget):
    """A tree of items."""

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw what is left of a line."""
        if not draw_selected(self, painter, rect, index):
            super().drawBranches(painter, rect, index)


def draw_selected(tree: QTreeView, painter: QPainter, rect: QRect, index: Index) -> bool:
    """Draw the arrow of a selected line in the ink of its words, where the style takes that of
    buttons; False when the line is not selected, or folds nothing.
    """
    whole = tree.model().index(index.row(), index.column(), index.parent())
    if not tree.selectionModel().isSelected(whole) or not tree.model().hasChildren(whole):
        return False
    option = QStyleOptionViewItem()
    tree.initViewItemOption(option)
    wide = tree.indentation()
    option.rect = QRect(rect.right() - wide + 1, rect.top(), wide, rect.height())
    option.state |= QStyle.StateFlag.State_Children | QStyle.StateFlag.State_Selected
    if tree.isExpanded(whole):
        option.state |= QStyle.StateFlag.State_Open
    ink = option.palette.color(QPalette.ColorRole.HighlightedText)
    for role in (QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        option.palette.setColor(role, ink)
    tree.style().drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorBranch, option, painter, tree)
    return True


class WrappingTree(FoldingTree):
    """A tree whose first column takes the room that is left and wraps in it."""

    def __init__(self, name: str, columns: int, heads: list[str] | None = None) -> None:
        super().__init__()
        self._rows = _Wrapping(self)
        self.setAccessibleName(name)
        self.setColumnCount(columns)
        if heads is None:
            self.setHeaderHidden(True)
        else:
            self.setHeaderLabels(heads)
        self.setIndentation(12)
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(self._rows)
        header = self.header()
        header.sectionResized.connect(self._wrap_again)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, columns):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def _wrap_again(self, column: int) -> None:
        """The first column has another width: its lines may need more of them, or fewer."""
        self._rows.forget()
        if not column:
            QTimer.singleShot(0, self, self.scheduleDelayedItemsLayout)

    def room_of(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """How wide the words of a row may be, in pixels."""
        spanned = self.isFirstColumnSpanned(index.row(), QModelIndex(index.parent()))
        wide = self.viewport().width() if spanned else self.columnWidth(0)
        depth, above = 1, index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        for role in (Qt.ItemDataRole.DecorationRole, Qt.ItemDataRole.CheckStateRole):
            wide -= BOX if index.data(role) is not None else 0
        return max(60, wide - depth * self.indentation() - PAD)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again for the new width."""
        super().resizeEvent(event)
        self._rows.forget()
        QTimer.singleShot(0, self, self.scheduleDelayedItemsLayout)

    def rowsAboutToBeRemoved(self, above: Index, first: int, last: int) -> None:
        """Forget what is removed."""
        super().rowsAboutToBeRemoved(above, first, last)
        self._rows.leave_out(above, first, last)

    def reset(self) -> None:
        """Forget all there was."""
        super().reset()
        self._rows.forget()

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Show lines that say something else, as high as they need to be now."""
        self._rows.change(first, last)
        super().dataChanged(first, last, roles)

    def changeEvent(self, event: QEvent) -> None:
        """Wrap again in another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._rows.forget()


class Ticking(QStyledItemDelegate):
    """Draws boxes to tick as those of the rest of the window: Qt takes the ink of their outlines
    from the ground of the list, which is paler.
    """

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """What a line is drawn with."""
        super().initStyleOption(option, index)
        if option.features & QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator:
            look: Callable[..., QPalette] = QApplication.palette  # which takes text, and says bytes
            option.palette.setBrush(QPalette.ColorRole.Window, look("QCheckBox").window())


class _Wrapping(Ticking):
    """As high as the words of the first column need. Sizes of lines are kept until they say
    something else or the tree has another width, for to lay a tree out asks for all of them, and
    for those of further columns several times.
    """

    def __init__(self, tree: WrappingTree) -> None:
        super().__init__(tree)
        self._tree = tree
        self._sizes: dict[tuple[str, str, int], QSize] = {}
        self._of: dict[int, dict[int, QSize]] = {}

    def forget(self) -> None:
        """Measure all lines again."""
        self._of.clear()

    def change(self, first: Index, last: Index) -> None:
        """Measure some lines again that say something else."""
        if first.row() == last.row():
            self._of.pop(first.internalId(), None)
        else:
            self.forget()

    def leave_out(self, above: Index, first: int, last: int) -> None:
        """Forget lines that are removed, with all below them: others may come to be where they
        are in memory.
        """
        model = self._tree.model()
        for row in range(first, last + 1):
            index = model.index(row, 0, above)
            self._of.pop(index.internalId(), None)
            below = model.rowCount(index)
            if below:
                self.leave_out(index, 0, below - 1)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """The row's size at the tree's present width, or that of a cell beside it."""
        line = self._of.setdefault(index.internalId(), {})
        column = index.column()
        if column not in line:
            size = super().sizeHint(option, index) if column else self._size(option, index)
            line[column] = size
        return line[column]

    def _size(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """The same, worked out once for equal rows."""
        font = index.data(Qt.ItemDataRole.FontRole) or self._tree.font()
        words, room = str(index.data() or ""), self._tree.room_of(index)
        row = words, font.key(), room
        if row not in self._sizes:
            if len(self._sizes) >= SIZES_KEPT:
                self._sizes.clear()
            box = QRect(0, 0, room, TALLEST)
            needed = QFontMetrics(font).boundingRect(box, int(Qt.TextFlag.TextWordWrap), words)
            wide = super().sizeHint(option, index).width()
            self._sizes[row] = QSize(wide, needed.height() + LINE_GAP)
        return self._sizes[row]


def section_head(title: str) -> QTreeWidgetItem:
    """The head of a section: bold, and not to be chosen."""
    made = QTreeWidgetItem([title])
    made.setFlags(Qt.ItemFlag.ItemIsEnabled)
    font = made.font(0)
    font.setBold(True)
    made.setFont(0, font)
    return made


def entries(tree: QTreeWidget) -> list[QTreeWidgetItem]:
    """The items under the heads of a tree, from top to bottom."""
    found = []
    for row in range(tree.topLevelItemCount()):
        head = tree.topLevelItem(row)
        children = range(head.childCount()) if head is not None else ()
        found += [item for n in children if head and (item := head.child(n)) is not None]
    return found
