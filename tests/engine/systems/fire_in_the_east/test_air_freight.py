"""Transports carry resource points; drops are planned for reinforcements (FE-20E, 25D.4)."""

from __future__ import annotations

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fates
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.carrying import drop_plans, freight
from engine.systems.europa.air.carrying.actions import (
    CancelDrop,
    Load,
    LoadFreight,
    LoadSupplies,
    PlanDrop,
)
from engine.systems.europa.air.records import Manner, Mission
from engine.systems.europa.state.constants import AXIS, PENDING, Phase
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.sequence import open_slot
from engine.systems.fire_in_the_east.state.records import AirEast, Stock
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, GUNS
from tests.engine.systems.fire_in_the_east.eastern_air import JU52, EastAir

BASE, GOAL = "1B:2529", "1B:2126"
OTHER = "german-ju-52-2"
PARACHUTE = UnitId("german-7-1-parachute-iii-lw")
BRANDENBURG = UnitId("german-i-800-para-cmdo-ii-br")


class Later(EastAir):
    """The whole campaign in the air, with its reinforcements."""

    scenario = "campaign_air"


def loaded(points: int = 3) -> EastAir:
    """Transports on a base where resource points lie, in the air movement step of the Axis."""
    game = EastAir(3).station(BASE, JU52, OTHER)
    game.having(resources={game.at(BASE): Stock(AXIS, points)})
    return game.flying()


def lying(game: EastAir) -> dict[str, int]:
    """The resource points by the number of their hex."""
    found = game.state.resources
    return {name: found[game.at(name)].amount for name in (BASE, GOAL) if game.at(name) in found}


def test_a_transport_takes_a_resource_point_of_its_own_base() -> None:
    """[FE-20E.1] [FE-20E.2] [FE-20E1.1] One, not two; it lies where it is until it is flown."""
    game = loaded()
    assert LoadFreight(JU52, 1) in list(game.legal)
    assert game.objections(LoadFreight(JU52, 2)) == ["FE-20E1.1"]
    game.do(LoadFreight(JU52, 1))
    assert lying(game) == {BASE: 3} and game.pos.freight_at(AXIS, game.at(BASE)) == 2
    assert game.objections(LoadFreight(JU52, 1)) == ["FE-20E1.1"]
    elsewhere = EastAir(3).station(GOAL, JU52)
    elsewhere.having(resources={elsewhere.at(BASE): Stock(AXIS, 3)}).flying()
    assert elsewhere.objections(LoadFreight(JU52, 1)) == ["FE-20E.2"]


def test_points_fly_to_another_base() -> None:
    """[FE-20E.1] [FE-20E1.1] They lie there as the transport lands, and are gone from its base."""
    game = loaded()
    game.do(LoadFreight(JU52, 1), FlyMission(JU52, Mission.TRANSPORT, game.at(GOAL)))
    game.do(EndPhase())
    assert lying(game) == {BASE: 2, GOAL: 1}
    assert not game.state.air.units[JU52].freight and not game.faults()


def test_points_are_not_dropped_and_do_not_fly_at_extended_range() -> None:
    """[FE-20E2.3] [FE-24B.3] Half a load has no room for one."""
    game = loaded().do(LoadFreight(JU52, 1))
    drop = FlyMission(JU52, Mission.AIR_DROP, game.at(GOAL))
    assert "FE-20E2.3" in game.objections(drop)
    far = FlyMission(JU52, Mission.TRANSPORT, game.at(GOAL), Manner.EXTENDED)
    assert "FE-24B.3" in game.objections(far)


def test_what_is_aboard_leaves_no_room_for_more() -> None:
    """[FE-20E1.1] A point, or a battalion, or supplies."""
    game = loaded().put(BASE, BRANDENBURG)
    game.do(Load(BRANDENBURG, JU52))
    assert game.objections(LoadFreight(JU52, 1)) == ["FE-20E1.1"]
    game.do(LoadFreight(OTHER, 1))
    assert "FE-20E1.1" in game.objections(Load(BRANDENBURG, OTHER))
    assert "FE-20E1.1" in game.objections(LoadSupplies(OTHER))
    assert freight.room(game.pos, OTHER) == 0


def test_units_with_heavy_equipment_and_those_elsewhere_are_not_carried() -> None:
    """[FE-20E.1] [FE-20E.2] A division and guns are heavy; who stands elsewhere does not fly."""
    game = loaded().put(BASE, FOOT, GUNS).put(GOAL, BRANDENBURG)
    for unit in (FOOT, GUNS):
        assert "FE-20E.1" in game.objections(Load(UnitId(unit), JU52))
    assert game.objections(Load(BRANDENBURG, JU52)) == ["FE-20E.2"]


def test_points_share_the_fate_of_their_transport() -> None:
    """[FE-20E.4] Shot down they are lost; turned back they are still where they were."""
    game = loaded().do(LoadFreight(JU52, 1), LoadFreight(OTHER, 1))
    game.do(FlyMission(JU52, Mission.TRANSPORT, game.at(GOAL)))
    game.do(FlyMission(OTHER, Mission.TRANSPORT, game.at(GOAL)))
    work = game.transition()
    fates.eliminate(game.pos, work, JU52)
    fates.turn_back(game.context.look(work.state), work, OTHER, aborted=False)
    game.state = work.state
    game.do(EndPhase())
    assert lying(game) == {BASE: 2}


# Reinforcements


def test_a_drop_is_planned_for_the_turn_on_which_a_unit_comes() -> None:
    """[FE-25D.4] On Aug II 41 for the regiments of Sep I 41, not earlier; the plan waits for
    them.
    """
    game = Later(5).put(BASE, BRANDENBURG).phase(Initial, AXIS)
    target = game.at("1B:3033")
    assert game.pos.piece(PARACHUTE).at == PENDING
    assert PARACHUTE in drop_plans.planners(game.pos, AXIS)
    game.station(BASE, JU52)
    assert not drop_plans.in_reach(game.pos, AXIS, PARACHUTE), "nobody knows yet from where"
    assert drop_plans.in_reach(game.pos, AXIS, BRANDENBURG)
    action = PlanDrop(PARACHUTE, target)
    early = Later(4).phase(Initial, AXIS)
    assert early.objections(action) == ["FE-25D.1"]
    game.do(action)
    assert game.state.air.plans[PARACHUTE].turn == 6
    assert game.objections(CancelDrop(PARACHUTE)) == []
    game.having(turn=6, phase=Phase.INITIAL.value)
    work = game.transition()
    open_slot(game.context, work, Phase.INITIAL, AXIS)
    drop_plans.void(game.context, work)
    state = work.state
    assert isinstance(state, AirEast) and PARACHUTE in state.air.plans
    game.state = state
    game.put(BASE, PARACHUTE)
    assert PARACHUTE in drop_plans.due(game.pos, AXIS)
