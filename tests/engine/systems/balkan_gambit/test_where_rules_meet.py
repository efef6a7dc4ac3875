"""Positions where two rules meet, judged by the rulebook's sentences; sections in the names."""

from __future__ import annotations

from typing import Any

from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.battle.fire import ledger
from engine.systems.balkan_gambit.battle.hunts import hunt_ledger
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    DISPERSED,
    ENTERED,
    LOST,
    MED_BOX,
    Attitude,
    Battle,
    Beachhead,
    Kind,
    Partisans,
    Reinforcing,
    TurnEnd,
    Weather,
)
from engine.systems.balkan_gambit.turn.movement_phase import points_spent
from engine.systems.balkan_gambit.victory import points
from maps.hexgrid import Hex
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk

B5, B50, B8, B12, B14 = (U(f"british-{name}") for name in ("5", "50", "8", "12", "14"))
PARA, G297, G173 = U("british-4-plus"), U("german-297"), U("german-173")
GEN, IT, YP, YP2 = (
    U("german-generic-1"),
    U("italian-13"),
    U("yugoslav-partisan-1"),
    U("yugoslav-partisan-2"),
)
CHETNIK = U("chetnik-partisan-1")


def silent(desk: Desk) -> Desk:
    """Let all defensive fire miss."""
    while desk.asks() == "DefensiveFire":
        desk.fire(desk.battle.shots[0], desk.battle.attackers[0], 10)
    return desk


def fight(origin: Hex | None, target: Hex, **how: Any) -> Battle:
    """A British attack on a German division."""
    plain = {"kind": Kind.ATTACK, "attackers": (B5,), "defenders": (G297,)}
    return Battle(**{**plain, "side": ALLIED, "target": target, "origin": origin, **how})


def row(desk: Desk) -> tuple[Hex, Hex]:
    """Two adjacent clear hexes."""
    start, middle, _ = desk.row()
    return start, middle


def test_12_2_and_2_12_a_reduced_division_has_tac_in_attack_a_brigade_has_not() -> None:
    """A reduced division is a division still. [BG-12.2.5b] [BG-2.12b]"""
    desk = Desk()
    start, middle = row(desk)
    desk.put(start, B5, steps=1).put(start, "british-21").put(middle, G297)
    battle = fight(start, middle, tac_attack=True)
    rules = [line.rule for line in ledger(desk.pos, battle, B5, True)]
    assert "BG-12.2.5b" in rules
    brigade = ledger(desk.pos, battle, U("british-21"), True)
    assert "BG-12.2.5b" not in [line.rule for line in brigade]


def test_12_10_and_12_2_corps_support_left_alone_before_a_city_ends_the_attack() -> None:
    """It must stop, and nothing is recovered: a city lets nobody break off. [BG-12.10a]
    [BG-12.2.4c]
    """
    desk = Desk()
    zagreb = desk.hex("Zagreb")
    desk.put("1709", "british-21", B12).put(zagreb, G297)
    desk.attack(desk.hex("1709"), zagreb, "british-21", B12)
    desk.fire(G297, "british-21", 1)
    while desk.asks() == "DefensiveFire":
        desk.fire(G297, B12, 10)
    assert desk.asks() == "Commanding"
    assert desk.at("british-21") == DEAD and desk.at(B12) == desk.hex("1709")


def test_12_10_and_7_10_defenders_of_a_city_do_not_retreat_from_a_drop() -> None:
    """Not even during an airborne assault; the drop dies while one of them is left.
    [BG-12.10b] [BG-7.10d]
    """
    desk = Desk().box(PARA)
    zagreb = desk.hex("Zagreb")
    desk.put(zagreb, G297).do(do.DeclareDrop(zagreb), do.AddUnit(PARA), do.Resolve())
    silent(desk).fire(PARA, G297, 1)
    assert desk.asks() == "Commanding"
    assert desk.at(PARA) == DEAD and desk.steps(G297) == 1
    assert LOST in desk.state.pieces[PARA].marks


def test_7_10_and_12_11_nothing_modifies_a_drop() -> None:
    """No terrain, position, supply, ships or aircraft, for either side. [BG-7.10c] [BG-12.11a]"""
    desk = Desk().put("1425", G297).box(PARA)
    durres = desk.hex("1425")
    desk.having(improved=frozenset({durres}), naval=durres)
    battle = fight(None, durres, kind=Kind.DROP, attackers=(PARA,))
    for unit, attacking in ((G297, False), (PARA, True)):
        assert [line.rule for line in ledger(desk.pos, battle, unit, attacking)] == ["BG-12.3a"]
    desk.do(do.DeclareDrop(durres), do.AddUnit(PARA))
    assert "BG-7.10c" in desk.objections(do.UseTac())


