"""The worked examples of the rulebook, each under its own name."""

from __future__ import annotations

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.battle.hunts import hunt_ledger
from engine.systems.balkan_gambit.state.records import (
    AXIS,
    DISPERSED,
    Attitude,
    AttitudeRoll,
    Battle,
    Kind,
)
from oob.model import UnitId
from tests.engine.systems.balkan_gambit.desk import Desk


def test_example_2_3_sarajevo_is_hex_1717() -> None:
    desk = Desk()
    place = desk.context.place_meant("Sarajevo")
    assert place is not None
    assert desk.context.map.label(place.hex) == "1717"
    assert desk.context.map.parse_label("1717") == place.hex
    assert place.kind == "town"


def test_example_2_7_british_8_armored_division() -> None:
    desk = Desk().put("Athens", "british-8")
    unit = desk.context.units[UnitId("british-8")]
    assert unit.steps == 2
    assert [(face.attack, face.move) for face in unit.faces] == [(5, 6), (4, 6)]
    assert desk.context.combat_factor(unit.id, 2, "") == 5
    assert desk.context.combat_factor(unit.id, 1, "") == 4
    assert desk.pos.march_factor(unit.id) == 6
    desk.put("Athens", "british-8", steps=1)
    assert desk.pos.march_factor(unit.id) == 6


def test_example_2_7_yugoslav_partisan_has_one_step_and_two_modes() -> None:
    desk = Desk().put("1717", "yugoslav-partisan-1")
    unit = desk.context.units[UnitId("yugoslav-partisan-1")]
    assert unit.steps == 1
    assert [face.label for face in unit.faces] == ["concentrated", "dispersed"]
    assert desk.context.face(unit.id, 1, "concentrated") == 0
    assert desk.context.face(unit.id, 1, "dispersed") == 1
    assert desk.context.combat_factor(unit.id, 1, "concentrated") == 3
    assert desk.context.combat_factor(unit.id, 1, "dispersed") == 0


def test_example_7_4_one_of_two_divisions_is_withheld_and_attacks_later() -> None:
    """Two divisions and support: one attacks with the support, the other takes no return fire."""
    desk = Desk()
    origin, target = desk.border("clear")
    desk.put(origin, "british-5", "british-50", "british-12").put(target, "german-generic-1")
    desk.do(do.DeclareAttack(origin, target))
    desk.do(do.AddUnit(UnitId("british-5")), do.AddUnit(UnitId("british-12")), do.Resolve())
    assert desk.asks() == "DefensiveFire"
    withheld = do.Fire(UnitId("german-generic-1"), UnitId("british-50"))
    assert desk.objections(withheld) == ["BG-12.3c"]
    desk.do(do.Fire(UnitId("german-generic-1"), UnitId("british-5"))).roll(10)
    while desk.asks() == "OffensiveFire":
        desk.do(do.Fire(UnitId("british-5"), UnitId("german-generic-1"))).roll(10)
    assert desk.asks() == "Commanding"
    assert desk.state.cp == 5
    desk.do(do.DeclareAttack(origin, target), do.AddUnit(UnitId("british-50")), do.Resolve())
    assert desk.state.cp == 3
    assert desk.asks() == "DefensiveFire"


def test_example_7_14_an_attack_then_a_move_in_any_order() -> None:
    desk = Desk(side=AXIS)
    origin, target = desk.border("clear")
    desk.put(origin, "german-297").put("Athens", "german-1-armor")
    desk.put(target, "yugoslav-partisan-1")
    desk.do(do.DeclareAttack(origin, target), do.AddUnit(UnitId("german-297")), do.Resolve())
    desk.do(do.Fire(UnitId("yugoslav-partisan-1"), UnitId("german-297"))).roll(10)
    desk.do(do.Fire(UnitId("german-297"), UnitId("yugoslav-partisan-1"))).roll(1)
    while desk.asks() != "Commanding":
        desk.do(next(iter(a for a in desk.legal if isinstance(a, (do.Hold, do.EndAdvance)))))
    desk.do(do.Activate(desk.hex("Athens")))
    desk.do(next(iter(desk.legal.family("move"))))
    assert desk.state.cp == 4
    assert desk.asks() == "Commanding"


