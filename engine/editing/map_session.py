"""The door to editing: a map of a project file, changed one committed edit at a time.

A session may stand beside a game on the same board: both then share the map and the file.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import maps.data
from engine.editing.live_session import LiveSession
from engine.editing.validator import EditValidator, EndangeredError
from engine.store.journal import EditStep
from engine.store.owning import added_to, opened
from engine.store.project import Project
from engine.store.rows.boards import Board
from engine.store.rows.maps import chosen_map, save_map
from maps.edits import Change, Touched
from maps.errors import KnownError
from maps.model import GameMap

if TYPE_CHECKING:
    from engine.game.session import GameSession

__all__ = ["EditSession", "EditStep", "EndangeredError"]


class EditSession(LiveSession[Change, Touched]):
    """One map of a project file being edited."""

    def __init__(self, project: Project, number: int) -> None:
        self._board = Board.of(project, number)
        self._guard = EditValidator(project, self._board)
        super().__init__(project, self._board)

    @classmethod
    def create(cls, path: Path | str, board: GameMap | str) -> EditSession:
        """Make a project file with one map: a copy of ``board``, or of the shipped map of that id.

        In an existing project the map is added. Raises KnownError for an unknown map, or a file
        that cannot be made or used.
        """
        wanted = maps.data.load(board) if isinstance(board, str) else board
        with added_to(path) as (project, _fresh):
            with project.transaction():
                number = save_map(project, wanted)
            return cls(project, number)

    @classmethod
    def open(cls, path: Path | str, map_id: int | str | None = None) -> EditSession:
        """Open a map of a project by its number or id; without one, the project's only map.

        Raises KnownError when the file cannot be used, has no such map, or several would do.
        """
        with opened(path) as project:
            return cls(project, chosen_map(project, map_id))

    @classmethod
    def beside(cls, game: GameSession) -> EditSession:
        """Edit the board of an open game, which sees each edit at once.

        Raises KnownError when the game is not played in a project file.
        """
        if game.path is None:
            raise KnownError(
                "this game",
                "is not played in a project file.",
                "Start it with a file to edit its board.",
            )
        return cls.open(game.path, game.board_number)

    @property
    def map(self) -> GameMap:
        """The live map. Change it only through :meth:`apply`."""
        return self._board.map

    @property
    def labels(self) -> tuple[str, ...]:
        """What the steps that undo can take back are called, oldest first."""
        return tuple(step.label for step in self.history if not step.undone)

    def board_at(self, revision: int) -> GameMap:
        """A copy of the map as it was at an earlier revision."""
        return self._board.at(revision)

    def judge(self, change: Change) -> None:
        """Raise what :meth:`apply` would raise for the sake of the games on the board."""
        self._guard.check(change)

    def apply(self, change: Change, *, knowing: bool = False) -> Touched:
        """Commit a change; what it touched, which is nothing for an empty one.

        Raises ChangeConflict when the change does not fit the map, KnownError when the file cannot
        be written or a game on the board would lose hexes or numbers, and :class:`EndangeredError`,
        unless ``knowing``, when units of a game would stand on wrong ground.
        """
        self._guard.check(change, knowing=knowing)
        return self._board.commit(change)

    def undo(self, *, knowing: bool = False) -> Touched | None:
        """Take back the last step; what it touched, or None when there is none.

        Raises as :meth:`apply` does.
        """
        return self._board.undo(partial(self._guard.check, knowing=knowing))

    def redo(self, *, knowing: bool = False) -> Touched | None:
        """Bring back the step undone last; what it touched, or None when there is none.

        Raises as :meth:`apply` does.
        """
        return self._board.redo(partial(self._guard.check, knowing=knowing))

    def take_back(self, stroke: str) -> Touched | None:
        """Take back the stroke that goes on, as if it had never begun; what that touched.

        None when nothing of it was committed. Neither undo nor redo brings it back.
        """
        return self._board.take_back(stroke)

    def close(self) -> None:
        """Release the project file. Safe to call twice."""
        self._guard.close()
        super().close()
