"""On which hand of a river a town is: of its course on paper, and of the hexsides of a board.

Hands are those of one who goes along the course: RIGHT or LEFT. A course made of hexsides that
always passes a town's hex on the town's own hand leaves the town on its bank.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from maps.hexgrid import (
    Hex,
    Side,
    Vertex,
    side,
    side_joining,
    side_vertices,
    vertex_neighbours,
)
from maps.layout import Layout

Spot = tuple[float, float]

RIGHT, LEFT = 1, -1
"""The two hands of a course on paper, where y grows downward."""

STEP = 0.2
"""A course is read at points this far apart, in hexes."""

ASIDE = 0.15
"""How far to both sides of its foot a course is looked at for its direction."""

BEND = 0.5
"""The direction of an end is that of so much of it, in hexes."""

TREND = 1.5
"""The direction of an end made of hexsides is that of so much of it, in hexes."""

MORE = 2
"""Hexsides by which a run may go on past the end of its course."""

OFF = 1.0
"""What a hexside costs that is no river, where a course is looked for on a board."""

FAR = 2.0
"""A course this many hexes from a town still says on which bank it is."""


def turned(a: Spot, b: Spot, spot: Spot) -> float:
    """Above 0 when a spot is to the right of the way from a to b, by how far."""
    length = math.dist(a, b) or 1.0
    across = (b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0])
    return across / length


def hand_of(course: LineString, spot: Spot) -> int:
    """The hand of a course on which a spot is, by the stretch nearest to it."""
    near = course.project(Point(spot))
    spots = shapely.get_coordinates(course)
    ends = np.cumsum(np.hypot(*np.diff(spots, axis=0).T))
    last = min(int(np.searchsorted(ends, near, side="right")), len(ends) - 1)
    is_corner = last > 0 and near - ends[last - 1] < 1e-9
    ways = [(last - 1, last), (last, last + 1)] if is_corner else [(last, last + 1)]
    points = [(float(x), float(y)) for x, y in spots[max(0, last - 1) : last + 2]]
    shift = max(0, last - 1)
    across = sum(turned(points[a - shift], points[b - shift], spot) for a, b in ways)
    return RIGHT if across > 0 else LEFT


def hand_beside(whole: BaseGeometry, piece: LineString, spot: Spot) -> int:
    """The hand of a piece of a river on which a spot is, by the river from end to end."""
    at = Point(spot)
    part = min(shapely.get_parts(whole), key=lambda one: (one.distance(at), one.length))
    foot = piece.project(at)
    a, b = (piece.interpolate(max(0.0, foot + way)) for way in (-ASIDE, ASIDE))
    if part.distance(piece.interpolate(foot)) > ASIDE:
        return hand_of(piece, spot)
    return hand_of(part, spot) if part.project(b) >= part.project(a) else -hand_of(part, spot)


@dataclass(frozen=True, slots=True)
class Price:
    """What it costs a course to pass a hex on its ``right`` and on its ``left``."""

    right: float = 0.0
    left: float = 0.0

    def on(self, hand: int) -> float:
        """The price of passing the hex on that hand of the course."""
        return self.right if hand == RIGHT else self.left


def prices(
    whole: BaseGeometry, piece: LineString, towns: Iterable[tuple[Hex, Spot, float]]
) -> dict[Hex, Price]:
    """What it costs a piece of a river to pass towns on the wrong hand: hex, spot and weight."""
    found: dict[Hex, Price] = {}
    for at, spot, weight in towns:
        held = found.get(at, Price())
        if hand_beside(whole, piece, spot) == RIGHT:
            found[at] = Price(held.right, held.left + weight)
        else:
            found[at] = Price(held.right + weight, held.left)
    return found


def passing(layout: Layout, of: Side, a: Spot, b: Spot) -> tuple[Hex, Hex]:
    """The hexes on the right and on the left of the way from one end of a hexside to the other."""
    one, other = of.hexes
    return (one, other) if turned(a, b, layout.centre(one)) > 0 else (other, one)


def dearer(layout: Layout, of: Side, a: Spot, b: Spot, held: Mapping[Hex, Price]) -> float:
    """What a hexside costs besides, passed from one of its ends to the other."""
    if not any(at in held for at in of.hexes):
        return 0.0
    right, left = passing(layout, of, a, b)
    none = Price()
    return held.get(right, none).on(RIGHT) + held.get(left, none).on(LEFT)


def chained(parts: Sequence[LineString], gap: float) -> BaseGeometry:
    """Stretches of a river, each joined to one that it goes on from, if no gap is longer.

    The first stretch gives the direction.
    """
    runs: list[list[Spot]] = []
    left = [[(float(x), float(y)) for x, y in part.coords] for part in parts]
    while left:
        run = left.pop(0)
        while True:
            ways = [
                (math.dist(ours[-1], theirs[0]), k, is_after, theirs)
                for k, other in enumerate(left)
                for is_after, ours in ((True, run), (False, run[::-1]))
                for theirs in (other, other[::-1])
                if _goes_on(ours, theirs)
            ]
            best = min(ways, default=(math.inf, 0, True, run), key=lambda way: way[:3])
            if best[0] > gap:
                break
            left.pop(best[1])
            run = run + best[3] if best[2] else best[3][::-1] + run
        runs.append(run)
    return shapely.multilinestrings([LineString(run) for run in runs])


def _goes_on(ours: Sequence[Spot], theirs: Sequence[Spot]) -> bool:
    """True when a run does not turn back where another begins."""
    end, start = ours[-1], theirs[0]
    before = next((spot for spot in reversed(ours) if math.dist(spot, end) > BEND), ours[0])
    after = next((spot for spot in theirs if math.dist(spot, start) > BEND), theirs[-1])
    along = (end[0] - before[0], end[1] - before[1])
    on = (after[0] - start[0], after[1] - start[1])
    across = (start[0] - end[0], start[1] - end[1])
    turn = along[0] * on[0] + along[1] * on[1]
    step = along[0] * across[0] + along[1] * across[1]
    return turn > 0 and step > -0.3 * math.hypot(*along) * math.hypot(*across) - 1e-9


@dataclass(frozen=True, slots=True)
class Shown:
    """A course as a board shows it.

    ``beside`` are the hands on which hexes that it touches are, a count of hexsides, above 0 for
    RIGHT; ``runs`` are its hexsides, end to end as far as they go on.
    """

    beside: Mapping[Hex, int]
    runs: Sequence[LineString]


def banks_shown(layout: Layout, course: LineString, rivers: Collection[Side]) -> Shown:
    """A course on paper as the river hexsides of a board show it.

    The river's hexsides are those that a way from end to end takes that keeps near the course and
    leaves rivers only where it must.
    """
    sides = _near(layout, course)
    ends = np.array([layout.side_ends(of) for of in sides])
    off = shapely.distance(course, shapely.points(ends.mean(axis=1))) ** 2
    links: dict[Vertex, list[tuple[Vertex, Side, float]]] = {}
    for of, gap in zip(sides, off.tolist(), strict=True):
        cost = 0.05 + 0.3 * gap if of in rivers else OFF + 3.0 * gap
        a, b = side_vertices(of)
        links.setdefault(a, []).append((b, of, cost))
        links.setdefault(b, []).append((a, of, cost))
    runs: list[list[Vertex]] = []
    for a, b, of in _way(layout, links, course):
        if of in rivers:
            if not runs or runs[-1][-1] != a:
                runs.append([a])
            runs[-1].append(b)
    if runs:
        runs[0] = [*reversed(_going_on(runs[0][::-1], rivers)), *runs[0]]
        runs[-1] += _going_on(runs[-1], rivers)
    hands: dict[Hex, int] = {}
    for run in runs:
        for a, b in pairwise(run):
            right, left = passing(layout, side_joining(a, b), layout.vertex(a), layout.vertex(b))
            hands[right] = hands.get(right, 0) + RIGHT
            hands[left] = hands.get(left, 0) + LEFT
    return Shown(hands, [LineString([layout.vertex(at) for at in run]) for run in runs])


def _going_on(run: Sequence[Vertex], rivers: Collection[Side]) -> list[Vertex]:
    """The corners that a run leads on to, as far as it does not fork, over few hexsides."""
    found = list(run[-2:])
    for _ in range(MORE):
        on = [
            there
            for there in vertex_neighbours(found[-1])
            if there != found[-2] and side_joining(found[-1], there) in rivers
        ]
        if len(on) != 1 or on[0] in run:
            break
        found.append(on[0])
    return found[2:]


def _near(layout: Layout, course: LineString) -> list[Side]:
    count = max(2, int(course.length / STEP))
    spots = (course.interpolate(i / count, normalized=True) for i in range(count + 1))
    under = {layout.hex_at(spot.x, spot.y) for spot in spots}
    near = {h for at in under for n in (at, *at.neighbours()) for h in (n, *n.neighbours())}
    return [side(at, way) for at in sorted(near) for way in range(3) if at.neighbour(way) in near]


def _way(
    layout: Layout, links: Mapping[Vertex, list[tuple[Vertex, Side, float]]], course: LineString
) -> list[tuple[Vertex, Vertex, Side]]:
    """The cheapest way from one end of a course to the other: from, to, hexside."""

    def near(end: Spot) -> dict[Vertex, float]:
        gaps = {corner: math.dist(layout.vertex(corner), end) for corner in links}
        return {corner: 6.0 * gap * gap for corner, gap in gaps.items() if gap < 1.0}

    first, last = ((x, y) for x, y in (course.coords[0], course.coords[-1]))
    return cheapest(links, near(first), near(last))


def cheapest(
    links: Mapping[Vertex, list[tuple[Vertex, Side, float]]],
    first: Mapping[Vertex, float],
    last: Mapping[Vertex, float],
) -> list[tuple[Vertex, Vertex, Side]]:
    """The cheapest way from one of the first corners to one of the last, each with what beginning
    or ending there costs: from, to, hexside. Empty where there is none.
    """
    best = dict(first)
    came: dict[Vertex, tuple[Vertex, Side]] = {}
    queue = [(cost, corner) for corner, cost in first.items()]
    heapq.heapify(queue)
    goal: tuple[float, Vertex] | None = None
    while queue:
        cost, here = heapq.heappop(queue)
        if goal is not None and cost >= goal[0]:
            break
        if cost > best[here]:
            continue
        if here in last and (goal is None or (cost + last[here], here) < goal):
            goal = cost + last[here], here
        for there, of, price in links[here]:
            if cost + price < best.get(there, math.inf):
                best[there], came[there] = cost + price, (here, of)
                heapq.heappush(queue, (cost + price, there))
    found = []
    at = goal[1] if goal else None
    while at in came:
        before, of = came[at]
        found.append((before, at, of))
        at = before
    return found[::-1]


def hand_shown(layout: Layout, home: Hex, shown: Shown, past: bool = False) -> int:
    """The hand on which a town's hex is: by its own hexsides, else by the run nearest to it.

    0 where the board does not say: no run is near, or the hex lies past its end. With ``past``
    the direction of that end decides.
    """
    own = shown.beside.get(home, 0)
    if own or not shown.runs:
        return (own > 0) - (own < 0)
    centre = layout.centre(home)
    at = Point(centre)
    run = min(shown.runs, key=lambda one: (one.distance(at), one.length))
    if run.distance(at) > FAR:
        return 0
    if not is_beyond(run, centre):
        return hand_of(run, centre)
    ends = (0.0, TREND) if run.project(at) <= 0.0 else (run.length - TREND, run.length)
    a, b = (run.interpolate(max(0.0, end)) for end in ends)
    across = turned((a.x, a.y), (b.x, b.y), centre)
    return (RIGHT if across > 0 else LEFT) if past else 0


def is_beyond(course: LineString, spot: Spot) -> bool:
    """True when a spot lies past an end of a course rather than beside it."""
    foot = course.project(Point(spot))
    return not 0.0 < float(foot) < float(course.length)
