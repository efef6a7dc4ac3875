"""The sheet of a board makes room for boxes that are drawn below it."""

from __future__ import annotations

import pytest

from maps.layout import Point
from qtapp.painters.board import BoardPainter
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.map.tools.conftest import Hand
from tests.qtapp.workspaces.map.tools.test_things_tools import soon


def test_the_legend_gives_way_to_a_box_below_the_board(hand: Hand) -> None:
    bounds = hand.controller.shape.bounds

    def spot(x: float, y: float) -> Point:
        return Point(bounds.left() + x * bounds.width(), bounds.top() + y * bounds.height())

    def painter() -> BoardPainter:
        shown = hand.view.board.board
        assert shown is not None
        return shown

    usual, end = painter().frame.sheet, painter().frame.board.bottom()
    soon(lambda dialog: dialog.name.setText("Pool"))
    hand.take("box")
    by_menu(hand.window, "zoom_fit")
    settle()
    hand.drag(spot(0.1, 1.05), spot(0.2, 1.1), spot(0.4, 1.2))
    low = painter().boxes.rect(hand.map.boxes["pool"]).bottom()
    frame = painter().frame
    assert frame.board.bottom() > low > end
    assert frame.sheet.bottom() - usual.bottom() == pytest.approx(frame.board.bottom() - end)
    assert hand.view.scene().sceneRect().contains(frame.sheet)
    hand.undo()
    assert painter().frame.sheet == usual
