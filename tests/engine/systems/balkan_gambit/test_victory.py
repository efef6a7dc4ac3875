"""Victory points and the result."""

from __future__ import annotations

import pytest

from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    DISPERSED,
    GONE,
    SURRENDERED,
    Beachhead,
    TurnEnd,
    Weather,
)
from engine.systems.balkan_gambit.victory import (
    ledger,
    notional_march,
    outcome,
    points,
    town_supplied,
)
from oob.model import UnitId as U
from tests.engine.systems.balkan_gambit.desk import Desk


def bare(year: str = "1943") -> Desk:
    """No town in anybody's hands."""
    return Desk(year).having(control={})


def owned(desk: Desk, side: str, *towns: str) -> Desk:
    """Give towns to a side."""
    places = [desk.context.place_meant(town) for town in towns]
    given = {place.id: side for place in places if place is not None}
    assert len(given) == len(towns)
    return desk.having(control={**desk.state.control, **given})


def test_each_enemy_division_in_the_dead_pile_is_a_point() -> None:
    """[BG-4.0c] [BG-4.0d]"""
    desk = bare().put(DEAD, "german-297", "german-1-armor", "british-5")
    desk.put(DEAD, "german-generic-1", "yugoslav-partisan-1", "british-12", "british-4-plus")
    desk.put("Zagreb", "german-173", steps=1)
    assert points(desk.pos) == {ALLIED: 2, AXIS: 1}


def test_substituted_and_surrendered_units_count_for_nobody() -> None:
    """[BG-1943.7] [BG-SU.6]"""
    desk = bare().put(DEAD, "italian-1", marks=(SURRENDERED,)).put(GONE, "british-5")
    assert points(desk.pos) == {ALLIED: 0, AXIS: 0}


def test_a_lost_supply_marker_is_three_every_time() -> None:
    """[BG-4.0e]"""
    assert points(bare().having(markers_lost=2).pos) == {ALLIED: 0, AXIS: 6}


def test_towns_are_three_and_cities_six_when_in_supply() -> None:
    """[BG-4.0f] [BG-4.0g] [BG-4.0h]"""
    desk = owned(bare(), AXIS, "Sarajevo", "Zagreb")
    assert points(desk.pos) == {ALLIED: 0, AXIS: 9}
    desk = owned(bare(), ALLIED, "Kalamata", "Athens")
    assert points(desk.pos) == {ALLIED: 0, AXIS: 0}, "no marker feeds them"
    desk.having(beachheads={desk.hex("Athens"): Beachhead(open=True)})
    assert points(desk.pos) == {ALLIED: 9, AXIS: 0}
    desk.having(beachheads={desk.hex("Athens"): Beachhead(open=False)})
    assert points(desk.pos) == {ALLIED: 0, AXIS: 0}


def test_a_town_cut_off_scores_nothing() -> None:
    """[BG-4.0h]"""
    desk = owned(bare(), AXIS, "Sarajevo")
    for number, near in enumerate(desk.hex("1717").neighbours(), 1):
        desk.put(near, f"yugoslav-partisan-{number}")
    assert points(desk.pos)[AXIS] == 0
    assert not town_supplied(desk.pos, desk.hex("1717"), AXIS)


def test_winter_shortens_the_march_of_the_notional_unit() -> None:
    """[BG-4.0h] [BG-6.2a]"""
    desk = owned(bare("1945"), AXIS, "Zagreb")
    assert notional_march(desk.pos) == 3
    assert notional_march(desk.having(weather=Weather.POOR).pos) == 2
    assert notional_march(bare("1944").having(weather=Weather.POOR).pos) == 3
    desk = owned(bare("1945"), AXIS, "Laibach")
    units = (u for u in desk.context.units if u.startswith("british"))
    for at in desk.context.roads(frozenset())[desk.hex("Laibach")]:
        desk.put(at, next(units))
    assert points(desk.pos)[AXIS] == 3, "three hexes to the next road"
    assert points(desk.having(weather=Weather.POOR).pos)[AXIS] == 0


def test_soviet_sources_feed_allied_towns_in_1945() -> None:
    """[BG-4.0h]"""
    desk = Desk("1945")
    assert town_supplied(desk.pos, desk.hex("Osijek"), ALLIED)
    assert not town_supplied(Desk("1944").pos, desk.hex("Osijek"), ALLIED)


def test_no_garrison_is_needed() -> None:
    """[BG-1943.15]"""
    desk = owned(bare(), AXIS, "Sarajevo")
    assert not desk.pos.at.get(desk.hex("1717"))
    assert points(desk.pos)[AXIS] == 3


