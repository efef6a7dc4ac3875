"""Positions where two rules meet and something must be offered; sections in the names."""

from __future__ import annotations

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.records import (
    AXIS,
    CONCENTRATED,
    DISPERSED,
    MED_BOX,
    MOVED,
    Beachhead,
)
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

B5, B50 = U("british-5"), U("british-50")
G297, G173, GEN = U("german-297"), U("german-173"), U("german-generic-1")
YP, YP2, PARA = U("yugoslav-partisan-1"), U("yugoslav-partisan-2"), U("british-4-plus")


def test_12_15_both_modes_in_a_hex_are_two_attacks_of_which_either_may_be_made() -> None:
    """Two separate combats with two sets of units, or one of the player's choice. [BG-12.15a]
    [BG-12.1a]
    """
    desk = Desk(side=AXIS)
    start, middle, end = desk.row()
    desk.put(start, G297).put(end, G173).put(middle, YP, mode=CONCENTRATED)
    desk.put(middle, YP2, mode=DISPERSED)
    attacks = list(desk.legal.family("attack"))
    hunts = list(desk.legal.family("hunt"))
    assert {(a.origin, a.target) for a in attacks} == {(start, middle), (end, middle)}
    assert {a.target for a in hunts} == {middle}


def test_12_7_and_12_2_attackers_advance_when_the_barrage_alone_cleared_the_hex() -> None:
    """Or if every enemy unit was eliminated by a bombardment. [BG-12.7a] [BG-12.2.2]"""
    desk = Desk()
    start, middle, _ = desk.row()
    gun = U("british-12")
    assert desk.pos.support(gun)
    desk.put(start, B5, gun).put(middle, GEN)
    desk.having(beachheads={start: Beachhead(open=True)})
    desk.attack(start, middle, B5, gun).fire(gun, GEN, 1)
    while desk.asks() != "Advancing":
        desk.do(do.CeaseFire())
    assert {a.unit for a in desk.legal.family("advance")} >= {B5}


def test_12_3_a_whole_division_fires_its_two_shots_at_two_units() -> None:
    """At two different targets if its owner so desires. [BG-12.3a]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297, G173).put(middle, B5)
    desk.attack(start, middle, G297, G173)
    if desk.asks() == "DefenderTac":
        desk.do(do.NoTac())
    desk.fire(B5, G297, 10)
    assert do.Fire(B5, G173) in list(desk.legal.family("fire"))


def test_7_3_and_7_4_who_stayed_behind_a_move_attacks_by_another_command() -> None:
    """Some stay put in their hex; they have neither moved nor attacked. [BG-7.3b] [BG-7.4d]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row()
    desk.put(start, G297, G173).put(middle, B5)
    desk.do(do.Activate(start))
    goal = min(a.target for a in desk.legal.of(G297) if isinstance(a, do.Move))
    desk.do(do.Move(G297, goal))
    if desk.asks() != "Commanding":
        desk.do(do.EndMove())
    assert MOVED in desk.state.pieces[G297].marks
    assert do.DeclareAttack(start, middle) in list(desk.legal.family("attack"))
    desk.do(do.DeclareAttack(start, middle))
    assert [a.unit for a in desk.legal.family("add unit")] == [G173]


def test_10_6_germans_bulgarians_and_croats_attack_from_one_hex_together() -> None:
    """The Axis builds stacks of all its nations. [BG-10.6.D] [BG-12.1a]"""
    desk = Desk(side=AXIS)
    start, middle, _ = desk.row("Serbia")
    trio = (G297, U("bulgarian-22"), U("german-173"))
    desk.put(start, *trio).put(middle, YP, mode=CONCENTRATED)
    desk.do(do.DeclareAttack(start, middle))
    assert {a.unit for a in desk.legal.family("add unit")} == set(trio)


def test_7_9_and_12_10_paratroops_may_drop_on_a_city_that_enemies_hold() -> None:
    """It can be dangerous, and it is allowed. [BG-7.9b] [BG-12.10b]"""
    desk = Desk().box(PARA).put("Zagreb", G297)
    zagreb = desk.hex("Zagreb")
    assert do.DeclareDrop(zagreb) in list(desk.legal.family("drop"))


def test_13_4_and_13_2_the_ships_go_to_sea_beside_the_hex_they_defend() -> None:
    """In or adjacent to the hex: a sea hex beside Durres will do. [BG-13.4a] [BG-12.2.3d]"""
    desk = Desk(side=AXIS)
    durres = desk.hex("Durres")
    sea = next(n for n in durres.neighbours() if n in desk.context.sea)
    start = next(
        near
        for near in durres.neighbours()
        if near in desk.context.land and desk.pos.can_step(G297, near, durres)
    )
    desk.put(start, G297).put(durres, B5)
    plain = desk.having(naval=None)
    assert not plain.pos.naval_supports(durres)
    assert desk.having(naval=sea).pos.naval_supports(durres)
    assert sea in desk.context.naval_hexes


def test_11_4_and_7_3_a_unit_that_landed_at_a_port_by_sea_marches_on_and_others_follow() -> None:
    """One command each from the Med Box, which never is a stack. [BG-11.4c] [BG-10.5]"""
    desk = Desk(cp=3).box(B5, B50)
    durres = desk.hex("Durres")
    desk.having(beachheads={durres: Beachhead(open=True, port=True)})
    desk.do(do.SeaMove(B5, durres))
    assert [a for a in desk.legal.of(B5) if isinstance(a, do.Move)]
    desk.do(do.EndMove())
    assert do.SeaMove(B50, durres) in list(desk.legal.of(B50))


def test_8_3_and_9_6_a_reduced_division_in_the_med_box_is_restored_out_of_reach_of_markers() -> (
    None
):
    """Units in the Med Box are always in supply. [BG-8.3.1] [BG-9.6]"""
    desk = Desk().put(MED_BOX, B5, steps=1)
    assert not desk.state.beachheads
    assert do.Restore(B5) in list(desk.legal.of(B5))


def test_6_3_and_11_6_a_dispersed_partisan_leaves_its_hex_for_nothing_and_again_by_command() -> (
    None
):
    """Two hexes in the segment, two more for a move command. [BG-6.3c] [BG-11.6b]"""
    desk = Desk()
    start, *_ = desk.row()
    desk.put(start, YP, mode=DISPERSED)
    desk.do(do.Activate(start))
    goals = {a.target for a in desk.legal.of(YP) if isinstance(a, do.Displace)}
    assert {at for at in start.neighbours() if at in desk.context.land} <= goals
