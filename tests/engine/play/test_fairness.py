"""Counts of dice and the test of fairness."""

from __future__ import annotations

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.fairness import chi_square_tail, tally

TABLE = {
    (3.841458820694124, 1): 0.05,
    (5.991464547107979, 2): 0.05,
    (11.070497693516351, 5): 0.05,
    (16.918977604620448, 9): 0.05,
    (15.08627246938899, 5): 0.01,
    (2.087900735870, 9): 0.99,
}


@pytest.mark.parametrize(("place", "chance"), TABLE.items())
def test_the_tail_is_that_of_the_printed_tables(place: tuple[float, int], chance: float) -> None:
    assert isclose(chi_square_tail(*place), chance, abs_tol=2e-4)


@given(st.floats(0.01, 200), st.integers(1, 40))
def test_the_tail_is_a_chance_and_falls(statistic: float, freedom: int) -> None:
    here, beyond = (chi_square_tail(x, freedom) for x in (statistic, statistic * 1.1))
    assert 0 <= beyond <= here + 1e-12 <= 1 + 1e-12


def test_dice_are_counted_by_kind() -> None:
    found = tally([(6, 1), (6, 6), (10, 7), (6, 6)])
    assert [t.sides for t in found] == [6, 10]
    assert found[0].counts == {1: 1, 6: 2}
    assert found[0].mean == pytest.approx(13 / 3)
    assert found[0].chance is None


def test_a_loaded_die_is_found_out() -> None:
    (fair,) = tally([(6, face) for face in range(1, 7)] * 20)
    assert fair.chance == 1.0
    (loaded,) = tally([(6, 6)] * 60 + [(6, face) for face in range(1, 6)] * 12)
    assert loaded.chance is not None and loaded.chance < 1e-6
