"""Frontiers along rivers: on one bank, unbroken, and the river itself stays free."""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

import maps.data
from maps.hexgrid import Hex, Side
from maps.model import GameMap
from qtapp.painters.detail import Detail
from qtapp.painters.layers.hexsides import beside, kept_bank, river_width
from qtapp.painters.layers.regions import RegionPainter, border_marks
from qtapp.painters.layers.shape import PITCH, XY, BoardShape, side_keys

pytestmark = pytest.mark.usefixtures("qapp")

BARE = QColor("#ff00ff")


@pytest.fixture(scope="module")
def danube() -> GameMap:
    return maps.data.load("balkan_front")


def frontier(board: GameMap, *lands: str) -> list[Side]:
    """The hexsides with a river between two lands."""
    owner = owners(board)
    shape = BoardShape(board)
    return [
        of
        for of in sorted(board.hexsides)
        if {owner.get(at) for at in of.hexes} == set(lands) and river_width(shape, of) > 0
    ]


def owners(board: GameMap) -> dict[Hex, str]:
    return {at: name for name, hexes in board.regions["nation"].items() for at in hexes}


def courses(board: GameMap, sides: Collection[Side], far: float) -> dict[Side, list[XY]]:
    """The border on the bank of the first land by name, here that of Bulgaria."""
    owner, shape = owners(board), BoardShape(board)
    assert {kept_bank(owner, of) for of in sides} == {"Bulgaria"}
    return {of: beside(shape, of, lambda at: owner.get(at) == "Bulgaria", far) for of in sides}


def test_a_frontier_keeps_its_distance_from_the_river_on_one_bank(danube: GameMap) -> None:
    sides, far = frontier(danube, "Bulgaria", "Rumania"), 0.14
    assert len(sides) >= 15
    shape, owner = BoardShape(danube), owners(danube)
    for of, course in courses(danube, sides, far).items():
        middle, river = course[len(course) // 2], shape.side_points(of)
        away = min(math.dist(middle, spot) for spot in river) / PITCH
        assert 0.75 * far <= away <= 1.15 * far
        (home,) = [shape.centre(at) for at in of.hexes if owner[at] == "Bulgaria"]
        assert math.dist(middle, home) < math.dist(river[len(river) // 2], home)


def test_the_frontier_goes_on_from_hexside_to_hexside(danube: GameMap) -> None:
    sides = frontier(danube, "Bulgaria", "Rumania")
    found = courses(danube, sides, 0.14)
    ends = {
        (key, of): spot
        for of in sides
        for key, spot in zip(side_keys(of), (found[of][0], found[of][-1]), strict=True)
    }
    meeting = [
        math.dist(one, other)
        for (a, one), (b, other) in pairwise(
            sorted(((key, spot) for (key, _), spot in ends.items()), key=lambda end: end)
        )
        if a == b
    ]
    assert len(meeting) >= 12
    assert max(meeting) < 1e-6


def painted(board: GameMap, at: XY) -> QColor:
    """What the borders of a board leave in a spot."""
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    image.fill(BARE)
    painter, scale, (x, y) = QPainter(image), 64 / PITCH, at
    painter.scale(scale, scale)
    painter.translate(PITCH / 2 - x, PITCH / 2 - y)
    exposed = QRectF(x - PITCH, y - PITCH, 2 * PITCH, 2 * PITCH)
    RegionPainter(BoardShape(board)).paint(painter, exposed, Detail.of(64.0, PITCH))
    painter.end()
    return image.pixelColor(32, 32)


def test_nothing_is_painted_over_a_river_that_is_a_frontier(danube: GameMap) -> None:
    shape = BoardShape(danube)
    for of in frontier(danube, "Bulgaria", "Rumania")[:5]:
        river = shape.side_points(of)
        (course,) = courses(danube, [of], (river_width(shape, of) + 0.06) / 2 + 0.035).values()
        assert painted(danube, river[len(river) // 2]) == BARE
        assert painted(danube, course[len(course) // 2]) != BARE


def test_a_frontier_on_land_or_in_a_strait_stays_on_its_hexsides(danube: GameMap) -> None:
    shape, owner = BoardShape(danube), owners(danube)
    land = next(
        of
        for of in sorted(danube.hexsides)
        if danube.hexsides[of] == {"border"}
        and {owner.get(at) for at in of.hexes} == {"Hungary", "Rumania"}
    )
    assert river_width(shape, land) == 0
    course = shape.side_points(land)
    assert painted(danube, course[len(course) // 2]) != BARE
    strait = next(of for of, kinds in sorted(danube.hexsides.items()) if kinds == {"sea"})
    assert river_width(shape, strait) == 0


def test_a_dotted_border_has_its_dots_at_even_steps_along_a_hexside() -> None:
    dashes, dots = border_marks([(0.0, 0.0), (10.0, 0.0)], "dots")
    assert not dashes
    assert [dot.x() for dot in dots] == pytest.approx([0.0, 2.0, 4.0, 6.0, 8.0, 10.0])
