"""Weather: the roll by zone, no change, floods, the exact chances of coming turns."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.systems.europa.board import weather
from engine.systems.europa.state.constants import AXIS
from engine.systems.europa.state.records import Onward, WeatherRoll
from tests.engine.systems.europa.homefront import Home

CLEAR, POOR, WINTER = "clear", "poor", "winter"


def rolling(title: str = "balkan_front", *options: str, turn: int = 1) -> Home:
    return Home(title, *options).ask(Onward(), WeatherRoll(), turn=turn)


def thrown(home: Home, face: int) -> dict[str, str]:
    """The weather after a roll, whatever follows the frame."""
    pos = home.pos
    return dict(weather.rolled_weather(pos, pos.state.turn, face))


def test_example_nov_ii_40_roll_3() -> None:
    assert thrown(rolling(turn=2), 3) == {"D": POOR, "E": CLEAR}
    assert thrown(rolling("boot_camp", turn=2), 3) == {"D": POOR}


@pytest.mark.parametrize("title", ["balkan_front", "boot_camp"])
def test_example_no_change_on_jan_ii_41_keeps_poor_weather(title: str) -> None:
    home = rolling(title, turn=6).weather(POOR)
    assert home.context.charts.weather.faces(6, "D")[2] == "N"
    assert thrown(home, 3)["D"] == POOR
    assert thrown(home.weather(WINTER), 3)["D"] == WINTER


def test_boot_camp_reads_the_column_of_zone_d() -> None:
    front, camp = Home().context.charts.weather, Home("boot_camp").context.charts.weather
    assert camp.zones == ("D",)
    for turn in range(1, 21):
        assert camp.faces(turn, "D") == front.faces(turn, "D")


def test_the_die_is_one_of_weather_and_says_what_each_face_brings() -> None:
    node = rolling(turn=2).rules_base.chance(rolling(turn=2).state)
    assert node is not None
    assert node.topic == "weather" and node.sides == 6 and node.rule == "BF-27.3"
    assert node.meanings[2] == "zone D poor, zone E clear"


def test_a_hex_has_the_weather_of_its_zone_and_a_hexside_the_worse() -> None:
    home = Home().weather(POOR, "D")
    north, south = home.at("beograd"), home.at("athenai")
    assert home.pos.weather_at(north) == POOR and home.pos.weather_at(south) == CLEAR
    assert home.pos.weather_between(north, south) == POOR


def test_the_whole_board_is_one_zone_in_boot_camp() -> None:
    home = Home("boot_camp").weather(POOR)
    assert home.pos.weather_at(home.at("athenai")) == POOR


def test_winter_can_come_and_the_state_keeps_it() -> None:
    faces = Home().context.charts.weather.faces(5, "D")
    home = rolling(turn=5)
    home.roll_weather(faces.index("W") + 1)
    assert home.state.weather["D"] == WINTER


def test_a_spring_thaw_floods_zone_d_for_one_turn() -> None:
    home = rolling("balkan_front", "spring thaw", turn=11).weather(POOR)
    home.roll_weather(1)
    assert home.state.weather["D"] == CLEAR and home.state.floods == {"D"}
    home.ask(Onward(), WeatherRoll(), turn=12).roll_weather(1)
    assert not home.state.floods


def test_no_rivers_flood_without_the_option() -> None:
    home = rolling(turn=11).weather(POOR)
    home.roll_weather(1)
    assert not home.state.floods


def test_coming_turns_have_exact_chances() -> None:
    home = Home("boot_camp").having(turn=5).weather(POOR)
    (zone,) = weather.zones(home.pos, 3)
    assert zone.now == "poor"
    by_turn: dict[int, dict[str, float]] = {}
    for entry in zone.coming:
        by_turn.setdefault(entry.turn, {})[entry.weather] = entry.chance
    assert set(by_turn) == {6, 7, 8}
    for chances in by_turn.values():
        assert sum(chances.values()) == pytest.approx(1)
    assert by_turn[6] == pytest.approx({"poor": 4 / 6, "winter": 2 / 6})
    assert by_turn[7] == pytest.approx(
        {"poor": 2 / 6 + 2 / 6 * 4 / 6, "winter": 2 / 6 + 2 / 6 * 2 / 6}
    )


def test_the_turn_being_rolled_for_counts_as_coming() -> None:
    (zone,) = weather.zones(rolling("boot_camp", turn=5).pos, 1)
    assert {entry.turn for entry in zone.coming} == {5}


def test_nothing_comes_after_the_last_turn() -> None:
    (zone,) = weather.zones(Home("boot_camp").having(turn=20).pos, 4)
    assert zone.coming == ()


def test_a_spread_keeps_what_no_change_keeps() -> None:
    before = {POOR: Fraction(1, 3), WINTER: Fraction(2, 3)}
    after = weather.spread_after(before, ("", CLEAR))
    assert after == {POOR: Fraction(1, 6), WINTER: Fraction(1, 3), CLEAR: Fraction(1, 2)}


def test_the_axis_rolls_for_both_zones_with_one_die() -> None:
    home = rolling(turn=2)
    assert home.side == AXIS
    home.roll_weather(3)
    assert home.state.weather == {"D": POOR, "E": CLEAR}
    assert home.told("weather")[0]["roll"] == 3
