"""How far it is by air from a place: closed countries are flown around (BF-18.2, 28A.3)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import overload

from engine.core.state import Location
from engine.systems.europa.board.bitmaps import Bits
from engine.systems.europa.state.context import Context
from maps.hexgrid import Hex

FLIGHTS = 512
"""How many places are remembered with the distances from there."""
FAR = 1 << 16
"""More hexes than any board is wide."""


def starts(context: Context, at: Location) -> Mapping[Hex, int]:
    """The hexes of the board where a flight from a place begins, with their distance from it: the
    hex itself, or those that a box is linked with.
    """
    return {at: 0} if isinstance(at, Hex) else _linked(context, at)


@lru_cache(maxsize=64)
def _linked(context: Context, at: str) -> Mapping[Hex, int]:
    """The hexes that a box is linked with, and how far it is to them."""
    links, found = context.map.boxes, dict[Hex, int]()
    for link in links[at].links if at in links else ():
        if link.target not in links:
            here, far = context.hex_of(link.target), link.distance or 0
            found[here] = min(far, found.get(here, far))
    return found


class Flight:
    """How far it is by air from a place, worked out as far as somebody asks: for each distance the
    hexes no further than that, as bits, so that the next ones are found in a few operations.
    """

    def __init__(self, context: Context, at: Location, closed: frozenset[Hex]) -> None:
        self._bits, self._open = bits_of(context), _open(context, closed)
        self._begun: dict[int, int] = {}
        for here, far in starts(context, at).items():
            self._begun[far] = self._begun.get(far, 0) | self._bits.bit[here]
        self._within: list[int] = []
        self._edge = 0
        self._rings: dict[int, frozenset[Hex]] = {}

    def upto(self, limit: int) -> int:
        """The hexes no further than a limit, with the bits of the board."""
        while len(self._within) <= limit and (self._edge or self._begun):
            self._go_on()
        return self._within[min(limit, len(self._within) - 1)] if self._within else 0

    def distances(self, limit: int, among: int = -1) -> dict[Hex, int]:
        """The distances of these hexes, or of those of a set among them, the nearest first."""
        left, found = self.upto(limit) & among, dict[Hex, int]()
        for far, reached in enumerate(self._within[: limit + 1]):
            ring = reached & left
            if ring:
                found.update(dict.fromkeys(self._bits.hexes(ring), far))
                left ^= ring
        return found

    def around(self, limit: int) -> frozenset[Hex]:
        """All hexes no further than a limit; gathered once for each limit."""
        if limit not in self._rings:
            self._rings[limit] = frozenset(self._bits.hexes(self.upto(limit)))
        return self._rings[limit]

    def to(self, at: Hex, limit: int = FAR) -> int | None:
        """The distance of a hex, None where no flight within a limit leads."""
        bit = self._bits.bit.get(at, 0)
        while not (self._within and self._within[-1] & bit):
            if len(self._within) > limit or not (self._edge or self._begun):
                return None
            self._go_on()
        far = bisect_left(self._within, True, key=lambda reached: bool(reached & bit))
        return far if far <= limit else None

    def _go_on(self) -> None:
        """Find the hexes of the next distance."""
        reached = self._within[-1] if self._within else 0
        beyond = self._bits.around(self._edge) & self._open
        self._edge = (beyond | self._begun.pop(len(self._within), 0)) & ~reached
        self._within.append(reached | self._edge)


class Places:
    """Hexes and boxes that flights may lead to, each in their order; the hexes as bits, too."""

    def __init__(self, context: Context, places: Sequence[Location]) -> None:
        self.hexes = [at for at in places if isinstance(at, Hex)]
        self.boxes = [at for at in places if isinstance(at, str)]
        self.bit = bits_of(context).bit
        self.mask = bits_of(context).mask(self.hexes)


class Reached(Sequence[Location]):
    """Those of some places that flights reach: hexes of a set, then boxes. They are listed only
    when somebody looks at one: to count them takes no list.
    """

    def __init__(self, places: Places, hexes: int, boxes: Sequence[str]) -> None:
        self.hexes, self.boxes = places.mask & hexes, boxes
        self._places = places

    @cached_property
    def _listed(self) -> tuple[Location, ...]:
        bit, hexes = self._places.bit, self.hexes
        return (*[at for at in self._places.hexes if bit.get(at, 0) & hexes], *self.boxes)

    def but(self, others: Reached) -> Reached:
        """These without some others."""
        boxes = [box for box in self.boxes if box not in others.boxes]
        return Reached(self._places, self.hexes & ~others.hexes, boxes)

    def __len__(self) -> int:
        return self.hexes.bit_count() + len(self.boxes)

    def __iter__(self) -> Iterator[Location]:
        return iter(self._listed)

    @overload
    def __getitem__(self, index: int) -> Location: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Location]: ...

    def __getitem__(self, index: int | slice) -> Location | Sequence[Location]:
        return self._listed[index]


def clear(
    context: Context, start: Hex, to: Hex, limit: int, closed: frozenset[Hex], shunned: int
) -> bool:
    """Whether a flight of no more hexes than a limit leads from one hex to another, closed
    countries flown around, and enters none of some hexes, given as bits of the board. The place it
    goes to may be closed.
    """
    bits = bits_of(context)
    goal = bits.bit[to]
    within = (_open(context, closed) | goal) & ~shunned
    edge, entered = bits.bit[start], 0
    if edge == goal:
        return True
    for _ in range(limit):
        edge = bits.around(edge) & within & ~entered
        entered |= edge
        if edge & goal:
            return True
        if not edge:
            break
    return False


@lru_cache(maxsize=8)
def bits_of(context: Context) -> Bits:
    """The hexes of the board as bits."""
    return Bits(context.map.terrain)


@lru_cache(maxsize=8)
def _open(context: Context, closed: frozenset[Hex]) -> int:
    """The hexes of the board that may be flown over."""
    bits = bits_of(context)
    return bits.all & ~bits.mask(closed)


@lru_cache(maxsize=FLIGHTS)
def flight(context: Context, at: Location, closed: frozenset[Hex]) -> Flight:
    """Flights from a place, closed countries flown around; worked out once for the last few."""
    return Flight(context, at, closed)
