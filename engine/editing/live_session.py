"""What every door to something edited in a project file has: undo, redo, history, and its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from engine.store.journal import EditStep
from engine.store.live import Live
from engine.store.project import Project
from maps.edits import facts

C = TypeVar("C", bound=facts.Change[Any])
T = TypeVar("T")


class EditedThing(Generic[C, T]):
    """One thing of a project file that is open to be edited: where it is, its history, its end.

    It owns ``project`` and releases it when it is closed.
    """

    def __init__(self, project: Project, live: Live[C, T]) -> None:
        self._project = project
        self._live = live
        self._closed = False

    @property
    def path(self) -> Path:
        """The project file."""
        return self._project.path

    @property
    def number(self) -> int:
        """The number in the project of what is edited."""
        return self._live.number

    @property
    def revision(self) -> int:
        """How many deeds its history has; it grows with every edit, undo and redo."""
        return self._live.revision

    @property
    def can_undo(self) -> bool:
        """True when there is a step to take back."""
        return self._live.can_undo()

    @property
    def can_redo(self) -> bool:
        """True when there is a step to bring back."""
        return self._live.can_redo()

    @property
    def history(self) -> tuple[EditStep, ...]:
        """The undo list, oldest first; undone steps are marked."""
        return tuple(self._live.steps())

    def close(self) -> None:
        """Release the project file. Safe to call twice."""
        if not self._closed:
            self._closed = True
            self._project.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LiveSession(EditedThing[C, T]):
    """One thing of a project file being edited. An edit is committed at once."""

    def apply(self, change: C) -> T | None:
        """Commit a change: model, rows and journal, all of them or none; None for an empty one.

        Changes of one stroke make one undo step. Raises KnownError when the change does not fit,
        or the file cannot be written.
        """
        return self._live.commit(change)

    def undo(self) -> T | None:
        """Take back the last step; what it touched, or None when there is none."""
        return self._live.undo()

    def redo(self) -> T | None:
        """Bring back the step undone last; what it touched, or None when there is none."""
        return self._live.redo()
