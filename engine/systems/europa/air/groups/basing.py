"""Where many air units come down at once: near the front, no base with more than it can launch
before all have as many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from engine.core.state import Location
from engine.systems.europa.air import fleet
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex, distance


def berths(pos: Position, side: str, bases: Iterable[Location]) -> Iterator[Location]:
    """A base for one air unit after the other, without end: first where there is room, the nearest
    to the enemy first but none that he reaches at once; nothing without any base.
    """
    held, zone = pos.held[other(side)], pos.zoc(other(side))
    far = pos.shared(("off the enemy", side), (held,), lambda: OffEnemy(sorted(held)))
    every = tuple(bases)
    safe = [at for at in every if not (isinstance(at, Hex) and at in zone)] or list(every)
    safe.sort(key=lambda at: (far[at], str(at)))
    there = [pos.air.units[unit].at for unit in fleet.of_side(pos, side)]
    left = {at: (fleet.room(pos, at) or len(there) or 1) - there.count(at) for at in safe}
    if not safe:
        return
    for at in safe:
        for _ in range(left[at]):
            yield at
    for turn in count():
        yield safe[turn % len(safe)]


class OffEnemy(dict[Location, int]):
    """How far bases lie from the nearest of some hexes, 0 for boxes; worked out once for each."""

    def __init__(self, front: list[Hex]) -> None:
        super().__init__()
        self._front = front

    def __missing__(self, at: Location) -> int:
        found = 0
        if isinstance(at, Hex):
            found = min([distance(at, one) for one in self._front], default=0)
        self[at] = found
        return found
