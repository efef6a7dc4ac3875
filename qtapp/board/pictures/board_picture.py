"""A picture of the whole board as it is."""

from __future__ import annotations

from PySide6.QtGui import QImage

from qtapp.app.bridge import GameBridge
from qtapp.board.pictures.render import Picture
from qtapp.board.view import MapView

HEX_PX = 96.0


def board_picture(bridge: GameBridge, view: MapView) -> QImage:
    """The board in view, scans where they show; the game's with its counters and markers.

    Raises KnownError when it is too large, LookupError when no board is in view.
    """
    board = view.board.map
    if board is None:
        raise LookupError("no board is in view")
    if not bridge.is_open or board is not bridge.game.scenario.map:
        return Picture(board, HEX_PX, skin=view.board.skin).image()
    return Picture(
        board,
        HEX_PX,
        counters=bridge.counters,
        markers=bridge.rules.markers(bridge.state),
        oob=bridge.game.scenario.oob,
        skin=view.board.skin,
    ).image()
