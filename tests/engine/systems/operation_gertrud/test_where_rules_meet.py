"""Positions where two rules meet, judged by the rulebook's sentences; sections in the names."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.systems.operation_gertrud import sequence
from engine.systems.operation_gertrud.actions import (
    Arrive,
    EndPhase,
    Intercept,
    Interdict,
    Move,
    Paradrop,
    Rebuild,
    RebuildAir,
    Restore,
    SupplyDrop,
)
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import Advancing, AirUltra, Battle
from engine.systems.operation_gertrud.battle.retreats import exits
from engine.systems.operation_gertrud.battle.shifts import arms, ledger, surrounded
from engine.systems.operation_gertrud.battle.support import markers_for
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    DEAD,
    DEFENDED,
    FED,
    GERMAN,
    INTERDICTED,
    MOVED,
    OFF_MAP,
    OUT,
    PENDING,
    Fighting,
    Interdicting,
    Kind,
    Moving,
    Replacing,
    Status,
)
from engine.systems.operation_gertrud.turn.movement_phase import destinations
from engine.systems.operation_gertrud.victory import modifiers
from maps.hexgrid import side_between
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import (
    GD,
    I132,
    I183,
    MTN,
    NZ,
    P8,
    P9,
    P14,
    S58,
    T8,
    T23,
    T24,
    Field,
)
from tests.engine.systems.operation_gertrud.desk import Desk

FL, KOMMANDO, SPARE = "german-7-fl", "german-kommando", "german-125"
MARCO = "italian-san-marco"
FIVE = (P8, P14, P9, I132, I183)


def test_15_0_and_6_0_a_drop_does_not_overstack() -> None:
    """Terrain and units are ignored on the way, not the limit of five. [OG-15.0a] [OG-6.0a]"""
    field = Field().put("2611", KOMMANDO).put(field_hex(), *FIVE)
    field.phase(Moving, GERMAN)
    assert field.objections(Paradrop(U(KOMMANDO), field.hex(field_hex()))) == ["OG-6.0a"]
    field.put("reserve", I183)
    assert field.objections(Paradrop(U(KOMMANDO), field.hex(field_hex()))) == []


def field_hex() -> str:
    """The printed number of the open hex of a field."""
    field = Field()
    return field.context.map.label(field.middle)


def test_15_0_a_drop_on_friends_attacks_a_defence_of_one() -> None:
    """The hex is attacked even if no enemy is in it. [OG-15.0b] [OG-15.0c]"""
    field = Field("early_1941").put(OFF_MAP, FL).put(field_hex(), P8)
    field.phase(Moving, GERMAN).do(Paradrop(U(FL), field.middle))
    field.phase(Fighting, GERMAN)
    assert field.objections(EndPhase()) == ["OG-15.0b"]
    field.attack().result("DE")
    assert field.state.pieces[U(FL)].at == field.state.pieces[U(P8)].at == field.middle


def test_15_0_and_11_4_armor_advances_beside_the_drop_that_took_the_hex() -> None:
    """[OG-15.0f] [OG-11.4] [OG-11.3a]"""
    field = Field("early_1941").put(OFF_MAP, FL).put(field_hex(), T23)
    field.put(field.around[0], P8, I132)
    field.phase(Moving, GERMAN).do(Paradrop(U(FL), field.middle))
    field.phase(Fighting, GERMAN).form(P8, I132).do(do.GoIn()).result("DR")
    to = exits(field.pos, U(T23))[0]
    field.do(do.RetreatTo((U(T23),), to))
    top = field.state.top
    assert isinstance(top, Advancing) and top.able == (P8,)
    field.do(do.Advance(U(P8)))
    assert field.state.pieces[U(FL)].at == field.state.pieces[U(P8)].at == field.middle


def test_15_0_and_11_1_a_result_against_the_attacker_moves_a_drop_out_of_an_empty_hex() -> None:
    """Results that affect the attacker apply normally. [OG-15.0c] [OG-11.1a]"""
    field = Field()
    field.put("2611", KOMMANDO, steps=1).phase(Moving, GERMAN)
    field.do(Paradrop(U(KOMMANDO), field.middle))
    field.phase(Fighting, GERMAN).form().do(do.GoIn()).result("AR")
    assert field.asks() == "Retreating"
    field.do(do.RetreatTo((U(KOMMANDO),), field.around[0]))
    assert field.state.pieces[U(KOMMANDO)].at == field.around[0]
    assert field.state.drops == {}


def test_11_0_5_and_15_0_a_drop_stands_on_no_side_of_the_hex() -> None:
    """Two adjacent attackers on opposite sides surround; one and a drop do not. [OG-11.0.5]"""
    field = Field("early_1941")
    field.put(field.middle, T23).put(field.around[0], P8).put(field.around[3], P14)
    battle = Battle(GERMAN, field.middle, (U(FL), U(P8)), (U(T23),), dropper=U(FL))
    assert not surrounded(field.pos, battle)
    battle = Battle(GERMAN, field.middle, (U(P8), U(P14)), (U(T23),))
    assert surrounded(field.pos, battle)


def test_11_0_8_and_15_0_a_drop_counts_for_combined_arms() -> None:
    """[OG-11.0.8] [OG-15.0d]"""
    field = Field("early_1941").put(field_hex(), T23).put(OFF_MAP, FL)
    field.put(field.around[0], P8, I132)
    battle = Battle(GERMAN, field.middle, (U(FL), U(P8), U(I132)), (U(T23),), dropper=U(FL))
    assert arms(field.pos, battle) == {"airborne", "armor", "infantry"}
    assert "OG-11.0.8" in [line.rule for line in ledger(field.pos, battle)]


def test_11_0_4_and_15_0_a_river_hinders_those_beside_the_hex_not_the_drop() -> None:
    """The river must lie between an attacking unit and the hex. [OG-11.0.4b] [OG-15.0d]"""
    field = Field("early_1941").put("2512", T23).put("2612", P8)
    target = field.hex("2512")
    assert "river" in field.context.map.side_kinds(field.hex("2612"), target)
    alone = Battle(GERMAN, target, (U(FL),), (U(T23),), dropper=U(FL))
    both = Battle(GERMAN, target, (U(FL), U(P8)), (U(T23),), dropper=U(FL))
    assert "River" not in [line.text for line in ledger(field.pos, alone)]
    assert "River" in [line.text for line in ledger(field.pos, both)]


def test_9_3_and_8_1_one_hex_from_zone_to_zone() -> None:
    """Who begins in a zone leaves it, and stops in the next. [OG-9.3] [OG-8.1b]"""
    field = Field()
    field.put(field.middle, SPARE).put(field.around[0], T23)
    field.phase(Moving, GERMAN)
    near = next(at for at in field.around[1:] if at in field.pos.zoc(ALLIED))
    reach = field.pos.reach(U(SPARE))
    assert near in reach.cost
    inside = (field.middle, *field.around)
    beyond = [at for at in near.neighbours() if at in reach.cost and at not in inside]
    assert all(reach.path(at)[1] != near for at in beyond), "nobody passes through it"


def test_9_3_13_7_and_7_3_an_interdicted_unit_without_supply_still_moves_a_hex() -> None:
    """[OG-13.7d] [OG-7.3a] [OG-9.3]"""
    field = Field()
    mountain = field.find(lambda at: field.context.map.terrain[at] == "mountain")
    start = next(at for at in mountain.neighbours() if field.pos.can_step(U(SPARE), at, mountain))
    field.put(start, SPARE, marks=[OUT, INTERDICTED])
    assert field.pos.allowance(U(SPARE)) == 0
    assert mountain in destinations(field.pos, U(SPARE))
    assert all(at in start.neighbours() for at in destinations(field.pos, U(SPARE)))


def test_9_6_and_13_7_an_interdicted_turk_does_not_go_by_rail() -> None:
    """Rail movement is liable to interdiction: one hex. [OG-9.6c] [OG-13.7d]"""
    desk = Desk().put("Konya", "turkish-1")
    free = destinations(desk.pos, U("turkish-1"))
    desk.put("Konya", "turkish-1", marks=[INTERDICTED])
    held = destinations(desk.pos, U("turkish-1"))
    assert len(free) > 20 and set(held) <= set(desk.hex("Konya").neighbours())


def test_9_6_and_8_0_an_enemy_over_water_is_adjacent_all_the_same() -> None:
    """Adjacent to any enemy unit, even one without a zone there. [OG-9.6a]"""
    desk = Desk().put("2611", "turkish-1").put("2709", "german-132")
    far = desk.hex("2610")
    assert "sea" in desk.context.map.side_kinds(desk.hex("2709"), far)
    assert far in desk.pos.beside(GERMAN) and far not in desk.pos.zoc(GERMAN)
    desk.put("2610", "turkish-1")
    assert desk.pos.rail_reach(U("turkish-1")) is None


def test_7_1_and_17_1_a_blown_bridge_carries_no_supply() -> None:
    """A river is crossed where a road or railroad crosses it. [OG-7.1b] [OG-17.1.4]"""
    desk = Desk()
    a, b = desk.hex("2207"), desk.hex("2106")
    assert desk.pos.feeds(ALLIED, a, b)
    desk.having(cut_roads=frozenset({side_between(a, b)}))
    assert not desk.pos.feeds(ALLIED, a, b)


def test_7_4_and_10_2_a_supply_drop_lets_a_unit_be_restored_till_its_next_movement() -> None:
    """The marker is off until the next friendly Movement Phase. [OG-7.4b] [OG-10.2c]"""
    desk = Desk().put("Konya", SPARE, steps=1).phase(Moving, GERMAN).do(EndPhase())
    desk.do(SupplyDrop("german-cas-2", desk.hex("Konya")))
    assert FED in desk.marks(SPARE) and OUT not in desk.marks(SPARE)
    desk.phase(Replacing, GERMAN).having(steps={"german": 1})
    assert desk.objections(Restore(U(SPARE))) == []
    desk.put("Konya", SPARE, steps=1, marks=[OUT])
    assert desk.objections(Restore(U(SPARE))) == ["OG-10.2c"]


def test_7_6_and_7_3_the_kommando_fights_in_full_far_from_any_city() -> None:
    """[OG-7.6] [OG-7.3b]"""
    field = Field().put(field_hex(), KOMMANDO, SPARE, marks=[OUT])
    whole = field.context.combat_factor(U(KOMMANDO), 2)
    assert field.pos.factor(U(KOMMANDO), field.middle) == whole
    assert field.pos.factor(U(SPARE), field.middle) == field.context.combat_factor(U(SPARE), 2) // 2


def test_16_0_and_7_3_the_second_factor_of_a_mountain_unit_is_halved_too() -> None:
    """[OG-16.0a] [OG-7.3b]"""
    desk = Desk().put("Konya", MTN, marks=[OUT])
    rough = next(a for a in sorted(desk.context.turkey) if desk.context.map.terrain[a] == "rough")
    assert desk.pos.factor(U(MTN), rough) == 9 // 2


def test_17_1_and_10_2_a_kommando_rebuilt_this_turn_goes_on_a_mission() -> None:
    """A rebuilt unit functions normally at once, and begins the movement in the city. [OG-17.1a]
    [OG-10.2f]
    """
    desk = Desk().put(DEAD, KOMMANDO).phase(Replacing, GERMAN).having(steps={"german": 2})
    desk.do(Rebuild(U(KOMMANDO), desk.hex("Alexandroupolis"), full=True))
    doing = Transition(desk.state)
    doing.set(flow=desk.state.flow[:1])
    sequence.moving(GERMAN)(desk.context, doing)
    desk.take(doing.state.having(phase="german movement", active=GERMAN))
    goal = desk.hex("2416").neighbours()[0]
    assert desk.objections(do.StartMission("inonu", goal)) == []


def test_17_1_one_mission_a_turn_and_no_drop_after_it() -> None:
    """[OG-17.1a] [OG-15.0a]"""
    desk = Desk().put("Alexandroupolis", KOMMANDO).having(ready=True)
    goal = desk.hex("2416").neighbours()[0]
    desk.do(do.StartMission("inonu", goal), do.SpendCas("german-cas-2"), do.LaunchMission()).roll(3)
    other = desk.hex("2412").neighbours()[0]
    assert desk.objections(do.StartMission("eskisehir", other)) == ["OG-9.0e"]
    assert desk.objections(Paradrop(U(KOMMANDO), other)) == ["OG-15.0a"]


def test_17_1_1_and_13_0_no_allied_cas_in_the_turkish_phases_but_in_the_german_ones() -> None:
    """British markers are out of it too, Soviet ones are not. [OG-17.1.1] [OG-13.0c]"""
    desk = Desk("late_1942").having(paralysed=2)
    desk.having(support=dict.fromkeys(desk.state.support, Status.AVAILABLE))
    desk.phase(Fighting, GERMAN)
    assert "turkish-cas-1" in desk.pos.ready(ALLIED, Kind.CAS)
    desk.phase(Fighting, ALLIED)
    assert desk.pos.ready(ALLIED, Kind.CAS) == ("soviet-cas-1",)
    desk.put("Konya", "british-8-ind").phase(Moving, ALLIED)
    assert any(desk.legal.of(U("british-8-ind"))), "only Turkish units may not move"


def test_17_1_and_4_1_a_cas_spent_on_a_mission_weighs_until_it_is_rebuilt() -> None:
    """Each German air unit eliminated now adds one, no Italian. [OG-4.1b] [OG-17.1b]"""
    desk = Desk("late_1942").having(check_modifier=0)
    before = sum(line.value for line in modifiers(desk.pos))
    gone = {"german-cas-2": Status.ELIMINATED, "italian-cas-1": Status.ELIMINATED}
    desk.having(support={**desk.state.support, **gone})
    assert sum(line.value for line in modifiers(desk.pos)) == before + 1
    desk.phase(Replacing, GERMAN).having(steps={"german": 1}).do(RebuildAir("german-cas-2"))
    assert sum(line.value for line in modifiers(desk.pos)) == before


def test_13_2_and_10_3_a_rebuilt_cas_is_no_experten_again() -> None:
    """The marker is eliminated with its CAS, permanently. [OG-13.2c] [OG-10.3a]"""
    desk = Desk().put("Alexandroupolis", KOMMANDO).having(ready=True, experten="german-cas-1")
    goal = desk.hex("2416").neighbours()[0]
    desk.do(do.StartMission("inonu", goal), do.SpendCas("german-cas-1"), do.LaunchMission()).roll(3)
    assert desk.state.experten == ""
    desk.phase(Replacing, GERMAN).having(steps={"german": 1}).do(RebuildAir("german-cas-1"))
    assert desk.state.experten == "" and desk.state.support["german-cas-1"] is Status.AVAILABLE


def test_3_1_and_13_7_a_cas_of_the_attack_does_not_interdict_later_in_the_turn() -> None:
    """Once a turn, in whoever's player turn. [OG-3.1b] [OG-13.6]"""
    field = Field().ready("german-cas-1")
    field.put(field.middle, T23).put(field.around[0], P8, P14).form(P8, P14)
    field.do(do.GoIn(), do.Commit("german-cas-1")).plainly().result("DR")
    field.do(do.RetreatTo((U(T23),), exits(field.pos, U(T23))[0]), do.EndAdvance())
    assert field.state.support["german-cas-1"] is Status.USED
    field.phase(Interdicting, GERMAN)
    assert "OG-13.7a" in field.objections(Interdict("german-cas-1", field.middle))


