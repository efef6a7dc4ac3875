"""Replacements: what steps buy, where, and what they never do."""

from __future__ import annotations

import pytest

from engine.systems.operation_gertrud.actions import EndPhase, Move, Rebuild, RebuildAir, Restore
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    GERMAN,
    LOST,
    OUT,
    Kind,
    Moving,
    Phase,
    Replacing,
    Status,
)
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import Desk

P125 = U("german-125")


def buying(side: str = GERMAN, scenario: str = "early_1941", **steps: int) -> Desk:
    """A side's Replacement Phase with steps to spend."""
    return Desk(scenario).phase(Replacing, side).having(steps=steps)


def test_example_two_steps_rebuild_two_reduced_units_or_one_eliminated() -> None:
    """[OG-10.2d] [OG-10.2e]"""
    desk = buying(german=2).put("Plovdiv", "german-125", "german-73", "german-294", steps=1)
    desk.do(Restore(P125), Restore(U("german-73")))
    assert (desk.steps("german-125"), desk.steps("german-73")) == (2, 2)
    assert Replacing(GERMAN) not in desk.state.flow, "no step is left"
    desk = buying(german=2).put("dead", "german-125")
    desk.do(Rebuild(P125, desk.hex("Plovdiv"), True))
    assert (desk.where("german-125"), desk.steps("german-125")) == ("3003", 2)
    assert Replacing(GERMAN) not in desk.state.flow


def test_an_eliminated_unit_costs_one_step_reduced() -> None:
    """[OG-10.2e]"""
    desk = buying(german=1).put("dead", "german-125")
    at = desk.hex("Plovdiv")
    assert desk.objections(Rebuild(P125, at, True)) == ["OG-10.2a"]
    desk.do(Rebuild(P125, at, False))
    assert desk.steps("german-125") == 1


@pytest.mark.parametrize(
    ("scenario", "steps"),
    [
        ("early_1941", {"german": 2, "turkish": 2, "allied": 1}),
        ("late_1941", {"german": 2, "italian": 1, "turkish": 2, "allied": 1}),
        ("early_1942", {"german": 1, "italian": 1, "turkish": 1, "allied": 1}),
        ("late_1942", {"german": 1, "italian": 1, "turkish": 1, "soviet": 2}),
        ("early_1943", {"german": 1, "turkish": 1, "soviet": 1, "allied": 1}),
    ],
)
def test_steps_by_scenario(scenario: str, steps: dict[str, int]) -> None:
    """[OG-18.1.S] [OG-18.2.S] [OG-18.3.S] [OG-18.4.S] [OG-18.5.S]"""
    assert Desk(scenario).context.figures.replacements == steps


def test_each_side_gets_its_own_purses_every_turn() -> None:
    """[OG-10.2a] [OG-10.2b]"""
    desk = Desk("late_1941").put("Plovdiv", "german-125", "italian-bergamo", steps=1)
    desk.put("Ankara", "turkish-1", steps=1)
    desk.phase(Moving, GERMAN).ask(
        desk.state.flow[0], phase=Phase.ADMINISTRATIVE.value, steps={"german": 9}
    ).settle()
    assert desk.state.steps == {"german": 2, "italian": 1}, "what was left before is gone"
    assert desk.objections(Restore(U("turkish-1"))) == ["OG-10.2d"]
    desk.do(Restore(U("italian-bergamo")))
    assert desk.state.steps == {"german": 2}, "the Italian step is no German one"
    desk.do(EndPhase())
    assert desk.state.steps == {}
    assert desk.told("steps lost") == [{"steps": 2}]


def test_italian_steps_buy_no_germans() -> None:
    """[OG-10.2b]"""
    desk = buying(scenario="late_1941", italian=1).put("Plovdiv", "german-125", steps=1)
    assert desk.objections(Restore(P125)) == ["OG-10.2a"]