def test_7_10_and_7_13_a_drop_into_an_empty_hex_attacks_nobody() -> None:
    """It has been activated. [BG-7.10a] [BG-7.13a]"""
    desk = Desk().box(PARA).put("1719", G297)
    desk.do(do.DeclareDrop(desk.hex("1718")), do.AddUnit(PARA), do.Resolve())
    assert desk.at(PARA) == desk.hex("1718")
    attack = do.DeclareAttack(desk.hex("1718"), desk.hex("1719"))
    assert "BG-7.13a" in desk.objections(attack)


def failed_landing() -> Desk:
    """A landing at Durres that left a defender in place."""
    desk = Desk(cp=20).box(B5, B50, PARA).put("Durres", G297)
    durres = desk.hex("Durres")
    desk.do(do.DeclareLanding(durres), do.AddUnit(B5), do.Resolve())
    desk.fire(G297, B5, 1, 10).do(do.PressOn()).fire(B5, G297, 10)
    return desk


def test_7_8_and_8_2_a_beaten_landing_force_is_not_restored_the_same_turn() -> None:
    """Its losses stand, and it has acted. [BG-7.8c] [BG-8.3.A2] [BG-7.13a]"""
    desk = failed_landing()
    assert desk.at(B5) == MED_BOX and desk.steps(B5) == 1
    assert "BG-7.13a" in desk.objections(do.Restore(B5))


def test_7_8_and_7_9_after_a_failed_landing_paratroops_and_sea_moves_still_come() -> None:
    """Only a further amphibious assault is barred. [BG-7.8d] [BG-7.9a] [BG-11.4a]"""
    desk = failed_landing()
    kalamata = desk.hex("Kalamata")
    assert "BG-7.8d" in desk.objections(do.DeclareLanding(kalamata))
    assert desk.objections(do.DeclareDrop(desk.hex("1718"))) == []
    desk.having(beachheads={kalamata: Beachhead(open=True)})
    assert desk.objections(do.SeaMove(B50, kalamata)) == []


def test_7_2_and_1943_chetniks_under_allied_command_earn_the_partisans_point() -> None:
    """[BG-7.2d] [BG-1943.12]"""
    desk = Desk(cp=1).having(chetniks=ALLIED).put("2324", CHETNIK).put("1709", B5)
    assert desk.objections(do.Activate(desk.hex("1709"))) == ["BG-7.2d"]
    desk.do(do.Activate(desk.hex("2324")))
    assert desk.state.partisans_paid
    other = Desk(cp=1).having(chetniks=AXIS).put("2324", CHETNIK)
    assert other.objections(do.Activate(other.hex("2324"))) == ["BG-7.3b"]


def test_6_3_and_10_3_who_displaces_may_concentrate_where_he_comes_to_not_the_reverse() -> None:
    """[BG-6.3g] [BG-6.3e]"""
    desk = Desk().put("1717", YP, mode=DISPERSED)
    desk.ask(*desk.state.flow, Partisans(ALLIED), phase="initial", active="", cp=0)
    desk.do(do.Displace(YP, desk.hex("1618")), do.SwitchMode(YP))
    assert desk.objections(do.Displace(YP, desk.hex("1717")))[0] == "BG-6.3e"
    assert desk.objections(do.SwitchMode(YP)) == ["BG-6.3a"]


def test_12_15_and_12_7_a_victor_advances_among_dispersed_partisans() -> None:
    """Two modes in a hex: the fight is with one, the other hinders nobody. [BG-12.15e]
    [BG-12.14c] [BG-12.7a]
    """
    desk = Desk(side=AXIS)
    start, middle = row(desk)
    desk.put(start, G297).put(middle, YP).put(middle, YP2, mode=DISPERSED)
    desk.attack(start, middle, G297)
    assert desk.battle.defenders == (YP,)
    silent(desk).fire(G297, YP, 1)
    if desk.asks() == "RetreatCall":
        desk.do(do.Hold())
    desk.do(do.Advance(G297))
    assert desk.at(G297) == desk.at(YP2) == middle