def test_11_0_10_a_beaten_stack_closes_the_hex_it_flees_to() -> None:
    """Survivors are not attacked again, and a stack is attacked as one. [OG-11.0.10] [OG-11.0g]"""
    field = Field().put(field_hex(), T23)
    field.put(field.around[0], P8, P14).put(field.around[3].neighbour(3).neighbour(3), I132)
    field.attack(P8, P14).result("DR")
    to = next(at for at in exits(field.pos, U(T23)) if at == field.around[3])
    field.put(to, T24).do(do.RetreatTo((U(T23),), to), do.EndAdvance())
    assert DEFENDED in field.marks(T23) and DEFENDED not in field.marks(T24)
    field.put(to.neighbour(3), I132)
    assert field.objections(do.DeclareAttack(to)) == ["OG-11.0.10"]


def test_14_0_and_13_7_ultra_over_an_interdicted_british_stack_and_not_over_turks() -> None:
    """A beige piece must be in it. [OG-14.0a] [OG-13.3]"""
    for unit, asked in ((NZ, True), (T23, False)):
        desk = Desk().put("Konya", unit).having(turn=4, ultra=4)
        desk.having(support=dict.fromkeys(("german-cas-1", "turkish-cas-1"), Status.AVAILABLE))
        desk.phase(Interdicting, GERMAN)
        desk.do(Interdict("german-cas-1", desk.hex("Konya")), Intercept("turkish-cas-1"))
        assert isinstance(desk.state.top, AirUltra) == asked


