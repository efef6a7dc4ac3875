"""How far units with movement points come where enemy zones of control cost some, or stop them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import field

from engine.frozen import dataclass
from engine.rules.movement.paths import Graph, Reach
from maps.hexgrid import Hex


@dataclass(frozen=True, slots=True)
class Toll:
    """What enemy zones of control do to a unit that moves, in half points (BF-6A.1).

    ``leave`` is paid on leaving a zone hex for a free one, ``across`` for another zone hex, None
    where that is not allowed; ``stops`` ends a move that enters one. In hexes of ``reduced`` zones
    alone it is ``light_leave`` and ``light_across``. ``harassed`` is what leaving some hexes costs
    besides, whatever zone they are in (BF-20F2d.4).
    """

    zone: frozenset[Hex]
    leave: int
    across: int | None
    stops: bool
    reduced: frozenset[Hex] = frozenset()
    light_leave: int = 0
    light_across: int | None = 0
    harassed: Mapping[Hex, int] = field(default_factory=dict)

    def of(self, a: Hex, b: Hex) -> int | None:
        """What leaving ``a`` for ``b`` costs besides terrain; None where it is not allowed."""
        more = self.harassed.get(a, 0)
        if a not in self.zone:
            return more
        extra = self.zoned(a, b)
        return None if extra is None else extra + more

    def zoned(self, a: Hex, b: Hex) -> int | None:
        """What the zones alone cost, on leaving a hex of them; None where it is not allowed."""
        if b not in self.zone:
            return self.light_leave if a in self.reduced else self.leave
        if a in self.reduced and b in self.reduced:
            return self.light_across
        return self.across


FREE = Toll(frozenset(), 0, 0, stops=False)
"""No enemy zones at all."""


def spread(
    graph: Graph,
    start: Hex,
    limit: int,
    tolls: Toll,
    barred: Container[Hex],
    held: Container[Hex] = (),
) -> Reach:
    """All hexes a unit can enter with ``limit`` half points, the cheapest way to each; none of
    those ``barred`` or ``held``. Costs are whole numbers: hexes wait in one list for each.
    """
    zone, leave, across, stops = tolls.zone, tolls.leave, tolls.across, tolls.stops
    graded, harassed, over = bool(tolls.reduced), tolls.harassed, limit + 1
    cost: dict[Hex, int] = {start: 0}
    previous: dict[Hex, Hex] = {}
    waiting: list[list[Hex]] = [[] for _ in range(limit + 1)]
    waiting[0].append(start)
    least = cost.get
    for spent, due in enumerate(waiting[:limit]):  # no step leads on with nothing left
        for at in due:
            if cost[at] != spent:
                continue
            locked = at in zone
            if locked and stops and at != start:
                continue
            begun = spent + harassed.get(at, 0) if harassed else spent
            for near, price in graph[at]:
                total = begun + price
                if total >= least(near, over) or near in barred or near in held:
                    continue  # a toll makes it no cheaper
                if locked:
                    extra = across if near in zone else leave
                    if graded:
                        extra = tolls.zoned(at, near)
                    if extra is None:
                        continue
                    total += extra
                    if total >= least(near, over):
                        continue
                cost[near] = total
                previous[near] = at
                waiting[total].append(near)
    return Reach(start, cost, previous)
