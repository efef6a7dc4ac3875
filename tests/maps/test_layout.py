"""Where hexes lie on paper."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.hexgrid import DIRECTIONS, Hex, Side, side, vertex
from maps.layout import Layout, Orientation, Point
from tests.maps.strategies import hexes

layouts = st.builds(
    Layout,
    st.sampled_from(Orientation),
    st.floats(0.5, 60),
    st.builds(Point, st.floats(-50, 50), st.floats(-50, 50)),
)


@given(layouts, hexes())
def test_neighbours_lie_one_pitch_apart_and_centres_are_found_again(lay: Layout, at: Hex) -> None:
    here = lay.centre(at)
    assert lay.hex_at(*here) == at
    for near in at.neighbours():
        assert math.dist(here, lay.centre(near)) == pytest.approx(lay.pitch)


@given(layouts, hexes(), st.integers(0, 5))
def test_a_side_lies_between_its_two_hexes(lay: Layout, at: Hex, direction: int) -> None:
    of = side(at, direction)
    start, end = lay.side_ends(of)
    assert math.dist(start, end) == pytest.approx(lay.radius)
    for one in of.hexes:
        for corner in (start, end):
            assert math.dist(lay.centre(one), corner) == pytest.approx(lay.radius)


@given(layouts, hexes(), st.integers(0, 5))
def test_a_vertex_lies_on_its_corner(lay: Layout, at: Hex, index: int) -> None:
    corner = vertex(at, index)
    assert math.dist(lay.vertex(corner), lay.corner(at, index)) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("orientation", "words"),
    [
        (Orientation.FLAT, ["SE", "NE", "N", "NW", "SW", "S"]),
        (Orientation.POINTY, ["E", "NE", "NW", "W", "SW", "SE"]),
    ],
)
def test_directions_run_as_documented(orientation: Orientation, words: list[str]) -> None:
    lay = Layout(orientation)
    for direction, word in enumerate(words):
        x, y = lay.centre(Hex(*DIRECTIONS[direction]))
        found = ("N" if y < -0.1 else "S" if y > 0.1 else "") + (
            "W" if x < -0.1 else "E" if x > 0.1 else ""
        )
        assert found == word


def test_side_zero_of_a_flat_hex_is_at_its_lower_right() -> None:
    start, end = Layout(Orientation.FLAT).side_ends(Side(Hex(0, 0), 0))
    assert start.x > 0
    assert start.y > 0
    assert end.y == pytest.approx(0)
