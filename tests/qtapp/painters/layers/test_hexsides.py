from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

import maps.data
from maps.hexgrid import Hex, Side, disk, ring, side
from maps.layout import Orientation
from maps.legend import Layer
from maps.model import GameMap
from qtapp.painters.detail import Detail
from qtapp.painters.layers.hexsides import HexsidePainter
from qtapp.painters.layers.shape import PITCH, BoardShape, hexes_about, side_keys
from qtapp.painters.layers.strokes import tapered
from tests.qtapp.painters.boards import legend

pytestmark = pytest.mark.usefixtures("qapp")

BARE = QColor("#ff00ff")
MIDDLE = Hex(0, 0)


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


# Water narrows to its source, and to less water


def plain(kinds: dict[int, str], radius: int = 3) -> GameMap:
    """Clear land with water along sides of its middle hex, by their direction."""
    made = GameMap("plain", "Plain", Orientation.POINTY, legend())
    for at in disk(MIDDLE, radius):
        made.terrain[at] = "clear"
    for direction, kind in kinds.items():
        made.hexsides[side(MIDDLE, direction)] = frozenset({kind})
    return made


def wet(made: GameMap, direction: int, share: float) -> float:
    """How wide the water of a side of the middle hex is, in hexes, at a share of its length."""
    shape = BoardShape(made)
    of = side(MIDDLE, direction)
    points = shape.side_points(of)
    (ax, ay), (bx, by) = points[0], points[-1]
    x, y = points[round(share * (len(points) - 1))]
    long = math.hypot(bx - ax, by - ay)
    wide = 256
    image = QImage(wide, wide, QImage.Format.Format_RGB32)
    image.fill(BARE)
    painter = QPainter(image)
    scale = wide / PITCH
    painter.scale(scale, scale)
    painter.translate(PITCH / 2 - x, PITCH / 2 - y)
    exposed = QRectF(x - PITCH, y - PITCH, 2 * PITCH, 2 * PITCH)
    HexsidePainter(shape).paint(painter, exposed, Detail.of(float(wide), PITCH))
    painter.end()
    nx, ny = -(by - ay) / long, (bx - ax) / long
    across = range(-60, 61)
    seen = [image.pixelColor(round(128 + nx * n), round(128 + ny * n)) for n in across]
    return sum(colour != BARE for colour in seen) / wide


def test_a_river_is_narrower_at_its_source_than_where_it_goes_on() -> None:
    made = plain({0: "danube", 1: "danube", 2: "danube"})
    source, on = wet(made, 0, 0.1), wet(made, 1, 0.5)
    assert source < 0.6 * on
    assert wet(made, 2, 0.9) < 0.6 * on


def test_a_lone_stretch_of_water_narrows_to_both_of_its_ends() -> None:
    made = plain({1: "danube"})
    assert max(wet(made, 1, 0.1), wet(made, 1, 0.9)) < 0.75 * wet(made, 1, 0.5)


def test_a_wide_river_narrows_to_the_stream_that_feeds_it() -> None:
    made = plain({0: "river", 1: "danube", 2: "danube"})
    assert wet(made, 1, 0.0) < 0.75 * wet(made, 1, 1.0)


def test_a_river_that_flows_off_the_board_keeps_its_width() -> None:
    made = plain({0: "danube", 1: "danube"}, radius=0)
    assert wet(made, 0, 0.1) == pytest.approx(wet(made, 0, 0.5), rel=0.1)


def test_a_river_that_flows_into_a_lake_does_not_narrow() -> None:
    made = plain({0: "danube", 1: "danube"})
    for at in ring(MIDDLE, 1):
        made.terrain[at] = "lake"
    assert wet(made, 0, 0.1) > 0.9 * wet(made, 0, 0.5)


def painted(made: GameMap, spot: tuple[float, float], px: float) -> QColor:
    """The colour of a spot of the paper where a hex is so many pixels wide, over bare ground."""
    image = QImage(9, 9, QImage.Format.Format_RGB32)
    image.fill(BARE)
    painter = QPainter(image)
    painter.scale(px / PITCH, px / PITCH)
    painter.translate(4.5 * PITCH / px - spot[0], 4.5 * PITCH / px - spot[1])
    exposed = QRectF(spot[0] - PITCH, spot[1] - PITCH, 2 * PITCH, 2 * PITCH)
    HexsidePainter(BoardShape(made)).paint(painter, exposed, Detail.of(px, PITCH))
    painter.end()
    return image.pixelColor(4, 4)


def test_a_river_takes_on_the_colour_of_the_sea_where_it_ends_there() -> None:
    made = plain({0: "danube"})
    shape = BoardShape(made)
    for key in side_keys(side(MIDDLE, 0)):
        for at in hexes_about(key):
            if at not in side(MIDDLE, 0).hexes:
                made.terrain[at] = "sea"
    shape = BoardShape(made)
    points = shape.side_points(side(MIDDLE, 0))
    look = shape.stroke_look(Layer.HEXSIDE, "danube")
    sea, mouth = QColor(shape.terrain_look("sea").fill), painted(made, points[-1], 96.0)
    assert abs(sea.red() - mouth.red()) <= 2 and abs(sea.green() - mouth.green()) <= 2
    assert abs(sea.blue() - mouth.blue()) <= 2
    assert painted(made, points[len(points) // 2], 96.0) == QColor(look.stroke)
    assert painted(made, points[-1], 20.0) == QColor(look.stroke), "too small to tell"


@pytest.mark.parametrize("way", [1, -1])
def test_a_narrowing_course_is_whole_at_both_of_its_ends(way: int) -> None:
    points = [(10.0 * n, 3.0 * (n % 2)) for n in range(6)][::way]
    area = tapered(points, 8.0, 3.0)
    for x, y in points:
        assert area.contains(QPointF(x, y))
        assert area.contains(QPointF(x, y + 1.3)) and area.contains(QPointF(x, y - 1.3))
    box = area.boundingRect()
    assert box.width() == pytest.approx(50 + 4 + 1.5, abs=0.3)


SPOTS = sorted(disk(MIDDLE, 3))
SIDES = sorted({side(at, way) for at in SPOTS for way in range(6)})
EDITS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(SIDES), st.sampled_from([(), ("river",), ("danube",)])),
        st.tuples(st.sampled_from(SPOTS), st.sampled_from(["clear", "lake"])),
    ),
    max_size=12,
)


@given(EDITS)
def test_what_is_known_of_waters_is_looked_at_again_where_it_changed(
    edits: list[tuple[Side, tuple[str, ...]] | tuple[Hex, str]],
) -> None:
    made = plain({0: "danube", 1: "river"})
    painter = HexsidePainter(BoardShape(made))

    def tips(of: HexsidePainter) -> list[object]:
        return [(of._tips(at, 0.1), of._tips(at, 0.05), of._flowing(at)) for at in SIDES]

    tips(painter)
    for where, what in edits:
        if isinstance(where, Side):
            made.hexsides[where] = frozenset(what)
            touched: tuple[Hex, ...] = where.hexes
        else:
            assert isinstance(what, str)
            made.terrain[where] = what
            touched = (where,)
        painter._shape.touch(touched)
        painter.touch(touched)
        assert tips(painter) == tips(HexsidePainter(BoardShape(made)))
