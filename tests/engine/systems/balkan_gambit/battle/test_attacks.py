"""Attack commands: what may attack what, forming the force, TAC."""

from __future__ import annotations

import pytest

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    ATTACKED,
    AXIS,
    DISPERSED,
    MOVED,
    Attitude,
    Weather,
)
from maps.hexgrid import distance
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

B5, B50, B12, G297 = U("british-5"), U("british-50"), U("british-12"), U("german-297")


def test_an_attack_costs_two_and_hits_one_adjacent_hex() -> None:
    """[BG-7.4a] [BG-7.4b] [BG-12.1a] [BG-12.1b]"""
    desk = Desk()
    start, middle, end = desk.row()
    desk.put(start, B5).put(middle, G297).put(end, "german-173")
    assert desk.objections(do.DeclareAttack(start, end)) == ["BG-12.1b"]
    assert desk.objections(do.DeclareAttack(start, start)) == ["BG-12.1b"]
    assert desk.objections(do.DeclareAttack(middle, end)) == ["BG-7.4b"]
    empty = next(at for at in start.neighbours() if at in desk.context.land and at != middle)
    assert desk.objections(do.DeclareAttack(start, empty)) == ["BG-12.1b"]
    desk.do(do.DeclareAttack(start, middle))
    assert desk.state.cp == 5
    assert desk.rules.question(desk.state).side == ALLIED


def test_nobody_must_fight() -> None:
    """[BG-12.1a]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5).put(middle, G297)
    desk.do(do.EndPhase())
    assert desk.state.active == AXIS
    desk.do(do.EndPhase())
    assert desk.state.turn == 3


def test_the_whole_force_attacks_one_hex() -> None:
    """[BG-7.4c]"""
    desk = Desk()
    start, middle, end = desk.row()
    desk.put(middle, B5, B50).put(start, G297).put(end, "german-173")
    desk.do(do.DeclareAttack(middle, start), do.AddUnit(B5))
    assert desk.objections(do.DeclareAttack(middle, end)) == ["BG-5.2b"]
    desk.do(do.Resolve())
    assert set(desk.battle.defenders) == {G297}


@pytest.mark.parametrize("mark", [MOVED, ATTACKED])
def test_units_that_have_acted_do_not_attack(mark: str) -> None:
    """[BG-7.13a] [BG-7.3d]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5, marks=(mark,)).put(middle, G297)
    assert desk.objections(do.DeclareAttack(start, middle)) == ["BG-7.13a"]
    desk.put(start, B50).do(do.DeclareAttack(start, middle))
    assert desk.objections(do.AddUnit(B5)) == ["BG-7.4b"]
    assert desk.objections(do.AddUnit(B50)) == []


def test_attackers_are_marked_and_withheld_units_are_not() -> None:
    """[BG-7.4d] [BG-7.13a] [BG-12.2.1]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5, B50).put(middle, G297).attack(start, middle, B5)
    assert desk.state.pieces[B5].marks == {ATTACKED}
    assert desk.state.pieces[B50].marks == frozenset()


def test_every_defender_takes_part_without_cost() -> None:
    """[BG-12.2.1]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5).put(middle, G297, "german-173", "german-generic-1")
    desk.attack(start, middle, B5)
    assert set(desk.battle.defenders) == {
        "german-297",
        "german-173",
        "german-generic-1",
    }
    assert desk.state.cp == 5


def test_corps_support_never_attacks_alone() -> None:
    """[BG-12.5b]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B12).put(middle, G297)
    assert desk.objections(do.DeclareAttack(start, middle)) == ["BG-12.5b"]
    desk.put(start, B5).do(do.DeclareAttack(start, middle), do.AddUnit(B12))
    assert desk.objections(do.Resolve()) == ["BG-12.5b"]
    desk.do(do.AddUnit(B5))
    assert desk.objections(do.Resolve()) == []


def test_an_attack_needs_a_unit() -> None:
    """[BG-12.2.1]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5).put(middle, G297).do(do.DeclareAttack(start, middle))
    assert desk.objections(do.Resolve()) == ["BG-12.2.1"]


def test_no_attack_over_the_danube_but_by_bridge_nor_over_closed_hexsides() -> None:
    """[BG-11.5b] [BG-11.5c]"""
    desk = Desk().put("1335", B5).put("1334", G297)
    assert desk.objections(do.DeclareAttack(desk.hex("1335"), desk.hex("1334"))) == ["BG-11.5c"]
    seen = set()
    for side, kinds in sorted(desk.context.map.hexsides.items()):
        a, b = side.hex, side.hex.neighbour(side.direction)
        if "danube" in kinds and {a, b} <= desk.context.land:
            road = desk.context.has_road(a, b)
            seen.add(road)
            fresh = Desk().put(a, B5).put(b, G297)
            expected = [] if road else ["BG-11.5b"]
            assert fresh.objections(do.DeclareAttack(a, b)) == expected
    assert seen == {True, False}


