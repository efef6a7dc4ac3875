"""Tables of cells: what a spreadsheet holds, before it is a file and before it is units.

A cell is text or a whole number. Text that a spreadsheet could take for a formula, or could not
keep to the letter, is written as a JSON string in double quotes. What cannot be read is collected,
cell by cell; nothing is taken over while anything is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from maps.errors import KnownError, nearest

Cell = str | int | None
E = TypeVar("E", bound=StrEnum)
_SAFE = re.compile(r"""[^\s'"=+\-@\[;][^\n\r\t;"]*(?<!\s)""")
_WHOLE = re.compile(r"-?\d{1,15}")
_YES, _NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Table:
    """A named table; ``rows`` carry the number of their row in the file."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Cell, ...]], ...] = ()


NAMED = 6
"""Refused cells that a sentence names after the first; a window lists all."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A row or cell that was refused: where, why, and the fix."""

    where: str
    what: str
    fix: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.what} {self.fix}".rstrip()


class RefusedError(KnownError):
    """A spreadsheet that was not taken over; ``refusals`` names every cell that is wrong."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        first, others = refusals[0], refusals[1 : NAMED + 1]
        told = [
            one.what if one.where == first.where else f"{one.where}: {one.what}" for one in others
        ]
        more = len(refusals) - 1 - len(others)
        if more:
            told.append(f"{more} more {'cells are' if more > 1 else 'cell is'} wrong.")
        also = f" Also: {'; '.join(text.removesuffix('.') for text in told)}." if told else ""
        super().__init__(first.where, first.what, f"{first.fix}{also}".strip())
        self.refusals = tuple(refusals)


def text_cell(text: str) -> str:
    """A text as a cell that is read back to the letter and is no formula.

    >>> text_cell("Reich"), text_cell("=1+1")
    ('Reich', '"=1+1"')
    """
    if not text or (_SAFE.fullmatch(text) and text.isprintable()):
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def list_cell(texts: Iterable[str]) -> str:
    """Several texts in one cell, parted by semicolons.

    >>> list_cell(["1", "Reich", "a;b"])
    '1; Reich; "a;b"'
    """
    return "; ".join(text_cell(text) or '""' for text in texts)


def flag_cell(flag: bool) -> str:
    """Yes or no."""
    return _YES if flag else _NO


def table(name: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Table:
    """A table to be written."""
    return Table(name, tuple(columns), tuple((n, tuple(row)) for n, row in enumerate(rows, 2)))


@dataclass(slots=True)
class Reader:
    """Reads the rows of one table by column name and collects what is wrong with them."""

    table: Table
    where: str
    refusals: list[Refusal] = field(default_factory=list)
    row: int = 0
    cells: dict[str, Cell] = field(default_factory=dict)

    def needs(self, columns: Sequence[str], optional: Sequence[str] = ()) -> bool:
        """Whether the table has the columns it needs and none twice or unknown."""
        known = [*columns, *optional]
        have = self.table.columns
        for name in columns:
            if name not in have:
                self._refuse_table(f"the column {name!r} is missing.", f"Add {name} to its head.")
        for at, name in enumerate(have):
            if name in have[:at]:
                self._refuse_table(f"the column {name!r} comes twice.", "Remove one.")
            elif name not in known:
                self._refuse_table(f"the column {name[:30]!r} is unknown.", nearest(name, known))
        return not self.refusals

    def each(self) -> Iterable[Reader]:
        """Itself at each row."""
        for number, cells in self.table.rows:
            self.row = number
            width = len(self.table.columns)
            if any(cell not in (None, "") for cell in cells[width:]):
                self.refuse("", "there are more cells than columns.", "Remove what is too much.")
            padded = (*cells, *([None] * width))
            self.cells = dict(zip(self.table.columns, padded, strict=False))
            yield self

    def refuse(self, column: str, what: str, fix: str = "") -> None:
        """Refuse a cell of the present row, or the row when no column is named."""
        place = f", column {column}" if column else ""
        self.refusals.append(Refusal(f"{self.where} row {self.row}{place}", what, fix))

    def text(self, column: str) -> str:
        """A text cell; a number in it is text too."""
        cell = self.cells.get(column)
        if cell is None:
            return ""
        return self._unquoted(column, str(cell)) if isinstance(cell, str) else str(cell)

    def texts(self, column: str) -> tuple[str, ...]:
        """A cell of several texts."""
        cell = self.cells.get(column)
        found: list[str] = []
        rest = "" if cell is None else str(cell).strip()
        while rest:
            bare = re.match(r'"(?:[^"\\]|\\.)*"|[^;]*', rest)
            one = bare[0] if bare else ""
            found.append(self._unquoted(column, one.strip()))
            rest = rest[len(one) :].lstrip()
            if rest and not rest.startswith(";"):
                self.refuse(column, f"{rest[:20]!r} follows a quoted text.", "Part them with ;")
                return ()
            rest = rest[1:].lstrip()
        return tuple(found)

    def number(self, column: str) -> int | None:
        """A whole number, None where the cell is empty."""
        cell = self.cells.get(column)
        if cell is None or cell == "":
            return None
        if isinstance(cell, int):
            return cell
        if not _WHOLE.fullmatch(cell.strip()):
            self.refuse(column, f"{cell[:30]!r} is no whole number.", "Write a number.")
            return None
        return int(cell)

    def count(self, column: str, default: int = 0) -> int:
        """A whole number, ``default`` where the cell is empty."""
        found = self.number(column)
        return default if found is None else found

    def flag(self, column: str) -> bool:
        """Yes or no; empty is no."""
        cell = str(self.cells.get(column) or _NO).strip().casefold()
        if cell not in (_YES, _NO, "1", "0", "true", "false"):
            self.refuse(column, f"{cell[:20]!r} is neither yes nor no.", "Write yes or no.")
        return cell in (_YES, "1", "true")

    def choice(self, column: str, kind: Callable[[str], E], words: Iterable[E]) -> E | None:
        """One of some words; None, and a refusal, for another."""
        said = self.text(column)
        try:
            return kind(said)
        except ValueError:
            fix = nearest(said, [word.value for word in words])
            self.refuse(column, f"{said[:30]!r} is not known.", fix)
            return None

    def _unquoted(self, column: str, cell: str) -> str:
        if not cell.startswith('"'):
            return cell
        try:
            found = json.loads(cell)
        except ValueError:
            self.refuse(column, f"the quotes of {cell[:20]!r} do not close.", "Close them.")
            return ""
        return str(found)

    def _refuse_table(self, what: str, fix: str) -> None:
        self.refusals.append(Refusal(self.where, what, fix))
