"""A map of an open project as the one live board that its editors and games share."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial
from typing import Protocol

from engine.store.journal import EditStep, Journal
from engine.store.map_rows import write_change
from engine.store.maps import load_map
from engine.store.project import Project
from maps.edits import Change, Touched, apply, inverse
from maps.model import GameMap


class Watcher(Protocol):
    """Someone who must know when a board was edited: a game played on it."""

    def board_changed(self, touched: Touched) -> None:
        """Called after each committed edit, undo or redo."""


class Board:
    """One map of a project: its model, its journal, and who watches it. Get it with :meth:`of`."""

    def __init__(self, project: Project, number: int) -> None:
        self.project = project
        self.number = number
        self.map = load_map(project, number)
        self._journal = Journal(project, number)
        self.revision = self._journal.revision()
        self._stroke = ""
        self._watchers: weakref.WeakSet[Watcher] = weakref.WeakSet()

    @classmethod
    def of(cls, project: Project, number: int) -> Board:
        """The live board of a map, the same object for everyone who has the project open."""
        return project.shared(("board", number), lambda: cls(project, number))

    def watch(self, watcher: Watcher) -> None:
        """Tell someone of every change from now on, for as long as it lives."""
        self._watchers.add(watcher)

    def commit(self, change: Change) -> Touched:
        """Apply a change to the model, the rows and the journal: all of them or none.

        Raises ChangeConflict when it does not fit the board, KnownError when it cannot be written.
        """
        if not change:
            return Touched()
        same_step = bool(change.stroke) and change.stroke == self._stroke
        touched = self._both(change, partial(self._journal.record, change, same_step=same_step))
        self._stroke = change.stroke
        return touched

    def undo(self) -> Touched | None:
        """Take back the last step that changed anything; None when there is none."""
        return self._turn(self._journal.last_done, undone=True)

    def redo(self) -> Touched | None:
        """Bring back the step undone last; None when there is none."""
        return self._turn(self._journal.first_undone, undone=False)

    def take_back(self, stroke: str) -> Touched | None:
        """Take back the stroke that goes on, so that neither undo nor redo knows of it.

        None when the last step is not of that stroke.
        """
        step = self._journal.last_done() if stroke and stroke == self._stroke else None
        if step is None:
            return None
        self._stroke = ""
        change = inverse(self._journal.change_of(step))
        return self._both(change, partial(self._journal.drop, step))

    def can_undo(self) -> bool:
        """True when a step can be taken back."""
        return self._journal.last_done() is not None

    def can_redo(self) -> bool:
        """True when a step can be brought back."""
        return self._journal.first_undone() is not None

    def steps(self) -> list[EditStep]:
        """The undo list, oldest first."""
        return self._journal.steps()

    def at(self, revision: int) -> GameMap:
        """A copy of the board as it was at an earlier revision."""
        board = self.map.copy()
        for change in reversed(self._journal.since(revision)):
            apply(board, inverse(change))
        return board

    def _turn(self, find: Callable[[], int | None], *, undone: bool) -> Touched | None:
        self._stroke = ""
        while (step := find()) is not None:
            change = self._journal.change_of(step)
            way = inverse(change) if undone else change
            touched = self._both(way, partial(self._journal.mark, step, undone=undone))
            if change:
                return touched
        return None

    def _both(self, change: Change, journal: Callable[[], int]) -> Touched:
        touched = apply(self.map, change)
        try:
            with self.project.transaction():
                write_change(self.project, self.number, change)
                revision = journal()
        except BaseException:
            apply(self.map, inverse(change))
            raise
        self.revision = revision
        for watcher in list(self._watchers):
            watcher.board_changed(touched)
        return touched
