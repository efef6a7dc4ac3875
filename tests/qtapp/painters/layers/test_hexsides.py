from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

import maps.data
from maps.hexgrid import Side
from maps.legend import Layer
from maps.model import GameMap
from qtapp.painters.detail import Detail
from qtapp.painters.layers.hexsides import HexsidePainter
from qtapp.painters.layers.shape import PITCH, BoardShape

pytestmark = pytest.mark.usefixtures("qapp")

BARE = QColor("#ff00ff")


def beside_the_arrow(made: GameMap, of: Side) -> QColor:
    """The colour of a hexside a fifth of its length from one of its ends."""
    shape = BoardShape(made)
    (ax, ay), *_, (bx, by) = shape.side_points(of)
    x, y = ax + (bx - ax) * 0.2, ay + (by - ay) * 0.2
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    image.fill(BARE)
    painter = QPainter(image)
    scale = 64 / PITCH
    painter.scale(scale, scale)
    painter.translate(PITCH / 2 - x, PITCH / 2 - y)
    exposed = QRectF(x - PITCH, y - PITCH, 2 * PITCH, 2 * PITCH)
    HexsidePainter(shape).paint(painter, exposed, Detail.of(64.0, PITCH))
    painter.end()
    return image.pixelColor(32, 32)


def the_strait(made: GameMap) -> Side:
    """A strait with no other kind on its hexside."""
    return next(of for of, kinds in sorted(made.hexsides.items()) if kinds == {"strait"})


def test_a_strait_of_the_sea_is_water_under_its_arrow() -> None:
    made = maps.data.load("operation_gertrud")
    arm = made.legend.kinds[Layer.HEXSIDE, "sea"].look["stroke"]
    assert beside_the_arrow(made, the_strait(made)) == QColor(arm)


def test_a_crossing_that_is_no_sea_stays_an_arrow_over_the_ground() -> None:
    made = maps.data.load("operation_gertrud")
    kind = made.legend.kinds[Layer.HEXSIDE, "strait"]
    made.legend.kinds[Layer.HEXSIDE, "strait"] = type(kind)(
        kind.layer, kind.id, kind.name, {**kind.look, "sea": "no"}
    )
    assert beside_the_arrow(made, the_strait(made)) == BARE
