"""The sea as ships go: which ports and coasts a voyage joins, in the Adriatic and outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from engine.core.state import Location
from engine.systems.europa.board.board import GameBoard
from maps.hexgrid import Hex

ADRIATIC = "Adriatic"
LAYER = "sea_zone"
CROSSED = frozenset({"sea", "narrow_strait"})
"""Hexsides between land hexes that ships pass along."""

LARGEST = 0
"""The number of the largest water: waters are counted from it."""


class Seaways:
    """The board's sea and coastal hexes with the voyages between them (BC-19D1b.3).

    Holding boxes lie on the open sea outside the Adriatic.
    """

    def __init__(self, ground: GameBoard) -> None:
        self._ground = ground
        self._voyages: dict[Location, tuple[frozenset[Location], frozenset[Location]]] = {}

    @cached_property
    def adriatic(self) -> frozenset[Hex]:
        """Sea and coastal hexes of the Adriatic zone (BC-19D1b.3)."""
        wet = self._ground.sea | self._ground.coastal
        layer = self._ground.map.regions.get(LAYER, {})
        return frozenset(layer.get(ADRIATIC, frozenset())) & wet

    @cached_property
    def outside(self) -> frozenset[Hex]:
        """Sea and coastal hexes outside the Adriatic zone."""
        return (self._ground.sea | self._ground.coastal) - self.adriatic

    @cached_property
    def links(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """For each sea and coastal hex, those a ship goes on to."""
        sea = self._ground.sea
        wet = self.adriatic | self.outside
        return {
            at: tuple(
                near
                for near in at.neighbours()
                if near in wet and (at in sea or near in sea or self._passes(at, near))
            )
            for at in sorted(wet)
        }

    def _passes(self, a: Hex, b: Hex) -> bool:
        return bool(self._ground.sides(a, b) & CROSSED)

    @cached_property
    def _inner(self) -> Mapping[Hex, int]:
        return self._waters(self.adriatic)

    @cached_property
    def _outer(self) -> Mapping[Hex, int]:
        return self._waters(self.outside)

    @cached_property
    def _all(self) -> Mapping[Hex, int]:
        return self._waters(self.adriatic | self.outside)

    def _waters(self, within: frozenset[Hex]) -> Mapping[Hex, int]:
        """Hexes by the water they belong to, waters counted from the largest."""
        left = set(within)
        found: list[list[Hex]] = []
        for start in sorted(within):
            if start not in left:
                continue
            left.discard(start)
            water = [start]
            for at in water:
                for near in self.links[at]:
                    if near in left:
                        left.discard(near)
                        water.append(near)
            found.append(water)
        found.sort(key=lambda water: (-len(water), water[0]))
        return {at: index for index, water in enumerate(found) for at in water}

    def inside(self, origin: Location, target: Location) -> bool:
        """True when a voyage can keep to the Adriatic zone from end to end (BC-19D1b.1)."""
        ends = (origin, target)
        return not any(isinstance(at, str) for at in ends) and _joined(
            self._inner, (origin,), target
        )

    def around(self, origin: Location, target: Location) -> bool:
        """True when a voyage reaches its end without entering an Adriatic hex (BC-19D2.2)."""
        if origin in self.outside or isinstance(origin, str):
            return _joined(self._outer, (origin,), target)
        return _joined(self._outer, self.links.get(origin, ()), target)

    def voyages(self, origin: Location) -> tuple[frozenset[Location], frozenset[Location]]:
        """The places that any voyage joins with one, and those of them that one in the Adriatic
        joins: ports, coasts and holding boxes.
        """
        if origin not in self._voyages:
            ends: list[Location] = [*self._ground.coastal, *self._ground.holding]
            every = frozenset([to for to in ends if self.anywhere(origin, to)])
            self._voyages[origin] = (
                every,
                frozenset(to for to in every if self.inside(origin, to)),
            )
        return self._voyages[origin]

    def anywhere(self, origin: Location, target: Location) -> bool:
        """True when any voyage joins two places."""
        return _joined(self._all, (origin,), target)


def _joined(waters: Mapping[Hex, int], origins: Iterable[Location], target: Location) -> bool:
    goal = _water(waters, target)
    return goal is not None and any(_water(waters, at) == goal for at in origins)


def _water(waters: Mapping[Hex, int], at: Location) -> int | None:
    """The water of a place; holding boxes lie on the largest outside the Adriatic."""
    if isinstance(at, Hex):
        return waters.get(at)
    return LARGEST if waters else None
