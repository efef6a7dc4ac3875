"""How a board is shared out over sheets of paper at a given size of a hex. All in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from maps.errors import KnownError

SMALLEST_HEX, LARGEST_HEX = 3.0, 150.0
MOST_PAGES = 400
LARGEST_POSTER = 5_000.0
"""The longest edge a page of a PDF may have for common readers."""


@dataclass(frozen=True, slots=True)
class PrintSheet:
    """One sheet of paper: its column and row from 0, and the part of the board on it."""

    column: int
    row: int
    left: float
    top: float
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class PrintPlan:
    """A board ``size`` large, on paper, each sheet overlapping the next.

    ``paper`` is None for one sheet that fits the board. Raises KnownError for measures with which
    nothing can be printed.
    """

    size: tuple[float, float]
    hex_mm: float
    paper: tuple[float, float] | None
    margin: float = 10.0
    overlap: float = 10.0
    marks: bool = True

    def __post_init__(self) -> None:
        if not SMALLEST_HEX <= self.hex_mm <= LARGEST_HEX:
            what = f"a hex can be {SMALLEST_HEX:g} to {LARGEST_HEX:g} mm wide."
            raise KnownError(f"--hex {self.hex_mm:g}mm", what, "Try 16mm.")
        if self.margin < 0 or self.overlap < 0:
            raise KnownError("margin and overlap", "cannot be less than nothing.", "Try 10mm.")
        if self.paper is None:
            if max(self.page) > LARGEST_POSTER:
                what = f"one sheet would be {max(self.page) / 1000:.1f} m long."
                raise KnownError("the poster", what, "Print smaller hexes, or on several sheets.")
            return
        if min(self._room) - self.overlap < 20:
            what = "leaves less than 20 mm of each sheet for the board."
            raise KnownError("margin and overlap", what, "Make them smaller, or the paper larger.")
        if self.columns * self.rows > MOST_PAGES:
            what = f"takes {self.columns * self.rows:,} sheets."
            raise KnownError("this print", what, "Print smaller hexes, or on larger paper.")

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of a sheet of paper."""
        if self.paper is not None:
            return self.paper
        return self.size[0] + 2 * self.margin, self.size[1] + 2 * self.margin

    @property
    def columns(self) -> int:
        """How many sheets lie side by side."""
        return self._count(0)

    @property
    def rows(self) -> int:
        """How many sheets lie one below the other."""
        return self._count(1)

    @property
    def _room(self) -> tuple[float, float]:
        """What of a sheet the board can cover."""
        return self.page[0] - 2 * self.margin, self.page[1] - 2 * self.margin

    def _count(self, axis: int) -> int:
        if self.paper is None:
            return 1
        step = self._room[axis] - self.overlap
        return max(1, math.ceil(round((self.size[axis] - self.overlap) / step, 6)))

    def sheets(self) -> Iterator[PrintSheet]:
        """The sheets row by row."""
        wide, high = self._room
        for row in range(self.rows):
            for column in range(self.columns):
                left, top = column * (wide - self.overlap), row * (high - self.overlap)
                yield PrintSheet(
                    column, row, left, top, min(wide, self.size[0] - left),
                    min(high, self.size[1] - top),
                )  # fmt: skip

    def crosses(self, of: PrintSheet) -> Iterator[tuple[float, float]]:
        """Where registration marks lie on the board: in the middle of overlaps, two a seam.

        Two sheets that overlap have the same marks, which lie on each other when they are joined.
        """
        if self.paper is None or not self.overlap:
            return
        half = self.overlap / 2
        for share in (0.25, 0.75):
            across, down = of.left + of.wide * share, of.top + of.high * share
            if of.column > 0:
                yield of.left + half, down
            if of.column < self.columns - 1:
                yield of.left + of.wide - half, down
            if of.row > 0:
                yield across, of.top + half
            if of.row < self.rows - 1:
                yield across, of.top + of.high - half
