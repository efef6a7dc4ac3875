"""A scan of a counter sheet cut into counters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from maps.digitise import scans
from maps.errors import KnownError
from oob.sheets.arrays import Bytes, turned
from oob.sheets.finding.cut_grid import CutGrid, plain_grid
from oob.sheets.finding.fit import fit_of
from oob.sheets.finding.grid import Span, tilt
from oob.sheets.finding.ground import ground_colour, ground_of
from oob.sheets.finding.straight import FINE, SMALLEST, Box, Straight

MOST = 5_000
"""Most counters of a sheet."""

LEGIBLE = 32
"""Least pixels along the edge of counters that are looked for: smaller ones cannot be read, and the
fine print of boards repeats itself as well.
"""


@dataclass(frozen=True, slots=True)
class Cell:
    """A counter on a sheet: row and column from 0, its box in pixels of the scan (as if it were
    turned upright about its middle), and its upright picture.
    """

    row: int
    col: int
    box: Box
    picture: Bytes

    @property
    def name(self) -> str:
        """A name for its file, counted from 1: ``r03c11``."""
        return f"r{self.row + 1:02}c{self.col + 1:02}"


@dataclass(frozen=True, slots=True)
class Cut:
    """A sheet in pieces. ``turned`` is by how many degrees the scan lay clockwise; ``doubt`` is a
    sentence where the grid that a person counted or laid does not fit what the scan shows; ``grid``
    is what it was cut by, None where it was cut before.
    """

    rows: int
    cols: int
    turned: float
    cells: tuple[Cell, ...]
    doubt: str = ""
    grid: CutGrid | None = None

    def at(self, row: int, col: int) -> Cell | None:
        """The counter of a place, None where the sheet is empty."""
        return next((cell for cell in self.cells if (cell.row, cell.col) == (row, col)), None)


def cut_file(path: Path, rows: int | None = None, cols: int | None = None) -> Cut:
    """Cut the scan of a sheet. Raises KnownError for what is no picture or shows no counters."""
    return cut(scans.load(path), str(path), rows, cols)


def cut(picture: Bytes, where: str, rows: int | None = None, cols: int | None = None) -> Cut:
    """Find the grid of counters, whatever its turn, gutters and spacing, and cut them out.

    ``rows`` and ``cols`` are what a person counted, where they help. Raises KnownError when the
    picture shows no grid of counters.
    """
    straight, grid = _found(picture, where, rows, cols)
    doubt = straight.doubt(list(grid.columns), list(grid.rows))
    if doubt and not (rows and cols):
        raise _nothing(where)
    cells = _cells(straight, grid, straight.snug)
    if len(cells) < 2:
        raise _nothing(where)
    return Cut(len(grid.rows), len(grid.columns), grid.turned, cells, doubt, grid)


def guessed(picture: Bytes) -> CutGrid:
    """A grid for a person to begin from: what is found, however doubtful, else squares all over."""
    try:
        return _found(picture, "", None, None)[1]
    except KnownError:
        return plain_grid(picture.shape[1], picture.shape[0])


def cut_by(picture: Bytes, where: str, grid: CutGrid) -> Cut:
    """Cut a scan by the grid that a person laid over it, exactly where its lines are.

    Places without print are left out. Raises KnownError where fewer than two counters remain.
    """
    straight = Straight(turned(picture, grid.turned, ground_colour(picture)), grid.turned)

    def inked(box: Box) -> Box | None:
        return box if straight.has_ink(box) else None

    cells = _cells(straight, grid, inked)
    if len(cells) < 2:
        raise KnownError(
            where,
            "has fewer than two counters inside the grid.",
            "Move the grid over the counters.",
        )
    doubt = fit_of(picture, grid.turned).doubt(grid)
    return Cut(len(grid.rows), len(grid.columns), grid.turned, cells, doubt, grid)


def _found(
    picture: Bytes, where: str, rows: int | None, cols: int | None
) -> tuple[Straight, CutGrid]:
    """The sheet turned upright and its columns and rows. Raises KnownError where there are none."""
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
    return straight, CutGrid(round(angle, 3), tuple(columns), tuple(lines))


def _cells(
    straight: Straight, grid: CutGrid, placed: Callable[[Box], Box | None]
) -> tuple[Cell, ...]:
    """The counters of a grid; ``placed`` is the box of one as it is cut, None where none is."""
    found = []
    for row, line in enumerate(grid.rows):
        for col, column in enumerate(grid.columns):
            box = placed((column[0], line[0], column[1], line[1]))
            part = _part(straight.picture, box) if box is not None else None
            if box is not None and part is not None:
                found.append(Cell(row, col, _on_scan(box, straight.picture, grid.turned), part))
    return tuple(found)


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
