"""Four kinds of weather, clear, mud, frost and snow, declared in charts alone (FitE 29)."""

from __future__ import annotations

import re

import pytest

from engine.core.chance import Stream
from engine.core.system import Scenario
from engine.game.session import GameSession
from engine.scenarios import build_scenario, source
from engine.systems import SYSTEMS
from engine.systems.europa.charts import chart_checks
from engine.systems.europa.charts.movement_charts import Mobility
from engine.systems.europa.state.records import Theatre
from maps.data import load as load_map
from oob.data import load as load_oob

TITLE = "balkan_front"
NAME = "balkan_front/italo_greek_war"
KINDS = """kinds = [
  { id = "clear" },
  { id = "mud", poor = true, like = "poor" },
  { id = "frost", poor = true, like = "clear" },
  { id = "snow", poor = true, like = "poor" },
]
results = [
  { id = "C", kind = "clear" },
  { id = "M", kind = "mud" },
  { id = "F", kind = "frost" },
  { id = "S", kind = "snow" },
  { id = "N" },
]
"""
DECISIONS = 400


def charts() -> str:
    """The shipped charts with other kinds of weather: poor weather is mud, every second winter
    frost, the rest snow, which costs what winter did.
    """
    text = SYSTEMS[TITLE].chart_text()
    text = re.sub(
        r"kinds = \[\n  \{ id = \"clear\" \}.*?results = \[.*?\n\]\n", KINDS, text, flags=re.S
    )
    text = text.replace('"P"', '"M"').replace('"W", "W"', '"F", "S"').replace('"W"', '"S"')
    text = text.replace('before = ["poor", "winter"]', 'before = ["frost", "snow"]')
    text = text.replace('after = ["clear"]', 'after = ["clear", "mud"]')
    text = text.replace('barred_in = ["winter"]', 'barred_in = ["snow"]')
    text = text.replace("break_rail =", 'costs_as = { snow = "winter" }\nbreak_rail =')
    return text.replace("weather = { clear = 0,", "weather = { clear = 0, frost = 1, snow = 2,")


def scenario(text: str, **options: bool) -> Scenario:
    return build_scenario(
        NAME,
        source(NAME),
        game_map=load_map(TITLE),
        order=load_oob(TITLE),
        charts=text,
        options=options,
    )


@pytest.fixture(scope="module")
def game() -> GameSession:
    """A game some hundred decisions on, played at random."""
    found, stream = GameSession.begin(scenario(charts()), seed=5), Stream(5, "weather")
    for _ in range(DECISIONS):
        action = found.view().legal.random(stream)
        assert action is not None and found.check(action) == ()
        found.act(action)
    return found


def test_the_charts_are_sound() -> None:
    found = scenario(charts()).data.charts
    assert chart_checks.problems(found) == ()
    assert found.weather.known.ids[:4] == ("clear", "mud", "frost", "snow")


def test_a_kind_without_cells_is_told() -> None:
    bare = scenario(
        charts().replace('{ id = "mud", poor = true, like = "poor" }', '{ id = "mud" }')
    )
    told = {str(problem) for problem in chart_checks.problems(bare.data.charts)}
    assert "terrain costs, clear, heavy: should have a cell for mud weather." in told
    assert "construction, weather: should have a cell for mud weather." in told


def test_cells_hold_by_kind() -> None:
    found = scenario(charts()).data.charts
    known = found.weather.known
    kinds, mountain = known.ids[:4], found.terrain_costs.row("mountain")
    assert mountain is not None
    assert [known.cell(mountain.costs(Mobility.HEAVY), kind) for kind in kinds] == [
        6,
        8,
        6,
        8,
    ]
    assert [known.cell(found.effects.weather, kind) for kind in kinds] == [0, -1, 1, 2]
    assert [known.cell(found.armor.bands[0].attack, kind) for kind in kinds] == [1, 0, 1, 0]
    assert [found.supply.lengths(known, kind)["overland"] for kind in kinds] == [7, 5, 7, 5]


def test_a_random_game_is_played_in_them(game: GameSession) -> None:
    state = game.state
    assert isinstance(state, Theatre)
    assert state.turn > 1 and set(state.weather.values()) <= {"clear", "mud", "frost", "snow"}
    assert game.rules.invariants(state) == ()


def test_ranges_and_outlook_follow_the_kinds(game: GameSession) -> None:
    found = {chance.weather for chance in game.rules.weather(game.state, 12)[0].coming}
    assert {"clear", "mud", "frost", "snow"} <= found
