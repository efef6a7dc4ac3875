"""Overruns on open ground: odds, costs, zones, losses, entering (BF-13, BC-B13)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.scenarios import load_scenario
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.europa.movement import overrunning, overruns
from engine.systems.europa.movement.move_actions import (
    AbandonOverrun,
    AdminMove,
    CarryOutOverrun,
    Enter,
    JoinOverrun,
    LeaveOverrun,
    Move,
    Overrun,
    StayBehind,
)
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import ADMIN, AXIS, DEAD, HALF, OUT, STAYED
from engine.systems.europa.state.records import Moving
from oob.model import UnitId
from tests.engine.systems.europa.frontier import Frontier, FrontierPosition

FROM, AT = "14A:1211", "14A:1212"
"""Open hexes side by side."""
TANKS, MORE_TANKS = UnitId("german-2-panzer"), UnitId("german-9-panzer")
FOOT, MORE_FOOT = UnitId("german-46-infantry"), UnitId("german-50-infantry")
ITALIAN = UnitId("italian-23-ferrara")
WEAK = UnitId("yugoslav-1-border")
"""Defence 1, unsupported: 1/2."""
BRIGADE = UnitId("greek-4-mountain-brigade")
"""Defence 2, supported."""
HELPLESS = UnitId("yugoslav-zagreb-heavy-aa")
"""Defence 0."""
DIVISION = UnitId("greek-8-mountain")


def facing(
    *enemies: str, title: str = "balkan_front", units: tuple[str, ...] = (TANKS,)
) -> Frontier:
    """Units beside their enemies."""
    return Frontier(title).put(FROM, *units).put(AT, *enemies)


def overrun(field: Frontier, *units: UnitId) -> Frontier:
    """Carry an overrun out with units, up to the choice who enters."""
    field.do(Overrun(units[0], field.at(AT)))
    return field.do(*map(JoinOverrun, units[1:]), CarryOutOverrun())


def odds(field: Frontier, *units: UnitId) -> int:
    """Odds of units against the enemies."""
    return overruns.odds(field.pos, units, field.at(AT))


def test_odds_count_supply_and_support() -> None:
    field = facing(BRIGADE)
    assert overruns.strengths(field.pos, (TANKS,), field.at(AT)) == (11, 2)
    assert odds(field, TANKS) == 5
    assert odds(facing(WEAK), TANKS) == 22
    field.put(FROM, TANKS, marks=(OUT,))
    strong, _ = overruns.strengths(field.pos, (TANKS,), field.at(AT))
    assert strong == Fraction(11, 2)


def test_the_question_tells_strengths_and_how_much_is_wanted() -> None:
    def asked(field: Frontier) -> str:
        field.do(Overrun(TANKS, field.at(AT)))
        gathering = field.state.top
        assert isinstance(gathering, overruns.Overrunning)
        return overrunning.gathering(field.pos, gathering).prompt

    where = facing(WEAK).pos.label(facing(WEAK).at(AT))
    assert asked(facing(WEAK)) == f"Overrun {where}: 22:1, 11 against 1/2, 2 MPs. Add units, or go."
    short = asked(facing(BRIGADE, units=(TANKS, MORE_TANKS)))
    assert short == f"Overrun {where}: 5:1, 11 against 2. It takes 10:1: add units."


def test_bombing_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    field = facing(BRIGADE)
    monkeypatch.setattr(FrontierPosition, "air_points", lambda _pos, _at, _side: Fraction(50))
    assert overruns.strengths(field.pos, (TANKS,), field.at(AT)) == (11, 2)


def test_ten_to_one_is_needed() -> None:
    field = facing(BRIGADE)
    assert field.objections(Overrun(TANKS, field.at(AT))) == ["BF-13.4"]
    field = facing(BRIGADE, units=(TANKS, MORE_TANKS))
    assert odds(field, TANKS, MORE_TANKS) == 10
    assert field.objections(Overrun(TANKS, field.at(AT))) == []
    field.do(Overrun(TANKS, field.at(AT)))
    assert field.objections(CarryOutOverrun()) == ["BF-13.4"]
    field.do(JoinOverrun(MORE_TANKS))
    assert field.objections(CarryOutOverrun()) == []


def test_the_cost_of_an_overrun_by_odds() -> None:
    ten = overrun(facing(BRIGADE, units=(TANKS, MORE_TANKS)), TANKS, MORE_TANKS)
    assert ten.spent(TANKS) == ten.spent(MORE_TANKS) == (1 + 2) * HALF
    more = overrun(facing(WEAK), TANKS)
    assert more.spent(TANKS) == (1 + 1) * HALF
    assert overrun(facing(WEAK, units=(FOOT,)), FOOT).spent(FOOT) == (1 + 2) * HALF


def test_the_odds_of_an_overrun_are_told() -> None:
    field = overrun(facing(WEAK), TANKS)
    told = next(event for event in field.events if event.what == "overrun")
    rules = BalkanFront(load_scenario("balkan_front/operation_marita", {}))
    assert rules.prose(told).endswith(" at 22:1.")


def test_units_that_do_not_enter_pay_as_well() -> None:
    field = overrun(facing(WEAK), TANKS).do(StayBehind())
    assert field.where(TANKS) == field.at(FROM)
    assert field.spent(TANKS) == (1 + 1) * HALF
    assert field.state.top == Moving(AXIS)


def test_overrun_units_leave_no_cadre() -> None:
    field = facing(WEAK, DIVISION, units=(TANKS, MORE_TANKS, "german-16-panzer"))
    field.put(AT, DIVISION, steps=1, marks=(OUT,))
    units = (TANKS, MORE_TANKS, UnitId("german-16-panzer"))
    assert odds(field, *units) >= 12
    overrun(field, *units)
    assert field.where(DIVISION) == field.where(WEAK) == DEAD
    assert {e.rule for e in field.events if e.what == "eliminated"} == {"BF-13.9"}
    field.do(Enter(TANKS), StayBehind())
    assert field.where(TANKS) == field.at(AT)
    assert field.where(MORE_TANKS) == field.at(FROM)


def test_movement_goes_on_after_an_overrun() -> None:
    field = overrun(facing(WEAK), TANKS).do(Enter(TANKS))
    assert field.state.top == Moving(AXIS)
    assert field.pos.left(TANKS) == (10 - 2) * HALF
    assert len(march(field.pos, TANKS).targets) > 50
    field.do(Move(TANKS, field.at(FROM)))


def test_the_hex_overrun_changes_hands() -> None:
    field = facing(WEAK).own("allied", AT)
    assert field.pos.owner_of(field.at(AT)) == "allied"
    overrun(field, TANKS).do(Enter(TANKS))
    assert field.pos.owner_of(field.at(AT)) == AXIS


def test_the_zones_of_units_being_overrun_cost_nothing() -> None:
    field = facing(DIVISION, units=(FOOT, TANKS))
    field.put(AT, DIVISION, marks=(OUT,))
    assert field.at(FROM) in field.pos.zoc("allied")
    assert overruns.entry_cost(field.pos, FOOT, field.at(AT)) == 1 * HALF


def test_the_zones_of_others_do() -> None:
    field = facing(WEAK, units=(FOOT, TANKS)).put("14A:1111", DIVISION)
    assert overruns.entry_cost(field.pos, FOOT, field.at(AT)) == (1 + 2) * HALF
    assert overruns.entry_cost(field.pos, TANKS, field.at(AT)) == (1 + 1) * HALF
    field = facing(WEAK, units=(FOOT, TANKS)).put("14A:1312", DIVISION)
    assert field.at(AT) in field.at("14A:1312").neighbours()
    assert overruns.entry_cost(field.pos, FOOT, field.at(AT)) == (1 + 3) * HALF


def test_the_full_cost_is_required_even_of_units_that_have_not_moved() -> None:
    field = facing(WEAK, units=(FOOT,)).having(spent={FOOT: 7})
    assert field.objections(Overrun(FOOT, field.at(AT))) == ["BF-13.12"]
    slow = facing(WEAK, units=(FOOT,))
    slow.put(FROM, FOOT, marks=(OUT,))
    assert slow.pos.left(FOOT) == 3 * HALF
    assert odds(slow, FOOT) == 8
    assert slow.objections(Overrun(FOOT, slow.at(AT))) == ["BF-13.4"]


def test_units_that_cannot_pay_are_left_out() -> None:
    field = facing(BRIGADE, units=(TANKS, MORE_TANKS)).having(spent={MORE_TANKS: 17})
    assert field.objections(Overrun(TANKS, field.at(AT))) == ["BF-13.4"]
    field = facing(WEAK, units=(TANKS, MORE_TANKS)).having(spent={MORE_TANKS: 17})
    field.do(Overrun(TANKS, field.at(AT)))
    assert field.objections(JoinOverrun(MORE_TANKS)) == ["BF-13.12"]


def test_all_must_be_able_to_enter() -> None:
    field = Frontier().put("14A:1728", TANKS).put("14A:1727", WEAK)
    assert field.objections(Overrun(TANKS, field.at("14A:1727"))) == ["BF-13.1"]


def test_example_any_attack_overruns_no_defence() -> None:
    field = facing(HELPLESS, units=("italian-4-tank-battalion",))
    weak = UnitId("italian-4-tank-battalion")
    assert odds(field, weak) == 12
    overrun(field, weak)
    assert field.spent(weak) == (1 + 2) * HALF
    assert field.where(HELPLESS) == DEAD
    builders = UnitId("german-ghq-1-construction")
    none = facing(HELPLESS, units=(builders,))
    assert none.objections(Overrun(builders, none.at(AT))) == ["BF-13.4"]


def test_the_road_rate_serves_in_an_overrun() -> None:
    field = Frontier().put("14A:3214", FOOT).put("14A:3215", HELPLESS)
    assert overruns.entry_cost(field.pos, FOOT, field.at("14A:3215")) == 1 * HALF
    wild = Frontier().put("14A:3214", FOOT).put("14A:3115", HELPLESS)
    assert overruns.entry_cost(wild.pos, FOOT, wild.at("14A:3115")) == 3 * HALF


def test_the_limit_holds_for_the_units_that_overrun() -> None:
    """BF-13.2: an overfull hex may send what it could hold, and no more."""
    units = [UnitId(f"german-{number}-infantry") for number in (46, 50, 72, 73)]
    field = facing(WEAK, units=tuple(units))
    assert field.objections(Overrun(FOOT, field.at(AT))) == []
    field.do(Overrun(units[0], field.at(AT)), *map(JoinOverrun, units[1:3]))
    assert field.objections(JoinOverrun(units[3])) == ["BF-13.2"]


def test_administrative_movers_do_not_overrun() -> None:
    field = facing(WEAK)
    field.put(FROM, TANKS, marks=(ADMIN,))
    assert field.objections(Overrun(TANKS, field.at(AT))) == ["BF-6B.3"]


def test_foot_does_not_overrun_in_exploitation() -> None:
    field = Frontier(exploiting=True).put(FROM, TANKS, FOOT).put(AT, WEAK)
    assert field.objections(Overrun(FOOT, field.at(AT))) == ["BF-6.1"]
    field.do(Overrun(TANKS, field.at(AT)))
    assert field.objections(JoinOverrun(FOOT)) == ["BF-6.1"]
    field.do(CarryOutOverrun(), Enter(TANKS))
    assert field.where(TANKS) == field.at(AT)


def test_an_overrun_may_be_changed_and_called_off() -> None:
    field = facing(WEAK, units=(TANKS, MORE_TANKS))
    field.do(Overrun(TANKS, field.at(AT)))
    assert field.objections(LeaveOverrun(TANKS)) == ["BF-13.1"]
    assert field.objections(JoinOverrun(TANKS)) == ["BF-13.2"]
    field.do(JoinOverrun(MORE_TANKS), LeaveOverrun(TANKS), AbandonOverrun())
    assert field.state.top == Moving(AXIS)
    assert not field.state.spent


def test_entering_keeps_the_stacking_limit() -> None:
    field = overrun(facing(WEAK, units=(TANKS, MORE_TANKS)), TANKS, MORE_TANKS)
    mates = [UnitId(f"german-{number}-infantry") for number in (46, 50, 72)]
    field.put(AT, *mates)
    assert field.objections(Enter(TANKS)) == [], "they can move on"
    field.having(spent=dict.fromkeys((*mates, TANKS), 99))
    assert field.objections(Enter(TANKS)) == ["BF-8B.2"]
    assert field.objections(Enter(FOOT)) == ["BF-13.10"]


def test_the_cleared_hex_alone_is_entered() -> None:
    field = overrun(facing(WEAK), TANKS)
    assert list(field.legal.family("enter")) == [Enter(TANKS, field.at(AT))]
    assert field.objections(Enter(TANKS)) == [], "as older games have it"
    assert field.objections(Enter(TANKS, field.where(TANKS))) == ["BF-13.10"]


def test_boot_camp_two_points_and_everybody_enters() -> None:
    field = facing(BRIGADE, title="boot_camp", units=(TANKS, MORE_TANKS))
    overrun(field, TANKS, MORE_TANKS)
    assert field.spent(TANKS) == (1 + 2) * HALF
    assert field.where(TANKS) == field.where(MORE_TANKS) == field.at(AT)
    assert field.state.top == Moving(AXIS)


def test_boot_camp_a_unit_goes_on_unless_other_zones_stop_it() -> None:
    free = overrun(facing(WEAK, title="boot_camp"), TANKS)
    assert march(free.pos, TANKS).targets
    held = facing(WEAK, title="boot_camp").put("14A:1213", DIVISION)
    overrun(held, TANKS)
    assert march(held.pos, TANKS).targets == ()


def test_boot_camp_zone_to_zone_while_overrunning() -> None:
    field = facing(WEAK, title="boot_camp").put("14A:1312", DIVISION)
    overrun(field, TANKS)
    assert field.spent(TANKS) == (1 + 2 + 2) * HALF
    assert field.where(TANKS) == field.at(AT)


def test_boot_camp_units_that_other_zones_stopped_do_not_overrun() -> None:
    field = Frontier("boot_camp").put("14A:1210", TANKS).put(AT, WEAK)
    field.put("14A:1312", DIVISION).do(Move(TANKS, field.at(FROM)))
    assert field.objections(Overrun(TANKS, field.at(AT))) == ["BC-B13.3"]
    free = Frontier("boot_camp").put("14A:1210", TANKS).put(AT, WEAK)
    free.do(Move(TANKS, free.at(FROM)))
    assert free.objections(Overrun(TANKS, free.at(AT))) == []


def test_boot_camp_all_must_fit_into_the_hex() -> None:
    units = ("german-2-panzer", "german-9-panzer", "german-16-panzer")
    field = Frontier("boot_camp").put("14A:2915", *units).put("14A:3015", WEAK)
    field.do(Overrun(TANKS, field.at("14A:3015")), JoinOverrun(MORE_TANKS))
    third = JoinOverrun(UnitId(units[2]))
    assert field.objections(third) == []
    field.do(third)
    assert "BC-B13.4" in field.objections(CarryOutOverrun())


@pytest.mark.parametrize("title", ["balkan_front", "boot_camp"])
def test_every_overrun_offered_can_be_carried_out_by_somebody(title: str) -> None:
    field = facing(BRIGADE, title=title, units=(TANKS, MORE_TANKS, ITALIAN))
    offered = list(field.legal.family("overrun"))
    assert {action.who()[0] for action in offered} == {TANKS, MORE_TANKS, ITALIAN}
    for action in offered:
        there = facing(BRIGADE, title=title, units=(TANKS, MORE_TANKS, ITALIAN)).do(action)
        mates = [u for u in (TANKS, MORE_TANKS, ITALIAN) if u != action.who()[0]]
        there.do(*map(JoinOverrun, mates))
        assert there.objections(CarryOutOverrun()) == []


def test_who_stood_beside_units_overrun_does_not_go_administratively() -> None:
    """BF-6B.5: it has stood beside an enemy unit in this phase, though none is left."""
    field = facing(WEAK, units=(TANKS, FOOT))
    overrun(field, TANKS).do(StayBehind())
    assert field.objections(AdminMove(FOOT, field.at("14A:1210"))) == ["BF-6B.5"]


def test_who_must_stay_for_rail_movement_overruns_without_entering() -> None:
    """BF-7A1.6, 13.10: entering is optional, leaving the hex is forbidden."""
    field = facing(WEAK).put(FROM, TANKS, marks=(STAYED,))
    overrun(field, TANKS)
    assert field.objections(Enter(TANKS)) == [field.context.cite("rail zones negated")]
    field.do(StayBehind())
    assert field.where(TANKS) == field.at(FROM)
