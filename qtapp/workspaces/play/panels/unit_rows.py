"""How a unit is drawn in a list: picture, name, detail, badges."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from qtapp.models.units_model import BADGES, DETAIL, HEAD, READY

PICTURE = 44
HEIGHT = 56
HEAD_GAP = 10


class UnitRows(QStyledItemDelegate):
    """Two lines beside the counter: name and readiness, then badges and what it is."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """One counter high, and a head above the first of a group."""
        return QSize(180, HEIGHT + (self.head_height if index.data(HEAD) else 0))

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
        words = rect.adjusted(PICTURE + 18, 6, -8, -6)
        half = words.height() // 2
        font = QFont(option.font)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(ink)
        name = str(index.data(Qt.ItemDataRole.DisplayRole))
        if index.data(READY):
            name = f"{name}  •"
        _line(painter, words.adjusted(0, 0, 0, -half), name)
        font.setBold(False)
        font.setPointSizeF(font.pointSizeF() * 0.92)
        painter.setFont(font)
        painter.setPen(faint)
        badges = ", ".join(index.data(BADGES) or ())
        detail = str(index.data(DETAIL))
        _line(painter, words.adjusted(0, half, 0, 0), f"{badges} · {detail}" if badges else detail)
        painter.restore()


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
