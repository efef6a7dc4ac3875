"""Rivers that never meet do not touch on the board: a unit passes between their sources."""

from __future__ import annotations

import pytest

from maps.hexgrid import Vertex, side_vertices
from tests.maps.data.board_facts import board_named

RIVER = {"river", "major_river"}


def corners(name: str, river: str) -> set[Vertex]:
    """The corners of the hexsides between hexes of one named river."""
    board = board_named(name)
    held = board.regions["river"][f"{river} River"]
    return {
        corner
        for of, kinds in board.hexsides.items()
        if kinds & RIVER and set(of.hexes) <= held
        for corner in side_vertices(of)
    }


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("balkan_front", "Morava", "Vardar"),
        ("balkan_front", "Maritsa", "Mesta"),
        ("operation_gertrud", "Euphrates", "Tigris"),
        ("operation_gertrud", "Euphrates", "Araxes"),
        ("fire_in_the_east", "Don", "Oka"),
        ("fire_in_the_east", "Khopr", "Seym"),
    ],
)
def test_rivers_that_never_meet_do_not_touch(name: str, one: str, other: str) -> None:
    assert corners(name, one) and corners(name, other)
    assert not corners(name, one) & corners(name, other)


@pytest.mark.parametrize(("one", "other"), [("2525", "2526"), ("2525", "2425")])
def test_the_kelkit_rises_apart_from_the_euphrates(one: str, other: str) -> None:
    """Erzincan is reached from the Kelkit without crossing the Euphrates."""
    board = board_named("operation_gertrud")
    assert not RIVER & board.side_kinds(board.parse_label(one), board.parse_label(other))


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("balkan_front", "Mur", "Drava"),
        ("balkan_front", "Sava", "Danube"),
        ("operation_gertrud", "Murat", "Euphrates"),
        ("fire_in_the_east", "Desna", "Dnepr"),
        ("fire_in_the_east", "Khopr", "Don"),
    ],
)
def test_rivers_that_meet_join(name: str, one: str, other: str) -> None:
    assert corners(name, one) & corners(name, other)