def test_9_3_and_11_3_a_port_lost_in_passing_opens_from_the_start_again() -> None:
    """Even temporarily. [BG-9.3g] [BG-11.3.1]"""
    desk = Desk(side=AXIS).put("Tirana", "german-1-armor")
    durres = desk.hex("Durres")
    desk.having(beachheads={durres: Beachhead(open=True, port=True, opens=1)})
    desk.having(control={**desk.state.control, "durres": ALLIED})
    desk.do(do.Activate(desk.hex("Tirana")))
    desk.do(do.Move(U("german-1-armor"), desk.hex("1524"), (durres,)))
    assert durres not in desk.state.beachheads and desk.state.control["durres"] == AXIS
    desk.turn_of(ALLIED).put("1426", B5).do(do.Activate(desk.hex("1426")))
    desk.do(do.Move(B5, durres), do.MarkPort(durres))
    mark = desk.state.beachheads[durres]
    assert (mark.open, mark.port, mark.opens) == (True, False, 0)


def test_12_6_and_12_8_defenders_of_a_supply_marker_do_not_retreat() -> None:
    """Nor do they leave the marker behind. [BG-12.2.6c] [BG-12.6]"""
    desk = Desk(side=AXIS)
    start, middle = row(desk)
    desk.put(start, G297).put(middle, B5).having(beachheads={middle: Beachhead(open=True)})
    desk.attack(start, middle, G297)
    if desk.asks() == "DefenderTac":
        desk.do(do.NoTac())
    silent(desk).fire(G297, B5, 1, 10)
    assert desk.asks() == "Commanding" and desk.steps(B5) == 1


def test_12_9_and_4_0_a_division_won_back_by_a_retreat_is_no_dead_one() -> None:
    """[BG-12.9b] [BG-4.0c]"""
    desk = Desk().having(control={})
    start, middle = row(desk)
    desk.put(start, B5).put(middle, G297, steps=1)
    desk.attack(start, middle, B5)
    silent(desk).fire(B5, G297, 1, 10).do(do.Retreat(G297))
    goal = next(a.target for a in desk.legal if isinstance(a, do.RetreatTo))
    desk.do(do.RetreatTo((G297,), goal), do.EndAdvance())
    assert desk.steps(G297) == 1 and points(desk.pos)[ALLIED] == 0


def test_12_9_and_12_8_an_extra_hit_keeps_the_last_step() -> None:
    """[BG-12.9a] [BG-12.2.6a]"""
    desk = Desk()
    start, middle = row(desk)
    desk.put(start, B5).put(middle, GEN)
    desk.attack(start, middle, B5)
    silent(desk).fire(B5, GEN, 1, 1)
    assert desk.asks() == "Advancing" and desk.at(GEN) == DEAD


def test_12_9_and_12_13_partisans_are_never_hit_once_more() -> None:
    """Wiped out, they may still call a retreat. [BG-12.9a] [BG-12.8.11]"""
    desk = Desk(side=AXIS)
    start, middle = row(desk)
    desk.put(start, G297).put(middle, YP)
    desk.attack(start, middle, G297)
    silent(desk).fire(G297, YP, 1)
    assert desk.asks() == "RetreatCall"


def test_13_4_and_12_11_ships_help_into_a_coastal_hex_not_out_of_one() -> None:
    """The battle is in the attacked hex. [BG-12.2.5c] [BG-13.4b]"""
    desk = Desk(cp=20).put("1525", G297).put("1524", GEN).put("1425", B5)
    desk.having(naval=desk.hex("1425"), beachheads={desk.hex("1425"): Beachhead(open=True)})
    for target, helped in ((desk.hex("1525"), False), (desk.hex("1524"), True)):
        battle = fight(desk.hex("1425"), target)
        found = [line.rule for line in ledger(desk.pos, battle, B5, True)]
        assert ("BG-12.2.5c" in found) == helped


def test_6_2_and_11_4_winter_comes_off_before_a_port_takes_its_half() -> None:
    """[BG-6.2a] [BG-11.4c]"""
    desk = Desk("1945").box(B8)
    durres = desk.hex("Durres")
    desk.having(beachheads={durres: Beachhead(open=True, port=True)})
    assert points_spent(desk.pos, B8, durres) == 3
    assert points_spent(desk.having(weather=Weather.POOR).pos, B8, durres) == 3
    assert desk.pos.movement_factor(B8, supplied=True) == 5, "two points are left, not three"