@pytest.mark.parametrize("mode", ["concentrated", DISPERSED])
def test_a_town_held_by_partisans_alone_scores_for_nobody(mode: str) -> None:
    """[BG-4.0i]"""
    desk = owned(bare(), AXIS, "Sarajevo").put("1717", "yugoslav-partisan-1", mode=mode)
    assert points(desk.pos) == {ALLIED: 0, AXIS: 0}
    desk = owned(bare(), ALLIED, "Sarajevo").put("1717", "yugoslav-partisan-1", mode=mode)
    desk.having(beachheads={desk.hex("Dubrovnik"): Beachhead(open=True)})
    assert points(desk.pos) == {ALLIED: 0, AXIS: 0}


def test_partisans_beside_a_garrison_deny_nothing() -> None:
    """[BG-4.0i]"""
    desk = owned(bare(), AXIS, "Sarajevo").put("1717", "german-297")
    desk.put("1717", "yugoslav-partisan-1", mode=DISPERSED)
    assert points(desk.pos)[AXIS] == 3


def test_axis_chetniks_in_an_axis_town_deny_it_to_nobody() -> None:
    """[BG-4.0i]"""
    desk = owned(bare(), AXIS, "Nis").put("Nis", "chetnik-partisan-1")
    assert points(desk.pos) == {ALLIED: 0, AXIS: 3}
    desk.having(chetniks=ALLIED)
    assert points(desk.pos) == {ALLIED: 0, AXIS: 0}


@pytest.mark.parametrize(
    ("year", "inside", "outside"),
    [
        ("1943", ["Sarajevo", "Tirana", "Athens"], ["Trieste", "Udine"]),
        ("1944", ["Sarajevo", "Tirana", "Athens", "Trieste"], ["Udine"]),
        ("1945", ["Udine", "Zagreb", "Laibach", "Trieste"], ["Nis", "Tirana", "Athens"]),
    ],
)
def test_victory_countries(year: str, inside: list[str], outside: list[str]) -> None:
    """[BG-1943.15] [BG-1944.4] [BG-1945.8] [BG-2.4b]"""
    for town in inside:
        assert points(owned(bare(year), AXIS, town).pos)[AXIS] in (3, 6), town
    for town in outside:
        assert points(owned(bare(year), AXIS, town).pos)[AXIS] == 0, town


def test_optional_units_score_for_the_other_side() -> None:
    """[BG-4.0j]"""
    desk = bare().having(vp_options={ALLIED: 4, AXIS: 3})
    assert points(desk.pos) == {ALLIED: 4, AXIS: 3}


@pytest.mark.parametrize(
    ("allied", "axis", "winner"),
    [
        (10, 5, ALLIED),
        (9, 5, ""),
        (5, 10, AXIS),
        (5, 9, ""),
        (0, 0, ""),
        (1, 0, ALLIED),
        (0, 3, AXIS),
        (7, 7, ""),
    ],
)
def test_twice_the_points_win_and_less_is_a_draw(allied: int, axis: int, winner: str) -> None:
    """[BG-4.0k] [BG-4.0l]"""
    desk = bare().having(vp_options={ALLIED: allied, AXIS: axis})
    found = outcome(desk.pos)
    assert found.winner == winner
    assert found.level == ("victory" if winner else "draw")
    assert dict(found.points) == {ALLIED: allied, AXIS: axis}


@pytest.mark.parametrize(
    ("axis", "told"),
    [
        (9, "The game is over after turn 20: Axis victory (1 Allied point, 9 Axis)."),
        (1, "The game is over after turn 20: draw (1 Allied point, 1 Axis)."),
    ],
)
def test_the_last_sentence_tells_the_result(axis: int, told: str) -> None:
    desk = bare().having(vp_options={ALLIED: 1, AXIS: axis}, turn=20)
    desk.ask(*desk.state.flow[:-1], TurnEnd()).settle()
    assert desk.rules.prose(desk.events[-1]) == told


def test_the_ledger_adds_up_and_cites_rules() -> None:
    """[BG-4.0a]"""
    desk = owned(bare(), AXIS, "Sarajevo", "Zagreb").put(DEAD, "german-297")
    desk.having(markers_lost=1, vp_options={ALLIED: 4, AXIS: 0})
    lines = ledger(desk.pos)
    assert {line.rule for line in lines} == {
        "BG-4.0c",
        "BG-4.0e",
        "BG-4.0f",
        "BG-4.0g",
        "BG-4.0j",
    }
    for side in (ALLIED, AXIS):
        total = sum(line.points for line in lines if line.side == side)
        assert total == points(desk.pos)[side]


def test_1945_begins_with_the_south_and_east_in_allied_hands() -> None:
    """[BG-4.0f] [BG-1945.9]"""
    desk = Desk.opened("1945")
    for town, side in (("Beograd", ALLIED), ("Athens", ALLIED), ("Zagreb", AXIS), ("Udine", AXIS)):
        place = desk.context.place_meant(town)
        assert place is not None and desk.state.control[place.id] == side
    assert not desk.state.liberated
    assert set(Desk.opened("1943").state.control.values()) == {AXIS}
    assert U("soviet-73") in desk.state.pieces
