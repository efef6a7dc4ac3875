"""The search that lays roads and railways: cheapest, never over what is forbidden."""

from __future__ import annotations

import numpy as np
import pytest

from maps.formats.geodata.ways import astray, cheapest_way
from maps.hexgrid import Hex, distance

A, B = Hex(0, 0), Hex(4, 0)


def free(here: Hex, there: Hex) -> float | None:
    return 1.0 if distance(A, there) <= 6 else None


def test_the_straight_way_is_the_cheapest_over_even_ground() -> None:
    assert cheapest_way(A, B, free, lambda at: abs(at.r)) == [Hex(q, 0) for q in range(5)]


def test_a_detour_is_made_around_what_is_dear() -> None:
    def step(here: Hex, there: Hex) -> float | None:
        return 20.0 if there == Hex(2, 0) else free(here, there)

    way = cheapest_way(A, B, step, lambda at: 0.0)
    assert way is not None and Hex(2, 0) not in way
    assert len(way) == 6


def test_no_way_leads_over_forbidden_steps_or_too_far_astray() -> None:
    shut = {Hex(2, r) for r in range(-8, 9)}
    assert (
        cheapest_way(A, B, lambda a, b: None if b in shut else free(a, b), lambda at: 0.0) is None
    )
    assert cheapest_way(A, B, free, lambda at: None if at in shut else 0.0) is None


def test_a_way_to_where_one_stands_is_that_hex() -> None:
    assert cheapest_way(A, A, free, lambda at: 0.0) == [A]


@pytest.mark.parametrize(
    ("point", "gap"), [((1.0, 1.0), 1.0), ((-3.0, 4.0), 5.0), ((6.0, 0.0), 4.0), ((0.5, 0.0), 0.0)]
)
def test_astray_is_the_distance_from_the_stretch(point: tuple[float, float], gap: float) -> None:
    assert astray(point, np.array([0.0, 0.0]), np.array([2.0, 0.0])) == pytest.approx(gap)
