from __future__ import annotations

import pytest

import maps.data
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
    assert 0.06 < share < 0.30
    assert frame.sheet.width() == frame.board.width()


def test_the_strip_grows_with_the_sheet_and_no_further_than_it_may() -> None:
    small, large, huge = (FramePainter(BoardShape(board(16, n))) for n in (20, 70, 130))
    assert small.size == 1.0
    assert 1.5 < large.size < huge.size
    assert huge.size == pytest.approx(2.4)
    assert strip(huge) < 0.3 * huge.board.height()
