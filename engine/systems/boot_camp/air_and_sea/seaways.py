"""The sea as ships go: which ports and coasts a voyage joins, in the Adriatic and outside."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.core.state import Location
from engine.rules.naval.waters import Waters
from engine.systems.europa.board import lanes
from engine.systems.europa.board.board import GameBoard
from maps.hexgrid import Hex

ADRIATIC = "Adriatic"
LAYER = "sea_zone"


class Seaways:
    """The board's sea and coastal hexes with the voyages between them (BC-19D1b.3).

    Holding boxes lie on the open sea outside the Adriatic.
    """

    def __init__(self, ground: GameBoard) -> None:
        self._ground = ground
        self._voyages: dict[
            tuple[int | None, int | None], tuple[frozenset[Location], frozenset[Location]]
        ] = {}

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
        return lanes.links(self._ground)

    @cached_property
    def _inner(self) -> Waters:
        return Waters(self.adriatic, self.links, boxes=False)

    @cached_property
    def _outer(self) -> Waters:
        return Waters(self.outside, self.links)

    @cached_property
    def _all(self) -> Waters:
        return Waters(self.adriatic | self.outside, self.links)

    def inside(self, origin: Location, target: Location) -> bool:
        """True when a voyage can keep to the Adriatic zone from end to end (BC-19D1b.1)."""
        return self._inner.join((origin,), target)

    def around(self, origin: Location, target: Location) -> bool:
        """True when a voyage reaches its end without entering an Adriatic hex (BC-19D2.2)."""
        if origin in self.outside or isinstance(origin, str):
            return self._outer.join((origin,), target)
        return self._outer.join(self.links.get(origin, ()), target)

    def voyages(self, origin: Location) -> tuple[frozenset[Location], frozenset[Location]]:
        """The places that any voyage joins with one, and those of them that one in the Adriatic
        joins: ports, coasts and holding boxes.
        """
        waters = (self._all.of(origin), self._inner.of(origin))
        if waters not in self._voyages:
            water, inner = waters
            ends: list[Location] = [*self._ground.coastal, *self._ground.holding]
            every = [to for to in ends if water is not None and self._all.of(to) == water]
            inside = (to for to in every if inner is not None and self._inner.of(to) == inner)
            self._voyages[waters] = (frozenset(every), frozenset(inside))
        return self._voyages[waters]

    def anywhere(self, origin: Location, target: Location) -> bool:
        """True when any voyage joins two places."""
        return self._all.join((origin,), target)
