"""Tables that flow over pages: two columns of narrow ones, wide ones across, headings repeated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from qtapp.exchange.paper import print_text
from qtapp.exchange.paper.print_text import LEADING, RULE, SHADE, width, wrapped, write, write_lines
from qtapp.painters.fonts import Face
from qtapp.painters.palette import colour

SIZE = 2.35
"""Type of cells, in millimetres."""
_TITLE, _HEADING, _NOTE = 2.7, 4.2, 2.2
_PAD_X, _PAD_Y = 1.2, 0.55
_GUTTER, _AFTER, _BETWEEN = 6.0, 4.0, 3.0
_SHORT = 6
"""Letters up to which the cells of a column are centred."""


@dataclass(frozen=True)
class PaperTable:
    """A table to print: its title, the heads of its columns (none at all for plain facts), rows."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @cached_property
    def natural(self) -> tuple[float, ...]:
        """How wide each column is where there is room."""
        return tuple(
            max(map(_cell_width, column), default=0.0) + 2 * _PAD_X for column in self._columns
        )

    @cached_property
    def centred(self) -> tuple[bool, ...]:
        """Which columns hold short cells only."""
        return tuple(
            number > 0 and all(len(cell) <= _SHORT for cell in column[1:])
            for number, column in enumerate(self._columns)
        )

    @property
    def _columns(self) -> list[tuple[str, ...]]:
        heads = self.heads or ("",) * max(map(len, self.rows), default=0)
        return list(zip(heads, *self.rows, strict=True))


@dataclass(frozen=True, slots=True)
class Section:
    """A heading over some tables, with a remark at its right and a note below it."""

    title: str
    tables: tuple[PaperTable, ...]
    remark: str = ""
    note: str = ""


@dataclass(slots=True)
class _Placed:
    """Something at a place of a page."""

    at: tuple[float, float]
    piece: _Heading | _Rows


@dataclass(frozen=True, slots=True)
class _Heading:
    section: Section
    wide: float
    again: bool
    """Whether the section goes on from the page before."""

    @property
    def high(self) -> float:
        notes = len(self.notes) * _NOTE * LEADING
        return _HEADING * LEADING + notes + 2.0

    @property
    def notes(self) -> list[str]:
        if self.again or not self.section.note:
            return []
        return wrapped(self.section.note, _NOTE, self.wide, Face.ITALIC)

    @property
    def title(self) -> str:
        return self.section.title + (", continued" if self.again else "")

    @property
    def remark(self) -> str:
        return "" if self.again else self.section.remark

    @property
    def room(self) -> float:
        """What the title has beside the remark."""
        return self.wide - width(self.remark, _NOTE, Face.ITALIC) - 4.0

    @property
    def size(self) -> float:
        """The type of the title, smaller where it would not fit."""
        wanted = width(self.title, _HEADING, Face.BOLD)
        return _HEADING * min(1.0, self.room / wanted) if wanted else _HEADING

    def paint(self, painter: QPainter, at: tuple[float, float]) -> None:
        x, y = at
        write(painter, (x, y + _HEADING), self.title, self.size, Face.BOLD)
        remark = self.remark
        if remark:
            left = x + self.wide - width(remark, _NOTE, Face.ITALIC)
            write(painter, (left, y + _HEADING), remark, _NOTE, Face.ITALIC, print_text.FAINT)
        line = y + _HEADING * 1.32
        painter.setPen(QPen(colour(print_text.INK), 0.35))
        painter.drawLine(QPointF(x, line), QPointF(x + self.wide, line))
        write_lines(painter, (x, line + 0.6), self.notes, _NOTE, Face.ITALIC, print_text.FAINT)


