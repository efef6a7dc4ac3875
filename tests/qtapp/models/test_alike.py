"""Lists that change a little: what is written again, and what stays."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qtapp.models.alike import alike_ends, edits

ROWS = st.lists(st.integers(0, 6), max_size=12)


@given(ROWS, ROWS)
def test_edits_make_one_list_the_other(rows: list[int], others: list[int]) -> None:
    made = list(rows)
    for start, gone, coming in edits(rows, others):
        made[start : start + gone] = coming
    assert made == others


@given(ROWS, ROWS)
def test_no_more_is_written_than_between_the_ends(rows: list[int], others: list[int]) -> None:
    start, end = alike_ends(rows, others)
    assert sum(len(coming) for _, _, coming in edits(rows, others)) <= len(others) - start - end


def test_a_row_that_drops_out_of_a_list_that_fills_up_again_leaves_the_others() -> None:
    assert edits(range(0, 40), [*range(3), *range(4, 41)]) == [(40, 0, [40]), (3, 1, [])]
