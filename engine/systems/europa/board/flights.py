"""How far it is by air from a place: closed countries are flown around (BF-18.2, 28A.3)."""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import lru_cache
from itertools import chain, takewhile

from engine.core.state import Location
from engine.systems.europa.state.context import Context
from maps.hexgrid import Hex

FLIGHTS = 512
"""How many places are remembered with the distances from there."""


def starts(context: Context, at: Location) -> Mapping[Hex, int]:
    """The hexes of the board where a flight from a place begins, with their distance from it: the
    hex itself, or those that a box is linked with.
    """
    if isinstance(at, Hex):
        return {at: 0}
    links, found = context.map.boxes, dict[Hex, int]()
    for link in links[at].links if at in links else ():
        if link.target not in links:
            here, far = context.hex_of(link.target), link.distance or 0
            found[here] = min(far, found.get(here, far))
    return found


class Flight:
    """How far it is by air from a place, worked out as far as somebody asks."""

    def __init__(self, context: Context, at: Location, closed: frozenset[Hex]) -> None:
        self._around = _skies(context, closed)
        self._edge: dict[int, list[Hex]] = {}
        self._found: dict[Hex, int] = {}
        self._rings: dict[int, frozenset[Hex]] = {}
        for here, far in starts(context, at).items():
            self._edge.setdefault(far, []).append(here)
        self._far = min(self._edge, default=0)

    def within(self, limit: int) -> Mapping[Hex, int]:
        """The distances of all hexes no further than a limit, the nearest first; some that lie
        further may follow.
        """
        while self._far <= limit and self._edge:
            self._go_on()
        return self._found

    def around(self, limit: int) -> frozenset[Hex]:
        """All hexes no further than a limit; gathered once for each limit."""
        if limit not in self._rings:
            flown = self.within(limit)
            near = takewhile(lambda at: flown[at] <= limit, flown)
            self._rings[limit] = frozenset(near)
        return self._rings[limit]

    def to(self, at: Hex) -> int | None:
        """The distance of a hex, None where no flight leads."""
        while at not in self._found and self._edge:
            self._go_on()
        return self._found.get(at)

    def _go_on(self) -> None:
        """Find the hexes of the next distance."""
        around, edge, found, far = self._around, self._edge, self._found, self._far
        ring = dict.fromkeys([here for here in edge.pop(far, ()) if here not in found], far)
        found.update(ring)
        beyond = dict.fromkeys(chain.from_iterable(map(around.__getitem__, ring)))
        further = [next_ for next_ in beyond if next_ not in found]
        if further:
            edge[far + 1] = [*edge.get(far + 1, ()), *further]
        self._far = far + 1


@lru_cache(maxsize=FLIGHTS)
def flight(context: Context, at: Location, closed: frozenset[Hex]) -> Flight:
    """Flights from a place, closed countries flown around; worked out once for the last few."""
    return Flight(context, at, closed)


@lru_cache(maxsize=8)
def _skies(context: Context, closed: frozenset[Hex]) -> Skies:
    """The hexes of the board around one that may be flown over."""
    return Skies(context.map.terrain.keys() - closed)


class Skies(dict[Hex, tuple[Hex, ...]]):
    """The hexes around each that are open to flights; looked for once for each."""

    def __init__(self, open_: Set[Hex]) -> None:
        super().__init__()
        self._open = open_

    def __missing__(self, at: Hex) -> tuple[Hex, ...]:
        open_ = self._open
        found = self[at] = tuple([one for one in at.neighbours() if one in open_])
        return found
