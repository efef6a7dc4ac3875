"""Regions that rules ask for by name stay on the board: a game tells what it would miss."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import resources

import pytest

from engine.core.state import State
from engine.core.system import Scenario
from engine.scenarios import load_scenario
from engine.systems import SYSTEMS
from engine.systems.operation_gertrud.rules import OperationGertrud
from maps.model import GameMap

SCENARIOS = (
    "balkan_gambit/1943",
    "balkan_gambit/1945",
    "operation_gertrud/early_1942",
    "boot_camp/balkan_campaign",
    "balkan_front/italo_greek_war",
)

CODES = {"C"}
"""What charts call clear weather, as is a weather zone that these games do not ask for."""


@cache
def begun(name: str) -> tuple[Scenario, State]:
    """A scenario and its first state."""
    scenario = load_scenario(name, {})
    return scenario, SYSTEMS[scenario.system].bind(scenario).begin().state


def without(board: GameMap, name: str) -> GameMap:
    """The board with no region of a name, in whatever layer."""
    regions = {
        layer: {one: hexes for one, hexes in names.items() if one != name}
        for layer, names in board.regions.items()
    }
    return replace(board, regions=regions)


def asked(name: str) -> Iterator[str]:
    """The regions of a scenario's board that its charts or its own text name."""
    scenario, _ = begun(name)
    own = resources.files("engine.scenarios").joinpath(f"{name}.toml").read_text("utf-8")
    words = set(re.findall(r'"([^"\n]+)"', own + SYSTEMS[scenario.system].chart_text()))
    found = {one for names in scenario.map.regions.values() for one in names}
    yield from sorted((found & words) - CODES)


def faults(name: str, region: str) -> tuple[str, ...]:
    """What a game misses once a region is gone."""
    scenario, state = begun(name)
    rules = SYSTEMS[scenario.system].bind(replace(scenario, map=without(scenario.map, region)))
    try:
        return rules.invariants(state)
    except (LookupError, ValueError) as error:
        return (str(error),)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_game_tells_which_region_it_would_miss(name: str) -> None:
    regions = list(asked(name))
    assert len(regions) > 4
    assert [region for region in regions if not faults(name, region)] == []


def test_each_objective_stays_while_a_game_is_played_for_it() -> None:
    objectives = load_scenario("operation_gertrud/early_1942", {}).map.regions["objective"]
    for name in objectives:
        assert faults("operation_gertrud/early_1942", name) == (
            f"no hex of the board is in {name}",
        )


def test_water_that_no_sea_claims_is_no_coast_of_any() -> None:
    """A sea hex painted in mid-game belongs to no sea until somebody says so."""
    scenario, _ = begun("operation_gertrud/early_1942")
    board = scenario.map
    bare = {name: hexes - {min(hexes)} for name, hexes in board.regions["sea_area"].items()}
    edited = replace(board, regions={**board.regions, "sea_area": bare})
    rules = SYSTEMS[scenario.system].bind(replace(scenario, map=edited))
    assert isinstance(rules, OperationGertrud)
    assert set(rules.context.coast) <= set(rules.context.land) and rules.context.coast
