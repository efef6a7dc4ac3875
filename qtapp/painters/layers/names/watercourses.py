"""Names of rivers along their courses.

A layer of regions whose look says ``names=course`` holds the hexes beside each named river; its
name is lettered along the hexsides with a river between two of them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from maps.hexgrid import Hex, Side
from maps.legend import Layer
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face
from qtapp.painters.layers.hexsides import OPEN_WATER
from qtapp.painters.layers.names.curved import natural_width, set_along
from qtapp.painters.layers.names.labels import Crowd
from qtapp.painters.layers.shape import PITCH, XY, BoardShape, Key, side_keys

FROM = 18.0
"""Pixels per hex from which rivers are named."""
_SIZES, _LEAST = 0.2, 8.0
"""Height of letters in hexes, and at least in pixels."""
_APART = 16 * PITCH
"""A long river is named again after so much of its course."""
_STEEP = math.radians(50)
"""How far a stretch under a name may turn from its mean way."""
_WORTH = 7.0
"""A name that would cost more is left out."""
_OFF = 0.14 * PITCH
"""Clear paper between a course and its name; courses wind about their smoothed run."""
_BESIDE = 2.5 * PITCH
"""A second course that is nearer than this to the first, on the whole, has no name of its own."""
_STEP = 0.25 * PITCH
"""Courses are read at points this far apart."""


@dataclass(frozen=True, slots=True)
class CourseName:
    """A river's name, as outlines of letters along a curve; all in paper units."""

    name: str
    path: QPainterPath
    box: QRectF
    size: float
    ink: str
    curve: list[XY]

    @property
    def turn(self) -> float:
        """How far it leans to the right on the whole, in degrees."""
        (ax, ay), (bx, by) = self.curve[0], self.curve[-1]
        return math.degrees(math.atan2(by - ay, bx - ax))


def lettered(name: str) -> str:
    """What is written of a river's name: the Don River is the Don."""
    return name.removesuffix(" River").removeprefix("River ")


@dataclass(frozen=True, slots=True)
class Course:
    """A stretch of a named river, smoothed, as points one step apart in paper units."""

    name: str
    text: str
    ink: str
    spots: list[XY]


def named_courses(shape: BoardShape) -> list[Course]:
    """The courses of all rivers that the board names."""
    found = []
    for layer, regions in shape.map.regions.items():
        look = shape.stroke_look(Layer.REGION, layer)
        for name, hexes in regions.items() if look.is_course else ():
            for chain in _own(courses(shape, hexes)):
                spots = _smoothed(list(_even(chain)), 5)
                found.append(Course(name, lettered(name), look.stroke, spots))
    return found


def course_names(
    shape: BoardShape, named: Iterable[Course], detail: Detail, crowd: Crowd
) -> Iterator[CourseName]:
    """The names of rivers at one level of detail, where they bend and cover least.

    ``crowd`` is what towns and their names take up; the names add themselves to it.
    """
    if detail.hex_px < FROM:
        return
    size = max(_SIZES * PITCH, detail.units(_LEAST))
    for one in named:
        wide = natural_width(one.text, Face.ITALIC) * size * 1.1
        for spots in _stretches(one.spots, wide):
            baseline = _best(shape, spots, wide, size, crowd)
            if baseline:
                path = set_along(one.text, Face.ITALIC, size, baseline, wide)
                yield CourseName(one.name, path, path.boundingRect(), size, one.ink, baseline)


def courses(shape: BoardShape, hexes: frozenset[Hex]) -> list[list[XY]]:
    """The courses of a river as chains of points on paper, the longest first."""
    sides = _sides(shape, hexes)
    ways: dict[Key, list[tuple[Key, Side]]] = {}
    for of in sides:
        first, last = side_keys(of)
        ways.setdefault(first, []).append((last, of))
        ways.setdefault(last, []).append((first, of))
    spurs = [(near[0][0], here) for here, near in ways.items() if len(near) == 1 and len(ways) > 3]
    for joint, end in spurs:  # the first side of a tributary
        if len(ways[joint]) == 3:
            ways[joint] = [way for way in ways[joint] if way[0] != end]
            ways[end] = []
    found = []
    done: set[Side] = set()
    ends = sorted(key for key, near in ways.items() if len(near) != 2)
    for start in (*ends, *sorted(ways)):
        for way in ways[start]:
            if way[1] not in done:
                found.append(_walk(shape, start, way, ways, done))
    return sorted(found, key=lambda points: -len(points))


def _own(chains: Sequence[list[XY]]) -> list[list[XY]]:
    """The longest course and those apart from it; what runs beside it is another river."""
    found: list[list[XY]] = []
    for chain in chains:
        gaps = [
            min(math.dist(spot, other) for held in found for other in held[::4])
            for spot in chain[::8]
            if found
        ]
        if not found or sum(gaps) / len(gaps) > _BESIDE:
            found.append(chain)
    return found


