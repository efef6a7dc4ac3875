"""What Fire in the East's own rules make of units that drop: part of its positions."""

from __future__ import annotations

from engine.core.actions import Objection
from engine.systems.europa.air.carrying import dropping
from engine.systems.europa.air.title.position import FlyingPosition
from engine.systems.europa.state.constants import ALLIED
from engine.systems.europa.state.units import Facts
from engine.systems.fire_in_the_east.state.context import EastContext
from maps.hexgrid import Hex
from oob.model import UnitId


class DroppingPosition(FlyingPosition):
    """A position as airborne operations ask about it."""

    context: EastContext

    def facts(self, unit: UnitId) -> Facts:
        """A unit as its face shows it: badly disrupted it keeps its strength, and does not attack
        (FE-25A.3).
        """
        return self.context.facts(unit, self.state.pieces[unit].steps)

    def bars_plan(self, unit: UnitId) -> Objection | None:
        """The Soviet player plans no drops on the turn of surprise (FE-31G.1)."""
        surprised = self.state.turn == self.context.charts.surprise.turn
        if not surprised or self.side(unit) != ALLIED:
            return None
        turn = self.context.turn_name(self.state.turn)
        return Objection("FE-31G.1", f"The Soviets plan no airborne operations on {turn}.")

    def bars_attack(self, unit: UnitId, at: Hex) -> Objection | None:
        """What a drop leaves a unit to attack (FE-25A.3, 25C.2)."""
        return dropping.bars_attack(self, unit, at)
