"""A map laid out on paper: where its hexes lie, and the drawn course of every hexside.

Coasts, rivers and the edges of terrain run as smooth curves along the hexsides. Each vertex of the
grid is nudged along the most important feature that passes it, and each side bends between its two
vertices; both depend on the near neighbourhood alone, so that any part can be drawn without the
rest, two parts meet exactly, and an edit disturbs nothing but its surroundings.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from maps.hexgrid import DIRECTIONS, Hex, Side, side
from maps.layout import Layout
from maps.legend import Layer
from maps.model import GameMap
from qtapp.painters.layers.noise import signed
from qtapp.painters.looks import (
    PlaceLook,
    StrokeLook,
    TerrainLook,
    place_look,
    stroke_look,
    terrain_look,
)
from qtapp.painters.palette import Palette
from qtapp.painters.schemes import SHEET, Scheme

PITCH = 64.0
"""Paper units between adjacent hex centres."""

Key = tuple[int, int]
"""A vertex: the sum of the axial coordinates of its three hexes."""

XY = tuple[float, float]
Cubic = tuple[float, float, float, float, float, float]
"""Two control points and the end of a Bézier piece."""

CORNERS: tuple[Key, ...] = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))
"""Vertex of corner ``i`` of a hex, relative to three times the hex."""

_RIM = tuple(
    (index, *DIRECTIONS[index], *CORNERS[index], *CORNERS[(index + 1) % 6]) for index in range(6)
)


class Course(IntEnum):
    """What runs along a hexside, least important first."""

    EDGE = -1
    NONE = 0
    TERRAIN = 1
    RIVER = 2
    COAST = 3


_PULL = {Course.TERRAIN: 0.34, Course.RIVER: 0.36, Course.COAST: 0.46}
_SWAY = {Course.TERRAIN: 0.09, Course.RIVER: 0.09, Course.COAST: 0.10}
_BENDS = {Course.TERRAIN: (0.11,), Course.RIVER: (0.12,), Course.COAST: (0.10, 0.06, 0.10)}


class Node(NamedTuple):
    """Where a vertex is drawn, and the two vertices its main feature comes from and goes to."""

    x: float
    y: float
    through: tuple[Key, Key] | None
    is_moved: bool


class BoardShape:
    """Geometry and looks of one map on paper, cached; :meth:`touch` forgets what changed."""

    def __init__(self, of: GameMap, scheme: Scheme = SHEET) -> None:
        self.map = of
        self.scheme = scheme
        self.layout = Layout(of.orientation, PITCH)
        self.radius = self.layout.radius
        east, south = self.layout.centre(Hex(1, 0)), self.layout.centre(Hex(0, 1))
        self._axes = (east.x, east.y, south.x, south.y)
        corners = self.layout.corners(Hex(0, 0))
        self._corners = tuple((point.x, point.y) for point in corners)
        self._terrain_looks: dict[str, TerrainLook] = {}
        self._stroke_looks: dict[tuple[Layer, str], StrokeLook] = {}
        self._place_looks: dict[str, PlaceLook] = {}
        self._nodes: dict[Key, Node] = {}
        self._curves: dict[Side, tuple[Cubic, ...]] = {}
        self._courses: dict[Side, Course] = {}
        self._lately: tuple[object, list[Hex]] = (None, [])
        self.bounds = self._bounds()

    def _bounds(self) -> QRectF:
        if not self.map.terrain:
            return QRectF(0, 0, PITCH, PITCH)
        a, b, c, d = self._axes
        xs = [a * q + c * r for q, r in self.map.terrain]
        ys = [b * q + d * r for q, r in self.map.terrain]
        wide = max(abs(x) for x, _ in self._corners)
        high = max(abs(y) for _, y in self._corners)
        left, top = min(xs) - wide, min(ys) - high
        return QRectF(left, top, max(xs) + wide - left, max(ys) + high - top)

    @property
    def palette(self) -> Palette:
        """Colours of what the legend does not colour."""
        return self.scheme.palette

    def centre(self, at: tuple[float, float]) -> XY:
        """Centre of a hex, in paper units."""
        q, r = at
        a, b, c, d = self._axes
        return a * q + c * r, b * q + d * r

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex (of the map or not) that contains a point of the paper."""
        return self.layout.hex_at(x, y)

    def hexes_in(self, rect: QRectF, margin: float = 0.5) -> list[Hex]:
        """The map's hexes that may show in a part of the paper, grown by ``margin`` hexes."""
        key = (rect.left(), rect.top(), rect.right(), rect.bottom(), margin)
        if self._lately[0] != key:
            terrain = self.map.terrain
            self._lately = (key, [at for at in self.cells_in(rect, margin) if at in terrain])
        return self._lately[1]

    def cells_in(self, rect: QRectF, margin: float = 0.0) -> list[Hex]:
        """All cells of the endless grid that may show in a part of the paper."""
        grow = self.radius + margin * PITCH
        wanted = rect.adjusted(-grow, -grow, grow, grow).intersected(
            self.bounds.adjusted(-PITCH, -PITCH, PITCH, PITCH)
        )
        if wanted.isEmpty():
            return []
        a, b, c, d = self._axes
        left, right, top, bottom = wanted.left(), wanted.right(), wanted.top(), wanted.bottom()
        cells: list[Hex] = []
        if c == 0.0:
            for q in range(math.ceil(left / a), math.floor(right / a) + 1):
                low, high = math.ceil((top - b * q) / d), math.floor((bottom - b * q) / d)
                cells.extend([Hex(q, r) for r in range(low, high + 1)])
        else:
            for r in range(math.ceil(top / d), math.floor(bottom / d) + 1):
                low, high = math.ceil((left - c * r) / a), math.floor((right - c * r) / a)
                cells.extend([Hex(q, r) for q in range(low, high + 1)])
        return cells

    def terrain_look(self, kind: str) -> TerrainLook:
        """How a terrain kind looks."""
        look = self._terrain_looks.get(kind)
        if look is None:
            look = self.scheme.terrain(terrain_look(self.map.legend, kind))
            self._terrain_looks[kind] = look
        return look

    def stroke_look(self, layer: Layer, kind: str) -> StrokeLook:
        """How a hexside, line or region kind looks."""
        look = self._stroke_looks.get((layer, kind))
        if look is None:
            look = self.scheme.stroke(stroke_look(self.map.legend, layer, kind))
            self._stroke_looks[layer, kind] = look
        return look

    def place_look(self, kind: str) -> PlaceLook:
        """How a place kind looks."""
        look = self._place_looks.get(kind)
        if look is None:
            look = self._place_looks[kind] = self.scheme.place(place_look(self.map.legend, kind))
        return look

    def is_water(self, at: Hex) -> bool | None:
        """True for sea and lake, False for land, None off the map."""
        kind = self.map.terrain.get(at)
        return None if kind is None else self.terrain_look(kind).water

    def course(self, of: Side) -> Course:
        """The most important thing that runs along a side."""
        known = self._courses.get(of)
        if known is None:
            known = self._courses[of] = self._ranked(of)
        return known

    def _ranked(self, of: Side) -> Course:
        at, direction = of
        dq, dr = DIRECTIONS[direction]
        terrain: dict[Any, str] = self.map.terrain
        a, b = terrain.get(at), terrain.get((at[0] + dq, at[1] + dr))
        if a is None or b is None:
            return Course.EDGE
        if a != b and self.terrain_look(a).water != self.terrain_look(b).water:
            return Course.COAST
        if of in self.map.hexsides and self._is_river(of):
            return Course.RIVER
        return Course.NONE if a == b else Course.TERRAIN

    def _is_river(self, of: Side) -> bool:
        kinds = self.map.hexsides[of]
        return any(self.stroke_look(Layer.HEXSIDE, kind).style == "river" for kind in kinds)

    def node(self, key: Key) -> Node:
        """Where a vertex is drawn."""
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = self._placed(key)
        return found

    def _plain(self, key: Key) -> XY:
        a, b, c, d = self._axes
        q, r = key[0] / 3.0, key[1] / 3.0
        return a * q + c * r, b * q + d * r

    def _placed(self, key: Key) -> Node:
        x, y = self._plain(key)
        terrain: dict[Any, str] = self.map.terrain
        sides: dict[Any, frozenset[str]] = self.map.hexsides
        meeting = _meeting(key)
        a, b, c = (terrain.get(at) for at in meeting[0])
        if a is None or b is None or c is None:
            return Node(x, y, None, False)
        if a == b == c and not any(of in sides for _, of in meeting[1]):
            return Node(x, y, None, False)
        best, ways = Course.NONE, []
        for near, of in meeting[1]:
            course = self.course(of)  # type: ignore[arg-type]
            if course > best:
                best, ways = course, [near]
            elif course is best and best is not Course.NONE:
                ways.append(near)
        if best is Course.NONE or (best is Course.TERRAIN and len(ways) != 2):
            return Node(x, y, None, False)
        sway = _SWAY[best] * self.radius
        dx, dy = signed(key[0], key[1], 1) * sway, signed(key[0], key[1], 2) * sway
        if len(ways) != 2:
            return Node(x + dx, y + dy, None, True)
        (ax, ay), (bx, by) = self._plain(ways[0]), self._plain(ways[1])
        pull = _PULL[best]
        x += pull * ((ax + bx) / 2 - x) + dx
        y += pull * ((ay + by) / 2 - y) + dy
        return Node(x, y, (ways[0], ways[1]), True)

    def curve(self, of: Side) -> tuple[Cubic, ...]:
        """The course of a side from its corner ``direction`` to the next; empty when it is
        straight.
        """
        found = self._curves.get(of)
        if found is None:
            found = self._curves[of] = self._bent(of)
        return found

    def _bent(self, of: Side) -> tuple[Cubic, ...]:
        course = self.course(of)
        if course <= Course.NONE:
            return ()
        first, last = side_keys(of)
        a, b = self.node(first), self.node(last)
        dx, dy = b.x - a.x, b.y - a.y
        bends = _BENDS[course]
        points: list[XY] = [(a.x, a.y)]
        for index, bend in enumerate(bends, 1):
            share = index / (len(bends) + 1)
            off = bend * signed(first[0] + last[0], first[1] + last[1], 10 + index)
            points.append((a.x + dx * share - dy * off, a.y + dy * share + dx * off))
        points.append((b.x, b.y))
        return smooth(points, self._heading(a, last), self._heading(b, first))

    def _heading(self, node: Node, partner: Key) -> XY | None:
        """Unit direction through a vertex towards the neighbour ``partner``, if its feature goes
        there.
        """
        if node.through is None or partner not in node.through:
            return None
        other = node.through[0] if node.through[1] == partner else node.through[1]
        here, there = self.node(partner), self.node(other)
        dx, dy = here.x - there.x, here.y - there.y
        long = math.hypot(dx, dy) or 1.0
        return dx / long, dy / long

    def side_points(self, of: Side) -> list[XY]:
        """The course of a side as points, for marks set along it."""
        first, last = side_keys(of)
        a, b = self.node(first), self.node(last)
        pieces = self.curve(of)
        return flat((a.x, a.y), pieces) if pieces else [(a.x, a.y), (b.x, b.y)]

    def plain_path(self, at: tuple[int, int], path: QPainterPath, share: float = 1.0) -> None:
        """Add the straight-sided hex to a path, ``share`` of its full size."""
        x, y = self.centre(at)
        (cx, cy), *rest = self._corners
        path.moveTo(x + cx * share, y + cy * share)
        for cx, cy in rest:
            path.lineTo(x + cx * share, y + cy * share)
        path.closeSubpath()

    def area(self, hexes: Iterable[Hex]) -> QPainterPath:
        """The drawn area of several hexes as one path: its outline only, inner sides left out."""
        inside: dict[tuple[int, int], None] = dict.fromkeys(hexes)
        starts: dict[Key, list[tuple[Key, Side, bool]]] = {}
        for q, r in inside:
            for direction, dq, dr, aq, ar, bq, br in _RIM:
                near = (q + dq, r + dr)
                if near not in inside:
                    forward = direction < 3
                    of = Side(Hex(q, r), direction) if forward else Side(Hex(*near), direction - 3)
                    end = (3 * q + bq, 3 * r + br)
                    starts.setdefault((3 * q + aq, 3 * r + ar), []).append((end, of, forward))
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for first in list(starts):
            while starts[first]:
                here = first
                node = self.node(first)
                path.moveTo(node.x, node.y)
                while starts[here]:
                    here, of, forward = starts[here].pop()
                    node = self._along(path, node, here, of, forward)
                path.closeSubpath()
        return path

    def _along(self, path: QPainterPath, start: Node, key: Key, of: Side, forward: bool) -> Node:
        """Go on along a side to the vertex ``key``."""
        end = self.node(key)
        pieces = self.curve(of) if start.is_moved or end.is_moved else ()
        if not pieces:
            path.lineTo(end.x, end.y)
        elif forward:
            for piece in pieces:
                path.cubicTo(*piece)
        else:
            for piece in backwards((end.x, end.y), pieces):
                path.cubicTo(*piece)
        return end

    def strings(self, sides: Iterable[Side]) -> list[QPainterPath]:
        """The courses of sides strung into long lines, each a path of its own."""
        ways: dict[Key, list[tuple[Key, Side, bool]]] = {}
        for of in sides:
            first, last = side_keys(of)
            ways.setdefault(first, []).append((last, of, True))
            ways.setdefault(last, []).append((first, of, False))
        done: set[Side] = set()
        ends = [key for key, near in ways.items() if len(near) != 2]
        return [
            self._string(first, way, ways, done)
            for first in (*ends, *ways)
            for way in ways[first]
            if way[1] not in done
        ]

    def _string(
        self,
        key: Key,
        way: tuple[Key, Side, bool],
        ways: dict[Key, list[tuple[Key, Side, bool]]],
        done: set[Side],
    ) -> QPainterPath:
        node = self.node(key)
        path = QPainterPath(QPointF(node.x, node.y))
        while True:
            key, of, forward = way
            done.add(of)
            node = self._along(path, node, key, of, forward)
            onward = [near for near in ways[key] if near[1] not in done]
            if len(ways[key]) != 2 or not onward:
                return path
            way = onward[0]

    def hex_rect(self, at: tuple[int, int], margin: float = 0.0) -> QRectF:
        """A rectangle around a hex, grown by ``margin`` hexes."""
        x, y = self.centre(at)
        grow = self.radius + margin * PITCH
        return QRectF(x - grow, y - grow, 2 * grow, 2 * grow)

    def corner_points(self, at: tuple[int, int]) -> list[QPointF]:
        """The six printed corners of a hex."""
        x, y = self.centre(at)
        return [QPointF(x + cx, y + cy) for cx, cy in self._corners]

    def touch(self, hexes: Collection[Hex]) -> None:
        """Forget what was worked out near some hexes (their terrain or their sides changed)."""
        self._lately = (None, [])
        if len(hexes) > len(self._nodes) + len(self._curves) + len(self._courses):
            self._nodes.clear()  # quicker than to look for each
            self._curves.clear()
            self._courses.clear()
            return
        around = dict.fromkeys(near for at in hexes for near in (at, *at.neighbours()))
        for near in around:
            for direction in range(6):
                of = side(near, direction)
                self._curves.pop(of, None)
                self._courses.pop(of, None)
            for dq, dr in CORNERS:
                self._nodes.pop((3 * near.q + dq, 3 * near.r + dr), None)

    def forget_looks(self) -> None:
        """Forget all looks and curves (the legend changed)."""
        for looks in (self._terrain_looks, self._stroke_looks, self._place_looks):
            looks.clear()
        for courses in (self._nodes, self._curves, self._courses):
            courses.clear()