@dataclass(frozen=True)
class _Rows:
    """Some rows of a table, with its title and heads above them."""

    table: PaperTable
    widths: tuple[float, ...]
    first: int
    last: int

    @cached_property
    def title(self) -> list[str]:
        """The title in lines."""
        again = " (continued)" if self.first and self.table.title else ""
        text = self.table.title + again
        return wrapped(text, _TITLE, max(sum(self.widths), 40.0), Face.BOLD) if text else []

    @cached_property
    def heads(self) -> list[list[str]]:
        """The heads of the columns in lines."""
        if not any(self.table.heads):
            return []
        return [
            wrapped(head, SIZE, wide - 2 * _PAD_X, Face.BOLD)
            for head, wide in zip(self.table.heads, self.widths, strict=True)
        ]

    @property
    def high(self) -> float:
        rows = self.table.rows[self.first : self.last]
        return self.above + sum(row_height(row, self.widths) for row in rows) + _AFTER

    @property
    def above(self) -> float:
        """What title and heads take."""
        title = len(self.title) * _TITLE * LEADING
        return title + (_lines_high(self.heads) if self.heads else 0.0)

    def paint(self, painter: QPainter, at: tuple[float, float]) -> None:
        x, top = at
        y = top + write_lines(painter, at, self.title, _TITLE, Face.BOLD)
        wide = sum(self.widths)
        if self.heads:
            high = _lines_high(self.heads)
            painter.fillRect(QRectF(x, y, wide, high), colour(SHADE))
            self._cells(painter, (x, y), self.heads, Face.BOLD)
            y += high
        painter.setPen(QPen(colour(RULE), 0.15))
        painter.drawLine(QPointF(x, y), QPointF(x + wide, y))
        for row in self.table.rows[self.first : self.last]:
            cells = _wrapped_row(row, self.widths)
            self._cells(painter, (x, y), cells, Face.SANS)
            y += _lines_high(cells)
            painter.setPen(QPen(colour(RULE), 0.15))
            painter.drawLine(QPointF(x, y), QPointF(x + wide, y))

    def _cells(
        self, painter: QPainter, at: tuple[float, float], cells: list[list[str]], face: Face
    ) -> None:
        x, y = at
        for lines, wide, centred in zip(cells, self.widths, self.table.centred, strict=True):
            for number, line in enumerate(lines):
                off = (wide - width(line, SIZE, face)) / 2 if centred else _PAD_X
                base = y + _PAD_Y + SIZE * (number * LEADING + 1.02)
                write(painter, (x + off, base), line, SIZE, face)
            x += wide


def _cell_width(text: str) -> float:
    return max(width(part, SIZE, Face.BOLD) for part in text.split("\n"))


def _wrapped_row(row: Sequence[str], widths: Sequence[float]) -> list[list[str]]:
    return [wrapped(cell, SIZE, wide - 2 * _PAD_X) for cell, wide in zip(row, widths, strict=True)]


def _lines_high(cells: list[list[str]]) -> float:
    return max(map(len, cells)) * SIZE * LEADING + 2 * _PAD_Y


def row_height(row: Sequence[str], widths: Sequence[float]) -> float:
    """How high a row is when its cells are wrapped into columns so wide."""
    return _lines_high(_wrapped_row(row, widths))


def fitted(natural: Sequence[float], room: float) -> tuple[float, ...]:
    """Widths of columns that fit into the room: the widest give way first.

    >>> fitted((10.0, 50.0, 40.0), 60.0)
    (10.0, 25.0, 25.0)
    """
    if sum(natural) <= room:
        return tuple(natural)
    left, share, narrow = room, room / len(natural), [False] * len(natural)
    while True:
        open_ = [number for number, done in enumerate(narrow) if not done]
        share = left / max(1, len(open_))
        small = [number for number in open_ if natural[number] <= share]
        if not small:
            break
        for number in small:
            narrow[number] = True
            left -= natural[number]
    return tuple(wide if done else share for wide, done in zip(natural, narrow, strict=True))


