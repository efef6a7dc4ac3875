"""Whom the program and its data owe thanks."""

from __future__ import annotations

from qtapp.bridge import GameBridge

OURS = (
    "A map editor and game manager for people who own big hex-and-counter wargames.",
    "Geography of the shipped boards: coasts, lakes, rivers and frontiers by Natural Earth, in the "
    "public domain; towns by GeoNames (geonames.org), CC BY 4.0; heights by SRTM30 and GTOPO30 of "
    "NASA and the U.S. Geological Survey, in the public domain. "
    "Type: the DejaVu fonts, under their own free licence. "
    "Symbols after NATO APP-6 by milsymbol, MIT licence. "
    "Window: Qt for Python, LGPL.",
)


def credits_text(bridge: GameBridge) -> str:
    """What the About dialog says, with the notes of the open board."""
    parts = list(OURS)
    if bridge.is_open:
        board = bridge.game.scenario.map
        notes = [text for key, text in board.notes.items() if key in ("credits", "provenance")]
        parts += [f"{board.title}: {text}" for text in notes]
    return "\n\n".join(parts)