def test_1943_and_12_8_confused_italians_defend_and_retreat() -> None:
    """They may not move or attack; a retreat costs no movement. [BG-1943.6] [BG-12.8.7]"""
    desk = Desk().having(attitude=Attitude.CONFUSION)
    start, middle = row(desk)
    desk.put(start, B5).put(middle, IT)
    desk.attack(start, middle, B5)
    assert desk.asks() == "DefensiveFire"
    silent(desk).fire(B5, IT, 1).do(do.CeaseFire(), do.Retreat(IT))
    goal = next(a.target for a in desk.legal if isinstance(a, do.RetreatTo))
    desk.do(do.RetreatTo((IT,), goal))
    assert desk.at(IT) == goal


def test_7_11_and_11_4_nobody_sails_before_the_beachhead_is_paid_for() -> None:
    """Kept open by a previous maintenance command. [BG-7.11d] [BG-11.4e]"""
    desk = Desk().box(B5)
    durres = desk.hex("Durres")
    desk.having(beachheads={durres: Beachhead(open=False)})
    assert desk.objections(do.SeaMove(B5, durres)) == ["BG-11.4e"]
    desk.do(do.Maintain(durres), do.SeaMove(B5, durres))
    assert desk.at(B5) == durres


def test_8_1_and_7_6_a_unit_entered_this_turn_lands_this_turn() -> None:
    """Reinforcements move onto the map by movement or assault. [BG-7.6a] [BG-8.1d]"""
    desk = Desk().put("reserve", "british-34")
    desk.ask(*desk.state.flow, Reinforcing(ALLIED, naval=True), phase="initial", active="")
    desk.do(do.Enter(U("british-34"), MED_BOX)).turn_of(ALLIED)
    desk.do(do.DeclareLanding(desk.hex("Kalamata")))
    assert desk.objections(do.AddUnit(U("british-34"))) == []


def test_7_6_and_7_9_by_the_option_who_entered_this_turn_drops_but_does_not_land() -> None:
    """7.6 as worded: there as the Mutual Initial Phase begins; a drop only starts there. [BG-7.6a]
    [BG-7.9b] [BG-8.1d]
    """
    desk = Desk("1943", "landings_wait", cp=20).put("reserve", "british-34").box(B5, PARA)
    desk.ask(*desk.state.flow, Reinforcing(ALLIED, naval=True), phase="initial", active="")
    late = U("british-34")
    desk.do(do.Enter(late, MED_BOX)).turn_of(ALLIED)
    kalamata = desk.hex("Kalamata")
    desk.do(do.DeclareLanding(kalamata))
    assert "BG-7.6a" in desk.objections(do.AddUnit(late))
    assert do.AddUnit(B5) in list(desk.legal.of(B5)) and not list(desk.legal.of(late))
    desk.do(do.AddUnit(B5), do.Resolve())
    desk.having(beachheads={kalamata: Beachhead(open=True)}).put("1719", B5)
    assert desk.objections(do.SeaMove(late, kalamata)) == [], "it moves by sea"
    desk.state = desk.state.with_piece(PARA, marks=frozenset({ENTERED}))
    desk.do(do.DeclareDrop(desk.hex("1718")))
    assert desk.objections(do.AddUnit(PARA)) == []
    desk = Desk("1943", "landings_wait").box(B5)
    desk.state = desk.state.with_piece(B5, marks=frozenset({ENTERED}))
    desk.ask(*desk.state.flow[:-1], TurnEnd()).settle()
    assert ENTERED not in desk.state.pieces[B5].marks


def test_10_6_and_10_2_an_american_passes_through_a_british_port() -> None:
    """Stacking is judged where the command ends. [BG-10.6.A] [BG-10.2]"""
    desk = Desk("1944").box("us-3").put("Durres", B5)
    durres = desk.hex("Durres")
    desk.having(beachheads={durres: Beachhead(open=True, port=True)})
    desk.do(do.SeaMove(U("us-3"), durres))
    assert desk.objections(do.EndMove()) == ["BG-10.6.A"]
    goal = min(a.target for a in desk.legal.of(U("us-3")) if isinstance(a, do.Move))
    desk.do(do.Move(U("us-3"), goal))
    assert desk.asks() == "Commanding"


