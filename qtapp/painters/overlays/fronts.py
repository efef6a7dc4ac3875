"""Whose ground is whose, and the front where it meets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QTransform

from maps.hexgrid import Hex
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.overlays.outlines import outline
from qtapp.painters.palette import colour

TINTS = ("#1f6fa8", "#b23c00")
"""The inks of the first side and of the second."""
LINE, CASING = "#2b2620", "#fffaf0"


def with_neighbours(hexes: Iterable[Hex]) -> set[Hex]:
    """Hexes and those beside them, along which a front may run."""
    found = set(hexes)
    return found | {beside for at in found for beside in at.neighbours()}


def paint_ground(
    painter: QPainter, shape: BoardShape, exposed: QRectF, held: Mapping[Hex, int], detail: Detail
) -> None:
    """Tint the hexes of each side, the second one's dotted, and draw the front between them: a
    dark line with light dashes in it, which is told from borders and rims without its colour.
    """
    if not held:
        return
    cells = [(at, held[at]) for at in shape.cells_in(exposed, 0.2) if at in held]
    for number, ink in enumerate(TINTS):
        path = outline(shape, (at for at, whose in cells if whose == number))
        painter.fillPath(path, colour(ink, 0.12))
        if number:
            brush = QBrush(colour(ink, 0.34), Qt.BrushStyle.Dense6Pattern)
            brush.setTransform(QTransform.fromScale(1 / detail.scale, 1 / detail.scale))
            painter.fillPath(path, brush)
    line = front_line(shape, dict(cells), held)
    for ink, wide, dashes in ((CASING, 0.17, ()), (LINE, 0.13, ()), (CASING, 0.035, (4.0, 4.0))):
        pen = QPen(colour(ink, 0.95), detail.width(wide, 1.0 + wide * 16))
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashes else Qt.PenCapStyle.RoundCap)
        if dashes:
            pen.setDashPattern(dashes)
        painter.strokePath(line, pen)


def front_line(
    shape: BoardShape, among: Mapping[Hex, int], held: Mapping[Hex, int]
) -> QPainterPath:
    """The hexsides of some hexes where ground of one side meets ground of another."""
    path = QPainterPath()
    for at, whose in among.items():
        corners = None
        for way in range(6):
            other = held.get(at.neighbour(way), whose)
            if other > whose or (other < whose and at.neighbour(way) not in among):
                corners = corners or shape.corner_points(at)
                path.moveTo(corners[way])
                path.lineTo(corners[(way + 1) % 6])
    return path
