"""What holds now, so that actions are on or off."""

from __future__ import annotations

from qtapp.action_kinds import When
from qtapp.document import Document
from qtapp.rooms.room import Room


def holding(document: Document, room: Room | None) -> set[str]:
    """Every condition of the action table that holds."""
    if not document.is_open:
        return set()
    told = {
        When.FILE: True,
        When.GAME: document.has_game,
        When.BOARD: document.has_board,
        When.ROOM: room is not None,
        When.IN_VIEW: room is not None and room.page is None,
    }
    found: set[str] = {when for when, holds in told.items() if holds}
    return found | (room.holding() if room is not None else set())
