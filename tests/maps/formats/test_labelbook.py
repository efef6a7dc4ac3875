"""The label book: every key reads back, and agrees with the model."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from maps.formats.labelbook import LabelBook
from maps.hexgrid import Hex
from maps.layout import Orientation
from maps.model import GameMap
from maps.numbering import Sheet, labels
from tests.maps.strategies import hexes, sheets

several = st.lists(sheets(Orientation.FLAT), max_size=3)


@given(several, hexes(20))
def test_every_key_reads_back_as_its_hex(some: list[Sheet], at: Hex) -> None:
    book = LabelBook(some)
    assert book.hex(book.key(at)) == at


@given(several, hexes(20))
def test_the_book_reads_what_the_model_reads(some: list[Sheet], at: Hex) -> None:
    board = GameMap("x", "X", Orientation.FLAT, sheets=some)
    book = LabelBook(some)
    for label in labels(board, at):
        if not book.is_ambiguous(label):
            assert book.hex(label) == board.parse_label(label) == at


def test_a_number_two_sheets_print_is_ambiguous() -> None:
    pair = [Sheet(name, Orientation.FLAT, 3, 3, origin=at) for name, at in SPOTS.items()]
    book = LabelBook(pair)
    assert book.hex("0101") is None
    assert book.is_ambiguous("0101")
    assert book.key(Hex(50, 2)) == "50,2"


SPOTS = {"a": Hex(0, 0), "b": Hex(50, 2)}
