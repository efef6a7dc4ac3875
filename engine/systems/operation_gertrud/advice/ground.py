"""The board as an automatic player sees it: how far everything is, and what pulls where.

All of it depends on the table alone and is worked out once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush
from math import exp

from engine.systems.operation_gertrud.advice.odds import promises
from engine.systems.operation_gertrud.battle.results import column_of, shifted
from engine.systems.operation_gertrud.state.context import Context
from maps.hexgrid import Hex

FAR = 99
"""A distance no march covers."""


class Ground:
    """Distances in movement factors to every goal, by road where there is one."""

    def __init__(self, context: Context) -> None:
        self.context = context
        graph = context.graph(frozenset(), frozenset(), frozenset())
        back: dict[Hex, list[tuple[Hex, int]]] = {}
        for at in sorted(graph):
            for near, cost in graph[at]:
                back.setdefault(near, []).append((at, cost))
        self._back = back
        self._land = tuple(sorted(context.land))
        self.field = lru_cache(maxsize=128)(self._field)
        self.distances = lru_cache(maxsize=256)(self._distances)
        self.pull = lru_cache(maxsize=64)(self._pull)
        self._promises = promises(context.charts.combat)
        self.banks = tuple(pair for pairs in context.straits.values() for pair in pairs)

    def promise(self, attack: float, defence: float, shift: int) -> float:
        """How good an attack of so many factors would be, by its odds and a guess at the shifts."""
        columns = self.context.charts.combat.columns
        percent = self.context.odds(int(attack), max(1, int(defence)))
        return self._promises[shifted(columns, column_of(columns, percent), shift)]

    def _distances(self, goal: Hex) -> Mapping[Hex, int]:
        """Movement factors from each hex to a goal."""
        found = {goal: 0}
        queue = [(0, goal)]
        while queue:
            spent, at = heappop(queue)
            if spent > found[at]:
                continue
            for near, cost in self._back.get(at, ()):
                if spent + cost < found.get(near, FAR):
                    found[near] = spent + cost
                    heappush(queue, (spent + cost, near))
        return found

    def distance(self, at: Hex, goal: Hex) -> int:
        """Movement factors from a hex to a goal."""
        return self.distances(goal).get(at, FAR)

    def _pull(self, goals: tuple[tuple[Hex, float], ...], softness: float) -> Mapping[Hex, float]:
        """How strongly weighted goals draw from each hex; nearer ones more."""
        fields = [(weight, self.field(goal, softness)) for goal, weight in goals]
        total = [0.0] * len(self._land)
        for weight, field in fields:
            total = [have + weight * here for have, here in zip(total, field, strict=True)]
        return dict(zip(self._land, total, strict=True))

    def _field(self, goal: Hex, softness: float) -> tuple[float, ...]:
        """How strongly a goal draws, for each land hex in order."""
        far = self.distances(goal)
        return tuple(exp(-far[at] / softness) if at in far else 0.0 for at in self._land)


@lru_cache(maxsize=16)
def ground(context: Context) -> Ground:
    """The ground of a table."""
    return Ground(context)