def _sides(shape: BoardShape, hexes: frozenset[Hex]) -> list[Side]:
    """The hexsides with the river between the hexes, not those of a few of another kind."""
    kinds: dict[Side, str] = {}
    for at in sorted(hexes):
        for direction in range(3):
            of = Side(at, direction)
            if of.hexes[1] not in hexes:
                continue
            for kind in sorted(shape.map.hexsides.get(of, ())):
                look = shape.stroke_look(Layer.HEXSIDE, kind)
                if look.style == "river" and look.width < OPEN_WATER:
                    kinds[of] = kind
    count = Counter(kinds.values())
    if len(count) < 2:
        return list(kinds)
    main = max(count, key=lambda kind: (count[kind], kind))
    return [of for of, kind in kinds.items() if kind == main or count[kind] > 3]


def _walk(
    shape: BoardShape,
    start: Key,
    way: tuple[Key, Side],
    ways: Mapping[Key, Sequence[tuple[Key, Side]]],
    done: set[Side],
) -> list[XY]:
    """The points of a course from a vertex to where it ends or meets another."""
    points: list[XY] = []
    here = start
    while True:
        there, of = way
        done.add(of)
        piece = shape.side_points(of)
        if side_keys(of)[0] != here:
            piece = piece[::-1]
        points += piece if not points else piece[1:]
        here = there
        onward = [one for one in ways[here] if one[1] not in done]
        if len(ways[here]) != 2 or not onward:
            return points
        way = onward[0]


def _stretches(spots: list[XY], wide: float) -> Iterator[list[XY]]:
    """The stretches of a course that get a name each."""
    long = (len(spots) - 1) * _STEP
    if long < 1.15 * wide:
        return
    count = max(1, round(long / _APART))
    each = len(spots) // count
    for index in range(count):
        yield spots[index * each : (index + 1) * each + 1]


def _even(course: Sequence[XY]) -> Iterator[XY]:
    """Points of a course one step apart."""
    left = 0.0
    for (ax, ay), (bx, by) in pairwise(course):
        long = math.hypot(bx - ax, by - ay)
        at = left
        while at < long:
            yield ax + (bx - ax) * at / long, ay + (by - ay) * at / long
            at += _STEP
        left = at - long


def _smoothed(spots: Sequence[XY], reach: int) -> list[XY]:
    found = []
    for index in range(len(spots)):
        near = min(reach, index, len(spots) - 1 - index)
        part = spots[index - near : index + near + 1]
        count = len(part)
        found.append((sum([x for x, _ in part]) / count, sum([y for _, y in part]) / count))
    return found


def _best(
    shape: BoardShape, spots: Sequence[XY], wide: float, size: float, crowd: Crowd
) -> list[XY]:
    """The baseline of a name beside a stretch where it bends and covers least; empty for none."""
    steps = math.ceil(wide / _STEP) + 1
    found: list[XY] = []
    least = _WORTH
    middle = (len(spots) - steps) / 2
    for first in range(0, len(spots) - steps + 1, 3):
        part = list(spots[first : first + steps])
        if part[0][0] > part[-1][0]:
            part.reverse()
        bend = _bend(part)
        cost = 2.0 * bend + abs(first - middle) / max(1.0, middle)
        if bend > _STEEP or cost >= least:
            continue
        for way in (-1, 1):
            if cost + 0.3 * (way > 0) >= least:
                continue
            line = _beside(part, way * (0.62 * size + _OFF))
            own = _crowding(shape, _middles(line, size), size, crowd, cost + 0.3 * (way > 0), least)
            if own < least:
                least, found = own, line
    for x, y in _middles(found, size):
        crowd.add(QRectF(x - size / 2, y - size / 2, size, size), 8.0)
    return found


def _bend(part: Sequence[XY]) -> float:
    """The largest turn of a stretch away from the way from its first to its last point."""
    (ax, ay), (bx, by) = part[0], part[-1]
    mean = math.atan2(by - ay, bx - ax)
    turns = (
        abs((math.atan2(y2 - y1, x2 - x1) - mean + math.pi) % math.tau - math.pi)
        for (x1, y1), (x2, y2) in zip(part[:-3:3], part[3::3], strict=False)
    )
    return max(turns, default=0.0)


def _beside(part: Sequence[XY], off: float) -> list[XY]:
    """A stretch moved to one side: down for a positive ``off`` where it runs to the right."""
    found = []
    for index, (x, y) in enumerate(part):
        (ax, ay), (bx, by) = part[max(0, index - 3)], part[min(len(part) - 1, index + 3)]
        long = math.hypot(bx - ax, by - ay) or 1.0
        found.append((x - (by - ay) / long * off, y + (bx - ax) / long * off))
    return _smoothed(found, 3)


def _middles(line: Sequence[XY], size: float) -> Sequence[XY]:
    """The middles of the squares about the letters of a name."""
    return line[:: max(1, int(size / _STEP))]


def _crowding(
    shape: BoardShape,
    middles: Iterable[XY],
    size: float,
    crowd: Crowd,
    cost: float,
    least: float,
) -> float:
    """A cost with what letters about some middles would cover; given up where it is no longer the
    ``least``.
    """
    terrain, hex_at, half = shape.map.terrain, shape.hex_at, size / 2
    for x, y in middles:
        left, top = x - half, y - half
        cost += crowd.covering(left, top, size, size)
        if hex_at(left + half, top + half) not in terrain:
            cost += _WORTH
        if cost >= least:
            break
    return cost