def test_10_3_and_12_8_two_guns_do_not_retreat_into_one_hex() -> None:
    """Never more than one corps support unit in a hex. [BG-10.3.B] [BG-12.8.2]"""
    desk = Desk(side=AXIS)
    start, middle = row(desk)
    ring = [n for n in middle.neighbours() if desk.pos.can_step(B5, middle, n) and n != start]
    desk.put(start, G297, G173).put(middle, B5, B12)
    desk.put(ring[0], B14)
    for number, at in enumerate(ring[1:], 1):
        desk.put(at, f"croatian-cro-{number}")
    desk.attack(start, middle, G297, G173)
    if desk.asks() == "DefenderTac":
        desk.do(do.NoTac())
    silent(desk).fire(G297, B5, 1, 10).fire(G173, B5, 10, 10)
    assert desk.asks() == "Commanding", "no legal retreat for the whole force"
    assert desk.at(B12) == middle


def test_8_3_and_9_2_a_brigade_that_dies_cut_off_is_lost() -> None:
    """It was out of supply when it was eliminated. [BG-8.3.2] [BG-9.2a]"""
    desk = Desk()
    start, middle = row(desk)
    ring = [n for n in middle.neighbours() if n in desk.context.land and n != start]
    desk.put(start, B5).put(middle, GEN)
    for number, at in enumerate(ring, 1):
        desk.put(at, f"yugoslav-partisan-{number}")
    assert not desk.pos.supplied(GEN)
    desk.attack(start, middle, B5)
    silent(desk).fire(B5, GEN, 1)
    while desk.asks() == "OffensiveFire":
        desk.do(do.CeaseFire())
    assert LOST in desk.state.pieces[GEN].marks


def test_13_5_and_12_7_a_capital_falls_to_an_advance_and_not_to_partisans() -> None:
    """Occupied by regular forces. [BG-13.5b] [BG-12.7a]"""
    desk = Desk().put("1611", "croatian-cro-1").put("Zagreb", GEN)
    zagreb = desk.hex("Zagreb")
    desk.put("1709", B5).attack(desk.hex("1709"), zagreb, B5)
    silent(desk).fire(B5, GEN, 1)
    while desk.asks() == "OffensiveFire":
        desk.do(do.CeaseFire())
    assert desk.at("croatian-cro-1") == desk.hex("1611")
    desk.do(do.Advance(B5))
    assert desk.at("croatian-cro-1") == DEAD
    rebels = Desk().put("1611", "croatian-cro-1").put("1709", YP)
    rebels.do(do.Activate(rebels.hex("1709")), do.Move(YP, zagreb))
    assert rebels.at("croatian-cro-1") == rebels.hex("1611")


def test_7_12_and_12_15_an_improved_position_hinders_allies_who_hunt_chetniks() -> None:
    """It lowers the Allied number against whoever of the Axis is in the hex. [BG-7.12c]
    [BG-12.15a]
    """
    desk = Desk().having(chetniks=AXIS).put("2324", YP).put("2323", CHETNIK, mode=DISPERSED)
    at, origin = desk.hex("2323"), desk.hex("2324")
    battle = fight(origin, at, kind=Kind.HUNT, attackers=(YP,), defenders=(CHETNIK,))
    plain = sum(line.value for line in hunt_ledger(desk.pos, battle))
    desk.having(improved=frozenset({at}))
    assert sum(line.value for line in hunt_ledger(desk.pos, battle)) == plain - 1


def test_7_4_and_7_13_units_withheld_from_an_attack_attack_the_same_hex_later() -> None:
    """They are not fired on, and by a command of their own; who attacked is done. [BG-7.4b]
    [BG-7.13a]
    """
    desk = Desk(cp=9)
    start, middle = row(desk)
    desk.put(start, B5, B50).put(middle, G297)
    desk.attack(start, middle, B5)
    while desk.asks() == "DefensiveFire":
        desk.fire(G297, B5, 10)
    desk.fire(B5, G297, 10, 10)
    desk.do(do.DeclareAttack(start, middle))
    assert desk.objections(do.AddUnit(B5)) == ["BG-7.4b"]
    assert desk.objections(do.AddUnit(B50)) == []


def test_13_3_and_13_1_aircraft_of_the_attack_do_not_defend_in_the_same_game_turn() -> None:
    """They come back in the Mutual Turn End Phase. [BG-13.3a] [BG-13.1]"""
    for used in (True, False):
        desk = Desk(cp=9)
        desk.having(tac_used=desk.pos.tac_total - 1)
        start, middle, end = desk.row()
        desk.put(start, B5).put(middle, G297)
        desk.attack(start, middle, B5, tac=used)
        silent(desk)
        while desk.asks() == "OffensiveFire":
            desk.fire(B5, G297, 10)
        desk.turn_of(AXIS).put(end, GEN)
        desk.do(do.DeclareAttack(middle, start), do.AddUnit(G297), do.Resolve())
        assert (desk.asks() == "DefenderTac") == (not used)


