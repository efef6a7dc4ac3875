"""Holding boxes off the map, drawn as framed panels on the sheet."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from maps.model import Box
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face, lettering
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.palette import colour

READABLE, SMALL, LEAST = 8.0, 9.0, 4.5
"""Pixels: letters so large stand in the strip; else the name has the whole box, in letters no
larger than the second, and none smaller than the third.
"""
LEADING = 1.2
"""From line to line of a name, in sizes of its letters."""
MOST_LINES = 3


class BoxPainter:
    """Draws the boxes of a board."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape

    def rect(self, box: Box) -> QRectF:
        """Where a box lies, in paper units: its fractions of the board's width and height."""
        bounds = self._shape.bounds
        return QRectF(
            bounds.left() + box.at[0] * bounds.width(),
            bounds.top() + box.at[1] * bounds.height(),
            max(box.size[0] * bounds.width(), 1.5 * PITCH),
            max(box.size[1] * bounds.height(), 1.2 * PITCH),
        )

    def box_at(self, spot: QPointF) -> Box | None:
        """The box that contains a point of the paper."""
        boxes = reversed(self._shape.map.boxes.values())
        return next((box for box in boxes if self.rect(box).contains(spot)), None)

    def inside(self, box: Box) -> QRectF:
        """The part of a box where counters stand: below its title."""
        rect = self.rect(box)
        return rect.adjusted(PITCH * 0.1, PITCH * 0.46, -PITCH * 0.1, -PITCH * 0.1)

    def paint(
        self,
        painter: QPainter,
        exposed: QRectF,
        detail: Detail,
        printed: Callable[[QRectF], bool] = lambda _rect: False,
    ) -> None:
        """Draw the boxes of the exposed part; of those that are ``printed`` on a scan only where
        they end.
        """
        for box in self._shape.map.boxes.values():
            rect = self.rect(box)
            if not rect.intersects(exposed.adjusted(-8, -8, 8, 8)):
                continue
            if printed(rect):
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour(self._shape.palette.frame, 0.6), detail.width(0.02, 1)))
                painter.drawRect(rect)
            else:
                self._box(painter, rect, box.name, detail)

    def paint_frames(self, painter: QPainter) -> None:
        """Draw all boxes without their names."""
        for box in self._shape.map.boxes.values():
            self._frame(painter, self.rect(box), Detail.of(PITCH, PITCH))

    def _frame(self, painter: QPainter, rect: QRectF, detail: Detail) -> QRectF:
        """Draw a box's frame; the strip its name stands in."""
        palette = self._shape.palette
        painter.fillRect(rect.translated(PITCH * 0.05, PITCH * 0.06), colour("#2b2620", 0.18))
        painter.fillRect(rect, colour(palette.plate, 0.96))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = QPen(colour(palette.frame), detail.width(0.03, 1.2))
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawRect(rect)
        inset = PITCH * 0.055
        painter.setPen(QPen(colour(palette.frame), detail.width(0.011, 0.6)))
        painter.drawRect(rect.adjusted(inset, inset, -inset, -inset))
        strip = QRectF(
            rect.left() + inset, rect.top() + inset, rect.width() - 2 * inset, PITCH * 0.32
        )
        painter.fillRect(strip, colour(palette.frame, 0.12))
        return strip

    def _box(self, painter: QPainter, rect: QRectF, name: str, detail: Detail) -> None:
        strip = self._frame(painter, rect, detail)
        scale = detail.scale
        size, middle = min(0.2 * detail.hex_px, _fitting((name,), rect.width() * scale)), strip
        lines: tuple[str, ...] = (name,)
        if size < READABLE:
            lines, size = name_lines(name, rect.width() * scale, rect.height() * scale)
            middle = rect
        if size < LEAST:
            return
        painter.save()
        painter.scale(1 / scale, 1 / scale)
        font = lettering(Face.BOLD, size, 106)
        metrics, path = QFontMetricsF(font), QPainterPath()
        base = middle.center().y() * scale + metrics.capHeight() / 2
        base -= (len(lines) - 1) / 2 * LEADING * size
        for number, line in enumerate(lines):
            left = rect.center().x() * scale - metrics.horizontalAdvance(line) / 2
            path.addText(QPointF(left, base + number * LEADING * size), font, line)
        painter.fillPath(path, colour(self._shape.palette.ink))
        painter.restore()


def name_lines(name: str, wide: float, high: float) -> tuple[tuple[str, ...], float]:
    """A box's name in as many lines as make its letters largest, and their size, in pixels."""
    words = name.split()
    best: tuple[str, ...] = (name,)
    size = 0.0
    for count in range(1, min(MOST_LINES, len(words)) + 1):
        lines = _broken(words, count)
        fits = min(SMALL, _fitting(lines, wide), 0.85 * high / (len(lines) * LEADING))
        if fits > size:
            best, size = lines, fits
    return best, size


def _broken(words: list[str], count: int) -> tuple[str, ...]:
    """Words in so many lines, the longest of them as short as can be."""
    if count == 1:
        return (" ".join(words),)
    found = [
        (" ".join(words[:cut]), *_broken(words[cut:], count - 1))
        for cut in range(1, len(words) - count + 2)
    ]
    return min(found, key=lambda lines: max(map(len, lines)))


def _fitting(lines: tuple[str, ...], wide: float) -> float:
    """The size of letters at which lines fit a width."""
    return wide / max(6, *map(len, lines)) * 1.45
