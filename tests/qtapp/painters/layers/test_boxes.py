"""Holding boxes lie at sea, at an edge of their sheet, where they hide nothing."""

from __future__ import annotations

import pytest

import maps.data
from qtapp.painters.layers.boxes import LEAST, SMALL, BoxPainter, name_lines
from qtapp.painters.layers.shape import PITCH, BoardShape

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("name", ["balkan_front", "fire_in_the_east", "balkan_gambit"])
def test_a_box_hides_no_land_and_stands_at_an_edge(name: str) -> None:
    shape = BoardShape(maps.data.load(name))
    boxes = BoxPainter(shape)
    land = [shape.centre(at) for at in shape.map.terrain if not shape.is_water(at)]
    assert shape.map.boxes
    for box in shape.map.boxes.values():
        rect, sheet = boxes.rect(box), shape.bounds
        assert not any(rect.contains(x, y) for x, y in land), box.name
        gaps = (rect.left() - sheet.left(), sheet.right() - rect.right(), rect.top() - sheet.top())
        assert min(*gaps, sheet.bottom() - rect.bottom()) < 3 * PITCH, box.name


def test_a_long_name_is_broken_where_the_box_is_small() -> None:
    name = "German ports off the map"
    lines, size = name_lines(name, 39.0, 14.0)
    assert lines == ("German ports", "off the map") and size >= LEAST
    assert name_lines(name, 400.0, 60.0) == ((name,), SMALL)
    assert name_lines("Eliminated", 10.0, 10.0)[0] == ("Eliminated",)