def test_10_6_and_7_5_americans_and_british_do_not_land_together() -> None:
    """[BG-10.6.A] [BG-7.5b]"""
    desk = Desk("1944", cp=9).box("us-3", B5, B50)
    desk.do(do.DeclareLanding(desk.hex("Durres")), do.AddUnit(U("us-3")))
    assert desk.objections(do.AddUnit(B5)) == ["BG-10.6.A"]


def test_8_3_and_7_6_a_division_restored_in_the_med_box_stays_there_this_turn() -> None:
    """It neither lands nor sails. [BG-8.3.A2] [BG-7.13a]"""
    desk = Desk(cp=9).box(B5, steps=1).box(B50)
    durres = desk.hex("Durres")
    desk.having(beachheads={durres: Beachhead(open=True)}).do(do.Restore(B5))
    assert desk.objections(do.SeaMove(B5, durres)) == ["BG-7.13a"]
    desk.do(do.DeclareLanding(desk.hex("Kalamata")))
    assert desk.objections(do.AddUnit(B5)) == ["BG-7.4b"]
    assert desk.objections(do.AddUnit(B50)) == []


def test_9_6_and_7_12_cut_off_chetniks_of_the_axis_dig_in() -> None:
    """Partisans are always in supply, and these are friendly. [BG-9.6] [BG-7.12a]"""
    desk = Desk(side=AXIS).having(chetniks=AXIS)
    at = desk.hex("2324")
    desk.put(at, CHETNIK)
    for number, near in enumerate(n for n in at.neighbours() if n in desk.context.land):
        desk.put(near, f"yugoslav-partisan-{number + 1}")
    assert desk.objections(do.Improve(at)) == []


def test_12_8_8_and_12_4_who_retreated_fights_again_where_he_went() -> None:
    """Later in the phase, as any defender. [BG-12.8.8]"""
    desk = Desk(cp=9)
    start, middle = row(desk)
    desk.put(start, B5, B50).put(middle, G297)
    desk.attack(start, middle, B5)
    silent(desk).fire(B5, G297, 1, 10).do(do.Retreat(G297))
    goal = next(
        a.target
        for a in desk.legal
        if isinstance(a, do.RetreatTo) and a.target not in desk.context.cities
    )
    desk.do(do.RetreatTo((G297,), goal))
    if desk.asks() == "Advancing":
        desk.do(do.EndAdvance())
    near = next(n for n in goal.neighbours() if desk.pos.can_step(B14, n, goal) and n != middle)
    desk.put(near, B8)
    desk.do(do.DeclareAttack(near, goal), do.AddUnit(B8), do.Resolve())
    assert desk.battle.defenders == (G297,) and desk.asks() == "DefensiveFire"


def test_13_4_and_13_3_partisans_on_the_coast_have_neither_ships_nor_aircraft() -> None:
    """Beside the very marker. [BG-13.4b] [BG-13.3b]"""
    desk = Desk("1944", side=AXIS).put("1425", YP).put("1524", G297)
    assert desk.pos.tac_total
    desk.having(naval=desk.hex("1425"))
    desk.do(do.DeclareAttack(desk.hex("1524"), desk.hex("1425")), do.AddUnit(G297), do.Resolve())
    assert desk.asks() == "DefensiveFire"
    rules = {line.rule for line in ledger(desk.pos, desk.battle, YP, False)}
    assert not rules & {"BG-12.2.3c", "BG-12.2.3d"}


def test_7_11_and_9_5_a_beachhead_that_was_not_paid_for_starves_its_corps_support() -> None:
    """In the Axis turn too: guns do not fire, divisions fire worse. [BG-7.11b] [BG-9.5a]"""
    for paid in (True, False):
        desk = Desk(side=AXIS)
        start, middle = row(desk)
        desk.put(start, G297).put(middle, B5, B12)
        desk.having(beachheads={middle: Beachhead(open=paid)})
        assert desk.pos.supplied(B5) == paid
        desk.do(do.DeclareAttack(start, middle), do.AddUnit(G297), do.Resolve())
        if desk.asks() == "DefenderTac":
            desk.do(do.NoTac())
        assert (B12 in desk.battle.shots) == paid
