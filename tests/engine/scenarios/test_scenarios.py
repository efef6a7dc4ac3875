"""Shipped scenarios: listed, loaded, and their figures."""

from __future__ import annotations

import pytest

from engine.scenarios import load_scenario, scenarios, source, system_of
from maps.errors import KnownError

IDS = ["balkan_gambit/1943", "balkan_gambit/1944", "balkan_gambit/1945"]


def test_all_scenarios_are_listed_with_a_title_and_a_summary() -> None:
    found = [info for info in scenarios() if info.system == "balkan_gambit"]
    assert [info.id for info in found] == IDS
    assert all(info.title and info.summary for info in found)


def test_scenarios_stand_in_the_order_they_give_themselves() -> None:
    found = [info for info in scenarios() if info.system == "operation_gertrud"]
    assert [info.title for info in found] == [
        "Early 1941",
        "Late 1941",
        "Early 1942",
        "Late 1942",
        "Early 1943",
    ]
    assert {info.game for info in found} == {"Operation Gertrud"}


@pytest.mark.parametrize("scenario", IDS)
def test_options_have_their_defaults_and_can_be_chosen(scenario: str) -> None:
    disputed = {"1943": {"guerrillas_stay": False}, "1944": {"third_light_regiment": False}}
    assert load_scenario(scenario).options == {
        "force_ten": False,
        "landings_wait": False,
        **disputed.get(scenario.rpartition("/")[2], {}),
    }
    assert load_scenario(scenario, {"force_ten": True}).options["force_ten"]


def test_an_option_of_another_scenario_is_refused() -> None:
    with pytest.raises(KnownError, match="third_light_regiment"):
        load_scenario("balkan_gambit/1943", {"third_light_regiment": True})
    assert load_scenario("balkan_gambit/1944", {"third_light_regiment": True}).options[
        "third_light_regiment"
    ]


def test_what_is_not_shipped_is_refused_with_the_nearest() -> None:
    with pytest.raises(KnownError, match="Did you mean"):
        source("balkan_gambit/1942")
    with pytest.raises(KnownError, match="force_ten"):
        load_scenario(IDS[0], {"force_tem": True})
    with pytest.raises(KnownError, match="balkan_gambit"):
        system_of("balkan_gambi")


@pytest.mark.parametrize("scenario", IDS)
def test_areas_named_by_a_scenario_are_on_its_board(scenario: str) -> None:
    found = load_scenario(scenario)
    figures = found.data.figures
    layers = found.map.regions
    known = {name for layer in layers.values() for name in layer} | {"Slovenia"}
    named = {*figures.victory_countries, *figures.landing.areas, *figures.liberated_regions}
    named |= {limit.area for limit in figures.landing.limits}
    named |= {region for regions in figures.closed.values() for region in regions}
    assert named <= known
    assert figures.bulgarian.supply in layers["supply"]
