"""Positions where two rules meet and something must be offered; sections in the names."""

from __future__ import annotations

from engine.systems.operation_gertrud.actions import (
    EndPhase,
    Interdict,
    LetPass,
    Move,
    Rebuild,
    RebuildAir,
    Restore,
    SupplyDrop,
)
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import Advancing, NavalCall
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    DEAD,
    FED,
    GERMAN,
    OUT,
    Fighting,
    Interdicting,
    Moving,
    Replacing,
    Status,
    Yavuz,
)
from engine.systems.operation_gertrud.turn.movement_phase import destinations
from maps.hexgrid import Hex
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import (
    I132,
    I183,
    NZ,
    P8,
    P9,
    P14,
    S6,
    S58,
    T8,
    T23,
    T24,
    Field,
)
from tests.engine.systems.operation_gertrud.desk import Desk

KOMMANDO, SPARE = "german-kommando", "german-125"


def replacing(**steps: int) -> Desk:
    """A German Replacement Phase with steps to spend."""
    return Desk("late_1941").phase(Replacing, GERMAN).having(steps=steps)


def test_13_7_and_3_1_after_a_failed_attempt_a_second_aircraft_tries_the_same_stack() -> None:
    """Each may be used once; nothing limits how many are sent. [OG-13.7a] [OG-13.7f]"""
    desk = Desk("late_1941").put("2708", SPARE).phase(Interdicting, ALLIED)
    planes = ("turkish-cas-1", "turkish-cas-2")
    desk.having(support=dict.fromkeys(planes, Status.AVAILABLE))
    at = desk.hex("2708")
    desk.do(Interdict(planes[0], at))
    if desk.kinds() & {"let pass"}:
        desk.do(LetPass())
    desk.roll(1)
    assert desk.state.support[planes[0]] is Status.USED
    assert list(desk.legal.family("interdict")) == [Interdict(planes[1], at)]


def test_10_2_a_unit_that_comes_back_reduced_is_restored_with_the_next_step() -> None:
    """A rebuilt unit goes on normally at once. [OG-10.2e] [OG-10.2d]"""
    desk = replacing(german=2).put(DEAD, SPARE)
    city = desk.hex("Plovdiv")
    desk.do(Rebuild(U(SPARE), city, full=False))
    assert list(desk.legal.family("restore")) == [Restore(U(SPARE))]
    desk.do(Restore(U(SPARE)))
    assert desk.steps(SPARE) == 2 and not desk.state.steps.get("german")


def test_10_3_and_13_7_an_aircraft_rebuilt_this_turn_interdicts_in_the_enemy_s_player_turn() -> (
    None
):
    """It is available again during that same game turn. [OG-10.3a] [OG-13.7a]"""
    desk = replacing(german=1).put("2709", T23)
    desk.having(support={"german-cas-1": Status.ELIMINATED}).do(RebuildAir("german-cas-1"))
    desk.phase(Interdicting, GERMAN)
    offered = list(desk.legal.family("interdict"))
    assert offered == [Interdict("german-cas-1", desk.hex("2709"))]


def test_17_1_and_7_5_the_kommando_alone_in_a_captured_city_starts_a_mission_from_it() -> None:
    """It holds the city itself as the phase begins. [OG-17.1a]"""
    desk = Desk("late_1941").put("2709", KOMMANDO).having(ready=True)
    desk.having(support={"german-cas-1": Status.AVAILABLE})
    desk.phase(Moving, GERMAN).having(ready=True)
    goals = {action.target for action in desk.legal.family("mission inonu")}
    assert goals <= set(desk.hex("Ankara").neighbours()) and goals


def test_7_4_one_aircraft_supplies_a_whole_stack() -> None:
    """A unit or stack. [OG-7.4a]"""
    desk = Desk("late_1941").put("2413", SPARE, "german-73")
    for at in desk.hex("2413").neighbours():
        desk.put(
            at, next(u for u in desk.context.of_nation("turkish") if desk.where(u) == "reserve")
        )
    desk.having(support={"german-cas-1": Status.AVAILABLE}).do(EndPhase())
    (drop,) = set(desk.legal.family("supply drop"))
    assert drop == SupplyDrop("german-cas-1", desk.hex("2413"))
    desk.do(drop)
    for unit in (SPARE, "german-73"):
        assert FED in desk.marks(unit) and OUT not in desk.marks(unit)


