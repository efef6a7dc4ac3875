"""The reinforcement segment: optional units, their price and place; the Naval marker."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DISPERSED,
    MED_BOX,
    RESERVE,
    Reinforcing,
    Weather,
)
from engine.systems.balkan_gambit.victory import points
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk


def segment(year: str, side: str) -> Desk:
    """The reinforcement segment of a side."""
    desk = Desk(year)
    return desk.ask(*desk.state.flow, Reinforcing(side), phase="initial", active="", cp=0)


PRICES = {
    "1943": {
        AXIS: {"ss-1": 4, "german-44": 2, "german-71": 2, "german-162": 1, "german-113": 1},
        ALLIED: {
            "canadian-5-cdn": 3,
            "british-25": 1,
            "canadian-1-cdn-motorized": 2,
            "british-34": 2,
            "british-40-motorized": 2,
            "canadian-1-cdn-artillery": 2,
        },
    },
    "1944": {
        AXIS: {
            "german-71": 2,
            "german-162": 1,
            "german-100": 2,
            "german-98": 1,
            "german-15-1": 1,
            "german-15-2": 1,
            "german-1-armor": 4,
            "greek-collaborator-x": 1,
        },
        ALLIED: {
            "canadian-5-cdn": 3,
            "polish-2-pol": 6,
            "british-25": 1,
            "canadian-1-cdn-motorized": 2,
            "polish-7-pol": 4,
            "british-34": 2,
            "british-40-motorized": 2,
            "canadian-1-cdn-artillery": 2,
            "polish-3-pol": 4,
            "us-10-mtn": 2,
        },
    },
    "1945": {
        AXIS: {
            "german-162": 1,
            "german-100": 1,
            "ss-18-motorized-brigade": 1,
            "italian-fascist": 1,
        },
        ALLIED: {},
    },
}


@pytest.mark.parametrize("year", PRICES)
@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_every_optional_unit_has_its_price_and_credits_the_opponent(year: str, side: str) -> None:
    """[BG-8.1a] [BG-4.0j] [BG-1943.18] [BG-1943.19] [BG-1944.3] [BG-1944.7] [BG-1944.9]
    [BG-1945.11]
    """
    desk = segment(year, side)
    listed = {
        unit: entry.cost
        for unit, entry in desk.context.optional.items()
        if desk.context.units[unit].side == side
    }
    assert listed == PRICES[year][side]
    enemy = AXIS if side == ALLIED else ALLIED
    for unit, price in listed.items():
        fresh = segment(year, side)
        entry = next(a for a in fresh.legal.family("enter") if unit in a.who())
        fresh.do(entry)
        assert fresh.state.vp_options == {side: 0, enemy: price}
        assert points(fresh.pos)[enemy] - points(segment(year, side).pos)[enemy] == price
        assert fresh.steps(unit) == fresh.context.units[unit].steps


@pytest.mark.parametrize(
    ("year", "unit", "ratings", "kind"),
    [
        ("1943", "ss-1", "6-6", "armor"),
        ("1943", "german-113", "3-6", "motorized infantry"),
        ("1944", "german-98", "3-4", "light infantry"),
        ("1944", "us-10-mtn", "5-4", "light infantry"),
        ("1944", "polish-2-pol", "6-6", "armor"),
        ("1945", "italian-fascist", "3-3", "infantry"),
    ],
)
def test_ratings_of_optional_units(year: str, unit: str, ratings: str, kind: str) -> None:
    """[BG-1943.18] [BG-1944.7] [BG-1944.9] [BG-1945.11]"""
    found = Desk(year).context.units[U(unit)]
    assert (found.front.ratings(), found.type) == (ratings, kind)


def test_axis_units_enter_at_liguria_and_act_in_the_axis_turn() -> None:
    """[BG-8.1b] [BG-6.4a]"""
    desk = segment("1943", AXIS)
    entry = desk.hex("0906")
    assert desk.objections(do.Enter(U("ss-1"), desk.hex("Zagreb"))) == ["BG-8.1b"]
    desk.do(do.Enter(U("ss-1"), entry))
    assert desk.at("ss-1") == entry
    desk.turn_of(AXIS)
    assert desk.objections(do.Activate(entry)) == []
    assert desk.objections(do.Enter(U("german-44"), entry)) == ["BG-5.2b"]


def test_the_line_of_an_optional_unit_tells_its_price() -> None:
    desk = segment("1944", AXIS)
    text = desk.rules.describe(desk.state, do.Enter(U("german-71"), desk.hex("0906")))
    assert text.endswith(": 2 points to the Allied side")


def test_an_enemy_in_the_entry_hex_stops_axis_reinforcements() -> None:
    """[BG-8.1c] [BG-10.3.A]"""
    desk = segment("1943", AXIS).put("0906", "british-5")
    assert "BG-8.1c" in desk.objections(do.Enter(U("ss-1"), desk.hex("0906")))
    desk = segment("1943", AXIS).put("0906", "german-173", "german-187", "german-297")
    assert desk.objections(do.Enter(U("ss-1"), desk.hex("0906"))) == ["BG-10.3.A"]


def test_a_dispersed_partisan_in_the_entry_hex_stops_them_too() -> None:
    """It must be empty of enemy units. [BG-8.1c]"""
    desk = segment("1943", AXIS).put("0906", "yugoslav-partisan-1", mode=DISPERSED)
    assert desk.objections(do.Enter(U("ss-1"), desk.hex("0906"))) == ["BG-8.1c"]
    desk.put("0906", "chetnik-partisan-1", mode=DISPERSED).put("dead", "yugoslav-partisan-1")
    found = desk.objections(do.Enter(U("ss-1"), desk.hex("0906")))
    assert found == ["BG-10.6.C"], "one under Axis command is no enemy, but stacks with nobody"


def test_placing_naval_support_cites_its_own_rule() -> None:
    """[BG-13.4a] [BG-6.4a]"""
    desk = segment("1943", ALLIED)
    assert desk.rules.question(desk.state).rule == "BG-13.4a"
    desk.do(do.PlaceNaval(desk.context.naval_hexes[0]))
    assert desk.rules.question(desk.state).rule == "BG-6.4a"


def test_allied_units_appear_in_the_med_box_and_may_assault_the_same_turn() -> None:
    """[BG-8.1d] [BG-8.1e] [BG-7.6a] [BG-6.4a]"""
    desk = segment("1943", ALLIED)
    assert desk.objections(do.Enter(U("british-34"), desk.hex("Athens"))) == ["BG-8.1d"]
    desk.do(do.Enter(U("british-34"), MED_BOX))
    assert desk.at("british-34") == MED_BOX
    desk.turn_of(ALLIED)
    target = desk.hex("Kalamata")
    desk.do(do.DeclareLanding(target), do.AddUnit(U("british-34")), do.Resolve())
    assert desk.at("british-34") == target


def test_nobody_enters_twice_or_for_the_other_side() -> None:
    """[BG-8.1a]"""
    desk = segment("1943", ALLIED).do(do.Enter(U("british-34"), MED_BOX))
    assert desk.objections(do.Enter(U("british-34"), MED_BOX)) == ["BG-8.1a"]
    assert desk.objections(do.Enter(U("ss-1"), desk.hex("0906"))) == ["BG-8.1a"]
    assert desk.objections(do.Enter(U("british-5"), MED_BOX)) == ["BG-8.1a"]


def test_the_greek_battalions_rise_in_athens_or_thessalonika_while_friendly() -> None:
    """[BG-1944.8]"""
    unit = U("greek-collaborator-x")
    desk = segment("1944", AXIS)
    targets = {
        a.target for a in desk.legal.family("enter") if isinstance(a, do.Enter) and a.unit == unit
    }
    assert targets == {desk.hex("Athens"), desk.hex("Thessalonika")}
    athens = desk.context.place_meant("Athens")
    assert athens is not None
    desk.having(control={**desk.state.control, athens.id: ALLIED})
    assert desk.objections(do.Enter(unit, athens.hex)) == ["BG-1944.8"]
    assert desk.objections(do.Enter(unit, desk.hex("0906"))) == ["BG-8.1b"]


def test_the_greek_battalions_never_leave_greece_and_double_against_partisans() -> None:
    """[BG-1944.8] [BG-12.15c]"""
    desk = Desk("1944", side=AXIS)
    unit = U("greek-collaborator-x")
    assert "anti-partisan" in desk.context.units[unit].traits
    border = next(
        at
        for at in desk.context.zone_hexes["Greece"]
        if any(near in desk.context.zone_hexes["Macedonia"] for near in at.neighbours())
    )
    desk.put(border, unit)
    reached = desk.rules.reach(desk.state, unit)
    assert reached and all(desk.context.within(at, "Greece") for at in reached)


def test_naval_support_goes_to_sea_or_coast_once_a_turn() -> None:
    """[BG-13.4a] [BG-13.2a] [BG-13.2b] [BG-SU.5]"""
    for weather in Weather:
        desk = segment("1944", ALLIED).having(weather=weather)
        assert desk.objections(do.EndSegment()) == ["BG-13.4a"]
        assert desk.objections(do.PlaceNaval(desk.hex("1717"))) == ["BG-13.4a"]
        sea = min(desk.context.sea)
        assert desk.objections(do.PlaceNaval(sea)) == []
        desk.do(do.PlaceNaval(desk.hex("Athens")))
        assert desk.state.naval == desk.hex("Athens")
        assert "BG-13.4a" in desk.objections(do.PlaceNaval(sea))
        assert desk.objections(do.EndSegment()) == []
    desk = segment("1944", AXIS)
    assert "BG-13.2a" in desk.objections(do.PlaceNaval(min(desk.context.sea)))


def test_the_axis_is_not_asked_without_optional_units() -> None:
    """[BG-6.4c]"""
    desk = segment("1945", ALLIED)
    for unit in desk.context.optional:
        desk.put("0906" if unit == "german-162" else "dead", unit)
    desk.ask(*desk.state.flow[:1], Reinforcing(AXIS), Reinforcing(ALLIED, naval=True))
    desk.do(do.EndSegment())
    assert desk.asks() == "Commanding"


def test_spare_and_special_units_are_no_optional_reinforcements() -> None:
    """[BG-8.1a]"""
    desk = segment("1943", ALLIED)
    spare = Counter(desk.context.units[U(u)].nation for u in desk.here(RESERVE))
    assert spare["yugoslav"] == 20
    assert desk.objections(do.Enter(U("yugoslav-partisan-12"), MED_BOX)) == ["BG-8.1a"]
    assert desk.objections(do.Enter(U("british-f10"), MED_BOX)) == ["BG-8.1a"]
