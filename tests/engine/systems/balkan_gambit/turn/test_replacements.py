"""Replacements: divisions restored, brigades reclaimed."""

from __future__ import annotations

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    ATTACKED,
    AXIS,
    DEAD,
    LOST,
    MOVED,
    REBUILT,
    SURRENDERED,
    Beachhead,
)
from engine.systems.balkan_gambit.turn.replacements import reclaim_spots
from maps.hexgrid import distance
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

B5, G297, GEN = U("british-5"), U("german-297"), U("german-generic-1")


def test_a_point_restores_a_division_where_it_stands() -> None:
    """[BG-8.2a] [BG-8.3.5] [BG-7.13b] [BG-8.3.A2]"""
    desk = Desk().put("Athens", B5, steps=1)
    athens = desk.hex("Athens")
    desk.having(beachheads={athens: Beachhead(open=True)}).do(do.Restore(B5))
    assert desk.steps(B5) == 2 and desk.at(B5) == athens
    assert desk.state.cp == 6
    assert desk.state.pieces[B5].marks == {REBUILT}
    assert desk.objections(do.Activate(athens)) == ["BG-7.13a"]
    assert "BG-8.2a" in desk.objections(do.Restore(B5))


def test_it_must_be_in_supply_on_the_map_or_in_the_med_box() -> None:
    """[BG-8.3.1] [BG-8.3.3]"""
    desk = Desk().put("Athens", B5, steps=1)
    assert desk.objections(do.Restore(B5)) == ["BG-8.3.1"]
    desk.box(B5, steps=1)
    assert desk.objections(do.Restore(B5)) == []
    desk.put(DEAD, B5)
    assert desk.objections(do.Restore(B5)) == ["BG-8.3.3"]


@pytest.mark.parametrize(
    ("year", "unit", "fine"),
    [
        ("1944", "british-5", True),
        ("1944", "us-3", True),
        ("1944", "canadian-5-cdn", False),
        ("1944", "polish-2-pol", False),
        ("1944", "polish-7-pol", False),
        ("1945", "soviet-73", False),
        ("1945", "bulgarian-7", False),
    ],
)
def test_only_british_and_american_divisions_are_restored(year: str, unit: str, fine: bool) -> None:
    """[BG-8.3.A1] [BG-13.5a] [BG-1945.1]"""
    desk = Desk(year)
    if desk.context.stats[U(unit)].western:
        desk.box(unit, steps=1)
    else:
        desk.put("Beograd", unit, steps=1)
    assert desk.objections(do.Restore(U(unit))) == ([] if fine else ["BG-8.3.A1"])


@pytest.mark.parametrize(
    ("unit", "fine"),
    [
        ("german-297", True),
        ("ss-7", True),
        ("german-369-cr", True),
        ("italian-1", False),
        ("bulgarian-7", False),
    ],
)
def test_only_german_army_and_ss_divisions_are_restored(unit: str, fine: bool) -> None:
    """[BG-8.3.X1] [BG-13.5a] [BG-12.15d]"""
    desk = Desk("1943", side=AXIS).put("Skopje", unit, steps=1)
    assert desk.pos.supplied(U(unit))
    assert desk.objections(do.Restore(U(unit))) == ([] if fine else ["BG-8.3.X1"])


def test_brigades_and_whole_divisions_are_not_restored() -> None:
    """[BG-8.2a]"""
    desk = Desk(side=AXIS).put("Zagreb", GEN, G297)
    assert desk.objections(do.Restore(GEN)) == ["BG-8.2a"]
    assert desk.objections(do.Restore(G297)) == ["BG-8.2a"]
    assert desk.objections(do.Restore(B5)) == ["BG-8.2a"]


@pytest.mark.parametrize("mark", [MOVED, ATTACKED, REBUILT])
def test_a_unit_that_acted_is_not_restored(mark: str) -> None:
    """[BG-8.3.5] [BG-7.13a]"""
    desk = Desk(side=AXIS).put("Zagreb", G297, steps=1, marks=(mark,))
    assert desk.objections(do.Restore(G297)) == ["BG-7.13a"]


def test_the_axis_reclaims_a_brigade_by_a_division_in_supply() -> None:
    """[BG-8.2b] [BG-8.3.X2] [BG-8.3.5]"""
    desk = Desk(side=AXIS).put("Zagreb", G297, steps=1).put(DEAD, GEN)
    zagreb = desk.hex("Zagreb")
    spots = reclaim_spots(desk.pos)
    assert all(distance(zagreb, at) <= 1 for at in spots) and zagreb in spots
    assert desk.objections(do.Reclaim(GEN, desk.hex("Nis"))) == ["BG-8.3.X2"]
    desk.do(do.Reclaim(GEN, zagreb))
    assert desk.at(GEN) == zagreb and desk.steps(GEN) == 1
    assert desk.state.cp == 6
    assert desk.state.pieces[GEN].marks == {REBUILT}
    assert "BG-8.2b" in desk.objections(do.Reclaim(GEN, zagreb))


