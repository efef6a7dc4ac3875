"""The shipped orders of battle: sound, written to the letter, and as many as the game has."""

from __future__ import annotations

from collections import Counter

import pytest

from maps.errors import KnownError
from oob import data
from oob.checks import check
from oob.formats import text
from oob.model import EntryKind, Face, OrderOfBattle, Size, Unit, UnitId
from oob.totals import Total, at_start, optional, standing

YEARS = ["1943", "1944", "1945"]


def load(year: str) -> OrderOfBattle:
    return data.load(f"balkan_gambit_{year}")


@pytest.mark.parametrize("name", data.names())
def test_a_shipped_order_of_battle_is_sound(name: str) -> None:
    assert [str(problem) for problem in check(data.load(name))] == []


@pytest.mark.parametrize("name", data.names())
def test_a_shipped_order_of_battle_is_written_back_to_the_letter(name: str) -> None:
    assert data.load(name).id == name
    assert text.dumps(data.load(name)) == data.text(name)


def test_each_load_is_a_fresh_copy() -> None:
    data.load("balkan_gambit_1943").units.clear()
    assert data.load("balkan_gambit_1943").units


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(KnownError, match="balkan_gambit_194"):
        data.load("balkan_gambit_1942")


AT_START = {
    "1943": {"allied": Total(31, 37, 6), "axis": Total(63 + 6, 80 + 6, 17)},  # with Chetniks
    "1944": {"allied": Total(47, 56, 9), "axis": Total(57, 77, 20)},
    "1945": {"allied": Total(42, 57, 15), "axis": Total(44, 55, 17)},
}
OPTIONAL = {
    "1943": {"allied": (Total(6, 10, 4), 12), "axis": (Total(5, 9, 4), 10)},
    "1944": {"allied": (Total(10, 17, 7), 28), "axis": (Total(8, 12, 4), 13)},
    "1945": {"allied": (Total(), 0), "axis": (Total(4, 6, 2), 4)},
}


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_totals_of_a_side(year: str, side: str) -> None:
    order = load(year)
    assert at_start(order, side) == AT_START[year][side]
    assert optional(order, side) == OPTIONAL[year][side]


def test_the_axis_of_1945_has_sixty_steps_before_five_depletions() -> None:
    order = load("1945")
    axis = {i: s for i, s in standing(order).items() if order.units[i].side == "axis"}
    assert sum(axis.values()) == 60
    assert sum(choice.count for choice in order.choices) == 5
    assert axis[UnitId("german-1-light")] == 1


def faction(unit: Unit) -> str:
    """The heading a unit has in the printed tables."""
    for trait in ("luftwaffe", "rsk"):
        if trait in unit.traits:
            return trait
    if unit.type == "cavalry":
        return "cossack"
    return unit.nation


SET_UP = {
    "1943": {
        "british": 16,
        "greek": 1,
        "yugoslav": 11,
        "greek_guerrilla": 3,
        "chetnik": 6,
        "german": 18,
        "luftwaffe": 1,
        "ss": 1,
        "rsk": 1,
        "bulgarian": 8,
        "slovene": 2,
        "croatian": 6,
        "serbian": 2,
        "italian": 24,
    },
    "1944": {
        "british": 17,
        "greek": 1,
        "us": 7,
        "yugoslav": 16,
        "greek_guerrilla": 6,
        "german": 26 + 1,  # Res and 13 SS stand under one heading of both
        "luftwaffe": 1,
        "ss": 5 + 1,
        "cossack": 1,
        "rsk": 1,
        "bulgarian": 8,
        "slovene": 3,
        "croatian": 8,
        "serbian": 2,
    },
    "1945": {
        "british": 5,
        "canadian": 3,
        "yugoslav": 20,
        "soviet": 8,
        "bulgarian": 6,
        "german": 25,
        "luftwaffe": 1,
        "ss": 5,
        "cossack": 1,
        "rsk": 1,
        "slovene": 3,
        "croatian": 8,
    },
}
OPTIONS = {
    "1943": {"ss": 1, "german": 4, "canadian": 3, "british": 3},
    "1944": {
        "german": 7,
        "greek_collaborator": 1,
        "canadian": 3,
        "polish": 3,
        "british": 3,
        "us": 1,
    },
    "1945": {"german": 2, "ss": 1, "italian": 1},
}


