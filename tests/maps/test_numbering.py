"""Printed numbers: every scheme both ways, and where numbered hexes lie on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maps.formats.text
from maps.edits.blank import generic_legend
from maps.edits.plain import sheet_from_plain, sheet_to_plain
from maps.hexgrid import Hex
from maps.layout import Layout, Orientation
from maps.model import GameMap
from maps.numbering import LabelScheme, Order, Parity, Sheet, labels
from tests.maps.strategies import schemes, sheets


@given(sheets())
def test_every_label_names_its_hex_and_no_other(sheet: Sheet) -> None:
    found = {}
    for at in sheet.hexes():
        label = sheet.label(at)
        assert label is not None
        assert sheet.hex(label) == at
        found[label] = at
    assert len(found) == sheet.columns * sheet.rows == len(set(sheet.hexes()))


@given(sheets())
def test_hexes_outside_have_no_label(sheet: Sheet) -> None:
    inside = set(sheet.hexes())
    around = {near for at in inside for near in at.neighbours()} - inside
    assert around
    assert all(sheet.label(at) is None for at in around)


@given(sheets())
def test_a_prefix_may_be_written_in_several_ways(sheet: Sheet) -> None:
    prefix = sheet.scheme.prefix
    for at, body in sheet.bodies():
        assert sheet.hex(body) == at
        if prefix:
            for mark in (":", "/", ""):
                assert sheet.hex(f" {prefix.lower()}{mark}{body} ") == at
        assert sheet.hex(f"9Z:{body}") is None
        assert sheet.hex(f"{body}0") is None


@given(sheets(), st.text(max_size=9))
def test_any_text_is_a_hex_of_the_sheet_or_none(sheet: Sheet, text: str) -> None:
    at = sheet.hex(text)
    assert at is None or sheet.label(at) is not None


@given(sheets())
def test_numbers_agree_with_the_paper(sheet: Sheet) -> None:
    """Columns and rows grow as the scheme says; pushed lines lie half a hex further on."""
    layout = Layout(sheet.orientation)
    scheme, is_flat = sheet.scheme, sheet.orientation is Orientation.FLAT
    start = layout.centre(sheet.hexes()[0])
    east = 1 if scheme.columns_grow == "east" else -1
    south = 1 if scheme.rows_grow == "south" else -1
    odd = 1 if scheme.parity is Parity.ODD else 0
    first = sheet.numbers(sheet.hexes()[0])
    assert first is not None
    pushed_first = (first[0] if is_flat else first[1]) % 2 == odd
    along = 3**0.5 / 2  # between straight lines of hexes, in units of the pitch
    for at in sheet.hexes():
        numbers = sheet.numbers(at)
        assert numbers is not None
        column, row = numbers
        is_pushed = (column if is_flat else row) % 2 == odd
        push = (is_pushed - pushed_first) / 2
        x, y = (column - first[0]) * east, (row - first[1]) * south
        expected = (x * along, y + push) if is_flat else (x + push, y * along)
        point = layout.centre(at)
        assert (point.x - start.x, point.y - start.y) == pytest.approx(expected, abs=1e-9)


def test_the_first_hex_lies_at_the_origin() -> None:
    for orientation in Orientation:
        sheet = Sheet("x", orientation, 3, 3, origin=Hex(4, -7))
        assert sheet.hex("0101") == Hex(4, -7)


@pytest.mark.parametrize(
    ("scheme", "label"),
    [
        (LabelScheme(), "0301"),
        (LabelScheme(order=Order.RRCC), "0103"),
        (LabelScheme(columns_grow="west"), "0201"),
        (LabelScheme(rows_grow="north"), "0305"),
        (LabelScheme(first_column=10, first_row=20), "1220"),
        (LabelScheme(first_column=0, first_row=0), "0200"),
        (LabelScheme(digits=3), "003001"),
        (LabelScheme(prefix="14A"), "14A:0301"),
        (LabelScheme(prefix="2A", separator="/"), "2A/0301"),
    ],
)
def test_schemes_by_example(scheme: LabelScheme, label: str) -> None:
    sheet = Sheet("x", Orientation.FLAT, 4, 5, scheme)
    third = sheet.hexes()[2]
    assert sheet.label(third) == label


@given(schemes())
def test_a_hex_on_two_sheets_has_two_labels_and_is_one_hex(scheme: LabelScheme) -> None:
    left = Sheet("left", Orientation.FLAT, 6, 6, replace(scheme, prefix="L", columns_grow="east"))
    seam = left.hexes()[5]
    right = Sheet("right", Orientation.FLAT, 6, 6, replace(scheme, prefix="R"), origin=seam)
    board = GameMap("two", "Two", Orientation.FLAT, sheets=[left, right])
    found = labels(board, seam)
    assert len(found) == 2
    assert {board.parse_label(label) for label in found} == {seam}
    assert board.label(seam) == found[0]
    assert labels(board, Hex(99, 99)) == []


@pytest.mark.parametrize(
    "wrong", [{"columns_grow": "up"}, {"rows_grow": "down"}, {"digits": 0}, {"digits": 5}]
)
def test_a_scheme_of_unknown_words_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"grow|digits"):
        LabelScheme(**wrong)  # type: ignore[arg-type]


def test_a_sheet_without_hexes_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Sheet("x", Orientation.FLAT, 0, 4)


STYLES = ("A1", "1A", "A01", "AA", "1.1", "01.001", "A-1", "001/A", "01:01")


@given(schemes(), st.sampled_from(STYLES), st.integers(0, 60), st.sampled_from(("", "14A")))
def test_numbers_in_a_style_name_one_hex_each(
    scheme: LabelScheme, style: str, first: int, prefix: str
) -> None:
    own = replace(scheme, style=style, first_column=first, first_row=3, prefix=prefix)
    sheet = Sheet("x", Orientation.FLAT, 31, 12, own)
    printed = [sheet.label(at) for at in sheet.hexes()]
    if style == "AA":  # AB is one hex, but AAA may be column 0, row 26 and column 26, row 0
        printed = [text for text in printed if printed.count(text) == 1]
    else:
        assert len(set(printed)) == len(printed)
    for text in printed:
        assert text is not None
        at = sheet.hex(text)
        assert at is not None and sheet.label(at) == text == (sheet.label(sheet.hex(text.lower()))
                                                              if at else None)  # fmt: skip


@pytest.mark.parametrize(
    ("style", "column", "row", "text"),
    [("A1", 0, 3, "A3"), ("A1", 27, 10, "BB10"), ("01.001", 7, 8, "07.008"), ("1A", 12, 25, "12Z")],
)
def test_styles_by_example(style: str, column: int, row: int, text: str) -> None:
    scheme = LabelScheme(style=style)
    assert scheme.written(column, row) == text
    assert list(scheme.read(text)) == [(column, row)]
    for wrong in ("", "1", "AB1", "A-", "é1", "A1.", "1" * 60):
        assert text == wrong or (column, row) not in scheme.read(wrong)


@pytest.mark.parametrize("style", ["B1", "A", "A1A", "1 1", "A" * 30, '1"1', "00000000001.1"])
def test_a_style_that_writes_no_number_is_refused(style: str) -> None:
    with pytest.raises(ValueError, match="written like"):
        LabelScheme(style=style)


@given(schemes(), st.sampled_from(STYLES))
def test_styles_survive_text_and_journal(scheme: LabelScheme, style: str) -> None:
    sheet = Sheet("main", Orientation.FLAT, 6, 5, replace(scheme, style=style, prefix=""))
    assert sheet_from_plain(sheet_to_plain(sheet)) == sheet
    board = GameMap("one", "One", Orientation.FLAT, generic_legend(), [sheet])
    board.terrain = dict.fromkeys(sheet.hexes(), "clear")
    again = maps.formats.text.loads(maps.formats.text.dumps(board), "it")
    assert again.sheets == [sheet] and again.terrain == board.terrain
