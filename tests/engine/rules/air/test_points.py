"""Air points: what fighters leave of bombers."""

from __future__ import annotations

import pytest

from engine.rules.air.points import Flight, bombers_left
from maps.hexgrid import Hex

HERE = Hex(0, 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "left"),
    [
        (((5, 0),), (), 5),
        (((5, 2),), ((1, 4),), 3),
        (((5, 0), (1, 2)), ((0, 1), (0, 4)), 3),
        (((2, 0),), ((9, 5),), 0),
        (((2, 5),), ((0, 1),), 2),
    ],
)
def test_each_fighter_that_none_meets_stops_a_bomber(
    mine: tuple[tuple[int, int], ...], theirs: tuple[tuple[int, int], ...], left: int
) -> None:
    ours = [Flight("greek", HERE, *counts) for counts in mine]
    others = [Flight("italian", HERE, *counts) for counts in theirs]
    assert bombers_left(ours, others) == left
