"""Break off, retreat declaration, advance, cities, supply markers, recovered steps."""

from __future__ import annotations

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    ATTACKED,
    AXIS,
    CONCENTRATED,
    DEAD,
    DISPERSED,
    Beachhead,
)
from maps.hexgrid import Hex
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

B5, B50, B12, G297, GEN = (
    U("british-5"),
    U("british-50"),
    U("british-12"),
    U("german-297"),
    U("german-generic-1"),
)
YP1, YP2 = U("yugoslav-partisan-1"), U("yugoslav-partisan-2")


def clash(*attackers: str, enemies: tuple[str, ...] = (GEN,), target: Hex | None = None) -> Desk:
    """An attack over a bare border, the attackers in supply."""
    desk = Desk()
    start, middle, _ = desk.row()
    if target is not None:
        middle = target
        start = next(
            near
            for near in target.neighbours()
            if near in desk.context.land and desk.pos.can_step(B5, near, target)
        )
    desk.put(start, *attackers).put(middle, *enemies)
    desk.having(beachheads={start: Beachhead(open=True)})
    return desk.attack(start, middle, *attackers)


def test_breaking_off_recovers_a_step_and_ends_the_battle() -> None:
    """[BG-12.2.4a] [BG-12.2.7] [BG-12.9b]"""
    desk = clash(B5).fire(GEN, B5, 1)
    assert desk.asks() == "BreakOffCall" and desk.steps(B5) == 1
    start = desk.at(B5)
    desk.do(do.BreakOff(B5))
    assert desk.asks() == "Commanding"
    assert desk.steps(B5) == 2 and desk.at(B5) == start
    assert desk.state.pieces[B5].marks == {ATTACKED}
    assert desk.steps(GEN) == 1


def test_a_dead_attacker_may_be_the_step_recovered() -> None:
    """[BG-12.2.4a] [BG-12.9b]"""
    desk = clash("british-21", B5).fire(GEN, "british-21", 1)
    assert desk.at("british-21") == DEAD
    assert desk.objections(do.BreakOff(B5)) == ["BG-12.2.4a"]
    desk.do(do.BreakOff(U("british-21")))
    assert desk.at("british-21") == desk.at(B5)
    assert desk.steps("british-21") == 1


def test_a_recovered_partisan_is_concentrated_as_it_fought() -> None:
    """[BG-12.9b] [BG-12.14a]"""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, YP1).put(middle, GEN).attack(start, middle, YP1).fire(GEN, YP1, 1)
    desk.do(do.BreakOff(YP1))
    assert desk.state.pieces[YP1].mode == CONCENTRATED
    desk = Desk(side=AXIS).put(start, G297).put(middle, YP1, YP2)
    desk.attack(start, middle, G297).fire(YP1, G297, 10).fire(YP2, G297, 10)
    desk.fire(G297, YP1, 1).fire(G297, YP2, 10)
    desk.do(do.Retreat(YP1))
    assert desk.state.pieces[YP1].mode == CONCENTRATED


def test_no_break_off_without_a_loss() -> None:
    """[BG-12.2.4b]"""
    desk = clash(B5).fire(GEN, B5, 10)
    assert desk.asks() == "OffensiveFire"


def test_support_left_alone_must_break_off() -> None:
    """[BG-12.2.4c]"""
    desk = clash("british-21", B12).fire(B12, GEN, 10).fire(GEN, "british-21", 1)
    assert desk.asks() == "BreakOffCall"
    assert desk.objections(do.PressOn()) == ["BG-12.2.4c"]
    desk.do(do.BreakOff(U("british-21")))
    assert desk.asks() == "Commanding"


def test_pressing_on_keeps_the_losses() -> None:
    """[BG-12.2.5a]"""
    desk = clash(B5).fire(GEN, B5, 1).do(do.PressOn())
    assert desk.asks() == "OffensiveFire"
    assert desk.battle.shots == (B5,)


def test_no_break_off_from_a_city() -> None:
    """[BG-12.10a]"""
    desk = clash(B5, target=Desk().hex("Zagreb")).fire(GEN, B5, 1)
    assert desk.asks() == "OffensiveFire"
    assert desk.steps(B5) == 1
    desk = clash("british-21", B12, target=desk.hex("Zagreb"))
    desk.fire(B12, GEN, 10).fire(GEN, "british-21", 1)
    assert desk.asks() == "Commanding", "the battle is over, with nothing recovered"
    assert desk.at("british-21") == DEAD


def test_a_town_is_no_city() -> None:
    """[BG-12.10a]"""
    desk = clash(B5, target=Desk().hex("Nis")).fire(GEN, B5, 1)
    assert desk.asks() == "BreakOffCall"


