"""Towns, ports and airfields: symbols, and names with a halo."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from maps.hexgrid import Hex
from maps.legend import Layer
from maps.model import Place
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face, lettering
from qtapp.painters.layers.names.keeping import Keeper
from qtapp.painters.layers.names.labels import (
    MARKS_FROM,
    Label,
    airfield_spot,
    anchor_height,
    crowd_of,
    placed_labels,
    seaward,
)
from qtapp.painters.layers.names.nearby import Nearby
from qtapp.painters.layers.names.spots import spots_of
from qtapp.painters.layers.names.watercourses import FROM as RIVERS_FROM
from qtapp.painters.layers.names.watercourses import (
    CourseName,
    course_names,
    named_courses,
)
from qtapp.painters.layers.shape import PITCH, XY, BoardShape
from qtapp.painters.layers.strokes import round_pen
from qtapp.painters.looks import PlaceLook
from qtapp.painters.palette import PAPER, Palette, colour

_STEADY = 56.0
"""Pixels per hex from which names keep their places as one zooms in."""

_RING = tuple((math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)) for turn in range(8))
_WIDE_RING = tuple(
    (share * math.cos(turn * math.pi / 6), share * math.sin(turn * math.pi / 6))
    for share in (0.55, 1.0)
    for turn in range(12)
)


@cache
def cap_height(face: Face, size: float) -> float:
    """Height of capitals, in device pixels."""
    return QFontMetricsF(lettering(face, size)).capHeight()


class PlacePainter:
    """Draws places; where names go is worked out once per level of detail."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        self._at: dict[Hex, list[Place]] = {}
        self._kept = Keeper(shape.map)
        self._spares_counters = False
        self._nearby: dict[float, Nearby] = {}
        self._spots: dict[str, XY] = {}
        self._named = self._rivers()
        self._read()

    def places_changed(self) -> None:
        """Read the places of the map again."""
        self._kept.clear()
        self._read()

    def _read(self) -> None:
        self._at = {}
        for place in self._shape.map.places.values():
            self._at.setdefault(place.hex, []).append(place)
        self._spots = spots_of(self._shape, self._shape.map.places.values())

    def reach(self, detail: Detail) -> float:
        """How far, in paper units, a name may run from its place."""
        boxes = [label.box.width() for label in self.labels(detail)]
        return max(boxes, default=0.0) + PITCH

    def labels(self, detail: Detail) -> list[Label]:
        """The names lettered at a level of detail."""
        px, known = min(detail.hex_px, _STEADY), self._kept.now.labels
        found = known.get((px, self._spares_counters))
        if found is None:
            near = Detail.of(px, PITCH)
            found = placed_labels(self._shape, near, self._spares_counters)
            known[px, self._spares_counters] = found
        return found

    def labels_near(self, detail: Detail, part: QRectF) -> list[Label]:
        """Those of them whose boxes meet a part of the paper."""
        px, labels = min(detail.hex_px, _STEADY), self.labels(detail)
        known = self._nearby.get(px)
        if known is None or known.labels is not labels:
            known = self._nearby[px] = Nearby(labels)
        return known.near(part)

    def course_names(self, detail: Detail) -> list[CourseName]:
        """The names of rivers lettered at a level of detail; they give way to names of places."""
        px, known = min(detail.hex_px, _STEADY), self._kept.now
        found = known.courses.get((px, self._spares_counters))
        if found is None and px < RIVERS_FROM:
            found = known.courses[px, self._spares_counters] = []
        elif found is None:
            crowd = crowd_of(self._shape, self._spots, Detail.of(px, PITCH))
            for label in self.labels(detail):
                crowd.add(label.box, 10.0)
            if known.rivers is None:
                known.rivers = named_courses(self._shape)
            found = list(course_names(self._shape, known.rivers, Detail.of(px, PITCH), crowd))
            known.courses[px, self._spares_counters] = found
        return found

    @property
    def spares_counters(self) -> bool:
        """Whether names keep off counters."""
        return self._spares_counters

    def spare_counters(self, spares: bool) -> bool:
        """Let names stand where counters do not hide them, or beside their symbols; True if new."""
        if spares is self._spares_counters:
            return False
        self._spares_counters = spares
        return True

    def touch(self) -> None:
        """The ground was edited: names stay where they are, and are this painter's own."""
        self._kept.part()

    def members_changed(self) -> None:
        """Regions have other hexes: look whether those of rivers are among them."""
        if self._rivers() != self._named:
            self.courses_changed()

    def _rivers(self) -> dict[str, dict[str, frozenset[Hex]]]:
        """The regions of the layers that name rivers."""
        return {
            layer: dict(regions)
            for layer, regions in self._shape.map.regions.items()
            if self._shape.stroke_look(Layer.REGION, layer).is_course
        }

    def courses_changed(self) -> None:
        """Look again which rivers are named."""
        self._named = self._rivers()
        self._kept.part()
        self._kept.now.rivers = None
        self._kept.now.courses.clear()

    def paint_courses(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Letter the names of rivers along their courses."""
        halo = self._shape.palette.halo
        for one in self.course_names(detail):
            if one.box.intersects(exposed):
                painter.strokePath(one.path, round_pen(colour(halo, 0.75), 0.2 * one.size))
                painter.fillPath(one.path, colour(one.ink))

    def paint(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the symbols of the exposed part."""
        for at in self._shape.hexes_in(exposed) if self._at else ():
            for place in self._at.get(at, ()):
                self._symbol(painter, place, detail)

    def paint_names(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Letter the names of the places in and near the exposed part."""
        self.letter(painter, self.labels_near(detail, exposed.adjusted(-4, -4, 4, 4)), detail)

    def letter(self, painter: QPainter, shown: Sequence[Label], detail: Detail) -> None:
        """Letter some names where they stand."""
        if not shown:
            return
        scale = detail.scale
        halo, ink = colour(self._shape.palette.halo), colour(self._shape.palette.ink)
        painter.save()
        painter.scale(1 / scale, 1 / scale)
        reach = max(1.2, min(2.6, detail.hex_px * 0.027))
        around = _RING if reach < 1.8 else _WIDE_RING
        for label in shown:
            size = label.size * detail.hex_px
            font = lettering(label.face, size)
            x = label.box.left() * scale
            y = label.box.top() * scale + cap_height(label.face, size)
            painter.setFont(font)
            painter.setPen(halo)
            for dx, dy in around:
                painter.drawText(QPointF(x + dx * reach, y + dy * reach), label.text)
            painter.setPen(ink)
            painter.drawText(QPointF(x, y), label.text)
        painter.restore()

    def _symbol(self, painter: QPainter, place: Place, detail: Detail) -> None:
        look = self._shape.place_look(place.kind)
        x, y = self._spots[place.id]
        size = max(look.size * PITCH, detail.units(2.6 if look.rank > 3 else 4.0))
        draw_place(painter, look, place.tags, QPointF(x, y), size, detail)
        if "airfield" in place.tags and look.symbol != "airfield" and detail.hex_px >= MARKS_FROM:
            spot = airfield_spot(self._shape, place, (x, y), size)
            draw_airfield(painter, QPointF(*spot), self._shape.palette)
        if "port" in place.tags and look.symbol != "port" and detail.hex_px >= MARKS_FROM:
            ox, oy = seaward(self._shape, place.hex)
            tall = anchor_height(place.tags)
            off = size / 2 + tall * 0.56
            draw_anchor(
                painter, QPointF(x + ox * off, y + oy * off), tall, detail, self._shape.palette.halo
            )


def draw_airfield(painter: QPainter, spot: QPointF, palette: Palette) -> None:
    """A small aeroplane about a point, as it is at the upper left of a place."""
    reach = 0.11 * PITCH
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(palette.halo, 0.9))
    painter.drawEllipse(spot, reach * 1.15, reach * 1.15)
    painter.fillPath(aeroplane(spot, reach), colour(palette.ink))


def draw_place(
    painter: QPainter,
    look: PlaceLook,
    tags: frozenset[str],
    at: QPointF,
    size: float,
    detail: Detail,
) -> None:
    """Draw a place's symbol of diameter ``size`` (paper units)."""
    ink, fill = colour(look.stroke), colour(look.fill)
    paper = colour(PAPER.plate)
    pen = QPen(ink, max(detail.units(0.8), size * 0.085))
    half = size / 2
    painter.setPen(pen)
    if "fortress" in tags and look.symbol != "fortress":
        painter.setBrush(paper)
        painter.drawPath(bastion(at, half * 1.35))
    elif "fortified" in tags:
        draw_works(painter, at, half, pen)
    if look.symbol == "city":
        painter.setBrush(paper)
        painter.drawEllipse(at, half, half)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        if "capital" in tags:
            painter.fillPath(star(at, half * 0.86), fill)
        else:
            painter.drawEllipse(at, half * 0.62, half * 0.62)
    elif look.symbol in ("town", "port"):
        painter.setBrush(fill)
        painter.drawEllipse(at, half, half)
        if "capital" in tags:
            painter.fillPath(star(at, half * 0.8), ink)
        elif look.symbol == "port":
            draw_anchor(painter, at, size * 1.1, detail, "")
        else:
            painter.setBrush(ink)
            painter.drawEllipse(at, half * 0.22, half * 0.22)
    elif look.symbol in ("village", "dot"):
        painter.setBrush(ink if look.symbol == "dot" else fill)
        painter.drawEllipse(at, half, half)
    elif look.symbol == "fortress":
        painter.setBrush(fill)
        painter.drawPath(bastion(at, half))
    elif look.symbol == "airfield":
        painter.setBrush(paper)
        painter.drawEllipse(at, half, half)
        painter.fillPath(aeroplane(at, half * 0.74), ink)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def star(at: QPointF, radius: float, points: int = 5, inner: float = 0.42) -> QPainterPath:
    """A star about a point."""
    path = QPainterPath()
    for index in range(points * 2):
        long = radius if index % 2 == 0 else radius * inner
        turn = math.pi * (index / points - 0.5)
        spot = QPointF(at.x() + long * math.cos(turn), at.y() + long * math.sin(turn))
        path.lineTo(spot) if index else path.moveTo(spot)
    path.closeSubpath()
    return path


def bastion(at: QPointF, radius: float) -> QPainterPath:
    """A fortress: a square with bastions at its corners, seen from above."""
    return star(at, radius * 1.15, 4, 0.62)


def draw_works(painter: QPainter, at: QPointF, half: float, pen: QPen) -> None:
    """Draw fortified works about a symbol of radius ``half``: a toothed arc over its left half."""
    reach = half + max(0.6 * half, 1.8 * pen.widthF())
    tooth = max(0.6 * half, 2.8 * pen.widthF())
    path = QPainterPath()
    box = QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach)
    path.arcMoveTo(box, 80)
    path.arcTo(box, 80, 200)
    for degrees in range(90, 271, 45):
        x, y = math.cos(math.radians(degrees)), -math.sin(math.radians(degrees))
        path.moveTo(at.x() + reach * x, at.y() + reach * y)
        path.lineTo(at.x() + (reach + tooth) * x, at.y() + (reach + tooth) * y)
    painter.strokePath(path, QPen(colour(PAPER.plate, 0.8), 2.6 * pen.widthF()))
    painter.strokePath(path, pen)


def aeroplane(at: QPointF, radius: float) -> QPainterPath:
    """A small aeroplane seen from above, flying up."""
    x, y, r = at.x(), at.y(), radius
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addRoundedRect(QRectF(x - r * 0.12, y - r * 0.9, r * 0.24, r * 1.7), r * 0.12, r * 0.12)
    path.addRoundedRect(QRectF(x - r * 0.95, y - r * 0.32, r * 1.9, r * 0.30), r * 0.1, r * 0.1)
    path.addRoundedRect(QRectF(x - r * 0.38, y + r * 0.52, r * 0.76, r * 0.22), r * 0.08, r * 0.08)
    return path


def draw_anchor(
    painter: QPainter, at: QPointF, tall: float, detail: Detail, halo: str, ink: str = "#1f4f66"
) -> None:
    """Draw an anchor ``tall`` paper units high about a point, on a halo when a colour is given."""
    x, y, h = at.x(), at.y(), tall / 2
    path = QPainterPath()
    path.addEllipse(QPointF(x, y - h * 0.74), h * 0.2, h * 0.2)
    path.moveTo(x, y - h * 0.54)
    path.lineTo(x, y + h * 0.86)
    path.moveTo(x - h * 0.42, y - h * 0.26)
    path.lineTo(x + h * 0.42, y - h * 0.26)
    path.moveTo(x - h * 0.74, y + h * 0.16)
    path.cubicTo(x - h * 0.62, y + h * 0.98, x + h * 0.62, y + h * 0.98, x + h * 0.74, y + h * 0.16)
    for way in (-1, 1):
        path.moveTo(x + way * h * 0.92, y + h * 0.36)
        path.lineTo(x + way * h * 0.74, y + h * 0.12)
        path.lineTo(x + way * h * 0.50, y + h * 0.34)
    wide = max(detail.units(1.0), tall * 0.085)
    if halo:
        back = QPen(colour(halo, 0.8), wide + max(detail.units(2.2), tall * 0.14))
        back.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.strokePath(path, back)
    pen = QPen(colour(ink), wide)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, pen)
