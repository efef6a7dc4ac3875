"""Which railroads an invader wants: the shortest ways from the lines that serve it to its
objectives, which it takes, guards and re-gauges.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from engine.systems.europa.state.constants import AXIS
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition
from maps.hexgrid import Hex

SERVED, THEIRS = 0.2, 1.5
"""What a hex of the own gauge, and one in enemy hands, counts for on the way; others count 1."""
HALFWAY = 15.0
"""The way over which what an objective is worth to a line falls by half."""


CLAIM = 2.4
"""What taking the first hex of a line in enemy hands is worth, in combat factors."""
FADING = 10.0
"""After how many further hexes of the line taking one is worth half as much."""
MAIN = 4.0
"""The points beyond a line from which on it is worth all of that."""


class Trunk(NamedTuple):
    """The lines from the own country to the objectives: ``claims`` is what taking each of their
    hexes in enemy hands is worth, in combat factors; ``posts`` are those that were taken.
    """

    claims: Mapping[Hex, float]
    posts: frozenset[Hex]


NO_TRUNK = Trunk({}, frozenset())
"""No lines at all."""


class Site(NamedTuple):
    """A hex to be re-gauged: what the objectives beyond it are worth, in points, how many
    such hexes of its line come before it, and whether it can be done already, being owned.
    """

    worth: float
    before: int
    ready: bool


def sites(pos: EastPosition) -> Mapping[Hex, Site]:
    """The rail hexes that are to be re-gauged on the ways to the objectives."""
    graph = pos.context.supply_graph
    net = supply_status.full(pos, AXIS)[frozenset()].rail.hexes
    owned = pos.owned(AXIS).intersection(pos.context.rails)
    mask = graph.masks.of("rails in Axis hands", owned)
    regauged = pos.state.regauged
    return _sites(pos.context, regauged, net, mask)


def trunk(pos: EastPosition) -> Trunk:
    """The lines to the objectives, by what the Axis had of them as this player turn began."""
    masks, rails = pos.context.supply_graph.masks, pos.context.rails
    owned = pos.settled(AXIS).intersection(rails)
    home = owned.difference(pos.state.taken)
    return _trunk(
        pos.context,
        pos.state.regauged,
        masks.of("rails of the own country", home),
        masks.of("rails in Axis hands for long", owned),
    )


@lru_cache(maxsize=8)
def _trunk(context: EastContext, regauged: frozenset[Hex], home: int, owned: int) -> Trunk:
    bit = context.supply_graph.bits.bit
    way, before = _ways(context, regauged, home, owned)
    worth: dict[Hex, float] = {}
    order: dict[Hex, int] = {}
    for row, hexes in context.objectives.items():
        goals = [at for at in hexes if row.held == AXIS and at in way and not owned & bit[at]]
        line = _back(before, min(goals, key=lambda at: (way[at], at))) if goals else ()
        theirs = 0
        for at in line:
            worth[at] = worth.get(at, 0.0) + row.points
            order[at] = min(order.get(at, theirs), theirs)
            theirs += not owned & bit[at]
    taken = {at for at in worth if owned & bit[at]}
    claims = {
        at: CLAIM * min(1.0, 0.5 + points / MAIN) * FADING / (FADING + order[at])
        for at, points in worth.items()
        if at not in taken
    }
    return Trunk(claims, frozenset(at for at in taken if not home & bit[at]))


@lru_cache(maxsize=8)
def _sites(
    context: EastContext, regauged: frozenset[Hex], net: int, owned: int
) -> Mapping[Hex, Site]:
    bit = context.supply_graph.bits.bit
    way, before = _ways(context, regauged, net, owned)
    found: dict[Hex, Site] = {}
    for row, hexes in context.objectives.items():
        goals = [at for at in hexes if row.held == AXIS and at in way and not net & bit[at]]
        if not goals:
            continue
        goal = min(goals, key=lambda at: (way[at], at))
        worth = row.points * HALFWAY / (HALFWAY + way[goal])
        line = _to_do(context, regauged, _back(before, goal))
        for number, at in enumerate(line):
            old = found.get(at, Site(0.0, number, ready=bool(owned & bit[at])))
            found[at] = old._replace(worth=old.worth + worth, before=min(old.before, number))
    return found


def _ways(
    context: EastContext, regauged: frozenset[Hex], net: int, owned: int
) -> tuple[Mapping[Hex, float], Mapping[Hex, Hex]]:
    """How far each rail hex is from those of a net, and the hex before it on the way."""
    bits, rails, broad = context.supply_graph.bits, context.rails, context.railways.broad
    way = {at: 0.0 for at in bits.hexes(net) if at in rails}
    before: dict[Hex, Hex] = {}
    queue = [(0.0, at) for at in way]
    heapify(queue)
    while queue:
        far, at = heappop(queue)
        if far > way[at]:
            continue
        for near in rails[at]:
            if near in context.finnish_side or near in context.building_line:
                continue
            step = 1.0 if broad(at, near, regauged) else SERVED
            total = far + (step if owned & bits.bit[near] else THEIRS)
            if near not in way or total < way[near]:
                way[near], before[near] = total, at
                heappush(queue, (total, near))
    return way, before


def _back(before: Mapping[Hex, Hex], goal: Hex) -> tuple[Hex, ...]:
    """The way to a goal."""
    found = [goal]
    while found[-1] in before:
        found.append(before[found[-1]])
    return tuple(reversed(found))


def _to_do(context: EastContext, regauged: frozenset[Hex], line: tuple[Hex, ...]) -> Iterator[Hex]:
    """The hexes of a line that must be re-gauged, from the net on."""
    broad, meeting = context.railways.broad, set[Hex]()
    for a, b in pairwise(line):
        if broad(a, b, regauged):
            meeting |= {a, b}
    for at in line:
        done = at in regauged or at in context.railways.changes
        if at in meeting and not done:
            yield at