@pytest.mark.parametrize("year", YEARS)
def test_units_of_each_nation(year: str) -> None:
    order = load(year)
    assert Counter(faction(order.units[id_]) for id_ in standing(order)) == SET_UP[year]
    entries = [entry for entry in order.schedule if entry.kind is EntryKind.OPTIONAL]
    options = Counter(faction(order.units[id_]) for entry in entries for id_ in entry.units)
    assert options == OPTIONS[year]


PARTISANS = {  # BG SU.8: Slovenia, Croatia, Serbia, Albania, Macedonia
    "1943": [1, 4, 2, 2, 2],
    "1944": [2, 5, 4, 2, 3],
    "1945": [3, 7, 10, 0, 0],
}
ZONES = ["Slovenia", "Croatia", "Serbia", "Albania", "Macedonia", "Greece"]


@pytest.mark.parametrize("year", YEARS)
def test_partisans_by_zone(year: str) -> None:
    order = load(year)
    places: Counter[str] = Counter()
    for setup in order.setups:
        places[setup.place] += sum(order.units[i].nation == "yugoslav" for i in setup.units)
    assert [places[zone] for zone in ZONES] == [*PARTISANS[year], 0]


def test_spare_partisans_wait_for_defectors_in_1943() -> None:
    """As many counters as the later years set up: 20 blue and 6 white."""
    order = load("1943")
    nations = Counter(unit.nation for unit in order.units.values())
    assert (nations["yugoslav"], nations["greek_guerrilla"]) == (20, 6)
    spare = [i for setup in order.setups if setup.place == "reserve" for i in setup.units]
    assert Counter(order.units[i].nation for i in spare) == {"yugoslav": 9, "greek_guerrilla": 3}
    assert not set(spare) & set(standing(order))


@pytest.mark.parametrize("year", YEARS)
def test_places_are_words_the_rules_know(year: str) -> None:
    places = {setup.place for setup in load(year).setups}
    assert places <= {
        *ZONES,
        "med_box",
        "reserve",
        "Slovenia/Croatia",
        "near Subotica",
        "near Beograd",
    }
    entries = {entry.place for entry in load(year).schedule}
    assert entries <= {"0906", "med_box", "Athens or Thessalonika", "Yugoslavia"}


@pytest.mark.parametrize("year", YEARS)
def test_faces_follow_size(year: str) -> None:
    for unit in load(year).units.values():
        first = unit.front
        assert unit.steps == (2 if unit.size is Size.DIVISION else 1)
        if "partisan" in unit.traits:
            assert [face.label for face in unit.faces] == ["concentrated", "dispersed"]
            assert unit.faces[1] == Face(None, None, None, label="dispersed")
        elif unit.steps == 2:
            assert first.attack is not None
            assert unit.faces[1:] == (Face(first.attack - 1, None, first.move, label="reduced"),)
        else:
            assert len(unit.faces) == 1
        assert first.parenthesised == ("corps support" in unit.traits)


@pytest.mark.parametrize("year", YEARS)
def test_every_year_has_units_that_can_land(year: str) -> None:
    """1945 restricts no landing, so its motorized divisions have no oval (BG 2.8, 7.7)."""
    units = load(year).units
    waiting = [u for entry in load(year).setups if entry.place == "med_box" for u in entry.units]
    assert any(
        not {"mechanized", "corps support", "parachute"} & units[unit].traits for unit in waiting
    )


