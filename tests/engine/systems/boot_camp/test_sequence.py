"""The sequence of play, set-up, and what the weather does (BC-19A, 21, 23, BC-B4)."""

from __future__ import annotations

import pytest

from engine.systems.boot_camp import sequence
from engine.systems.boot_camp.state.constants import EASTERN_GREECE, RHODES
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.production import arrivals
from engine.systems.europa.production.initial_actions import ArriveAll
from engine.systems.europa.scenario import set_up
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, PlaceUnit, UseRecommended
from engine.systems.europa.state.constants import ALLIED, AXIS, PENDING, POOL, Phase
from engine.systems.europa.state.records import Onward, SettingUp, WeatherRoll
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.boot_camp.desk import ATHENS, Camp


def test_the_allies_set_up_first_with_the_yugoslav_neutrality_watch() -> None:
    camp = Camp.opened()
    top = camp.state.top
    assert isinstance(top, SettingUp) and top.side == ALLIED
    mine = set_up.waiting(camp.pos, ALLIED)
    assert any(camp.context.units[unit].nation == "yugoslav" for unit in mine)
    assert not any(camp.context.units[unit].nation == "italian" for unit in mine)
    italian = next(u for u in camp.pos.boxed(POOL) if camp.context.units[u].nation == "italian")
    home = set_up.home_hexes(camp.context, italian)[0]
    assert camp.objections(PlaceUnit(italian, home)) == ["BC-23.2"]
    assert camp.objections(FinishSetUp()) == ["BC-23.2"]
    camp.do(UseRecommended(), FinishSetUp())
    top = camp.state.top
    assert isinstance(top, SettingUp) and top.side == AXIS
    camp.do(UseRecommended(), FinishSetUp())
    assert isinstance(camp.state.top, WeatherRoll)


def test_units_set_up_where_the_order_of_battle_says_within_stacking() -> None:
    camp = Camp.opened()
    eighth = UnitId("greek-8-mountain")
    homes = set_up.home_hexes(camp.context, eighth)
    assert homes and camp.at(ATHENS) not in homes
    assert camp.objections(PlaceUnit(eighth, camp.at(ATHENS))) == ["BC-23.2"]
    full = next(at for at in homes if camp.context.is_mountain(at))
    others = [u for u in set_up.waiting(camp.pos, ALLIED) if u != eighth]
    border = [u for u in others if full in set_up.home_hexes(camp.context, u)]
    for unit in border:
        if not camp.objections(PlaceUnit(unit, full)):
            camp.do(PlaceUnit(unit, full))
    if not camp.pos.fits(full, (eighth,)):
        assert camp.objections(PlaceUnit(eighth, full)) == ["BC-23.4"]


def test_a_recommended_set_up_is_lawful_and_whole() -> None:
    camp = Camp.deployed()
    assert not camp.pos.boxed(POOL)
    for side in (AXIS, ALLIED, ""):
        assert camp.pos.overstacked(side) == ()
    assert camp.rules.invariants(camp.state) == ()
    assert len(camp.pos.boxed(RHODES)) >= 3 and len(camp.pos.boxed(EASTERN_GREECE)) == 3
    assert camp.where("german-2-panzer") == PENDING


def test_the_neutrality_watch_stands_on_the_mainland() -> None:
    """Divisions on Rab and Vis were out of supply as Yugoslavia joined, and could go nowhere."""
    camp = Camp.deployed()
    names = {
        camp.pos.label(piece.at)
        for unit, piece in camp.state.pieces.items()
        if camp.context.units[unit].nation == "yugoslav" and isinstance(piece.at, Hex)
    }
    islands = ("Pag", "Rab", "Krk", "Vis", "Hvar", "Brac", "Korcula")
    assert len(names) > 40
    assert not [name for name in names if name.endswith(islands)]


def test_the_axis_player_turn_of_november_opens_the_game_with_the_weather() -> None:
    camp = Camp.deployed()
    assert camp.state.phase == Phase.WEATHER and camp.state.turn == 1
    camp.roll(1)
    assert camp.state.active == AXIS and camp.state.phase == Phase.INITIAL


