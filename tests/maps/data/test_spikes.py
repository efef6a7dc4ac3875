"""No line of a board turns sharply beside a link that would lead straight on, but at a town."""

from __future__ import annotations

from collections import defaultdict

import pytest

from maps.hexgrid import Hex, are_adjacent
from tests.maps.data.board_facts import WATER, board_named
from tests.maps.data.test_banks import frame_of, lists

ROUND = {"14A:1027"}
"""The line from Ljubljana to Postumia goes round the fortified frontier."""


def spikes(name: str) -> set[str]:
    """Hexes without town or station where one line turns by 120 degrees, and no water is why."""
    board = board_named(name)
    laid = frame_of(name).points(list(lists().stations.values()))
    stops = {frame_of(name).layout.hex_at(*spot) for spot in laid}
    stops |= {place.hex for place in board.places.values()}
    lines: dict[Hex, dict[Hex, frozenset[str]]] = defaultdict(dict)
    for over, kinds in board.lines.items():
        a, b = over
        lines[a][b] = lines[b][a] = kinds
    found = set()
    for at, near in lines.items():
        if len(near) == 2 and at not in stops:
            a, b = near
            is_one = bool(near[a] & near[b])
            if is_one and are_adjacent(a, b) and not board.side_kinds(a, b) & WATER:
                found.add(board.label(at))
    return found


@pytest.mark.parametrize("name", ["balkan_front", "fire_in_the_east", "operation_gertrud"])
def test_lines_have_no_spikes(name: str) -> None:
    assert spikes(name) <= ROUND
