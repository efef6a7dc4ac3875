"""Pens, and strokes of many short lines.

Qt's painter needs far longer for one path of many pieces than for the pieces one by one, so what
is opaque is stroked piece by piece.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen


def round_pen(ink: QColor, wide: float) -> QPen:
    """A pen with round ends and corners; ``wide`` in paper units."""
    return QPen(
        ink, wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    )


def flat_pen(ink: QColor, wide: float) -> QPen:
    """A pen with flat ends; ``wide`` in paper units."""
    return QPen(ink, wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)


def stroke_each(painter: QPainter, paths: Iterable[QPainterPath], pen: QPen) -> None:
    """Stroke paths one after another."""
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for path in paths:
        painter.drawPath(path)
