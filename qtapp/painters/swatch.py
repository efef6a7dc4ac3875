"""Samples of legend kinds, as the printed legend and the panels show them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPen

from maps.hexgrid import Hex
from maps.legend import Kind, Layer
from maps.model import GameMap
from qtapp.painters.detail import Detail
from qtapp.painters.layers.hexsides import draw_bars, draw_crossings, draw_rivers, draw_ticks
from qtapp.painters.layers.lines import draw_lines
from qtapp.painters.layers.names.labels import anchor_height
from qtapp.painters.layers.places import draw_airfield, draw_anchor, draw_place
from qtapp.painters.layers.regions import border_marks, draw_borders
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.layers.strokes import round_pen
from qtapp.painters.layers.textures import pattern_brush
from qtapp.painters.looks import PlaceLook, StrokeLook
from qtapp.painters.palette import colour


def draw_swatch(
    painter: QPainter, shape: BoardShape, kind: Kind, box: QRectF, detail: Detail
) -> None:
    """Draw a sample of a legend kind in a box, in the looks of a board."""
    middle = box.center()
    if kind.layer is Layer.TERRAIN:
        look = shape.terrain_look(kind.id)
        tile = QPainterPath()
        shape_path(shape, middle, tile, box.height())
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
        _draw_stroke(painter, shape.stroke_look(kind.layer, kind.id), kind.layer, box, detail)


MARKS = {
    "great_port": "Great port",
    "major_port": "Major port",
    "standard_port": "Standard port",
    "minor_port": "Minor port",
    "port": "Port",
    "fortress": "Fortress",
    "fortified": "Fortified place",
    "airfield": "Airfield",
}
"""Tags of places that show on the board, with their names in the legend."""

_SIZES = ("great_port", "major_port", "standard_port", "minor_port")


def marks_of(board: GameMap) -> list[str]:
    """The tags of :data:`MARKS` a board uses; ``port`` only for ports of no stated size."""
    used = {
        tag
        for place in board.places.values()
        for tag in place.tags
        if tag != "port" or place.tags.isdisjoint(_SIZES)
    }
    return [tag for tag in MARKS if tag in used]


def draw_mark(painter: QPainter, shape: BoardShape, tag: str, box: QRectF, detail: Detail) -> None:
    """Draw a sample of what a tag adds to a place."""
    middle, tags = box.center(), frozenset({tag})
    if tag == "airfield":
        draw_airfield(painter, middle, shape.palette)
    elif tag in ("fortress", "fortified"):
        reference = PlaceLook("town", "#fbf7ea", shape.palette.ink, 0.16, "none", 4)
        draw_place(painter, reference, tags, middle, 0.2 * PITCH, detail)
    else:
        draw_anchor(painter, middle, anchor_height(tags), detail, shape.palette.halo)


def _draw_stroke(
    painter: QPainter, look: StrokeLook, layer: Layer, box: QRectF, detail: Detail
) -> None:
    """A stretch of a hexside, line or border, drawn as on the board."""
    y, wide = box.center().y(), box.width()
    inset = min(0.3 * wide, 0.6 * look.width * PITCH)
    left, right = box.left() + inset, box.right() - inset
    line = QPainterPath(QPointF(left, y + 0.05 * PITCH))
    line.cubicTo(
        left + wide * 0.3, y - 0.13 * PITCH, right - wide * 0.3, y + 0.15 * PITCH,
        right, y - 0.04 * PITCH,
    )  # fmt: skip
    if layer is Layer.LINE:
        draw_lines(painter, [(look, [line])], detail)
    elif layer is Layer.REGION:
        draw_borders(painter, [border_marks([(left, y), (right, y)], look.style)], look, detail)
    elif look.style == "river":
        draw_rivers(painter, [(look, [line])], detail)
    elif look.style == "bar":
        draw_bars(painter, [(left - 0.05 * wide, y, right + 0.05 * wide, y)], look, detail)
    elif look.style == "strait":
        middle = box.center().x()
        draw_crossings(painter, [(middle - PITCH / 2, y, middle + PITCH / 2, y)], look, detail)
    else:
        pen = round_pen(colour(look.stroke), detail.width(look.width * 0.7, 1.0))
        painter.strokePath(_level(left, right, y), pen)
        if look.style == "ridge":
            draw_ticks(painter, [(left, y, right, y)], look, detail)


def _level(left: float, right: float, y: float) -> QPainterPath:
    path = QPainterPath(QPointF(left, y))
    path.lineTo(right, y)
    return path


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
