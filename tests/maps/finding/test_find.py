"""Finding places and hexes by what people type."""

from __future__ import annotations

import pytest
from hypothesis import given

from maps import data
from maps.finding.find import find, folded
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.model import GameMap, Place
from maps.numbering import LabelScheme, Sheet
from tests.maps import strategies as some


def a_board() -> GameMap:
    sheets = [
        Sheet("a", Orientation.FLAT, 9, 9, LabelScheme(prefix="1A")),
        Sheet("b", Orientation.FLAT, 9, 9, LabelScheme(prefix="2A"), Hex(20, 0)),
    ]
    board = GameMap("x", "X", Orientation.FLAT, sheets=sheets)
    board.terrain = {at: "clear" for sheet in sheets for at in sheet.hexes()}
    names = [
        ("zagreb", "Agram", "Zagreb"),
        ("cacak", "Čačak", ""),
        ("novi", "Novi Pazar", ""),
        ("novisad", "Novi Sad", ""),
        ("athens", "Athenai", "Athína"),
    ]
    for number, (id_, name, modern) in enumerate(names):
        board.places[id_] = Place(id_, name, "city", Hex(number, 3), modern=modern)
    return board


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cacak", ["cacak"]),
        ("ČAČAK", ["cacak"]),
        ("zagreb", ["zagreb"]),
        ("Agram", ["zagreb"]),
        ("novi", ["novi", "novisad"]),
        ("pazar", ["novi"]),
        ("athina", ["athens"]),
        ("atenai", ["athens"]),
        ("zagerb", ["zagreb"]),
        ("xyzzy", []),
        ("", []),
    ],
)
def test_places_are_found_by_any_name(text: str, expected: list[str]) -> None:
    assert [hit.place for hit in find(a_board(), text)] == expected


def test_hexes_are_found_on_every_sheet_that_prints_the_number() -> None:
    board = a_board()
    assert [hit.text for hit in find(board, "0101")] == ["1A:0101", "2A:0101"]
    assert [hit.hex for hit in find(board, "2a/0101")] == [Hex(20, 0)]
    assert find(board, "0101")[0].place is None


def test_the_best_come_first_and_no_more_than_asked() -> None:
    hits = find(a_board(), "novi sad")
    assert hits[0].place == "novisad"
    assert hits[0].score == 1.0
    assert len(find(a_board(), "novi", limit=1)) == 1


@given(some.maps(), some.texts)
def test_any_search_on_any_map_answers(board: GameMap, text: str) -> None:
    for hit in find(board, text):
        assert 0 < hit.score <= 1
    for place in board.places.values():
        if folded(place.name):
            assert find(board, place.name)[0].score == 1.0


def test_towns_of_the_time_are_found_by_later_names() -> None:
    for name, old, new in (
        ("balkan_front", "Ferdinand", "Mikhaylovgrad"),
        ("balkan_front", "Ferdinand", "Montana"),
        ("fire_in_the_east", "Osipenko", "Berdyansk"),
        ("fire_in_the_east", "Voroshilovsk", "Stavropol"),
        ("fire_in_the_east", "Sergo", "Stakhanov"),
        ("fire_in_the_east", "Krasnogvardeysk", "gatchina"),
    ):
        hit = find(data.load(name), new)[0]
        assert hit.text.startswith(old), new
