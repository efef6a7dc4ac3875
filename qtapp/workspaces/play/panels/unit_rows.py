"""How a unit is drawn in a list: picture, name, detail, badges."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from qtapp.models.units_model import HEAD, WORDS
from qtapp.widgets.wrapped import LaidWords

PICTURE = 44
HEIGHT = 56
HEAD_GAP = 10
BESIDE, AFTER, ABOVE = PICTURE + 18, 8, 6
"""Pixels before, after and above the words of a unit."""
HEAD_BEFORE, HEAD_AFTER = 9, 8
"""Pixels before and after the words of the head of a group."""
WRAPPED = int(Qt.TextFlag.TextWordWrap)
HEIGHTS_KEPT = 2000
"""Heights of texts that a list keeps at most."""


class Letters:
    """The fonts of a list's rows, made once from the list's own: names are bold, details small."""

    def __init__(self, like: QFont) -> None:
        self.like = like
        self.bold, self.small = QFont(like), QFont(like)
        self.bold.setBold(True)
        self.small.setPointSizeF(like.pointSizeF() * 0.92)
        self._metrics = {True: QFontMetrics(self.bold), False: QFontMetrics(self.small)}
        self._heights: dict[tuple[str, bool, int], int] = {}
        self.names, self.details = LaidWords(), LaidWords()

    def height(self, text: str, bold: bool, room: int) -> int:
        """How high a text is in a room of so many pixels."""
        key = text, bold, room
        height = self._heights.get(key)
        if height is None:
            if len(self._heights) >= HEIGHTS_KEPT:
                self._heights.clear()
            height = self._heights[key] = _height(text, self._metrics[bold], room)
        return height


class UnitRows(QStyledItemDelegate):
    """Two lines beside the counter: name and readiness, then badges and what it is."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        self._letters = Letters(view.font())

    def _lettered(self, font: QFont) -> Letters:
        if font != self._letters.like:
            self._letters = Letters(font)
        return self._letters

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """As high as the counter or the words beside it, and a head above the first of a group."""
        letters, wide = self._lettered(self._view.font()), self._view.viewport().width()
        name, detail = index.data(WORDS) or ("", "")
        room = wide - BESIDE - AFTER
        tall = letters.height(name, True, room) + letters.height(detail, False, room)
        head = self.head_height(str(index.data(HEAD) or ""))
        return QSize(180, max(HEIGHT, tall + 2 * ABOVE) + head)

    def head_height(self, head: str) -> int:
        """How high the head of a group is, in pixels; 0 without one. It wraps like other words."""
        if not head:
            return 0
        room = self._view.viewport().width() - HEAD_BEFORE - HEAD_AFTER
        return self._lettered(self._view.font()).height(head, True, room) + HEAD_GAP

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw one unit."""
        painter.save()
        letters = self._lettered(option.font)
        rect: QRect = option.rect
        palette: QPalette = option.palette
        head = str(index.data(HEAD) or "")
        if head:
            tall = self.head_height(head)
            strip = QRect(rect.left(), rect.top(), rect.width(), tall)
            _head(painter, strip, palette, letters.bold, head)
            rect = rect.adjusted(0, tall, 0, 0)
        state: QStyle.StateFlag = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        ink, faint = palette.text().color(), palette.placeholderText().color()
        if chosen:
            wash = QColor(palette.highlight().color())
            wash.setAlpha(46)
            painter.fillRect(rect, wash)
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), palette.highlight())
        picture = index.data(Qt.ItemDataRole.DecorationRole)
        if isinstance(picture, QPixmap):
            painter.drawPixmap(rect.left() + 9, rect.top() + (HEIGHT - PICTURE) // 2, picture)
        words = rect.adjusted(BESIDE, ABOVE, -AFTER, -ABOVE)
        name, detail = index.data(WORDS) or ("", "")
        room = self._view.viewport().width() - BESIDE - AFTER
        first, second = letters.height(name, True, room), letters.height(detail, False, room)
        spare = max(0, words.height() - first - second) // 4
        upper = QRect(words.left(), words.top() + spare, words.width(), first)
        lower = QRect(words.left(), words.bottom() + 1 - spare - second, words.width(), second)
        for text, box, font, laid, pen in (
            (name, upper, letters.bold, letters.names, ink),
            (detail, lower, letters.small, letters.details, faint),
        ):
            painter.setFont(font)
            painter.setPen(pen)
            painter.drawStaticText(box.topLeft(), laid.of(text, box.width(), font)[0])
        painter.restore()


def _height(text: str, metrics: QFontMetrics, room: int) -> int:
    """How high a text is in a room of so many pixels."""
    if room <= 0 or metrics.horizontalAdvance(text) <= room:
        return metrics.lineSpacing()
    return metrics.boundingRect(QRect(0, 0, room, 10_000), WRAPPED, text).height()


def _head(painter: QPainter, strip: QRect, palette: QPalette, font: QFont, text: str) -> None:
    """The head of a group, on the ground of the window; a click chooses the whole group."""
    painter.fillRect(strip.adjusted(0, 1, 0, -2), palette.window())
    painter.setFont(font)
    painter.setPen(palette.windowText().color())
    box = strip.adjusted(HEAD_BEFORE, 0, -HEAD_AFTER, 0)
    painter.drawText(box, WRAPPED | int(Qt.AlignmentFlag.AlignVCenter), text)
