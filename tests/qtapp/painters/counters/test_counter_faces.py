"""Faces: what they print, that eyes of every kind can tell them apart, that shapes stay shapes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer

import oob.data
from engine.core.view.display import CounterView
from maps.hexgrid import Hex
from oob.edits import apply, put_note
from oob.looks import COUNTER, CounterLook, look_text
from oob.model import Face, Nation, OrderOfBattle, Size, Unit, UnitId
from oob.notation import shipped
from oob.notation.instantiate import instantiated
from oob.sheets.mix import counter_mix
from qtapp.painters.board import BoardPainter
from qtapp.painters.counters.counter_images import image_of, kept_picture, learn_images
from qtapp.painters.counters.counters import (
    CounterFace,
    CounterPainter,
    counter_picture,
    draw_print,
    draw_shapes,
    face_in,
    face_of,
)
from qtapp.painters.counters.stacks import PiecePainter, Stacks
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH
from tests.qtapp.painters import boards

pytestmark = pytest.mark.usefixtures("qapp")

SOVIET = Nation("soviet", "Soviet Union", "soviet", "#bf2f2a", "#ffffff")


def unit(face: Face, *traits: str, type_: str = "armor", name: str = "5") -> Unit:
    return Unit(
        UnitId("u"), name, "soviet", "soviet", type_, Size.BRIGADE, (face,), 1, frozenset(traits)
    )


@pytest.mark.parametrize(
    ("face", "traits", "printed"),
    [
        (Face(8, None, 6), (), "8-6"),
        (Face(5, 3, 8), (), "5-3-8"),
        (Face(5, None, 5, parenthesised=True), (), "(5)-5"),
        (Face(2, 0, 0), ("rail only",), "2-0-R"),
        (Face(0, None, 6), ("headquarters",), "6"),
        (Face(None, None, None), (), ""),
    ],
)
def test_ratings_follow_the_convention(face: Face, traits: tuple[str, ...], printed: str) -> None:
    assert face_of(unit(face, *traits), SOVIET, 0).ratings == printed


def test_the_upper_left_has_strength_against_aircraft_or_the_support_dot() -> None:
    plain = face_of(unit(Face(5, 3, 8), "supported"), SOVIET, 0)
    assert plain.has_dot and plain.corner == ""
    assert face_of(unit(Face(2, 2, 10), "aa 5", "supported"), SOVIET, 0).corner == "5"


def test_air_units_show_letter_strengths_range_and_bombing() -> None:
    own = unit(Face(7, 5, 7), "letter f", "bombing 1-0", type_="air fighter", name="Me 109E")
    face = face_of(own, SOVIET, 0)
    assert (face.title, face.ratings) == ("Me 109E", "7F5")
    assert (face.low_left, face.low_right, face.left) == ("1-0", "7", "")


def test_a_ship_held_in_port_has_its_class_in_parentheses() -> None:
    order = counter_mix(shipped.load("fire_in_the_east"))
    classes = {
        own.name: face_in(order, own).ratings
        for own in order.units.values()
        if own.type.endswith(("cruiser", "battleship"))
    }
    assert (classes["Petropav."], classes["Kirov"], classes["Marat"]) == ("(CA)", "CA", "BB")


def test_services_change_letters_and_colours() -> None:
    order = instantiated(shipped.load("fire_in_the_east"))
    ss = next(own for own in order.units.values() if "ss" in own.traits)
    face = face_in(order, ss)
    assert (face.code, face.fill) == ("SS", "#17181a")
    nkvd = next(own for own in order.units.values() if "mot nkvd" in own.traits)
    assert face_in(order, nkvd).kind == "motorized nkvd"


def test_a_look_of_ones_own_wins() -> None:
    order = oob.data.load("balkan_gambit_1943")
    own = order.units[UnitId("british-8")]
    look = CounterLook(symbol="light armor", ratings="9-9", back_ratings="4-9", fill="#abcdef")
    apply(order, put_note(order, COUNTER + own.id, look_text(look)))
    front, back = face_in(order, own), face_in(order, own, 1)
    assert (front.kind, front.ratings, front.fill) == ("light armor", "9-9", "#abcdef")
    assert back.ratings == "4-9" and back.is_striped


def seen_by(colour: str, kind: str) -> NDArray[np.float64]:
    """A colour as people with deuteranopia or protanopia see it (Machado 2009), in Lab."""
    matrix = np.array(_SIGHT[kind])
    raw = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    linear = np.where(raw <= 0.04045, raw / 12.92, ((raw + 0.055) / 1.055) ** 2.4)
    linear = np.clip(matrix @ linear, 0, 1)
    xyz = _XYZ @ linear / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_SIGHT = {
    "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "protanopia": [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
}  # fmt: skip


def nations_of(name: str) -> dict[str, CounterFace]:
    order = counter_mix(shipped.load(name)) if name in shipped.names() else oob.data.load(name)
    faces: dict[str, CounterFace] = {}
    for own in order.units.values():
        faces.setdefault(own.nation, face_in(order, own))
    return faces


@pytest.mark.parametrize("player_view", sorted(_SIGHT))
@pytest.mark.parametrize(
    "name", ["fire_in_the_east", "balkan_front", "operation_gertrud_late_1942"]
)
def test_nations_differ_in_more_than_hue(name: str, player_view: str) -> None:
    """Two nations are far apart as this eye sees them, or their edges differ; letters always do."""
    for (_, one), (_, two) in combinations(nations_of(name).items(), 2):
        far = float(np.linalg.norm(seen_by(one.fill, player_view) - seen_by(two.fill, player_view)))
        edges = (one.left_edge, one.right_edge) != (two.left_edge, two.right_edge)
        assert far > 25 or edges
        assert one.code != two.code


def pixels(image: QImage) -> NDArray[np.uint8]:
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(bytes(grey.constBits()), np.uint8)
    return rows.reshape(grey.height(), grey.bytesPerLine())[:, : grey.width()]


@pytest.mark.parametrize("px", [24, 48])
def test_edges_can_be_seen_without_any_colour(px: int) -> None:
    """The same face in the edges of two nations differs in grey, in a strip of its height."""
    base = face_of(unit(Face(5, 3, 8)), Nation("german", "", "", "#9ea6a0", "#14181a"), 0)
    faces = [
        replace(base, left_edge=face.left_edge, right_edge=face.right_edge)
        for face in nations_of("fire_in_the_east").values()
    ]
    pictures = [pixels(counter_picture(face, px)).astype(int) for face in faces]
    for one, two in combinations(pictures, 2):
        assert (np.abs(one - two) > 60).sum() >= px // 3


@pytest.mark.parametrize("px", [24, 48, 96])
def test_ink_stands_out_on_every_shipped_face(px: int) -> None:
    for name in ("fire_in_the_east", "operation_gertrud_late_1942"):
        for face in nations_of(name).values():
            grey = pixels(counter_picture(face, px))[px // 6 : -px // 6, px // 6 : -px // 6]
            assert int(grey.max()) - int(grey.min()) > 90, face


def test_shapes_reach_svg_as_shapes(tmp_path: Path) -> None:
    face = nations_of("fire_in_the_east")["soviet"]
    target = tmp_path / "face.svg"
    maker = QSvgGenerator()
    maker.setFileName(str(target))
    maker.setSize(QSize(100, 100))
    maker.setViewBox(QRectF(0, 0, 100, 100))
    painter = QPainter(maker)
    draw_print(painter, face, QRectF(10, 10, 80, 80), bleed=4)
    painter.end()
    text = target.read_text()
    assert "<path" in text and "<image" not in text
    renderer = QSvgRenderer(str(target))
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    assert image.pixelColor(60, 20).red() > 150 > image.pixelColor(60, 20).green()


def test_the_pieces_of_a_board_go_to_pdf_as_shapes(tmp_path: Path) -> None:
    order = oob.data.load("balkan_gambit_1943")
    board = BoardPainter(boards.board(8, 6))
    stacks = Stacks(board.shape, board.boxes)
    at = next(iter(board.shape.map.terrain))
    stacks.set_counters([CounterView(id_, at, 0) for id_ in list(order.units)[:5]])
    target = tmp_path / "pieces.pdf"
    writer = QPdfWriter(str(target))
    writer.setPageSize(QPageSize(QSizeF(100, 100), QPageSize.Unit.Millimeter))
    painter = QPainter(writer)
    pieces = PiecePainter(stacks, CounterPainter(order))
    pieces.paint(painter, QRectF(-1e4, -1e4, 2e4, 2e4), Detail.of(10.0, PITCH))
    painter.end()
    data = target.read_bytes()
    assert data.startswith(b"%PDF") and b"/Subtype /Image" not in data and len(data) > 3000


def test_an_own_picture_stands_for_the_drawn_face() -> None:
    own = QImage(300, 300, QImage.Format.Format_RGB32)
    own.fill(0x10C040)
    key, text = kept_picture(own)
    order = oob.data.load("balkan_gambit_1943")
    british = order.units[UnitId("british-8")]
    look = CounterLook(picture=key.removeprefix("picture."))
    for change_key, words in ((key, text), (COUNTER + british.id, look_text(look))):
        apply(order, put_note(order, change_key, words))
    painter = CounterPainter(order)
    kept = image_of(look.picture)
    assert kept is not None and kept.width() == 240
    image = painter.picture(CounterView(british.id, Hex(0, 0), 0), 48)
    middle = image.pixelColor(24, 24)
    assert middle.green() > 150 > middle.red()
    back = painter.picture(CounterView(british.id, Hex(0, 0), 1), 48).pixelColor(4, 24)
    assert back.red() > 150


def test_a_damaged_picture_leaves_the_drawn_face() -> None:
    order = OrderOfBattle("o", "O", notes={"picture.00": "no base64!", "picture.01": "AAAA"})
    learn_images(order)
    assert image_of("00") is None and image_of("01") is None


def test_shapes_look_like_the_picture() -> None:
    face = nations_of("fire_in_the_east")["german"]
    image = QImage(240, 240, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_shapes(painter, face, QRectF(0, 0, 240, 240))
    painter.end()
    assert image == counter_picture(face, 240)