def test_10_2_and_8_0_a_city_behind_water_takes_a_rebuilt_unit() -> None:
    """A zone does not cross sea hexsides. [OG-10.2e] [OG-8.0a]"""
    desk = Desk().put(DEAD, "turkish-48").put("2610", "german-132")
    assert desk.hex("Istanbul") not in desk.pos.zoc(GERMAN)
    desk.phase(Replacing, ALLIED).having(steps={"turkish": 1})
    assert desk.objections(Rebuild(U("turkish-48"), desk.hex("Istanbul"), full=False)) == []


def test_19_0_and_6_4_italians_of_the_soviet_player_keep_apart_from_soviets() -> None:
    """They stay, stack, attack and are supported apart. [OG-19.0a] [OG-6.4] [OG-12.0e]"""
    field = Field("late_1942", "duplicity").having(duplicity=True, soviets=GERMAN)
    field.put(field_hex(), T23).put(field.around[0], S58).put(field.around[1], "italian-bergamo")
    field.ready("italian-cas-1", "soviet-cas-1").phase(Fighting, GERMAN)
    field.do(do.DeclareAttack(field.middle), do.AddUnit(U(S58)))
    assert field.objections(do.AddUnit(U("italian-bergamo"))) == ["OG-11.0e"]
    assert markers_for(field.pos, field.battle, GERMAN, Kind.CAS) == ("soviet-cas-1",)
    field.phase(Moving, GERMAN)
    assert field.objections(Move(U("italian-bergamo"), field.around[0])) == ["OG-6.4"]


