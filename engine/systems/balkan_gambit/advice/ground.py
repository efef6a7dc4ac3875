"""How far it is over land to a hex, for each movement class; worked out once for a board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush

from engine.systems.balkan_gambit.state.context import Context, Mobility
from maps.hexgrid import Hex

FAR = 99
"""Movement points to where there is no way."""


class Ground:
    """Distances in movement points over a board, whoever is in the way."""

    def __init__(self, context: Context) -> None:
        self._back = {kind: self._backwards(context, kind) for kind in Mobility}
        self.distances = lru_cache(maxsize=1024)(self._distances)

    @staticmethod
    def _backwards(context: Context, kind: Mobility) -> Mapping[Hex, list[tuple[Hex, int]]]:
        found: dict[Hex, list[tuple[Hex, int]]] = {}
        for at, steps in context.graph(kind, frozenset()).items():
            for near, cost in steps:
                found.setdefault(near, []).append((at, cost))
        return found

    def _distances(self, kind: Mobility, to: Hex) -> Mapping[Hex, int]:
        """Movement points from every hex to one."""
        back = self._back[kind]
        cost = {to: 0}
        queue = [(0, to)]
        while queue:
            spent, at = heappop(queue)
            if spent > cost[at]:
                continue
            for before, price in back.get(at, ()):
                if spent + price < cost.get(before, FAR):
                    cost[before] = spent + price
                    heappush(queue, (spent + price, before))
        return cost


@lru_cache(maxsize=8)
def ground(context: Context) -> Ground:
    """The distances over a table's board."""
    return Ground(context)
