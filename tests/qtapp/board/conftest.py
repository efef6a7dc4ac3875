"""A board of 24 by 18 hexes in view."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from maps.hexgrid import Hex
from qtapp.board.view import MapView
from tests.qtapp.painters.boards import board

AT = Hex(6, 3)


@pytest.fixture
def view(qtbot: QtBot) -> MapView:
    made = MapView()
    qtbot.addWidget(made)
    made.resize(640, 480)
    made.board.set_board(board(24, 18))
    made.show()
    made.go_to(AT, 48)
    return made
