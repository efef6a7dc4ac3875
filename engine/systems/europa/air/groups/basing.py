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
    front, zone = sorted(pos.held[other(side)]), pos.zoc(other(side))
    every = tuple(bases)
    safe = [at for at in every if not (isinstance(at, Hex) and at in zone)] or list(every)
    safe.sort(key=lambda at: (_far(at, front), str(at)))
    there = [pos.air.units[unit].at for unit in fleet.of_side(pos, side)]
    left = {at: (fleet.room(pos, at) or len(there) or 1) - there.count(at) for at in safe}
    if not safe:
        return
    for at in safe:
        for _ in range(left[at]):
            yield at
    for turn in count():
        yield safe[turn % len(safe)]


def _far(at: Location, front: list[Hex]) -> int:
    if not isinstance(at, Hex) or not front:
        return 0
    return min(distance(at, enemy) for enemy in front)
