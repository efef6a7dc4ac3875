"""Places that share a hex get their true offsets in it."""

from __future__ import annotations

import math

import pytest

import maps.data
from maps.formats.geodata.naming import INSIDE, apart
from maps.hexgrid import Hex
from maps.layout import Layout, Orientation
from maps.model import Place

LAYOUT = Layout(Orientation.POINTY)
MIDDLE = Hex(2, 1)


def lying(**places: tuple[float, float]) -> dict[str, Place]:
    """Towns of one hex that lie so far right of and below its centre."""
    x, y = LAYOUT.centre(MIDDLE)
    spots = {key: (x + dx, y + dy) for key, (dx, dy) in places.items()}
    held = {key: Place(key, key, "town", MIDDLE) for key in places}
    return apart(held | {"lone": Place("lone", "", "town", Hex(0, 0))}, spots, LAYOUT)


def test_towns_of_one_hex_stand_where_they_lie() -> None:
    found = lying(narvik=(0.1, -0.2), elvegard=(-0.25, 0.301))
    assert found["narvik"].offset == (0.1, -0.2)
    assert found["elvegard"].offset == (-0.25, 0.3)
    assert found["lone"].offset is None


def test_a_town_with_the_hex_for_itself_stands_in_its_middle() -> None:
    assert lying(narvik=(0.1, -0.2))["narvik"].offset is None


def test_a_port_whose_own_hex_is_sea_comes_to_the_edge() -> None:
    offset = lying(one=(0.9, -0.9), other=(0.0, 0.0))["one"].offset
    assert offset is not None
    assert math.hypot(*offset) == pytest.approx(INSIDE, abs=0.01) and offset[0] == -offset[1]


@pytest.mark.parametrize(
    ("board", "first", "second", "way"),
    [
        ("fire_in_the_east", "Stalino", "Makeyevka", "east"),
        ("fire_in_the_east", "Slavyansk", "Kramatorsk", "south"),
        ("fire_in_the_east", "Rowne", "Zdolbunow", "south"),
        ("fire_in_the_east", "Stalinogorsk", "Uzlovaya", "west"),
        ("fire_in_the_east", "Murmansk", "Vayenga", "east"),
        ("balkan_front", "Athenai", "Peiraievs", "west"),
        ("balkan_front", "Cuprija", "Paracin", "south"),
        ("operation_gertrud", "Nicosia", "Larnaca", "south"),
    ],
)
def test_towns_of_shipped_boards_lie_as_on_the_globe(
    board: str, first: str, second: str, way: str
) -> None:
    places = {place.name: place for place in maps.data.load(board).places.values()}
    a, b = places[first], places[second]
    assert a.hex == b.hex and a.offset is not None and b.offset is not None
    dx, dy = b.offset[0] - a.offset[0], b.offset[1] - a.offset[1]
    assert {"east": dx, "south": dy, "west": -dx}[way] > 0.06
