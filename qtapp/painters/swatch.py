"""Samples of legend kinds, as the printed legend and the panels show them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from maps.hexgrid import Hex
from maps.legend import Kind, Layer
from qtapp.painters.detail import Detail
from qtapp.painters.palette import colour
from qtapp.painters.places import draw_place
from qtapp.painters.shape import PITCH, BoardShape
from qtapp.painters.textures import pattern_brush


def draw_swatch(
    painter: QPainter, shape: BoardShape, kind: Kind, box: QRectF, detail: Detail
) -> None:
    """Draw a sample of a legend kind in a box, in the looks of a board."""
    middle = box.center()
    if kind.layer is Layer.TERRAIN:
        look = shape.terrain_look(kind.id)
        tile = QPainterPath()
        shape_path(shape, middle, tile, box.height() * 1.1)
        painter.fillPath(tile, colour(look.fill))
        if look.pattern != "none":
            painter.fillPath(tile, pattern_brush(look.pattern, look.ink, detail))
        if look.relief > 0.1:
            peaks(painter, middle, box.height() * 0.8, look.relief, detail)
        painter.strokePath(tile, QPen(colour(shape.palette.grid, 0.7), detail.width(0.014, 0.7)))
    elif kind.layer is Layer.PLACE:
        place = shape.place_look(kind.id)
        draw_place(painter, place, frozenset(), middle, place.size * PITCH, detail)
    else:
        look_ = shape.stroke_look(kind.layer, kind.id)
        line = QPainterPath(QPointF(box.left(), middle.y() + 0.06 * PITCH))
        line.cubicTo(
            box.left() + box.width() * 0.35, middle.y() - 0.16 * PITCH,
            box.left() + box.width() * 0.65, middle.y() + 0.20 * PITCH,
            box.right(), middle.y() - 0.05 * PITCH,
        )  # fmt: skip
        if look_.casing:
            wide = detail.width(look_.width + 0.026, 2.0)
            painter.strokePath(line, QPen(colour(look_.casing), wide))
        pen = QPen(colour(look_.stroke), detail.width(look_.width, 1.0))
        if look_.style in ("country", "zone", "track"):
            pen.setDashPattern([4, 2, 0.8, 2] if look_.style == "country" else [4, 2.5])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.strokePath(line, pen)


def shape_path(shape: BoardShape, at: QPointF, path: QPainterPath, tall: float) -> None:
    """Add a small hex about a point, for legend swatches."""
    share = tall / PITCH
    centre = shape.centre((0, 0))
    for index, corner in enumerate(shape.corner_points(Hex(0, 0))):
        spot = QPointF(
            at.x() + (corner.x() - centre[0]) * share, at.y() + (corner.y() - centre[1]) * share
        )
        path.lineTo(spot) if index else path.moveTo(spot)
    path.closeSubpath()


def peaks(painter: QPainter, at: QPointF, size: float, relief: float, detail: Detail) -> None:
    """Two small summits, light on one flank and dark on the other: a sample of the relief."""
    tall = size * (0.25 + 0.4 * relief)
    for dx, share in ((-0.2, 0.8), (0.16, 1.0)):
        x, base = at.x() + dx * size, at.y() + size * 0.26
        top = QPointF(x, base - tall * share)
        for way, ink, strength in ((-1, "#fffaea", 0.7), (1, "#38291a", 0.5)):
            flank = QPainterPath(top)
            flank.quadTo(
                x + way * size * 0.1 * share, base - tall * 0.35, x + way * size * 0.3 * share, base
            )
            flank.lineTo(x, base)
            flank.closeSubpath()
            painter.fillPath(flank, colour(ink, strength))
