"""A banner over the board for a moment: dice and what they did, weather, events of the war."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

SHOW_MS = 4500
"""How long a banner stays; a click goes through it and takes it away."""
WIDEST = 560
TOP, PAD, GAP = 14, 16, 12
GROUND, RIM, INK = "#1d1a16", "#f4d58a", "#ffffff"
"""White on this ground has a contrast of 17 to 1, the rim of 12 to 1."""
DIE_MARGIN = 0.3
"""Beside a face, right and left together, as a share of the height of a die."""
WRAPPED = int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class Banner:
    """A title, sentences, and the faces of the dice that were rolled."""

    title: str
    lines: tuple[str, ...]
    faces: tuple[int, ...] = ()


class BannerOver(QWidget):
    """Shows one banner at the top of a view of the board. It takes no mouse and no keys."""

    def __init__(self, view: QAbstractScrollArea) -> None:
        super().__init__(view)
        self._banner: Banner | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("What just happened")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        for watched in (view, view.viewport()):
            watched.installEventFilter(self)
        self.hide()

    @property
    def banner(self) -> Banner | None:
        """What is shown now."""
        return self._banner if self.isVisible() else None

    def show_banner(self, banner: Banner | None) -> None:
        """Show a banner in place of the one before; None takes it away."""
        self._banner = banner
        if banner is None:
            self.hide()
            return
        self.setAccessibleDescription(". ".join((banner.title, *banner.lines)))
        self._lay_out()
        self.show()
        self.raise_()
        self.update()
        self._timer.start(SHOW_MS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the middle of the view; a click on the board has read it."""
        if event.type() is QEvent.Type.Resize and self.isVisible():
            self._lay_out()
        elif event.type() is QEvent.Type.MouseButtonPress:
            self.hide()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw plate, dice, title and sentences."""
        banner = self._banner
        if banner is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(RIM), 2))
        painter.setBrush(QColor(GROUND))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 9, 9)
        title, words = self._fonts()
        y = PAD
        painter.setFont(title)
        painter.setPen(QColor(RIM))
        tall = _tall(title, banner.title, self._room())
        painter.drawText(QRect(PAD, y, self._room(), tall), WRAPPED, banner.title)
        y += tall + GAP // 2
        if banner.faces:
            self._paint_dice(painter, banner.faces, y)
            y += self._die() + GAP // 2
        painter.setFont(words)
        painter.setPen(QColor(INK))
        for text in banner.lines:
            tall = _tall(words, text, self._room())
            painter.drawText(QRect(PAD, y, self._room(), tall), WRAPPED, text)
            y += tall
        painter.end()

    def _paint_dice(self, painter: QPainter, faces: tuple[int, ...], y: int) -> None:
        """A white square with its face for each die."""
        painter.setFont(self._lettering())
        for box, face in zip(self.dice(faces), faces, strict=True):
            box.translate(0, y)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(INK))
            painter.drawRoundedRect(box, box.height() * 0.18, box.height() * 0.18)
            painter.setPen(QColor(GROUND))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), str(face))

    def dice(self, faces: tuple[int, ...]) -> list[QRectF]:
        """Where dice lie in their row, pixels: squares, wider ones where a face has many digits."""
        side, left = self._die(), float(PAD)
        metrics, boxes = QFontMetrics(self._lettering()), list[QRectF]()
        for face in faces:
            wide = max(side, metrics.horizontalAdvance(str(face)) + side * DIE_MARGIN)
            boxes.append(QRectF(left, 0, wide, side))
            left += wide + GAP / 2
        return boxes

    def _lettering(self) -> QFont:
        """The letters of a die."""
        font = QFont(self.font())
        font.setPixelSize(round(self._die() * 0.62))
        font.setBold(True)
        return font

    def _lay_out(self) -> None:
        """As wide as the view lets it be, as high as its words need, at the top in the middle."""
        banner, port = self._banner, self.parentWidget()
        if banner is None or port is None:
            return
        title, words = self._fonts()
        width = min(round(WIDEST * self._share()), max(200, port.width() - 2 * TOP))
        room = width - 2 * PAD
        tall = 2 * PAD + _tall(title, banner.title, room) + GAP // 2
        tall += self._die() + GAP // 2 if banner.faces else 0
        tall += sum(_tall(words, text, room) for text in banner.lines)
        self.setGeometry((port.width() - width) // 2, TOP, width, tall)

    def _room(self) -> int:
        return self.width() - 2 * PAD

    def _share(self) -> float:
        """How large the letters of the interface are, by those it has at first."""
        return max(1.0, QFontMetrics(self.font()).height() / 17)

    def _die(self) -> int:
        return QFontMetrics(self.font()).height() * 2

    def _fonts(self) -> tuple[QFont, QFont]:
        title, words = QFont(self.font()), QFont(self.font())
        title.setPointSizeF(title.pointSizeF() * 1.45)
        title.setBold(True)
        words.setPointSizeF(words.pointSizeF() * 1.2)
        return title, words


def _tall(font: QFont, text: str, wide: int) -> int:
    return QFontMetrics(font).boundingRect(QRect(0, 0, wide, 10_000), WRAPPED, text).height()