def test_any_axis_division_in_supply_serves_but_no_brigade() -> None:
    """[BG-8.3.X2]"""
    desk = Desk("1943", side=AXIS).put(DEAD, GEN).put("Zagreb", "german-generic-2")
    assert desk.objections(do.Reclaim(GEN, desk.hex("Zagreb"))) == ["BG-8.3.X2"]
    desk.put("Skopje", "bulgarian-7")
    assert desk.objections(do.Reclaim(GEN, desk.hex("Skopje"))) == []
    desk = Desk("1944", side=AXIS).put(DEAD, GEN).put("Zagreb", "bulgarian-7")
    desk.put("2725", B5).put("2729", "british-50").put("2732", "british-57")
    assert desk.objections(do.Reclaim(GEN, desk.hex("Zagreb"))) == ["BG-8.3.X2"]


@pytest.mark.parametrize("unit", ["german-generic-1", "german-rsk", "german-113"])
def test_german_brigades_and_regiments_come_back(unit: str) -> None:
    """[BG-8.3.X1] [BG-8.2b]"""
    desk = Desk("1943", side=AXIS).put("Zagreb", G297).put(DEAD, unit)
    assert desk.objections(do.Reclaim(U(unit), desk.hex("Zagreb"))) == []


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        ("german-173", "BG-8.3.3"),
        ("croatian-cro-1", "BG-8.3.X1"),
        ("italian-13", "BG-8.3.X1"),
        ("bulgarian-22", "BG-8.3.X1"),
    ],
)
def test_divisions_and_other_nations_do_not(unit: str, rule: str) -> None:
    """[BG-8.3.3] [BG-8.3.X1] [BG-13.5a]"""
    desk = Desk("1943", side=AXIS).put("Zagreb", G297).put(DEAD, unit)
    assert rule in desk.objections(do.Reclaim(U(unit), desk.hex("Zagreb")))


@pytest.mark.parametrize("mark", [LOST, SURRENDERED])
def test_units_lost_for_good_do_not_come_back(mark: str) -> None:
    """[BG-8.3.2] [BG-8.3.4] [BG-10.4b]"""
    desk = Desk("1943", side=AXIS).put("Zagreb", G297).put(DEAD, GEN, marks=(mark,))
    assert desk.objections(do.Reclaim(GEN, desk.hex("Zagreb"))) == ["BG-8.3.2"]


def test_a_reclaimed_unit_needs_room_and_no_enemy() -> None:
    """[BG-10.3.A] [BG-11.3a]"""
    desk = Desk("1943", side=AXIS).put("Zagreb", G297, "german-173", "german-187").put(DEAD, GEN)
    zagreb = desk.hex("Zagreb")
    near = next(at for at in zagreb.neighbours() if at in desk.context.land)
    assert desk.objections(do.Reclaim(GEN, zagreb)) == ["BG-10.3.A"]
    assert desk.objections(do.Reclaim(GEN, near)) == []
    desk.put(near, "yugoslav-partisan-1")
    assert desk.objections(do.Reclaim(GEN, near)) == ["BG-11.3a"]


def test_a_reclaimed_unit_is_not_placed_on_a_lone_supply_marker() -> None:
    """Only a force that moves eliminates one. [BG-11.3.1] [BG-8.3.X2]"""
    desk = Desk("1943", side=AXIS).put("Mostar", G297).put(DEAD, GEN)
    near = next(at for at in desk.hex("Mostar").neighbours() if at in desk.context.coast)
    desk.having(beachheads={near: Beachhead(open=True)})
    assert desk.pos.supplied(G297)
    assert desk.objections(do.Reclaim(GEN, near)) == ["BG-11.3.1"]


def test_the_allies_reclaim_nothing() -> None:
    """[BG-8.3.A1]"""
    desk = Desk("1944").put(DEAD, "british-21").box(B5)
    assert desk.objections(do.Reclaim(U("british-21"), desk.hex("Athens"))) == ["BG-8.3.A1"]
    assert not any(desk.legal.family("reclaim"))


def test_each_replacement_costs_a_point() -> None:
    """[BG-8.2a] [BG-8.2b] [BG-7.3e]"""
    desk = Desk("1943", side=AXIS, cp=0).put("Zagreb", G297, steps=1).put(DEAD, GEN)
    assert desk.objections(do.Restore(G297)) == ["BG-7.3e"]
    assert desk.objections(do.Reclaim(GEN, desk.hex("Zagreb"))) == ["BG-7.3e"]
    assert desk.pos.owner(G297) == AXIS != ALLIED