def side_keys(of: Side) -> tuple[Key, Key]:
    """The vertices a canonical side runs from and to."""
    q3, r3 = 3 * of.hex.q, 3 * of.hex.r
    (aq, ar), (bq, br) = CORNERS[of.direction], CORNERS[of.direction + 1]
    return (q3 + aq, r3 + ar), (q3 + bq, r3 + br)


_Meeting = tuple[tuple[Key, Key, Key], tuple[tuple[Key, tuple[Key, int]], ...]]


def _meeting(key: Key) -> _Meeting:
    """The three hexes around a vertex, and the three vertices next to it with the sides between.

    Hexes and sides are plain tuples here, equal to the Hex and Side they stand for.
    """
    q, r = key
    if q % 3 == 1:
        hq, hr = (q - 1) // 3, (r - 1) // 3
        at, low = (hq, hr), (hq, hr + 1)
        return (at, (hq + 1, hr), low), (
            ((q + 1, r - 2), (at, 0)),
            ((q + 1, r + 1), (low, 1)),
            ((q - 2, r + 1), (low, 2)),
        )
    hq, hr = (q - 2) // 3, (r + 1) // 3
    at, east = (hq, hr), (hq + 1, hr)
    return (at, east, (hq + 1, hr - 1)), (
        ((q - 1, r + 2), (at, 0)),
        ((q - 1, r - 1), (at, 1)),
        ((q + 2, r - 1), (east, 2)),
    )


