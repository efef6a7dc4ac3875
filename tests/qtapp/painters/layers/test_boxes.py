"""Holding boxes lie at sea, at an edge of their sheet, where they hide nothing."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage, QPainter

import maps.data
from qtapp.painters.detail import Detail
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


def test_a_box_that_a_scan_shows_does_not_hide_it() -> None:
    shape = BoardShape(maps.data.load("balkan_gambit"))
    boxes = BoxPainter(shape)
    box = next(iter(shape.map.boxes.values()))
    rect = boxes.rect(box)
    pixels = []
    for is_printed in (False, True):
        image = QImage(60, 60, QImage.Format.Format_ARGB32)
        image.fill(0xFF336699)
        painter = QPainter(image)
        painter.translate(30 - 8 * rect.center().x(), 30 - 8 * rect.bottom() + 20)
        painter.scale(8, 8)
        boxes.paint(painter, rect, Detail.of(8 * PITCH, 8), lambda _rect, it=is_printed: it)
        painter.end()
        pixels.append(image.pixel(30, 30))
    assert pixels[0] != 0xFF336699 and pixels[1] == 0xFF336699
