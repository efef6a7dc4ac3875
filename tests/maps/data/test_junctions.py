"""Junctions have the lines of the lists: as many hexsides with rail as stations that come next."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest

from maps.hexgrid import Hex
from tests.maps.data.board_facts import board_named
from tests.maps.data.test_main_lines import SHEETS, lines_of, links_of, stops_of

SIDES = 6

LEAST = {"balkan_front": 140, "fire_in_the_east": 280, "operation_gertrud": 20}
"""So many junctions away from the edge are asked for at least."""


SHARED = {
    "balkan_front": """
        14A:0215 14A:0314 14A:0528 14A:0529 14A:0618 14A:0627 14A:0913 14A:0927 14A:1008 14A:1210
        14A:1516 14A:1521 14A:1614 14A:1812 14A:1816 14A:2208 14A:2419 14A:2617 14A:2802 14A:3009
        14A:3825 14A:4031 15B:0719""",
    "fire_in_the_east": """
        1B:0413 1B:1707 1B:1816 1B:2219 1B:2512 1B:2529 1B:3524 1B:3731 1B:3928 1B:4604 2A:0131
        2A:2422 2A:2510 2A:3107 2A:3429 2A:3605 2A:3815 2A:4011 2A:4320 2A:4531 2A:4928 3B:0632
        3B:0725 3B:1311 3B:1530 3B:1931 3B:2730 3B:2819 3B:2826 3B:2928 3B:3725 4A:0331 4A:1724
        4A:1927 4A:2119 4A:2320 4A:2814 4A:3519 5B:3923 5B:4503 5B:4627 5B:4711 6A:3631""",
    "operation_gertrud": "2212",
}
"""Two of whose lines leave over one hexside: they go the same way, or the hex beside it is over
water. No link can be told from another there.
"""

TWICE: dict[str, dict[str, str]] = {
    "balkan_front": {"14A:1707": "Arad"},
    "fire_in_the_east": {"2A:0931": "Leningrad", "4A:1124": "Kharkov"},
    "operation_gertrud": {},
}
"""Two of whose lines share hexsides with others: between rivers, between the gulf and the Neva."""


def junctions(name: str) -> dict[Hex, tuple[int, int]]:
    """By hex away from the edge: how many lines of the lists meet there, and how many leave it."""
    board, stops = board_named(name), stops_of(name)
    ways: dict[Hex, set[Hex | str]] = defaultdict(set)
    shown: set[str] = set()
    for chain, kinds in lines_of(name):
        shown |= kinds
        for one, other in pairwise(chain.stops):
            a, b = stops.get(one), stops.get(other)
            if a is not None and a != b:
                ways[a].add(other if b is None else b)
            if b is not None and a != b:
                ways[b].add(one if a is None else a)
    links = links_of(board, shown)
    return {
        at: (len(lines), len(links[at]))
        for at, lines in ways.items()
        if len(lines) >= 3 and all(near in board for near in at.neighbours())
    }


@pytest.mark.parametrize("name", SHEETS)
def test_a_junction_has_all_lines_of_the_lists_but_where_two_share_a_hexside(name: str) -> None:
    board, found = board_named(name), junctions(name)
    lacking = {
        board.label(at): min(lines, SIDES) - sides
        for at, (lines, sides) in found.items()
        if sides < min(lines, SIDES)
    }
    assert len(found) >= LEAST[name]
    assert lacking == dict.fromkeys(SHARED[name].split(), 1) | dict.fromkeys(TWICE[name], 2)
