"""Symbols of APP-6: by code and by words, in the frame and colour of their side, at every size."""

from __future__ import annotations

import xml.dom.minidom
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from qtapp.painters.counters.app6 import APP6_WORDS, ENTITIES, code_of
from qtapp.painters.counters.counter_faces import CounterFace
from qtapp.painters.counters.counters import counter_picture, draw_shapes
from qtapp.painters.counters.symbol_words import Frame, symbol_of

pytestmark = pytest.mark.usefixtures("qapp")

PLATOON = "10031000141205000000"
ENEMY_DIVISION = "10061000211211020000"
FRIEND, HOSTILE = QColor(128, 224, 255), QColor(255, 128, 128)
"""Inks that milsymbol fills the frames of the two sides with."""


def face(kind: str) -> CounterFace:
    return CounterFace(kind, "XX", "4-3-8", "1", "Gds", "#c9b98a", "#17130d", "")


def share(image: QImage, wanted: QColor) -> float:
    """How much of a picture has nearly a colour."""
    near = sum(
        abs(seen.red() - wanted.red())
        + abs(seen.green() - wanted.green())
        + abs(seen.blue() - wanted.blue())
        < 40
        for x in range(image.width())
        for y in range(image.height())
        for seen in [image.pixelColor(x, y)]
    )
    return near / (image.width() * image.height())


def test_every_word_has_a_symbol_of_its_own() -> None:
    pictures = {counter_picture(face(word), 96).constBits().tobytes() for word in APP6_WORDS}
    assert len(pictures) == len(ENTITIES) == len(APP6_WORDS)
    assert all(symbol_of(word).frame is Frame.APP6 for word in APP6_WORDS)


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (PLATOON, PLATOON),
        ("APP-6 armor", "10031000001205000000"),
        ("app-6 hostile mechanized infantry", "10061000001211020000"),
        ("app-6 neutral medical", "10041000001613000000"),
    ],
)
def test_codes_and_words_ask_for_the_same(kind: str, code: str) -> None:
    assert symbol_of(kind).signs == (code,) == (code_of(code),)


@pytest.mark.parametrize(
    "kind",
    ["10031000149999000000", "1003100014120500000", "99999999999999999999", "app-6 xylophone",
     "app-6 hostile", "infantry", ""],
)  # fmt: skip
def test_what_no_symbol_has_is_words_as_before(kind: str) -> None:
    assert code_of(kind) == "" and symbol_of(kind).frame is not Frame.APP6
    counter_picture(face(kind), 48)


@pytest.mark.parametrize("px", [16, 22, 30, 48, 96])
def test_the_frame_has_the_colour_of_its_side_at_every_size(px: int) -> None:
    friend, enemy = (counter_picture(face(f"app-6 {side}armor"), px) for side in ("", "hostile "))
    assert share(friend, FRIEND) > 0.03 > 0.001 > share(friend, HOSTILE)
    assert share(enemy, HOSTILE) > 0.01 > share(enemy, FRIEND)


def test_a_symbol_that_shows_its_size_takes_the_place_of_the_mark() -> None:
    assert face(ENEMY_DIVISION).shows_size and not face("app-6 armor").shows_size
    with_mark, without = face("app-6 armor"), face(PLATOON)
    strip = QRectF(40, 2, 16, 12).toRect()
    bare = counter_picture(CounterFace("app-6 armor", "", "", "", "", "#c9b98a", "#17130d", ""), 96)
    assert counter_picture(with_mark, 96).copy(strip) != bare.copy(strip)
    assert share(counter_picture(without, 96), FRIEND) > share(bare, FRIEND)


def test_it_is_shapes_on_paper(tmp_path: Path) -> None:
    target = tmp_path / "counter.svg"
    paper = QSvgGenerator()
    paper.setFileName(str(target))
    paper.setSize(QSize(240, 240))
    with QPainter(paper) as painter:
        draw_shapes(painter, face(ENEMY_DIVISION), QRectF(0, 0, 240, 240))
    text = target.read_text()
    assert "<image" not in text
    assert xml.dom.minidom.parseString(text).getElementsByTagName("path")
