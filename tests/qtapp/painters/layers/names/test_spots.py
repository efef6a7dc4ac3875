from __future__ import annotations

import math
from itertools import combinations

import pytest

import maps.data
from maps.model import Place
from qtapp.painters.layers.lines import LinePainter
from qtapp.painters.layers.names.spots import spots_of
from qtapp.painters.layers.shape import PITCH, XY, BoardShape

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("name", ["operation_gertrud", "fire_in_the_east"])
def test_places_that_share_a_hex_are_drawn_apart_and_within_it(name: str) -> None:
    shape = BoardShape(maps.data.load(name))
    places = shape.map.places.values()
    spots = spots_of(shape, places)
    shared: dict[object, list[Place]] = {}
    for place in places:
        shared.setdefault(place.hex, []).append(place)
    pairs = [pair for here in shared.values() for pair in combinations(here, 2)]
    assert len(pairs) >= 5
    for one, other in pairs:
        sizes = (shape.place_look(one.kind).size + shape.place_look(other.kind).size) / 2
        gap = math.dist(spots[one.id], spots[other.id]) / PITCH
        assert gap > sizes, (one.name, other.name)
        assert shape.hex_at(*spots[one.id]) == one.hex
    alone = [here[0] for here in shared.values() if len(here) == 1]
    assert all(spots[one.id] == shape.centre(one.hex) for one in alone)


def hexful(*offsets: tuple[float, float] | None, kind: str = "dot") -> tuple[BoardShape, list[XY]]:
    """Places of one hex with these offsets, and where their symbols stand in it."""
    board = maps.data.load("balkan_front")
    at = board.parse_label("14A:2711")
    towns = [Place(f"p{i}", "", kind, at, offset=offset) for i, offset in enumerate(offsets)]
    shape = BoardShape(board)
    x, y = shape.centre(at)
    spots = spots_of(shape, towns)
    return shape, [((sx - x) / PITCH, (sy - y) / PITCH) for sx, sy in map(spots.get, spots)]


def test_a_place_stands_where_its_offset_says() -> None:
    _, [spot] = hexful((0.2, -0.1))
    assert spot == pytest.approx((0.2, -0.1))
    _, [spot] = hexful(None)
    assert spot == (0.0, 0.0)


def test_two_that_would_overlap_are_moved_apart_on_the_line_between_them() -> None:
    _, [one, other] = hexful((0.1, 0.0), (0.1, 0.05))
    assert math.dist(one, other) == pytest.approx(0.24 + 0.05, abs=0.01)
    assert one[0] == other[0] == pytest.approx(0.1) and one[1] < other[1]


def test_no_symbol_leaves_its_hex() -> None:
    _, spots = hexful((0.45, 0.0), (0.44, 0.02), (0.44, -0.02))
    assert all(math.hypot(*spot) <= 0.48 - 0.12 + 1e-6 for spot in spots)
    assert min(math.dist(a, b) for a, b in combinations(spots, 2)) > 0.24


def test_lines_meet_in_the_greatest_town_of_a_hex() -> None:
    shape = BoardShape(maps.data.load("fire_in_the_east"))
    places = {place.name: place for place in shape.map.places.values()}
    spots = spots_of(shape, shape.map.places.values())
    lines = LinePainter(shape)
    for name in ("Stalino", "Rowne", "Stalinogorsk", "Ungvar", "Minsk"):
        assert lines.knot(places[name].hex) == pytest.approx(spots[places[name].id])