@pytest.mark.parametrize("mark", [MOVED, INTERDICTED])
def test_17_0_and_15_0_no_second_raid_but_a_drop_on_the_berth(mark: str) -> None:
    """A later paradrop on 2611 is one like any other. [OG-17.0f] [OG-15.0a]"""
    desk = Desk().put("Alexandroupolis", KOMMANDO)
    assert desk.objections(Paradrop(U(KOMMANDO), desk.hex("2611"))) == []
    assert desk.objections(do.RaidGoeben("small")) == ["OG-17.0f"]
    desk.put("Alexandroupolis", KOMMANDO, marks=[mark])
    assert desk.objections(Paradrop(U(KOMMANDO), desk.hex("2611"))) == ["OG-15.0a"]


def test_8_3_and_11_1_the_kommando_retreats_through_zones_and_others_do_not() -> None:
    """[OG-8.3] [OG-11.1b]"""
    field = Field(side=ALLIED).put(field_hex(), KOMMANDO, GD)
    field.put(field.around[0], T23).put(field.around[2], T24).put(field.around[4], T8)
    assert exits(field.pos, U(KOMMANDO)) and not exits(field.pos, U(GD))


def landing() -> Desk:
    """The San Marco due on the coast of turn 2, a Turk beside the first hex that is open to it."""
    desk = Desk("late_1941").phase(Moving, GERMAN)
    desk.state = desk.state.with_pieces({U(MARCO): Piece(PENDING, 2)})
    at = next(a.target for a in desk.legal if isinstance(a, Arrive))
    beside = next(near for near in at.neighbours() if near in desk.context.turkey)
    return desk.put(beside, T23)


