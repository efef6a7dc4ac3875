"""The automatic player plans air drops and flies them (FE-25)."""

from __future__ import annotations

from typing import TypeVar

from engine.core.actions import Action
from engine.core.state import Piece
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.carrying.actions import PlanDrop
from engine.systems.europa.state.constants import ALLIED, AXIS, GONE
from engine.systems.europa.state.records import Initial
from tests.engine.systems.fire_in_the_east.eastern_air import BIALYSTOK
from tests.engine.systems.fire_in_the_east.test_drops import DROP, LI2, OTHER_LI2, PARAS, Drops

ActionT = TypeVar("ActionT", bound=Action)


def test_the_automatic_player_plans_a_drop_and_carries_it_out() -> None:
    """On an enemy airbase without defenders, with all the transports that takes."""
    drops = Drops()
    others = {unit: Piece(GONE, 0) for unit in drops.state.pieces if unit != PARAS}
    drops.having(pieces={**drops.state.pieces, **others})
    drops.own(AXIS, BIALYSTOK).phase(Initial, ALLIED)
    goal = advised(drops, PlanDrop)[0].target
    assert drops.pos.owner_of(goal) == AXIS
    drops.having(turn=3).flying(ALLIED)
    assert {flight.target for flight in advised(drops, FlyMission, times=2)} == {goal}
    assert {drops.state.air.units[unit].mission for unit in (LI2, OTHER_LI2)} == {DROP.value}


def advised(drops: Drops, kind: type[ActionT], times: int = 1) -> list[ActionT]:
    """Let the automatic player act until he has done something some times."""
    found: list[ActionT] = []
    while len(found) < times:
        advice = drops.rules.advise(drops.state)
        assert advice is not None
        assert not isinstance(advice.action, EndPhase), found
        drops.do(advice.action)
        if isinstance(advice.action, kind):
            found.append(advice.action)
    return found
