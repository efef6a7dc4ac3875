"""A scan of a counter sheet cut into counters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from maps.digitise import scans
from maps.errors import KnownError, counted
from oob.sheets.arrays import Bytes, resized, turned, with_form
from oob.sheets.finding.cut_grid import CutGrid, Shape, plain_grid
from oob.sheets.finding.fit import fit_of
from oob.sheets.finding.grid import Span, tilt
from oob.sheets.finding.ground import ground_colour, ground_of
from oob.sheets.finding.shape import Piece, drawn_to_discs, pieces, shape_of
from oob.sheets.finding.straight import FINE, SMALLEST, Box, Straight

MOST = 5_000
"""Most counters of a sheet."""

_INSIDE = 200
"""From which value on a form is the counter itself, not its edge."""

_WORDS = {
    Shape.SQUARE: ("counter", "counters"),
    Shape.ROUND: ("round counter", "round counters"),
    Shape.AS_FOUND: ("counter cut as found", "counters cut as found"),
}

LEGIBLE = 32
"""Least pixels along the edge of counters that are looked for: smaller ones cannot be read, and the
fine print of boards repeats itself as well.
"""


@dataclass(frozen=True, slots=True)
class Cell:
    """A counter on a sheet: row and column from 0, its box in pixels of the scan (as if it were
    turned upright about its middle), and its upright picture.

    ``form`` is for counters that are not square: 255 where the counter is and 0 where paper was,
    which the picture shows in the counter's own colour.
    """

    row: int
    col: int
    box: Box
    picture: Bytes
    form: Bytes | None = None

    @property
    def cutout(self) -> Bytes:
        """The picture, see-through where the counter ends."""
        return with_form(self.picture, self.form)

    @property
    def name(self) -> str:
        """A name for its file, counted from 1: ``r03c11``."""
        return f"r{self.row + 1:02}c{self.col + 1:02}"


@dataclass(frozen=True, slots=True)
class Cut:
    """A sheet in pieces. ``turned`` is by how many degrees the scan lay clockwise; ``doubt`` is a
    sentence where the grid that a person counted or laid does not fit what the scan shows; ``grid``
    is what it was cut by, None where it was cut before; ``shape`` is the form of its counters.
    """

    rows: int
    cols: int
    turned: float
    cells: tuple[Cell, ...]
    doubt: str = ""
    grid: CutGrid | None = None
    shape: Shape = Shape.SQUARE

    @property
    def counters(self) -> str:
        """How many counters of what form, in words."""
        return counted(len(self.cells), *_WORDS[self.shape])

    def at(self, row: int, col: int) -> Cell | None:
        """The counter of a place, None where the sheet is empty."""
        return next((cell for cell in self.cells if (cell.row, cell.col) == (row, col)), None)


def cut_file(
    path: Path, rows: int | None = None, cols: int | None = None, shape: Shape | None = None
) -> Cut:
    """Cut the scan of a sheet. Raises KnownError for what is no picture or shows no counters."""
    return cut(scans.load(path), str(path), rows, cols, shape)


def cut(
    picture: Bytes,
    where: str,
    rows: int | None = None,
    cols: int | None = None,
    shape: Shape | None = None,
) -> Cut:
    """Find the grid of counters, whatever its turn, gutters and spacing, and cut them out.

    ``rows`` and ``cols`` are what a person counted, where they help; ``shape`` is the form of the
    counters, None where it is to be found. Raises KnownError when the
    picture shows no grid of counters.
    """
    straight, grid = _found(picture, where, rows, cols, shape)
    doubt = straight.doubt(list(grid.columns), list(grid.rows))
    if doubt and not (rows and cols):
        raise _nothing(where)
    cells = _cells(straight, grid, is_snug=True)
    if len(cells) < 2:
        raise _nothing(where)
    return Cut(len(grid.rows), len(grid.columns), grid.turned, cells, doubt, grid, grid.shape)


def guessed(picture: Bytes) -> CutGrid:
    """A grid for a person to begin from: what is found, however doubtful, else squares all over."""
    try:
        return _found(picture, "", None, None, None)[1]
    except KnownError:
        return plain_grid(picture.shape[1], picture.shape[0])


def cut_by(picture: Bytes, where: str, grid: CutGrid) -> Cut:
    """Cut a scan by the grid that a person laid over it, exactly where its lines are; round
    counters and those cut as found end where their print does.

    Places without print are left out. Raises KnownError where fewer than two counters remain.
    """
    straight = Straight(turned(picture, grid.turned, ground_colour(picture)), grid.turned)
    cells = _cells(straight, grid, is_snug=False)
    if len(cells) < 2:
        raise KnownError(
            where,
            "has fewer than two counters inside the grid.",
            "Move the grid over the counters.",
        )
    doubt = fit_of(picture, grid.turned).doubt(grid)
    return Cut(len(grid.rows), len(grid.columns), grid.turned, cells, doubt, grid, grid.shape)


def _found(
    picture: Bytes, where: str, rows: int | None, cols: int | None, shape: Shape | None
) -> tuple[Straight, CutGrid]:
    """The sheet turned upright, its columns and rows, and their shape.

    Raises KnownError where there are none.
    """
    if min(picture.shape[:2]) < 2 * SMALLEST:
        raise _nothing(where)
    ground = ground_of(picture)
    coarse, _ = ground.ink(picture)
    if coarse.mean() <= 0.01:
        raise _nothing(where)
    angle = tilt(coarse, ground.ink(picture, FINE)[0])
    straight = Straight(turned(picture, angle, ground_colour(picture)), angle)
    columns, lines = straight.spans(rows, cols)
    _must_be_a_grid(columns, lines, where, SMALLEST if rows and cols else LEGIBLE)
    grid = CutGrid(round(angle, 3), tuple(columns), tuple(lines))
    shape = shape or shape_of(straight, grid)
    if shape is Shape.ROUND:
        return straight, drawn_to_discs(straight, grid)
    return straight, replace(grid, shape=shape)


def _cells(straight: Straight, grid: CutGrid, *, is_snug: bool) -> tuple[Cell, ...]:
    """The counters of a grid; square ones are cut along its lines, or drawn to their colour."""
    found = []
    is_square = grid.shape is Shape.SQUARE
    placed = _squares(straight, grid, is_snug=is_snug) if is_square else pieces(straight, grid)
    for number, piece in enumerate(placed):
        part = _part(straight.picture, piece.box) if piece is not None else None
        if piece is not None and part is not None:
            row, col = divmod(number, len(grid.columns))
            box = _on_scan(piece.box, straight.picture, grid.turned)
            found.append(cell_of(row, col, box, part, piece.form))
    return tuple(found)


def _squares(straight: Straight, grid: CutGrid, *, is_snug: bool) -> Iterator[Piece | None]:
    for line in grid.rows:
        for column in grid.columns:
            box = column[0], line[0], column[1], line[1]
            drawn = straight.snug(box) if is_snug else box if straight.has_ink(box) else None
            yield Piece(drawn) if drawn is not None else None


def cell_of(row: int, col: int, box: Box, part: Bytes, form: Bytes | None) -> Cell:
    """A counter from its part of the scan; what is outside its form takes its own colour."""
    if form is None or not (form > _INSIDE).any():
        return Cell(row, col, box, part)
    form = resized(form, part.shape[1], part.shape[0])
    usual = np.median(part[form > _INSIDE], axis=0)
    share = form[..., None] / 255.0
    filled = np.asarray(part * share + usual * (1 - share), dtype=np.uint8)
    return Cell(row, col, box, np.ascontiguousarray(filled), form)


def _must_be_a_grid(columns: list[Span], lines: list[Span], where: str, least: int) -> None:
    if len(columns) * len(lines) < 2:
        raise _nothing(where)
    if len(columns) * len(lines) > MOST:
        raise KnownError(where, "seems to show thousands of counters.", "Scan one sheet at a time.")
    wide = np.array([high - low for low, high in columns])
    high = np.array([high - low for low, high in lines])
    usual = float(np.median(wide)), float(np.median(high))
    if min(usual) < least:
        what = f"shows no grid of counters of {least} pixels or more."
        raise KnownError(where, what, "Scan it at 150 dots per inch or more.")
    even = [
        np.abs(sizes / size - 1) < 0.25 for sizes, size in zip((wide, high), usual, strict=True)
    ]
    if not 0.5 < usual[0] / usual[1] < 2.0 or min(part.mean() for part in even) < 0.7:
        raise _nothing(where)


def _part(picture: Bytes, box: Box) -> Bytes | None:
    high, wide = picture.shape[:2]
    left, top = max(0, round(box[0])), max(0, round(box[1]))
    right, bottom = min(wide, round(box[2])), min(high, round(box[3]))
    if right - left < SMALLEST or bottom - top < SMALLEST:
        return None
    return np.ascontiguousarray(picture[top:bottom, left:right])


def _on_scan(box: Box, picture: Bytes, angle: float) -> Box:
    """A box of the straight picture on the scan: its middle turned back, its size kept."""
    high, wide = picture.shape[:2]
    x, y = (box[0] + box[2]) / 2 - wide / 2, (box[1] + box[3]) / 2 - high / 2
    turn = np.radians(angle)
    across = float(x * np.cos(turn) - y * np.sin(turn) + wide / 2)
    down = float(x * np.sin(turn) + y * np.cos(turn) + high / 2)
    half_wide, half_high = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    return across - half_wide, down - half_high, across + half_wide, down + half_high


def _nothing(where: str) -> KnownError:
    return KnownError(
        where,
        "shows no grid of counters.",
        "Scan the whole sheet flat, or say how many rows and columns it has.",
    )
