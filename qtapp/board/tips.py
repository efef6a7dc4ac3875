"""What a hex and its counters are, when the mouse rests on them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip

from engine.core.state import Location
from maps.hexgrid import Hex
from qtapp.app.bridge import GameBridge
from qtapp.board.view import MapView
from qtapp.widgets.plain import plain
from qtapp.widgets.wording import place_title, terrain_line, unit_detail
from qtapp.workspaces.play.offers import counters_at

MOST = 8
"""Counters of a stack that a tip tells of."""

NOT_EXAMINED = "Enemy units, not examined"
"""What is told of a stack that fog hides."""


def facts(bridge: GameBridge, place: Location) -> str:
    """Place and terrain, then each counter from the top: who, what, how strong, how it stands."""
    if not bridge.is_open:
        return ""
    game = bridge.game
    board, order, pieces = game.scenario.map, game.scenario.oob, bridge.state.pieces
    lines = [place_title(board, place)]
    if isinstance(place, Hex):
        lines.append(terrain_line(board, place))
    stack = counters_at(bridge.counters, place)[::-1]
    for counter in stack[:MOST]:
        piece = pieces.get(counter.unit)
        told = unit_detail(order, counter, piece.steps if piece else 0)
        badges = f" — {', '.join(counter.badges)}" if counter.badges else ""
        lines.append(f"{bridge.title_of(counter.unit)}: {told}{badges}")
    if place in bridge.player_view.unknown:
        lines.append(NOT_EXAMINED)
    if len(stack) > MOST:
        lines.append(f"and {len(stack) - MOST} more")
    return "\n".join(lines)


class BoardTips(QObject):
    """Shows the facts of the hex under the mouse as a tool tip while a game is played on a view."""

    def __init__(self, bridge: GameBridge, view: MapView) -> None:
        super().__init__(view)
        self._bridge = bridge
        self._view = view
        self.is_active = True
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answer the wish for a tip; leave all else alone."""
        if not self.is_active or not isinstance(event, QHelpEvent):
            return super().eventFilter(watched, event)
        at = self._view.hex_under(QPointF(event.pos()))
        board = self._bridge.game.scenario.map if self._bridge.is_open else None
        told = facts(self._bridge, at) if at is not None and board and at in board else ""
        QToolTip.showText(event.globalPos(), plain(told), self._view.viewport())
        return True
