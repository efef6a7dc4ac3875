"""Rows of declared rules: added, taken out, moved and named, each as parts of the text to write."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from engine.core.charts import chart_set
from engine.core.charts.chart_set import ChartSet
from engine.core.charts.declared import (
    Listed,
    ListKind,
    allowed_with,
    completed,
    fresh_row,
    fresh_value,
    lists_in,
)
from engine.core.charts.schema import (
    Allowed,
    CellKind,
    Path,
    allowed_by,
    named,
    place,
    value_at,
)
from engine.frozen import dataclass
from maps.errors import KnownError
from maps.untyped import Json, JsonList, JsonObject

ID = "id"
COLUMNS, ROWS = "columns", "rows"
"""The heads of a table of results, and its lines beside them."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Parts to write, what the step is called, and the cell it is about then."""

    wanted: dict[Path, Json]
    label: str
    aim: Path


class DeclaredRows:
    """What one set of declared rules has and could have; ``shape`` types its charts."""

    def __init__(self, charts: ChartSet, shape: object) -> None:
        self._title = charts.title
        self._tables = charts.tables()
        self.tables: JsonObject = completed(shape, self._tables)
        """The charts with everything they leave out."""
        self.lists: Mapping[Path, Listed] = lists_in(shape, self.tables)
        """The lists that can grow."""
        self.allowed: Mapping[Path, Allowed] = allowed_with(shape, self.tables, self.lists)
        """What each cell may hold."""

    def row_of(self, path: Path) -> tuple[Path, str] | None:
        """The innermost list that a cell lies in, and its row there; None for one in no list."""
        for end in range(len(path) - 1, 0, -1):
            if path[:end] in self.lists:
                return path[:end], path[end]
        return None

    def added(self, path: Path, after: str = "") -> Growth:
        """A new row of a list of rows or lines, after a row or at the end.

        Raises KnownError for a line of results while there are none to choose from.
        """
        rows, listed = self._rows(path), self.lists[path]
        if listed.kind is ListKind.LINES and not rows:
            rule = allowed_by(listed.inner, self.tables)
            if rule.kind is CellKind.CHOICE and not rule.choices:
                what = "has no results to choose from yet."
                raise KnownError(f"{self._title}, {place(path)}", what, "Add results first.")
        names = [name for name, _row in named(rows)]
        at = names.index(after) + 1 if after in names else len(rows)
        heads = self._held((*path[:-1], COLUMNS)) or ()
        row = fresh_row(listed, rows, self.tables, _singular(path[-1]), len(heads))
        rows.insert(at, row)
        name = str(row[ID]) if isinstance(row, dict) else str(at + 1)
        return Growth({path: rows}, f"Add a row to {place(path)}", (*path, name))

    def entered(self, path: Path, word: str) -> Growth:
        """A new entry of a list of entries. Raises KnownError for one that is there, or none."""
        word = word.strip()
        held = self._held(path) or {}
        if not word or word in held:
            what = f"has {word} already." if word else "needs a word for the entry."
            raise KnownError(f"{self._title}, {place(path)}", what, "Choose another word.")
        wanted = {path: {**held, word: fresh_value(self.lists[path], self.tables)}}
        return Growth(wanted, f"Add {word} to {place(path)}", (*path, word))

    def removed(self, path: Path, name: str) -> Growth:
        """A list without a row."""
        label = f"Remove {place((*path, name))}"
        if self.lists[path].kind is ListKind.ENTRIES:
            return Growth({(*path, name): None}, label, path)
        rows = self._rows(path)
        names = [known for known, _row in named(rows)]
        at = names.index(name)
        del rows[at]
        is_none = len(path) == 1 and not rows
        left = [known for known, _row in named(rows)]
        aim = (*path, left[min(at, len(left) - 1)]) if left else path
        return Growth({path: None if is_none else rows}, label, aim)

    def moved(self, path: Path, name: str, by: int) -> Growth | None:
        """A list with a row moved down, or up for less than 0; None at its end."""
        if self.lists[path].kind is ListKind.ENTRIES:
            return None
        rows = self._rows(path)
        names = [known for known, _row in named(rows)]
        at = names.index(name)
        goal = at + by
        if not 0 <= goal < len(rows):
            return None
        rows.insert(goal, rows.pop(at))
        aim = str(goal + 1) if self.lists[path].kind is ListKind.LINES else name
        return Growth({path: rows}, f"Move {place((*path, name))}", (*path, aim))

    def typed(self, path: Path, text: str) -> Growth | None:
        """What a text typed into a cell needs beyond an edit of the cell; None for nothing.

        Raises KnownError, naming the place and what is allowed, for what the cell cannot hold.
        """
        row = self.row_of(path)
        if row is not None and path[-1] == ID and len(path) == len(row[0]) + 2:
            return self._named(*row, text.strip())
        held = self._held(path)
        if row is not None and len(path) > len(row[0]) + 2 and not text.strip():
            return Growth({path: None} if held is not None else {}, f"Edit {place(path)}", path)
        rule = self.allowed.get(path)
        is_head = path[-1] == COLUMNS and (*path[:-1], ROWS) in self.lists
        if rule is None or (held is not None and not is_head):
            return None
        value = chart_set.judged(self.allowed, path, chart_set.typed_in(rule, text), self._title)
        plain = list(value) if isinstance(value, tuple) else value
        wanted: dict[Path, Json] = {path: plain}
        if held is None and self._held(path[:-1]) is None:
            wanted = {path[:-1]: {path[-1]: plain}}
        if is_head and isinstance(plain, list):
            wide = len(plain)
            lines = (*path[:-1], ROWS)
            rows = [(line + line[-1:] * wide)[:wide] for line in self._rows(lines)]
            wanted[lines] = rows
        return Growth(wanted, f"Edit {place(path)}", path)

    def _named(self, path: Path, name: str, word: str) -> Growth:
        """A row under another id. Raises KnownError for an id that another row has."""
        if word == name:
            return Growth({}, "", (*path, name, ID))
        where = (*path, name, ID)
        chart_set.judged(self.allowed, where, word, self._title)
        rows = self._rows(path)
        if word in {known for known, _row in named(rows)}:
            what = f"should be an id of its own: there is a row {word} already."
            raise KnownError(f"{self._title}, {place(where)}", what)
        for row in rows:
            if row[ID] == name:
                row[ID] = word
        return Growth({path: rows}, f"Name {place((*path, word))}", (*path, word, ID))

    def _rows(self, path: Path) -> JsonList:
        held = self._held(path)
        return copy.deepcopy(held) if isinstance(held, list) else []

    def _held(self, path: Path) -> Json:
        """What the text has at a path; None for nothing."""
        try:
            return value_at(self._tables, path)
        except KeyError:
            return None


def _singular(word: str) -> str:
    """One of what a list is called after.

    >>> [_singular(word) for word in ("classes", "boxes", "skies", "phases", "terrain")]
    ['class', 'box', 'sky', 'phase', 'terrain']
    """
    word = word.replace("_", " ")
    for many, one in (("sses", "ss"), ("xes", "x"), ("ies", "y"), ("s", "")):
        if word.endswith(many):
            return word.removesuffix(many) + one
    return word
