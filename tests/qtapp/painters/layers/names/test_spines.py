from __future__ import annotations

import math
from itertools import pairwise

import pytest

import maps.data
from maps.hexgrid import Hex
from qtapp.painters.fonts import Face
from qtapp.painters.layers.names.curved import natural_width, set_along
from qtapp.painters.layers.names.spines import STEEPEST, Spines
from qtapp.painters.layers.regions import RegionPainter
from qtapp.painters.layers.shape import PITCH, XY, BoardShape
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")


def line(start: Hex, step: tuple[int, int], count: int, wide: int = 3) -> frozenset[Hex]:
    """A band of hexes along a direction."""
    (q, r), (dq, dr) = start, step
    return frozenset(
        Hex(q + dq * i + (dr != 0) * across, r + dr * i + (dq != 0) * across)
        for i in range(count)
        for across in range(wide)
    )


def lean(curve: list[XY]) -> float:
    (ax, ay), (bx, by) = curve[0], curve[-1]
    return math.atan2(by - ay, bx - ax)


def test_a_name_runs_along_its_region_and_inside_it() -> None:
    shape = BoardShape(board(40, 30))
    spines = Spines(shape, [])
    for step in ((1, 0), (0, 1), (1, -1)):
        hexes = line(Hex(15, 10), step, 9)
        curve = spines.spine(hexes, 20 * PITCH)
        assert all(shape.hex_at(x, y) in hexes for x, y in curve)
        assert all(a[0] < b[0] for a, b in pairwise(curve)), "it is read from the left"
        assert math.dist(curve[0], curve[-1]) > 4 * PITCH
        assert abs(lean(curve)) <= STEEPEST + 0.4


def test_a_name_keeps_to_the_largest_part_of_its_region() -> None:
    shape = BoardShape(board(40, 30))
    main, islet = line(Hex(5, 5), (1, 0), 10), line(Hex(20, 20), (1, 0), 3, 1)
    curve = Spines(shape, []).spine(main | islet, 20 * PITCH)
    assert all(shape.hex_at(x, y) in main for x, y in curve)


def test_a_region_of_one_hex_has_a_spot() -> None:
    shape = BoardShape(board(40, 30))
    curve = Spines(shape, []).spine({Hex(5, 5)}, PITCH)
    assert len(curve) >= 2
    assert all(shape.hex_at(x, y) == Hex(5, 5) for x, y in curve)


def test_a_name_keeps_off_towns() -> None:
    shape = BoardShape(board(40, 30))
    hexes = line(Hex(5, 5), (1, 0), 12, 7)
    free = Spines(shape, []).spine(hexes, 4 * PITCH)
    towns = [(x, y) for x, y in free[::2]]
    kept = Spines(shape, towns).spine(hexes, 4 * PITCH)
    nearest = min(math.dist(spot, town) for spot in kept for town in towns)
    assert nearest > 0.45 * PITCH


def test_letters_keep_their_order_and_length_along_a_curve() -> None:
    curve = [(i * PITCH, 0.05 * PITCH * i * i) for i in range(11)]
    path = set_along("NORWAY", Face.ITALIC, 0.5 * PITCH, curve, 6 * PITCH)
    box = path.boundingRect()
    assert 5 * PITCH < box.width() < 6.5 * PITCH
    assert box.height() > PITCH, "it bends with its curve"
    assert 3 < natural_width("NORWAY", Face.ITALIC) < 6


@pytest.mark.parametrize("name", ["balkan_front", "balkan_gambit"])
def test_the_names_of_nations_stay_in_their_land_and_off_each_other(name: str) -> None:
    shape = BoardShape(maps.data.load(name))
    layer = "country" if name == "balkan_gambit" else "nation"
    regions = shape.map.regions[layer]
    written = RegionPainter(shape).lettered()
    assert {one for one, *_ in written} >= regions.keys()
    for one, (x, y), size, _ in written:
        if one in regions:
            assert shape.hex_at(x, y) in regions[one], one
            assert size > 0


def test_the_name_of_a_small_sea_is_on_its_water() -> None:
    shape = BoardShape(maps.data.load("operation_gertrud"))
    spots = {name: spot for name, spot, *_ in RegionPainter(shape).lettered()}
    for name in shape.map.regions["sea_area"]:
        assert shape.is_water(shape.hex_at(*spots[name])), name
