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
_STYLE = re.compile(r"(A|0{0,7}1)([^0-9A-Za-z\s\"\\]{0,3})(A|0{0,7}1)")
_LETTERS = re.compile(r"([A-Z])\1*")
_MOST_LETTERS = 40


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
    when read.

    ``style`` is for numbers that are otherwise than two runs of ``digits`` digits: how the first
    hex of all would be written, its two parts in the order in which they are printed. ``A1`` has
    letters first (A to Z, AA, BB ..., counted from 0), ``01.001`` two digits, a point, and three.
    Raises ValueError for words or digits outside these.
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
    style: str = ""

    def __post_init__(self) -> None:
        if self.columns_grow not in ("east", "west"):
            raise ValueError(f"columns grow east or west, not {self.columns_grow!r}")
        if self.rows_grow not in ("south", "north"):
            raise ValueError(f"rows grow south or north, not {self.rows_grow!r}")
        if not 1 <= self.digits <= 4:
            raise ValueError(f"a label part has 1 to 4 digits, not {self.digits}")
        if not is_style(self.style):
            raise ValueError(f"numbers are written like A1 or 01.01, not {self.style!r}")

    @property
    def parts(self) -> tuple[str, str, str] | None:
        """The two parts of the style and what is between them; None without a style."""
        found = _STYLE.fullmatch(self.style) if self.style else None
        return None if found is None else (found[1], found[2], found[3])

    def written(self, column: int, row: int) -> str:
        """The printed number of a column and a row, without prefix."""
        first, second = (column, row) if self.order is Order.CCRR else (row, column)
        parts = self.parts if self.style else None
        if parts is None:
            return f"{first:0{self.digits}d}{second:0{self.digits}d}"
        return f"{_part(first, parts[0])}{parts[1]}{_part(second, parts[2])}"

    def read(self, body: str) -> Iterator[tuple[int, int]]:
        """The columns and rows that are printed so, without prefix; several if it is not clear."""
        body = body.upper()
        parts = self.parts
        if parts is None:
            if len(body) == 2 * self.digits and _DIGITS.fullmatch(body) is not None:
                first, second = int(body[: self.digits]), int(body[self.digits :])
                yield (first, second) if self.order is Order.CCRR else (second, first)
            return
        for end in range(1, min(len(body), _MOST_LETTERS)):
            rest = body[end:]
            if not rest.startswith(parts[1]):
                continue
            one, two = _number(body[:end], parts[0]), _number(rest[len(parts[1]) :], parts[2])
            if one is not None and two is not None:
                yield (one, two) if self.order is Order.CCRR else (two, one)


def is_style(text: str) -> bool:
    """Whether a text is a style of numbers, or none at all.

    >>> is_style("A01"), is_style("01.001"), is_style(""), is_style("B2")
    (True, True, True, False)
    """
    return not text or _STYLE.fullmatch(text) is not None


def _part(number: int, kind: str) -> str:
    """A part of a printed number: digits, or A to Z, AA, BB ..."""
    if kind != "A":
        return f"{number:0{len(kind)}d}"
    sign = "-" if number < 0 else ""
    return sign + chr(ord("A") + abs(number) % 26) * (abs(number) // 26 + 1)


def _number(text: str, kind: str) -> int | None:
    """The number that a part says, None for what is not written so."""
    if kind == "A":
        if len(text) > _MOST_LETTERS or _LETTERS.fullmatch(text) is None:
            return None
        return ord(text[0]) - ord("A") + 26 * (len(text) - 1)
    if len(text) > 9 or not text.isascii() or _DIGITS.fullmatch(text) is None:
        return None
    return int(text) if text == _part(int(text), kind) else None


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
            elif len(mark) == 2 * scheme.digits or scheme.style:
                body = mark
        if not scheme.style:
            pair = next(scheme.read(body), None)
            return None if pair is None else self.hex_of(*pair)
        found = {at for pair in scheme.read(body) if (at := self.hex_of(*pair)) is not None}
        return found.pop() if len(found) == 1 else None

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
        return self.scheme.written(column, row)

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
