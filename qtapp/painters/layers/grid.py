"""Hex outlines and hex numbers; both fade away as one zooms out."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QGlyphRun, QPainter, QPainterPath, QPen, QRawFont

from maps.hexgrid import Hex
from maps.layout import Orientation
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face, lettering
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.palette import colour


class GridPainter:
    """Draws the hex outlines."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape

    def paint(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the grid of the exposed part."""
        strength = 0.34 * detail.fade(7, 30)
        if strength <= 0.01:
            return
        path = QPainterPath()
        shape = self._shape
        corners = [(corner.x(), corner.y()) for corner in shape.corner_points(Hex(0, 0))]
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners[:4]
        terrain = shape.map.terrain
        for at in shape.hexes_in(exposed):
            q, r = at
            x, y = shape.centre(at)
            path.moveTo(x + ax, y + ay)
            path.lineTo(x + bx, y + by)
            path.lineTo(x + cx, y + cy)
            path.lineTo(x + dx, y + dy)
            for direction, near in ((3, (q - 1, r)), (4, (q - 1, r + 1)), (5, (q, r + 1))):
                if near not in terrain:
                    (ex, ey), (fx, fy) = corners[direction], corners[(direction + 1) % 6]
                    path.moveTo(x + ex, y + ey)
                    path.lineTo(x + fx, y + fy)
        pen = QPen(colour(shape.palette.grid, strength), detail.width(0.014, 0.7, 1.6))
        painter.strokePath(path, pen)


@lru_cache(maxsize=16)
def _figures(size: float) -> tuple[QRawFont, float]:
    """The type of hex numbers at a size in device pixels, and how wide a figure is."""
    raw = QRawFont.fromFont(lettering(Face.SANS, size))
    raw.setPixelSize(size)
    return raw, raw.advancesForGlyphIndexes(raw.glyphIndexesForString("0"))[0].x()


class NumberPainter:
    """Draws the printed number of each hex, small, at its upper edge."""

    SMALLEST = 26.0
    """Pixels per hex below which numbers are left out."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        self._labels: dict[Hex, str] = {}
        self._glyphs: dict[str, list[int]] = {}

    def label(self, at: Hex) -> str:
        """The number printed in a hex, without its sheet's prefix; empty off every sheet."""
        known = self._labels.get(at)
        if known is None:
            bodies = (sheet.body(at) for sheet in self._shape.map.sheets)
            known = self._labels[at] = next((body for body in bodies if body is not None), "")
        return known

    def paint(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the hex numbers of the exposed part, as one run of glyphs."""
        strength = 0.80 * detail.fade(self.SMALLEST, 44)
        if strength <= 0.02:
            return
        size = max(5.5, detail.hex_px * 0.125)
        raw, step = _figures(size)
        glyphs: list[int] = []
        spots: list[QPointF] = []
        scale, known = detail.scale, self._glyphs
        top = 0.405 if self._shape.map.orientation is Orientation.FLAT else 0.43
        lift = -PITCH * top * scale + size * 0.72
        for at in self._shape.hexes_in(exposed):
            label = self.label(at)
            if not label:
                continue
            figures = known.get(label)
            if figures is None:
                figures = known[label] = list(raw.glyphIndexesForString(label))
            glyphs += figures
            x, y = self._shape.centre(at)
            left, base = x * scale - len(figures) * step / 2, y * scale + lift
            spots += [QPointF(left + place * step, base) for place in range(len(figures))]
        run = QGlyphRun()
        run.setRawFont(raw)
        run.setGlyphIndexes(glyphs)
        run.setPositions(spots)
        painter.save()
        painter.scale(1 / scale, 1 / scale)
        painter.setPen(colour(self._shape.palette.number, strength))
        painter.drawGlyphRun(QPointF(0, 0), run)
        painter.restore()
