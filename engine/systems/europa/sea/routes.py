"""The way of a ship over the map, traced to keep out of danger (BF-26B1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from engine.core.state import Location
from engine.systems.europa.board.bitmaps import Steps, union
from engine.systems.europa.sea.context import SeaContext
from engine.systems.europa.sea.position import SeaPosition
from maps.hexgrid import Hex

Path = tuple[Hex, ...]
"""The hexes of the map that a ship passes, in order."""
Cost = tuple[int, int]
"""Whether a way has led through danger, and its length in hexes."""


CHARTS = 256
"""How many charts are remembered, each of a place and of what is dangerous on the way."""


class Chart:
    """The best ways from a place to all hexes of its sea zone: those that avoid danger, then the
    shortest. Kept are the hexes that such ways lead to, as bits, by the length of the way: of ways
    that avoid danger, and of ways through it.
    """

    def __init__(self, context: SeaContext, origin: Location, danger: frozenset[Hex]) -> None:
        self._lanes, self._bits, open_ = context.lanes, context.wet, context.sailed
        self._begun: dict[Hex, Cost] = {}
        begun = sorted((far, at) for at, far in ends(context, origin) if at in self._lanes)
        for far, at in begun:
            self._begun.setdefault(at, (int(at in danger), far))
        perilous = self._bits.mask(danger)
        starts = [0] * (max((far for far, _ in begun), default=-1) + 1)
        for at, (_, far) in self._begun.items():
            starts[far] |= self._bits.bit[at]
        clear = _levels(open_, [start & ~perilous for start in starts], ~perilous)
        self._levels = [clear]
        if perilous:
            entered = [0, *(open_.spread(level) & perilous for level in clear)]
            among = [start & perilous for start in starts]
            both = [a | b for a, b in zip_longest(entered, among, fillvalue=0)]
            self._levels.append(_levels(open_, both, ~union(tuple(clear))))

    def cost(self, to: Hex) -> Cost | None:
        """Whether the way to a hex leads through danger, and its length; None where none leads."""
        bit = self._bits.bit.get(to, 0)
        for danger, levels in enumerate(self._levels):
            for length, reached in enumerate(levels):
                if reached & bit:
                    return danger, length
        return None

    def path(self, to: Hex) -> Path:
        """The hexes to a hex, both ends included where they are on the map; none where no way
        leads.
        """
        cost = self.cost(to)
        if cost is None:
            return ()
        found = [to]
        while self._begun.get(found[-1]) != cost:
            cost, at = self._before(found[-1], cost)
            found.append(at)
        return tuple(reversed(found))

    def _before(self, at: Hex, cost: Cost) -> tuple[Cost, Hex]:
        """Where the best way to a hex comes from: out of clear water if it can, and from the first
        hex of several.
        """
        bit, length = self._bits.bit, cost[1] - 1
        ways = (
            ((danger, length), near)
            for danger, levels in enumerate(self._levels[: cost[0] + 1])
            for near in self._lanes[at]
            if length < len(levels) and levels[length] & bit[near]
        )
        return min(ways)


def _levels(open_: Steps, starts: list[int], within: int) -> list[int]:
    """The hexes of a set by the length of the shortest way to them, from those where ways of each
    length start or come in.
    """
    levels, reached = list[int](), 0
    while len(levels) < len(starts) or (levels and levels[-1]):
        edge = open_.spread(levels[-1]) if levels else 0
        if len(levels) < len(starts):
            edge |= starts[len(levels)]
        levels.append(edge & within & ~reached)
        reached |= levels[-1]
    return levels


def perils(pos: SeaPosition, side: str) -> frozenset[Hex]:
    """The hexes in which a side's cargo is in danger: the zone of interdiction in effect
    (BF-26C.4).
    """
    if not pos.sea.zone or side == pos.context.charts.interdiction.side:
        return frozenset()
    return pos.context.interdicted.get(pos.sea.zone, frozenset())


def ends(context: SeaContext, at: Location) -> tuple[tuple[Hex, int], ...]:
    """Where a way begins or ends on the map, with the hexes off the map that belong to it."""
    return ((at, 0),) if isinstance(at, Hex) else context.moorings.get(at, ())


def chart(pos: SeaPosition, side: str, origin: Location) -> Chart:
    """The best ways from a place through what is dangerous now."""
    return _charted(pos.context, origin, perils(pos, side))


@lru_cache(maxsize=CHARTS)
def _charted(context: SeaContext, origin: Location, danger: frozenset[Hex]) -> Chart:
    """The best ways from a place; worked out once for the last few places and dangers, on which
    alone they depend.
    """
    return Chart(context, origin, danger)


def route(pos: SeaPosition, side: str, origin: Location, to: Location) -> Path:
    """The hexes of a voyage between two places, () where no way leads."""
    ways = chart(pos, side, origin)
    far = sorted(_reached(pos, ways, to))
    return ways.path(far[0][1]) if far else ()


def _reached(pos: SeaPosition, ways: Chart, to: Location) -> Iterator[tuple[Cost, Hex]]:
    for at, more in ends(pos.context, to):
        cost = ways.cost(at)
        if cost is not None:
            yield (cost[0], cost[1] + more), at


def joined(pos: SeaPosition, origin: Location, to: Location) -> bool:
    """Whether ships get from one place to another inside a sea zone."""
    return not waters(pos.context, origin).isdisjoint(waters(pos.context, to))


def sailed_to(context: SeaContext, origin: Location) -> frozenset[Location]:
    """The ports, beaches and boxes that ships get to from a place inside a sea zone."""
    return _ends_on(context, waters(context, origin))


@lru_cache(maxsize=64)
def _ends_on(context: SeaContext, near: frozenset[int]) -> frozenset[Location]:
    """The ports, beaches and boxes on some waters."""
    ends_: tuple[Location, ...] = (*context.ports, *context.beaches, *context.moorings)
    return frozenset(to for to in ends_ if not near.isdisjoint(waters(context, to)))


@lru_cache(maxsize=1024)
def waters(context: SeaContext, at: Location) -> frozenset[int]:
    """The waters that a place lies on, by number."""
    return frozenset(context.waters[end] for end, _ in ends(context, at) if end in context.waters)


def is_risky(pos: SeaPosition, side: str, origin: Location, to: Location) -> bool:
    """Whether the best way between two places leads through danger; to tell so is much less work
    than to find the way.
    """
    if not perils(pos, side):
        return False
    (in_danger, _length), _at = min(
        _reached(pos, chart(pos, side, origin), to), default=((0, 0), to)
    )
    return bool(in_danger)


def endangered(pos: SeaPosition, side: str, path: Path) -> bool:
    """True for a way that enters a hex of the zone of interdiction (BF-26C.4)."""
    return not perils(pos, side).isdisjoint(path)