def test_10_0_and_8_1_a_reinforcement_in_an_enemy_zone_comes_in_stops_and_is_supplied() -> None:
    """A zone prevents no arrival; it ends the movement, and who arrives is in supply. [OG-10.0b]
    [OG-8.1b] [OG-10.0d]
    """
    desk = landing()
    desk.do(next(a for a in desk.legal if isinstance(a, Arrive)))
    for near in destinations(desk.pos, U(MARCO)):
        assert desk.objections(Move(U(MARCO), near)) == ["OG-9.0e"]
    desk.do(EndPhase())
    assert OUT not in desk.marks(MARCO)


def test_10_0_and_5_1_no_phase_ends_before_those_who_can_come_have_come() -> None:
    """Arrivals are not delayed on purpose; the enemy in every hex delays them. [OG-10.0b]"""
    desk = landing()
    assert desk.objections(EndPhase()) == ["OG-10.0b"]
    enemies = (unit for unit in desk.state.pieces if desk.pos.owner(unit) == ALLIED)
    while places := [a.target for a in desk.legal if isinstance(a, Arrive)]:
        assert desk.objections(EndPhase()) == ["OG-10.0b"]
        desk.put(places[0], next(unit for unit in enemies if unit != T23))
    assert desk.objections(EndPhase()) == []


