"""Distances in hexes and in the board's unit; margins that survive the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.edits import apply, inverse
from maps.edits.blank import blank_map, generic_legend
from maps.errors import KnownError
from maps.finding.measures import (
    WIDEST,
    Margins,
    Scale,
    length,
    margins_of,
    scale_of,
    set_margins,
    told,
)
from maps.formats import text
from maps.hexgrid import Hex, distance
from maps.layout import Orientation
from maps.model import GameMap
from maps.numbering import LabelScheme
from tests.maps import strategies as some


@pytest.fixture
def board() -> GameMap:
    return blank_map("B", Orientation.FLAT, 9, 9, LabelScheme(), generic_legend(), "clear")


def test_each_unit_has_its_own_scale_where_a_board_states_both(board: GameMap) -> None:
    board.notes = {"miles per hex": "36", "km per hex": "53.96"}
    assert scale_of(board) == Scale("miles", 36)
    assert scale_of(board, "kilometres") == Scale("kilometres", 53.96)
    board.notes = {"miles per hex": "36"}
    assert scale_of(board, "kilometres") == Scale("miles", 36)


def test_a_distance_is_told_in_the_unit_of_the_board(board: GameMap) -> None:
    assert told(board, 1) == "1 hex" and scale_of(board).per_hex == 0
    board.notes["miles per hex"] = "16"
    assert told(board, 5) == "5 hexes, 80 miles"
    board.notes = {"km per hex": "25.11"}
    assert told(board, 100) == "100 hexes, 2,511 kilometres"
    board.notes = {"km per hex": "far"}
    assert told(board, 2) == "2 hexes"


@given(st.lists(some.hexes(), min_size=1, max_size=6))
def test_legs_add_up(legs: list[Hex]) -> None:
    assert length(legs) >= distance(legs[0], legs[-1])
    assert length(legs) == length(legs[::-1])


number = st.integers(0, 120).map(lambda half: half / 2)


@given(st.builds(Margins, number, number, number, number))
def test_margins_are_kept_in_the_text(margins: Margins) -> None:
    board = blank_map("B", Orientation.FLAT, 2, 2, LabelScheme(), generic_legend(), "clear")
    written = text.dumps(board)
    change = set_margins(board, margins)
    apply(board, change)
    assert margins_of(text.loads(text.dumps(board))) == margins
    apply(board, inverse(change))
    assert text.dumps(board) == written


def test_margins_that_cannot_be_are_refused_or_read_as_none(board: GameMap) -> None:
    for bad in (-1.0, WIDEST + 1, float("nan")):
        with pytest.raises(KnownError, match="margin"):
            set_margins(board, Margins(left=bad))
    for words in ("", "1 2", "a b c d", "nan 0 0 0"):
        board.notes["margins"] = words
        assert all(0 <= size <= WIDEST for size in (margins_of(board).left, margins_of(board).top))