@pytest.mark.parametrize("year", YEARS)
def test_traits_the_rules_ask_about(year: str) -> None:
    for unit in load(year).units.values():
        oval = unit.type == "armor" or (unit.type == "artillery" and (unit.front.move or 0) >= 5)
        assert ("mechanized" in unit.traits) == oval, unit.id
        light = unit.type in ("light infantry", "special forces", "partisan")
        assert ("light" in unit.traits) == light, unit.id
        hunts = (
            unit.nation in ("ss", "croatian", "chetnik", "greek_collaborator")
            or "croatian legion" in unit.traits
            or (unit.nation == "german" and unit.type == "light infantry")
            or (unit.nation == "italian" and year == "1945")
        )
        assert ("anti-partisan" in unit.traits) == hunts, unit.id
        assert ("parachute" in unit.traits) == (unit.type == "parachute infantry")
        assert ("ss" in unit.traits) == (unit.nation == "ss")


@pytest.mark.parametrize("year", YEARS)
def test_bulgarians_change_sides_in_1945(year: str) -> None:
    side = "allied" if year == "1945" else "axis"
    order = load(year)
    assert order.nations["bulgarian"].side == side
    assert {unit.side for unit in order.units.values() if unit.nation == "bulgarian"} == {side}


@pytest.mark.parametrize("year", YEARS)
def test_force_ten_comes_on_turn_seven(year: str) -> None:
    order = load(year)
    ten = [unit for unit in order.units.values() if "force ten" in unit.traits]
    assert [(u.nation, u.type, u.front.ratings(), u.steps) for u in ten] == [
        ("british", "light infantry", "3-4", 1)
    ]
    arrivals = [entry for entry in order.schedule if entry.kind is EntryKind.ARRIVES]
    assert [(e.turn, e.place, e.units) for e in arrivals] == [(7, "Yugoslavia", (ten[0].id,))]


def test_the_third_light_regiment_of_1944_is_disputed() -> None:
    order = load("1944")
    disputed = [unit for unit in order.units.values() if "disputed" in unit.traits]
    assert [(u.name, u.nation, u.type, u.size) for u in disputed] == [
        ("18 SS", "ss", "light infantry", Size.BRIGADE)
    ]
    setups = [setup for setup in order.setups if disputed[0].id in setup.units]
    assert [(s.place, len(s.units), bool(s.doubt)) for s in setups] == [("Croatia", 1, True)]


def test_one_us_division_of_1944_may_be_exchanged() -> None:
    order = load("1944")
    swaps = [entry for entry in order.schedule if entry.kind is EntryKind.SUBSTITUTE]
    assert [(e.units, e.cost, e.replaces) for e in swaps] == [
        (("us-10-mtn",), 0, ("us-3", "us-36", "us-45"))
    ]
    assert order.units[UnitId("us-10-mtn")].front.ratings() == "5-4"


def test_depleted_starts_of_1945() -> None:
    choices = [(c.count, [str(id_) for id_ in c.units]) for c in load("1945").choices]
    assert [(count, len(ids)) for count, ids in choices] == [(2, 6), (2, 4), (1, 3)]
    assert choices[1][1] == ["german-71", "german-181", "german-264", "german-297"]


def test_air_and_naval_support() -> None:
    keys = ("air.tac.good", "air.tac.poor", "naval.good", "naval.poor")
    found = {year: [load(year).notes[key] for key in keys] for year in YEARS}
    assert found == {
        "1943": ["2", "1", "1", "1"],
        "1944": ["3", "1", "1", "1"],
        "1945": ["1", "0", "1", "1"],
    }


def test_each_reading_of_an_order_of_battle_is_one_to_edit() -> None:
    order, other = load("1943"), load("1943")
    assert order == other
    for held in (order.nations, order.units, order.formations, order.notes):
        held.clear()
    for rows in (order.setups, order.schedule, order.choices):
        rows.clear()
    assert load("1943") == other != order
