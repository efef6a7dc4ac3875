"""A state with its table, as air units are asked about in it: for titles whose air units fly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from engine.lazy import cached_property
from engine.systems.europa.air.bombing import harassment, support
from engine.systems.europa.air.carrying import dropping
from engine.systems.europa.air.fleet import charts_of
from engine.systems.europa.combat import amid
from engine.systems.europa.state.constants import AIRDROPPED, BADLY_DISRUPTED, SIDES, other
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.units import Facts
from maps.hexgrid import Hex
from oob.model import UnitId

NOTHING = Fraction(0)


class FlyingPosition(Position):
    """What air units and those they carry change of a position; nothing in a war without any."""

    def air_points(self, at: Hex, side: str) -> Fraction:
        """The bombing strength of a side over a hex (BF-9A.4, 9A.5)."""
        return support.points(self, at, side) if self.air.units else NOTHING

    def bombing(self, at: Hex, side: str, points: Fraction, printed: int) -> Fraction:
        """No more of it counts than the ground units have as printed (BF-20F2b.4, 20F2c.4)."""
        return support.counted(self, at, side, points, printed)

    def harassed(self, side: str) -> Mapping[Hex, int]:
        """Harassment hits on a side's ground units (BF-20F2d.3)."""
        if not self.air.units:
            return {}
        state = self.state
        terms = (self.air.units, state.joined, state.weather, self.guards)
        return self.shared(("harassed", side), terms, lambda: harassment.hits(self, side))

    # Airborne units

    def facts(self, unit: UnitId) -> Facts:
        """What is badly disrupted has no attack strength (BF-25A.8)."""
        piece = self.state.pieces[unit]
        found = self.context.facts(unit, piece.steps)
        return replace(found, attack=0) if BADLY_DISRUPTED in piece.marks else found

    def planned(self, unit: UnitId) -> bool:
        """One operation at a time for a unit (BF-25C.2)."""
        return unit in self.air.plans

    def must_attack(self, side: str) -> tuple[Hex, ...]:
        """Hexes that a side's units have come down in and still must attack (BF-25B.4, 26B2.6)."""
        return amid.must_attack(self, side)

    def backed(self, unit: UnitId) -> bool:
        """Airborne units are supported in the player turn in which they drop (BF-25E.1)."""
        dropped = AIRDROPPED in self.piece(unit).marks and self.side(unit) == self.state.active
        supported = dropped and charts_of(self.context).airlift.supported
        return supported or super().backed(unit)

    def conquers(self, at: Hex) -> bool:
        """Who has dropped lately does not own the hex for that (BF-25B.1, FE-25A.4)."""
        return at not in self.dropped

    def overlooked(self, side: str) -> frozenset[Hex]:
        """Nor do they block supply lines through hexes that are the enemy's (BF-25B.1)."""
        lately = dropping.lately(self, side)
        return lately & self.owned(other(side)) if lately else lately

    def base_owner(self, at: Hex) -> str:
        """But airbases are theirs at once, where no enemies are (BF-25B.2)."""
        if at not in self.dropped:
            return self.owner_of(at)
        return dropping.seized(self, at) or self.owner_of(at)

    @cached_property
    def dropped(self) -> frozenset[Hex]:
        """Who has dropped lately, of either side."""
        if not dropping.anybody(self):
            return dropping.NOWHERE
        first, second = [dropping.lately(self, side) for side in SIDES]
        return first | second if first and second else first or second

    @property
    def base_terms(self) -> tuple[object, ...]:
        """Who stands where, as long as anybody has dropped lately."""
        return (self.standing if self.dropped else None,)
