"""How the game stands: the line below the window."""

from __future__ import annotations

from collections.abc import Iterator

from qtapp.app.services import Services
from qtapp.widgets.plain import plain


def say_standing(window: Services) -> Iterator[None]:
    """Say how the open game stands, and that it is refereed or seen with one side's eyes. It comes
    after the board has answered, for all displays are asked.
    """
    bridge = window.bridge
    if not bridge.is_open:
        return
    phases = bridge.rules.phases(bridge.state)
    shown = [display.line for display in bridge.displays if display.line]
    hidden = bridge.player_view.statement()
    if hidden:
        shown.insert(0, f"Seen as {bridge.side_name(bridge.player_view.seat.side)}")
    if bridge.game.overruled:
        shown.insert(0, "Refereed")
    window.standing.show_parts(shown)
    turn = phases.turn_words
    window.standing.setToolTip(plain("\n".join(filter(None, (*shown, turn, hidden)))))
    yield from ()
