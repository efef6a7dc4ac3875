"""Samples in the legend look like what they stand for, and name every mark on the board."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from maps import data
from maps.hexgrid import Hex
from maps.legend import Kind, Layer
from maps.model import Place
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.swatch import MARKS, draw_mark, draw_swatch, marks_of
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")
PAPER = 0xFFFFFFFF
BOX = QRectF(0.1 * PITCH, 0.06 * PITCH, 0.8 * PITCH, 0.48 * PITCH)
HEX_PX = 48


def sample(shape: BoardShape, what: Kind | str) -> np.ndarray:  # type: ignore[type-arg]
    """True where a sample has left ink on white paper, at 48 pixels per hex."""
    image = QImage(QSize(HEX_PX, round(0.6 * HEX_PX)), QImage.Format.Format_RGB32)
    image.fill(PAPER)
    detail = Detail.of(HEX_PX, PITCH)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(detail.scale, detail.scale)
        if isinstance(what, str):
            draw_mark(painter, shape, what, BOX, detail)
        else:
            draw_swatch(painter, shape, what, BOX, detail)
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    return rows != PAPER


@pytest.mark.parametrize("name", data.names())
def test_every_kind_of_a_shipped_board_has_a_sample_inside_its_box(name: str) -> None:
    shape = BoardShape(data.load(name))
    for kind in shape.map.legend.kinds.values():
        if kind.layer is Layer.PLACE or shape.stroke_look(kind.layer, kind.id).style != "none":
            ink = sample(shape, kind)
            assert ink.any(), kind.id
            assert not ink[:, -2:].any(), f"{kind.id} runs into its name"


def test_railways_of_two_gauges_and_volumes_look_different() -> None:
    for name, one, two in (
        ("balkan_front", "rail_low", "rail_high"),
        ("fire_in_the_east", "rail_standard", "rail_broad"),
    ):
        shape = BoardShape(data.load(name))
        kinds = shape.map.legend
        a, b = (sample(shape, kinds.get(Layer.LINE, kind)) for kind in (one, two))
        assert (a != b).sum() > 30


def test_greater_ports_have_taller_anchors() -> None:
    shape = BoardShape(board(4, 4))
    tall = [
        sample(shape, tag).any(axis=1).sum()
        for tag in ("minor_port", "standard_port", "major_port", "great_port")
    ]
    assert tall == sorted(set(tall))


def test_the_legend_names_the_marks_its_places_bear() -> None:
    made = board(4, 4)
    assert set(marks_of(made)) <= set(MARKS)
    made.places = {
        "a": Place("a", "Ay", "town", Hex(0, 0), frozenset({"port", "minor_port", "airfield"})),
        "b": Place("b", "Bee", "town", Hex(1, 0), frozenset({"capital"})),
    }
    assert marks_of(made) == ["minor_port", "airfield"]
    made.places["c"] = Place("c", "Cee", "town", Hex(0, 1), frozenset({"port"}))
    assert marks_of(made) == ["minor_port", "port", "airfield"]
