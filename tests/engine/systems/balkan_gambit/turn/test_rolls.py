"""Weather, Italian attitude, defection, Chetnik control, ports: the dice of the initial phase."""

from __future__ import annotations

import pytest

from engine.core.actions import Roll
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    DISPERSED,
    RESERVE,
    Attitude,
    AttitudeRoll,
    ChetnikRoll,
    DefectionRolls,
    Weather,
    WeatherRoll,
)
from engine.systems.balkan_gambit.victory import points
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk


@pytest.mark.parametrize(
    ("before", "worse", "better"),
    [(Weather.CLEAR, (1, 2), range(3, 11)), (Weather.POOR, range(1, 9), (9, 10))],
)
def test_weather_turns_poor_on_a_natural_two_and_clears_on_a_nine(
    before: Weather, worse: tuple[int, ...], better: tuple[int, ...]
) -> None:
    """[BG-6.1b] [BG-6.1c]"""
    for face in range(1, 11):
        desk = Desk("1944").having(weather=before)
        desk.ask(*desk.state.flow, WeatherRoll())
        node = desk.rules.chance(desk.state)
        assert node is not None and node.rule == "BG-6.1b"
        desk.roll(face)
        expected = Weather.POOR if face in worse else Weather.CLEAR
        assert (face in worse) != (face in better)
        assert desk.state.weather is expected
        assert node.meanings[face - 1] == expected


def test_a_die_has_ten_faces_and_is_never_rolled_unasked() -> None:
    """[BG-2.2a] [BG-2.2b]"""
    desk = Desk("1944")
    assert desk.objections(Roll(5)) == ["BG-5.2b"]
    desk.ask(*desk.state.flow, WeatherRoll())
    node = desk.rules.chance(desk.state)
    assert node is not None and list(node.faces) == list(range(1, 11))
    for face in (0, 11, -1):
        assert desk.objections(Roll(face)) == ["BG-2.2a"]
    assert all(desk.objections(Roll(face)) == [] for face in node.faces)


@pytest.mark.parametrize(
    ("faces", "attitude"),
    [
        ((1, 2, 3), Attitude.BELLIGERENT),
        ((4, 5, 6, 7, 8), Attitude.CONFUSION),
        ((9,), Attitude.SURRENDER),
        ((10,), Attitude.DEFECTION),
    ],
)
def test_italian_attitude_by_die(faces: tuple[int, ...], attitude: Attitude) -> None:
    """[BG-1943.3] [BG-1943.4]"""
    for face in faces:
        desk = Desk("1943")
        desk.ask(*desk.state.flow, AttitudeRoll())
        node = desk.rules.chance(desk.state)
        assert node is not None and node.meanings[face - 1] == attitude.name.lower()
        desk.roll(face)
        assert desk.state.attitude is attitude
        assert [e.rule for e in desk.events if e.what == "attitude"] == ["BG-1943.3"]


def test_a_lower_die_leaves_the_attitude_as_it_is() -> None:
    """[BG-1943.4]"""
    desk = Desk("1943").having(attitude=Attitude.CONFUSION)
    desk.ask(*desk.state.flow, AttitudeRoll()).roll(1)
    assert desk.state.attitude is Attitude.CONFUSION
    assert [e.rule for e in desk.events if e.what == "attitude"] == ["BG-1943.4"]


def test_surrender_puts_every_italian_into_the_dead_pile_without_points() -> None:
    """[BG-1943.7]"""
    desk = Desk("1943").put("Durres", "italian-1", "italian-13").put("Split", "german-1-light")
    desk.ask(*desk.state.flow, AttitudeRoll()).roll(9)
    assert desk.here(DEAD) == {"italian-1", "italian-13"}
    assert points(desk.pos)[ALLIED] == 0, "italian-1 is a division"
    assert desk.at("german-1-light") == desk.hex("Split")


def test_an_italian_division_killed_in_battle_before_the_surrender_still_counts() -> None:
    """[BG-1943.7] [BG-4.0c]"""
    desk = Desk("1943").put(DEAD, "italian-1").put("Durres", "italian-13")
    desk.ask(*desk.state.flow, AttitudeRoll()).roll(9)
    assert points(desk.pos)[ALLIED] == 1


