"""Courses laid along hexsides: rivers, frontiers, fortified lines, over boards of any size.

Each course is followed in a corridor of hexes around it, so that a board of ten thousand hexes
takes no longer per river than a small one.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from maps.hexgrid import Hex, Side, Vertex, side, side_vertices, sides_at
from maps.layout import Layout

STRAY = 0.24
"""Distance from the true course, in hexes, at which a hexside costs twice its length."""

SHARED = 0.35
"""A hexside that is already taken costs this part of its price, so that courses join."""

JOIN = 0.8
"""How far, in hexes, the end of a course reaches for water or for a course already laid."""

STEP = 0.2
"""A course is read at points this far apart, in hexes."""


@dataclass(slots=True)
class SideCourses:
    """Courses laid so far: ``taken`` maps hexsides to their kinds."""

    layout: Layout
    dry: Collection[Hex]
    wet: Collection[Hex]
    taken: dict[Side, set[str]] = field(default_factory=dict)

    def lay(self, course: BaseGeometry, kind: str, alone: bool = False) -> list[Side]:
        """Lay every part of a course over dry hexes, and return the hexsides.

        A side keeps the kind it has unless ``alone`` says that kinds lie beside each other.
        """
        found: list[Side] = []
        for part in shapely.get_parts(course):
            for piece in self._pieces(part):
                found += self._follow(piece)
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

    def _follow(self, piece: LineString) -> list[Side]:
        sides = self._corridor(piece)
        if not sides:
            return []
        costs = self._costs(piece, sides)
        links: dict[Vertex, list[tuple[Vertex, Side, float]]] = {}
        for of, cost in zip(sides, costs, strict=True):
            a, b = side_vertices(of)
            links.setdefault(a, []).append((b, of, cost))
            links.setdefault(b, []).append((a, of, cost))
        first, last = (self._end(links, piece.coords[i]) for i in (0, -1))
        return _cheapest(links, first, last)

    def _corridor(self, piece: LineString) -> list[Side]:
        under = {self.layout.hex_at(x, y) for x, y in piece.coords}
        near = {h for at in under for h in (at, *at.neighbours())}
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

    def _end(self, links: Collection[Vertex], spot: tuple[float, ...]) -> Vertex:
        """The corner where a course ends: at water or on a course already laid, if one is near."""

        def gap(corner: Vertex) -> tuple[float, Vertex]:
            x, y = self.layout.vertex(corner)
            return (x - spot[0]) ** 2 + (y - spot[1]) ** 2, corner

        ranked = sorted(gap(corner) for corner in links)
        close = [corner for square, corner in ranked if square <= JOIN**2]
        for corner in close:
            if any(at in self.wet for at in corner):
                return corner
        for corner in close:
            if any(of in self.taken for of in sides_at(corner)):
                return corner
        return ranked[0][1]


def _cheapest(
    links: Mapping[Vertex, list[tuple[Vertex, Side, float]]], first: Vertex, last: Vertex
) -> list[Side]:
    best: dict[Vertex, float] = {first: 0.0}
    came: dict[Vertex, tuple[Vertex, Side]] = {}
    queue: list[tuple[float, Vertex]] = [(0.0, first)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here == last:
            break
        if cost > best[here]:
            continue
        for there, over, price in links[here]:
            total = cost + price
            if total < best.get(there, float("inf")):
                best[there], came[there] = total, (here, over)
                heapq.heappush(queue, (total, there))
    found: list[Side] = []
    at = last
    while at in came and at != first:
        at, over = came[at]
        found.append(over)
    return found[::-1] if at == first else []
