"""Pens, and strokes of many short lines.

Qt's painter needs far longer for one path of many pieces than for the pieces one by one, so what
is opaque is stroked piece by piece.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, Qt
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


def tapered(points: Sequence[tuple[float, float]], wide: float, tip: float) -> QPainterPath:
    """The area of a line ``wide`` at its first point and as ``tip`` at its last, which is round.

    All in paper units.
    """
    steps = [math.dist(a, b) for a, b in itertools.pairwise(points)]
    gone, whole = 0.0, sum(steps) or 1.0
    left, right = [], []
    for index, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, index - 1)], points[min(len(points) - 1, index + 1)]
        half = (
            (wide - (wide - tip) * (gone / whole) ** 1.5)
            / 2
            / (math.hypot(bx - ax, by - ay) or 1.0)
        )
        left.append(QPointF(x - (by - ay) * half, y + (bx - ax) * half))
        right.append(QPointF(x + (by - ay) * half, y - (bx - ax) * half))
        gone += steps[index] if index < len(steps) else 0.0
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addPolygon([*left, *reversed(right), left[0]])
    path.addEllipse(QPointF(*points[-1]), tip / 2, tip / 2)
    return path
