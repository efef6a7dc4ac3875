"""Railways keep to the bank of their stations: none crosses a major river and comes back."""

from __future__ import annotations

import heapq
from collections import Counter
from itertools import pairwise

import pytest

from maps.hexgrid import Hex
from maps.model import GameMap
from tests.maps.data.board_facts import board_named
from tests.maps.data.test_main_lines import lines_of, links_of, stops_of

MAJOR = "major_river"

CROSSING = 2.5
"""What crossing a major river costs, in hexes: of two ways the dry one counts if it is not far."""

LEAST = {"balkan_front": 60, "fire_in_the_east": 120}
"""So many stretches between two stations run beside a major river at least."""

OVER: dict[str, set[tuple[str, str]]] = {
    "balkan_front": set(),
    "fire_in_the_east": {("Bataysk", "Azov")},
}
"""Azov is where the Don parts: its hex lies over an arm of it from Bataysk and from Rostov."""


def way(board: GameMap, links: dict[Hex, set[Hex]], a: Hex, b: Hex) -> list[Hex]:
    """The way along a kind of line that crosses few major rivers and is short."""
    best, came, queue = {a: 0.0}, {a: a}, [(0.0, a)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here == b:
            break
        if cost > best[here]:
            continue
        for near in sorted(links[here]):
            after = cost + 1 + CROSSING * (MAJOR in board.side_kinds(here, near))
            if after < best.get(near, float("inf")):
                best[near], came[near] = after, here
                heapq.heappush(queue, (after, near))
    found = [b] if b in came else []
    while found and found[-1] != a:
        found.append(came[found[-1]])
    return found[::-1]


@pytest.mark.parametrize("name", ["balkan_front", "fire_in_the_east"])
def test_no_railway_crosses_a_major_river_and_comes_back_between_two_stations(name: str) -> None:
    board, stops = board_named(name), stops_of(name)
    rivers = board.regions["river"]
    shores = {at for of, kinds in board.hexsides.items() if MAJOR in kinds for at in of.hexes}
    asked, wrong = 0, set()
    for chain, kinds in lines_of(name):
        links = links_of(board, kinds)
        for one, other in pairwise(chain.stops):
            a, b = stops.get(one), stops.get(other)
            path = way(board, links, a, b) if a is not None and b is not None and a != b else []
            asked += not shores.isdisjoint(path)
            crossed = Counter(
                river
                for here, there in pairwise(path)
                if MAJOR in board.side_kinds(here, there)
                for river, hexes in rivers.items()
                if here in hexes and there in hexes
            )
            if any(count > 1 for count in crossed.values()):
                wrong.add((one, other))
    assert asked >= LEAST[name]
    assert wrong == OVER[name]