def test_defectors_rise_as_dispersed_partisans_of_the_right_colour() -> None:
    """[BG-1943.8] [BG-1943.9]"""
    desk = Desk("1943")
    places = {"italian-13": "1717", "italian-14": "Durres", "italian-24": "Athens"}
    for unit, place in places.items():
        desk.put(place, unit)
    desk.put("Trieste", "italian-22")
    desk.ask(*desk.state.flow, AttitudeRoll()).roll(10)
    assert desk.asks() == "DefectionRolls"
    node = desk.rules.chance(desk.state)
    assert node is not None
    assert node.meanings == ("disbands",) * 5 + ("defects",) * 5
    while desk.asks() == "DefectionRolls":
        desk.roll(6)
    assert {u for u in desk.here(DEAD)} == {*places, "italian-22"}
    for place, nation in (("1717", "yugoslav"), ("Durres", "yugoslav"), ("Athens", "greek_guer")):
        (risen,) = desk.here(place)
        assert risen.startswith(nation.replace("_", "-"))
        assert desk.state.pieces[U(risen)].mode == DISPERSED
    assert desk.here("Trieste") == set(), "Italy has no partisans to rise"


def test_five_or_less_disbands() -> None:
    """[BG-1943.8]"""
    desk = Desk("1943").put("1717", "italian-13")
    desk.ask(*desk.state.flow, DefectionRolls((U("italian-13"),))).roll(5)
    assert desk.here("1717") == set()
    assert desk.at("italian-13") == DEAD


def test_defectors_rise_only_while_counters_last() -> None:
    """[BG-1943.8]"""
    desk = Desk("1943")
    blue = [u for u in desk.context.units if desk.context.units[u].nation == "yugoslav"]
    assert len(blue) == 20
    spots = [at for at in desk.context.zone_hexes["Serbia"] if at not in desk.context.places]
    for index, unit in enumerate(blue[1:]):
        desk.put(spots[index], unit)
    desk.put(DEAD, blue[0]).put("1717", "italian-13", "italian-14")
    desk.ask(*desk.state.flow, DefectionRolls((U("italian-13"), U("italian-14")))).roll(10, 10)
    assert desk.here("1717") == {blue[0]}, "the dead pile counts as available, then none is left"


def test_spare_counters_are_in_reserve_at_start() -> None:
    """[BG-1943.8]"""
    desk = Desk.opened("1943")
    spare = [u for u in desk.here(RESERVE) if desk.context.stats[U(u)].partisan]
    assert len(spare) == 12


@pytest.mark.parametrize(("face", "side"), [(1, AXIS), (5, AXIS), (6, ALLIED), (10, ALLIED)])
def test_chetniks_follow_the_die(face: int, side: str) -> None:
    """[BG-1943.11]"""
    desk = Desk("1943").put("Nis", "chetnik-partisan-1")
    desk.ask(*desk.state.flow, ChetnikRoll())
    node = desk.rules.chance(desk.state)
    assert node is not None and node.meanings == ("Axis",) * 5 + ("Allied",) * 5
    desk.roll(face)
    assert desk.state.chetniks == side
    told = "".join(desk.rules.prose(event) for event in desk.events)
    assert f"the Chetniks follow the {side.capitalize()} side." in told
    assert desk.pos.owner(U("chetnik-partisan-1")) == side


def test_chetniks_caught_among_new_friends_do_not_overstack_them() -> None:
    """Three Axis units entered the hex of a dispersed Chetnik who now joins them [BG-10.4a]."""
    desk = Desk("1943", side=AXIS).having(chetniks=ALLIED)
    desk.put("Nis", "chetnik-partisan-1", mode=DISPERSED)
    desk.put("Nis", "german-297", "german-173", "german-generic-1")
    desk.ask(*desk.state.flow, ChetnikRoll()).roll(1)
    assert desk.state.chetniks == AXIS
    desk.put("Skopje", "german-11l")
    assert desk.pos.stack_objection(U("german-11l"), desk.hex("Nis")) in ("BG-10.3.A", "BG-10.6.C")
    assert desk.pos.stack_objection(U("chetnik-partisan-1"), desk.hex("Nis")) == "BG-10.6.C"