def test_6_1_and_6_0_units_march_through_a_full_stack() -> None:
    """The limit binds where they stop. [OG-6.0b] [OG-6.1a]"""
    field = Field().put(Field().around[0], SPARE).phase(Moving, GERMAN)
    full = field.middle
    field.put(full, P8, P14, P9, I132, I183)
    beyond = field.around[3]
    assert beyond in destinations(field.pos, U(SPARE))
    assert field.objections(Move(U(SPARE), full)) == ["OG-6.0a"]
    assert Move(U(SPARE), beyond) in list(field.legal.of(U(SPARE)))


def test_11_4_turkish_armor_follows_a_retreat_as_german_armor_does() -> None:
    """Armor type units, whosever they are. [OG-11.4]"""
    field = Field(side=ALLIED)
    iab = next(u for u in field.context.of_nation("turkish") if field.context.type_of(u) == "armor")
    field.put(field.middle, P8).put(field.around[0], iab, T23, T24, T8)
    field.attack(iab, T23, T24, T8)
    codes = field.context.charts.combat
    assert codes.code("DR").follow.name != "ANY"
    field.result("DR")
    while not isinstance(field.state.top, Advancing):
        field.do(next(iter(field.legal)))
    assert {action.unit for action in field.legal.family("advance")} == {iab}


def test_12_0_and_2_3_an_italian_ship_helps_germans_alone_in_defence() -> None:
    """Any friendly land combat, whatever the nationality. [OG-12.0e] [OG-12.1c]"""
    field = Field("late_1942", side=ALLIED).ready("italian-ngs-1")
    target = field.hex("2006")
    beside = [at for at in target.neighbours() if field.pos.can_step(U(T23), at, target)]
    field.put(target, P8).put(beside[0], T23, T24)
    field.form(T23, T24, target=target).do(do.GoIn())
    while field.asks() != "NavalCall" or field.rules.question(field.state).side != GERMAN:
        assert isinstance(field.state.top, NavalCall)
        field.do(do.Withhold())
    assert do.Commit("italian-ngs-1") in list(field.legal.family("commit"))


def test_12_1_and_17_0_a_seized_yavuz_defends_germans_on_the_marmara() -> None:
    """Any coastal hex in any sea. [OG-12.1d]"""
    field = Field("early_1941", side=ALLIED).having(yavuz=Yavuz.SEIZED).ready("yavuz")
    target = field.hex("2508")
    beside = [at for at in target.neighbours() if field.pos.can_step(U(T23), at, target)]
    field.put(target, P8).put(beside[0], T23, T24)
    field.form(T23, T24, target=target).do(do.GoIn())
    while field.rules.question(field.state).side != GERMAN:
        field.do(do.Withhold())
    assert do.Commit("yavuz") in list(field.legal.family("commit"))


def test_11_0_and_6_4_soviets_attack_one_hex_and_turks_another_from_hexes_of_their_own() -> None:
    """Never together; each for itself in the same phase. [OG-11.0d] [OG-11.0b]"""
    field = Field(side=ALLIED).put(field_of(0), S58, S6).put(field_of(2), NZ, T23)
    field.put(field_of(1), P8).put(Field().middle, P14)
    field.form(S58, target=field.middle)
    assert field.objections(do.AddUnit(U(T23))) != []
    field.do(do.AddUnit(U(S6)), do.GoIn()).plainly()
    while not isinstance(field.state.top, Fighting):
        node = field.rules.chance(field.state)
        if node is not None:
            field.roll(node.faces[-1])
        else:
            field.do(next(iter(field.legal)))
    other = do.DeclareAttack(field_of(1))
    if field.pos.enemies(field_of(1), ALLIED):
        assert other in list(field.legal.family("attack"))
        field.do(other, do.AddUnit(U(T23)))
        assert field.objections(do.AddUnit(U(NZ))) == []


def field_of(way: int) -> Hex:
    """One of the hexes around the middle."""
    return Field().around[way]
