"""Escorts, interceptors and scrambles: who may fly where in whose step."""

from __future__ import annotations

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet
from engine.systems.europa.air.actions import LandAll
from engine.systems.europa.air.combat.actions import AbandonMissions, LetPass
from engine.systems.europa.air.combat.records import Intercepting, Preparing
from engine.systems.europa.air.records import AirUnit, Mission
from engine.systems.europa.state.constants import ALLIED
from engine.systems.europa.state.records import Fighting
from tests.engine.systems.europa.air.sky import (
    BERAT,
    BLEN,
    BORDER,
    CR42,
    FERRARA,
    GREEKS,
    IOANNINA,
    LARISA,
    MC200,
    P24,
    SM79,
    TIRANA,
    Sky,
)

SUPPORT, ESCORT = Mission.GROUND_SUPPORT, Mission.ESCORT
INTERCEPTION, SCRAMBLE = Mission.INTERCEPTION, Mission.SCRAMBLE


def raid(*fighters: str, base: str = IOANNINA) -> Sky:
    """An SM.79 is over Ioannina, and the enemy's fighters may rise."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(TIRANA, SM79)
    sky.station(base, *fighters).fly(SM79, SUPPORT, IOANNINA)
    return over(sky)


def over(sky: Sky) -> Sky:
    """The air movement step ends; no patrol attacks."""
    if sky.objections(LetPass()) == []:
        sky.do(LetPass())
    return sky.do(EndPhase())


def test_interceptors_move_after_the_phasing_players_air_units() -> None:
    """BF-16C.2, 18.4: the other player's fighters alone."""
    sky = raid(P24)
    assert sky.state.top == Intercepting(ALLIED)
    assert sky.refused(SM79, INTERCEPTION, IOANNINA) == ["BF-18.4"]
    assert sky.refused(P24, SUPPORT, IOANNINA) == ["BF-16C.2"]
    assert sky.refused(P24, INTERCEPTION, IOANNINA) == []
    assert sky.rules.describe(sky.state, EndPhase()) == "End interceptor movement"


def test_interception_is_not_flown_in_the_air_movement_step() -> None:
    """BF-16C.2"""
    sky = Sky().station(TIRANA, CR42)
    assert sky.refused(CR42, INTERCEPTION, IOANNINA) == ["BF-16C.2"]
    assert sky.refused(CR42, Mission.SCRAMBLE, BERAT) == ["BF-16C.2"]


def test_only_fighters_intercept() -> None:
    """BF-16B3.1, 16A.1"""
    sky = raid(P24, BLEN)
    assert sky.refused(BLEN, INTERCEPTION, IOANNINA) == ["BF-16B3.1"]


def test_an_interceptor_flies_half_its_rating_to_enemies() -> None:
    """BF-20A.1, 20A.2"""
    sky = raid(P24, base=LARISA)
    far = fleet.distance(sky.pos, P24, sky.at(LARISA), sky.at(IOANNINA))
    assert far is not None and far > 4
    assert isinstance(sky.state.top, Fighting)  # nobody can intercept, nobody is asked
    sky = raid(P24)
    assert sky.refused(P24, INTERCEPTION, BORDER) == ["BF-20A.2"]
    sky.station(LARISA, P24)
    assert sky.refused(P24, INTERCEPTION, IOANNINA) == ["BF-20A.1"]


def test_transfers_can_be_intercepted_where_they_land() -> None:
    """BF-16B2.1, 20A.2: the airbase is their target hex."""
    sky = Sky().station(TIRANA, CR42).station(IOANNINA, P24).fly(CR42, Mission.TRANSFER, "14A:4419")
    over(sky)
    assert sky.state.top == Intercepting(ALLIED)
    assert sky.refused(P24, INTERCEPTION, "14A:4419") == []


def test_interceptors_use_the_capacity_of_their_base() -> None:
    """BF-17A.1, 16B1.2"""
    sky = raid(P24)
    room = fleet.room(sky.pos, sky.at(IOANNINA))
    assert room is not None
    sky.having(air=sky.air.__class__(sky.air.units, {IOANNINA: room}))
    assert sky.refused(P24, INTERCEPTION, IOANNINA) == ["BF-17A.1"]
    sky = raid(P24).station(IOANNINA, P24, operative=False)
    assert sky.refused(P24, INTERCEPTION, IOANNINA) == ["BF-16B1.2"]


def test_interceptors_return_as_far_as_they_flew() -> None:
    """BF-16C.5, 18.5: within half their rating, before the phasing player's air units."""
    sky = raid(P24).fly(P24, INTERCEPTION, IOANNINA).do(EndPhase())
    assert isinstance(sky.state.top, Preparing)
    assert fleet.homeward(sky.pos, P24) == 4
    sky.do(AbandonMissions())
    while sky.kinds() & {"land all"}:
        sky.do(LandAll())
    assert sky.unit(P24) == AirUnit(sky.at(IOANNINA), flown=True)


def test_a_fighter_scrambles_from_a_base_that_enemies_fly_to() -> None:
    """BF-20B.1, 20B.2, 20B.3"""
    sky = raid(P24, "british-glad")
    assert sky.refused(P24, SCRAMBLE, LARISA) == []
    assert sky.refused(P24, SCRAMBLE, IOANNINA) == ["BF-20B.3"]
    assert sky.refused(P24, SCRAMBLE, "15B:0911") == ["BF-20B.2"]
    sky.fly(P24, SCRAMBLE, LARISA).do(EndPhase())
    assert sky.unit(P24) == AirUnit(sky.at(LARISA), flown=True)


def test_a_fighter_scrambles_from_no_base_that_is_left_alone() -> None:
    """BF-20B.1: and no bomber scrambles."""
    sky = raid(P24, BLEN)
    sky.station(LARISA, P24)
    assert sky.refused(P24, SCRAMBLE, "14A:5112") == ["BF-20B.1"]
    assert sky.refused(BLEN, SCRAMBLE, LARISA) == ["BF-20B.1"]


def test_fighters_escort_air_units_on_other_missions() -> None:
    """BF-20C.1, 16B3.2: within the printed rating, to a hex another mission is flown to."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(BERAT, SM79, CR42)
    assert sky.refused(CR42, ESCORT, IOANNINA) == ["BF-20C.1"]
    sky.fly(SM79, SUPPORT, IOANNINA)
    assert sky.refused(CR42, ESCORT, IOANNINA) == []
    assert sky.refused(SM79, ESCORT, IOANNINA) != []
    sky.station(LARISA, CR42).station("14A:3528", MC200)
    assert sky.refused(MC200, ESCORT, IOANNINA) == ["BF-18.1"]


def test_only_fighters_escort() -> None:
    """BF-20C.1"""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS)
    sky.station(TIRANA, SM79, "italian-sm-81").fly(SM79, SUPPORT, IOANNINA)
    assert sky.refused("italian-sm-81", ESCORT, IOANNINA) == ["BF-20C.1"]


def test_escorts_go_home_in_the_air_return_step() -> None:
    """BF-16C.6: those they escorted stay for the battle."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(BERAT, SM79, CR42)
    sky.fly(SM79, SUPPORT, IOANNINA).fly(CR42, ESCORT, IOANNINA)
    sky.do(EndPhase())
    while sky.kinds() & {"land"}:
        sky.do(next(iter(sky.legal.family("land all"))))
    assert sky.unit(CR42).target is None
    assert sky.unit(SM79).mission == SUPPORT