def test_a_turn_runs_through_its_phases() -> None:
    assert [phase.value for phase, side in sequence.USUAL if side == AXIS] == [
        "initial",
        "movement",
        "air",
        "combat",
        "exploitation",
    ]
    assert [side for _phase, side in sequence.USUAL].index(ALLIED) == 6
    camp = Camp(2)
    seen = []
    while camp.state.turn == 2 and not camp.state.over:
        slot = (camp.state.phase, camp.state.active)
        if slot not in seen:
            seen.append(slot)
        if camp.rules.chance(camp.state) is not None:
            camp.roll(1)
        elif arrivals.pressing(camp.pos, camp.state.active) and camp.state.phase == Phase.INITIAL:
            camp.do(ArriveAll())
        else:
            camp.do(EndPhase())
    assert seen[0] == ("movement", AXIS)
    assert [side for _p, side in seen] == sorted((side for _p, side in seen), reverse=True)


@pytest.mark.parametrize("turn", [4, 12])
def test_the_weather_is_read_in_column_d_for_the_whole_board(turn: int) -> None:
    camp = Camp(turn).ask(Onward(), WeatherRoll(), phase=Phase.WEATHER.value, active="")
    camp.enter(1)
    camp.roll(3)
    assert set(camp.state.weather) == {"D"}
    north, south = camp.at("14A:0118"), camp.at("15B:2512")
    assert camp.pos.weather_at(north) == camp.pos.weather_at(south) == camp.pos.weather_now


def test_example_roll_of_3_on_nov_ii_is_poor() -> None:
    camp = Camp(2).ask(Onward(), WeatherRoll(), phase=Phase.WEATHER.value, active="")
    camp.roll(3)
    assert camp.state.weather["D"] == "poor"


def test_example_no_change_on_jan_ii_keeps_the_poor_weather_of_jan_i() -> None:
    camp = Camp(6).ask(Onward(), WeatherRoll(), phase=Phase.WEATHER.value, active="")
    sky = camp.context.charts.weather.faces(6, "D")
    assert "N" in sky
    camp.having(weather={"D": "poor"})
    camp.roll(sky.index("N") + 1)
    assert camp.state.weather["D"] == "poor"


def test_the_surprise_sub_turn_stands_before_the_axis_player_turn() -> None:
    camp = Camp(11).enter(11)
    slots = sequence.slots(camp.pos)
    assert slots[1:5] == tuple((phase, AXIS) for phase in sequence.SURPRISE)
    assert slots[5] == (Phase.INITIAL, AXIS)
    assert sequence.slots(Camp(12).enter(11).pos) == sequence.USUAL


def test_reading_the_turn_record() -> None:
    camp = Camp.deployed()
    view = camp.rules.phases(camp.state)
    assert (view.turn, view.last_turn) == (1, 20)
    assert view.notes[0] == "Nov I 40"
    camp = Camp.opened()
    assert camp.rules.phases(camp.state).phases == ("Allied set-up", "Axis set-up")


def test_the_board_joins_two_sheets_in_one_hexrow() -> None:
    camp = Camp()
    assert camp.at("14A:5101") == camp.at("15B:0101")
    assert camp.at("14A:5133") == camp.at("15B:0133")
    assert isinstance(camp.at(ATHENS), Hex)


def test_rail_and_ships_of_the_surprise_sub_turn_count_for_the_whole_turn() -> None:
    camp = Camp(11).enter(11).having(surprise=True, used={"rail": 7, "sea adriatic": 2})
    camp.having(flown={"german bombers": 20})
    last = sequence.SURPRISE[-1]
    camp.ask(Onward(), phase=last.value, active=AXIS).settle()
    assert camp.state.phase == Phase.INITIAL and not camp.state.surprise
    assert camp.state.used["rail"] == 7 and camp.state.used["sea adriatic"] == 2
    assert camp.state.flown == {}, "air points are fresh"
