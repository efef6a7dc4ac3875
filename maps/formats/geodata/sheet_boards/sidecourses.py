"""Courses laid along hexsides: rivers, frontiers, fortified lines, over boards of any size.

Each course is followed in a corridor of hexes around it, so that a board of ten thousand hexes
takes no longer per river than a small one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from maps.formats.geodata.sheet_boards.banks import REACH, Stand, beside_course, tethers
from maps.formats.geodata.sheet_boards.hands import Price, cheapest, dearer, prices
from maps.formats.geodata.sheet_boards.warp import WarpFrame
from maps.hexgrid import Hex, Side, Vertex, side, side_vertices, sides_at
from maps.layout import Layout

STRAY = 0.24
"""Distance from the true course, in hexes, at which a hexside costs twice its length."""

SHARED = 0.35
"""A hexside that is already taken costs this part of its price, so that courses join."""

JOIN, JOIN_KM = 0.8, 20.0
"""How far, in hexes and in km, the end of a course reaches for water or an earlier course."""

LEAST_JOIN = 0.6
"""Hexes that an end reaches at least: a corner of the hex it lies in."""

ASTRAY = 12.0
"""What an end one hex off its true place costs (with the square)."""

BESIDE = 2.0
"""What it costs besides when a course ends at another corner than the nearest."""

STEP = 0.2
"""A course is read at points this far apart, in hexes."""

MEET_KM = 12.0
"""Rivers whose courses come this near to each other, in km, meet there."""

ROUND = 1.2
"""How far from a corner, in hexes, two rivers are asked whether they meet."""

FOREIGN = 20.0
"""What a hexside costs besides for each of its corners where a river runs that it never meets."""


@dataclass(slots=True)
class SideCourses:
    """Courses laid so far: ``taken`` maps hexsides to their kinds.

    Courses keep the towns ``stands`` on their banks. ``whole`` are rivers from end to end, which
    say what lies on which bank; ``laid`` are the stretches laid so far, each with its hexsides,
    ``named`` the hexsides that each river was the first to take, ``passed`` the rivers at each
    corner; ``shores`` are hexsides of open water, where a course may end.
    """

    frame: WarpFrame
    dry: Collection[Hex]
    wet: Collection[Hex]
    shores: Collection[Side] = ()
    stands: Sequence[Stand] = ()
    taken: dict[Side, set[str]] = field(default_factory=dict)
    whole: Mapping[str, BaseGeometry] = field(default_factory=dict)
    laid: list[tuple[LineString, tuple[Side, ...]]] = field(default_factory=list)
    named: dict[str, set[Side]] = field(default_factory=dict)
    passed: dict[Vertex, list[LineString]] = field(default_factory=dict)
    layout: Layout = field(init=False)

    def __post_init__(self) -> None:
        self.layout = self.frame.layout

    def lay(
        self, course: BaseGeometry, kind: str, alone: bool = False, river: str = ""
    ) -> list[Side]:
        """Lay every part of a course over dry hexes, and return the hexsides.

        A side keeps the kind it has unless ``alone`` says that kinds lie beside each other. A
        ``river`` keeps towns on their banks.
        """
        found: list[Side] = []
        for part in shapely.get_parts(course):
            for piece in self._pieces(part):
                found += self._follow(piece, part, river)
        if river:
            own = self.named.setdefault(river, set())
            own.update(of for of in found if of not in self.taken)
        for of in found:
            kinds = self.taken.setdefault(of, set())
            if alone or not kinds:
                kinds.add(kind)
        return found

    def _pieces(self, line: LineString) -> Iterator[LineString]:
        """The stretches of a line over dry hexes, each a little longer than its hexes."""
        if line.length < STEP:
            return
        steps = max(2, int(line.length / STEP))
        spots = [line.interpolate(i / steps, normalized=True) for i in range(steps + 1)]
        run: list[tuple[float, float]] = []
        for spot in spots:
            if self.layout.hex_at(spot.x, spot.y) in self.dry:
                run.append((spot.x, spot.y))
                continue
            if len(run) > 2:
                yield LineString(run)
            run = []
        if len(run) > 2:
            yield LineString(run)

    def _follow(self, piece: LineString, part: LineString, river: str) -> list[Side]:
        near = self._near(piece)
        sides = self._corridor(near)
        if not sides:
            return []
        costs = self._costs(piece, sides)
        course = self.whole.get(river, part)
        held: dict[Hex, Price] = {}
        if river and self.stands:
            dear: dict[Side, float] = {}
            for tether in tethers(
                self.layout, course, river, self.stands, near, self.dry, self.taken
            ):
                for of in tether.sides:
                    dear[of] = dear.get(of, 0.0) + tether.stand.weight
            costs = [cost + dear.get(of, 0.0) for of, cost in zip(sides, costs, strict=True)]
            inside = [one for one in self.stands if one.hex in near]
            beside = [
                (one.hex, one.by(course, river), one.weight)
                for one in beside_course(course, inside, REACH)
            ]
            held = prices(course, piece, beside)
        foreign = self._foreign(course, sides) if river else frozenset()
        links: dict[Vertex, list[tuple[Vertex, Side, float]]] = {}
        for of, cost in zip(sides, costs, strict=True):
            a, b = side_vertices(of)
            cost += FOREIGN * ((a in foreign) + (b in foreign))
            p, q = self.layout.vertex(a), self.layout.vertex(b)
            links.setdefault(a, []).append((b, of, cost + dearer(self.layout, of, p, q, held)))
            links.setdefault(b, []).append((a, of, cost + dearer(self.layout, of, q, p, held)))
        ends = shapely.multipoints([part.coords[0], part.coords[-1]])
        open_to = links.keys() - foreign
        first, last = (
            self._ends(links, open_to, piece.coords[i], ends, bool(held)) for i in (0, -1)
        )
        way = _cheapest(links, first, last)
        self.laid.append((piece, tuple(way)))
        if river:
            for corner in dict.fromkeys(c for of in way for c in side_vertices(of)):
                met = self.passed.setdefault(corner, [])
                if not any(other is course for other in met):
                    met.append(course)
        return way

    def _foreign(self, course: BaseGeometry, sides: Sequence[Side]) -> frozenset[Vertex]:
        """The corners where rivers run that do not meet this one there: watersheds stay apart."""
        meet = MEET_KM / self.frame.hex_km
        found = set()
        for corner in {c for of in sides for c in side_vertices(of)} & self.passed.keys():
            others = [other for other in self.passed[corner] if other is not course]
            own, *near = (self._around(one, corner) for one in (course, *others))
            if not all(own.distance(other) <= meet for other in near):
                found.add(corner)
        return frozenset(found)

    def _around(self, course: BaseGeometry, corner: Vertex) -> BaseGeometry:
        x, y = self.layout.vertex(corner)
        return shapely.clip_by_rect(course, x - ROUND, y - ROUND, x + ROUND, y + ROUND)

    def _near(self, piece: LineString) -> set[Hex]:
        under = {self.layout.hex_at(x, y) for x, y in piece.coords}
        return {h for at in under for h in (at, *at.neighbours())}

    def _corridor(self, near: Collection[Hex]) -> list[Side]:
        return [
            side(at, way)
            for at in sorted(near)
            for way in range(3)
            if at.neighbour(way) in near and at in self.dry and at.neighbour(way) in self.dry
        ]

    def _costs(self, piece: LineString, sides: list[Side]) -> list[float]:
        ends = np.array([self.layout.side_ends(of) for of in sides])
        stray = np.zeros(len(sides))
        for share in (0.1, 0.5, 0.9):
            spot = ends[:, 0] + (ends[:, 1] - ends[:, 0]) * share
            stray += np.asarray(shapely.distance(piece, shapely.points(spot))) ** 2
        costs = 0.15 + stray / 3 / STRAY**2
        return [
            float(cost) * (SHARED if of in self.taken else 1.0)
            for of, cost in zip(sides, costs, strict=True)
        ]

    def _ends(
        self,
        links: Collection[Vertex],
        joinable: Collection[Vertex],
        spot: tuple[float, ...],
        ends: BaseGeometry,
        is_held: bool,
    ) -> dict[Vertex, float]:
        """The corners where a course may end, and what each costs for lying off its true end.

        They are at water if any is near, else, at a true end of the course, on courses already
        laid, else the nearest corner; another beside it where towns hold the course.
        """
        gaps: dict[Vertex, float] = {}
        for corner in links:
            x, y = self.layout.vertex(corner)
            gaps[corner] = (x - spot[0]) ** 2 + (y - spot[1]) ** 2
        reach = min(JOIN, JOIN_KM / self.frame.hex_km)
        close = [corner for corner in sorted(links) if gaps[corner] <= max(reach, LEAST_JOIN) ** 2]
        wet = [corner for corner in close if self._is_wet(corner)]
        is_end = ends.distance(shapely.Point(spot)) <= 2 * STEP
        joins = [
            c
            for c in close
            if is_end and c in joinable and any(of in self.taken for of in sides_at(c))
        ]
        nearest = min(links, key=lambda corner: (gaps[corner], corner))
        if wet or joins:
            price = ASTRAY * (1.0 + 2.0 * is_held)
            return {corner: gaps[corner] * price for corner in wet or joins}
        beside = close if is_held else []
        found = {corner: gaps[corner] * ASTRAY + BESIDE for corner in beside}
        return found | {nearest: gaps[nearest] * ASTRAY}

    def _is_wet(self, corner: Vertex) -> bool:
        return any(at in self.wet for at in corner) or any(
            of in self.shores for of in sides_at(corner)
        )


def _cheapest(
    links: Mapping[Vertex, list[tuple[Vertex, Side, float]]],
    first: Mapping[Vertex, float],
    last: Mapping[Vertex, float],
) -> list[Side]:
    """The hexsides of the cheapest way."""
    return [of for _from, _to, of in cheapest(links, first, last)]
