from __future__ import annotations

import pytest

import maps.data
from maps.model import Box
from qtapp.painters.layers.boxes import BoxPainter
from qtapp.painters.layers.frame import FramePainter
from qtapp.painters.layers.shape import BoardShape
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")


def strip(frame: FramePainter) -> float:
    return frame.sheet.height() - frame.board.height()


@pytest.mark.parametrize("name", ["balkan_gambit", "operation_gertrud", "balkan_front"])
def test_the_strip_below_a_board_suits_its_sheet(name: str) -> None:
    frame = FramePainter(BoardShape(maps.data.load(name)))
    share = strip(frame) / frame.sheet.height()
    assert 0.06 < share < 0.33
    assert frame.sheet.width() == frame.board.width()


def test_the_strip_grows_with_the_sheet_and_no_further_than_it_may() -> None:
    small, large, huge = (FramePainter(BoardShape(board(16, n))) for n in (20, 70, 130))
    assert small.size == 1.0
    assert 1.5 < large.size < huge.size
    assert huge.size == pytest.approx(2.4)
    assert strip(huge) < 0.3 * huge.board.height()


@pytest.mark.parametrize(
    "name", ["balkan_gambit", "operation_gertrud", "balkan_front", "fire_in_the_east"]
)
def test_the_letters_of_a_legend_can_be_read_at_20_pixels_a_hex(name: str) -> None:
    frame = FramePainter(BoardShape(maps.data.load(name)))
    assert 20 * frame.letters >= 8.9


def test_title_and_legend_stand_below_the_boxes() -> None:
    own = board(16, 20)
    frame = FramePainter(BoardShape(own))
    usual, high = frame.board, strip(frame)
    own.boxes["in"] = Box("in", "Within", (0.1, 0.8), (0.2, 0.15))
    frame.changed()
    assert frame.board == usual
    own.boxes["low"] = Box("low", "Below", (0.1, 1.05), (0.2, 0.15))
    frame.changed()
    lowest = BoxPainter(BoardShape(own)).rect(own.boxes["low"]).bottom()
    assert frame.board.bottom() > lowest > usual.bottom()
    assert strip(frame) == pytest.approx(high)
    del own.boxes["low"]
    frame.changed()
    assert frame.board == usual
