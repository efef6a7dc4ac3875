"""Antiaircraft fire: who has guns, at whom they fire, and what two dice do."""

from __future__ import annotations

import pytest

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.records import FlakRoll, Mission
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD
from engine.systems.europa.state.records import Fighting
from oob.model import UnitId
from tests.engine.systems.europa.air.sky import (
    BORDER,
    CR42,
    FERRARA,
    GREEKS,
    IOANNINA,
    KORITSA,
    SM79,
    SM81,
    TIRANA,
    Sky,
)

ITALIAN_AA, GREEK_AA, CENTAURO = "italian-26c-light-aa", "greek-a-light-aa", "italian-131-centauro"
BEOGRAD, NIS, BARI, FOGGIA_FIELD = "14A:2211", "14A:3009", "14A:3528", "15B:2114"


def flown(*guns: str) -> Sky:
    """An SM.79 over Greeks with guns, at the end of the air movement step."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS, *guns).station(TIRANA, SM79)
    return sky.fly(SM79, Mission.GROUND_SUPPORT, IOANNINA).do(EndPhase())


def test_guns_have_a_strength_by_their_size() -> None:
    """BF-22A2.1, 22.1"""
    sky = Sky().put(BORDER, ITALIAN_AA, FERRARA)
    assert antiaircraft.of_unit(sky.pos, UnitId(ITALIAN_AA)) == 2
    assert antiaircraft.of_unit(sky.pos, UnitId(FERRARA)) == 0


def test_mobile_divisions_of_the_axis_have_guns_of_their_own() -> None:
    """BF-22A1.1, 22A1.2: their cadres have none, nor have those of others."""
    sky = Sky().put(BORDER, CENTAURO)
    assert antiaircraft.of_unit(sky.pos, UnitId(CENTAURO)) == 1
    motorized = UnitId("greek-19-motorized")
    if motorized in sky.context.units:
        sky.put(IOANNINA, motorized)
        assert antiaircraft.of_unit(sky.pos, motorized) == 0


def test_airbases_in_italy_that_are_no_airfields_have_guns() -> None:
    """BF-22A1.3"""
    sky = Sky()
    assert antiaircraft.strength(sky.pos, sky.at(BARI), AXIS) == 3
    assert antiaircraft.strength(sky.pos, sky.at(TIRANA), AXIS) == 0


def test_yugoslav_cities_have_guns_until_they_are_lost() -> None:
    """BF-22A1.4, 22A1.5, 22A1.6"""
    sky = Sky().having(joined={**Sky().state.joined, "yugoslav": ALLIED})
    nis, kumanovo = sky.at(NIS), sky.at("14A:3611")
    assert antiaircraft.strength(sky.pos, nis, ALLIED) == 3
    assert antiaircraft.strength(sky.pos, kumanovo, ALLIED) == 2
    assert antiaircraft.strength(sky.pos, sky.at(BEOGRAD), ALLIED) == 3
    sky.having(captured=frozenset({nis}))
    assert antiaircraft.strength(sky.pos, nis, ALLIED) == 0


def test_guns_fire_at_ground_support_before_it_counts() -> None:
    """BF-22B1.1, 22B1.2, 22B1.3: one roll of all guns in the hex for the air unit."""
    sky = flown(GREEK_AA)
    assert sky.state.top == FlakRoll(SM79, 2)
    sky.roll(6, 6)
    assert isinstance(sky.state.top, Fighting)
    assert sky.unit(SM79).mission == Mission.GROUND_SUPPORT


def test_nothing_is_rolled_without_guns() -> None:
    """BF-22B2.2"""
    assert isinstance(flown().state.top, Fighting)


@pytest.mark.parametrize(
    ("guns", "total", "result"),
    [
        (1, 3, "aborted"),
        (1, 4, "turned back"),
        (1, 5, "no effect"),
        (2, 5, "turned back"),
        (2, 7, "no effect"),
        (9, 7, "turned back"),
        (9, 8, "no effect"),
        (17, 4, "eliminated"),
        (0, 2, "no effect"),
    ],
)
def test_the_table_is_read_in_the_closest_column_that_does_not_exceed(
    guns: int, total: int, result: str
) -> None:
    """BF-22B2.1: 9 points use the column of 7; a bomber over a battle takes 1 off the dice."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS).station(TIRANA, SM79)
    sky.fly(SM79, Mission.GROUND_SUPPORT, IOANNINA)
    assert antiaircraft.modifier(sky.pos, SM79) == -1
    assert antiaircraft.result(sky.pos, SM79, guns, total) == result


def test_chances_of_the_fire_are_those_of_two_dice() -> None:
    """BF-22B2.3"""
    sky = flown(GREEK_AA)
    found = antiaircraft.chances(sky.pos, SM79, 2)
    assert found == {"aborted": 6 / 36, "turned back": 4 / 36, "no effect": 26 / 36}


def test_an_aborted_air_unit_goes_home_inoperative() -> None:
    """BF-21B2.3: it does not support the attack."""
    sky = flown(GREEK_AA).roll(1, 1)
    assert not sky.unit(SM79).operative
    assert sky.unit(SM79).target is not None
    assert sky.pos.air_points(sky.at(IOANNINA), AXIS) == 0


def test_an_air_unit_that_is_turned_back_stays_operative() -> None:
    """BF-21B2.2: it returns in the air return step."""
    sky = flown(GREEK_AA).roll(1, 4)
    assert sky.unit(SM79).operative
    assert sky.kinds() == {"land", "land all"}


def test_an_eliminated_air_unit_is_removed_at_once() -> None:
    """BF-21B2.4, VPL.4: two points to the Allies."""
    sky = flown()
    sky.ask(*sky.state.flow, FlakRoll(SM79, 17, 1)).roll(1)
    assert sky.unit(SM79).at == DEAD
    assert sky.state.score(ALLIED) == 2


def test_guns_fire_at_no_transfer() -> None:
    """BF-22B1.2: they fire at bombing missions in their hex."""
    sky = Sky().put(TIRANA, ITALIAN_AA).station(TIRANA, SM79).fly(SM79, Mission.TRANSFER, BARI)
    assert antiaircraft.at_mission(sky.pos, SM79) is None
    assert isinstance(sky.do(EndPhase()).state.top, Fighting)


def test_all_guns_fire_once_at_each_air_unit() -> None:
    """BF-22B1.7: two air units undergo two rolls of the same strength."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS, GREEK_AA).station(TIRANA, SM79, SM81)
    for unit in (SM79, SM81):
        sky.fly(unit, Mission.GROUND_SUPPORT, IOANNINA)
    sky.do(EndPhase())
    assert [f for f in sky.state.flow if isinstance(f, FlakRoll)] == [
        FlakRoll(SM81, 2),
        FlakRoll(SM79, 2),
    ]


def test_example_guns_fire_at_no_escort() -> None:
    """BF-22B1.2: of a bomber and its escort the bomber alone comes under fire."""
    sky = Sky().put(BORDER, FERRARA).put(IOANNINA, GREEKS, GREEK_AA).station(KORITSA, SM79, CR42)
    sky.fly(SM79, Mission.GROUND_SUPPORT, IOANNINA).fly(CR42, Mission.ESCORT, IOANNINA)
    assert antiaircraft.at_mission(sky.pos, CR42) is None
    shots = []
    sky.do(EndPhase())
    while isinstance(sky.state.top, FlakRoll):
        shots.append(sky.state.top.air_unit)
        sky.roll(6, 6)
    assert shots == [SM79]
