"""What the overlays on the board mean: a small plate in its lower left corner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from qtapp.painters.palette import PAPER, Palette, colour

SWATCH = 18
ROW = 22
MARGIN = 8
WIDEST = 0.6
"""Part of the view's width; longer lines end in an ellipsis."""


@dataclass(frozen=True, slots=True)
class LegendLine:
    """One overlay: what draws its picture, and its words, which no other overlay has; without a
    picture, the heading of those below.
    """

    swatch: Callable[[], QPixmap] | None
    text: str


class MapLegend(QWidget):
    """Lies over a view of the board and lets the mouse through; hidden when it has no lines."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setObjectName("map legend")
        self._lines: tuple[LegendLine, ...] = ()
        self._inks = PAPER
        self._picture: QPixmap | None = None
        over.installEventFilter(self)
        self.hide()

    @property
    def lines(self) -> tuple[LegendLine, ...]:
        """What it says."""
        return self._lines

    @property
    def inks(self) -> Palette:
        """The inks of the board that it lies over."""
        return self._inks

    def wear(self, inks: Palette) -> None:
        """Use the inks of a board."""
        self._inks = inks
        self._paint_again()

    def set_lines(self, lines: Sequence[LegendLine]) -> None:
        """Say what the overlays are; nothing hides it."""
        texts = [line.text for line in lines]
        if texts == [line.text for line in self._lines]:
            return
        self._lines = tuple(lines)
        self.setAccessibleName(f"On the board: {'; '.join(texts)}" if texts else "")
        self.setVisible(bool(texts))
        self._place()
        self._paint_again()

    def sizeHint(self) -> QSize:
        """As wide as its longest line, up to a limit."""
        metrics = self.fontMetrics()
        longest = max((metrics.horizontalAdvance(line.text) for line in self._lines), default=0)
        wide = SWATCH + 3 * MARGIN + longest + 4
        over = self.parentWidget()
        space = int(over.width() * WIDEST) if over is not None else wide
        return QSize(min(space, wide), 2 * MARGIN + ROW * len(self._lines) - 4)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the corner when the view changes its size."""
        if event.type() is QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        over = self.parentWidget()
        if over is not None:
            size = self.sizeHint().boundedTo(over.size() - QSize(2 * MARGIN, 2 * MARGIN))
            self.setGeometry(
                MARGIN, over.height() - size.height() - MARGIN, size.width(), size.height()
            )

    def changeEvent(self, event: QEvent) -> None:
        """Words are lettered in another font."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._paint_again()

    def _paint_again(self) -> None:
        self._picture = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show plate, pictures and words, which stay while the board below them changes."""
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.size() != self.size() * ratio:
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            with QPainter(self._picture) as painter:
                self._draw(painter)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture)

    def _draw(self, painter: QPainter) -> None:
        """Draw all of it, as the board is coloured."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(self._inks.frame), 1))
        painter.setBrush(colour(self._inks.plate, 0.95))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        painter.setPen(colour(self._inks.ink))
        space = self.width() - SWATCH - 3 * MARGIN
        for row, line in enumerate(self._lines):
            top = MARGIN + row * ROW - 2
            left, wide = 2 * MARGIN + SWATCH, space
            if line.swatch is None:
                left, wide = MARGIN, space + MARGIN + SWATCH
            else:
                painter.drawPixmap(MARGIN, top + 2, line.swatch())
            font = QFont(self.font())
            font.setBold(line.swatch is None)
            painter.setFont(font)
            text = painter.fontMetrics().elidedText(line.text, Qt.TextElideMode.ElideRight, wide)
            spot = QRectF(left, top, wide, ROW)
            painter.drawText(spot, int(Qt.AlignmentFlag.AlignVCenter), text)
