"""Borders of countries and zones along the hexsides, and the names of regions across them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import compress
from operator import not_
from typing import Any, TypeAlias

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath

from maps.finding.runs import ascending, unbroken
from maps.hexgrid import DIRECTIONS, Hex, Side, side
from maps.legend import Layer
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face, lettering
from qtapp.painters.layers.shape import PITCH, XY, BoardShape
from qtapp.painters.layers.strokes import flat_pen, round_pen, stroke_each
from qtapp.painters.looks import StrokeLook
from qtapp.painters.palette import colour

_DASHES = {
    "country": ((0.16, 0.84),),
    "zone": ((0.06, 0.27), (0.39, 0.61), (0.73, 0.94)),
    "dots": (),
}

Marks: TypeAlias = tuple[tuple[QPainterPath, ...], tuple[QPointF, ...]]
"""Dashes and dots."""

_IN_FULL: Mapping[str, float] = {}

_RING = tuple((math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)) for turn in range(8))

_LONGEST = 14
"""Half hexes a name may run to either side of its middle."""

_CROWDED = 0.6
"""What a town under a name is worth in half hexes of its run."""
_STRENGTH = 0.80
"""How dark the names of regions are at their darkest."""


class RegionPainter:
    """Draws the borders of all region layers."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        self._owner: dict[str, dict[Hex, str]] = {}
        self._known: dict[str, dict[Hex, tuple[Side, ...]]] = {}
        self._names: dict[str, list[tuple[str, XY, float]]] = {}
        self._marks: dict[str, dict[Side, Marks]] = {}
        self._spots: list[XY] = []
        self.regions_changed()

    def regions_changed(self) -> None:
        """Read the regions of the map again."""
        self._owner = {layer: {} for layer in self._shape.map.regions}
        for layer, regions in self._shape.map.regions.items():
            for name, hexes in regions.items():
                self._owner[layer].update(dict.fromkeys(hexes, name))
        self._known = {layer: {} for layer in self._owner}
        self._marks.clear()
        towns = self._shape.map.places.values()
        self._spots = [self._shape.centre(town.hex) for town in towns]
        self._names = {
            layer: [(name, *self._middle(hexes)) for name, hexes in regions.items() if hexes]
            for layer, regions in self._shape.map.regions.items()
            if self._look(layer).names
        }

    def _look(self, layer: str) -> StrokeLook:
        return self._shape.stroke_look(Layer.REGION, layer)

    def _middle(self, hexes: frozenset[Hex]) -> tuple[XY, float]:
        """Where a region's name goes, and how wide it may run, in paper units.

        That is the middle of its longest level run of land (of water, where it is mostly that),
        preferably near its centre.
        """
        shape, terrain = self._shape, self._shape.map.terrain
        inside = ascending(hexes, terrain)
        kinds = [kind.id for kind in shape.map.legend.of(Layer.TERRAIN)]
        seas = {kind for kind in kinds if shape.terrain_look(kind).water}
        is_wet = list(map(seas.__contains__, map(terrain.get, inside))) if seas else []
        wet = sum(is_wet)
        is_sea = 2 * wet > len(inside)
        ground, spots = inside, hexes
        if 0 < wet < len(inside):
            ground = list(compress(inside, is_wet if is_sea else map(not_, is_wet)))
            spots = frozenset(ground)
        count = len(ground)
        runs = [(q, last - first + 1, first + last) for q, first, last in unbroken(ground)]
        across = sum(q * long for q, long, _ in runs) / count
        down = sum(long * both for _, long, both in runs) / (2 * count)
        _, my = shape.centre((across, down))
        some = {at: shape.centre(at) for at in ground[:: 1 + count // 150]}
        low = self._between
        best, place, wide = -math.inf, some[ground[0]], PITCH
        for at in sorted(some, key=lambda at: abs(some[at][1] - my)):
            x, y = some[at]
            if _LONGEST - abs(y - my) / PITCH * 0.35 <= best:
                break
            reach = 0
            while reach < _LONGEST and all(
                self._shape.hex_at(x + way * (reach + 1) * 0.5 * PITCH, y) in spots
                for way in (-1, 1)
            ):
                reach += 1
            for step in (0.0, low, -low):
                if step and self._shape.hex_at(x, y + 2 * step) not in spots:
                    continue
                worth = reach - abs(y + step - my) / PITCH * 0.35
                if worth > best:
                    worth -= _CROWDED * self._towns(x, y + step, (reach + 1) * PITCH)
                if worth > best:
                    best, place, wide = worth, (x, y + step), (reach + 1) * PITCH
        return place, wide

    @property
    def _between(self) -> float:
        """Half the way from one row of hexes to the next, in paper units."""
        ys = {round(self._shape.centre((q, r))[1], 3) for q in (0, 1) for r in (0, 1)}
        apart = [abs(a - b) for a in ys for b in ys if a != b]
        return min(apart, default=PITCH) / 2

    def _towns(self, x: float, y: float, wide: float) -> int:
        """How many towns lie where a name would run."""
        tall = 0.3 * PITCH
        return sum(abs(ty - y) < tall and -wide / 2 < tx - x < wide / 2 for tx, ty in self._spots)

    def paint(
        self,
        painter: QPainter,
        exposed: QRectF,
        detail: Detail,
        strengths: Mapping[str, float] = _IN_FULL,
    ) -> None:
        """Draw the borders of the exposed part, fine ones under bold ones.

        ``strengths`` (0..1) draws some region layers fainter than the others.
        """
        full = painter.opacity()
        layers = sorted(self._owner, key=lambda layer: (self._look(layer).width, layer))
        for layer in layers:
            look = self._look(layer)
            strength = strengths.get(layer, 1.0)
            if look.style != "none" and strength > 0:
                painter.setOpacity(full * strength)
                self._border(painter, self._sides(layer, exposed), look, detail)
        painter.setOpacity(full)

    def _sides(self, layer: str, exposed: QRectF) -> list[Side]:
        shape = self._shape
        known = self._known[layer]
        found: list[Side] = []
        for at in shape.hexes_in(exposed):
            sides = known.get(at)
            if sides is None:
                sides = known[at] = self._bordered(self._owner[layer], at)
            found.extend(sides)
        return found

    def _bordered(self, owner: dict[Hex, str], at: Hex) -> tuple[Side, ...]:
        """Of sides 0 to 2 of a hex those where one region of the land meets another."""
        own, (q, r) = owner.get(at), at
        known: dict[Any, str] = owner
        found = [
            Side(at, direction)
            for direction, (dq, dr) in enumerate(DIRECTIONS[:3])
            if known.get((q + dq, r + dr)) != own
        ]
        if not found or self._shape.is_water(at):
            return ()
        return tuple(of for of in found if self._shape.is_water(of.hexes[1]) is False)

    def members_changed(self, hexes: Iterable[Hex]) -> None:
        """Read again which regions hold some hexes; names of regions stay where they are."""
        changed = list(hexes)
        for layer in self._shape.map.regions:
            owner = self._owner.setdefault(layer, {})
            self._known.setdefault(layer, {})
            for at in changed:
                name = self._shape.map.region_of(layer, at)
                if name is None:
                    owner.pop(at, None)
                else:
                    owner[at] = name
        self.touch(changed)

    def touch(self, hexes: Collection[Hex]) -> None:
        """Look again where borders run near some hexes."""
        count = sum(len(known) for known in self._known.values())
        if len(hexes) > count + sum(len(marks) for marks in self._marks.values()):
            for known in self._known.values():  # quicker than to look for each
                known.clear()
            for marks in self._marks.values():
                marks.clear()
            return
        for at in hexes:
            for near in (at, *at.neighbours()):
                for known in self._known.values():
                    known.pop(near, None)
                for marks in self._marks.values():
                    for direction in range(6):
                        marks.pop(side(near, direction), None)

    def _border(
        self, painter: QPainter, sides: list[Side], look: StrokeLook, detail: Detail
    ) -> None:
        if not sides:
            return
        if look.style == "country":
            band = QPainterPath()
            for string in self._shape.strings(sides):
                band.addPath(string)
            painter.strokePath(band, round_pen(colour(look.stroke, 0.17), 0.24 * PITCH))
        if detail.hex_px >= 10 or look.style == "country":
            known = self._marks.setdefault(look.style, {})
            marks = []
            for of in sides:
                mark = known.get(of)
                if mark is None:
                    mark = known[of] = border_marks(self._shape.side_points(of), look.style)
                marks.append(mark)
            draw_borders(painter, marks, look, detail)

    def lettered(self) -> list[tuple[str, XY, float, str]]:
        """The names of regions: where their middle is, the size of letters, and their colour."""
        return [
            (
                name,
                spot,
                min(0.44 * PITCH, wide / max(4, len(name)) * 1.05),
                self._look(layer).stroke,
            )
            for layer, names in self._names.items()
            for name, spot, wide in names
        ]

    def paint_names(
        self,
        painter: QPainter,
        exposed: QRectF,
        detail: Detail,
        strengths: Mapping[str, float] = _IN_FULL,
    ) -> None:
        """Letter the names of regions, spaced across them; they fade when one zooms in."""
        strength = _STRENGTH * detail.fade(5, 9) * (1.0 - 0.45 * detail.fade(60, 110))
        if strength < 0.03:
            return
        scale = detail.scale
        painter.save()
        painter.scale(1 / scale, 1 / scale)
        reach = max(0.8, min(2.0, detail.hex_px * 0.02))
        for layer, names in self._names.items():
            own = strength * strengths.get(layer, 1.0)
            if own <= 0:
                continue
            ink = colour(self._look(layer).stroke, own)
            halo = colour(self._shape.palette.halo, 0.16 * own)
            for name, (x, y), wide in names:
                size = min(0.44 * PITCH, wide / max(4, len(name)) * 1.05) * scale
                if size < 6 or not exposed.top() - size < y < exposed.bottom() + size:
                    continue
                font = lettering(Face.ITALIC, size, 138)
                text = name.upper()
                metrics = QFontMetricsF(font)
                long = metrics.horizontalAdvance(text) - size * 0.3
                box = QRectF(x * scale - long / 2, y * scale - size, long, 2 * size)
                if QRectF(
                    box.x() / scale, box.y() / scale, box.width() / scale, box.height() / scale
                ).intersects(exposed):
                    spot = QPointF(box.left(), y * scale + metrics.capHeight() / 2)
                    painter.setFont(font)
                    painter.setPen(halo)
                    for dx, dy in _RING:
                        painter.drawText(spot + QPointF(dx * reach, dy * reach), text)
                    painter.setPen(ink)
                    painter.drawText(spot, text)
        painter.restore()


def border_marks(points: list[XY], style: str) -> Marks:
    """The dashes and dots of a border along one hexside, a chain of points."""
    dashes = tuple(_piece(points, start, end) for start, end in _DASHES.get(style, ()))
    if style not in ("country", "dots"):
        return dashes, ()
    return dashes, (QPointF(*points[0]), QPointF(*points[-1]))


def draw_borders(
    painter: QPainter, marks: Sequence[Marks], look: StrokeLook, detail: Detail
) -> None:
    """Draw the dashes and dots of a border."""
    wide = detail.width(look.width, 0.9)
    pen = flat_pen(colour(look.stroke), wide)
    stroke_each(painter, (dash for dashes, _ in marks for dash in dashes), pen)
    if detail.hex_px >= 14:
        painter.setPen(round_pen(colour(look.stroke), wide * 1.15))
        painter.drawPoints([dot for _, dots in marks for dot in dots])


def _piece(points: list[XY], start: float, end: float) -> QPainterPath:
    """The part of a chain of points between two fractions of its length, counted by points."""
    last = len(points) - 1
    low, high = start * last, end * last
    path = QPainterPath(QPointF(*_on(points, low)))
    for index in range(int(low) + 1, int(high) + 1):
        if index < high:
            path.lineTo(*points[index])
    path.lineTo(*_on(points, high))
    return path


def _on(points: list[XY], spot: float) -> XY:
    index = min(int(spot), len(points) - 2)
    t = spot - index
    (ax, ay), (bx, by) = points[index], points[index + 1]
    return ax + (bx - ax) * t, ay + (by - ay) * t
