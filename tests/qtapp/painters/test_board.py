from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from maps.hexgrid import Hex, link, side
from maps.layout import Orientation
from maps.model import GameMap, Place
from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.palette import colour, mixed
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")

ALL = Layers()
PLAIN = Layers(False, False, False, False, False, False, False, False, False)


def picture(of: BoardPainter, area: QRectF, px: float = 32, layers: Layers = ALL) -> QImage:
    detail = Detail.of(px, PITCH)
    size = round(area.width() * detail.scale), round(area.height() * detail.scale)
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(detail.scale, detail.scale)
    painter.translate(-area.topLeft())
    of.paint(painter, area, detail, layers)
    painter.end()
    return image


def at_centre(of: BoardPainter, at: Hex, layers: Layers = PLAIN) -> QColor:
    area = of.shape.hex_rect(at)
    return picture(of, area, 64, layers).pixelColor(picture(of, area, 64, layers).rect().center())


def apart(a: QColor, b: QColor) -> int:
    return abs(a.red() - b.red()) + abs(a.green() - b.green()) + abs(a.blue() - b.blue())


def flat(*rows: str) -> GameMap:
    made = board(len(rows[0]), len(rows))
    words = {".": "clear", "~": "sea", "^": "mountain", "%": "rough", "T": "woods"}
    for at in made.terrain:
        column, row = made.sheets[0].numbers(at) or (1, 1)
        made.terrain[at] = words[rows[row - 1][column - 1]]
    made.hexsides.clear()
    made.lines.clear()
    made.places.clear()
    made.regions.clear()
    made.boxes.clear()
    return made


def test_hexes_take_the_tint_of_their_terrain(qapp: QApplication) -> None:
    of = BoardPainter(flat(*["." * 9] * 4, "....~~~~~", *["~" * 9] * 5))
    land, sea = of.shape.map.parse_label("0502"), of.shape.map.parse_label("0509")
    assert apart(at_centre(of, land), colour(of.shape.terrain_look("clear").fill)) < 12
    fill = of.shape.terrain_look("sea").fill
    deeper = colour(mixed(fill, of.shape.palette.deep, 0.2))  # five hexes out
    assert apart(at_centre(of, sea), deeper) < 12 < apart(at_centre(of, sea), colour(fill))


def test_mountains_are_shaded_and_plains_are_not(qapp: QApplication) -> None:
    hills = BoardPainter(flat(*["^" * 9] * 9))
    plain = BoardPainter(flat(*["." * 9] * 9))
    at = hills.shape.map.parse_label("0505")

    def spread(of: BoardPainter) -> int:
        image = picture(of, of.shape.hex_rect(at), 48, PLAIN)
        tones = [
            image.pixelColor(x, y).lightness()
            for x in range(10, image.width() - 10, 3)
            for y in range(10, image.height() - 10, 3)
        ]
        return max(tones) - min(tones)

    assert spread(hills) > 40
    assert spread(plain) < 25


@pytest.mark.parametrize("way", list(Orientation))
def test_blocks_of_a_board_meet_without_a_seam(qapp: QApplication, way: Orientation) -> None:
    of = BoardPainter(board(14, 10, way))
    whole_area = QRectF(0, 0, 512, 384)
    whole = picture(of, whole_area, 32)
    differing = 0
    for left in (0, 256):
        for top in (0, 192):
            part = picture(of, QRectF(left, top, 256, 192), 32)
            for x in range(part.width()):
                for y in range(part.height()):
                    there = whole.pixelColor(left // 2 + x, top // 2 + y)
                    differing += apart(part.pixelColor(x, y), there) > 24
    assert differing < 60


def test_the_same_board_gives_the_same_picture(qapp: QApplication) -> None:
    area = QRectF(0, 0, 400, 300)
    assert picture(BoardPainter(board(12, 9)), area) == picture(BoardPainter(board(12, 9)), area)


def test_an_edit_shows_after_touch(qapp: QApplication) -> None:
    made = flat(*["." * 9] * 9)
    of = BoardPainter(made)
    at = made.parse_label("0505")
    area = QRectF(of.shape.hex_rect(at, 2))
    picture(of, area)
    made.terrain[at] = "sea"
    river = side(made.parse_label("0503"), 1)
    made.hexsides[river] = frozenset({"river"})
    road = link(made.parse_label("0403"), made.parse_label("0402"))
    made.lines[road] = frozenset({"road"})
    of.touch([at, *river.hexes, *road])
    assert picture(of, area) == picture(BoardPainter(made), area)


def test_rivers_roads_and_places_are_inked(qapp: QApplication) -> None:
    made = flat(*["." * 9] * 9)
    at = made.parse_label("0505")
    bare = picture(BoardPainter(made), BoardPainter(made).shape.hex_rect(at), 48, PLAIN)
    made.hexsides[side(at, 0)] = frozenset({"danube"})
    made.lines[link(at, at.neighbour(2))] = frozenset({"road"})
    made.places["a"] = Place("a", "Arrad", "city", at, frozenset({"port", "capital"}))
    of = BoardPainter(made)
    area = of.shape.hex_rect(at)
    inked = picture(of, area, 48)
    centre = inked.rect().center()
    assert apart(inked.pixelColor(centre), bare.pixelColor(centre)) > 60
    points = of.shape.side_points(side(at, 0))
    x, y = points[len(points) // 2]
    spot = QPointF((x - area.left()) * 0.75, (y - area.top()) * 0.75).toPoint()
    water = inked.pixelColor(spot)
    assert water.blue() > water.red() + 20


def test_off_the_sheet_the_paper_is_clean(qapp: QApplication) -> None:
    made = flat(*["~" * 6] * 6)
    for at in list(made.terrain):
        if (made.sheets[0].numbers(at) or (0, 0))[0] > 4:
            del made.terrain[at]
        elif (made.sheets[0].numbers(at) or (0, 0))[0] > 2:
            made.terrain[at] = "mountain"
    of = BoardPainter(made)
    gone = made.parse_label("0603")
    assert at_centre(of, gone) == colour(of.shape.palette.paper)


def test_numbers_show_from_a_size_on(qapp: QApplication) -> None:
    of = BoardPainter(flat(*["." * 6] * 6))
    area = of.shape.hex_rect(of.shape.map.parse_label("0303"))
    only = Layers(False, True, False, False, False, False, False, False, False)
    assert picture(of, area, 60, only) != picture(of, area, 60, PLAIN)
    assert picture(of, area, 20, only) == picture(of, area, 20, PLAIN)


@pytest.mark.parametrize("tag", ["port", "capital", "fortress", "fortified", "airfield"])
@pytest.mark.parametrize("kind", ["city", "town"])
def test_each_tag_of_a_place_shows(qapp: QApplication, tag: str, kind: str) -> None:
    made = flat(*["." * 6] * 6)
    at = made.parse_label("0303")
    area = BoardPainter(made).shape.hex_rect(at)
    made.places["a"] = Place("a", "", kind, at)
    bare = picture(BoardPainter(made), area, 64)
    made.places["a"] = Place("a", "", kind, at, frozenset({tag}))
    assert picture(BoardPainter(made), area, 64) != bare
