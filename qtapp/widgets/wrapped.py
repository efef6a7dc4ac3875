"""Lists whose lines go on in the next one where the panel ends."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPalette,
    QResizeEvent,
    QStaticText,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QListWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from qtapp.widgets.trees import FoldingTree

_ROOM = 8
_MARGIN = 3
_EDGES = 10
_CELL_EDGES = 10
_LIST_EDGES = 18
_SIZES_KEPT = 2_000
"""Sizes of lines that a list keeps at most."""

_LAID = 200
"""Texts that are kept as they are laid out at most."""
_NEXT_LINE = "\u2028"
"""Ends a line within a paragraph."""
_WRAPPING = QTextOption()
_WRAPPING.setWrapMode(QTextOption.WrapMode.WordWrap)
_STATES = QStyle.StateFlag
_SEEN_OTHERWISE = _STATES.State_Selected | _STATES.State_MouseOver | _STATES.State_HasFocus
"""A line in one of these states has more than its words."""

Line = tuple[str, QFont | None]
"""The words of a line, and its font where that is not the list's."""


def static_text(text: str) -> QStaticText:
    """A plain text that is laid out once and painted often. Its lines stay lines: Qt takes those
    that end as in Python for one.
    """
    laid = QStaticText(text.replace("\n", _NEXT_LINE))
    laid.setTextFormat(Qt.TextFormat.PlainText)
    return laid


class LaidWords:
    """Texts in one font as they wrap in a width, kept: what is painted again is not laid out again,
    which takes longer than to paint it.
    """

    def __init__(self) -> None:
        self._font: QFont | None = None
        self._laid: dict[tuple[str, int], tuple[QStaticText, int]] = {}

    def of(self, text: str, wide: int, font: QFont) -> tuple[QStaticText, int]:
        """A text in a width of so many pixels, for a painter that has the font, and how many pixels
        it is high.
        """
        if len(self._laid) >= _LAID or font != self._font:
            self._laid.clear()
            self._font = QFont(font)
        known = self._laid.get((text, wide))
        if known is None:
            laid = static_text(text)
            laid.setTextOption(_WRAPPING)
            laid.setTextWidth(wide)
            laid.prepare(font=font)
            known = self._laid[text, wide] = laid, int(laid.size().height())
        return known


class WrappedRows(QStyledItemDelegate):
    """Gives each line the height its text needs at the width of the list."""

    edges = _EDGES
    """Pixels of a line of a tree that its text leaves free."""

    def __init__(self, of: QAbstractItemView) -> None:
        super().__init__(of)
        self._of = of
        self._font = ""
        self._sizes: dict[tuple[str, int, str], QSize] = {}
        self._told: Sequence[Line] = ()
        self._told_sizes: list[QSize] = []
        self._told_room = 0
        self._plain, self._lettered = LaidWords(), LaidWords()

    @property
    def told(self) -> Sequence[Line]:
        """The lines that were told last."""
        return self._told

    def tell(self, lines: Sequence[Line]) -> None:
        """All lines of a list, until they are others, or none where they are not known: to ask its
        model for each, when the list is laid out and painted, takes thrice as long.
        """
        self._told, self._told_sizes, self._told_room = lines, [], 0

    def measure_told(self) -> bool:
        """Measure the lines that were told, in the room there is; whether all are equally high."""
        font = self._of.font()
        self._measure_by(font)
        wide = self._room(QModelIndex())
        if wide != self._told_room:
            self._told_room = wide
            self._told_sizes = [self._size(*line, font, wide) for line in self._told]
        return len({size.height() for size in self._told_sizes}) == 1

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """The size of one line."""
        number = index.row()
        if self._told_sizes:
            return self._told_sizes[number]
        if number == 0:  # all lines are laid out from the first one on
            self._measure_by(option.font)
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        font: QFont | None = index.data(Qt.ItemDataRole.FontRole)
        return self._size(text, font, option.font, self._room(index))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw one line. Of a list whose lines are known it is no more than words, most often: the
        style, which can draw all kinds of things, takes four times as long to draw the same.
        """
        if not self._told_sizes or option.state & _SEEN_OTHERWISE:
            super().paint(painter, option, index)
            return
        text, font = self._told[index.row()]
        laid = self._plain if font is None else self._lettered
        groups, rect = QPalette.ColorGroup, option.rect
        group = groups.Disabled
        if option.state & _STATES.State_Enabled:
            is_active = option.state & _STATES.State_Active
            group = groups.Active if is_active else groups.Inactive
        font = option.font if font is None else font
        words, tall = laid.of(text, self._told_room, font)
        top = rect.top() + _MARGIN + (rect.height() - 2 * _MARGIN) // 2 - tall // 2
        painter.setFont(font)
        painter.setPen(option.palette.color(group, QPalette.ColorRole.Text))
        painter.drawStaticText(rect.left() + _LIST_EDGES // 2, top, words)

    def _room(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """How wide the words of a line may be, in pixels."""
        of = self._of
        taken = _LIST_EDGES
        if isinstance(of, QTreeView):
            depth, above = 1, index.parent()
            while above.isValid():
                depth, above = depth + 1, above.parent()
            taken = of.indentation() * depth + self.edges
        return max(60, of.viewport().width() - taken)

    def _size(self, text: str, font: QFont | None, like: QFont, wide: int) -> QSize:
        """How much a line takes in its font, or in the list's where it has none."""
        key = text, wide, "" if font is None else font.key()
        size = self._sizes.get(key)
        if size is None:
            if len(self._sizes) >= _SIZES_KEPT:
                self._sizes.clear()
            metrics = QFontMetrics(like if font is None else font)
            size = self._sizes[key] = QSize(wide, _height(metrics, text, wide) + _ROOM)
        return size

    def _measure_by(self, font: QFont) -> None:
        """Measure all lines again when those without a font of their own have another one."""
        if font.key() != self._font:
            self._font = font.key()
            self._sizes.clear()
            self._told_room = 0