def test_no_retreat_from_a_city() -> None:
    """[BG-12.10b]"""
    desk = clash(B5, enemies=(G297,), target=Desk().hex("Zagreb"))
    desk.fire(G297, B5, 10, 10).fire(B5, G297, 1, 10)
    assert desk.asks() == "Commanding"
    assert desk.steps(G297) == 1


def test_a_retreat_recovers_one_step_lost_in_offensive_fire() -> None:
    """[BG-12.2.6a] [BG-12.8.0] [BG-12.2.8] [BG-12.9b]"""
    desk = clash(B5, enemies=(G297, GEN))
    hex_ = desk.at(G297)
    desk.fire(G297, B5, 10, 10).fire(GEN, B5, 10).fire(B5, G297, 1).fire(B5, GEN, 1)
    assert desk.asks() == "RetreatCall"
    assert desk.objections(do.Retreat(B5)) == ["BG-12.2.6a"]
    desk.do(do.Retreat(GEN))
    assert desk.steps(GEN) == 1 and desk.steps(G297) == 1, "one hit is cancelled, not two"
    assert desk.asks() == "Retreating"
    desk.do(next(iter(desk.legal)))
    assert desk.at(G297) == desk.at(GEN) != hex_
    assert desk.asks() == "Advancing"


def test_a_loss_to_the_barrage_cannot_be_recovered() -> None:
    """[BG-12.2.6b] [BG-12.2.6a]"""
    desk = clash(B5, B12, enemies=(G297,)).fire(B12, G297, 1)
    desk.fire(G297, B5, 10).fire(B5, G297, 10, 10)
    assert desk.asks() == "Commanding"
    assert desk.steps(G297) == 1


def test_no_retreat_without_a_loss() -> None:
    """[BG-12.2.6b]"""
    desk = clash(B5, enemies=(G297,)).fire(G297, B5, 10, 10).fire(B5, G297, 10, 10)
    assert desk.asks() == "Commanding"


def test_holding_keeps_the_hex_and_the_losses() -> None:
    """[BG-12.2.6a] [BG-12.8.10]"""
    desk = clash(B5, enemies=(G297, GEN))
    hex_ = desk.at(G297)
    desk.fire(G297, B5, 10, 10).fire(GEN, B5, 10).fire(B5, G297, 1, 10).do(do.Hold())
    assert desk.at(G297) == desk.at(GEN) == hex_
    assert desk.steps(G297) == 1
    assert desk.asks() == "Commanding"


def test_allied_defenders_by_a_supply_marker_never_retreat() -> None:
    """[BG-12.2.6c]"""
    for port in (False, True):
        desk = Desk(side=AXIS).having(tac_used=2)
        start, middle, _ = desk.row()
        desk.put(start, G297).put(middle, B5)
        desk.having(beachheads={middle: Beachhead(open=True, port=port)})
        desk.attack(start, middle, G297).fire(B5, G297, 10, 10).fire(G297, B5, 1, 10)
        assert desk.asks() == "Commanding"
        assert desk.steps(B5) == 1


def test_a_marker_dies_with_the_last_allied_unit_even_without_an_advance() -> None:
    """[BG-12.6] [BG-4.0e] [BG-12.8.10]"""
    desk = Desk(side=AXIS).having(tac_used=2)
    start, middle, _ = desk.row()
    desk.put(start, G297).put(middle, "british-21")
    desk.having(beachheads={middle: Beachhead(open=True)})
    desk.attack(start, middle, G297).fire("british-21", G297, 10)
    assert desk.state.beachheads
    desk.fire(G297, "british-21", 1)
    desk.do(do.CeaseFire())
    assert desk.asks() == "Advancing"
    assert not desk.state.beachheads and desk.state.markers_lost == 1
    desk.do(do.EndAdvance())
    assert desk.state.markers_lost == 1


def test_victors_advance_singly_or_together_and_only_into_that_hex() -> None:
    """[BG-12.2.9] [BG-12.7a] [BG-12.7b]"""
    desk = clash(B5, B50).fire(GEN, B5, 10).fire(B5, GEN, 1)
    target, origin = desk.battle.target, desk.at(B50)
    desk.do(do.CeaseFire(), do.Hold())
    assert desk.asks() == "Advancing"
    cp = desk.state.cp
    desk.do(do.Advance(B5))
    assert desk.objections(do.Advance(B5)) == ["BG-12.7a"]
    assert desk.objections(do.EndPhase()) == ["BG-5.2b"]
    desk.do(do.EndAdvance())
    assert desk.at(B5) == target and desk.at(B50) == origin
    assert desk.state.cp == cp


