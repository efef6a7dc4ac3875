"""Names are spelt by one rule for each nation, and found by their other names."""

from __future__ import annotations

import csv
import re
import tomllib
from functools import cache
from importlib import resources

import pytest

from maps import data
from maps.finding.find import find
from tests.maps.data.board_facts import board_named


@cache
def towns() -> list[dict[str, str]]:
    text = resources.files(data).joinpath("lists/places.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def rules() -> dict[str, dict[str, object]]:
    text = resources.files(data).joinpath("lists/spelling.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def broken(nation: str) -> list[str]:
    """The names of a nation that break its rule."""
    rule = rules()[nation]
    never, but = re.compile(str(rule["never"])), rule.get("but", [])
    assert isinstance(but, list)
    found = {
        town["name_1940"]
        for town in towns()
        if town["nation_1940"] == nation
        and float(town["lon"]) >= float(str(rule.get("east", -180.0)))
        and never.search(re.sub(r" [A-Z]{2}$| jn$", "", town["name_1940"]).lower())
    }
    assert found.issuperset(but), "these keep the rule by now"
    return sorted(found - set(but))


@pytest.mark.parametrize("nation", rules())
def test_a_nation_spells_its_towns_by_one_rule(nation: str) -> None:
    own = [town for town in towns() if town["nation_1940"] == nation]
    assert len(own) >= 10
    assert broken(nation) == []


def test_names_are_plain_letters_and_begin_with_a_capital() -> None:
    for town in towns():
        name = town["name_1940"]
        assert re.fullmatch(r"[A-Z][A-Za-z .'()-]*", name), name
        assert name == name.strip() and "  " not in name


def test_every_nation_with_many_towns_has_a_rule() -> None:
    count: dict[str, int] = {}
    for town in towns():
        count[town["nation_1940"]] = count.get(town["nation_1940"], 0) + 1
    many = {nation for nation, number in count.items() if number > 30}
    # Germany of 1940 holds Polish and Czech towns; each is spelt as its people did, without marks.
    assert many - rules().keys() == {"DE"}


@pytest.mark.parametrize(
    "name", ["balkan_front", "balkan_gambit", "fire_in_the_east", "operation_gertrud"]
)
def test_a_town_is_found_by_each_of_its_other_names(name: str) -> None:
    board = board_named(name)
    renamed = [one for one in board.places.values() if one.modern]
    assert len(renamed) >= 20
    for place in renamed[:: max(1, len(renamed) // 12)]:
        for other in place.modern.split(", "):
            hits = find(board, other)
            assert any(hit.place == place.id for hit in hits), (place.name, other)


@pytest.mark.parametrize(
    ("name", "later", "then"),
    [
        ("fire_in_the_east", "Donetsk", "Stalino"),
        ("fire_in_the_east", "Luhansk", "Voroshilovgrad"),
        ("fire_in_the_east", "Stavropol", "Voroshilovsk"),
        ("fire_in_the_east", "Gatchina", "Krasnogvardeysk"),
        ("fire_in_the_east", "Berdyansk", "Osipenko"),
        ("fire_in_the_east", "Tver", "Kalinin"),
        ("fire_in_the_east", "Volgograd", "Stalingrad"),
        ("fire_in_the_east", "Saint Petersburg", "Leningrad"),
        ("balkan_front", "Montana", "Ferdinand"),
    ],
)
def test_a_name_given_later_is_not_on_the_board_but_finds_its_town(
    name: str, later: str, then: str
) -> None:
    board = board_named(name)
    named = {place.name for place in board.places.values()}
    assert later not in named and then in named
    assert any(board.places[hit.place].name == then for hit in find(board, later) if hit.place)


def test_no_town_bears_a_name_that_it_got_after_the_war() -> None:
    later = {"Mikhaylovgrad", "Velingrad", "Kadiyevka", "Titograd", "Dimitrovgrad", "Gagarin"}
    for name in ("balkan_front", "fire_in_the_east", "balkan_gambit", "operation_gertrud"):
        assert later.isdisjoint(place.name for place in board_named(name).places.values())
