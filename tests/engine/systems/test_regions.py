"""What rules ask a board for by name or number stays: a game tells what it would miss."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine.core.state import State
from engine.core.system import Scenario
from engine.scenarios import load_scenario
from engine.systems import SYSTEMS
from engine.systems.operation_gertrud.rules import OperationGertrud
from maps.hexgrid import Hex
from maps.model import GameMap

SCENARIOS = (
    "balkan_gambit/1943",
    "balkan_gambit/1945",
    "operation_gertrud/early_1942",
    "boot_camp/balkan_campaign",
    "balkan_front/italo_greek_war",
    "fire_in_the_east/army_group_north",
)
NUMBERED = tuple(name for name in SCENARIOS if "gambit" not in name)
"""Those whose charts name hexes by their printed numbers."""
LINES = {"north_of", "south_of", "west_of", "recommended"}
"""Numbers that draw a line over the board or advise on set-up."""

CODES = {"C", "Transcaucasus", "Volga"}
"""What charts call clear weather, as is a weather zone that these games do not ask for; and
military districts whose units come in over the edge: their own hexes are not asked for.
"""


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
    words = set(re.findall(r'"([^"\n]+)"', scenario.source + SYSTEMS[scenario.system].chart_text()))
    found = {one for names in scenario.map.regions.values() for one in names}
    yield from sorted((found & words) - CODES)


def faults(name: str, region: str) -> tuple[str, ...]:
    """What a game misses once a region is gone."""
    return missed(name, without(begun(name)[0].map, region))


def missed(name: str, board: GameMap) -> tuple[str, ...]:
    """What a game misses on another board."""
    scenario, state = begun(name)
    rules = SYSTEMS[scenario.system].bind(replace(scenario, map=board))
    try:
        return rules.invariants(state)
    except (LookupError, ValueError) as error:
        return (str(error),)


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_game_tells_which_region_it_would_miss(name: str, every: int) -> None:
    """Each of every so many regions taken away; all of them in the soak."""
    regions = list(asked(name))
    assert len(regions) > 4
    assert [region for region in regions[::every] if not faults(name, region)] == []


def words(value: object) -> Iterator[str]:
    """The texts of a table, those of :data:`LINES` left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in LINES:
                yield from words(inner)


def numbered(name: str) -> set[Hex]:
    """The hexes that a scenario's charts or its own text name by their printed numbers."""
    scenario, _ = begun(name)
    texts = (scenario.source, SYSTEMS[scenario.system].chart_text())
    found = {word for text in texts for word in words(tomllib.loads(text))}
    labels = {scenario.map.label(at): at for at in scenario.map.terrain}
    return {labels[word] for word in found if word in labels}


@pytest.mark.parametrize("name", NUMBERED)
def test_a_game_tells_which_hexes_it_would_miss(name: str) -> None:
    """Each hex that the charts name is land; drowned, the game tells its number."""
    board = begun(name)[0].map
    named = numbered(name)
    assert len(named) > 3 and missed(name, board) == ()
    found = missed(name, replace(board, terrain={**board.terrain, **dict.fromkeys(named, "sea")}))
    told = {fault.split(",")[0] for fault in found if "the rules name" in fault}
    assert {board.label(at) for at in named} <= told


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("boot_camp/balkan_campaign", "15B:0911"),
        ("balkan_front/italo_greek_war", "14A:4510"),
        ("balkan_front/italo_greek_war", "15B:0911"),
        ("fire_in_the_east/army_group_north", "1B:1816"),
    ],
)
def test_a_game_tells_which_city_or_port_it_would_miss(name: str, label: str) -> None:
    """Athens, Thessalonike, Riga: a capital, a port that opens the sea, an objective."""
    board = begun(name)[0].map
    kept = {id_: place for id_, place in board.places.items() if board.label(place.hex) != label}
    assert len(kept) < len(board.places)
    found = missed(name, replace(board, places=kept))
    assert f"{label}, which the rules name, holds no place" in found


def test_each_place_of_balkan_gambit_stays_on_land() -> None:
    board = begun("balkan_gambit/1943")[0].map
    zagreb = board.places["zagreb"].hex
    found = missed("balkan_gambit/1943", replace(board, terrain={**board.terrain, zagreb: "sea"}))
    assert "the place 'zagreb' is in no land" in found


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
