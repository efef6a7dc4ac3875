"""The way of a ship over the map, traced to keep out of danger (BF-26B1.3)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from engine.core.state import Location
from engine.systems.europa.sea.position import SeaPosition
from maps.hexgrid import Hex

Path = tuple[Hex, ...]
"""The hexes of the map that a ship passes, in order."""
Cost = tuple[int, int]
"""Whether a way has led through danger, and its length in hexes."""


class Chart:
    """The best ways from a place to all hexes of its sea zone: those that avoid danger, then the
    shortest.
    """

    def __init__(self) -> None:
        self.cost: dict[Hex, Cost] = {}
        self.previous: dict[Hex, Hex] = {}

    def path(self, to: Hex) -> Path:
        """The hexes to a hex, both ends included where they are on the map; none where no way
        leads.
        """
        if to not in self.cost:
            return ()
        found = [to]
        while found[-1] in self.previous:
            found.append(self.previous[found[-1]])
        return tuple(reversed(found))


def perils(pos: SeaPosition, side: str) -> frozenset[Hex]:
    """The hexes in which a side's cargo is in danger: the zone of interdiction in effect
    (BF-26C.4).
    """
    if not pos.sea.zone or side == pos.context.charts.interdiction.side:
        return frozenset()
    return pos.context.interdicted.get(pos.sea.zone, frozenset())


def ends(pos: SeaPosition, at: Location) -> tuple[tuple[Hex, int], ...]:
    """Where a way begins or ends on the map, with the hexes off the map that belong to it."""
    return ((at, 0),) if isinstance(at, Hex) else pos.context.moorings.get(at, ())


def chart(pos: SeaPosition, side: str, origin: Location) -> Chart:
    """The best ways from a place; worked out once for a position."""
    return pos.once(("sea ways", side, origin), lambda: _charted(pos, side, origin))


def _charted(pos: SeaPosition, side: str, origin: Location) -> Chart:
    danger, lanes = perils(pos, side), pos.context.lanes
    found = Chart()
    queue = [((int(at in danger), far), at) for at, far in ends(pos, origin) if at in lanes]
    heapq.heapify(queue)
    for cost, at in sorted(queue):
        found.cost.setdefault(at, cost)
    while queue:
        cost, at = heapq.heappop(queue)
        if cost > found.cost[at]:
            continue
        for near in lanes[at]:
            onward = (max(cost[0], int(near in danger)), cost[1] + 1)
            if near not in found.cost or onward < found.cost[near]:
                found.cost[near], found.previous[near] = onward, at
                heapq.heappush(queue, (onward, near))
    return found


def route(pos: SeaPosition, side: str, origin: Location, to: Location) -> Path:
    """The hexes of a voyage between two places, () where no way leads."""
    ways = chart(pos, side, origin)
    far = sorted(_reached(pos, ways, to))
    return ways.path(far[0][1]) if far else ()


def _reached(pos: SeaPosition, ways: Chart, to: Location) -> Iterator[tuple[Cost, Hex]]:
    for at, more in ends(pos, to):
        if at in ways.cost:
            danger, length = ways.cost[at]
            yield (danger, length + more), at


def joined(pos: SeaPosition, origin: Location, to: Location) -> bool:
    """Whether ships get from one place to another inside a sea zone."""
    waters = pos.context.waters
    near = {waters.get(at) for at, _ in ends(pos, origin)} - {None}
    return any(waters.get(at) in near for at, _ in ends(pos, to))


def endangered(pos: SeaPosition, side: str, path: Path) -> bool:
    """True for a way that enters a hex of the zone of interdiction (BF-26C.4)."""
    return not perils(pos, side).isdisjoint(path)
