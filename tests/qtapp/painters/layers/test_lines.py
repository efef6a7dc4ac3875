from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest

import maps.data
from maps.hexgrid import Hex, Link, link
from qtapp.painters.layers.lines import LinePainter
from qtapp.painters.layers.shape import PITCH, BoardShape
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")


def sharpest(painter: LinePainter, at: Hex) -> float:
    """The sharpest turn of the lines of a hex between two points one part in forty apart."""
    found = 0.0
    for path in painter._through_hex(at).values():
        spots = [path.pointAtPercent(step / 40) for step in range(41)]
        ways = [math.atan2(b.y() - a.y(), b.x() - a.x()) for a, b in pairwise(spots)]
        turns = (abs((b - a + math.pi) % math.tau - math.pi) for a, b in pairwise(ways))
        found = max(found, max(turns))
    return found


def test_a_line_that_turns_back_bends() -> None:
    made = board(40, 30)
    made.lines.clear()
    made.places.clear()
    at = Hex(15, 10)
    for direction in (1, 2):
        made.lines[link(at, at.neighbour(direction))] = frozenset({"road"})
    assert sharpest(LinePainter(BoardShape(made)), at) < math.radians(40)


@pytest.mark.parametrize("name", ["balkan_gambit", "operation_gertrud"])
def test_no_line_has_a_spike_outside_towns(name: str) -> None:
    shape = BoardShape(maps.data.load(name))
    painter = LinePainter(shape)
    towns = {place.hex for place in shape.map.places.values()}
    bare = 0
    for at in sorted(shape.map.terrain.keys() - towns):
        arms = [
            direction
            for direction, near in enumerate(at.neighbours())
            if shape.map.lines.get(Link(at, near) if at < near else Link(near, at))
        ]
        if len(arms) == 2 and (arms[1] - arms[0]) % 6 in (1, 5):
            bare += 1
            assert sharpest(painter, at) < math.radians(60), shape.map.label(at)
    assert bare >= 5


def test_the_lines_of_a_town_meet_in_it() -> None:
    made = board(40, 30)
    town = next(iter(made.places.values()))
    for direction in (1, 2):
        made.lines[link(town.hex, town.hex.neighbour(direction))] = frozenset({"road"})
    shape = BoardShape(made)
    x, y = shape.centre(town.hex)
    path = LinePainter(shape)._through_hex(town.hex)["road"]
    near = min(
        math.hypot(path.elementAt(i).x - x, path.elementAt(i).y - y)
        for i in range(path.elementCount())
    )
    assert near < 0.01 * PITCH


def test_a_line_that_ends_at_the_edge_without_a_place_runs_off_the_board() -> None:
    made = board(40, 30)
    made.lines.clear()
    made.places.clear()
    edge = min(made.terrain, key=lambda at: (at.q, at.r))
    way = next(way for way, near in enumerate(edge.neighbours()) if near in made.terrain)
    made.lines[link(edge, edge.neighbour(way))] = frozenset({"road"})
    painter = LinePainter(BoardShape(made))
    off = painter._off_board(edge, [[way]])
    assert len(off) == 1
    assert edge.neighbour(off[0]) not in made.terrain
    x, y = painter.middle(link(edge, edge.neighbour(off[0])))
    path = painter._through_hex(edge)["road"]
    spots = [path.elementAt(i) for i in range(path.elementCount())]
    assert min(math.hypot(spot.x - x, spot.y - y) for spot in spots) < 0.01 * PITCH


def test_a_line_that_ends_in_a_town_of_the_edge_ends_there() -> None:
    made = board(40, 30)
    made.lines.clear()
    edge = min(made.terrain, key=lambda at: (at.q, at.r))
    town = next(iter(made.places))
    made.places = {town: replace(made.places[town], hex=edge)}
    painter = LinePainter(BoardShape(made))
    way = next(way for way, near in enumerate(edge.neighbours()) if near in made.terrain)
    assert painter._off_board(edge, [[way]]) == []
