"""Grids of hexes as VASSAL lays them, and how it names hexes.

A grid counts straight lines of hexes (``line``: columns, or rows where the grid is *sideways*) and
the place along them; every second line is pushed half a hex down (sideways: right).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lxml import etree

from maps.errors import KnownError
from maps.formats.interchange.found import at_half_row
from maps.hexgrid import Hex
from maps.layout import Orientation, Point

_USUAL_DY = 64.0
_SQUASH = math.sqrt(3) / 2
_MOST_HEXES = 250_000
Cell = tuple[int, int]
"""A line and the place along it."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """How hexes are named: letters or numbers across and down, which comes first, which way.

    ``rows`` and ``columns`` are what VASSAL subtracts from where numbers descend.
    """

    first: str = "H"
    separator: str = ""
    types: tuple[str, str] = ("N", "N")
    leading: tuple[int, int] = (1, 1)
    starts: tuple[int, int] = (1, 1)
    descends: tuple[bool, bool] = (False, False)
    stagger: bool = True
    oblique: bool = False
    sideways: bool = False
    rows: int = 0
    columns: int = 0
    is_known: bool = True
    prefix: str = ""
    """What is printed before every number, its separator included: ``14A:``."""

    def parts(self, cell: Cell) -> tuple[int, int]:
        """The numbers across and down of a hex, before they are written."""
        line, along = cell
        across, down = self.descends
        column, row = line, along
        if self.sideways:
            column = self.rows - column if down else column
            row = self.columns - row if across else row
        else:
            column = self.columns - column if across else column
            row = self.rows - row if down else row
        if self.stagger and line % 2:
            row += -1 if (across if self.sideways else down) else 1
        if self.oblique:
            half = math.trunc(column / 2)
            row = half + row if self.stagger else row - half + 1
        return column + self.starts[0], row + self.starts[1]

    def name(self, cell: Cell) -> str:
        """The printed name of a hex."""
        return self.prefix + self.body(cell)

    def body(self, cell: Cell) -> str:
        """The printed name of a hex without what is before every one."""
        column, row = (
            _written(number, kind, zeros)
            for number, kind, zeros in zip(self.parts(cell), self.types, self.leading, strict=True)
        )
        pair = (column, row) if self.first == "H" else (row, column)
        return self.separator.join(pair)


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A grid on a board: the centre of its first hex, and pitches in pixels of the board."""

    x0: float
    y0: float
    dx: float
    dy: float
    sideways: bool
    numbering: Numbering | None = None
    path: tuple[Point, ...] = field(default=())
    """The outline of the zone it fills; empty for the whole board."""
    location: str = "$gridLocation$"
    """What its zone calls a hex: the hex's own name with other words about it."""

    @property
    def orientation(self) -> Orientation:
        """Which way its hexes point."""
        return Orientation.POINTY if self.sideways else Orientation.FLAT

    def centre(self, cell: Cell) -> Point:
        """The centre of a hex, in pixels of the board."""
        line, along = cell
        x = self.x0 + self.dx * line
        y = self.y0 + self.dy * along + (self.dy / 2 if line % 2 else 0.0)
        return Point(y, x) if self.sideways else Point(x, y)

    def cell_at(self, x: float, y: float) -> Cell:
        """The hex that a piece at a point snaps to."""
        if self.sideways:
            x, y = y, x
        line = math.floor((x - self.x0) / self.dx + 0.5)
        # Near a slanted side the hex of the next line may be nearer.
        near = [(n, round((y - self.y0 - (self.dy / 2 if n % 2 else 0.0)) / self.dy))
                for n in (line - 1, line, line + 1)]  # fmt: skip
        return min(near, key=lambda cell: self._gap(cell, x, y))

    def _gap(self, cell: Cell, x: float, y: float) -> float:
        """How far a hex's centre is from a point, in hexes squared, sideways undone."""
        line, along = cell
        across = (self.x0 + self.dx * line - x) / self.dx * _SQUASH
        down = (self.y0 + self.dy * along + (self.dy / 2 if line % 2 else 0.0) - y) / self.dy
        return across * across + down * down

    def hex(self, cell: Cell) -> Hex:
        """The hex of a cell on a board of its own."""
        line, along = cell
        return at_half_row(line, 2 * along + line % 2, self.orientation)

    def cells(self, wide: float, high: float) -> Iterator[Cell]:
        """The hexes whose centres lie on a board of that size, and in the grid's zone."""
        if self.sideways:
            wide, high = high, wide
        first = math.ceil(-self.x0 / self.dx)
        last = math.floor((wide - self.x0) / self.dx)
        top = math.ceil(-self.y0 / self.dy) - 1
        bottom = math.floor((high - self.y0) / self.dy)
        for line in range(first, last + 1):
            for along in range(top, bottom + 1):
                y = self.y0 + self.dy * along + (self.dy / 2 if line % 2 else 0.0)
                cell = line, along
                if 0 <= y <= high and self.holds(*self.centre(cell)):
                    yield cell

    def location_of(self, cell: Cell) -> str:
        """The hex as a place of set-up names it; empty where hexes have no names."""
        if self.numbering is None:
            return ""
        return self.location.replace("$gridLocation$", self.numbering.name(cell))

    def holds(self, x: float, y: float) -> bool:
        """Whether its zone holds a point of the board."""
        return not self.path or is_inside(self.path, x, y)