def test_an_advance_observes_stacking() -> None:
    """[BG-12.7a] [BG-10.6.B]"""
    desk = Desk("1944")
    start, middle, _ = desk.row()
    desk.put(start, B5).put(middle, GEN).put(middle, YP1, mode=DISPERSED)
    desk.attack(start, middle, B5).fire(GEN, B5, 10).fire(B5, GEN, 1)
    desk.do(do.CeaseFire(), do.Hold())
    assert desk.asks() == "Commanding", "the partisan shuts the British out"
    assert desk.at(B5) == start


def test_an_advance_stays_out_of_closed_countries() -> None:
    """[BG-11.5a]"""
    desk = Desk("1944", side=AXIS)
    unit = U("bulgarian-7")
    inside = set(desk.context.zone_hexes["Albania"])
    origin, target = next(
        (at, near)
        for at in sorted(desk.context.zone_hexes["Macedonia"])
        for near in at.neighbours()
        if near in inside and desk.pos.can_step(unit, at, near) and near not in desk.context.places
    )
    desk.put(origin, unit, G297).put(target, YP1).attack(origin, target, unit, G297)
    desk.fire(YP1, G297, 10).fire(G297, YP1, 1)
    while desk.asks() == "OffensiveFire":
        desk.fire(unit, YP1, 10) if unit in desk.battle.shots else desk.fire(G297, YP1, 10)
    if desk.asks() == "RetreatCall":
        desk.do(do.Hold())
    assert desk.asks() == "Advancing"
    assert desk.objections(do.Advance(unit)) == ["BG-11.5a"]
    assert desk.objections(do.Advance(G297)) == []


def test_support_advances_only_behind_another_unit() -> None:
    """[BG-12.7c]"""
    desk = clash(B5, B12).fire(B12, GEN, 1)
    assert desk.objections(do.Advance(B12)) == ["BG-12.7c"]
    desk.do(do.Advance(B5))
    assert desk.objections(do.Advance(B12)) == []


def test_defenders_never_advance_and_the_dead_neither() -> None:
    """[BG-12.7d] [BG-12.7a]"""
    desk = clash(B5, "british-21").fire(GEN, "british-21", 1).do(do.PressOn())
    desk.fire(B5, GEN, 1, 1)
    assert desk.objections(do.Advance(U("british-21"))) == ["BG-12.7a"]
    assert desk.objections(do.Advance(GEN)) == ["BG-12.7a"]
    desk = clash("british-21").fire(GEN, "british-21", 1)
    desk.do(do.BreakOff(U("british-21")))
    assert desk.asks() == "Commanding"


def test_an_advance_takes_towns_and_improved_positions() -> None:
    """[BG-7.12e] [BG-4.0f]"""
    desk = clash(B5, target=Desk().hex("Nis"))
    nis = desk.battle.target
    place = desk.context.place_meant("Nis")
    assert place is not None
    desk.having(improved=frozenset({nis}))
    desk.fire(GEN, B5, 10).fire(B5, GEN, 1, 1)
    assert desk.state.improved and desk.state.control[place.id] == AXIS
    desk.do(do.Advance(B5))
    assert not desk.state.improved and desk.state.control[place.id] == ALLIED


def test_used_tac_and_the_naval_unit_are_set_aside_unhurt() -> None:
    """[BG-12.8.9] [BG-12.2.7] [BG-13.2b] [BG-13.3a]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    naval = min(desk.context.sea)
    desk.put(start, G297).put(middle, B5).having(naval=naval)
    desk.attack(start, middle, G297).do(do.UseTac())
    desk.fire(B5, G297, 10, 10).fire(G297, B5, 1, 10).do(do.Retreat(B5))
    desk.do(next(iter(desk.legal)))
    assert desk.state.tac_used == 1
    assert desk.pos.tac_left == 1
    assert desk.state.naval == naval


def test_a_brigade_killed_out_of_supply_is_lost_for_good() -> None:
    """[BG-8.3.2]"""
    for unit, lost in (("slovene-slo-1", True), (GEN, False)):
        desk = Desk()
        start, middle, _ = desk.row()
        desk.put(start, B5).put(middle, unit).put("Laibach", B50)
        desk.attack(start, middle, B5).fire(unit, B5, 10)
        desk.fire(B5, unit, 1, 1)
        assert ("lost for good" in desk.state.pieces[U(unit)].marks) == lost


def test_a_wiped_out_attacker_may_still_save_one_unit() -> None:
    """[BG-12.2.4a]"""
    desk = Desk(side=AXIS).having(tac_used=2)
    start, middle, _ = desk.row()
    desk.put(start, GEN).put(middle, B5).attack(start, middle, GEN).fire(B5, GEN, 1)
    assert desk.at(GEN) == DEAD
    assert desk.asks() == "BreakOffCall"
    desk.do(do.BreakOff(GEN))
    assert desk.at(GEN) == start
