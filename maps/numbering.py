"""Printed hex numbers <-> hexes, for every scheme printed maps use.

A :class:`Sheet` is one printed map sheet: a rectangle of columns and rows, placed on the board
(``origin`` is the axial hex of its first column and first row), with its own label scheme. On
overlaps a hex lies on two sheets and has two labels.

Columns and rows are printed numbers. In a flat-topped grid columns are straight and ``parity`` says
which printed columns lie half a hex *further down*; in a pointy-topped grid rows are straight and
``parity`` says which printed rows lie half a hex *further right*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from maps.hexgrid import Hex
from maps.layout import Orientation

_DIGITS = re.compile(r"[0-9]+")


class Order(StrEnum):
    """Which digit pair comes first: CCRR column-row, RRCC row-column."""

    CCRR = "CCRR"
    RRCC = "RRCC"


class Parity(StrEnum):
    """Which printed columns (flat) or rows (pointy) are pushed half a hex down (right)."""

    ODD = "odd"
    EVEN = "even"


class Numbered(Protocol):
    """Whatever has sheets: a map."""

    @property
    def sheets(self) -> Sequence[Sheet]:
        """The sheets, in map order."""


def labels(board: Numbered, at: Hex) -> list[str]:
    """All printed numbers of a hex, in sheet order: two on an overlap, none off every sheet."""
    return [text for sheet in board.sheets if (text := sheet.label(at)) is not None]


@dataclass(frozen=True, slots=True)
class LabelScheme:
    """How numbers run on a sheet.

    ``columns_grow`` is ``east`` or ``west``, ``rows_grow`` is ``south`` or ``north``; ``digits``
    per part (1 to 4); ``prefix`` with ``separator`` (``14A`` and ``:``) may be written or left out
    when read. Raises ValueError for words or digits outside these.
    """

    order: Order = Order.CCRR
    parity: Parity = Parity.EVEN
    columns_grow: str = "east"
    rows_grow: str = "south"
    first_column: int = 1
    first_row: int = 1
    digits: int = 2
    prefix: str = ""
    separator: str = ":"

    def __post_init__(self) -> None:
        if self.columns_grow not in ("east", "west"):
            raise ValueError(f"columns grow east or west, not {self.columns_grow!r}")
        if self.rows_grow not in ("south", "north"):
            raise ValueError(f"rows grow south or north, not {self.rows_grow!r}")
        if not 1 <= self.digits <= 4:
            raise ValueError(f"a label part has 1 to 4 digits, not {self.digits}")


_CORNER = Hex(0, 0)
_PLAIN = LabelScheme()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed sheet: ``columns`` x ``rows`` hexes, labelled by ``scheme``.

    Raises ValueError for a sheet without columns or rows.
    """

    id: str
    orientation: Orientation
    columns: int
    rows: int
    scheme: LabelScheme = _PLAIN
    origin: Hex = _CORNER

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            raise ValueError(f"sheet {self.id!r} needs at least one column and one row")

    def hex_of(self, column: int, row: int) -> Hex | None:
        """The hex with a printed column and row, or None outside the sheet."""
        x, y = self._steps(column, row)
        if not (0 <= x < self.columns and 0 <= y < self.rows):
            return None
        return self._axial(x, y)

    def numbers(self, at: Hex) -> tuple[int, int] | None:
        """Printed (column, row) of a hex, or None when it is not on this sheet."""
        q, r = at.q - self.origin.q, at.r - self.origin.r
        if self.orientation is Orientation.FLAT:
            x = q
            if not 0 <= x < self.columns:
                return None
            y = r - self._lead(x)
        else:
            y = r
            if not 0 <= y < self.rows:
                return None
            x = q - self._lead(y)
        if not (0 <= x < self.columns and 0 <= y < self.rows):
            return None
        return self._column(x), self._row(y)

    def body(self, at: Hex) -> str | None:
        """Printed number of a hex without prefix, or None when it is not on this sheet."""
        found = self.numbers(at)
        return None if found is None else self._body(*found)

    def label(self, at: Hex) -> str | None:
        """Printed number of a hex with its sheet prefix, or None when it is not on this sheet."""
        body = self.body(at)
        if body is None:
            return None
        scheme = self.scheme
        return f"{scheme.prefix}{scheme.separator}{body}" if scheme.prefix else body

    def hex(self, text: str) -> Hex | None:
        """The hex a printed number names on this sheet, or None.

        The prefix may be left out; after it stand ``:``, ``/``, the sheet's own separator or
        nothing.
        """
        scheme = self.scheme
        body = text.strip()
        prefix, mark = body[: len(scheme.prefix)], body[len(scheme.prefix) :]
        if scheme.prefix and prefix.upper() == scheme.prefix.upper():
            if mark[:1] in (":", "/"):
                body = mark[1:]
            elif scheme.separator and mark.startswith(scheme.separator):
                body = mark[len(scheme.separator) :]
            elif len(mark) == 2 * scheme.digits:
                body = mark
        if len(body) != 2 * scheme.digits or _DIGITS.fullmatch(body) is None:
            return None
        first, second = int(body[: scheme.digits]), int(body[scheme.digits :])
        column, row = (first, second) if scheme.order is Order.CCRR else (second, first)
        return self.hex_of(column, row)

    def bodies(self) -> list[tuple[Hex, str]]:
        """All hexes of the sheet with their printed numbers, without prefix, row by row."""
        return list(self.walk())

    def walk(self) -> Iterator[tuple[Hex, str]]:
        """The same, one hex at a time."""
        return (
            (self._axial(x, y), self._body(self._column(x), self._row(y)))
            for y in range(self.rows)
            for x in range(self.columns)
        )

    def step(self, x: int, y: int) -> Hex:
        """The hex some steps right and down of the top left one; it may lie beyond the sheet."""
        return self._axial(x, y)

    def hexes(self) -> list[Hex]:
        """All hexes of the sheet, row by row in print order."""
        return [self._axial(x, y) for y in range(self.rows) for x in range(self.columns)]

    def _body(self, column: int, row: int) -> str:
        digits = self.scheme.digits
        first, second = (column, row) if self.scheme.order is Order.CCRR else (row, column)
        return f"{first:0{digits}d}{second:0{digits}d}"

    def _steps(self, column: int, row: int) -> tuple[int, int]:
        """Printed numbers to steps right and down from the sheet's top left hex."""
        scheme = self.scheme
        x, y = column - scheme.first_column, row - scheme.first_row
        if scheme.columns_grow == "west":
            x = self.columns - 1 - x
        if scheme.rows_grow == "north":
            y = self.rows - 1 - y
        return x, y

    def _column(self, x: int) -> int:
        scheme = self.scheme
        steps = self.columns - 1 - x if scheme.columns_grow == "west" else x
        return scheme.first_column + steps

    def _row(self, y: int) -> int:
        scheme = self.scheme
        steps = self.rows - 1 - y if scheme.rows_grow == "north" else y
        return scheme.first_row + steps

    def _pushed(self, index: int) -> bool:
        """True when straight line ``index`` (flat: column, pointy: row) is pushed."""
        printed = self._column(index) if self.orientation is Orientation.FLAT else self._row(index)
        return printed % 2 == (1 if self.scheme.parity is Parity.ODD else 0)

    def _lead(self, index: int) -> int:
        """Axial offset of the first hex on a straight line; the push goes down or right."""
        # A line's first hex sits at half-hex height h(index) - h(0) relative to line 0, with h = 1
        # when pushed; axially that height is r + q / 2 (flat) or q + r / 2 (pointy).
        # Printed numbers run one by one, so that every second line is pushed like line 0.
        if index % 2 == 0:
            return -index // 2
        return (-1 - index if self._pushed(0) else 1 - index) // 2

    def _axial(self, x: int, y: int) -> Hex:
        if self.orientation is Orientation.FLAT:
            return Hex(self.origin.q + x, self.origin.r + y + self._lead(x))
        return Hex(self.origin.q + x + self._lead(y), self.origin.r + y)