class DetailRows(WrappedRows):
    """Such lines, of which the first is what it is about, and faint ones below tell more of it."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw a row."""
        shown = QStyleOptionViewItem(option)
        self.initStyleOption(shown, index)
        name, _, detail = str(index.data() or "").partition("\n")
        if not detail:
            super().paint(painter, option, index)
            return
        style, flags = self._of.style(), int(Qt.TextFlag.TextWordWrap)
        words = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, shown, self._of)
        shown.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, shown, painter, self._of)
        words.adjust(_MARGIN, 0, -_MARGIN, 0)
        words.setTop(shown.rect.top() + _ROOM // 2)
        words.setBottom(shown.rect.bottom())
        roles = QPalette.ColorRole
        chosen = bool(shown.state & QStyle.StateFlag.State_Selected)
        inks = (roles.HighlightedText,) * 2 if chosen else (roles.Text, roles.PlaceholderText)
        painter.save()
        painter.setFont(shown.font)
        for text, ink in zip((name, detail), inks, strict=True):
            painter.setPen(shown.palette.color(ink))
            painter.drawText(words, flags, text)
            words.setTop(words.top() + _height(shown.fontMetrics, text, words.width()))
        painter.restore()


def _height(metrics: QFontMetrics, text: str, wide: int) -> int:
    """How many pixels a text is high in a width."""
    if len(text) * metrics.horizontalAdvance("W") <= wide and "\n" not in text:
        return metrics.height()  # it fits, whatever its letters are
    flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
    return metrics.boundingRect(QRect(0, 0, wide, 10_000), int(flags), text).height()


class WrappedColumns(QStyledItemDelegate):
    """Gives each row of a tree the height that its texts need at the widths of their columns. Its
    sizes are as wide as the texts are on one line, from which columns share out the width.
    """

    def __init__(self, of: QTreeView) -> None:
        super().__init__(of)
        self._of = of

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """The size of one cell."""
        of = self._of
        metrics = QFontMetrics(index.data(Qt.ItemDataRole.FontRole) or option.font)
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        picture = index.data(Qt.ItemDataRole.DecorationRole)
        icon = of.iconSize() if picture is not None else QSize()
        beside = _CELL_EDGES + (icon.width() + 2 * _MARGIN if picture is not None else 0)
        column, above = index.column(), QModelIndex(index.parent())
        is_whole = column == 0 and of.isFirstColumnSpanned(index.row(), above)
        room = of.viewport().width() if is_whole else of.columnWidth(column)
        depth = 1
        while column == 0 and above.isValid():
            depth, above = depth + 1, above.parent()
        room -= beside + (of.indentation() * depth if column == 0 else 0)
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        needed = metrics.boundingRect(QRect(0, 0, max(30, room), 10_000), int(flags), text)
        tall = max(needed.height() + _ROOM, icon.height())
        wide = 0 if is_whole else ceil(QFontMetricsF(metrics).horizontalAdvance(text)) + beside
        return QSize(wide, tall)


def wrap_columns(tree: QTreeView) -> None:
    """Have a tree wrap the texts of all its columns; lay it out again when they change width."""
    tree.setWordWrap(True)
    tree.setTextElideMode(Qt.TextElideMode.ElideNone)
    tree.setItemDelegate(WrappedColumns(tree))
    tree.header().sectionResized.connect(lambda: tree.scheduleDelayedItemsLayout())


def _wrap(view: QListView | QTreeView) -> WrappedRows:
    """Have a list or tree wrap its lines."""
    view.setWordWrap(True)
    view.setTextElideMode(Qt.TextElideMode.ElideNone)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    rows = WrappedRows(view)
    view.setItemDelegate(rows)
    return rows


class WrappedTree(FoldingTree):
    """A tree of one column with such lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        _wrap(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


class WrappedList(QListWidget):
    """A list with such lines."""

    def __init__(self) -> None:
        super().__init__()
        _wrap(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


class WrappedView(QListView):
    """A list of a model's lines, wrapped so."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = _wrap(self)

    def lay_out(self, lines: Sequence[Line]) -> None:
        """Lay new lines out at once, and again where their scroll bar came or went; ``lines`` are
        all there are. Left to itself, Qt does so when it next has time, in the midst of painting,
        and paints them twice. Lines that lie there already are left alone.
        """
        if lines == self._rows.told:
            return
        wide = self.viewport().width()
        self._rows.tell(lines)
        self.doItemsLayout()
        if self.viewport().width() != wide:
            self.doItemsLayout()

    def doItemsLayout(self) -> None:
        """Where all lines are equally high, Qt asks for the size of one of them alone."""
        self.setUniformItemSizes(self._rows.measure_told())
        super().doItemsLayout()

    def reset(self) -> None:
        """Ask the model, whose lines are others, until it is said what they are."""
        self._rows.tell(())
        super().reset()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
