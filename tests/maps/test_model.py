"""Labels as the model reads and prints them, and its lookups."""

from __future__ import annotations

import pytest
from hypothesis import given

from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap, Place
from maps.numbering import LabelScheme, Sheet
from tests.maps.strategies import hexes, sheets

NONE = frozenset[str]()


@given(sheets(), hexes(20))
def test_what_label_prints_parse_label_reads(sheet: Sheet, at: Hex) -> None:
    board = GameMap("x", "X", sheet.orientation, sheets=[sheet])
    assert board.parse_label(board.label(at)) == at


def test_a_number_in_full_wins_over_a_number_without_its_sheet() -> None:
    plain = Sheet("a", Orientation.FLAT, 3, 3)
    named = Sheet("b", Orientation.FLAT, 3, 3, LabelScheme(prefix="B"), Hex(9, 9))
    board = GameMap("x", "X", Orientation.FLAT, sheets=[named, plain])
    assert board.parse_label("0101") == Hex(0, 0)
    assert board.parse_label("b:0101") == Hex(9, 9)


def test_unknown_and_ambiguous_numbers_are_refused() -> None:
    pair = [
        Sheet(prefix, Orientation.FLAT, 3, 3, LabelScheme(prefix=prefix), Hex(9 * i, 0))
        for i, prefix in enumerate(("A", "B"))
    ]
    board = GameMap("x", "The board", Orientation.FLAT, sheets=pair)
    with pytest.raises(ValueError, match="The board has no hex '9999'"):
        board.parse_label("9999")
    with pytest.raises(ValueError, match="several hexes"):
        board.parse_label("0101")


def test_lookups() -> None:
    board = GameMap("x", "X", Orientation.FLAT)
    board.terrain = {Hex(0, 0): "clear", Hex(1, 0): "clear"}
    board.places["p"] = Place("p", "P", "city", Hex(1, 0))
    board.regions = {"country": {"Albania": frozenset({Hex(1, 0)})}}
    assert list(board.neighbours(Hex(0, 0))) == [Hex(1, 0)]
    assert [place.id for place in board.places_at(Hex(1, 0))] == ["p"]
    assert board.region_of("country", Hex(1, 0)) == "Albania"
    assert board.region_of("country", Hex(0, 0)) is None
    assert board.side_kinds(Hex(0, 0), Hex(1, 0)) == board.line_kinds(Hex(1, 0), Hex(0, 0)) == set()


def test_the_most_important_place_of_a_hex_comes_first_and_a_fortress_before_a_town() -> None:
    legend, at = Legend(), Hex(0, 0)
    for rank, kind in enumerate(("city", "town", "village"), 1):
        legend.add(Kind(Layer.PLACE, kind, kind.title(), {"rank": str(rank)}))
    board = GameMap("x", "X", Orientation.FLAT, legend, terrain={at: "clear"})
    kinds = {"fort": "village", "hamlet": "village", "port": "village", "spot": "unheard of"}
    tags = {"fort": frozenset({"fortress"}), "port": frozenset({"port"})}
    for name in ("fort", "hamlet", "port", "town", "city", "spot"):
        board.places[name] = Place(name, name, kinds.get(name, name), at, tags.get(name, NONE))
    assert [place.name for place in board.places_at(at)] == [
        "city", "fort", "town", "port", "hamlet", "spot",
    ]  # fmt: skip
