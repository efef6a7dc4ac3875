from __future__ import annotations

import math
from itertools import combinations

import pytest

import maps.data
from maps.model import Place
from qtapp.painters.layers.names.spots import spots_of
from qtapp.painters.layers.shape import PITCH, BoardShape

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
        assert gap > min(0.3, sizes) - 0.01, (one.name, other.name)
        assert shape.hex_at(*spots[one.id]) == one.hex
    alone = [here[0] for here in shared.values() if len(here) == 1]
    assert all(spots[one.id] == shape.centre(one.hex) for one in alone)
    for stalino in (one for one in places if one.name == "Stalino"):  # where the roads meet
        assert spots[stalino.id] == shape.centre(stalino.hex)
