"""Where the board stands when a game is opened."""

from __future__ import annotations

from itertools import islice

from maps.hexgrid import Hex, rounded
from qtapp.app.bridge import GameBridge
from qtapp.board.view import MapView

READABLE_PX = 48.0
"""Logical pixels a hex must have for the factors of counters to be read."""
LOOKED = 40
"""Offers looked at to find where set-up goes on."""


def first_look(view: MapView, bridge: GameBridge) -> None:
    """Show the whole board if its counters can be read so, or all of its hexes; else the middle of
    the counters, or of the hexes where the next unit can be set up.
    """
    if not bridge.is_open:
        return
    readable = READABLE_PX * view.devicePixelRatioF()
    for hexes in (False, True):
        view.zoom_to_fit(hexes=hexes)
        if view.hex_px >= readable:
            return
    look_at_start(view, bridge, readable)


def look_at_start(view: MapView, bridge: GameBridge, hex_px: float) -> None:
    """Show the middle of the hexes where the next unit can be set up, or of the counters."""
    standing = [counter.at for counter in bridge.counters if isinstance(counter.at, Hex)]
    places = _set_up(bridge) or standing or list(bridge.game.scenario.map.terrain)
    count = len(places)
    middle = rounded(sum(at.q for at in places) / count, sum(at.r for at in places) / count)
    view.go_to(middle, hex_px)
    view.set_cursor_hex(middle, shows=False)


def _set_up(bridge: GameBridge) -> list[Hex]:
    """Where units can be set up now; nothing outside of set-up."""
    if not (bridge.player_decides and bridge.rules.setting_up(bridge.state)):
        return []
    aims = (offer.action.where() for offer in islice(bridge.offers.everything(LOOKED), LOOKED))
    return [at for at in aims if isinstance(at, Hex)]
