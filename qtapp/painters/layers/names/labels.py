"""Where place names go: each tries a few spots around its symbol and takes the least crowded.

No name runs off the sheet, and none covers the arrow of a crossing. Beyond that each keeps off
symbols, other names, lines, the coast and other countries as far as it can. Names that a person has
put somewhere stand there, whatever the crowd; the others make room.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from maps.finding.measures import margins_of
from maps.hexgrid import DIRECTIONS, Hex, Side
from maps.layout import Layout
from maps.legend import Layer
from maps.model import Place
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face, lettering
from qtapp.painters.layers.names.spots import spots_of
from qtapp.painters.layers.shape import PITCH, XY, BoardShape
from qtapp.painters.looks import PlaceLook

_FACES = {"caps": Face.BOLD, "bold": Face.BOLD, "plain": Face.SANS, "italic": Face.ITALIC}
_SIZES = {1: 0.215, 2: 0.20, 3: 0.180, 4: 0.158, 5: 0.145}
_LEAST = {1: 8.5, 2: 8.5, 3: 8.0, 4: 8.0, 5: 8.0}
MARKS_FROM = 18.0
"""Pixels per hex from which anchors and aeroplanes are drawn."""
_FROM = {1: 7.0, 2: 12.0, 3: 19.0, 4: 30.0, 5: 40.0}
"""Pixels per hex from which names of a rank are lettered."""

_EDGE = 0.6 * PITCH
"""How far beyond the outermost hexes a name may run: just short of the neat line."""
_ANCHORS = {"great_port": 0.42, "major_port": 0.36, "standard_port": 0.29, "minor_port": 0.22}
"""Heights of anchors in hexes, by tag."""
_CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
"""Where an aeroplane may stand about a symbol, the best first."""
_BESIDE_ANCHOR = 0.5
"""How far a corner may point the way of an anchor: more, and the two would overlap."""
_WORTH = 22.0
"""A name that would cost more is left out."""
_SMALL_WORTH, _SMALL = 7.0, 36.0
"""The same for lesser places on a board drawn with fewer pixels per hex."""
_CROSSING = 4 * _WORTH
"""What covering the arrow of a crossing costs."""
_ARROW = 0.4 * PITCH
"""How long and wide a box about such an arrow is."""
_APART = 0.3
"""Clear paper left and right of a name, by its height, so that two do not read as one."""
_NAME = 20.0
"""What it costs to cover another name."""
_ABROAD = 0.9
"""What it costs to run into another country."""
_LINED = 0.3
"""What it costs to cover a point of a road, a railway or a river; there are some to each hex."""
_ALONG = (0.22, 0.36, 0.5)
"""Where on the way from a hex's middle to the next such points of lines are."""
_BANK = 0.2
"""How far such points of rivers are from the middle of their side, in hexes."""


@dataclass(frozen=True, slots=True)
class Label:
    """A placed name. ``box`` is in paper units; ``size`` is the height of its letters in hexes."""

    text: str
    face: Face
    size: float
    box: QRectF
    rank: int
    place: str = ""
    """Id of the place it names."""


class Crowd:
    """Boxes already taken on paper, with how much it costs to cover them, in a coarse grid.

    Names try many boxes, so edges are plain numbers here.
    """

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[_Taken]] = {}

    def add(self, box: QRectF, cost: float) -> None:
        """Take up a box."""
        left, top, wide, high = edges_of(box)
        taken = (left, top, left + wide, top + high, cost)
        for cell in _spread(left, top, wide, high):
            self._cells.setdefault(cell, []).append(taken)

    def cost(self, box: QRectF) -> float:
        """What it costs to cover a box, more where it covers much of what is there."""
        return self.covering(*edges_of(box))

    def covering(self, left: float, top: float, wide: float, high: float) -> float:
        """The same of a box by its upper left corner and its size."""
        total = 0.0
        area = wide * high or 1.0
        right, bottom = left + wide, top + high
        seen: set[int] = set()
        for cell in _spread(left, top, wide, high):
            for taken in self._cells.get(cell, ()):
                first, upper, last, lower, cost = taken
                meets = first < right and last > left and upper < bottom and lower > top
                if meets and id(taken) not in seen:
                    seen.add(id(taken))
                    across = min(last, right) - max(first, left)
                    down = min(lower, bottom) - max(upper, top)
                    total += cost * (0.3 + across * down / area)
        return total


_Taken = tuple[float, float, float, float, float]
"""Left, top, right and bottom of a box that is taken, and what it costs to cover it."""