def spokes(key: Key) -> tuple[tuple[Key, Side], ...]:
    """The three vertices next to a vertex, each with the side that leads there."""
    return tuple((near, Side(Hex(*at), way)) for near, (at, way) in _meeting(key)[1])


def hexes_about(key: Key) -> tuple[Hex, ...]:
    """The three hexes around a vertex, on the map or not."""
    return tuple(Hex(*at) for at in _meeting(key)[0])


def smooth(points: Sequence[XY], start: XY | None, end: XY | None) -> tuple[Cubic, ...]:
    """A smooth line through points; ``start`` and ``end`` are unit directions, both seen *into* the
    line.
    """
    count = len(points)
    pieces: list[Cubic] = []
    for index in range(count - 1):
        (x0, y0), (x3, y3) = points[index], points[index + 1]
        long = math.hypot(x3 - x0, y3 - y0)
        if index > 0:
            px, py = points[index - 1]
            ux, uy = (x3 - px) / 2, (y3 - py) / 2
        elif start is not None:
            ux, uy = start[0] * long, start[1] * long
        else:
            ux, uy = x3 - x0, y3 - y0
        if index + 2 < count:
            nx, ny = points[index + 2]
            vx, vy = (nx - x0) / 2, (ny - y0) / 2
        elif end is not None:
            vx, vy = -end[0] * long, -end[1] * long
        else:
            vx, vy = x3 - x0, y3 - y0
        pieces.append((x0 + ux / 3, y0 + uy / 3, x3 - vx / 3, y3 - vy / 3, x3, y3))
    return tuple(pieces)


def backwards(start: XY, pieces: Sequence[Cubic]) -> list[Cubic]:
    """The same pieces travelled the other way, back to ``start`` where they begin."""
    ends = [start, *((piece[4], piece[5]) for piece in pieces[:-1])]
    return [
        (bx, by, ax, ay, *ends[index])
        for index, (ax, ay, bx, by, _, _) in reversed(list(enumerate(pieces)))
    ]


def flat(start: XY, pieces: Sequence[Cubic], steps: int = 5) -> list[XY]:
    """Points along Bézier pieces."""
    points = [start]
    x0, y0 = start
    for ax, ay, bx, by, x3, y3 in pieces:
        for step in range(1, steps + 1):
            t = step / steps
            s = 1.0 - t
            k0, k1, k2, k3 = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            points.append(
                (k0 * x0 + k1 * ax + k2 * bx + k3 * x3, k0 * y0 + k1 * ay + k2 * by + k3 * y3)
            )
        x0, y0 = x3, y3
    return points
