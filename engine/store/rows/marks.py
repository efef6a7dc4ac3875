"""What a person wrote into the log of a game, as rows; and taking steps out of it for good."""

from __future__ import annotations

from collections.abc import Sequence

from engine.store.project import Project

MarkRow = tuple[int, str, str]
"""Step, kind of mark, text."""


class MarkStore:
    """The marks of one game of a project."""

    def __init__(self, project: Project, game: int) -> None:
        self._project = project
        self._game = game

    def read(self) -> list[MarkRow]:
        """All marks, by step."""
        rows = self._project.rows(
            "SELECT node, kind, text FROM game_mark WHERE game = ? ORDER BY node, kind",
            (self._game,),
        )
        return [(int(node), str(kind), str(text)) for node, kind, text in rows]

    def write(self, node: int, kind: str, text: str) -> None:
        """Set a mark, or take it away with an empty text.

        Raises KnownError when the file cannot be written.
        """
        with self._project.transaction():
            where = (self._game, node, kind)
            self._project.run(
                "DELETE FROM game_mark WHERE game = ? AND node = ? AND kind = ?", where
            )
            if text:
                self._project.run(
                    "INSERT INTO game_mark (game, node, kind, text) VALUES (?, ?, ?, ?)",
                    (*where, text),
                )

    def turns(self) -> dict[int, str]:
        """The notes on turns."""
        rows = self._project.rows(
            "SELECT turn, note FROM game_turn WHERE game = ? ORDER BY turn", (self._game,)
        )
        return {int(turn): str(note) for turn, note in rows}

    def write_turn(self, turn: int, note: str) -> None:
        """Set the note on a turn, or take it away with an empty text.

        Raises KnownError when the file cannot be written.
        """
        with self._project.transaction():
            where = (self._game, turn)
            self._project.run("DELETE FROM game_turn WHERE game = ? AND turn = ?", where)
            if note:
                self._project.run(
                    "INSERT INTO game_turn (game, turn, note) VALUES (?, ?, ?)", (*where, note)
                )

    def prune(self, nodes: Sequence[int], current: int, tip: int) -> None:
        """Remove steps with their marks and states, latest first, and stand where one stands now.

        Raises KnownError when the file cannot be written; nothing is removed then.
        """
        with self._project.transaction():
            self._project.run(
                "UPDATE game SET current = ?, tip = ? WHERE id = ?", (current, tip, self._game)
            )
            doomed = [(self._game, node) for node in sorted(nodes, reverse=True)]
            for table in (
                "game_snapshot WHERE game = ? AND node",
                "game_node WHERE game = ? AND id",
            ):
                self._project.run_all(f"DELETE FROM {table} = ?", doomed)
