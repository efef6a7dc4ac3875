"""From a freehand stroke to the hexsides or the hexes it means.

A river drawn by hand is matched to the whole net of hexsides at once: the chain of sides that lies
closest to the stroke all along it wins (a Viterbi search over sides and the way they are walked),
so that a wobble near a corner makes no spur and a smoothed bend no gap.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from maps.finding.areas import away
from maps.finding.paths import hex_path
from maps.hexgrid import Hex, Link, Side, Vertex, line, link, side, side_vertices, sides_at, vertex
from maps.layout import Layout, Point
from maps.model import GameMap
from maps.terrain import is_water

SPREAD = 0.2
"""How far a hand strays from the side it means, in hexes: the scale of the cost of distance."""

TURN_COST = 0.35
"""The cost of going on to a further side: keeps chains short where the stroke leaves it open."""

SAMPLES = 5
"""Samples of the stroke per length of a hexside."""

_Walk = tuple[Side, Vertex]
"""A side and the vertex at which it is left."""

_Way = tuple[_Walk, tuple[Point, Point], tuple[_Walk, ...]]
"""A walk, the ends of its side on the paper, and the walks it may follow round a corner."""

_Column = dict[_Walk, tuple[float, _Walk | None]]
"""For each walk: the least cost to be on it at a sample, and the walk before (None at a start)."""


class Follower:
    """Follows one stroke as it is drawn; :meth:`sides` may be asked at any time."""

    def __init__(self, layout: Layout, allowed: Callable[[Side], bool] = lambda side: True) -> None:
        self._layout = layout
        self._allowed = allowed
        self._step = layout.radius / SAMPLES
        self._last: Point | None = None
        self._columns: list[_Column] = []
        self._walked: list[_Walk] = []
        """The cheapest walk at each column, when the sides were asked for last."""
        self._done: list[Side] = []
        self._seen: tuple[Hex, tuple[_Way, ...]] | None = None

    def add(self, spot: Point) -> None:
        """Go on with the stroke, straight to a point."""
        if self._last is None:
            self._sample(spot)
            self._last = spot
            return
        dx, dy = spot.x - self._last.x, spot.y - self._last.y
        count = int(math.hypot(dx, dy) / self._step)
        if count == 0:
            return
        start = self._last
        for number in range(1, count + 1):
            share = number * self._step / math.hypot(dx, dy)
            self._last = Point(start.x + dx * share, start.y + dy * share)
            self._sample(self._last)

    def sides(self) -> list[Side]:
        """The hexsides the stroke means so far, in the order they are met, each once."""
        return list(dict.fromkeys((*self._done, *self._chain())))

    def _sample(self, spot: Point) -> None:
        before = self._columns[-1] if self._columns else {}
        column: _Column = {}
        fresh: _Column = {}
        for walk, ends, onward in self._ways(self._layout.hex_at(*spot)):
            off = away(*spot, *ends) / self._layout.pitch / SPREAD
            here = off * off / SAMPLES
            fresh[walk] = here, None
            best: tuple[float, _Walk] | None = None
            if walk in before:
                best = before[walk][0], walk
            for way in onward:
                if way in before:
                    cost = before[way][0] + TURN_COST
                    if best is None or cost < best[0]:
                        best = cost, way
            if best is not None:
                column[walk] = best[0] + here, best[1]
        if column:
            self._columns.append(column)
        elif fresh:
            self._done += self._chain()
            self._columns, self._walked = [fresh], []

    def _ways(self, at: Hex) -> tuple[_Way, ...]:
        """The allowed sides near a hex, both ways, kept while the stroke stays in the hex."""
        if self._seen is None or self._seen[0] != at:
            found: list[_Way] = []
            for of, start, end in _near(at):
                if self._allowed(of):
                    ends = self._layout.side_ends(of)
                    for u, w in ((start, end), (end, start)):
                        onward = tuple((onto, u) for onto in sides_at(u) if onto != of)
                        found.append(((of, w), ends, onward))
            self._seen = at, tuple(found)
        return self._seen[1]

    def _chain(self) -> list[Side]:
        """The sides of the cheapest walk, back only to where it leaves the one found before."""
        if not self._columns:
            return []
        last = self._columns[-1]
        walk: _Walk | None = min(last, key=lambda way: (last[way][0], way))
        known, fresh = self._walked, []
        for number in range(len(self._columns) - 1, -1, -1):
            assert walk is not None
            if number < len(known) and known[number] == walk:
                del known[number + 1 :]
                break
            fresh.append(walk)
            walk = self._columns[number][walk][1]
        else:
            known.clear()
        known += reversed(fresh)
        return [of for of, _ in known]


@lru_cache(maxsize=4096)
def _near(at: Hex) -> tuple[tuple[Side, Vertex, Vertex], ...]:
    """The sides that touch a hex: its own, and those that leave its corners."""
    own = [side(at, direction) for direction in range(6)]
    spokes = [of for index in range(6) for of in sides_at(vertex(at, index))]
    return tuple((of, *side_vertices(of)) for of in dict.fromkeys((*own, *spokes)))


def straight_links(start: Hex, end: Hex) -> list[Link]:
    """The links along the straight line between two hexes."""
    chain = line(start, end)
    return [link(a, b) for a, b in pairwise(chain)]


def easy_links(board: GameMap, start: Hex, end: Hex, kind: str) -> list[Link]:
    """The links of an easy way over land: along lines of the same kind where there are any, round
    water, over few hexsides with something on them. Empty where there is no such way.
    """

    def cost(a: Hex, b: Hex) -> int | None:
        if b not in board or (is_water(board, b) and b != end):
            return None
        laid = kind in board.line_kinds(a, b)
        return (2 if laid else 4) + (2 if board.side_kinds(a, b) else 0)

    far = len(line(start, end))
    chain = hex_path(start, end, cost, limit=12 * far + 40)
    return [link(a, b) for a, b in pairwise(chain)]
