"""Rail movement over lines of two gauges: units change trains where both may serve them
(FE-7A3.7).
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from itertools import pairwise

from engine.frozen import dataclass
from engine.rules.movement.paths import Graph, Reach
from maps.hexgrid import Hex

Stop = tuple[Hex, int]
"""A hex with the number of the gauge by which it was reached."""


@dataclass(frozen=True, slots=True)
class Changing(Reach):
    """Where lines of several gauges lead: the best ``stops`` of each hex, and for each gauge the
    stop ``before`` each hex that it leads to.
    """

    stops: Mapping[Hex, Stop]
    before: tuple[Mapping[Hex, Stop], ...]

    def path(self, to: Hex) -> tuple[Hex, ...]:
        """The hexes from the start to ``to``, both included. Raises KeyError out of reach."""
        at, gauge = self.stops[to]
        found = [at]
        while at in self.before[gauge]:
            at, gauge = self.before[gauge][at]
            found.append(at)
        return tuple(reversed(found))


def changing(
    graphs: tuple[Graph, ...],
    start: Hex,
    limit: int,
    change: int,
    barred: Container[Hex],
    leaving: Mapping[Hex, int],
) -> Changing:
    """All hexes within ``limit`` rail hexes by lines of several gauges; changing costs some more,
    leaving some hexes too. Stops wait in one list for each length, and are done in their order.
    """
    costs: list[dict[Hex, int]] = [{start: 0} for _ in graphs]
    previous: tuple[dict[Hex, Stop], ...] = tuple({} for _ in graphs)
    best: dict[Hex, Stop] = {}
    waiting: list[list[Stop]] = [[] for _ in range(max(0, limit) + 1)]
    waiting[0] = [(start, number) for number in range(len(graphs))]
    gauges, over = range(len(graphs)), limit + 1
    for spent, due in enumerate(waiting):
        due.sort()
        for stop in due:
            at, gauge = stop
            if costs[gauge][at] < spent:
                continue
            if at not in best:
                best[at] = stop
            leaves = spent + leaving.get(at, 0) if leaving else spent
            for other in gauges:
                steps = graphs[other].get(at)
                if not steps:
                    continue
                cost = costs[other]
                begun = leaves + change if other != gauge and spent else leaves
                for near, price in steps:
                    total = begun + price
                    if total >= cost.get(near, over) or near in barred:
                        continue
                    cost[near] = total
                    previous[other][near] = stop
                    waiting[total].append((near, other))
    found = {at: costs[gauge][at] for at, (_, gauge) in best.items()}
    return Changing(start, found, {}, best, previous)


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
