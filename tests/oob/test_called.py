"""What units are called: nothing is said twice, and no two kinds alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game.catalogue import SYSTEMS, load_scenario
from oob.model import Size
from oob.words import title, titles


@pytest.mark.parametrize(
    ("nation", "name", "size", "called"),
    [
        ("German", "117", "XX", "German 117 XX"),
        ("German", "Generic", "X", "German Generic X"),
        ("Yugoslav Partisans", "Partisan #3", "X", "Yugoslav Partisans X"),
        ("Serbian", "Srb", "X", "Serbian X"),
        ("Canadian", "1 Cdn", "XX", "Canadian 1 XX"),
        ("SS", "7 SS", "XX", "7 SS XX"),
        ("Greek", "X", "X", "Greek X X"),
        ("Bulgarian", "B", "III", "Bulgarian B III"),
        ("", "Reserve", "", "Reserve"),
        ("German", "", "X", "German X"),
    ],
)
def test_nothing_is_said_twice(nation: str, name: str, size: str, called: str) -> None:
    assert title(nation, name, size) == called


def test_units_of_two_types_are_not_called_alike() -> None:
    order = load_scenario("balkan_gambit/1943").oob
    called = titles(order)
    assert {name for name in called.values() if name.startswith("German 1 ")} == {
        "German 1 Armor XX",
        "German 1 Light infantry XX",
    }
    assert sum(name == "Croatian X" for name in called.values()) > 1, "equals stay equal"
    one = next(iter(order.units))
    order.units = {one: replace(order.units[one], nation="nowhere", size=Size.NONE)}
    assert "nowhere" not in titles(order)[one]


@pytest.mark.parametrize("scenario", ["balkan_gambit/1943", "operation_gertrud/late_1942"])
def test_sentences_of_a_game_call_them_so(scenario: str) -> None:
    found = load_scenario(scenario)
    context = SYSTEMS[scenario.split("/")[0]].bind(found).context  # type: ignore[attr-defined]
    types: dict[str, set[str]] = {}
    for unit in found.oob.units.values():
        types.setdefault(context.called(unit.id), set()).add(unit.type)
    assert all(len(kinds) == 1 for kinds in types.values())
