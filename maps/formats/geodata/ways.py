"""The cheapest way from hex to hex, kept near a straight line: what roads and railways share."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping

from maps.formats.geodata.frame import Floats
from maps.hexgrid import Hex


def cheapest_way(
    a: Hex,
    b: Hex,
    step: Callable[[Hex, Hex], float | None],
    detour: Callable[[Hex], float | None],
) -> list[Hex] | None:
    """The cheapest way between two hexes, both included; None when there is none.

    ``step`` is what it costs to go on to a neighbour, ``detour`` what a hex adds for lying astray;
    None forbids.
    """
    best: dict[Hex, float] = {a: 0.0}
    came: dict[Hex, Hex] = {}
    queue: list[tuple[float, Hex]] = [(0.0, a)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here == b:
            return _back(came, a, b)
        if cost > best[here]:
            continue
        for there in here.neighbours():
            price = step(here, there)
            if price is None:
                continue
            extra = detour(there)
            if extra is None:
                continue
            total = cost + price + extra
            if total < best.get(there, float("inf")):
                best[there], came[there] = total, here
                heapq.heappush(queue, (total, there))
    return None


def astray(point: tuple[float, float], a: Floats, b: Floats) -> float:
    """Distance of a point from a straight stretch."""
    (px, py), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    share = 0.0 if length == 0 else min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / length))
    return float(((px - ax - share * dx) ** 2 + (py - ay - share * dy) ** 2) ** 0.5)


def _back(came: Mapping[Hex, Hex], a: Hex, b: Hex) -> list[Hex]:
    way = [b]
    while way[-1] != a:
        way.append(came[way[-1]])
    return way[::-1]
