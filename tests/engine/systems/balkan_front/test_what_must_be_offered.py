"""Places where two rules of Balkan Front meet and something must be offered."""

from __future__ import annotations

from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.movement import move_actions as march
from engine.systems.europa.production import initial_actions as home
from engine.systems.europa.sea.actions import Ship
from engine.systems.europa.state.constants import ALLIED, ATTACKED, AXIS, OUT
from engine.systems.europa.state.records import Fighting, Initial, Moving, Project
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import BARI, VALONA, Front

FERRARA, CENTAURO = "italian-23-ferrara", "italian-131-centauro"
BARI_DIV = "italian-47-bari"
HQ, GREEKS, BUILDERS = "greek-mountain-a-hq", "greek-8-mountain", "greek-athens-construction"
FROM, AT = "14A:4419", "14A:4519"


def unit(name: str) -> UnitId:
    return UnitId(name)


def overran() -> Front:
    """An Italian division that has just overrun a lone headquarters and stands in its hex."""
    front = Front().put(FROM, FERRARA).put(AT, HQ).ready()
    front.do(march.Overrun(unit(FERRARA), front.at(AT)), march.CarryOutOverrun())
    return front.do(march.Enter(unit(FERRARA)))


def test_13_9b_who_overran_in_the_movement_phase_attacks_in_the_combat_phase() -> None:
    """BF-13: an overrun is movement; each unit attacks once in the combat phase."""
    front = overran()
    beside = next(
        front.context.map.label(near)
        for near in front.context.fronts[front.at(AT)]
        if front.pos.bars_attack(unit(FERRARA), near) is None
        and not front.pos.at.get(near)
        and near != front.at(FROM)
    )
    front.put(beside, GREEKS).phase(Fighting, AXIS)
    front.do(fight.DeclareAttack(front.at(beside)))
    assert {a.unit for a in front.legal.family("add unit")} == {unit(FERRARA)}


def test_6b_7a_26b_a_unit_goes_administratively_by_rail_and_by_sea_in_one_phase() -> None:
    """BF-6B: it may also use rail movement and naval transport in the same phase."""
    front = Front().put("14A:3529", BARI_DIV).ready()
    mover = unit(BARI_DIV)
    front.do(march.AdminMove(mover, front.at(BARI)))
    rides = [a.target for a in front.legal.of(mover) if isinstance(a, march.RailMove)]
    assert rides
    assert Ship(mover, front.at(VALONA)) in list(front.legal.of(mover))


def test_6_9_13_a_c_m_division_that_attacked_overruns_in_the_exploitation_phase() -> None:
    """BF-6, 13: units may overrun in both phases; an attack does not end a c/m unit's turn."""
    front = Front().put("14A:4618", CENTAURO, marks=(ATTACKED,)).put("14A:4718", HQ)
    front.ask(*front.state.flow[:-1], Moving(AXIS, exploiting=True), phase="exploitation")
    over = march.Overrun(unit(CENTAURO), front.at("14A:4718"))
    assert over in list(front.legal.of(unit(CENTAURO)))


def test_12d_13_a_unit_out_of_supply_overruns_who_has_no_strength() -> None:
    """BF-12D, 13: halved as it is, it has an attack strength greater than zero."""
    front = Front().put("14A:4618", CENTAURO, marks=(OUT,)).put("14A:4718", HQ).ready()
    over = march.Overrun(unit(CENTAURO), front.at("14A:4718"))
    assert over in list(front.legal.of(unit(CENTAURO)))


def test_14a1_6_others_in_the_hex_of_a_work_march_while_its_builders_stay() -> None:
    """BF-14A1.5: the unit that began the fort must stay for it, and nobody else."""
    front = Front(side=ALLIED).put("14A:4913", BUILDERS, GREEKS).phase(Initial, ALLIED)
    front.do(home.BeginWork(unit(BUILDERS), Project.FORT))
    front.phase(Moving, ALLIED)
    assert front.state.works
    assert [a for a in front.legal.of(unit(GREEKS)) if isinstance(a, march.Move)]


def test_9a_an_enemy_is_about_the_attack_on_its_own_hex_alone() -> None:
    """BF-9A.1: an attack is on one hex; who stands beside it has no part in it."""
    front = Front().put("14A:4618", CENTAURO).put("14A:4718", GREEKS).put("14A:4719", HQ)
    front.phase(Fighting, AXIS)
    first, second = (fight.DeclareAttack(front.at(at)) for at in ("14A:4718", "14A:4719"))
    assert {first, second} <= {*front.legal.of(unit(CENTAURO))}
    assert [*front.legal.of(unit(GREEKS))] == [first]
    assert [*front.legal.of(unit(HQ))] == [second]
