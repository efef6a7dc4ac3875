"""Attacks on dispersed partisans."""

from __future__ import annotations

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.battle.hunts import hunt_ledger
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    DISPERSED,
    Battle,
    HuntRoll,
    Kind,
)
from maps.hexgrid import Hex, distance
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

G297, GEN, YP1, YP2 = (
    U("german-297"),
    U("german-generic-1"),
    U("yugoslav-partisan-1"),
    U("yugoslav-partisan-2"),
)


def hunt(desk: Desk, origin: Hex, target: Hex, *units: str) -> Desk:
    """Declare a hunt, add the units, and open the dice."""
    desk.do(do.DeclareHunt(origin, target), *(do.AddUnit(U(unit)) for unit in units))
    return desk.do(do.Resolve())


def number(desk: Desk) -> int:
    """The number to roll."""
    top = desk.state.top
    assert isinstance(top, HuntRoll)
    return top.to_hit


def test_a_hunt_is_an_attack_command_with_a_die_for_each_partisan() -> None:
    """[BG-12.15a] [BG-7.4c]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297).put(middle, YP1, YP2, mode=DISPERSED)
    hunt(desk, start, middle, G297)
    assert desk.state.cp == 5
    assert number(desk) == 4
    node = desk.rules.chance(desk.state)
    assert node is not None and node.meanings == ("eliminated",) * 4 + ("escapes",) * 6
    desk.roll(4).roll(5)
    assert desk.at(YP1) == DEAD
    assert desk.asks() == "Displacing"


def test_the_hunted_neither_fire_nor_are_hunted_concentrated() -> None:
    """[BG-12.2.3b] [BG-12.15a] [BG-12.15e]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297).put(middle, YP1)
    assert desk.objections(do.DeclareHunt(start, middle)) == ["BG-12.15a"]
    assert desk.objections(do.DeclareAttack(start, middle)) == []
    desk.put(middle, YP1, mode=DISPERSED)
    assert desk.objections(do.DeclareAttack(start, middle)) == ["BG-12.1b"]
    hunt(desk, start, middle, G297)
    assert desk.asks() == "HuntRoll"


def test_both_modes_in_one_hex_need_two_combats_by_different_units() -> None:
    """[BG-12.15e]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297, GEN).put(middle, YP1).put(middle, YP2, mode=DISPERSED)
    hunt(desk, start, middle, G297)
    assert desk.battle.defenders == (YP2,)
    desk.roll(1)
    assert desk.at(YP2) == DEAD and desk.at(YP1) == middle
    desk.do(do.DeclareAttack(start, middle))
    assert desk.objections(do.AddUnit(G297)) == ["BG-7.4b"]
    desk.do(do.AddUnit(GEN), do.Resolve())
    assert desk.battle.defenders == (YP1,)
    assert desk.state.cp == 3


def test_partisans_in_the_hunters_own_hex_are_fair_game() -> None:
    """[BG-12.1b] [BG-12.15a]"""
    desk = Desk(side=AXIS)
    start, *_ = desk.row()
    desk.put(start, G297).put(start, YP1, mode=DISPERSED)
    hunt(desk, start, start, G297)
    assert number(desk) == 4
    desk.roll(10)
    assert desk.asks() == "Displacing"


def test_a_survivor_may_slip_away_two_hexes_or_stay() -> None:
    """[BG-12.15b] [BG-12.8.11] [BG-12.8.5]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297).put(middle, YP1, mode=DISPERSED)
    hunt(desk, start, middle, G297).roll(10)
    assert desk.rules.question(desk.state).side == ALLIED
    spots = {a.target for a in desk.legal.family("displace") if isinstance(a, do.Displace)}
    assert {distance(middle, at) for at in spots} == {1, 2}
    assert start not in spots
    assert desk.objections(do.Displace(YP1, start)) == ["BG-6.3f"]
    assert desk.objections(do.Stay(YP2)) == ["BG-12.15b"]
    before = desk.state
    desk.do(do.Stay(YP1))
    assert desk.at(YP1) == middle
    desk.state = before
    far = next(at for at in spots if distance(middle, at) == 2)
    desk.do(do.Displace(YP1, far))
    assert desk.at(YP1) == far
    assert desk.asks() == "Commanding"


