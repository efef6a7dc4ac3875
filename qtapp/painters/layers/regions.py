"""Borders of countries and zones along the hexsides, and the names of regions across them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import compress
from operator import not_
from typing import Any, TypeAlias

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from maps.hexgrid import DIRECTIONS, Hex, Side, side
from maps.legend import Layer
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face
from qtapp.painters.layers.boxes import BoxPainter
from qtapp.painters.layers.hexsides import CLEAR, beside, kept_bank, river_width
from qtapp.painters.layers.names.beside import names_beside, paint_beside
from qtapp.painters.layers.names.curved import natural_width, set_along
from qtapp.painters.layers.names.keeping import Keeper, Lettering
from qtapp.painters.layers.names.labels import crossings_of
from qtapp.painters.layers.names.spines import Spines
from qtapp.painters.layers.shape import PITCH, XY, BoardShape
from qtapp.painters.layers.strokes import flat_pen, round_pen, stroke_each
from qtapp.painters.looks import StrokeLook
from qtapp.painters.palette import colour

_DASHES = {
    "country": ((0.16, 0.84),),
    "zone": ((0.06, 0.27), (0.39, 0.61), (0.73, 0.94)),
    "dots": (),
    "letters": ((0.0, 1.0),),
}
_DOTS = {"country": (0.0, 1.0), "dots": (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)}

Marks: TypeAlias = tuple[tuple[QPainterPath, ...], tuple[QPointF, ...]]
"""Dashes and dots."""

_IN_FULL: Mapping[str, float] = {}

_STRENGTH = 0.86
"""How dark the names of regions are at their darkest."""
_USUAL, _LARGE, _LARGEST = 0.44, 1.3, 2.2
"""Height of letters, in hexes: as a rule, at most in common regions and in the largest."""
_FADING = 26.0, 90.0
"""Letters from so many pixels high begin to fade, and are faintest from so many."""
_FADED = 0.62
"""How much of their strength the largest letters lose."""
_LARGE_AT = 28.0
"""The letters of regions grow from so many hexes across."""
_SHARE = 0.66
"""The part of its curve that a name runs over."""
_TINT, _BAND, _STRIP = 0.17, 0.24, 0.12
"""How strong the tint along borders is, and how wide: about a border, and beside a river."""
_SPACED, _OPEN, _WIDEST = 1.12, 1.9, 2.6
"""Lengths of a name by the length of its plain letters: at least, where there is room, at most."""


def _grown(rect: QRectF) -> QRectF:
    step = 0.6 * PITCH
    return rect.adjusted(-step, -step, step, step)


def wanted(name: str, most: float) -> float:
    """The run that a name in letters ``most`` high would like to have, in paper units."""
    plain = max(natural_width(name.upper(), Face.ITALIC), 0.1)
    return plain * most * _OPEN / _SHARE


class RegionPainter:
    """Draws the borders of all region layers."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        self._owner: dict[str, dict[Hex, str]] = {}
        self._known: dict[str, dict[Hex, tuple[Side, ...]]] = {}
        self._kept = Keeper(shape.map)
        self._marks: dict[str, dict[Side, Marks]] = {}
        self._boxes = BoxPainter(shape)
        self._read()

    def regions_changed(self) -> None:
        """Read the regions of the map again."""
        self._kept.clear()
        self._read()

    def _read(self) -> None:
        self._owner = {layer: {} for layer in self._shape.map.regions}
        for layer, regions in self._shape.map.regions.items():
            for name, hexes in regions.items():
                self._owner[layer].update(dict.fromkeys(hexes, name))
        self._known = {layer: {} for layer in self._owner}
        self._marks.clear()

    def _look(self, layer: str) -> StrokeLook:
        return self._shape.stroke_look(Layer.REGION, layer)

    def _lettering(self) -> dict[str, list[Lettering]]:
        """The names of regions by layer, worked out when they are first looked at."""
        known = self._kept.now
        if known.regions is None:
            known.regions = self._laid_names()
        return known.regions

    def _laid_names(self) -> dict[str, list[Lettering]]:
        """The names of regions by layer, each along the greatest length of its region.

        None runs through a hex beside a crossing. They keep off towns, and off the names of layers
        before their own, as far as they can.
        """
        spots = [self._shape.centre(town.hex) for town in self._shape.map.places.values()]
        spines = Spines(self._shape, spots)
        crossed = {at for of in crossings_of(self._shape) for at in of.hexes}
        has_water = any(self._wet(set(self._shape.map.terrain.values())).values())
        found: dict[str, list[Lettering]] = {}
        covered = self._covered()
        named = (layer for layer in self._shape.map.regions if self._look(layer).names)
        for layer in sorted(named, key=lambda layer: -self._look(layer).width):
            found[layer] = []
            regions = self._shape.map.regions[layer]
            is_sea = has_water and self._is_sea(regions.values())
            for name, hexes in regions.items():
                if hexes:
                    ground = self._ground(hexes, covered, is_sea=is_sea, has_water=has_water)
                    if crossed:
                        ground = [at for at in ground if at not in crossed] or ground
                    most = min(_LARGEST, max(_LARGE, math.sqrt(len(ground)) / _LARGE_AT))
                    curve = spines.spine(ground, wanted(name, most * PITCH))
                    found[layer].append(self._set(name, curve, most * PITCH))
            for one in found[layer]:
                spines.avoid(one.curve)
        return found

    def _is_sea(self, regions: Iterable[frozenset[Hex]]) -> bool:
        """True for a layer that holds more water than land."""
        terrain, count = self._shape.map.terrain, Counter[str | None]()
        for hexes in regions:
            count.update(map(terrain.get, hexes))
        wet = self._wet(count)
        there = {kind: number for kind, number in count.items() if kind is not None}
        return 2 * sum(number for kind, number in there.items() if wet[kind]) > sum(there.values())

    def _wet(self, kinds: Iterable[str | None]) -> dict[str | None, bool]:
        """Which kinds of terrain are water; a whole board of hexes is asked by its few kinds."""
        look = self._shape.terrain_look
        return {kind: kind is not None and look(kind).water for kind in kinds}

    def _ground(
        self, hexes: frozenset[Hex], covered: frozenset[Hex], *, is_sea: bool, has_water: bool
    ) -> Collection[Hex]:
        """The land of a region, or the water of a sea; not what is ``covered`` by boxes."""
        ground: Collection[Hex] = hexes
        kinds = list(map(self._shape.map.terrain.get, ground)) if has_water else []
        wet = self._wet(set(kinds))
        if len(set(wet.values())) > 1:
            is_wet = map(wet.__getitem__, kinds)
            ground = list(compress(ground, is_wet if is_sea else map(not_, is_wet)))
        return [at for at in ground if at not in covered] or ground if covered else ground

    def _covered(self) -> frozenset[Hex]:
        """The cells whose middles lie under boxes, or close beside them."""
        shape = self._shape
        rects = [_grown(self._boxes.rect(box)) for box in shape.map.boxes.values()]
        return frozenset(
            at for rect in rects for at in shape.cells_in(rect) if rect.contains(*shape.centre(at))
        )

    def _set(self, name: str, curve: list[XY], most: float) -> Lettering:
        """A name in letters as large as its curve has room for, spread along it."""
        text, room = name.upper(), max(PITCH, math.dist(curve[0], curve[-1]))
        plain = max(natural_width(text, Face.ITALIC), 0.1)
        size = min(most, max(_USUAL * PITCH, _SHARE * room / plain / _OPEN))
        size = min(size, room / plain / _SPACED)
        long = min(max(plain * size * _SPACED, _SHARE * room), plain * size * _WIDEST)
        path = set_along(text, Face.ITALIC, size, curve, long)
        return Lettering(name, path, path.boundingRect(), size, curve)

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
                sides = self._sides(layer, exposed)
                self._border(painter, layer, sides, look, detail)
                if look.style == "letters":
                    taken = {place.hex for place in self._shape.map.places.values()}
                    names = names_beside(self._shape, self._owner[layer], sides, taken)
                    paint_beside(painter, names, look.stroke, self._shape.palette.halo, detail)
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
        self._kept.part()
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
        self._kept.part()
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
        self, painter: QPainter, layer: str, sides: list[Side], look: StrokeLook, detail: Detail
    ) -> None:
        if not sides:
            return
        banks = self._beside(layer, sides, look)
        if look.style == "country":
            band = QPainterPath()
            for string in self._shape.strings(of for of in sides if of not in banks):
                band.addPath(string)
            painter.strokePath(band, round_pen(colour(look.stroke, _TINT), _BAND * PITCH))
            strip = QPainterPath()
            for points in banks.values():
                strip.addPath(_piece(points, 0.0, 1.0))
            painter.strokePath(strip, round_pen(colour(look.stroke, _TINT), _STRIP * PITCH))
        if detail.hex_px >= 10 or look.style == "country":
            known = self._marks.setdefault(layer, {})
            marks = []
            for of in sides:
                mark = known.get(of)
                if mark is None:
                    points = banks.get(of) or self._shape.side_points(of)
                    mark = known[of] = border_marks(points, look.style)
                marks.append(mark)
            draw_borders(painter, marks, look, detail)

    def _held(self, layer: str, name: str) -> Callable[[Hex], bool]:
        """Whether a hex is of a region."""
        owner = self._owner[layer]
        return lambda at: owner.get(at) == name

    def _beside(self, layer: str, sides: Iterable[Side], look: StrokeLook) -> dict[Side, list[XY]]:
        """The courses of borders of countries on hexsides with a river: beside it, on one bank."""
        owner = self._owner[layer]
        found: dict[Side, list[XY]] = {}
        for of in sides if look.style == "country" else ():
            river = river_width(self._shape, of)
            if river > 0:
                name, far = kept_bank(owner, of), (river + look.width) / 2 + CLEAR
                found[of] = beside(self._shape, of, self._held(layer, name), far)
        return found

    def lettered(self) -> list[tuple[str, XY, float, str]]:
        """The names of regions: where their middle is, the size of letters, and their colour."""
        return [
            (one.name, one.curve[len(one.curve) // 2], one.size, self._look(layer).stroke)
            for layer, names in self._lettering().items()
            for one in names
        ]

    def paint_names(
        self,
        painter: QPainter,
        exposed: QRectF,
        detail: Detail,
        strengths: Mapping[str, float] = _IN_FULL,
    ) -> None:
        """Letter the names of regions, spaced across them; they fade when one zooms in."""
        strength = _STRENGTH * detail.fade(5, 9)
        if strength < 0.03:
            return
        halo = self._shape.palette.halo
        large, too_large = _FADING
        for layer, names in self._lettering().items():
            own = strength * strengths.get(layer, 1.0)
            if own <= 0:
                continue
            for one in names:
                tall = one.size * detail.scale
                if tall >= 6 and one.box.intersects(exposed):
                    wide = 0.16 * one.size
                    over = min(1.0, max(0.0, (tall - large) / (too_large - large)))
                    part = own * (1.0 - _FADED * over)
                    ink = colour(self._look(layer).stroke, part)
                    around = colour(halo, 0.34 * part * (1.0 - 0.8 * over))
                    painter.strokePath(one.path, round_pen(around, wide))
                    painter.fillPath(one.path, ink)
                    if over < 1.0:  # small letters want some weight, large ones show its edge
                        edge = colour(self._look(layer).stroke, part * (1.0 - over))
                        painter.strokePath(one.path, round_pen(edge, 0.03 * one.size))


def border_marks(points: list[XY], style: str) -> Marks:
    """The dashes and dots of a border along one hexside, a chain of points."""
    dashes = tuple(_piece(points, start, end) for start, end in _DASHES.get(style, ()))
    spots = _DOTS.get(style, ())
    return dashes, tuple(QPointF(*_on(points, spot * (len(points) - 1))) for spot in spots)


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
