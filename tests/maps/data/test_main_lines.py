"""Every railway of the lists is on the boards: its stations in their order, by rail of its kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

import pytest

from maps.formats.geodata.sheet_boards.edits import read_sheet_edits
from maps.formats.geodata.sheet_boards.lists import Chain
from maps.hexgrid import Hex, distance
from maps.model import GameMap
from maps.terrain import is_land
from tests.maps.data.banked import frame_of, lists, sheet_recipe
from tests.maps.data.board_facts import board_named

SHEETS = ["balkan_front", "fire_in_the_east", "operation_gertrud"]

ROUND, MORE = 1.5, 2
"""Between two stations a line is at most this many times as long as the way, and hexes more."""


LEAST = {"balkan_front": 500, "fire_in_the_east": 1000, "operation_gertrud": 120}
"""So many stretches between two stations are asked for at least."""

BESIDE = {
    "balkan_front": {"Szob": "14A:0511", "Parkany": "14A:0511"},
    "fire_in_the_east": {"Sebes": "3B:2132", "Vonguda": "6A:4311"},
    "operation_gertrud": {"Nazilli": "2008"},
}
"""Stations over the river from the greater town of their hex: the board has them beside it."""


def stops_of(name: str) -> dict[str, Hex]:
    """The hex of each station of the lists on a board, by the corrections where they move it."""
    board, frame = board_named(name), frame_of(name)
    printed = {place.name: place.hex for place in board.places.values()}
    beside = {stop: board.parse_label(label) for stop, label in BESIDE[name].items()}
    fixed = read_sheet_edits(sheet_recipe(name).edits, frame).places | printed | beside
    stations = lists().stations
    spots = dict(zip(stations, frame.points(list(stations.values())), strict=True))
    found = {}
    for stop, spot in spots.items():
        at = fixed.get(stop, frame.layout.hex_at(*spot))
        if at not in board.terrain:
            continue
        near = [
            one for one in (at, *at.neighbours()) if one in board.terrain and is_land(board, one)
        ]
        if near and at not in near:
            gaps = {
                one: (p.x - spot[0]) ** 2 + (p.y - spot[1]) ** 2
                for one in near
                for p in [frame.layout.centre(one)]
            }
            at = min(near, key=lambda one: (gaps[one], one))
        if near:
            found[stop] = at
    return found


def lines_of(name: str) -> Iterator[tuple[Chain, set[str]]]:
    """The railways that a board shows, each with the kinds that it may have there."""
    rails = [plan for plan in sheet_recipe(name).lines if plan.file == "railways"]
    for chain in lists().railways:
        kinds = {
            plan.kind
            for plan in rails
            if (not plan.gauges or chain.gauge in plan.gauges)
            and (not plan.volumes or chain.volume in plan.volumes)
        }
        if kinds:
            yield chain, kinds


def links_of(board: GameMap, kinds: set[str]) -> dict[Hex, set[Hex]]:
    """The neighbours to which lines of these kinds lead, by hex."""
    found: dict[Hex, set[Hex]] = defaultdict(set)
    for (a, b), held in board.lines.items():
        if held & kinds:
            found[a].add(b)
            found[b].add(a)
    return found


def leads(links: dict[Hex, set[Hex]], a: Hex, b: Hex) -> bool:
    """True when lines lead from a to b with no more than a small detour."""
    found, edge = {a}, [a]
    for _ in range(int(distance(a, b) * ROUND) + MORE):
        edge = [near for at in edge for near in sorted(links[at]) if near not in found]
        found.update(edge)
    return b in found


@pytest.mark.parametrize("name", SHEETS)
def test_every_railway_meets_its_stations_in_their_order(name: str) -> None:
    board, stops = board_named(name), stops_of(name)
    links: dict[frozenset[str], dict[Hex, set[Hex]]] = {}
    asked, missing = 0, []
    for chain, kinds in lines_of(name):
        rails = links.setdefault(frozenset(kinds), links_of(board, kinds))
        for one, other in pairwise(chain.stops):
            a, b = stops.get(one), stops.get(other)
            if a is not None and b is not None and a != b:
                asked += 1
                if not leads(rails, a, b):
                    missing.append(f"{chain.id} {one} - {other}")
    assert asked > LEAST[name]
    assert missing == []
