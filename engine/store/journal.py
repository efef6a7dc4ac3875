"""The journal of a map's edits: the undo list, which outlives a restart, and the board's history.

An *edit* is one committed change. Edits of one mouse stroke make one *step*, which is what undo
takes back. A step that was undone and then overtaken by a new edit leaves the undo list
(``dropped``) but not the file: the *history* says in order what was done to the board, so that its
past can be rebuilt.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from engine.store.faults import DAMAGED, damaged
from engine.store.project import Project
from maps.changes import joined
from maps.edits import Change, change_from_plain, change_to_plain, inverse
from maps.errors import KnownError


@dataclass(frozen=True, slots=True)
class EditStep:
    """One entry of the undo list: its number, what it is called, and whether it is undone now."""

    number: int
    label: str
    undone: bool


class Journal:
    """The edits of one map of a project."""

    def __init__(self, project: Project, number: int) -> None:
        self._project = project
        self._map = number

    def record(self, change: Change, *, same_step: bool) -> int:
        """Write a change into the open transaction; the board's new revision.

        ``same_step`` adds it to the newest step. Steps that are undone leave the undo list.
        """
        project = self._project
        newest = project.rows("SELECT max(step) FROM map_edit WHERE map = ?", (self._map,))[0][0]
        project.run(
            "UPDATE map_edit SET standing = 'dropped' WHERE map = ? AND standing = 'undone'",
            (self._map,),
        )
        step = (newest or 0) if same_step else (newest or 0) + 1
        text = json.dumps(change_to_plain(change), ensure_ascii=False, separators=(",", ":"))
        edit = project.run(
            "INSERT INTO map_edit (map, step, label, stroke, change, standing)"
            " VALUES (?, ?, ?, ?, ?, 'done')",
            (self._map, step, change.label, change.stroke, text),
        )
        return self._remember("edit", edit)

    def mark(self, step: int, *, undone: bool) -> int:
        """Write into the open transaction that a step was undone or redone; the new revision."""
        self._project.run(
            "UPDATE map_edit SET standing = ? WHERE map = ? AND step = ?",
            ("undone" if undone else "done", self._map, step),
        )
        return self._remember("undo" if undone else "redo", step)

    def drop(self, step: int) -> int:
        """Write into the open transaction that a step was taken back for good; the new revision."""
        self._project.run(
            "UPDATE map_edit SET standing = 'dropped' WHERE map = ? AND step = ?",
            (self._map, step),
        )
        return self._remember("undo", step)

    def steps(self) -> list[EditStep]:
        """The undo list, oldest first."""
        rows = self._project.rows(
            "SELECT step, min(label), min(standing), min(id) FROM map_edit"
            " WHERE map = ? AND standing <> 'dropped' GROUP BY step ORDER BY step",
            (self._map,),
        )
        return [EditStep(step, label, standing == "undone") for step, label, standing, _ in rows]

    def last_done(self) -> int | None:
        """The step that undo would take back, or None."""
        return self._step("done", "DESC")

    def first_undone(self) -> int | None:
        """The step that redo would bring back, or None."""
        return self._step("undone", "ASC")

    def change_of(self, step: int) -> Change:
        """All edits of a step as one change. Raises KnownError when the journal is damaged."""
        changes = [
            self._read(edit, text)
            for edit, text in self._project.rows(
                "SELECT id, change FROM map_edit WHERE map = ? AND step = ? ORDER BY id",
                (self._map, step),
            )
        ]
        try:
            return joined(changes, changes[0].label)
        except (ValueError, IndexError) as error:
            raise damaged(self._project.path, f"edit step {step}: {error}") from error

    def revision(self) -> int:
        """Number of the last deed in the board's history; 0 for a board never edited."""
        found = self._project.rows("SELECT max(seq) FROM map_history WHERE map = ?", (self._map,))
        return int(found[0][0] or 0)

    def since(self, revision: int) -> list[Change]:
        """What was done to the board after a revision, in order, undoing and redoing included."""
        return [
            self._deed(deed, what, text)
            for deed, what, text in self._project.rows(
                "SELECT deed, what, change FROM map_history LEFT JOIN map_edit"
                " ON deed = 'edit' AND map_edit.id = what"
                " WHERE map_history.map = ? AND seq > ? ORDER BY seq",
                (self._map, revision),
            )
        ]

    def _deed(self, deed: str, what: int, text: str | None) -> Change:
        if deed == "edit":
            if text is None:
                raise damaged(self._project.path, f"edit {what} is missing")
            return self._read(what, text)
        change = self.change_of(what)
        return inverse(change) if deed == "undo" else change

    def _step(self, standing: str, way: str) -> int | None:
        rows = self._project.rows(
            f"SELECT step FROM map_edit WHERE map = ? AND standing = ? ORDER BY step {way} LIMIT 1",
            (self._map, standing),
        )
        return int(rows[0][0]) if rows else None

    def _remember(self, deed: str, what: int) -> int:
        return self._project.run(
            "INSERT INTO map_history (map, deed, what) VALUES (?, ?, ?)", (self._map, deed, what)
        )

    def _read(self, edit: int, text: str) -> Change:
        where = f"{self._project.path}, edit {edit}"
        try:
            return change_from_plain(json.loads(text), where)
        except json.JSONDecodeError as error:
            raise KnownError(where, f"the journal is damaged ({error}).", DAMAGED) from error
