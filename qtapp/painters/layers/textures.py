"""Printed patterns for woods, swamp and sand: small seamless tiles at device resolution."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QTransform

from qtapp.painters.detail import Detail
from qtapp.painters.layers.noise import share
from qtapp.painters.palette import colour

_TILE_HEXES = 5


def pattern_brush(pattern: str, ink: str, detail: Detail) -> QBrush:
    """A brush, in paper units, for a pattern word of :mod:`qtapp.painters.looks`."""
    brush = QBrush(_tile(pattern, ink, round(detail.hex_px)))
    shrink = 1.0 / detail.scale
    brush.setTransform(QTransform.fromScale(shrink, shrink))
    return brush


@lru_cache(maxsize=64)
def _tile(pattern: str, ink: str, hex_px: int) -> QImage:
    size = max(16, _TILE_HEXES * hex_px)
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw = _STAMPS.get(pattern)
    if pattern == "hatch":
        _hatch(painter, size, hex_px, colour(ink, 0.5))
    elif draw is not None:
        per_hex, reach = _DENSITY[pattern]
        cells = max(1, round(_TILE_HEXES * math.sqrt(per_hex)))
        for row in range(cells):
            for column in range(cells):
                x = (column + 0.5 + 0.38 * (2 * share(column, row, 5) - 1)) * size / cells
                y = (row + 0.5 + 0.38 * (2 * share(column, row, 6) - 1)) * size / cells
                grow = hex_px * reach * (0.8 + 0.4 * share(column, row, 7))
                for dx in (-size, 0, size):
                    for dy in (-size, 0, size):
                        if (
                            -grow * 2 < x + dx < size + grow * 2
                            and -grow * 2 < y + dy < size + grow * 2
                        ):
                            draw(painter, x + dx, y + dy, grow, colour(ink))
    painter.end()
    return image


def _tree(painter: QPainter, x: float, y: float, size: float, ink: QColor) -> None:
    """A round crown with its shadow."""
    painter.setPen(Qt.PenStyle.NoPen)
    shadow = QColor(ink)
    shadow.setAlphaF(0.28)
    painter.setBrush(shadow)
    painter.drawEllipse(QRectF(x - size * 0.35, y + size * 0.05, size * 1.3, size * 0.75))
    crown = QColor(ink).lighter(128)
    crown.setAlphaF(0.85)
    painter.setBrush(crown)
    painter.setPen(QPen(ink, max(0.5, size * 0.14)))
    painter.drawEllipse(QPointF(x, y), size * 0.52, size * 0.52)


def _fir(painter: QPainter, x: float, y: float, size: float, ink: QColor) -> None:
    """A pointed conifer with its shadow."""
    path = QPainterPath(QPointF(x, y - size * 0.95))
    path.lineTo(x + size * 0.52, y + size * 0.5)
    path.lineTo(x - size * 0.52, y + size * 0.5)
    path.closeSubpath()
    shadow = QColor(ink)
    shadow.setAlphaF(0.25)
    painter.fillPath(path.translated(size * 0.3, size * 0.14), shadow)
    crown = QColor(ink).lighter(118)
    crown.setAlphaF(0.9)
    painter.setBrush(crown)
    painter.setPen(QPen(ink, max(0.5, size * 0.12)))
    painter.drawPath(path)


def _tuft(painter: QPainter, x: float, y: float, size: float, ink: QColor) -> None:
    """A tuft of reeds over a line of water."""
    painter.setPen(QPen(ink, max(0.6, size * 0.13)))
    painter.drawLine(QPointF(x - size, y), QPointF(x + size, y))
    for lean, tall in ((-0.5, 0.7), (0.0, 1.0), (0.5, 0.7)):
        painter.drawLine(
            QPointF(x + lean * size * 0.5, y), QPointF(x + lean * size, y - tall * size)
        )


def _grain(painter: QPainter, x: float, y: float, size: float, ink: QColor) -> None:
    """A grain of sand."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(x, y), size, size)


def _hatch(painter: QPainter, size: int, hex_px: int, ink: QColor) -> None:
    painter.setPen(QPen(ink, max(0.6, hex_px * 0.02)))
    lines = _TILE_HEXES * 4
    for index in range(-lines, lines):
        x = index * size / lines
        painter.drawLine(QPointF(x, 0), QPointF(x + size, size))


_STAMPS = {"woods": _tree, "forest": _fir, "swamp": _tuft, "sand": _grain}
_DENSITY = {
    "woods": (21.0, 0.078),
    "forest": (22.0, 0.088),
    "swamp": (8.0, 0.085),
    "sand": (26.0, 0.014),
}
