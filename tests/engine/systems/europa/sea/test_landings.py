"""Amphibious landings (BF-26B2, 25B, 25C)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.handler import Transition
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.combat import battle_actions as fight
from engine.systems.europa.combat.battles import Aftermath, Battle
from engine.systems.europa.combat.strength import attack_lines
from engine.systems.europa.production.initial_phase import close
from engine.systems.europa.sea import landings
from engine.systems.europa.sea.actions import CancelLanding
from engine.systems.europa.sea.points import points_left
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, LANDED, OUT
from engine.systems.europa.state.records import Fighting, Initial
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import BRINDISI, VOLOS
from tests.engine.systems.europa.sea.fleet import (
    BARI_DIV,
    BORDER,
    BRIGADE,
    COMMANDO,
    GREEK_BORDER,
    IRAKLION,
    KERKYRA,
    KERKYRA_WEST,
    LEROS,
    MALEME,
    MARINES,
    ME_COMMANDO,
    PIONEERS,
    SKI,
    THERA,
    Fleet,
)

SOLDIERS = "italian-alb-brigade"


def invasion(unit: str = MARINES, to: str = KERKYRA_WEST) -> Fleet:
    """A unit at Brindisi, whose landing on Kerkyra is due."""
    return Fleet().put(BRINDISI, unit).ready().planned(unit, to)


def initial(side: str = AXIS) -> Fleet:
    return Fleet(side=side).phase(Initial, side)


def test_26b2_a_landing_is_planned_one_turn_ahead() -> None:
    fleet = initial().put(BRINDISI, MARINES)
    fleet.do(fleet.plan(MARINES, KERKYRA_WEST)).ready()
    landing = fleet.landing(MARINES, KERKYRA_WEST)
    assert fleet.objections(landing) == ["BF-26B2.8"], "not on the same turn"
    fleet.having(turn=4)
    fleet.do(landing)
    assert fleet.where_is(MARINES) == fleet.at(KERKYRA_WEST)
    assert not fleet.sea.plans
    assert fleet.state.used["sea Adriatic"] == 2, "double its size of half an RE"


def test_26b2_who_lands() -> None:
    fleet = initial().put(BRINDISI, BARI_DIV, BORDER, PIONEERS)
    assert fleet.objections(fleet.plan(BARI_DIV, KERKYRA_WEST)) == ["BF-26B1.8"]
    assert not fleet.objections(fleet.plan(BORDER, KERKYRA_WEST))
    assert not fleet.objections(fleet.plan(PIONEERS, KERKYRA_WEST))
    fleet = initial(ALLIED).own(AXIS, MALEME).put(IRAKLION, ME_COMMANDO, COMMANDO, BRIGADE)
    assert not fleet.objections(fleet.plan(ME_COMMANDO, MALEME))
    assert fleet.objections(fleet.plan(COMMANDO, MALEME)) == ["BF-26B2.1"]
    assert fleet.objections(fleet.plan(BRIGADE, MALEME)) == ["BF-26B2.1"]


def test_26b2_landings_are_on_enemy_beaches() -> None:
    fleet = initial().put(BRINDISI, MARINES)
    assert fleet.objections(fleet.plan(MARINES, "14A:4121")) == ["BF-26B2.1"], "its own"
    assert fleet.objections(fleet.plan(MARINES, "15B:2314")) == ["BF-26A4.1"], "mountain"


def test_26b2_the_mainland_of_greece_and_of_yugoslavia_is_closed() -> None:
    fleet = initial().put(BRINDISI, MARINES).having(entered=1)
    assert fleet.objections(fleet.plan(MARINES, VOLOS)) == ["BF-26B2.7"]
    aims = {action.target for action in fleet.legal.family("plan landing")}
    assert fleet.at(KERKYRA) in aims
    assert not aims & fleet.context.area("Mainland Greece", "Mainland Yugoslavia")


def test_26b1_a_landing_is_offered_where_its_unit_can_come_to_the_sea() -> None:
    fleet = initial().put("14A:4121", MARINES).put(LEROS, SKI)
    thera, family = fleet.at(THERA), fleet.legal.families
    planning = next(found for found in family if found.name == "plan landing")
    assert planning.of is not None and planning.aimed is not None

    def offered(unit: str) -> bool:
        return fleet.plan(unit, THERA) in tuple(planning.of(UnitId(unit)))

    assert offered(SKI), "at that sea"
    assert not offered(MARINES), "Leros is held, but nobody marches there"
    plan = fleet.plan(MARINES, THERA)
    assert tuple(planning.aimed(UnitId(MARINES), thera)) == (plan,) and plan in fleet.legal
    assert fleet.rules.describe(fleet.state, plan).endswith(
        " next turn (from here you have no Aegean port or beach)"
    )
    fleet.own(AXIS, VOLOS)
    plan = fleet.plan(MARINES, THERA)
    assert plan in set(fleet.legal.family("plan landing")), "they may march or ride to Volos"
    assert "no port" not in fleet.rules.describe(fleet.state, plan)


def test_25c_one_plan_a_unit_that_may_be_given_up() -> None:
    fleet = initial().put(BRINDISI, MARINES)
    fleet.do(fleet.plan(MARINES, KERKYRA_WEST))
    assert fleet.objections(fleet.plan(MARINES, KERKYRA)) == ["BF-25C.2"]
    fleet.do(CancelLanding(UnitId(MARINES)))
    assert fleet.objections(CancelLanding(UnitId(MARINES))) == ["BF-25C.3"]
    fleet.do(fleet.plan(MARINES, KERKYRA))


def test_25c_no_plan_in_an_enemy_zone_and_none_survives_it() -> None:
    fleet = initial().put("14A:4519", BORDER).put("14A:4619", "greek-8-mountain")
    assert fleet.objections(fleet.plan(BORDER, KERKYRA)) == ["BF-25C.4"]
    fleet.planned(BORDER, KERKYRA)
    doing = fleet.transition()
    landings.void(fleet.context, doing)
    assert not doing.state.sea.plans


def test_25c_a_plan_for_a_turn_gone_is_void() -> None:
    fleet = invasion()
    fleet.having(turn=4)
    doing = fleet.transition()
    landings.open_phase(fleet.context, doing, AXIS)
    assert not doing.state.sea.plans


def test_26b2_landing_units_count_double() -> None:
    fleet = invasion(BORDER)
    fleet.do(fleet.landing(BORDER, KERKYRA_WEST))
    assert fleet.state.used["sea Adriatic"] == 4
    fleet = invasion(BORDER).having(used={"sea Adriatic": 2 * 15 - 3})
    assert fleet.objections(fleet.landing(BORDER, KERKYRA_WEST)) == ["BF-26B2.2"]


def test_26b2_27_nobody_lands_in_poor_weather() -> None:
    fleet = invasion().having(weather={"D": "poor", "E": "poor"})
    assert fleet.objections(fleet.landing(MARINES, KERKYRA_WEST)) == ["BF-26B2.5"]
    assert not list(fleet.legal.family("land amphibiously"))


def battle(unit: str) -> Fleet:
    """A unit that has landed on Kerkyra beside its defenders."""
    fleet = invasion(unit).put(KERKYRA, GREEK_BORDER)
    return fleet.do(fleet.landing(unit, KERKYRA_WEST)).phase(Fighting, AXIS)


@pytest.mark.parametrize(("unit", "share"), [(MARINES, 1), (SKI, 4)])
def test_26b2_but_marines_attack_with_a_quarter_of_their_strength(unit: str, share: int) -> None:
    fleet = battle(unit)
    fought = Battle(AXIS, fleet.at(KERKYRA), (UnitId(unit),), (UnitId(GREEK_BORDER),), ())
    line = attack_lines(fleet.pos, fought)[0]
    shares = [factor.by for factor in line.factors if factor.topic == "landing attack"]
    assert shares == ([Fraction(1, share)] if share > 1 else [])
    fleet.put(KERKYRA_WEST, unit)
    assert "landing attack" not in {
        factor.topic for factor in attack_lines(fleet.pos, fought)[0].factors
    }, "later it attacks as ever"


def test_26b2_who_landed_in_supply_is_in_supply_in_the_next_player_turn() -> None:
    fleet = Fleet().put(LEROS, MARINES).ready().planned(MARINES, THERA)
    fleet.do(fleet.landing(MARINES, THERA))
    assert fleet.sea.landed == {UnitId(MARINES)}
    for side, out in ((ALLIED, False), (AXIS, True)):
        doing = fleet.transition()
        landings.open_phase(fleet.context, doing, side)
        fleet.take(doing.state)
        fleet.phase(Initial, side)
        doing = fleet.transition()
        close(fleet.pos, Initial(side), EndPhase(), doing)
        fleet.take(doing.state)
        assert (OUT in fleet.state.pieces[UnitId(MARINES)].marks) is out
    hungry = invasion().put(BRINDISI, MARINES, marks=(OUT,))
    hungry.do(hungry.landing(MARINES, KERKYRA_WEST))
    assert not hungry.sea.landed


def stormed(defender: str = GREEK_BORDER) -> Fleet:
    """Marines that have landed amid enemies."""
    fleet = invasion().put(KERKYRA_WEST, defender)
    return fleet.do(fleet.landing(MARINES, KERKYRA_WEST)).phase(Fighting, AXIS)


def test_26b2_25b_who_lands_on_enemies_must_attack_them() -> None:
    fleet = stormed()
    assert fleet.objections(EndPhase()) == ["BF-25B.4"]
    fleet.do(fight.DeclareAttack(fleet.at(KERKYRA_WEST)))
    assert fleet.objections(fight.DropUnit(UnitId(MARINES))) == ["BF-25B.4"]


def test_26b2_25b_they_attack_nobody_else() -> None:
    fleet = stormed().put(KERKYRA, "greek-ix-border")
    barred = fleet.pos.bars_attack(UnitId(MARINES), fleet.at(KERKYRA))
    assert barred is not None
    assert barred.rule == "BF-25B.4"


@pytest.mark.parametrize(("code", "stays"), [("AS", True), ("AR", False)])
def test_26b2_25b_an_attack_that_is_stopped_throws_out_who_landed(code: str, stays: bool) -> None:
    """AS is AR for them and AS for the others; they retreat past the zones of all defenders."""
    fleet = stormed("greek-8-mountain").put(KERKYRA, SOLDIERS)
    at, units = fleet.at(KERKYRA_WEST), (UnitId(MARINES), UnitId(SOLDIERS))
    fought = Battle(AXIS, at, units, (UnitId("greek-8-mountain"),), ())
    doing = Transition(fleet.state.pushed(Aftermath(fought, code)))
    fleet.take(fleet.rules.settled(doing).state)
    fleet.do(fight.RetreatTo((UnitId(MARINES),), fleet.at(KERKYRA)))
    assert fleet.where_is(MARINES) == DEAD, "a unit without a cadre that enters a zone is lost"
    assert (fleet.where_is(SOLDIERS) == fleet.at(KERKYRA)) is stays
    assert fleet.where_is("greek-8-mountain") == at


def test_26b2_units_without_attack_do_not_land_on_enemies() -> None:
    fleet = invasion(BORDER).put(KERKYRA_WEST, GREEK_BORDER)
    assert fleet.objections(fleet.landing(BORDER, KERKYRA_WEST)) == ["BF-26B2.6"]


def test_landed_units_are_marked_for_the_player_turn() -> None:
    fleet = invasion(SOLDIERS)
    fleet.do(fleet.landing(SOLDIERS, KERKYRA_WEST))
    assert LANDED in fleet.state.pieces[UnitId(SOLDIERS)].marks
    assert points_left(fleet.pos, AXIS, "Adriatic") == 2 * 15 - 4


def test_25c_a_landing_is_given_up_in_the_phase_it_is_for_and_not_in_the_one_before() -> None:
    fleet = invasion()
    cancel = CancelLanding(UnitId(MARINES))
    assert cancel in list(fleet.legal)
    assert not fleet.do(cancel).sea.plans
    early = Fleet().put(BRINDISI, MARINES).ready().planned(MARINES, KERKYRA_WEST, turn=4)
    assert cancel not in list(early.legal)
    assert early.objections(cancel) == ["BF-25C.3"]
