"""Reinforcements: when, where, and how they come."""

from __future__ import annotations

import pytest

from engine.systems.operation_gertrud.actions import Arrive, EndPhase, Move, Paradrop
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    FED,
    GERMAN,
    MOVED,
    Interdicting,
    Moving,
    Status,
)
from engine.systems.operation_gertrud.turn.arrivals import arrival_hexes, due, entry_cities
from maps.hexgrid import distance
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.desk import Desk

NZ, IND, SAN_MARCO, FLIEGER = (
    U("british-2-nz"),
    U("british-8-ind"),
    U("italian-san-marco"),
    U("german-7-fl"),
)
GROUP_B = tuple(U(f"soviet-{name}") for name in ("63", "76", "236", "6-arm", "54-arm"))


def coming(scenario: str, side: str, turn: int, *units: str) -> Desk:
    """A side's Movement Phase of a turn, with reinforcements still to come."""
    return Desk(scenario).put("pending", *units).phase(Moving, side).having(turn=turn)


@pytest.mark.parametrize("scenario", ["early_1941", "late_1941", "early_1942"])
def test_two_allied_divisions_land_near_cyprus_or_in_iraq_on_turn_three(scenario: str) -> None:
    """[OG-3.0c] [OG-18.1.R] [OG-18.2.R] [OG-18.3.R]"""
    assert due(coming(scenario, ALLIED, 2, NZ, IND).pos, ALLIED) == ()
    desk = coming(scenario, ALLIED, 3, NZ, IND)
    assert due(desk.pos, ALLIED) == (NZ, IND)
    nicosia = desk.hex("1317")
    for at in arrival_hexes(desk.pos, NZ):
        if desk.context.nations[at] != "Iraq":
            assert at in desk.context.turkey
            assert at in desk.context.coast
            assert distance(at, nicosia) <= 6
    desk.do(Arrive((NZ,), desk.hex("Baghdad")))
    assert desk.objections(Arrive((IND,), desk.hex("Nicosia"))) == ["OG-10.0b"]


def test_the_italian_marines_land_near_rhodes_on_turn_two() -> None:
    """[OG-18.2.R] [OG-18.3.R] [OG-18.4.R1] [OG-10.1b]"""
    for scenario in ("late_1941", "early_1942", "late_1942"):
        desk = coming(scenario, GERMAN, 2, SAN_MARCO)
        rhodes = desk.hex("1608")
        hexes = arrival_hexes(desk.pos, SAN_MARCO)
        assert all(distance(at, rhodes) <= 8 and at in desk.context.coast for at in hexes)
        desk.do(Arrive((SAN_MARCO,), desk.hex("Antalya")))
        assert desk.where("italian-san-marco") == "1712"


def test_no_landing_on_an_enemy_nor_on_an_occupied_beach() -> None:
    """[OG-10.1a] [OG-10.0b]"""
    desk = coming("late_1941", GERMAN, 2, SAN_MARCO).put("Antalya", "turkish-1")
    assert "OG-10.1a" in desk.objections(Arrive((SAN_MARCO,), desk.hex("Antalya")))
    desk = coming("late_1941", GERMAN, 2, SAN_MARCO).put("Antalya", "german-125")
    assert desk.objections(Arrive((SAN_MARCO,), desk.hex("Antalya"))) == ["OG-10.0b"]


def test_both_divisions_may_land_in_the_same_hex() -> None:
    """[OG-10.1b]"""
    desk = coming("early_1941", ALLIED, 3, NZ, IND)
    desk.do(Arrive((NZ,), desk.hex("Mersin")), Arrive((IND,), desk.hex("Mersin")))