def edges_of(box: QRectF) -> tuple[float, float, float, float]:
    """Left, top, width and height of a box."""
    return box.left(), box.top(), box.width(), box.height()


def _spread(left: float, top: float, wide: float, high: float) -> list[tuple[int, int]]:
    """The cells of the grid that a box touches."""
    size = 2 * PITCH
    rows = range(int(top // size), int((top + high) // size) + 1)
    columns = range(int(left // size), int((left + wide) // size) + 1)
    return [(column, row) for column in columns for row in rows]


def crowd_of(shape: BoardShape, spots: Mapping[str, XY], detail: Detail) -> Crowd:
    """What is drawn at places, at the spots of their symbols, and the arrows of crossings."""
    crowd = Crowd()
    for place in shape.map.places.values():
        for box, cost in _symbols(shape, place, spots[place.id], detail):
            crowd.add(box, cost)
    for of in crossings_of(shape):
        (ax, ay), (bx, by) = (shape.centre(at) for at in of.hexes)
        crowd.add(_square((ax + bx) / 2, (ay + by) / 2, _ARROW), _CROSSING)
    return crowd


def crossings_of(shape: BoardShape) -> Iterator[Side]:
    """The hexsides with the arrow of a crossing, which no name covers."""
    looks: dict[str, bool] = {}
    for of, kinds in shape.map.hexsides.items():
        for kind in kinds:
            if kind not in looks:
                looks[kind] = shape.stroke_look(Layer.HEXSIDE, kind).style == "strait"
            if looks[kind]:
                yield of
                break


def placed_labels(shape: BoardShape, detail: Detail, spares_counters: bool = False) -> list[Label]:
    """The names to letter at one level of detail; the greater places choose first.

    With ``spares_counters`` names rather stand between the rows of hexes, where no counter lies.
    """
    spots = spots_of(shape, shape.map.places.values())
    crowd = crowd_of(shape, spots, detail)
    paper = _paper(shape)
    ground = Ground(shape)
    ranked = sorted(
        ((shape.place_look(place.kind), place) for place in shape.map.places.values()),
        key=lambda pair: (pair[0].rank, pair[1].id),
    )
    ranked.sort(key=lambda pair: pair[1].label is None)
    labels: list[Label] = []
    for look, place in ranked:
        rank = min(5, max(1, look.rank))
        if look.label == "none" or not place.name or detail.hex_px < _FROM[rank]:
            continue
        label = _best(
            ground, detail, place, spots[place.id], look, rank, crowd, paper, spares_counters
        )
        if label is not None:
            labels.append(label)
            gap = _APART * label.box.height()
            crowd.add(label.box.adjusted(-gap, 0, gap, 0), _NAME)
    return labels


def _symbols(
    shape: BoardShape, place: Place, spot: XY, detail: Detail
) -> list[tuple[QRectF, float]]:
    """What is drawn at a place, and what it costs to cover it: symbol, anchor and aeroplane."""
    look = shape.place_look(place.kind)
    if look.symbol == "none":
        return []
    x, y = spot
    size = look.size * PITCH
    found = [(_square(x, y, size * 1.05), 6.0)]
    if detail.hex_px < MARKS_FROM:
        return found
    if "airfield" in place.tags and look.symbol != "airfield":
        found.append((_square(*airfield_spot(shape, place, spot, size), 0.2 * PITCH), 4.0))
    if "port" in place.tags and look.symbol != "port":
        ox, oy = seaward(shape, place.hex)
        tall = anchor_height(place.tags)
        off = size / 2 + tall * 0.56
        found.append((_square(x + ox * off, y + oy * off, tall * 0.8), 9.0))
    return found


def airfield_spot(shape: BoardShape, place: Place, spot: XY, size: float) -> XY:
    """Where the aeroplane of a place stands: at its upper left, or where its anchor is not.

    ``size`` is the diameter of the symbol about ``spot``, in paper units.
    """
    off = size / 2 + 0.05 * PITCH
    dx, dy = _CORNERS[0]
    if "port" in place.tags and shape.place_look(place.kind).symbol != "port":
        ox, oy = seaward(shape, place.hex)
        dx, dy = next(way for way in _CORNERS if way[0] * ox + way[1] * oy < _BESIDE_ANCHOR)
    return spot[0] + dx * off, spot[1] + dy * off


def seaward(shape: BoardShape, at: Hex) -> tuple[float, float]:
    """Unit direction from a hex towards the water beside it; down when there is none."""
    x, y = shape.centre(at)
    dx = dy = 0.0
    for near in at.neighbours():
        if shape.is_water(near):
            nx, ny = shape.centre(near)
            dx, dy = dx + nx - x, dy + ny - y
    long = math.hypot(dx, dy)
    return (dx / long, dy / long) if long > 1e-6 else (0.0, 1.0)


def anchor_height(tags: frozenset[str]) -> float:
    """How tall a port's anchor is, in paper units: by the size its tags state."""
    size = next((tall for tag, tall in _ANCHORS.items() if tag in tags), 0.30)
    return size * PITCH


def _square(x: float, y: float, size: float) -> QRectF:
    return QRectF(x - size / 2, y - size / 2, size, size)


def _paper(shape: BoardShape) -> QRectF:
    """Where names may run: the hexes, their margins, and a little beyond."""
    own = margins_of(shape.map)
    return shape.bounds.adjusted(
        -_EDGE - own.left * PITCH,
        -_EDGE - own.top * PITCH,
        _EDGE + own.right * PITCH,
        _EDGE + own.bottom * PITCH,
    )


class Ground:
    """What names lie over: land and water, countries, roads, railways and rivers."""

    def __init__(self, shape: BoardShape) -> None:
        self.shape = shape
        self._points = self._read_lines()
        self._terrain: Mapping[Hex, str | None] = shape.map.terrain
        kinds = set(shape.map.terrain.values())
        self._wet: dict[str | None, bool] = {kind: shape.terrain_look(kind).water for kind in kinds}
        self._country: dict[Hex, str] = {}
        for layer, regions in shape.map.regions.items():
            if shape.stroke_look(Layer.REGION, layer).style == "country":
                for name, hexes in regions.items():
                    self._country.update(dict.fromkeys(hexes, name))

    def lines_about(self, at: Hex) -> list[XY]:
        """Points of roads, railways and rivers of a hex and its neighbours."""
        held = (self._points.get(here, ()) for here in (at, *at.neighbours()))
        return [point for points in held for point in points]

    def _read_lines(self) -> Mapping[tuple[int, int], list[XY]]:
        """Points of lines and rivers by hex: each its own half of a line, its first three sides."""
        centre, found = self.shape.centre, defaultdict[tuple[int, int], list[XY]](list)
        near, half, far = _ALONG
        for a, b in self.shape.map.lines:
            (ax, ay), (bx, by) = centre(a), centre(b)
            dx, dy = bx - ax, by - ay
            found[a] += (
                (ax + dx * near, ay + dy * near),
                (ax + dx * half, ay + dy * half),
                (ax + dx * far, ay + dy * far),
            )
            found[b] += (
                (bx - dx * near, by - dy * near),
                (bx - dx * half, by - dy * half),
                (bx - dx * far, by - dy * far),
            )
        looks = self.shape.map.legend.of(Layer.HEXSIDE)
        rivers = {
            kind.id
            for kind in looks
            if self.shape.stroke_look(Layer.HEXSIDE, kind.id).style == "river"
        }
        for of, kinds in self.shape.map.hexsides.items():
            if rivers.isdisjoint(kinds):
                continue
            at, (east, south) = of.hex, DIRECTIONS[of.direction]
            (ax, ay), (bx, by) = centre(at), centre((at.q + east, at.r + south))
            x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, (by - ay) * _BANK, (ax - bx) * _BANK
            found[at] += ((x, y), (x - dx, y - dy), (x + dx, y + dy))
        return found

    def cost(self, box: QRectF, home: Hex, lines: Iterable[XY]) -> float:
        """What is under a name of a place at ``home``. Names read best on land or at sea alone."""
        left, top, wide, high = edges_of(box)
        y, hex_at, terrain, is_wet = top + high / 2, self.shape.hex_at, self._terrain, self._wet
        under = [hex_at(left + wide * share, y) for share in _SAMPLED]
        wet = [is_wet.get(terrain.get(at)) for at in under]
        if None in wet:
            return 8.0
        cost = 1.6 if any(wet) and not all(wet) else 0.0
        own = self._country.get(home)
        if any(
            not sea and self._country.get(at, own) != own
            for at, sea in zip(under, wet, strict=True)
        ):
            cost += _ABROAD
        right, bottom = left + wide, top + high
        covered = [1 for x, y in lines if left < x < right and top < y < bottom]
        return cost + _LINED * len(covered)


def _best(
    ground: Ground,
    detail: Detail,
    place: Place,
    at: XY,
    look: PlaceLook,
    rank: int,
    crowd: Crowd,
    paper: QRectF,
    spares_counters: bool,
) -> Label | None:
    shape = ground.shape
    face = _FACES.get(look.label, Face.SANS)
    text = place.name.upper() if look.label == "caps" else place.name
    size = max(_LEAST[rank], _SIZES[rank] * detail.hex_px)
    metrics = QFontMetricsF(lettering(face, size))
    wide = metrics.horizontalAdvance(text) / detail.scale
    tall = (metrics.capHeight() + metrics.descent() * 0.5) / detail.scale
    x, y = at
    if place.label is not None:
        x, y = shape.centre(place.hex)
        dx, dy = place.label
        spot = QRectF(x + dx * PITCH - wide / 2, y + dy * PITCH - tall / 2, wide, tall)
        return Label(text, face, size / detail.hex_px, spot, rank, place.id)
    gap = look.size * PITCH / 2 + max(0.045 * PITCH, detail.units(1.5))
    tried = _beside(x, y, wide, tall, gap)
    if spares_counters:
        tried = chain(_between(shape, *shape.centre(place.hex), wide, tall), tried)
    best: Label | None = None
    worth = _SMALL_WORTH if rank > 2 and detail.hex_px < _SMALL else _WORTH
    least = worth + _HIDDEN
    lines = ground.lines_about(place.hex)
    for order, box in enumerate(tried):
        if not paper.contains(box):
            continue
        cost = order * 0.35 + crowd.cost(box)
        if cost < min(least, worth):
            cost += ground.cost(box, place.hex, lines)
        if cost >= worth:
            continue
        if spares_counters and cost < least:
            cost += _HIDDEN * _hidden(shape, box)
        if cost < least:
            best, least = Label(text, face, size / detail.hex_px, box, rank, place.id), cost
        if least <= (order + 1) * 0.35:
            break
    return best


def _beside(x: float, y: float, wide: float, tall: float, gap: float) -> Iterator[QRectF]:
    """Where a name may stand about a symbol, the best first."""
    for dx, dy in _SPOTS:
        left = x + (gap if dx > 0 else -gap - wide if dx < 0 else -wide / 2)
        if dx and dy:
            left = x + (gap * 0.6 if dx > 0 else -gap * 0.6 - wide)
        yield QRectF(left, y - tall / 2 + dy * (gap + tall / 2), wide, tall)


def _between(shape: BoardShape, x: float, y: float, wide: float, tall: float) -> Iterator[QRectF]:
    """Where a name may stand between a hex's row and the next, clear of a counter in either."""
    middle = _between_rows(shape.layout)
    near = (x - wide / 2, x - 0.3 * PITCH, x + 0.3 * PITCH - wide)
    far = (x + 0.1 * PITCH, x - 0.1 * PITCH - wide, x + 0.3 * PITCH, x - 0.3 * PITCH - wide)
    for lefts in (near, far):
        for way in (1, -1):
            for left in lefts:
                yield QRectF(left, y + way * middle - tall / 2, wide, tall)


@cache
def _between_rows(layout: Layout) -> float:
    """How far above or below the middle of a hex a name between rows stands, in paper units."""
    rows = {round(abs(layout.centre(near).y), 3) for near in Hex(0, 0).neighbours()} - {0.0}
    return min(rows) / 2 if min(rows) < 0.9 * PITCH and len(rows) == 1 else _CLEAR * PITCH


def _hidden(shape: BoardShape, box: QRectF) -> float:
    """The share of a name that counters hide if one is on every land hex about it."""
    left, top, wide, high = edges_of(box)
    right, bottom = left + wide, top + high
    steps = max(1, math.ceil(wide / (0.4 * PITCH)))
    hex_at = shape.hex_at
    about = {
        hex_at(left + wide * step / steps, y) for step in range(steps + 1) for y in (top, bottom)
    }
    covered = 0.0
    for at in about:
        if shape.is_water(at) is False:
            x, y = shape.centre(at)
            first, upper = x - _COUNTER / 2, y - _COUNTER / 2
            across = min(first + _COUNTER, right) - max(first, left)
            down = min(upper + _COUNTER, bottom) - max(upper, top)
            covered += across * down if across > 0 and down > 0 else 0.0
    return covered / (wide * high)


_COUNTER = 0.64 * PITCH
"""The side of a counter on the board."""
_HIDDEN = 14.0
"""What a name costs that counters hide wholly."""

_CLEAR = 0.45
"""How far above or below the middle of a hex a name is that no counter hides, in hexes."""
_SAMPLED = (0.0, 0.33, 0.67, 1.0)
"""Where along a name its ground is looked at."""
_SPOTS = ((1, 0), (-1, 0), (0, 1), (1, -0.8), (1, 0.8), (-1, -0.8), (-1, 0.8), (0, -1))
