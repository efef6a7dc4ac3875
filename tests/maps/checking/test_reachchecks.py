"""Supply and entry edges that no line reaches are named, and only those."""

from __future__ import annotations

import pytest

from maps.checking.checks import check
from maps.checking.problems import Flaw
from maps.hexgrid import Hex, link
from maps.layout import Orientation
from maps.legend import Kind, Layer
from maps.model import GameMap, Place
from maps.numbering import Sheet

SHEET = Sheet("main", Orientation.POINTY, 6, 3)
ROW = SHEET.hexes()[:6]


@pytest.fixture
def board() -> GameMap:
    """One row of hexes with a railway from the edge to a city, a road the other way."""
    of = GameMap("demo", "Demo", Orientation.POINTY, sheets=[SHEET])
    for kind in (
        Kind(Layer.TERRAIN, "clear", "Clear"),
        Kind(Layer.LINE, "rail", "Rail"),
        Kind(Layer.LINE, "tram", "Tram"),
        Kind(Layer.LINE, "road", "Road"),
        Kind(Layer.PLACE, "city", "City"),
        Kind(Layer.REGION, "supply", "Supply", {"reached": "rail tram"}),
    ):
        of.legend.add(kind)
    of.terrain = dict.fromkeys(SHEET.hexes(), "clear")
    of.places = {"m": Place("m", "Middle", "city", ROW[3])}
    of.lines = {
        link(ROW[0], ROW[1]): frozenset({"rail"}),
        link(ROW[1], ROW[2]): frozenset({"tram"}),
        link(ROW[2], ROW[3]): frozenset({"rail"}),
        link(ROW[3], ROW[4]): frozenset({"road"}),
        link(ROW[4], ROW[5]): frozenset({"road"}),
    }
    of.regions = {"supply": {"west edge": frozenset({ROW[0]})}}
    return of


def cut_off(of: GameMap) -> list[tuple[str, Hex | None]]:
    return [(one.where, one.hex) for one in check(of) if one.flaw is Flaw.CUT_OFF]


def test_an_edge_with_its_railway_is_sound(board: GameMap) -> None:
    assert check(board) == []


def test_an_edge_that_only_a_road_reaches_is_named(board: GameMap) -> None:
    board.regions["supply"]["east edge"] = frozenset({ROW[5]})
    assert cut_off(board) == [("east edge (Supply)", ROW[5])]


def test_a_gap_in_the_railway_is_noticed(board: GameMap) -> None:
    del board.lines[link(ROW[1], ROW[2])]
    assert cut_off(board) == [("west edge (Supply)", ROW[0])]


def test_one_reached_hex_will_do_for_a_region(board: GameMap) -> None:
    board.regions["supply"]["west edge"] |= {SHEET.hexes()[6]}
    assert cut_off(board) == []


def test_a_place_inside_the_region_does_not_count(board: GameMap) -> None:
    board.regions["supply"]["west edge"] = frozenset(ROW[:4])
    assert cut_off(board) == [("west edge (Supply)", min(ROW[:4]))]


def test_a_layer_that_asks_for_no_lines_is_left_alone(board: GameMap) -> None:
    board.legend.add(Kind(Layer.REGION, "supply", "Supply"))
    board.lines.clear()
    assert cut_off(board) == []