def test_arrival_cannot_be_put_off_but_waits_when_blocked() -> None:
    """[OG-3.3] [OG-10.0b]"""
    desk = coming("late_1941", GERMAN, 2, SAN_MARCO)
    assert desk.objections(EndPhase()) == ["OG-10.0b"]
    turks = iter(desk.context.of_nation("turkish"))
    for at in arrival_hexes(desk.pos, SAN_MARCO):
        desk.put(at, next(turks))
    assert desk.objections(EndPhase()) == []
    desk.do(EndPhase()).phase(Moving, GERMAN).having(turn=3)
    assert due(desk.pos, GERMAN) == (SAN_MARCO,), "it waits for a later turn"
    gap = arrival_hexes(desk.pos, SAN_MARCO)[0]
    desk.put("dead", *desk.pos.at[gap])
    assert desk.objections(EndPhase()) == ["OG-10.0b"]


def test_an_arrival_may_move_on_at_once() -> None:
    """[OG-5.1g] [OG-10.0a]"""
    desk = coming("early_1941", ALLIED, 3, NZ, IND)
    desk.do(Arrive((NZ,), desk.hex("Mersin")))
    assert max(desk.rules.reach(desk.state, NZ).values()) == 5
    desk.do(Move(NZ, desk.hex("Adana")))


def test_in_an_enemy_zone_an_arrival_stops() -> None:
    """[OG-10.0c]"""
    desk = coming("early_1941", ALLIED, 3, NZ).put("1720", "german-125")
    desk.do(Arrive((NZ,), desk.hex("Mersin")))
    assert MOVED in desk.marks(NZ)


def test_arrivals_are_supplied_wherever_they_stand() -> None:
    """[OG-10.0d]"""
    desk = coming("late_1941", GERMAN, 2, SAN_MARCO)
    desk.do(Arrive((SAN_MARCO,), desk.hex("Antalya")), EndPhase())
    assert desk.pos.cut_off(SAN_MARCO)
    assert FED in desk.marks(SAN_MARCO)
    assert not desk.pos.out(SAN_MARCO)


def test_the_airborne_division_enters_by_the_north_or_drops() -> None:
    """[OG-18.3.R] [OG-18.4.R1] [OG-18.5.R] [OG-10.0a] [OG-15.0a]"""
    for scenario in ("early_1942", "late_1942", "early_1943"):
        desk = coming(scenario, GERMAN, 1, FLIEGER)
        assert {desk.context.map.label(at)[:2] for at in arrival_hexes(desk.pos, FLIEGER)} == {"31"}
        dropped = coming(scenario, GERMAN, 1, FLIEGER).do(Paradrop(FLIEGER, desk.hex("Ankara")))
        assert dropped.where(FLIEGER) == "dropping"
        desk.do(Arrive((FLIEGER,), desk.hex("3105")))
        price = desk.context.charts.terrain.row(desk.context.map.terrain[desk.hex("3105")]).cost
        assert desk.pos.allowance(FLIEGER) == 3 - price, "the first hex is paid for"
        dropping = Paradrop(FLIEGER, desk.hex("Ankara"))
        assert desk.objections(dropping) == ["OG-15.0a"], "either by land or by air"


def test_in_1941_the_airborne_division_drops_when_it_likes() -> None:
    """[OG-18.1.G5]"""
    desk = Desk().put("off_map", FLIEGER)
    assert desk.objections(EndPhase()) == []
    desk.having(turn=6).do(Paradrop(FLIEGER, desk.hex("Ankara")))


def test_the_soviets_come_in_three_groups_on_turn_three() -> None:
    """[OG-18.4.R3]"""
    names = ("20", "77", "17-cav", "63", "76", "236", "6-arm", "54-arm", "58", "83", "4-cav")
    units = [f"soviet-{name}" for name in names]
    desk = coming("late_1942", ALLIED, 3, *units)
    batum = next(at for at in arrival_hexes(desk.pos, GROUP_B[0]) if at not in desk.pos.at)
    assert desk.objections(Arrive(GROUP_B[:2], batum)) == ["OG-3.0c"]
    desk.do(Arrive(GROUP_B, batum))
    assert {desk.state.pieces[unit].at for unit in GROUP_B} == {batum}
    rest = tuple(U(f"soviet-{name}") for name in ("20", "77", "17-cav"))
    assert desk.objections(Arrive(rest, batum)) == ["OG-6.0a"]
    single = Desk("late_1942", "separate_soviets").put("pending", *units)
    single.phase(Moving, ALLIED).having(turn=3)
    single.do(Arrive((GROUP_B[0],), batum))