def test_dispersed_partisans_attack_nobody() -> None:
    """[BG-12.14b]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, "yugoslav-partisan-1", mode=DISPERSED).put(middle, G297)
    assert desk.objections(do.DeclareAttack(start, middle)) == ["BG-12.14b"]
    desk.put(start, "yugoslav-partisan-2").do(do.DeclareAttack(start, middle))
    assert desk.objections(do.AddUnit(U("yugoslav-partisan-1"))) == ["BG-7.4b"]
    assert desk.objections(do.AddUnit(U("yugoslav-partisan-2"))) == []


def test_confused_italians_do_not_attack_but_defend() -> None:
    """[BG-1943.6] [BG-1943.5]"""
    desk = Desk("1943", side=AXIS).having(attitude=Attitude.CONFUSION)
    start, middle, _ = desk.row()
    desk.put(start, "italian-13").put(middle, B5)
    assert desk.objections(do.DeclareAttack(start, middle)) == ["BG-1943.6"]
    desk.having(attitude=Attitude.BELLIGERENT)
    assert desk.objections(do.DeclareAttack(start, middle)) == []
    desk.having(attitude=Attitude.CONFUSION).turn_of(ALLIED)
    desk.attack(middle, start, B5)
    assert desk.asks() == "DefensiveFire"


def test_axis_chetniks_attack_yugoslav_partisans_only() -> None:
    """[BG-1943.13]"""
    desk = Desk("1943", side=AXIS)
    start, middle, end = desk.row()
    desk.put(middle, "chetnik-partisan-1").put(start, "yugoslav-partisan-1").put(end, B5)
    assert desk.objections(do.DeclareAttack(middle, end)) == ["BG-1943.13"]
    assert desk.objections(do.DeclareAttack(middle, start)) == []
    desk.put(start, "greek-guerrilla-partisan-1").put("reserve", "yugoslav-partisan-1")
    assert desk.objections(do.DeclareAttack(middle, start)) == ["BG-1943.13"]


def test_allied_chetniks_attack_any_axis_unit() -> None:
    """[BG-1943.14]"""
    for enemy in ("german-297", "italian-13", "bulgarian-7", "croatian-cro-1"):
        desk = Desk("1943").having(chetniks=ALLIED)
        start, middle, _ = desk.row()
        desk.put(middle, "chetnik-partisan-1").put(start, enemy)
        assert desk.objections(do.DeclareAttack(middle, start)) == []


def test_eastern_allies_attack_jointly_in_1945() -> None:
    """[BG-1945.4]"""
    desk = Desk("1945")
    start, middle, _ = desk.row()
    force = ("soviet-73", "bulgarian-7", "yugoslav-partisan-1")
    desk.put(start, *force).put(middle, G297).attack(start, middle, *force)
    assert set(desk.battle.attackers) == set(force)


def test_guerrillas_do_not_attack_with_allied_units() -> None:
    """They cannot share a hex, and an attack comes from one hex [BG-1944.2]."""
    desk = Desk("1944").put("Thebes", "greek-guerrilla-partisan-1")
    assert desk.pos.stack_objection(B5, desk.hex("Thebes")) == "BG-10.6.C"


def test_tac_is_committed_once_to_a_battle_and_counts_as_used() -> None:
    """[BG-13.3a] [BG-13.2a]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5).put(middle, G297).do(do.DeclareAttack(start, middle), do.AddUnit(B5))
    desk.do(do.UseTac())
    assert desk.state.tac_used == 1
    assert "BG-13.3a" in desk.objections(do.UseTac())
    desk = Desk().having(tac_used=2).put(start, B5).put(middle, G297)
    desk.do(do.DeclareAttack(start, middle), do.AddUnit(B5))
    assert desk.objections(do.UseTac()) == ["BG-13.3a"]


def test_poor_weather_leaves_one_tac_in_1943_and_none_in_1945() -> None:
    """[BG-6.1d] [BG-SU.4]"""
    for year, used, left in (("1943", 0, True), ("1943", 1, False), ("1945", 0, False)):
        desk = Desk(year).having(weather=Weather.POOR, tac_used=used)
        start, middle, _ = desk.row()
        desk.put(start, B5).put(middle, G297).do(do.DeclareAttack(start, middle), do.AddUnit(B5))
        assert (desk.objections(do.UseTac()) == []) == left


def test_tac_is_not_for_partisans_nor_for_the_axis() -> None:
    """[BG-13.3b] [BG-13.2a]"""
    desk = Desk()
    start, middle, _ = desk.row()
    partisan = U("yugoslav-partisan-1")
    desk.put(start, partisan).put(middle, G297)
    desk.do(do.DeclareAttack(start, middle), do.AddUnit(partisan))
    assert desk.objections(do.UseTac()) == ["BG-13.3b"]
    desk = Desk(side=AXIS).put(start, G297).put(middle, partisan)
    desk.do(do.DeclareAttack(start, middle), do.AddUnit(G297))
    assert "BG-13.2a" in desk.objections(do.UseTac())
    desk.do(do.Resolve())
    assert desk.asks() == "DefensiveFire", "nobody is asked for TAC over partisans"


def test_the_allies_may_defend_with_tac() -> None:
    """[BG-13.3a] [BG-12.2.3c]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297).put(middle, B5).attack(start, middle, G297)
    assert desk.asks() == "DefenderTac"
    assert desk.rules.question(desk.state).side == ALLIED
    before = desk.state
    desk.do(do.UseTac())
    assert desk.state.tac_used == 1
    assert desk.to_hit(B5, G297) == 5 + 1 - 1, "and out of supply"
    desk.state = before
    desk.do(do.NoTac())
    assert desk.state.tac_used == 0
    desk.state = before.having(tac_used=0)
    assert distance(start, middle) == 1


def test_a_second_attack_on_the_same_hex_is_another_battle() -> None:
    """[BG-12.4b] [BG-7.14] [BG-12.8.8]"""
    desk = Desk()
    start, middle, end = desk.row()
    desk.put(start, B5).put(end, B50).put(middle, G297).attack(start, middle, B5)
    desk.fire(G297, B5, 10, 10).fire(B5, G297, 10, 10)
    assert desk.asks() == "Commanding"
    desk.attack(end, middle, B50)
    assert desk.state.cp == 3
    assert desk.asks() == "DefensiveFire"
    assert desk.battle.shots == (G297, G297)
