"""Rivers and lakes on hexsides: the cheapest way along hexsides that keeps near the true course."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from maps.formats.geodata.frame import Frame
from maps.formats.geodata.recipe import LatLon, River
from maps.formats.geodata.sheet_boards.banks import CORRIDOR, REACH, Stand, tethers
from maps.formats.geodata.sheet_boards.hands import Price, dearer, prices
from maps.formats.geodata.sources import Sources
from maps.hexgrid import Hex, Side, side
from maps.layout import Layout, Point

Vertex = tuple[int, int]

FINE = 1000
"""Corners are told apart by their position in thousandths of a hex."""

JOIN = 0.8
"""How far from its mouth, in hexes, a river may join another."""

STRAY = 0.22
"""Distance from the true course, in hexes, at which a hexside costs twice its length."""


class SideNet:
    """The hexsides between land hexes as a net of corners and sides."""

    def __init__(self, layout: Layout, land: Iterable[Hex]) -> None:
        self.layout = layout
        self.corners: dict[Vertex, Point] = {}
        self.links: dict[Vertex, list[tuple[Vertex, Side]]] = {}
        members = sorted(land)
        held = set(members)
        for at in members:
            for direction in range(3):
                if at.neighbour(direction) in held:
                    self._add(side(at, direction))

    def nearest(self, x: float, y: float) -> Vertex:
        """The corner nearest to a point on paper."""
        return min(
            self.corners, key=lambda v: (self.corners[v].x - x) ** 2 + (self.corners[v].y - y) ** 2
        )

    def mouth(self, x: float, y: float, laid: Collection[Side]) -> Vertex:
        """The corner where a river ends at a point on paper.

        Inland it is on a river that is laid already, if one is near.
        """
        end = self.nearest(x, y)
        if len(self.links[end]) < 3:
            return end
        near = [
            v
            for v, p in self.corners.items()
            if math.hypot(p.x - x, p.y - y) <= JOIN and any(of in laid for _, of in self.links[v])
        ]
        return min(
            near,
            key=lambda v: math.hypot(self.corners[v].x - x, self.corners[v].y - y),
            default=end,
        )

    def way(
        self,
        course: BaseGeometry,
        start: Vertex,
        end: Vertex,
        dear: Mapping[Side, float] | None = None,
        held: Mapping[Hex, Price] | None = None,
    ) -> list[Side]:
        """The hexsides of the cheapest way between two corners, near a course drawn on paper.

        ``dear`` is what a hexside costs besides, ``held`` what passing a hex costs.
        """
        more, towns = dear or {}, held or {}
        best: dict[Vertex, float] = {start: 0.0}
        came: dict[Vertex, tuple[Vertex, Side]] = {}
        queue: list[tuple[float, Vertex]] = [(0.0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here == end:
                break
            if cost > best[here]:
                continue
            for there, over in self.links[here]:
                total = cost + self._cost(course, here, there) + more.get(over, 0.0)
                a, b = self.corners[here], self.corners[there]
                total += dearer(self.layout, over, a, b, towns)
                if total < best.get(there, float("inf")):
                    best[there], came[there] = total, (here, over)
                    heapq.heappush(queue, (total, there))
        found: list[Side] = []
        at = end
        while at in came and at != start:
            at, over = came[at]
            found.append(over)
        return found[::-1]

    def _cost(self, course: BaseGeometry, here: Vertex, there: Vertex) -> float:
        a, b = self.corners[here], self.corners[there]
        stray = 0.0
        for share in (0.1, 0.5, 0.9):
            x, y = a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
            stray += float(shapely.distance(course, shapely.Point(x, y))) ** 2
        return 0.15 + stray / 3 / STRAY**2

    def _add(self, of: Side) -> None:
        ends = self.layout.side_ends(of)
        keys = [(round(p.x * FINE), round(p.y * FINE)) for p in ends]
        for key, point in zip(keys, ends, strict=True):
            self.corners.setdefault(key, point)
        self.links.setdefault(keys[0], []).append((keys[1], of))
        self.links.setdefault(keys[1], []).append((keys[0], of))


@dataclass(slots=True)
class RiverSides:
    """Rivers laid along hexsides: the kind of each side, the sides of each river, its course.

    Where two rivers meet, a side is that of the one laid first.
    """

    kinds: dict[Side, str] = field(default_factory=dict)
    named: dict[str, list[Side]] = field(default_factory=dict)
    courses: dict[str, BaseGeometry] = field(default_factory=dict)


def river_sides(
    rivers: Iterable[River],
    frame: Frame,
    sources: Sources,
    land: Iterable[Hex],
    stands: Sequence[Stand] = (),
) -> RiverSides:
    """The rivers along hexsides, each by the cheapest way that leaves towns on their banks.

    Of towns that cannot all be kept there, the least yield.
    """
    dry = frozenset(land)
    net = SideNet(frame.layout, dry)
    found = RiverSides()
    for river in rivers:
        course = course_of(river, frame, sources)
        found.courses[river.name] = course
        near = {
            at for at in dry if course.distance(shapely.Point(frame.layout.centre(at))) <= CORRIDOR
        }
        dear: dict[Side, float] = {}
        for tether in tethers(frame.layout, course, river.name, stands, near, dry, found.kinds):
            for of in tether.sides:
                dear[of] = dear.get(of, 0.0) + tether.stand.weight
        start, end = (
            net.nearest(*frame.point(river.start)),
            net.mouth(*frame.point(river.end), found.kinds),
        )
        way = net.way(course, start, end, dear, _towns(course, river, net, (start, end), stands))
        held = found.named.setdefault(river.name, [])
        held.extend(of for of in way if of not in found.kinds)
        for of in way:
            found.kinds.setdefault(of, river.kind)
    return found


def _towns(
    course: BaseGeometry,
    river: River,
    net: SideNet,
    ends: tuple[Vertex, Vertex],
    stands: Iterable[Stand],
) -> dict[Hex, Price]:
    """What it costs a river to pass the towns beside it on the wrong hand."""
    beside = [
        (one.hex, one.by(course, river.name), one.weight)
        for one in stands
        if course.distance(shapely.Point(one.spot)) <= REACH
    ]
    found: dict[Hex, Price] = {}
    for part in shapely.get_parts(course):
        a, b = (part.project(shapely.Point(net.corners[end])) for end in ends)
        near = [town for town in beside if part.distance(shapely.Point(town[1])) <= REACH]
        found |= prices(course, part if a <= b else part.reverse(), near)
    return found


def lake_sides(course: tuple[LatLon, ...], frame: Frame, land: Iterable[Hex]) -> list[Side]:
    """The hexsides along a lake, drawn as a line from one of its ends to the other."""
    net = SideNet(frame.layout, land)
    start, end = (net.nearest(*frame.point(at)) for at in (course[0], course[-1]))
    return net.way(_line(course, frame), start, end)


def bridged(
    bridges: Mapping[str, LatLon], frame: Frame, sides: Mapping[Side, str], kind: str
) -> frozenset[Side]:
    """The sides of one kind that lie nearest to the bridges."""
    candidates = sorted(at for at, named in sides.items() if named == kind)
    found = []
    for where in bridges.values():
        x, y = frame.point(where)

        def gap(of: Side, x: float = x, y: float = y) -> float:
            a, b = frame.layout.side_ends(of)
            return ((a.x + b.x) / 2 - x) ** 2 + ((a.y + b.y) / 2 - y) ** 2

        if candidates:
            found.append(min(candidates, key=gap))
    return frozenset(found)


def course_of(river: River, frame: Frame, sources: Sources) -> BaseGeometry:
    """A river of a recipe on paper: as its recipe draws it, else as the data have it.

    A course in one piece ends where the recipe says that the river does.
    """
    if not river.names:
        return _line(river.course, frame)
    globe = sources.rivers(river.names)
    parts = [
        LineString(frame.to_paper(lat=xy[:, 1], lon=xy[:, 0]))
        for xy in (np.asarray(part.coords) for part in shapely.get_parts(globe))
    ]
    if river.course:
        parts.append(_line(river.course, frame))
    whole = shapely.line_merge(shapely.union_all(parts))
    if isinstance(whole, LineString):
        ends = (whole.project(shapely.Point(frame.point(at))) for at in (river.start, river.end))
        return substring(whole, *sorted(ends))
    return whole


def _line(course: tuple[LatLon, ...], frame: Frame) -> LineString:
    lat, lon = (np.array([at[i] for at in course]) for i in (0, 1))
    return LineString(frame.to_paper(lat, lon))
