"""Patrol attacks: who may make them, where, how many, and what they do."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.systems.europa.air import fleet
from engine.systems.europa.air.combat import patrol, strengths, ways
from engine.systems.europa.air.combat.actions import LetPass, PatrolAttack
from engine.systems.europa.air.combat.records import Patrolling, PatrolRoll
from engine.systems.europa.air.records import TURNED_BACK, AirMoving, Mission
from engine.systems.europa.board.flights import bits_of
from engine.systems.europa.state.constants import AXIS
from maps.hexgrid import distance
from tests.engine.systems.balkan_front.desk import THESSALONIKE
from tests.engine.systems.europa.air.sky import (
    BERAT,
    BORDER,
    CR42,
    FERRARA,
    GREEKS,
    IOANNINA,
    LARISA,
    MXD,
    P24,
    SM79,
    TIRANA,
    Sky,
)

GLAD, HURRI, JU87 = "british-glad", "british-hurri-1", "italian-ju-87"
SUPPORT = Mission.GROUND_SUPPORT


def watched(*fighters: str) -> Sky:
    """An SM.79 has flown from Tirana to Ioannina, where enemy fighters are on their base."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(TIRANA, SM79)
    sky.station(IOANNINA, *fighters)
    return sky.fly(SM79, SUPPORT, IOANNINA)


def attacks(sky: Sky) -> list[PatrolAttack]:
    """The patrol attacks that are offered."""
    return [action for action in sky.legal.family("patrol attack")]  # type: ignore[misc]


def test_the_patrol_zone_is_half_the_movement_rating() -> None:
    """BF-19.1: a P.24 moves 8; an inoperative one and a bomber have none."""
    sky = Sky().station(IOANNINA, P24).station(LARISA, MXD)
    here = sky.at(IOANNINA)
    assert max(distance(here, at) for at in patrol.zone(sky.pos, P24)) == 4
    assert patrol.fighters(sky.pos, "allied") == (P24,)
    sky.station(IOANNINA, P24, operative=False)
    assert patrol.fighters(sky.pos, "allied") == ()


def test_a_patrol_zone_keeps_to_the_operational_area() -> None:
    """BF-28A.3: an Italian fighter at Thessalonike watches no hex of Bulgaria."""
    sky = Sky().own(AXIS, THESSALONIKE).station(THESSALONIKE, CR42)
    here, closed = sky.at(THESSALONIKE), sky.pos.closed_skies("italian")
    near = {at for at in sky.context.map.terrain if distance(here, at) <= 4}
    assert near & closed & set(sky.context.country("Bulgaria"))
    assert patrol.zone(sky.pos, CR42) and not patrol.zone(sky.pos, CR42) & closed


def test_an_air_unit_that_enters_a_zone_may_be_attacked() -> None:
    """BF-19.2: in the hexes of the zone that it enters, while the enemy's air units move."""
    sky = watched(P24)
    assert isinstance(sky.state.top, Patrolling)
    offered = attacks(sky)
    assert {action.air_unit for action in offered} == {P24}
    zone = patrol.zone(sky.pos, P24)
    assert [action.target for action in offered] == [at for at in sky.state.top.path if at in zone]
    assert sky.at(IOANNINA) in {action.target for action in offered}


def test_nobody_is_asked_where_no_fighter_reaches() -> None:
    """BF-19.2"""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(TIRANA, SM79)
    sky.station("15B:0911", P24).fly(SM79, SUPPORT, IOANNINA)
    assert isinstance(sky.state.top, AirMoving)


