"""Which hex suits a unit best in the recommended set-up: what the order of battle leaves open."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, auto
from functools import partial

from engine.systems.europa.board.areas import area
from engine.systems.europa.board.bitmaps import flood, together
from engine.systems.europa.state.constants import SIDES, other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.units import TRUCK
from maps.hexgrid import Hex
from oob.model import UnitId

FAR = 12
"""Hexes from the enemy beyond which one place is as good as another."""


class _Kind(Enum):
    """What tells units apart as to where they go."""

    TRUCK = auto()
    FIGHTING = auto()
    OTHER = auto()


Rank = tuple[int, int, int, Hex]
"""How well a hex suits units of a kind, the less the better, and the hex."""
Away = Mapping[str, Mapping[Hex, int]]
"""For each side, how far its hexes lie from the border of a country the enemy holds."""


def fronts(pos: Position) -> Away:
    """How far the hexes of each side lie from the enemy."""
    return pos.shared("fronts", pos.future_terms(), lambda: _fronts(pos))


def _fronts(pos: Position) -> Away:
    bits, owned = pos.context.supply_graph.bits, dict[str, list[Hex]]()
    for at in pos.context.fronts:
        owned.setdefault(pos.future_owner(at), []).append(at)
    lands = {side: bits.mask(owned.get(side, ())) for side in SIDES}
    return {side: _distances(pos.context, lands[side], lands[other(side)]) for side in SIDES}


def _distances(context: Context, own: int, theirs: int) -> dict[Hex, int]:
    """How far hexes lie from where land borders on that of the enemy."""
    graph = context.supply_graph
    open_ = together(steps for _, steps in graph.overland())
    found = dict.fromkeys(context.fronts, FAR)
    levels = flood(((1, open_),), own & open_.spread(theirs), graph.bits.all, FAR)
    for far, level in enumerate(levels):
        found.update(dict.fromkeys(graph.bits.hexes(level), far))
    return found


class Ranked:
    """The hexes that units may be set up in, by side, kind of unit and place: put in order once,
    and those again where units have been set up, once somebody asks.
    """

    def __init__(self, pos: Position, away: Away) -> None:
        self._pos = pos
        self._away = away
        line = pos.context.charts.areas.covered
        self._line = area(pos.context, line) if line else frozenset[Hex]()
        self._crowds = {
            side: {at: len(units) for at, units in stacks.units.items()}
            for side, stacks in pos.standing.sides.items()
        }
        self._orders: dict[tuple[str, _Kind, tuple[Hex, ...]], _Order] = {}
        self._filled: dict[str, list[Hex]] = {side: [] for side in self._crowds}

    def best_first(self, unit: UnitId, open_: tuple[Hex, ...]) -> Iterator[Hex]:
        """Some hexes, those that suit a unit best first: an empty hex of the line, then near the
        enemy and uncrowded; for a truck one with others behind the border.
        """
        side, facts = self._pos.side(unit), self._pos.facts(unit)
        kind = _Kind.OTHER
        if facts.body == TRUCK:
            kind = _Kind.TRUCK
        elif side and (facts.divisional or facts.attack > 1):
            kind = _Kind.FIGHTING
        order = self._orders.get((side, kind, open_))
        if order is None:
            order = _Order(open_, partial(self._rank, side, kind), self._filled[side])
            self._orders[side, kind, open_] = order
        return order.best_first()

    def joined(self, unit: UnitId, at: Hex) -> None:
        """A unit has been set up in a hex."""
        side = self._pos.side(unit)
        crowd = self._crowds[side]
        crowd[at] = crowd.get(at, 0) + 1
        self._filled[side].append(at)

    def _rank(self, side: str, kind: _Kind, at: Hex) -> Rank:
        far = self._away[side][at] if side in self._away else FAR
        there = self._crowds[side].get(at, 0)
        if kind is _Kind.TRUCK:
            return (1 if not there or not far else 0, far, 0, at)
        gap = 0 if at in self._line and not there else 1
        rural = 0 if at in self._pos.context.cities else 1
        if kind is _Kind.FIGHTING:
            return (gap, far + 2 * there, rural, at)
        return (gap, 3 * there + rural, far, at)


class _Order:
    """Some hexes, the best first; ``filled`` grows by each hex that a unit has been set up in."""

    def __init__(
        self, hexes: Iterable[Hex], rank: Callable[[Hex], Rank], filled: list[Hex]
    ) -> None:
        self._rank = rank
        self._ranks = {at: rank(at) for at in hexes}
        self._sorted = sorted(self._ranks.values())
        self._filled = filled
        self._seen = len(filled)

    def best_first(self) -> Iterator[Hex]:
        """The hexes; to be gone through before a unit is set up in any of them."""
        for at in dict.fromkeys(self._filled[self._seen :]):
            self._rank_again(at)
        self._seen = len(self._filled)
        return (at for *_, at in self._sorted)

    def _rank_again(self, at: Hex) -> None:
        """Put a hex where it belongs now, if it is one of them."""
        before = self._ranks.get(at)
        if before is not None:
            del self._sorted[bisect_left(self._sorted, before)]
            self._ranks[at] = self._rank(at)
            insort(self._sorted, self._ranks[at])
