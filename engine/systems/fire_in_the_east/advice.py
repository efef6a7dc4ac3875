"""The automatic player of Fire in the East: what its sides want."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice import ADVISERS as SHARED
from engine.systems.europa.advice import marching, preparing
from engine.systems.europa.advice.outlook import CAPITAL, Outlook, open_land
from engine.systems.europa.air import advice as air_advice
from engine.systems.europa.air.carrying import advice as carrying_advice
from engine.systems.europa.air.groups import advice as group_advice
from engine.systems.europa.state.constants import AXIS
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.fire_in_the_east.economy import advice as economy
from engine.systems.fire_in_the_east.economy import guards
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.works import advice as work_advice
from maps.hexgrid import Hex

POINT = 3.0
"""What a point of victory is worth, in combat factors."""
DEFENSIVE = 0.35
"""How much the Soviets want to go forward."""


class EastOutlook(Outlook):
    """A side's view of a position of Fire in the East."""

    pos: EastPosition

    @property
    def seats(self) -> frozenset[Hex]:
        """The objectives of most points."""
        rows = self.pos.context.objectives
        most = max((row.points for row in rows), default=0)
        return frozenset(at for row, hexes in rows.items() if row.points == most for at in hexes)

    @property
    def drive(self) -> float:
        """The Axis comes to conquer; the Soviets throw it back where they can."""
        return 1.0 if self.side == AXIS else DEFENSIVE

    def enterable(self, _side: str) -> frozenset[Hex]:
        """The land of the field that is not neutral."""
        context = self.pos.context
        return open_land(context, tuple(sorted(self.pos.state.joined.items()))) & context.field

    def prize(self, at: Hex) -> float:
        """What a hex is worth: its points besides what every city is."""
        worth = super().prize(at)
        for row, hexes in self.pos.context.objectives.items():
            if at in hexes:
                worth += POINT * row.points
        return min(worth, CAPITAL)


def initial(look: Outlook, frame: Initial) -> Advice:
    """Take what comes, spend replacement points, then plan air drops."""
    found = preparing.initial(look, frame)
    if not isinstance(found.action, EndPhase):
        return found
    return _guards(look, frame) or economy.spend(look, frame) or carrying_advice.drop(look) or found


def _guards(look: Outlook, frame: Initial) -> Advice | None:
    """The best fighters become Guards when they may."""
    assert isinstance(look.pos, EastPosition)
    action = guards.strongest(look.pos, frame.side) if look.pos.air.units else None
    return Advice(action, "Guards fight better.") if action is not None else None


def moving(look: Outlook, frame: Moving) -> Advice:
    """Engineers repair what is damaged where they stand, then everybody marches."""
    return work_advice.repair(look, frame) or marching.moving(look, frame)


ADVISERS: Mapping[type[Frame], Adviser] = {
    **SHARED,
    **air_advice.ADVISERS,
    **group_advice.ADVISERS,
    Initial: initial,
    Moving: moving,
}
"""Who knows about each kind of open decision."""