def is_inside(path: Sequence[Point], x: float, y: float) -> bool:
    """Whether an outline goes round a point."""
    inside = False
    for a, b in zip(path, (*path[1:], *path[:1]), strict=True):
        if (a.y > y) != (b.y > y) and x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x:
            inside = not inside
    return inside


def hex_grid(
    of: etree._Element,
    where: str,
    wide: float,
    high: float,
    path: tuple[Point, ...] = (),
    location: str = "$gridLocation$",
) -> HexGrid:
    """The grid an element describes, on a board (or a zone) of that size.

    Raises KnownError for measures that make no grid, or far too many hexes.
    """
    sideways = of.get("sideways", "false") == "true"
    dy = _number(of, "dy", _USUAL_DY, where)
    dx = _number(of, "dx", _SQUASH * dy, where)
    if dx == _SQUASH * _USUAL_DY:
        dx = _SQUASH * dy  # VASSAL takes the usual pitch for one that nobody chose
    x0, y0 = _number(of, "x0", 0.0, where), _number(of, "y0", 32.0, where)
    if not (dx >= 2 and dy >= 2):
        raise KnownError(where, f"has hexes of {dx:g} by {dy:g} pixels.", "Correct the module.")
    if wide * high / (dx * dy) > _MOST_HEXES:
        what = f"has more than {_MOST_HEXES:,} hexes."
        raise KnownError(where, what, "Choose another board.")
    own = (wide, high)
    if path:
        xs, ys = [p.x for p in path], [p.y for p in path]
        own = max(xs) - min(xs), max(ys) - min(ys)
    numbering = None
    for child in of:
        tag = child.tag if isinstance(child.tag, str) else ""
        if tag.endswith("Numbering"):
            # VASSAL counts rows by the pitch of columns and the reverse; so must we.
            rows, columns = math.floor(own[1] / dx + 0.5), math.floor(own[0] / dy + 0.5)
            numbering = _numbering(child, tag, sideways, rows, columns, where)
    return HexGrid(x0, y0, dx, dy, sideways, numbering, path, location)


def outline(text: str, where: str) -> tuple[Point, ...]:
    """The corners of a zone: ``x,y;x,y;...``. Raises KnownError for anything else."""
    points = []
    for pair in text.split(";") if text else ():
        x, _, y = pair.partition(",")
        points.append(Point(_value(x, "path", where), _value(y, "path", where)))
    return tuple(points)


def _numbering(
    of: etree._Element, tag: str, sideways: bool, rows: int, columns: int, where: str
) -> Numbering:
    def whole(name: str, usual: int) -> int:
        return int(_number(of, name, usual, where))

    return Numbering(
        "V" if of.get("first", "H") == "V" else "H",
        of.get("sep", ""),
        (of.get("hType", "N")[:1], of.get("vType", "N")[:1]),
        (min(whole("hLeading", 1), 8), min(whole("vLeading", 1), 8)),
        (whole("hOff", 1), whole("vOff", 1)),
        (of.get("hDescend", "false") == "true", of.get("vDescend", "false") == "true"),
        of.get("stagger", "true") == "true",
        tag.endswith("ObliqueHexGridNumbering"),
        sideways,
        rows,
        columns,
        tag.startswith("VASSAL.build.module.map.boardPicker.board.mapgrid."),
        _prefix(of.get("locationFormat", "")),
    )


def _prefix(format_: str) -> str:
    """What a format of locations prints before the number; empty for more than plain letters."""
    before, found, after = format_.partition("$gridLocation$")
    return before if found and not after and "$" not in before and len(before) < 20 else ""


def _written(number: int, kind: str, zeros: int) -> str:
    """A number as VASSAL writes it: with zeros before it, or as A, B ... Z, AA, BB."""
    sign = "-" if number < 0 else ""
    number = abs(number)
    if kind != "A":
        return f"{sign}{number:0{zeros + 1}d}"
    return sign + chr(ord("A") + number % 26) * (number // 26 % 1_000 + 1)


def _number(of: etree._Element, name: str, usual: float, where: str) -> float:
    text = of.get(name)
    return usual if text is None or not text.strip() else _value(text, name, where)


def _value(text: str, name: str, where: str) -> float:
    try:
        value = float(text[:40])
    except ValueError:
        value = math.nan
    if not abs(value) <= 1_000_000:
        raise KnownError(where, f"{name} is {text[:20]!r}, no number.", "Correct the module.")
    return value
