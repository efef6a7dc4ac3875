"""Notes on the turns of a game, kept in its file when it has one."""

from __future__ import annotations

from engine.store.rows.marks import MarkStore


class TurnNotes:
    """What a player wrote at turns of the calendar."""

    def __init__(self, store: MarkStore | None) -> None:
        self._store = store
        self._notes = store.turns() if store is not None else {}

    def get(self, turn: int) -> str:
        """The note on a turn; empty when there is none."""
        return self._notes.get(turn, "")

    def all(self) -> dict[int, str]:
        """Every note by turn."""
        return dict(sorted(self._notes.items()))

    def put(self, turn: int, text: str) -> None:
        """Write a note, or take it away with an empty text.

        Raises KnownError when the file cannot be written; nothing is changed then.
        """
        if self._store is not None:
            self._store.write_turn(turn, text)
        if text:
            self._notes[turn] = text
        else:
            self._notes.pop(turn, None)
