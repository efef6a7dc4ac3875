"""A map of an open project as the one live board that its editors and games share."""

from __future__ import annotations

import weakref
from typing import Protocol

from engine.store.journal import MAPS
from engine.store.live import Live
from engine.store.project import Project
from engine.store.rows.map_rows import write_change
from engine.store.rows.maps import load_map
from maps.edits import Change, Touched, apply, inverse
from maps.model import GameMap


class Watcher(Protocol):
    """Someone who must know when a board was edited: a game played on it."""

    def board_changed(self, touched: Touched) -> None:
        """Called after each committed edit, undo or redo."""


class Board(Live[Change, Touched]):
    """One map of a project: its model, its journal, and who watches it. Get it with :meth:`of`."""

    def __init__(self, project: Project, number: int) -> None:
        super().__init__(project, number, MAPS)
        self.map = load_map(project, number)
        self._watchers: weakref.WeakSet[Watcher] = weakref.WeakSet()

    @classmethod
    def of(cls, project: Project, number: int) -> Board:
        """The live board of a map, the same object for everyone who has the project open."""
        return project.shared(("board", number), lambda: cls(project, number))

    def watch(self, watcher: Watcher) -> None:
        """Tell someone of every change from now on, for as long as it lives."""
        self._watchers.add(watcher)

    def unwatch(self, watcher: Watcher) -> None:
        """Tell someone nothing more."""
        self._watchers.discard(watcher)

    @property
    def watchers(self) -> tuple[Watcher, ...]:
        """Who is told of every change, in no order."""
        return tuple(self._watchers)

    def at(self, revision: int) -> GameMap:
        """A copy of the board as it was at an earlier revision."""
        board = self.map.copy()
        for change in reversed(self._journal.since(revision)):
            apply(board, inverse(change))
        return board

    def commit(self, change: Change) -> Touched:
        """Apply a change to the model, the rows and the journal: all of them or none.

        Raises ChangeConflict when it does not fit the board, KnownError when it cannot be written.
        """
        return super().commit(change) or Touched()

    def _apply(self, change: Change) -> Touched:
        return apply(self.map, change)

    def _write(self, change: Change) -> None:
        write_change(self.project, self.number, change)

    def _committed(self, touched: Touched) -> None:
        for watcher in self.watchers:
            watcher.board_changed(touched)
