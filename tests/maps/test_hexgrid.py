"""Hex geometry: neighbours, sides, vertices, distances, rings and lines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps import hexgrid
from maps.finding.paths import shortest
from maps.hexgrid import Hex, side, side_between
from tests.maps.strategies import hexes, sides

directions = st.integers(0, 5)


@given(hexes(), directions)
def test_a_side_has_one_name_from_both_hexes(at: Hex, direction: int) -> None:
    near = at.neighbour(direction)
    assert side(at, direction) == side(near, direction + 3) == side_between(near, at)
    assert side(at, direction).direction in (0, 1, 2)
    assert set(side(at, direction).hexes) == {at, near}
    assert hexgrid.link(at, near) == hexgrid.link(near, at)
    assert hexgrid.are_adjacent(at, near)


@given(hexes(), hexes())
def test_only_hexes_one_step_apart_are_adjacent(a: Hex, b: Hex) -> None:
    assert hexgrid.are_adjacent(a, b) == (hexgrid.distance(a, b) == 1)
    if not hexgrid.are_adjacent(a, b):
        for refused in (side_between, hexgrid.link, hexgrid.direction_between):
            with pytest.raises(ValueError, match="not adjacent"):
                refused(a, b)


@given(hexes(), st.integers(0, 5))
def test_a_ring_is_all_hexes_at_its_radius(centre: Hex, radius: int) -> None:
    ring = list(hexgrid.ring(centre, radius))
    assert len(ring) == len(set(ring)) == (6 * radius or 1)
    assert all(hexgrid.distance(centre, at) == radius for at in ring)
    assert len(list(hexgrid.disk(centre, radius))) == 1 + 3 * radius * (radius + 1)


def test_a_ring_of_negative_radius_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        list(hexgrid.ring(Hex(0, 0), -1))


@given(hexes(), hexes())
def test_a_line_is_a_shortest_chain(a: Hex, b: Hex) -> None:
    line = hexgrid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == hexgrid.distance(a, b) + 1
    assert all(hexgrid.are_adjacent(x, y) for x, y in pairwise(line))


@given(hexes(), directions)
def test_a_vertex_has_one_name_from_its_three_hexes(at: Hex, index: int) -> None:
    corner = hexgrid.vertex(at, index)
    assert at in corner
    assert all(corner in hexgrid.vertices_of(near) for near in corner)
    assert list(corner) == sorted(corner)
    assert len(set(hexgrid.vertices_of(at))) == 6


@given(sides())
def test_sides_and_vertices_name_each_other(of: hexgrid.Side) -> None:
    start, end = hexgrid.side_vertices(of)
    assert hexgrid.side_joining(start, end) == hexgrid.side_joining(end, start) == of
    assert of in hexgrid.sides_at(start)
    assert of in hexgrid.sides_at(end)
    assert end in hexgrid.vertex_neighbours(start)
    assert hexgrid.vertex_neighbours(start)[hexgrid.sides_at(start).index(of)] == end


def test_vertices_without_a_common_side_are_refused() -> None:
    with pytest.raises(ValueError, match="no hexside joins"):
        hexgrid.side_joining(hexgrid.vertex(Hex(0, 0), 0), hexgrid.vertex(Hex(0, 0), 2))


def test_vertex_distance_is_what_a_search_finds() -> None:
    start = hexgrid.vertex(Hex(0, 0), 0)
    found = shortest(start, hexgrid.vertex_neighbours, lambda a, b: 1, limit=9)
    assert len(found.costs) > 100
    assert {to: hexgrid.vertex_distance(start, to) for to in found.costs} == found.costs
