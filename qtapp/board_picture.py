"""A picture of the whole board as it stands."""

from __future__ import annotations

from PySide6.QtGui import QImage

from qtapp.bridge import GameBridge
from qtapp.render import render_map

HEX_PX = 96.0


def board_picture(bridge: GameBridge) -> QImage:
    """The open game's board with its counters and markers. Raises KnownError when too large."""
    return render_map(
        bridge.game.scenario.map,
        HEX_PX,
        counters=bridge.counters,
        markers=bridge.rules.markers(bridge.state),
        oob=bridge.game.scenario.oob,
    )
