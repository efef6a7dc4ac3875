from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from maps.errors import KnownError
from oob.sheets.cutting import Cell, Cut
from oob.sheets.pairing import Turn, against, pair


def sheet(rows: int, cols: int, colour: dict[tuple[int, int], int], head: int = 0) -> Cut:
    cells = []
    for (row, col), value in colour.items():
        picture = np.full((40, 40, 3), value, np.uint8)
        picture[:4, :4] = head
        cells.append(Cell(row, col, (0, 0, 40, 40), picture))
    return Cut(rows, cols, 0.0, tuple(cells))


COLOURS = {(row, col): 40 + 30 * row + 9 * col for row in range(3) for col in range(5)}


def test_a_sheet_turned_like_a_page_is_mirrored() -> None:
    back = {(row, 4 - col): value for (row, col), value in COLOURS.items()}
    found = pair(sheet(3, 5, COLOURS), sheet(3, 5, back), "b")
    assert found.turn is Turn.SIDEWAYS and not found.alone
    assert all((p.back.row, p.back.col) == (p.front.row, 4 - p.front.col) for p in found.pairs)


def test_backs_that_stand_on_their_heads_are_turned_upright() -> None:
    back = {(2 - row, col): value for (row, col), value in COLOURS.items()}
    found = pair(sheet(3, 5, COLOURS), sheet(3, 5, back), "b")
    assert found.turn is Turn.UPWARDS
    assert found.pairs[0].picture[-1, -1, 0] == 0


def test_a_person_can_say_how_it_was_turned() -> None:
    flat = dict.fromkeys(COLOURS, 120)
    assert pair(sheet(3, 5, flat), sheet(3, 5, flat), "b", Turn.UPWARDS).turn is Turn.UPWARDS
    assert pair(sheet(3, 5, flat), sheet(3, 5, flat), "b").turn is Turn.SIDEWAYS


def test_what_has_no_other_side_is_told() -> None:
    back = {(row, 4 - col): value for (row, col), value in COLOURS.items() if (row, col) != (1, 2)}
    found = pair(sheet(3, 5, COLOURS), sheet(3, 5, back), "b")
    assert [cell.name for cell in found.alone] == ["r02c03"]


def test_sheets_of_other_sizes_are_refused() -> None:
    with pytest.raises(KnownError, match="the front 3 of 5"):
        pair(sheet(3, 5, COLOURS), sheet(3, 4, {(0, 0): 1}), "b")


def test_backs_of_another_form_than_the_fronts_are_doubted() -> None:
    """A white band across the backs was taken for a gutter: they were cut without their ratings,
    and nothing was said.
    """
    front = sheet(3, 5, COLOURS)
    assert against(front, front).doubt == ""
    low = tuple(
        replace(cell, box=(cell.box[0], cell.box[1], cell.box[2], cell.box[3] - 8))
        for cell in front.cells
    )
    told = against(front, replace(front, cells=low)).doubt
    assert told.startswith("Its counters are ") and told.endswith("those of the front 1.00 times.")
