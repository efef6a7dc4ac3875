"""How a unit is drawn in a list: picture, name, detail, badges."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from qtapp.models.units_model import BADGES, DETAIL, HEAD, READY

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


class UnitRows(QStyledItemDelegate):
    """Two lines beside the counter: name and readiness, then badges and what it is."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._heights: dict[tuple[str, bool, str, int], int] = {}

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """As high as the counter or the words beside it, and a head above the first of a group."""
        name, detail = _texts(index)
        tall = sum(self._tall(part, bold) for part, bold in ((name, True), (detail, False)))
        head = self.head_height(str(index.data(HEAD) or ""))
        return QSize(180, max(HEIGHT, tall + 2 * ABOVE) + head)

    def _tall(self, text: str, bold: bool) -> int:
        """How high a text is beside the counter."""
        view = self.parent()
        assert isinstance(view, QAbstractItemView)
        room = view.viewport().width() - BESIDE - AFTER
        row = text, bold, view.font().key(), room
        if row not in self._heights:
            if len(self._heights) >= HEIGHTS_KEPT:
                self._heights.clear()
            self._heights[row] = _height(text, _font(view.font(), bold), room)
        return self._heights[row]

    def head_height(self, head: str) -> int:
        """How high the head of a group is, in pixels; 0 without one. It wraps like other words."""
        view = self.parent()
        assert isinstance(view, QAbstractItemView)
        room = view.viewport().width() - HEAD_BEFORE - HEAD_AFTER
        return _height(head, _bold(view.font()), room) + HEAD_GAP if head else 0

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw one unit."""
        painter.save()
        rect: QRect = option.rect
        palette: QPalette = option.palette
        head = str(index.data(HEAD) or "")
        if head:
            tall = self.head_height(head)
            strip = QRect(rect.left(), rect.top(), rect.width(), tall)
            _head(painter, strip, palette, option.font, head)
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
        name, detail = _texts(index)
        first, second = self._tall(name, True), self._tall(detail, False)
        spare = max(0, words.height() - first - second) // 4
        upper = QRect(words.left(), words.top() + spare, words.width(), first)
        lower = QRect(words.left(), words.bottom() + 1 - spare - second, words.width(), second)
        for text, box, bold, pen in ((name, upper, True, ink), (detail, lower, False, faint)):
            painter.setFont(_font(option.font, bold))
            painter.setPen(pen)
            painter.drawText(box, WRAPPED, text)
        painter.restore()


def _texts(index: QModelIndex | QPersistentModelIndex) -> tuple[str, str]:
    """The name, with a dot while the unit can do something; and its badges and what it is."""
    name, detail = str(index.data(Qt.ItemDataRole.DisplayRole)), str(index.data(DETAIL))
    badges = ", ".join(index.data(BADGES) or ())
    name = f"{name}\u00a0\u00a0•" if index.data(READY) else name
    return name, f"{badges} · {detail}" if badges else detail


def _height(text: str, font: QFont, room: int) -> int:
    """How high a text is in a room of so many pixels."""
    letters = QFontMetrics(font)
    if room <= 0 or letters.horizontalAdvance(text) <= room:
        return letters.lineSpacing()
    return letters.boundingRect(QRect(0, 0, room, 10_000), WRAPPED, text).height()


def _font(like: QFont, bold: bool) -> QFont:
    font = QFont(like)
    font.setBold(bold)
    if not bold:
        font.setPointSizeF(font.pointSizeF() * 0.92)
    return font


def _head(painter: QPainter, strip: QRect, palette: QPalette, font: QFont, text: str) -> None:
    """The head of a group, on the ground of the window; a click chooses the whole group."""
    painter.fillRect(strip.adjusted(0, 1, 0, -2), palette.window())
    painter.setFont(_bold(font))
    painter.setPen(palette.windowText().color())
    box = strip.adjusted(HEAD_BEFORE, 0, -HEAD_AFTER, 0)
    painter.drawText(box, WRAPPED | int(Qt.AlignmentFlag.AlignVCenter), text)


def _bold(like: QFont) -> QFont:
    font = QFont(like)
    font.setBold(True)
    return font
