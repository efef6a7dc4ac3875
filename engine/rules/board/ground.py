"""The board as rules see it: which hexes are land, sea and coast, worked out once."""

from __future__ import annotations

from functools import cached_property

from engine.rules.board.terrain import land_of, sea_of
from maps.hexgrid import Hex
from maps.model import GameMap


class Ground:
    """A board laid out for rules; titles add what theirs ask."""

    map: GameMap

    @cached_property
    def land(self) -> frozenset[Hex]:
        """Hexes units can stand in."""
        return land_of(self.map)

    @cached_property
    def sea(self) -> frozenset[Hex]:
        """All-sea hexes (lakes are not sea)."""
        return sea_of(self.map)

    @cached_property
    def shore(self) -> frozenset[Hex]:
        """Land hexes that touch an all-sea hex."""
        return frozenset(
            at for at in self.land if any(near in self.sea for near in at.neighbours())
        )
