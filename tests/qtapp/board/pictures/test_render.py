from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage

from engine.core.view.display import CounterView
from maps.data import load
from maps.errors import KnownError
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.board.pictures import render
from qtapp.board.pictures.render import Picture, region_between
from qtapp.painters.layers.shape import BoardShape
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("px", [6, 20, 48])
def test_the_shipped_board_can_be_painted(px: int) -> None:
    image = Picture(load("balkan_gambit"), px).image()
    assert image.height() > 40 * px
    tones = {image.pixelColor(x, image.height() // 3).rgb() for x in range(0, image.width(), 3)}
    assert len(tones) > 20


def test_a_region_is_cut_out() -> None:
    of = board(16, 12)
    shape = BoardShape(of)
    region = region_between(shape, of.parse_label("0303"), of.parse_label("0605"))
    assert of.parse_label("0404") in region and of.parse_label("0808") not in region
    assert Picture(of, 32, region=region).size.width() < Picture(of, 32).size.width() / 2


def test_counters_are_on_the_picture() -> None:
    of = board(10, 8)
    at = of.parse_label("0404")
    bare = Picture(of, 48, region=[at]).image()
    with_unit = Picture(of, 48, region=[at], counters=[CounterView(UnitId("u"), at, 0)]).image()
    assert with_unit != bare


@pytest.mark.parametrize("block", [40, 97, 1100])
def test_a_picture_saved_in_bands_is_the_picture(
    block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "BLOCK", block)
    monkeypatch.setattr(render, "BAND", block)
    picture = Picture(board(9, 7), 24)
    picture.save(tmp_path / "board.png")
    saved = QImage(str(tmp_path / "board.png"))
    assert saved.size() == picture.size
    astray = np.abs(pixels(saved) - pixels(picture.image()))
    assert astray.max() <= 16
    assert (astray > 0).mean() < 0.01


def pixels(image: QImage) -> NDArray[np.int16]:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), -1)
    return rows.astype(np.int16)


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    of = board(6, 5)
    with pytest.raises(KnownError, match="4 to 400"):
        Picture(of, 1)
    with pytest.raises(KnownError, match="no hex"):
        Picture(of, 48, region=[])
    with pytest.raises(KnownError, match="cannot be written"):
        Picture(of, 8).save(tmp_path / "no" / "such" / "folder.png")
    wide = board(6, 5)
    wide.terrain[Hex(9000, 0)] = "clear"
    with pytest.raises(KnownError, match="more than can be painted"):
        Picture(wide, 48)


@pytest.mark.parametrize("hex_px", [23.7, 24.0])
def test_nothing_of_the_memory_it_is_painted_in_is_left(
    hex_px: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New images hold whatever was in that memory before; here it is one colour or the other."""
    memory = QColor("red")

    class Used(QImage):
        def __init__(self, size: QSize, form: QImage.Format) -> None:
            super().__init__(size, form)
            self.fill(memory)

    monkeypatch.setattr(render, "QImage", Used)
    Picture(load("balkan_gambit"), hex_px).image()  # Qt rounds letters by those it has drawn before
    first = Picture(load("balkan_gambit"), hex_px).image()
    memory = QColor("blue")
    assert Picture(load("balkan_gambit"), hex_px).image() == first
