"""Cheapest paths over a graph of step costs."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.movement.paths import Graph, nearest, reach
from maps.hexgrid import Hex, disk

ORIGIN = Hex(0, 0)


def field(prices: list[int]) -> Graph:
    """A small field of hexes with a price to enter each; 0 closes a hex."""
    hexes = list(disk(ORIGIN, 3))
    price = dict(zip(hexes, prices, strict=True))
    return {
        at: tuple((near, price[near]) for near in at.neighbours() if price.get(near))
        for at in hexes
    }


FIELDS = st.lists(st.integers(0, 4), min_size=37, max_size=37).map(field)


@given(FIELDS, st.integers(0, 8))
def test_every_path_costs_what_it_says_and_fits_the_allowance(graph: Graph, points: int) -> None:
    found = reach(graph, ORIGIN, points, barred=lambda at: False, one_hex=False)
    for at, cost in found.cost.items():
        path = found.path(at)
        assert path[0] == ORIGIN and path[-1] == at
        assert cost == sum(dict(graph[a])[b] for a, b in pairwise(path)) <= points


@given(FIELDS, st.integers(0, 8))
def test_no_cheaper_step_is_overlooked(graph: Graph, points: int) -> None:
    found = reach(graph, ORIGIN, points, barred=lambda at: False, one_hex=False)
    for at, cost in found.cost.items():
        for near, price in graph[at]:
            if cost + price <= points:
                assert found.cost[near] <= cost + price


@given(FIELDS, st.integers(0, 3))
def test_one_hex_adds_the_neighbours_and_nothing_beyond(graph: Graph, points: int) -> None:
    plain = reach(graph, ORIGIN, points, barred=lambda at: False, one_hex=False)
    grace = reach(graph, ORIGIN, points, barred=lambda at: False)
    assert set(grace.cost) == set(plain.cost) | {near for near, _ in graph[ORIGIN]}


@given(FIELDS, st.sets(st.sampled_from(sorted(disk(ORIGIN, 3)))))
def test_barred_hexes_are_never_entered(graph: Graph, barred: set[Hex]) -> None:
    found = reach(graph, ORIGIN, 9, barred=barred.__contains__)
    assert not (set(found.cost) - {ORIGIN}) & barred


def test_nearest_goes_to_the_cheapest_goal() -> None:
    graph = field([1] * 37)
    goals = {Hex(0, 2), Hex(3, 0)}
    assert nearest(graph, ORIGIN, 2, goals, barred=lambda at: False)[-1] == Hex(0, 2)
    assert nearest(graph, ORIGIN, 1, goals, barred=lambda at: False) == ()
    assert nearest(graph, Hex(0, 2), 0, goals, barred=lambda at: False) == (Hex(0, 2),)
