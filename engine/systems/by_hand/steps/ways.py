"""Steps among enemy zones, and supply that goes from hex to hex, as declared."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping

from engine.systems.by_hand.charts.ground import Entering, Leaving, ZoneChart
from engine.systems.by_hand.context import BEYOND, SCALE
from maps.hexgrid import Hex


class Zoned(Mapping[Hex, tuple[tuple[Hex, int], ...]]):
    """A graph of steps with what enemy zones add to them or forbid."""

    def __init__(
        self,
        steps: Mapping[Hex, tuple[tuple[Hex, int], ...]],
        zones: frozenset[Hex],
        chart: ZoneChart,
        *,
        eased: bool = False,
    ) -> None:
        self._steps, self._zones, self._chart = steps, zones, chart
        self._less = chart.eased_by if eased else 0

    def __getitem__(self, at: Hex) -> tuple[tuple[Hex, int], ...]:
        steps = self._steps[at]
        if at not in self._zones and self._zones.isdisjoint(near for near, _cost in steps):
            return steps
        return tuple(self._priced(at, *step) for step in steps if self._open(at, step[0]))

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._steps)

    def __len__(self) -> int:
        return len(self._steps)

    def _open(self, at: Hex, near: Hex) -> bool:
        if at not in self._zones:
            return True
        if self._chart.leaving is Leaving.FORBIDDEN:
            return False
        return near not in self._zones or self._chart.between is not Leaving.FORBIDDEN

    def _priced(self, at: Hex, near: Hex, cost: int) -> tuple[Hex, int]:
        chart, toll = self._chart, 0
        if near in self._zones and chart.entering is Entering.COST:
            toll += chart.enter_cost
        if at in self._zones and chart.leaving is Leaving.COST:
            toll += chart.leave_cost
        if at in self._zones and near in self._zones and chart.between is Leaving.COST:
            toll += chart.between_cost
        return near, min(cost + max(0, toll - self._less) * SCALE, BEYOND)


def farther(
    start: Mapping[Hex, Hex],
    near: Mapping[Hex, tuple[Hex, ...]],
    most: Callable[[Hex], int],
    barred: frozenset[Hex],
) -> dict[Hex, Hex]:
    """Where supply reaches from hexes it has reached, each with the hex it comes from; ``most`` is
    how many steps may lead to a hex.
    """
    found = dict(start)
    queue = deque((at, 0) for at in found)
    while queue:
        at, gone = queue.popleft()
        for to in near.get(at, ()):
            if to not in found and to not in barred and gone < most(to):
                found[to] = at
                queue.append((to, gone + 1))
    return found
