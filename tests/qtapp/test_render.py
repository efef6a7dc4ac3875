from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from engine.core.display import CounterView
from maps.data import load
from maps.errors import KnownError
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.painters.shape import BoardShape
from qtapp.render import region_between, render_map, save_png
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("px", [6, 20, 48])
def test_the_shipped_board_can_be_painted(px: int) -> None:
    image = render_map(load("balkan_gambit"), px)
    assert image.height() > 40 * px
    tones = {image.pixelColor(x, image.height() // 3).rgb() for x in range(0, image.width(), 3)}
    assert len(tones) > 20


def test_a_region_is_cut_out() -> None:
    of = board(16, 12)
    shape = BoardShape(of)
    region = region_between(shape, of.parse_label("0303"), of.parse_label("0605"))
    assert of.parse_label("0404") in region and of.parse_label("0808") not in region
    assert render_map(of, 32, region=region).width() < render_map(of, 32).width() / 2


def test_counters_are_on_the_picture() -> None:
    of = board(10, 8)
    at = of.parse_label("0404")
    bare = render_map(of, 48, region=[at])
    assert render_map(of, 48, region=[at], counters=[CounterView(UnitId("u"), at, 0)]) != bare


def test_a_picture_can_be_saved_and_read(tmp_path: Path) -> None:
    image = render_map(board(6, 5), 24)
    save_png(image, tmp_path / "board.png")
    assert QImage(str(tmp_path / "board.png")).size() == image.size()


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    of = board(6, 5)
    with pytest.raises(KnownError, match="4 to 400"):
        render_map(of, 1)
    with pytest.raises(KnownError, match="no hex"):
        render_map(of, 48, region=[])
    with pytest.raises(KnownError, match="could not be written"):
        save_png(render_map(of, 8), tmp_path / "no" / "such" / "folder.png")
    wide = board(6, 5)
    wide.terrain[Hex(9000, 0)] = "clear"
    with pytest.raises(KnownError, match="more than can be painted"):
        render_map(wide, 48)
