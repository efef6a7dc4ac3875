"""Command points: allocation, the partisans' earmark, no carrying over."""

from __future__ import annotations

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import ALLIED, AXIS, DISPERSED, Beachhead
from engine.systems.balkan_gambit.turn.command_points import allocation, earmarked
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

YEARS = ("1943", "1944", "1945")


@pytest.mark.parametrize("year", YEARS)
def test_both_sides_begin_with_seven(year: str) -> None:
    """[BG-7.2b] [BG-7.2c]"""
    pos = Desk(year).pos
    assert allocation(pos, ALLIED) == allocation(pos, AXIS) == 7


@pytest.mark.parametrize("year", YEARS)
def test_cities_liberated_and_markers_lost_change_the_allocation(year: str) -> None:
    """[BG-7.2f] [BG-1943.16] [BG-1944.5] [BG-1945.9] [BG-1943.17] [BG-1944.6] [BG-1945.10]"""
    desk = Desk(year).having(liberated=frozenset({"athens", "zagreb"}), markers_lost=1)
    assert allocation(desk.pos, ALLIED) == 7 + 2 - 1
    assert allocation(desk.pos, AXIS) == 7 - 2
    desk.having(liberated=frozenset(map(str, range(9))), markers_lost=20)
    assert allocation(desk.pos, AXIS) == 0
    assert allocation(desk.pos, ALLIED) == 0


@pytest.mark.parametrize("year", YEARS)
def test_a_city_swings_the_points_once_and_for_good(year: str) -> None:
    """[BG-1943.16] [BG-1944.5] [BG-1945.9]"""
    desk = Desk(year)
    zagreb = desk.hex("Zagreb")
    near = next(at for at in zagreb.neighbours() if at in desk.context.land)
    desk.put(near, "british-5")
    desk.do(do.Activate(near), do.Move(U("british-5"), zagreb))
    assert "BG-7.2f" in desk.rules_told()
    assert (allocation(desk.pos, ALLIED), allocation(desk.pos, AXIS)) == (8, 6)
    desk.put("med_box", "british-5").put(near, "german-297").turn_of(AXIS)
    desk.do(do.Activate(near), do.Move(U("german-297"), zagreb))
    place = desk.context.place_meant("Zagreb")
    assert place is not None and desk.state.control[place.id] == AXIS
    assert (allocation(desk.pos, ALLIED), allocation(desk.pos, AXIS)) == (8, 6)
    desk.put("dead", "german-297").put(near, "british-5").turn_of(ALLIED)
    desk.do(do.Activate(near), do.Move(U("british-5"), zagreb))
    assert (allocation(desk.pos, ALLIED), allocation(desk.pos, AXIS)) == (8, 6)


def test_a_town_swings_no_points() -> None:
    """[BG-1943.16]"""
    desk = Desk("1943")
    sarajevo = desk.hex("1717")
    near = next(at for at in sarajevo.neighbours() if at not in desk.context.places)
    desk.put(near, "british-5")
    desk.do(do.Activate(near), do.Move(U("british-5"), sarajevo))
    assert not desk.state.liberated


def test_a_supply_marker_lost_costs_a_point_a_turn_and_three_victory_points() -> None:
    """[BG-1943.17] [BG-4.0e] [BG-11.3.1]"""
    desk = Desk("1943", side=AXIS)
    beach = desk.hex("Durres")
    near = next(at for at in beach.neighbours() if at in desk.context.land)
    desk.having(beachheads={beach: Beachhead(open=True)}).put(near, "german-297")
    desk.do(do.Activate(near), do.Move(U("german-297"), beach))
    assert desk.state.beachheads == {}
    assert desk.state.markers_lost == 1
    assert allocation(desk.pos, ALLIED) == 6
    assert allocation(desk.pos, AXIS) == 7


def test_the_last_allied_point_is_for_partisans() -> None:
    """[BG-7.2d] [BG-7.2e]"""
    desk = Desk("1943", cp=1).put("1717", "yugoslav-partisan-1").put("Athens", "british-5")
    assert earmarked(desk.pos) == 1
    assert desk.objections(do.Activate(desk.hex("Athens"))) == ["BG-7.2d"]
    assert desk.objections(do.Activate(desk.hex("1717"))) == []
    desk.having(beachheads={desk.hex("Athens"): Beachhead(open=False)})
    assert desk.objections(do.Maintain(desk.hex("Athens"))) == ["BG-7.2d"]
    desk.having(cp=2)
    assert desk.objections(do.Activate(desk.hex("Athens"))) == []


