"""A thing of an open project that is edited: model, journal and rows change together."""

from __future__ import annotations

import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

from engine.store.journal import Book, EditStep, Journal
from engine.store.project import Project
from maps.edits import facts
from maps.edits.facts import inverse

C = TypeVar("C", bound=facts.Change[Any])
T = TypeVar("T")


class Live(ABC, Generic[C, T]):
    """Commits changes to model, rows and journal: to all of them or none.

    Subclasses say how a change is applied to the model (``_apply`` returns what it touched) and
    written into the rows.
    """

    def __init__(self, project: Project, number: int, book: Book[C]) -> None:
        self.project = project
        self.number = number
        self._journal = Journal(project, number, book)
        self.revision = self._journal.revision()
        self._stroke = ""
        self._kept: tuple[int, C] | None = None

    @abstractmethod
    def _apply(self, change: C) -> T:
        """Apply a change to the model, whole or not at all."""

    @abstractmethod
    def _write(self, change: C) -> None:
        """Write a change into the rows, inside the open transaction."""

    def _committed(self, touched: T) -> None:
        """A change was committed: tell who wants to know."""

    def commit(self, change: C) -> T | None:
        """Apply a change to the model, the rows and the journal; None for an empty one.

        Raises KnownError when it does not fit the model, or cannot be written.
        """
        if not change:
            return None
        same_step = bool(change.stroke) and change.stroke == self._stroke
        touched = self._both(change, partial(self._journal.record, change, same_step=same_step))
        self._stroke = change.stroke
        step = None if same_step else self._journal.last_done()
        self._kept = None if step is None else (step, change)
        return touched

    def undo(self, permit: Callable[[C], object] = bool) -> T | None:
        """Take back the last step that changed anything; None when there is none.

        ``permit`` is called with the change before it is made, and may raise to forbid it.
        """
        return self._turn(self._journal.last_done, permit, undone=True)

    def redo(self, permit: Callable[[C], object] = bool) -> T | None:
        """Bring back the step undone last, unless ``permit`` forbids; None when there is none."""
        return self._turn(self._journal.first_undone, permit, undone=False)

    def take_back(self, stroke: str) -> T | None:
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

    def try_journal(self) -> None:
        """Follow the journal back to the beginning and forward again.

        Raises KnownError when it does not lead to the thing as it is, or is damaged.
        """
        steps = self.steps()
        done = [self._journal.change_of(step.number) for step in steps if not step.undone]
        undone = [self._journal.change_of(step.number) for step in steps if step.undone]
        self._there_and_back([inverse(change) for change in reversed(self._journal.since(0))])
        self._there_and_back([inverse(change) for change in reversed(done)])
        self._there_and_back(undone)

    def _there_and_back(self, changes: list[C]) -> None:
        """Apply changes to the model one after the other, then take them all back."""
        made: list[C] = []
        try:
            for change in changes:
                self._apply(change)
                made.append(change)
        finally:
            for change in reversed(made):
                self._apply(inverse(change))

    def _turn(
        self, find: Callable[[], int | None], permit: Callable[[C], object], *, undone: bool
    ) -> T | None:
        self._stroke = ""
        while (step := find()) is not None:
            change = self._change_of(step)
            way = inverse(change) if undone else change
            permit(way)
            touched = self._both(way, partial(self._journal.mark, step, undone=undone))
            if change:
                return touched
        return None

    def _change_of(self, step: int) -> C:
        """The change of a step; the newest is kept, so that a large one need not be read again."""
        if self._kept is not None and self._kept[0] == step:
            return self._kept[1]
        return self._journal.change_of(step)

    def _both(self, change: C, journal: Callable[[], int]) -> T:
        touched = self._apply(change)
        try:
            with self.project.transaction():
                self._write(change)
                revision = journal()
        except BaseException:
            self._apply(inverse(change))
            raise
        self.revision = revision
        self._committed(touched)
        return touched


class Listener(Generic[T]):
    """Someone who hears of every committed step, for as long as the listener is kept."""

    def __init__(self, hear: Callable[[T], object]) -> None:
        self.hear = hear


class WatchedLive(Live[C, T]):
    """A live thing that several may watch."""

    def __init__(self, project: Project, number: int, book: Book[C]) -> None:
        super().__init__(project, number, book)
        self._listeners: weakref.WeakSet[Listener[T]] = weakref.WeakSet()

    def watch(self, hear: Callable[[T], object]) -> Listener[T]:
        """Call ``hear`` with what each committed step, undo or redo touched, for as long as the
        listener that is returned is kept.
        """
        listener = Listener(hear)
        self._listeners.add(listener)
        return listener

    def _committed(self, touched: T) -> None:
        for listener in list(self._listeners):
            listener.hear(touched)
