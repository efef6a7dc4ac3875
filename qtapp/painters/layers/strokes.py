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

_SLIM = 1.5
"""How water narrows: slowly at first, and then faster."""
_ROUND = tuple(math.pi * step / 6 for step in range(1, 6))
"""The turns at which points lie about a round tip."""


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
    """The area of a line ``wide`` at its first point and as ``tip`` at its last, with round ends.

    All in paper units.
    """
    steps = [math.dist(a, b) for a, b in itertools.pairwise(points)]
    gone, whole = 0.0, sum(steps) or 1.0
    left, right = [], []
    for index, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, index - 1)], points[min(len(points) - 1, index + 1)]
        long = math.hypot(bx - ax, by - ay) or 1.0
        half = (wide - (wide - tip) * (gone / whole) ** _SLIM) / 2 / long
        dx, dy = (bx - ax) * half, (by - ay) * half
        left.append(QPointF(x - dy, y + dx))
        right.append(QPointF(x + dy, y - dx))
        gone += steps[index] if index < len(steps) else 0.0
    path = QPainterPath()
    path.addPolygon([*left, *_about(left[-1], right[-1]), *reversed(right)])
    path.addPolygon([right[0], *_about(right[0], left[0]), left[0]])
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _about(a: QPointF, b: QPointF) -> list[QPointF]:
    """Points of the half circle from one point to another, against the turn of the y axis."""
    middle, half = (a + b) / 2, (a - b) / 2
    return [
        middle + half * math.cos(turn) + QPointF(half.y(), -half.x()) * math.sin(turn)
        for turn in _ROUND
    ]