def test_a_command_to_partisans_frees_the_rest() -> None:
    """[BG-7.2e] [BG-11.6a]"""
    desk = Desk("1943", cp=2).put("1717", "yugoslav-partisan-1").put("Athens", "british-5")
    desk.do(do.Activate(desk.hex("1717")), do.EndMove())
    assert desk.state.partisans_paid
    assert earmarked(desk.pos) == 0
    assert desk.objections(do.Activate(desk.hex("Athens"))) == []


def test_an_attack_by_partisans_satisfies_the_earmark() -> None:
    """[BG-7.2e]"""
    desk = Desk("1943", cp=2)
    origin, target = desk.border("rough")
    desk.put(origin, "yugoslav-partisan-1").put(target, "german-297")
    desk.do(do.DeclareAttack(origin, target), do.AddUnit(U("yugoslav-partisan-1")), do.Resolve())
    assert desk.state.partisans_paid
    assert desk.state.cp == 0


@pytest.mark.parametrize(
    "unit", ["greek-guerrilla-partisan-1", "chetnik-partisan-1", "yugoslav-partisan-1"]
)
def test_guerrillas_and_allied_chetniks_satisfy_it_too(unit: str) -> None:
    """[BG-7.2e] [BG-1943.12]"""
    desk = Desk("1943", cp=1).having(chetniks=ALLIED).put("Skopje", unit, mode=DISPERSED)
    desk.do(do.Activate(desk.hex("Skopje")), do.EndMove())
    assert desk.state.partisans_paid and desk.state.cp == 0


def test_the_last_points_of_a_mixed_attack_need_a_partisan_in_it() -> None:
    """In 1945 a stack may hold both [BG-7.2d]."""
    desk = Desk("1945", cp=2)
    origin, target = desk.border("rough")
    desk.put(origin, "soviet-73", "yugoslav-partisan-1").put(target, "german-297")
    desk.do(do.DeclareAttack(origin, target), do.AddUnit(U("soviet-73")))
    assert desk.objections(do.Resolve()) == ["BG-7.2d"]
    desk.do(do.AddUnit(U("yugoslav-partisan-1")), do.Resolve())
    assert desk.state.partisans_paid


def test_the_axis_has_no_earmark_and_pays_for_its_chetniks() -> None:
    """[BG-7.2d] [BG-1943.12]"""
    desk = Desk("1943", side=AXIS, cp=1).put("Nis", "chetnik-partisan-1", "chetnik-partisan-2")
    assert earmarked(desk.pos) == 0
    desk.do(do.Activate(desk.hex("Nis")))
    assert desk.state.cp == 0
    desk = Desk("1943", side=AXIS, cp=1).having(chetniks=ALLIED).put("Nis", "chetnik-partisan-1")
    assert desk.objections(do.Activate(desk.hex("Nis"))) == ["BG-7.3b"]


def test_nothing_is_spent_that_is_not_there() -> None:
    """[BG-7.3e] [BG-7.1a]"""
    desk = Desk("1943", cp=0).put("Athens", "british-5")
    assert desk.objections(do.Activate(desk.hex("Athens"))) == ["BG-7.3e"]
    desk = Desk("1943", side=AXIS, cp=1)
    origin, target = desk.border("clear")
    desk.put(origin, "german-297").put(target, "yugoslav-partisan-1")
    assert desk.objections(do.DeclareAttack(origin, target)) == ["BG-7.3e"]


def test_points_lapse_at_the_end_of_the_phase() -> None:
    """[BG-7.1b] [BG-7.2a]"""
    desk = Desk("1943", cp=5).put("Athens", "german-297")
    desk.do(do.EndPhase())
    assert desk.told("points lost") == [{"side": ALLIED, "points": 5}]
    assert desk.state.active == AXIS and desk.state.cp == 7
