"""Where the board stands when a game is opened."""

from __future__ import annotations

from maps.hexgrid import Hex, rounded
from qtapp.bridge import GameBridge
from qtapp.map_view.view import MapView

READABLE_PX = 48.0
"""Logical pixels a hex must have for the factors of counters to be read."""


def first_look(view: MapView, bridge: GameBridge) -> None:
    """Show the whole board if its counters can be read so, else the middle of the counters."""
    if not bridge.is_open:
        return
    readable = READABLE_PX * view.devicePixelRatioF()
    view.zoom_to_fit()
    if view.hex_px >= readable:
        return
    standing = [counter.at for counter in bridge.counters if isinstance(counter.at, Hex)]
    places = standing or list(bridge.game.scenario.map.terrain)
    count = len(places)
    middle = rounded(sum(at.q for at in places) / count, sum(at.r for at in places) / count)
    view.go_to(middle, readable)
    view.set_cursor_hex(middle, shows=False)
