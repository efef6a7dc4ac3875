"""Cheapest paths over any graph with whole-number costs, and along hexsides.

Ties break by the order in which neighbours are offered, so that the same question has the same
answer on every machine.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

from maps.hexgrid import Hex, Side, Vertex, side_joining, vertex_distance, vertex_neighbours

N = TypeVar("N", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Reach(Generic[N]):
    """What :func:`shortest` found: the cost to each node reached, and the node before it."""

    costs: dict[N, int]
    parents: dict[N, N]

    def path(self, to: N) -> list[N]:
        """The nodes from the start to ``to``, both included; empty when it was not reached."""
        if to not in self.costs:
            return []
        found = [to]
        while found[-1] in self.parents:
            found.append(self.parents[found[-1]])
        return found[::-1]


def shortest(
    start: N,
    neighbours: Callable[[N], Iterable[N]],
    cost: Callable[[N, N], int | None],
    *,
    limit: int | None = None,
    goal: N | None = None,
) -> Reach[N]:
    """Cheapest costs from ``start`` by Dijkstra's method.

    ``cost`` of a step is a whole number from 0, or None where there is no way. Nodes dearer than
    ``limit`` are left out; with a ``goal`` the search ends there. Raises ValueError for a negative
    cost.

    >>> found = shortest(0, lambda n: (n + 1, n * 2), lambda a, b: 1, limit=4)
    >>> found.path(8)
    [0, 1, 2, 4, 8]
    """
    costs: dict[N, int] = {}
    parents: dict[N, N] = {}
    best = {start: 0}
    queue: list[tuple[int, int, N]] = [(0, 0, start)]
    order = 0
    while queue:
        spent, _, at = heapq.heappop(queue)
        if at in costs:
            continue
        costs[at] = spent
        if at == goal and goal is not None:
            break
        for near in neighbours(at):
            if near in costs:
                continue
            step = cost(at, near)
            if step is None:
                continue
            if step < 0:
                raise ValueError(f"the step from {at} to {near} has a negative cost")
            total = spent + step
            if (limit is None or total <= limit) and total < best.get(near, total + 1):
                best[near] = total
                parents[near] = at
                order += 1
                heapq.heappush(queue, (total, order, near))
    return Reach(costs, {node: parent for node, parent in parents.items() if node in costs})


def hex_path(
    start: Hex, end: Hex, cost: Callable[[Hex, Hex], int | None], *, limit: int
) -> list[Hex]:
    """The cheapest chain of adjacent hexes between two hexes; empty when dearer than ``limit``."""
    return shortest(start, Hex.neighbours, cost, limit=limit, goal=end).path(end)


def hexside_path(
    start: Vertex,
    end: Vertex,
    cost: Callable[[Side], int | None] | None = None,
    *,
    limit: int | None = None,
) -> list[Side]:
    """The cheapest chain of hexsides between two vertices, as rivers run.

    ``cost`` of a side is a whole number from 0, None where none may run; 1 each when left out.
    Empty when start and end are one, or when the way is dearer than ``limit`` (three times the
    number of sides between the two, and 20, when left out).
    """
    price = cost or (lambda side: 1)
    most = 3 * vertex_distance(start, end) + 20 if limit is None else limit
    found = shortest(
        start, vertex_neighbours, lambda a, b: price(side_joining(a, b)), limit=most, goal=end
    ).path(end)
    return [side_joining(a, b) for a, b in pairwise(found)]
