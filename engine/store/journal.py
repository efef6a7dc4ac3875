"""The journal of edits: the undo list, which outlives a restart, and the history of a board.

An *edit* is one committed change. Edits of one mouse stroke make one *step*, which is what undo
takes back. A step that was undone and then overtaken by a new edit leaves the undo list
(``dropped``) but not the file: the *history* says in order what was done, so that the past of a
board can be rebuilt.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from engine.frozen import dataclass
from engine.store.faults import DAMAGED, damaged
from engine.store.plain import plain_of
from engine.store.project import Project
from maps.edits import Change, change_from_plain, change_to_plain, facts
from maps.edits.changes import joined
from maps.errors import KnownError
from maps.untyped import JsonObject

C = TypeVar("C", bound=facts.Change[Any])


@dataclass(frozen=True, slots=True)
class Book(Generic[C]):
    """What a journal is about: the word its tables begin with, and how its changes are written."""

    word: str
    to_plain: Callable[[C], JsonObject]
    from_plain: Callable[[Any, str], C]
    joined: Callable[[Iterable[C], str], C]


MAPS: Book[Change] = Book("map", change_to_plain, change_from_plain, joined)
"""Edits of maps."""


@dataclass(frozen=True, slots=True)
class EditStep:
    """One entry of the undo list: its number, what it is called, and whether it is undone now."""

    number: int
    label: str
    undone: bool


class Journal(Generic[C]):
    """The edits of one map, or other thing of a book, of a project."""

    def __init__(self, project: Project, number: int, book: Book[C]) -> None:
        self._project = project
        self._number = number
        self._book = book
        self._word = book.word
        self._edits, self._history = f"{book.word}_edit", f"{book.word}_history"

    def record(self, change: C, *, same_step: bool) -> int:
        """Write a change into the open transaction; the board's new revision.

        ``same_step`` adds it to the newest step. Steps that are undone leave the undo list.
        """
        project = self._project
        newest = project.rows(
            f"SELECT max(step) FROM {self._edits} WHERE {self._word} = ?", (self._number,)
        )[0][0]
        project.run(
            f"UPDATE {self._edits} SET standing = 'dropped'"
            f" WHERE {self._word} = ? AND standing = 'undone'",
            (self._number,),
        )
        step = (newest or 0) if same_step else (newest or 0) + 1
        text = json.dumps(self._book.to_plain(change), ensure_ascii=False, separators=(",", ":"))
        edit = project.run(
            f"INSERT INTO {self._edits} ({self._word}, step, label, stroke, change, standing)"
            " VALUES (?, ?, ?, ?, ?, 'done')",
            (self._number, step, change.label, change.stroke, text),
        )
        return self._remember("edit", edit)

    def mark(self, step: int, *, undone: bool) -> int:
        """Write into the open transaction that a step was undone or redone; the new revision."""
        self._project.run(
            f"UPDATE {self._edits} SET standing = ? WHERE {self._word} = ? AND step = ?",
            ("undone" if undone else "done", self._number, step),
        )
        return self._remember("undo" if undone else "redo", step)

    def drop(self, step: int) -> int:
        """Write into the open transaction that a step was taken back for good; the new revision."""
        self._project.run(
            f"UPDATE {self._edits} SET standing = 'dropped' WHERE {self._word} = ? AND step = ?",
            (self._number, step),
        )
        return self._remember("undo", step)

    def steps(self) -> list[EditStep]:
        """The undo list, oldest first."""
        rows = self._project.rows(
            f"SELECT step, min(label), min(standing), min(id) FROM {self._edits}"
            f" WHERE {self._word} = ? AND standing <> 'dropped' GROUP BY step ORDER BY step",
            (self._number,),
        )
        return [EditStep(step, label, standing == "undone") for step, label, standing, _ in rows]

    def last_done(self) -> int | None:
        """The step that undo would take back, or None."""
        return self._step("done", "DESC")

    def first_undone(self) -> int | None:
        """The step that redo would bring back, or None."""
        return self._step("undone", "ASC")

    def change_of(self, step: int) -> C:
        """All edits of a step as one change. Raises KnownError when the journal is damaged."""
        changes = [
            self._read(edit, text)
            for edit, text in self._project.rows(
                f"SELECT id, change FROM {self._edits} WHERE {self._word} = ? AND step = ?"
                " ORDER BY id",
                (self._number, step),
            )
        ]
        if not changes:
            raise damaged(self._project.path, f"edit step {step} is missing")
        try:
            return self._book.joined(changes, changes[0].label)
        except ValueError as error:
            raise damaged(self._project.path, f"edit step {step}: {error}") from error

    def revision(self) -> int:
        """Number of the last deed in the board's history; 0 for a board never edited."""
        found = self._project.rows(
            f"SELECT max(seq) FROM {self._history} WHERE {self._word} = ?", (self._number,)
        )
        return int(found[0][0] or 0)

    def since(self, revision: int) -> list[C]:
        """What was done to the board after a revision, in order, undoing and redoing included."""
        return [
            self._deed(deed, what, text)
            for deed, what, text in self._project.rows(
                f"SELECT deed, what, change FROM {self._history} LEFT JOIN {self._edits}"
                f" ON deed = 'edit' AND {self._edits}.id = what"
                f" WHERE {self._history}.{self._word} = ? AND seq > ? ORDER BY seq",
                (self._number, revision),
            )
        ]

    def _deed(self, deed: str, what: int, text: str | None) -> C:
        if deed == "edit":
            if text is None:
                raise damaged(self._project.path, f"edit {what} is missing")
            return self._read(what, text)
        change = self.change_of(what)
        return facts.inverse(change) if deed == "undo" else change

    def _step(self, standing: str, way: str) -> int | None:
        rows = self._project.rows(
            f"SELECT step FROM {self._edits} WHERE {self._word} = ? AND standing = ?"
            f" ORDER BY step {way} LIMIT 1",
            (self._number, standing),
        )
        return int(rows[0][0]) if rows else None

    def _remember(self, deed: str, what: int) -> int:
        return self._project.run(
            f"INSERT INTO {self._history} ({self._word}, deed, what) VALUES (?, ?, ?)",
            (self._number, deed, what),
        )

    def _read(self, edit: int, text: str) -> C:
        where = f"{self._project.path}, edit {edit}"
        try:
            return self._book.from_plain(plain_of(text), where)
        except ValueError as error:
            raise KnownError(where, f"the journal is damaged ({error}).", DAMAGED) from error
