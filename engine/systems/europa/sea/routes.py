"""The way of a ship over the map, traced to keep out of danger (BF-26B1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.core.state import Location
from engine.systems.europa.sea.context import SeaContext
from engine.systems.europa.sea.position import SeaPosition
from maps.hexgrid import Hex

Path = tuple[Hex, ...]
"""The hexes of the map that a ship passes, in order."""
Cost = tuple[int, int]
"""Whether a way has led through danger, and its length in hexes."""


CHARTS = 64
"""How many charts are remembered, each of a place and of what is dangerous on the way."""


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


def ends(context: SeaContext, at: Location) -> tuple[tuple[Hex, int], ...]:
    """Where a way begins or ends on the map, with the hexes off the map that belong to it."""
    return ((at, 0),) if isinstance(at, Hex) else context.moorings.get(at, ())


def chart(pos: SeaPosition, side: str, origin: Location) -> Chart:
    """The best ways from a place through what is dangerous now."""
    return _charted(pos.context, origin, perils(pos, side))


@lru_cache(maxsize=CHARTS)
def _charted(context: SeaContext, origin: Location, danger: frozenset[Hex]) -> Chart:
    """The best ways from a place; worked out once for the last few places and dangers, on which
    alone they depend.
    """
    lanes = context.lanes
    found = Chart()
    best, waiting = found.cost, dict[Cost, list[Hex]]()
    begun = [((int(at in danger), far), at) for at, far in ends(context, origin) if at in lanes]
    for cost, at in sorted(begun):
        best.setdefault(at, cost)
        waiting.setdefault(cost, []).append(at)
    while waiting:
        cost = min(waiting)
        clear, dangerous = (cost[0], cost[1] + 1), (1, cost[1] + 1)
        for at in sorted(waiting.pop(cost)):
            if cost > best[at]:
                continue
            for near in lanes[at]:
                onward = dangerous if near in danger else clear
                if near not in best or onward < best[near]:
                    best[near], found.previous[near] = onward, at
                    waiting.setdefault(onward, []).append(near)
    return found


def route(pos: SeaPosition, side: str, origin: Location, to: Location) -> Path:
    """The hexes of a voyage between two places, () where no way leads."""
    ways = chart(pos, side, origin)
    far = sorted(_reached(pos, ways, to))
    return ways.path(far[0][1]) if far else ()


def _reached(pos: SeaPosition, ways: Chart, to: Location) -> Iterator[tuple[Cost, Hex]]:
    for at, more in ends(pos.context, to):
        if at in ways.cost:
            danger, length = ways.cost[at]
            yield (danger, length + more), at


def joined(pos: SeaPosition, origin: Location, to: Location) -> bool:
    """Whether ships get from one place to another inside a sea zone."""
    waters = pos.context.waters
    near = {waters.get(at) for at, _ in ends(pos.context, origin)} - {None}
    return any([waters.get(at) in near for at, _ in ends(pos.context, to)])


def endangered(pos: SeaPosition, side: str, path: Path) -> bool:
    """True for a way that enters a hex of the zone of interdiction (BF-26C.4)."""
    return not perils(pos, side).isdisjoint(path)
