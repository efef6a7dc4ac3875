"""What the status bar says of the hex under the pointer."""

from __future__ import annotations

from maps.hexgrid import Hex
from qtapp.app.bridge import GameBridge
from qtapp.board.selection import Selection
from qtapp.widgets.wording import hover_line
from qtapp.workspaces.play.acting.orders import marches


def hex_hint(bridge: GameBridge, selection: Selection, at: Hex | None) -> str:
    """Label, place, terrain, regions and what it would cost the selected unit to go there."""
    if at is None or not bridge.is_open:
        return ""
    board = bridge.game.scenario.map
    if at not in board:
        return ""
    cost, unit = None, selection.unit
    if unit is not None and bridge.player_decides and marches(bridge.offers.reaching(unit, at)):
        cost = bridge.rules.reach(bridge.state, unit).get(at)
    return hover_line(board, at, "" if cost is None else f"{cost} {bridge.game.system.points}")