def test_own_fighters_attack_nobody() -> None:
    """BF-19.2: fighters of the phasing player make no patrol attacks."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(TIRANA, SM79, CR42)
    assert isinstance(sky.fly(SM79, SUPPORT, IOANNINA).state.top, AirMoving)


def test_the_way_leads_around_patrols_as_far_as_movement_allows() -> None:
    """BF-18.1, 19.2: a bomber with 24 points goes around; its target lies in the zone all the
    same.
    """
    sky = watched(P24)
    assert isinstance(sky.state.top, Patrolling)
    path, zone = sky.state.top.path, patrol.zone(sky.pos, P24)
    assert path[-1] == sky.at(IOANNINA)
    assert len(path) <= fleet.facts(sky.pos, SM79).move
    assert len([at for at in path if at in zone]) == 5
    assert all(near in at.neighbours() for at, near in pairwise(path))


@pytest.mark.parametrize(
    ("fighter", "against", "roll"),
    [
        (P24, SM79, 5),
        (GLAD, SM79, 6),
        (HURRI, SM79, 5),
        (HURRI, CR42, 5),
        (P24, "italian-sm-81", 4),
    ],
)
def test_the_roll_goes_by_attack_against_defense(fighter: str, against: str, roll: int) -> None:
    """BF-19.3, 19.4, 19.5: equal 6, stronger 5, twice as strong 4."""
    assert strengths.patrol_roll(Sky().pos, fighter, against) == roll


def test_a_hit_turns_the_air_unit_back() -> None:
    """BF-19.6, 21B2.2: operative, without its mission, home in the return step."""
    sky = watched(P24)
    at = attacks(sky)[0].target
    sky.do(PatrolAttack(P24, at))
    assert sky.state.top == PatrolRoll(P24, SM79, at)
    sky.roll(5)
    unit = sky.unit(SM79)
    assert (unit.mission, unit.target, unit.operative) == (TURNED_BACK, at, True)
    assert sky.pos.air_points(sky.at(IOANNINA), AXIS) == 0
    assert isinstance(sky.state.top, AirMoving)
    assert sky.unit(P24).operative


def test_a_miss_lets_it_fly_on() -> None:
    """BF-19.4, 19.7: no capacity is used, the fighter stays as it is."""
    sky = watched(P24)
    sky.do(attacks(sky)[0]).roll(4)
    assert sky.unit(SM79).mission == SUPPORT
    assert isinstance(sky.state.top, AirMoving)
    assert IOANNINA not in sky.air.used


def test_a_fighter_attacks_once_in_an_air_phase() -> None:
    """BF-19.9"""
    sky = watched(P24)
    sky.do(attacks(sky)[0]).roll(1)
    sky.station(BERAT, CR42)
    sky.fly(CR42, Mission.ESCORT, IOANNINA)
    assert isinstance(sky.state.top, AirMoving)


def test_fighters_may_let_an_air_unit_pass() -> None:
    """BF-19.10, 18.3: and attack another one later, for each flies by itself."""
    sky = watched(P24).do(LetPass())
    assert isinstance(sky.state.top, AirMoving)
    sky.station(BERAT, CR42).fly(CR42, Mission.ESCORT, IOANNINA)
    assert isinstance(sky.state.top, Patrolling)


def test_an_air_unit_is_attacked_once_in_a_hex_and_again_in_the_next() -> None:
    """BF-19.11"""
    sky = watched(P24, HURRI, GLAD)
    first, second = attacks(sky)[0].target, attacks(sky)[1].target
    sky.do(PatrolAttack(P24, first)).roll(1)
    assert sky.objections(PatrolAttack(HURRI, first)) == ["BF-19.11"]
    assert sky.objections(PatrolAttack(P24, second)) == ["BF-19.9"]
    sky.do(PatrolAttack(HURRI, second)).roll(6)
    assert sky.unit(SM79).target == second


def test_a_base_makes_no_more_patrol_attacks_than_its_capacity() -> None:
    """BF-19.8"""
    sky = watched(P24, HURRI)
    room = fleet.room(sky.pos, sky.at(IOANNINA))
    assert room is not None
    sky.having(hits={"airbase " + IOANNINA: room - 1})
    first, second = attacks(sky)[0].target, attacks(sky)[1].target
    sky.do(PatrolAttack(P24, first)).roll(1)
    assert isinstance(sky.state.top, AirMoving)
    sky = watched(P24, HURRI).having(hits={"airbase " + IOANNINA: room - 1})
    sky.having(air=sky.air.__class__(sky.air.units, sky.air.used, {}, frozenset({P24})))
    assert sky.objections(PatrolAttack(HURRI, second)) == ["BF-19.8"]


def test_patrols_reach_no_hex_outside_their_zone() -> None:
    """BF-19.1"""
    sky = watched(P24)
    assert isinstance(sky.state.top, Patrolling)
    far = next(at for at in sky.state.top.path if at not in patrol.zone(sky.pos, P24))
    assert sky.objections(PatrolAttack(P24, far)) == ["BF-19.1"]


def test_a_transfer_that_is_turned_back_may_use_its_long_range_home() -> None:
    """BF-18.5, 19.6: three movement ratings, for it flew a transfer."""
    sky = Sky().station("14A:3528", CR42).station(IOANNINA, P24)
    sky.fly(CR42, Mission.TRANSFER, "14A:4419")
    sky.do(attacks(sky)[0]).roll(6)
    unit = sky.unit(CR42)
    assert (unit.at, unit.mission) == (sky.at("14A:3528"), TURNED_BACK)
    assert fleet.homeward(sky.pos, CR42) == 3 * fleet.facts(sky.pos, CR42).move


def test_a_clear_way_is_one_that_leads_through_no_watched_hex() -> None:
    """Of all targets and ranges: the flood that asks whether any fighter need be met agrees with
    the way that is looked for.
    """
    sky = watched(P24)
    pos, base, zone = sky.pos, sky.at(TIRANA), patrol.zone(sky.pos, P24)
    bits, found = bits_of(sky.pos.context), set[tuple[bool, bool]]()
    seen = bits.mask(zone)
    for target in sorted(pos.context.land)[::23]:
        for limit in (4, 8, 16):
            path = ways.way(pos, SM79, base, target, limit, ways.watched(bits, [seen]))
            clear = fleet.clear(pos, SM79, base, target, limit, seen)
            assert clear == (bool(path) and zone.isdisjoint(path))
            found.add((bool(path), clear))
    assert found == {(True, True), (True, False), (False, False)}