def test_no_rebuilding_in_an_enemy_zone_or_out_of_supply() -> None:
    """[OG-10.2c]"""
    desk = buying(german=1).put("2808", "german-125", steps=1).put("2708", "turkish-1")
    assert desk.objections(Restore(P125)) == ["OG-10.2c"]
    desk = buying(german=1).put("Konya", "german-125", steps=1, marks=(OUT,))
    desk.put("2016", "turkish-1").put("reserve", "turkish-1")
    assert desk.objections(Restore(P125)) == ([] if not desk.pos.out(P125) else ["OG-10.2c"])
    desk.put("Ankara", "german-125", steps=1, marks=(OUT,))
    for number, at in enumerate(sorted(desk.hex("Ankara").neighbours())):
        for near in at.neighbours():
            if near in desk.context.land and near not in desk.hex("Ankara").neighbours():
                desk.put(near, f"turkish-{('1', '4', '69', '32', '66', '57')[number]}")
                break
    assert desk.pos.out(P125) or not desk.objections(Restore(P125))


def test_rebuilt_in_a_friendly_city_within_stacking_and_out_of_zones() -> None:
    """[OG-10.2e] [OG-7.5b]"""
    desk = buying(german=2).put("dead", "german-125")
    assert desk.objections(Rebuild(P125, desk.hex("Konya"), False)) == ["OG-10.2e"]
    desk.put("Konya", "german-73")
    assert desk.objections(Rebuild(P125, desk.hex("Konya"), False)) == [], "Germans hold it"
    desk.put("1916", "turkish-1")
    assert desk.objections(Rebuild(P125, desk.hex("Konya"), False)) == ["OG-10.2e"]
    five = ("german-132", "german-183", "german-101-l", "german-294", "german-gd")
    desk.put("Plovdiv", *five)
    assert desk.objections(Rebuild(P125, desk.hex("Plovdiv"), False)) == ["OG-6.0a"]
    assert desk.objections(Rebuild(U("german-73"), desk.hex("Plovdiv"), False)) == ["OG-10.2e"]


def test_a_rebuilt_unit_acts_at_once() -> None:
    """[OG-10.2f]"""
    desk = buying(german=1).put("dead", "german-125")
    desk.do(Rebuild(P125, desk.hex("Plovdiv"), False)).phase(Moving, GERMAN)
    near = next(at for at in desk.hex("Plovdiv").neighbours() if at in desk.context.land)
    desk.do(Move(P125, near))


def test_a_single_step_unit_comes_back_for_one() -> None:
    """[OG-10.2e]"""
    desk = buying(german=2).put("dead", "local-kurd")
    at = desk.hex("Plovdiv")
    assert desk.objections(Rebuild(U("local-kurd"), at, True)) == ["OG-10.2e"]
    desk.do(Rebuild(U("local-kurd"), at, False))
    assert desk.steps("local-kurd") == 1


def test_what_is_lost_for_good_stays_lost() -> None:
    """[OG-9.2d]"""
    desk = buying(german=2).put("dead", "german-125", marks=(LOST,))
    assert desk.objections(Rebuild(P125, desk.hex("Plovdiv"), False)) == ["OG-9.2d"]


def test_a_step_brings_a_cas_back_ready_for_use() -> None:
    """[OG-3.1c] [OG-10.3a] [OG-10.3b]"""
    desk = buying(german=1)
    desk.having(support={"german-cas-1": Status.ELIMINATED, "german-cas-2": Status.USED})
    assert desk.objections(RebuildAir("german-cas-2")) == ["OG-10.3a"]
    desk.do(RebuildAir("german-cas-1"))
    assert desk.pos.ready(GERMAN, Kind.CAS) == ("german-cas-1",)


def test_an_ngs_never_comes_back() -> None:
    """[OG-3.1d] [OG-10.2a]"""
    desk = buying(side=ALLIED, turkish=2).having(support={"yavuz": Status.ELIMINATED})
    assert desk.objections(RebuildAir("yavuz")) == ["OG-3.1d"]


def test_no_step_buys_ultra() -> None:
    """[OG-10.4]"""
    desk = buying(side=ALLIED, turkish=2, allied=1).having(ultra=1)
    desk.having(support={"british-cas-1": Status.ELIMINATED})
    offers = [type(action) for action in desk.legal]
    assert offers == [RebuildAir, EndPhase]
    desk.do(RebuildAir("british-cas-1"))
    assert desk.state.ultra == 1
