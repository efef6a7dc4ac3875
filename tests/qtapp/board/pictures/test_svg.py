"""Boards as SVG: named layers, and names that are text."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from lxml import etree
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

import maps.data
from maps.formats.layered_svg import SVG, Drawing, DrawnLayer, Text, svg
from maps.layout import Layout
from maps.model import GameMap
from qtapp.board.pictures.board_forms import FORMS
from qtapp.board.pictures.svg import HEX_MM
from qtapp.painters.looks import terrain_look

pytestmark = pytest.mark.usefixtures("qapp")
G, TEXT = f"{{{SVG}}}g", f"{{{SVG}}}text"


@pytest.fixture(scope="module")
def board() -> GameMap:
    return maps.data.load("balkan_gambit")


@pytest.fixture(scope="module")
def data(board: GameMap, tmp_path_factory: pytest.TempPathFactory, qapp: object) -> bytes:
    out: Path = tmp_path_factory.mktemp("svg") / "a.svg"
    FORMS.write(board, out)
    return out.read_bytes()


def layers(of: Iterable[etree._Element]) -> list[str]:
    return [group.get("id", "") for group in of if group.tag == G]


def texts(root: etree._Element, layer: str) -> list[str]:
    (group,) = [one for one in root.iter(G) if one.get("id") == layer]
    return [one.text or "" for one in group.iter(TEXT)]


def test_each_layer_is_a_named_group(data: bytes, board: GameMap) -> None:
    root = etree.fromstring(data)
    assert layers(root) == [
        "paper", "terrain", "coast", "grid", "hexsides", "borders", "region-names",
        "river-names", "lines", "numbers", "places", "names", "boxes",
    ]  # fmt: skip
    (terrain,) = [one for one in root if one.get("id") == "terrain"]
    assert set(layers(terrain)) == {f"terrain-{kind}" for kind in set(board.terrain.values())}
    ids = [one.get("id") for one in root.iter() if one.get("id") is not None]
    assert len(ids) == len(set(ids))


def test_all_names_and_numbers_are_text(data: bytes, board: GameMap) -> None:
    root = etree.fromstring(data)
    assert sorted(texts(root, "numbers")) == sorted(map(board.label, board.terrain))
    shown = {name.casefold() for name in texts(root, "names")}
    assert shown == {place.name.casefold() for place in board.places.values()}
    assert "YUGOSLAVIA" in texts(root, "region-names")
    assert {"Danube", "Sava", "Vardar"} <= set(texts(root, "river-names"))
    assert texts(root, "boxes") == [box.name for box in board.boxes.values()]


def test_it_has_the_size_of_its_hexes_and_their_colours(data: bytes, board: GameMap) -> None:
    root = etree.fromstring(data)
    left, top, wide, high = map(float, root.get("viewBox", "").split())
    assert float(root.get("width", "").removesuffix("mm")) == pytest.approx(
        wide / 64 * HEX_MM, abs=0.01
    )
    renderer = QSvgRenderer(QByteArray(data))
    assert renderer.isValid()
    image = QImage(round(wide / 2), round(high / 2), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    layout = Layout(board.orientation, 64.0)
    wrong = 0
    for at, kind in board.terrain.items():
        x, y = layout.centre(at)
        tints = {
            image.pixelColor(round((x + dx - left) / 2), round((y + dy - top) / 2)).name()
            for dx in (-16, -8, 0, 8, 16)
            for dy in (-10, -4, 4, 10, 16)
        }
        wrong += terrain_look(board.legend, kind).fill[:7].lower() not in tints
    assert wrong == 0


def test_odd_ids_and_texts_make_a_sound_file() -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id="g"/></defs>'
    drawing += b'<path fill="url(#g)" d="M0 0"/></svg>'
    found = svg(
        Drawing(
            "a\x00<b>", 0, 0, 10, 10, (1, 1),
            [
                DrawnLayer("1 x", "One", [drawing, drawing], [Text("a\x01&b", 1, 2, 3, "#000000")]),
                DrawnLayer("1 x", "Two"),
            ],
        )
    )  # fmt: skip
    root = etree.fromstring(found)
    assert layers(root) == ["layer-1-x", "layer-1-x-2"]
    paths = [one.get("fill") for one in root.iter(f"{{{SVG}}}path")]
    assert paths == ["url(#layer-1-x-0-g)", "url(#layer-1-x-1-g)"]
    (text,) = list(root.iter(TEXT))
    assert text.text == "a\ufffd&b"
