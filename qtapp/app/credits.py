"""Whom the program and its data owe thanks, and the terms of both."""

from __future__ import annotations

import resources
from qtapp.app.bridge import GameBridge


def credits_text(bridge: GameBridge) -> str:
    """What the About dialog says, as Markdown, with the notes of the open board."""
    parts = [resources.credits()]
    if bridge.is_open:
        board = bridge.game.scenario.map
        notes = [text for key, text in board.notes.items() if key in ("credits", "provenance")]
        if notes:
            parts.append(f"## {board.title}, the open board")
            parts += notes
    return "\n\n".join(parts)
