"""Weather zones: a fine line, and the zone's letter on either side of it."""

from __future__ import annotations

import pytest

import maps.data
from maps.hexgrid import Hex, side
from maps.terrain import is_land
from qtapp.painters.layers.names.beside import names_beside
from qtapp.painters.layers.names.labels import airfield_spot, seaward
from qtapp.painters.layers.shape import BoardShape

pytestmark = pytest.mark.usefixtures("qapp")


def test_each_side_of_a_boundary_bears_its_own_letter() -> None:
    board = maps.data.load("balkan_front")
    shape = BoardShape(board)
    owner = {at: name for name, held in board.regions["weather"].items() for at in held}
    sides = [
        side(at, way)
        for at in sorted(owner)
        for way in range(3)
        if owner.get(at.neighbour(way), owner[at]) != owner[at]
        and is_land(board, at)
        and is_land(board, at.neighbour(way))
    ]
    found = list(names_beside(shape, owner, sides, ()))
    assert len(found) >= 8
    assert {name for name, _ in found} == set(board.regions["weather"])
    assert all(owner[shape.hex_at(x, y)] == name for name, (x, y) in found)


def test_a_hex_with_a_town_bears_no_letter() -> None:
    board = maps.data.load("balkan_front")
    shape = BoardShape(board)
    sides = [side(at, way) for at in sorted(board.terrain) for way in range(3)]
    owner = dict.fromkeys(board.terrain, "A")
    towns = {place.hex for place in board.places.values()}
    spots = [Hex(*shape.hex_at(x, y)) for _, (x, y) in names_beside(shape, owner, sides, towns)]
    assert spots
    assert not towns & set(spots)


def test_no_aeroplane_lies_under_an_anchor() -> None:
    board = maps.data.load("balkan_front")
    shape = BoardShape(board)
    both = [one for one in board.places.values() if {"port", "airfield"} <= one.tags]
    assert len(both) >= 5
    for place in both:
        x, y = shape.centre(place.hex)
        ax, ay = airfield_spot(shape, place, (x, y), 1.0)
        ox, oy = seaward(shape, place.hex)
        assert (ax - x) * ox + (ay - y) * oy < 0.5 * ((ax - x) ** 2 + (ay - y) ** 2) ** 0.5
