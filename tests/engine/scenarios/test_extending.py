"""Scenarios that build on another: what they take, add and leave out, and what is refused."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

import pytest

from engine.scenarios import build_scenario, load_scenario, scenarios, source
from engine.scenarios.extending import EXTENDS, OWN, WITHOUT, whole_text
from maps.errors import KnownError

BASE = """
title = "War"
summary = "All of it."
order = 1
turns = 20
forts = ["1717", "1818"]

[weather]
first = "clear"
kinds = { mud = 1, snow = 2 }

[[schedule.arrivals]]
turn = 1
units = ["a", "b"]

[[schedule.arrivals]]
turn = 2
units = ["c"]

[[schedule.arrivals]]
turn = 2
units = ["d"]
"""


def whole(text: str, **others: str) -> Mapping[str, object]:
    """The tables of a text that may build on those of the same system."""

    def read(ident: str) -> str:
        name = ident.removeprefix("pocket/")
        if name not in {"war", *others}:
            raise KnownError(f"scenario {ident!r}", "is not shipped.", "Did you mean 'war'?")
        return {"war": BASE, **others}[name]

    return tomllib.loads(whole_text(text, "pocket/own", read))


def refused(text: str, **others: str) -> str:
    with pytest.raises(KnownError) as caught:
        whole(text, **others)
    return str(caught.value)


def test_what_is_said_again_takes_its_place_and_the_rest_is_kept() -> None:
    found = whole(
        'title = "Short war"\nextends = "war"\nturns = 5\nforts = ["1919"]\n'
        "[weather.kinds]\nmud = 3\n[sea]\nplayed = true\n"
    )
    assert found == {
        "title": "Short war",
        "turns": 5,
        "forts": ["1919"],
        "weather": {"first": "clear", "kinds": {"mud": 3, "snow": 2}},
        "schedule": tomllib.loads(BASE)["schedule"],
        "sea": {"played": True},
    }, "title, summary and order are a scenario's own"


def test_rows_are_added_behind_those_that_are_kept() -> None:
    found = whole(
        'extends = "war"\n[without.schedule]\narrivals = [{ turn = 2, units = ["d"] }]\n'
        '[[schedule.arrivals]]\nturn = 3\nunits = ["e"]\n'
    )
    schedule = found["schedule"]
    assert isinstance(schedule, dict)
    assert [row["units"] for row in schedule["arrivals"]] == [["a", "b"], ["c"], ["e"]]
    cells = whole('extends = "war"\n[[without.schedule.arrivals]]\nturn = 2\n')["schedule"]
    assert cells == {"arrivals": [{"turn": 1, "units": ["a", "b"]}]}, (
        "some cells name all such rows"
    )


def test_a_whole_key_is_left_out() -> None:
    found = whole('extends = "pocket/war"\n[without]\nschedule = true\nweather.kinds = true\n')
    assert "schedule" not in found and found["weather"] == {"first": "clear"}


def test_a_scenario_builds_on_one_that_builds_on_another() -> None:
    between = 'title = "Between"\nextends = "war"\nturns = 7\n'
    found = whole('title = "Top"\nextends = "between"\n', between=between)
    assert (found["title"], found["turns"], found["forts"]) == ("Top", 7, ["1717", "1818"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('extends = "wart"', "builds on 'wart', which is not shipped. Did you mean 'war'?"),
        ("extends = 3", "no text in 'extends'"),
        ("[without]\nturns = true", "'without' without 'extends'"),
        ('extends = "war"\nwithout = 3', "no table in 'without'"),
        ('extends = "war"\n[without]\nturn = true', "without.turn: is nothing .* mean 'turns'"),
        ('extends = "war"\n[without]\nturns = 20', "without.turns: is not of the form"),
        ('extends = "war"\n[[without.schedule.arrivals]]\nturn = 9', "arrivals, row 1: is no row"),
        ('extends = "own"', "builds on itself: pocket/own, pocket/own"),
        ('extends = "round"', "builds on itself: pocket/own, pocket/round, pocket/own"),
        ('extends = "broken"', "broken: is not TOML"),
    ],
)
def test_what_cannot_be_is_said(text: str, says: str) -> None:
    told = refused(
        text, own='extends = "own"', round='extends = "pocket/own"', broken="turns = = 1"
    )
    assert re.search(says, told), told


def test_shipped_scenarios_are_kept_whole_and_say_only_what_is_theirs() -> None:
    built = [info.id for info in scenarios() if EXTENDS in tomllib.loads(source(info.id))]
    assert "fire_in_the_east/barbarossa_air" in built
    for ident in built:
        own, kept = tomllib.loads(source(ident)), tomllib.loads(load_scenario(ident).source)
        assert not {EXTENDS, WITHOUT} & kept.keys() and set(OWN) <= kept.keys()
        base = tomllib.loads(load_scenario(f"{ident.split('/')[0]}/{own[EXTENDS]}").source)
        again = {key for key in own if key not in OWN and own[key] == base.get(key)}
        assert not again, (ident, again)


def test_a_text_of_ones_own_may_build_on_a_shipped_scenario() -> None:
    shipped = load_scenario("operation_gertrud/late_1941")
    text = 'title = "Mine"\nextends = "operation_gertrud/late_1941"\n'
    own = build_scenario("mine", text, game_map=shipped.map, order=shipped.oob)
    assert (own.title, own.system, own.data) == ("Mine", shipped.system, shipped.data)
    again = build_scenario("mine", own.source, game_map=shipped.map, order=shipped.oob)
    assert again.data == own.data and EXTENDS not in own.source
