"""Air units that politics bring: intervention forces, those of a neutral that leans to a side."""

from __future__ import annotations

import pytest

from engine.systems.balkan_front.actions import Intervene
from engine.systems.balkan_front.state.records import Intervening
from engine.systems.europa.air import fleet, launching
from engine.systems.europa.air.actions import FlyMission, LandAll
from engine.systems.europa.air.combat import patrol
from engine.systems.europa.air.records import AirMoving, AirWar, Mission, ToLand
from engine.systems.europa.state.constants import ALLIED, AXIS, PENDING, Phase
from engine.systems.europa.state.records import Onward
from tests.engine.systems.europa.air.sky import (
    ATHENS,
    BRINDISI,
    LARISA,
    MC200,
    P24,
    TIRANA,
    Sky,
)

BEOGRAD, SKOPLJE, KRALJEVO, SOFIYA = "14A:2211", "14A:3612", "14A:2712", "14A:3606"
YUGOSLAV, ITS_BOMBER = "yugoslav-me-109e", "yugoslav-do-17k"
GREECE, YUGOSLAVIA = "Luftwaffe against Greece", "Luftwaffe against Yugoslavia"


def listed(sky: Sky, group: str) -> list[str]:
    """The air units of a list."""
    return [entry.id for entry in fleet.plan_of(sky.context).units if entry.group == group]


def coming(*, against_yugoslavia: bool = False, taken: str = "") -> Sky:
    """Germany has just intervened, on Mar I 41; a unit of the assistance was ``taken`` before."""
    sky = Sky(turn=9)
    if against_yugoslavia:
        sky.having(status={"yugoslav": "pro-Allied neutral"}, mobilizing=6)
    if taken:
        sky.station(BRINDISI, taken)
    sky.ask(Onward(), Intervening(AXIS), phase=Phase.WEATHER.value, active="")
    sky.do(Intervene())
    while isinstance(sky.state.top, ToLand):
        sky.do(LandAll())
    return sky


def test_germany_intervenes_with_the_air_units_against_greece() -> None:
    """BF-28A2b.6: at bases in Bulgaria and Rumania, in the special initial phase."""
    sky = coming()
    assert sky.state.phase == Phase.SURPRISE_INITIAL.value
    there = sky.context.area("Bulgaria", "Rumania")
    assert len(listed(sky, GREECE)) == 15
    assert all(sky.unit(unit).at in there for unit in listed(sky, GREECE))
    assert all(sky.unit(unit).at == PENDING for unit in listed(sky, YUGOSLAVIA))
    assert sky.unit(MC200).at == PENDING, "nobody else arrives in the surprise turn"


def test_supplies_are_loaded_by_air_from_the_surprise_turn_on() -> None:
    """BF-20E.4, 28A2b.9: lines of supply are judged in its initial phase as in any."""
    sky = coming()
    assert sky.at(SOFIYA) in sky.state.air.stocked


def test_against_yugoslavia_too_when_it_has_joined_the_allies_without_what_assisted() -> None:
    """BF-28A2b.7."""
    taken, *others = listed(coming(), YUGOSLAVIA)
    sky = coming(against_yugoslavia=True, taken=taken)
    assert sky.state.joined["yugoslav"] == ALLIED
    assert sky.unit(taken).at == sky.at(BRINDISI), "it has come as assistance before"
    near = sky.context.area("Bulgaria", "Germany", "Hungary", "Rumania")
    assert all(sky.unit(unit).at in near for unit in others)


def leaning(status: str = "pro-Allied neutral") -> Sky:
    """Two Yugoslav air units on their bases, the Allies to fly."""
    sky = Sky(side=ALLIED).having(status={"yugoslav": status}, mobilizing=3)
    return sky.station(BEOGRAD, YUGOSLAV).station(KRALJEVO, ITS_BOMBER)


def test_the_allied_player_transfers_the_air_units_of_a_pro_allied_yugoslavia() -> None:
    """BF-28C2.5: offered, to bases of Yugoslavia alone."""
    sky = leaning()
    yugoslavia = sky.context.area("Yugoslavia")
    flights = [
        action
        for action in sky.legal
        if isinstance(action, FlyMission) and action.air_unit == YUGOSLAV
    ]
    assert sky.flight(YUGOSLAV, Mission.TRANSFER, SKOPLJE) in flights
    assert {action.mission for action in flights} == {Mission.TRANSFER}
    assert all(action.target in yugoslavia for action in flights)
    sky.fly(YUGOSLAV, Mission.TRANSFER, SKOPLJE)
    assert sky.unit(YUGOSLAV).at == sky.at(SKOPLJE)


def test_they_fly_nothing_else_and_nowhere_else() -> None:
    """BF-28C2.5"""
    sky = leaning()
    assert sky.refused(ITS_BOMBER, Mission.HARASSMENT, TIRANA) == ["BF-28C2.5"]
    assert sky.refused(ITS_BOMBER, Mission.STAGING, SKOPLJE) == ["BF-28C2.5"]
    assert sky.refused(ITS_BOMBER, Mission.TRANSFER, SOFIYA)


def test_the_own_units_beside_them_are_offered_their_own_bases() -> None:
    """In whatever order the order of battle has both."""
    sky = leaning().station(LARISA, P24)
    sky.having(air=AirWar(dict(reversed(sky.air.units.items()))))
    transfers = {
        (action.air_unit, action.target)
        for action in sky.legal
        if isinstance(action, FlyMission) and action.mission is Mission.TRANSFER
    }
    assert (P24, sky.at(ATHENS)) in transfers and (YUGOSLAV, sky.at(SKOPLJE)) in transfers


def test_they_make_no_patrol_attacks_and_suffer_none() -> None:
    """BF-28C2.5, 28C.1: neither side fights a neutral."""
    sky = leaning().station(TIRANA, MC200)
    assert YUGOSLAV not in patrol.fighters(sky.pos, ALLIED)
    sky.fly(YUGOSLAV, Mission.TRANSFER, SKOPLJE)
    assert isinstance(sky.state.top, AirMoving), "no Axis fighter is asked about it"
    assert not sky.refused(YUGOSLAV, Mission.TRANSFER, BEOGRAD), "nobody is its enemy"


@pytest.mark.parametrize("status", ["neutral", "pro-Axis neutral"])
def test_those_of_another_neutral_stay_on_the_ground(status: str) -> None:
    """BF-28C2.5"""
    sky = leaning(status)
    assert not set(launching.available(sky.pos, ALLIED)) & {YUGOSLAV, ITS_BOMBER}
    assert sky.refused(YUGOSLAV, Mission.TRANSFER, SKOPLJE)
