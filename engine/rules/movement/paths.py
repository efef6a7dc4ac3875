"""Movement by cost: cheapest paths over a graph of hexes whose step costs are already known."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from heapq import heappop, heappush

from engine.frozen import dataclass
from engine.rules.board.zoc import nowhere
from maps.hexgrid import Hex

Graph = Mapping[Hex, tuple[tuple[Hex, int], ...]]
"""For each hex, the hexes one step away with the cost of entering them; forbidden steps are absent.
"""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit can get to: cost and previous hex of every hex within its allowance, the start
    included.
    """

    start: Hex
    cost: Mapping[Hex, int]
    previous: Mapping[Hex, Hex]

    def path(self, to: Hex) -> tuple[Hex, ...]:
        """The hexes from the start to ``to``, both included. Raises KeyError out of reach."""
        if to not in self.cost:
            raise KeyError(to)
        found = [to]
        while found[-1] != self.start:
            found.append(self.previous[found[-1]])
        return tuple(reversed(found))


def reach(
    graph: Graph,
    start: Hex,
    allowance: int,
    *,
    barred: Callable[[Hex], bool],
    stops: Callable[[Hex], bool] = nowhere,
    one_hex: bool = True,
) -> Reach:
    """All hexes a unit can enter with ``allowance`` points.

    ``barred`` hexes are never entered; a move that enters a hex that ``stops`` it ends there. With
    ``one_hex`` every adjacent hex that can be entered at all is in reach whatever its cost, but
    nothing beyond it unless the points suffice.
    """
    cost: dict[Hex, int] = {start: 0}
    previous: dict[Hex, Hex] = {}
    queue: list[tuple[int, Hex]] = [(0, start)]
    while queue:
        spent, at = heappop(queue)
        if spent > cost[at] or (at != start and stops(at)):
            continue
        for near, price in graph.get(at, ()):
            total = spent + price
            if total > allowance or total >= cost.get(near, allowance + 1) or barred(near):
                continue
            cost[near] = total
            previous[near] = at
            heappush(queue, (total, near))
    if one_hex:
        for near, price in graph.get(start, ()):
            if near not in cost and not barred(near):
                cost[near] = price
                previous[near] = start
    return Reach(start, cost, previous)


def nearest(
    graph: Graph,
    start: Hex,
    allowance: int,
    goals: Collection[Hex],
    *,
    barred: Callable[[Hex], bool],
) -> tuple[Hex, ...]:
    """The cheapest path from ``start`` to the nearest goal within ``allowance``; empty when there
    is none.
    """
    if start in goals:
        return (start,)
    found = reach(graph, start, allowance, barred=barred, one_hex=False)
    inside = [(spent, at) for at, spent in found.cost.items() if at in goals]
    return found.path(min(inside)[1]) if inside else ()
