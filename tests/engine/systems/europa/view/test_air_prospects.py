"""What flights promise before they are made: together, in points, and where guns wait."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.systems.balkan_front.state.constants import RHODES
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.bombing import strengths
from engine.systems.europa.air.records import Manner, Mission
from engine.systems.europa.state.constants import AXIS
from engine.systems.europa.view.air_prospects import number, promised, prospect
from maps.errors import with_noun
from tests.engine.systems.europa.air.sky import CR42, LARISA, MXD, SM79, SM81, TIRANA, Sky


def raid(unit: str, sky: Sky, manner: Manner = Manner.PLAIN) -> FlyMission:
    return FlyMission(unit, Mission.AIRBASE_BOMBING, sky.at(LARISA), manner)


def over_larisa() -> Sky:
    return Sky().station(TIRANA, SM79, SM81).station(LARISA, MXD).flying(AXIS)


def test_one_flight_is_named_with_its_base_and_its_chance() -> None:
    sky = over_larisa()
    found = prospect(sky.pos, (raid(SM79, sky),))
    assert found is not None
    assert found.who.endswith(", from 14A:3719 Tirana") and found.odds == "33\u00a0% to hit"
    assert promised(sky.pos, raid(SM79, sky)) == " (33\u00a0% to hit)"


def test_a_box_is_named_as_people_call_it() -> None:
    sky = Sky().station(RHODES, SM79).flying(AXIS)
    found = prospect(sky.pos, (raid(SM79, sky),))
    assert found is not None and found.who.endswith(", from Rhodes")


def test_flights_together_hit_as_one_attack() -> None:
    """BF-20F.3: their strengths are added, not their chances."""
    sky = over_larisa()
    both = (raid(SM79, sky), raid(SM81, sky))
    found = prospect(sky.pos, both)
    assert found is not None and (found.who, found.odds) == ("2 air units", "50\u00a0% to hit")
    points = sum((strengths.planned(sky.pos, one) for one in both), Fraction(0))
    after = sky.do(*both).pos
    assert strengths.together(after, (SM79, SM81), sky.at(LARISA)) == points


@pytest.mark.parametrize(
    ("points", "text"),
    [
        ("1/3", "1/3"),
        ("1", "1"),
        ("5/2", "2 1/2"),
        ("12", "12"),
        ("1/12", "0.08"),
        ("25/12", "2.1"),
    ],
)
def test_points_are_written_as_strengths_are(points: str, text: str) -> None:
    assert number(Fraction(points)) == text


def test_half_a_point_is_one_thing() -> None:
    """It was *1/2 points*."""
    sky = Sky().station(TIRANA, CR42).put(LARISA, "greek-1-mountain").flying(AXIS)
    sky.having(weather={"D": "poor", "E": "poor"})
    support = FlyMission(CR42, Mission.DEFENSIVE_SUPPORT, sky.at(LARISA))
    found = prospect(sky.pos, (support,))
    assert found is not None and found.odds == "1/2 point"


@pytest.mark.parametrize("mission", [Mission.GROUND_SUPPORT, Mission.DEFENSIVE_SUPPORT])
def test_support_tells_its_points_in_the_menu(mission: Mission) -> None:
    """Only harassment told them."""
    sky = Sky().station(TIRANA, SM79).put(LARISA, "greek-1-mountain").flying(AXIS)
    support = FlyMission(SM79, mission, sky.at(LARISA))
    points = strengths.planned(sky.pos, support)
    assert promised(sky.pos, support) == f" ({with_noun(number(points), 'point')})"


def test_nothing_is_promised_of_other_decisions() -> None:
    sky = over_larisa()
    assert prospect(sky.pos, ()) is None
    assert prospect(sky.pos, (EndPhase(),)) is None
    assert prospect(sky.pos, (raid(SM79, sky), EndPhase())) is None
    assert promised(sky.pos, EndPhase()) == ""
