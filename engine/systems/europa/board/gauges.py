"""Rail movement over lines of two gauges: units change trains where both may serve them
(FE-7A3.7).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from heapq import heappop, heappush
from itertools import pairwise

from engine.frozen import dataclass
from engine.rules.movement.paths import Graph, Reach
from maps.hexgrid import Hex

Stop = tuple[Hex, int]
"""A hex with the number of the gauge by which it was reached."""


@dataclass(frozen=True, slots=True)
class Changing(Reach):
    """Where lines of several gauges lead: the best ``stops`` of each hex, and the stop ``before``
    each.
    """

    stops: Mapping[Hex, Stop]
    before: Mapping[Stop, Stop]

    def path(self, to: Hex) -> tuple[Hex, ...]:
        """The hexes from the start to ``to``, both included. Raises KeyError out of reach."""
        found = [self.stops[to]]
        while found[-1] in self.before:
            found.append(self.before[found[-1]])
        return tuple(at for at, _ in reversed(found))


def changing(
    graphs: tuple[Graph, ...],
    start: Hex,
    limit: int,
    change: int,
    barred: Collection[Hex],
    leaving: Mapping[Hex, int],
) -> Changing:
    """All hexes within ``limit`` rail hexes by lines of several gauges; changing costs some more,
    leaving some hexes too.
    """
    first = [(start, number) for number in range(len(graphs))]
    cost: dict[Stop, int] = dict.fromkeys(first, 0)
    previous: dict[Stop, Stop] = {}
    queue = [(0, stop) for stop in first]
    while queue:
        spent, stop = heappop(queue)
        if spent > cost[stop]:
            continue
        at, gauge = stop
        for other, graph in enumerate(graphs):
            begun = spent + leaving.get(at, 0) + (change if other != gauge and spent else 0)
            for near, price in graph.get(at, ()):
                total, to = begun + price, (near, other)
                if total <= limit and near not in barred and total < cost.get(to, limit + 1):
                    cost[to] = total
                    previous[to] = stop
                    heappush(queue, (total, to))
    best: dict[Hex, Stop] = {}
    for stop in sorted(cost, key=lambda one: (cost[one], one)):
        best.setdefault(stop[0], stop)
    return Changing(start, {at: cost[stop] for at, stop in best.items()}, {}, best, previous)


def along(graphs: tuple[Graph, ...], path: tuple[Hex, ...], change: int) -> int:
    """The rail hexes of a way, the cheapest choice of gauges where lines have both."""
    costs: dict[int, int] = dict.fromkeys(range(len(graphs)), 0)
    for number, (a, b) in enumerate(pairwise(path)):
        step: dict[int, int] = {}
        for gauge, graph in enumerate(graphs):
            price = dict(graph.get(a, ())).get(b)
            if price is not None:
                begun = min(
                    spent + (change if number and before != gauge else 0)
                    for before, spent in costs.items()
                )
                step[gauge] = begun + price
        costs = step
    return min(costs.values(), default=0)