@pytest.mark.parametrize(
    ("unit", "cost"),
    [("german-1-light", 1), ("yugoslav-partisan-1", 1), ("german-297", 2), ("german-1-armor", 2)],
)
def test_example_11_2_rough_costs_light_infantry_one_and_all_others_two(
    unit: str, cost: int
) -> None:
    desk = Desk()
    start, rough = desk.border("rough")
    desk.put(start, unit)
    assert desk.rules.reach(desk.state, UnitId(unit))[rough] == cost


def test_example_12_11_out_of_supply_across_a_river_is_two_less() -> None:
    desk = Desk()
    origin, target = desk.border("clear", "river", region="Greece")
    desk.put(origin, "british-5").put(target, "german-297")
    desk.do(do.DeclareAttack(origin, target), do.AddUnit(UnitId("british-5")), do.Resolve())
    while desk.asks() == "DefensiveFire":
        desk.do(do.Fire(UnitId("german-297"), UnitId("british-5"))).roll(10)
    ledger = desk.rules.forecast(desk.state, do.Fire(UnitId("british-5"), UnitId("german-297")))
    assert [line.value for line in ledger] == [5, -1, -1]
    assert {line.rule for line in ledger} == {"BG-12.3a", "BG-9.5b", "BG-12.12a"}


def test_example_12_15_three_dispersed_partisans_in_rough_five_or_less_each() -> None:
    """The example prints the Croatian brigade with 2; a user's order of battle can say so."""
    desk = Desk(side=AXIS)
    origin, target = desk.border("rough")
    croat, division = UnitId("croatian-cro-1"), UnitId("german-173")
    prey = [f"yugoslav-partisan-{number}" for number in (1, 2, 3)]
    desk.put(origin, croat).put(origin, division, steps=1).put(target, *prey, mode=DISPERSED)
    factors = [
        desk.context.combat_factor(division, 1, ""),
        2 * 2,
        desk.context.terrain_to_hit(target),
    ]
    assert factors == [2, 4, -1]
    assert sum(factors) == 5
    battle = Battle(AXIS, target, (croat, division), kind=Kind.HUNT, origin=origin)
    printed = desk.context.combat_factor(croat, 1, "")
    assert [line.value for line in hunt_ledger(desk.pos, battle)] == [
        2 * printed,
        2,
        *(-1 for unit in battle.attackers if not desk.pos.supplied(unit)),
        -1,
    ]
    desk.do(do.DeclareHunt(origin, target), do.AddUnit(croat), do.AddUnit(division), do.Resolve())
    assert desk.asks() == "HuntRoll"
    number = desk.state.top.to_hit  # type: ignore[attr-defined]
    assert number == sum(line.value for line in hunt_ledger(desk.pos, battle))
    desk.roll(number)
    assert desk.at(prey[0]) == "dead"
    desk.roll(number + 1)
    assert desk.asks() == "Displacing"
    desk.do(do.Stay(UnitId(prey[1])))
    desk.roll(1)
    assert desk.here("dead") == {prey[0], prey[2]}


@pytest.mark.parametrize(
    ("before", "face", "after"),
    [
        (Attitude.CONFUSION, 1, Attitude.CONFUSION),
        (Attitude.CONFUSION, 3, Attitude.CONFUSION),
        (Attitude.BELLIGERENT, 3, Attitude.BELLIGERENT),
        (Attitude.BELLIGERENT, 5, Attitude.CONFUSION),
        (Attitude.BELLIGERENT, 9, Attitude.SURRENDER),
        (Attitude.BELLIGERENT, 10, Attitude.DEFECTION),
    ],
)
def test_example_1943_italian_attitude_only_rises_and_may_jump(
    before: Attitude, face: int, after: Attitude
) -> None:
    desk = Desk("1943").having(attitude=before)
    desk.ask(*desk.state.flow, AttitudeRoll()).roll(face)
    assert desk.state.attitude is after