def test_one_allied_division_comes_on_turn_four_in_1942_and_three_in_1943() -> None:
    """[OG-18.4.R4] [OG-18.5.R]"""
    for scenario, turn in (("late_1942", 4), ("early_1943", 3)):
        desk = Desk.opened(scenario)
        assert desk.where(NZ) == "reserve"
        assert desk.context.arrivals[IND].turn == turn
        assert desk.context.due["british-cas-1"] == turn
        count = sum(marker.startswith("british-cas") for marker in desk.context.due)
        assert count == (1 if scenario == "late_1942" else 2)
        assert not any(marker.startswith("american") for marker in desk.context.due)


def test_the_reinforcements_of_1943_come_as_listed() -> None:
    """A whole Flieger on turn 1; on turn 3 two British aircraft and ships, and the 8th Division
    within six hexes of 1317 or in Iraq. [OG-18.5.R]
    """
    desk = Desk.opened("early_1943")
    assert {unit: row.turn for unit, row in desk.context.arrivals.items()} == {FLIEGER: 1, IND: 3}
    assert desk.steps(FLIEGER) == desk.context.units[FLIEGER].steps == 2
    later = {marker: turn for marker, turn in desk.context.due.items() if turn}
    assert later == {f"british-{kind}-{number}": 3 for kind in ("cas", "ngs") for number in (1, 2)}
    assert due(coming("early_1943", ALLIED, 2, IND).pos, ALLIED) == ()
    desk = coming("early_1943", ALLIED, 3, IND)
    offered = {action.target for action in desk.legal.family("arrive")}
    nicosia, context = desk.hex("1317"), desk.context
    coast = {at for at in context.turkey & set(context.coast) if distance(at, nicosia) <= 6}
    iraq = {at for at in context.land if context.nations[at] == "Iraq"}
    assert coast and iraq and offered == coast | iraq
    assert desk.hex("Mersin") in offered and desk.hex("Izmir") not in offered
    for unit, rule in (("turkish-1", "OG-10.0b"), ("german-125", "OG-10.1a")):
        desk.put("Mersin", unit)
        assert rule in desk.objections(Arrive((IND,), desk.hex("Mersin"))), "it is occupied"


def test_cities_take_in_units_for_which_no_place_is_listed() -> None:
    """[OG-10.0e]"""
    desk = Desk().put("Plovdiv", "german-125")
    cities = {desk.context.cities[at] for at in entry_cities(desk.pos, U("german-73"))}
    assert {"Plovdiv", "Burgas"} <= cities
    assert "Ankara" not in cities
    desk.put("3004", "turkish-1")
    cities = {desk.context.cities[at] for at in entry_cities(desk.pos, U("german-73"))}
    assert "Plovdiv" not in cities, "an enemy is beside it"


def test_nobody_interdicts_what_has_not_arrived() -> None:
    """[OG-5.1f]"""
    desk = Desk("late_1941").put("pending", SAN_MARCO).phase(Interdicting, ALLIED)
    desk.having(support={"turkish-cas-1": Status.AVAILABLE})
    assert not any(family == "interdict" for family in desk.kinds())


def test_the_duty_names_all_who_must_arrive() -> None:
    """(OG 10.0) It named the first alone, so that the others seemed a matter of choice."""
    desk = coming("late_1942", ALLIED, 3, *GROUP_B)
    (duty,) = desk.rules.duties(desk.state)
    assert duty.units == GROUP_B
    assert duty.text == "Soviet 63 XX must arrive, and 4 more."
    desk = coming("late_1941", GERMAN, 2, SAN_MARCO)
    (one,) = desk.rules.duties(desk.state)
    assert one.text == "Italian San Marco X must arrive."