@dataclass(slots=True)
class Flow:
    """Sections laid out on pages of a width and height."""

    wide: float
    high: float
    pages: list[list[_Placed]] = field(default_factory=lambda: [[]])
    _left: float = 0.0
    _right: float = 0.0

    def add(self, section: Section) -> None:
        """Lay a section out below what there is; one of narrow tables only, in half the width."""
        if all(self._is_narrow(table) for table in section.tables) and self._small(section):
            return
        heading = _Heading(section, self.wide, again=False)
        if self.pages[-1] and max(self._left, self._right) + heading.high + 24.0 > self.high:
            self._turn()
        self._head(heading)
        for table in section.tables:
            if table.rows:
                self._table(section, table)

    def _small(self, section: Section) -> bool:
        """Lay a section out in one of two columns; False when it is too long for that."""
        half = self._half
        heading = _Heading(section, half, again=False)
        pieces = [
            _Rows(table, fitted(table.natural, half), 0, len(table.rows))
            for table in section.tables
        ]
        high = heading.high + sum(piece.high for piece in pieces) + _BETWEEN
        if high > self.high * 0.6 or heading.size < _HEADING:
            return False
        if min(self._left, self._right) + high > self.high and self.pages[-1]:
            self._turn()
        column = 0 if self._left <= self._right else 1
        x, y = (half + _GUTTER if column else 0.0), (self._right if column else self._left)
        y += _BETWEEN if y else 0.0
        self.pages[-1].append(_Placed((x, y), heading))
        y += heading.high
        for piece in pieces:
            self.pages[-1].append(_Placed((x, y), piece))
            y += piece.high
        if column:
            self._right = y
        else:
            self._left = y
        return True

    @property
    def _half(self) -> float:
        return (self.wide - _GUTTER) / 2

    def _is_narrow(self, table: PaperTable) -> bool:
        return sum(table.natural) <= self._half * 1.12

    def paint(self, painter: QPainter, page: int, corner: tuple[float, float]) -> None:
        """Paint a page whose upper left corner is there."""
        for placed in self.pages[page]:
            x, y = placed.at
            placed.piece.paint(painter, (corner[0] + x, corner[1] + y))

    def _table(self, section: Section, table: PaperTable) -> None:
        half, is_narrow = self._half, self._is_narrow(table)
        widths = fitted(table.natural, half if is_narrow else self.wide)
        first = 0
        while first < len(table.rows):
            column, top = self._place(is_narrow)
            last = self._fits(table, widths, first, self.high - top)
            if last == first and top > 30.0:
                if is_narrow and column == 0 and self._right + 30.0 < self.high:
                    self._left = self.high
                    continue
                self._turn()
                self._head(_Heading(section, self.wide, again=True))
                continue
            piece = _Rows(table, widths, first, max(last, first + 1))
            x = half + _GUTTER if column else 0.0
            self.pages[-1].append(_Placed((x, top), piece))
            bottom = top + piece.high
            if not is_narrow:
                self._left = self._right = bottom
            elif column:
                self._right = bottom
            else:
                self._left = bottom
            first = piece.last

    def _place(self, is_narrow: bool) -> tuple[int, float]:
        """The column, 0 or 1, and the height at which a table goes on."""
        if not is_narrow:
            return 0, max(self._left, self._right)
        return (0, self._left) if self._left <= self._right else (1, self._right)

    def _fits(self, table: PaperTable, widths: tuple[float, ...], first: int, room: float) -> int:
        """The row up to which there is room; at least three of a table are kept together."""
        left = room - _Rows(table, widths, first, first).above
        last = first
        while last < len(table.rows):
            left -= row_height(table.rows[last], widths)
            if left < 0:
                break
            last += 1
        return first if last - first < min(3, len(table.rows) - first) else last

    def _head(self, heading: _Heading) -> None:
        top = max(self._left, self._right)
        top += _BETWEEN if top else 0.0
        self.pages[-1].append(_Placed((0.0, top), heading))
        self._left = self._right = top + heading.high

    def _turn(self) -> None:
        self.pages.append([])
        self._left = self._right = 0.0


def flowed(sections: Iterator[Section] | Sequence[Section], wide: float, high: float) -> Flow:
    """Sections laid out one after the other."""
    flow = Flow(wide, high)
    for section in sections:
        flow.add(section)
    return flow
