"""Cheapest paths, against a plain relaxation and along hexsides."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.finding.paths import hex_path, hexside_path, shortest
from maps.hexgrid import Hex, Side, Vertex, disk, distance, side_vertices, vertex, vertex_distance
from tests.maps.strategies import hexes

NODES = range(8)
graphs = st.dictionaries(
    st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), st.integers(0, 9), max_size=30
)


@given(graphs, st.none() | st.integers(0, 20))
def test_costs_are_least_and_paths_add_up(
    graph: dict[tuple[int, int], int], limit: int | None
) -> None:
    best = {0: 0}
    for _ in NODES:
        for (a, b), step in graph.items():
            if a in best:
                best[b] = min(best.get(b, 999), best[a] + step)
    found = shortest(0, lambda n: NODES, lambda a, b: graph.get((a, b)), limit=limit)
    assert found.costs == {n: c for n, c in best.items() if limit is None or c <= limit}
    for node, spent in found.costs.items():
        path = found.path(node)
        assert path[0] == 0
        assert spent == sum(graph[step] for step in pairwise(path))
    assert found.path(99) == []


def test_a_negative_cost_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        shortest(0, lambda n: (n + 1,), lambda a, b: -1)


def test_a_goal_ends_the_search() -> None:
    found = shortest(0, lambda n: (n + 1,), lambda a, b: 1, goal=3)
    assert found.costs == {0: 0, 1: 1, 2: 2, 3: 3}


@given(hexes(), hexes())
def test_an_open_field_is_crossed_straight(a: Hex, b: Hex) -> None:
    path = hex_path(a, b, lambda x, y: 1, limit=50)
    assert len(path) == distance(a, b) + 1


@given(hexes(4), st.integers(0, 5), hexes(4), st.integers(0, 5))
def test_a_river_runs_unbroken_from_end_to_end(a: Hex, i: int, b: Hex, j: int) -> None:
    start, end = vertex(a, i), vertex(b, j)
    river = hexside_path(start, end)
    assert len(river) == vertex_distance(start, end)
    at: Vertex = start
    for side in river:
        first, second = side_vertices(side)
        assert at in (first, second)
        at = second if at == first else first
    assert at == end


def test_a_river_keeps_off_closed_sides() -> None:
    start, end = vertex(Hex(0, 0), 0), vertex(Hex(0, 0), 3)

    def keeps_off(side: Side) -> int | None:
        return None if Hex(0, 0) in side.hexes else 1

    river = hexside_path(start, end, keeps_off)
    assert len(river) > 3
    assert all(Hex(0, 0) not in side.hexes for side in river)
    island = set(disk(Hex(0, 0), 3))
    walled = hexside_path(start, end, lambda side: None if side.hexes[0] in island else 1)
    assert walled == []