@pytest.mark.parametrize(
    ("year", "unit", "factor"),
    [
        ("1943", "croatian-cro-1", 6),
        ("1943", "german-1-light", 10),
        ("1943", "ss-7", 8),
        ("1943", "chetnik-partisan-1", 4),
        ("1943", "german-369-cr", 6),
        ("1943", "german-373-cr", 6),
        ("1944", "german-392-cr", 6),
        ("1944", "greek-collaborator-x", 6),
        ("1945", "italian-fascist", 6),
        ("1943", "german-297", 4),
        ("1943", "slovene-slo-1", 3),
        ("1943", "serbian-srb-1", 3),
        ("1943", "italian-13", 3),
        ("1943", "bulgarian-7", 3),
    ],
)
def test_who_counts_double(year: str, unit: str, factor: int) -> None:
    """[BG-12.15c] [BG-12.15d] [BG-1943.13] [BG-1944.8] [BG-1945.12]"""
    desk = Desk(year, side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, unit)
    lines = hunt_ledger(desk.pos, Battle(AXIS, middle, (U(unit),), kind=Kind.HUNT, origin=start))
    assert lines[0].value == factor
    doubled = factor == 2 * (desk.context.units[U(unit)].front.attack or 0)
    assert (lines[0].rule in ("BG-12.15c", "BG-12.15d")) == doubled
    assert (lines[0].rule == "BG-12.15d") == unit.endswith("-cr")


def test_a_reduced_division_hunts_with_its_reduced_factor() -> None:
    """[BG-12.15a]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297, steps=1).put(middle, YP1, mode=DISPERSED)
    assert number(hunt(desk, start, middle, G297)) == 3


def test_terrain_rivers_and_lack_of_supply_count_against_the_hunters() -> None:
    """[BG-12.15a] [BG-12.11a] [BG-9.5b]"""
    for terrain, loss in (("rough", 1), ("mountain", 2)):
        desk = Desk(side=AXIS)
        origin, target = desk.border(terrain)
        desk.put(origin, G297).put(target, YP1, mode=DISPERSED)
        assert number(hunt(desk, origin, target, G297)) == 4 - loss
    desk = Desk(side=AXIS)
    origin, target = desk.border("clear", "river")
    desk.put(origin, G297).put(target, YP1, mode=DISPERSED)
    assert number(hunt(desk, origin, target, G297)) == 3
    desk = Desk("1943", side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, "slovene-slo-1").put(middle, YP1, mode=DISPERSED).put("Laibach", YP2)
    assert number(hunt(desk, start, middle, "slovene-slo-1")) == 2


def test_unsupplied_corps_support_adds_nothing_to_a_hunt() -> None:
    """[BG-9.5a]"""
    desk = Desk("1943")
    start, middle, _ = desk.row()
    battle = Battle(ALLIED, middle, (U("british-5"), U("british-12")), kind=Kind.HUNT, origin=start)
    desk.put(start, *battle.attackers)
    assert sum(line.value for line in hunt_ledger(desk.pos, battle)) == 5 - 1


def test_axis_chetniks_hunt_yugoslav_partisans_only() -> None:
    """[BG-1943.13]"""
    desk = Desk("1943", side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, "chetnik-partisan-1").put(middle, YP1, mode=DISPERSED)
    assert number(hunt(desk, start, middle, "chetnik-partisan-1")) == 4


def test_the_allies_hunt_axis_chetniks() -> None:
    """[BG-12.15a] [BG-13.3a]"""
    desk = Desk("1943")
    start, middle, _ = desk.row()
    desk.put(start, YP1).put(middle, "chetnik-partisan-1", mode=DISPERSED)
    desk.do(do.DeclareHunt(start, middle), do.AddUnit(YP1))
    assert "BG-13.3a" in desk.objections(do.UseTac())
    desk.do(do.Resolve()).roll(3)
    assert desk.at("chetnik-partisan-1") == DEAD


def test_nobody_advances_after_a_hunt() -> None:
    """[BG-12.2.9]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297).put(middle, YP1, mode=DISPERSED)
    hunt(desk, start, middle, G297).roll(1)
    assert desk.asks() == "Commanding"
    assert desk.at(G297) == start


def test_hunts_are_found_by_the_unit_that_may_take_part() -> None:
    """[BG-12.15a]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297).put(middle, YP1, mode=DISPERSED)
    assert do.DeclareHunt(start, middle) in list(desk.legal.of(G297))
    assert do.DeclareHunt(start, middle) in list(desk.legal.at(middle))