def test_6_4_and_9_0_soviets_march_through_turks_and_do_not_stop_among_them() -> None:
    """Except temporarily during movement. [OG-6.4] [OG-9.0a]"""
    field = Field()
    field.put(field.middle, T23).put(field.around[0], S58)
    field.phase(Moving, ALLIED)
    beyond = field.around[3]
    assert field.objections(Move(U(S58), field.middle)) == ["OG-6.4"]
    assert field.middle in field.pos.reach(U(S58)).path(beyond)
    assert field.objections(Move(U(S58), beyond, (field.middle,))) == []


def test_11_1_and_8_0_a_friend_in_the_hex_opens_no_retreat_into_a_zone() -> None:
    """Not even where a friendly zone is; supply alone minds friends. [OG-11.1b] [OG-8.4]"""
    field = Field().put(field_hex(), T23)
    field.put(field.around[0], P8, P14).put(field.around[2], I132).put(field.around[4], I183)
    assert field.around[3] in field.pos.zoc(GERMAN)
    field.put(field.around[3], T24)
    assert not exits(field.pos, U(T23))


def test_8_2_and_11_1_the_flieger_retreats_through_zones() -> None:
    """It always ignores them. [OG-8.2] [OG-11.1b]"""
    field = Field(side=ALLIED).put(field_hex(), FL)
    field.put(field.around[0], T23).put(field.around[2], T24).put(field.around[4], T8)
    assert set(exits(field.pos, U(FL))) == {field.around[way] for way in (1, 3, 5)}


def test_15_0_and_7_3_a_flieger_out_of_supply_drops_and_one_that_marched_does_not() -> None:
    """A drop uses all of the movement, however little that is. [OG-15.0a] [OG-7.3a]"""
    desk = Desk("early_1942").put("2611", FL, marks=[OUT])
    ankara = desk.hex("2416")
    assert desk.objections(Paradrop(U(FL), ankara)) == []
    step = next(at for at in destinations(desk.pos, U(FL)) if at in desk.hex("2611").neighbours())
    desk.do(Move(U(FL), step))
    assert desk.objections(Paradrop(U(FL), ankara)) == ["OG-15.0a"]


def test_15_0_and_13_7_the_interdicted_neither_drop_nor_go_on_missions() -> None:
    """Both are movement, and theirs is a single hex. [OG-13.7d] [OG-15.0a] [OG-17.1a]"""
    desk = Desk("early_1942").put("2611", FL, marks=[INTERDICTED])
    assert desk.objections(Paradrop(U(FL), desk.hex("2416"))) == ["OG-15.0a"]
    desk.put("Alexandroupolis", KOMMANDO, marks=[INTERDICTED]).having(ready=True)
    goal = desk.hex("2416").neighbours()[0]
    assert desk.objections(do.StartMission("inonu", goal)) == ["OG-13.7d"]


def test_12_2_and_11_0_3_the_ship_that_won_at_sea_is_sunk_from_the_air() -> None:
    """It is alone in the hex with an enemy aircraft; that one shifts. [OG-11.0.3b] [OG-12.2a]"""
    ships, planes = ("italian-ngs-1", "british-ngs-1"), ("german-cas-1", "turkish-cas-1")
    field = Field("late_1942").ready(*ships, *planes)
    target = field.hex("2006")
    beside = [at for at in target.neighbours() if field.pos.can_step(U(P8), at, target)][:2]
    field.put(target, T23).put(beside[0], P8).put(beside[1], P14)
    field.form(P8, P14, target=target).do(do.GoIn(), *(do.Commit(ship) for ship in ships))
    field.roll(5, 3)
    assert field.state.support["british-ngs-1"] is Status.ELIMINATED
    field.do(do.Withhold(), do.Commit("turkish-cas-1"))
    assert field.state.support["italian-ngs-1"] is Status.ELIMINATED
    shifts = [line.text for line in ledger(field.pos, field.battle)]
    assert not [text for text in shifts if "NGS" in text]
    assert [text for text in shifts if "CAS" in text]
