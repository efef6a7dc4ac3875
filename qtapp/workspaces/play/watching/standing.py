"""How the game stands: the line below the window."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.wording import counted
from qtapp.app.services import Services
from qtapp.widgets.plain import plain


def say_standing(window: Services) -> Iterator[None]:
    """Say how the open game stands, that it is refereed or seen with one side's eyes, and how many
    lines its log has: one begins with each decision that replaces one taken back. It comes after
    the board has answered, for all displays are asked.
    """
    bridge = window.bridge
    if not bridge.is_open:
        return
    phases = bridge.rules.phases(bridge.state)
    shown = [display.line for display in bridge.displays if display.line]
    hidden, lines = bridge.player_view.statement(), bridge.game.log.line_count
    if lines > 1:
        shown.insert(0, f"{counted(lines, 'line')} in the log")
    if hidden:
        shown.insert(0, f"Seen as {bridge.side_name(bridge.player_view.seat.side)}")
    if bridge.game.overruled:
        shown.insert(0, "Refereed")
    window.standing.show_parts(shown)
    turn = phases.turn_words
    kept = "What was taken back is kept: Lines (Ctrl+L) goes there." if lines > 1 else ""
    window.standing.setToolTip(plain("\n".join(filter(None, (*shown, turn, hidden, kept)))))
    yield from ()
