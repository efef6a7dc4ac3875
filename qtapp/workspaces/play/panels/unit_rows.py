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
        head = self.head_height if index.data(HEAD) else 0
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

    @property
    def head_height(self) -> int:
        """How high the head of a group is, in pixels."""
        view = self.parent()
        assert isinstance(view, QAbstractItemView)
        return view.fontMetrics().height() + HEAD_GAP

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
            strip = QRect(rect.left(), rect.top(), rect.width(), self.head_height)
            _head(painter, strip, palette, option.font, head)
            rect = rect.adjusted(0, self.head_height, 0, 0)
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
    bold = QFont(font)
    bold.setBold(True)
    painter.setFont(bold)
    painter.setPen(palette.windowText().color())
    _line(painter, strip.adjusted(9, 0, -8, 0), text)


def _line(painter: QPainter, box: QRect, text: str) -> None:
    shown = QFontMetrics(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
