"""The grid a sheet is cut by, as a person moves it: whole, by a corner, by a line, in numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from oob.sheets.finding.grid import Span
from oob.sheets.finding.straight import SMALLEST

WIDEST_TURN = 15.0
"""Degrees that a grid may be turned by, either way."""

MOST_LINES = 200
"""Most columns, and most rows, of a sheet."""


class Way(StrEnum):
    """What runs side by side: columns lie across the sheet, rows down it."""

    ACROSS = "across"
    DOWN = "down"


class Shape(StrEnum):
    """What form counters are cut in; as found is along the edge of the print, whatever it is."""

    SQUARE = "square"
    ROUND = "round"
    AS_FOUND = "as-found"


@dataclass(frozen=True, slots=True)
class CutGrid:
    """Columns and rows of counters in pixels of the scan turned upright about its middle.

    ``turned`` is by how many degrees the scan lies clockwise. Line 0 is the outer edge before the
    first column (or row), the last one the edge behind the last; those between lie in the middle of
    the gutters.
    """

    turned: float
    columns: tuple[Span, ...]
    rows: tuple[Span, ...]
    shape: Shape = Shape.SQUARE

    def spans(self, way: Way) -> tuple[Span, ...]:
        """The columns, or the rows."""
        return self.columns if way is Way.ACROSS else self.rows

    def lines(self, way: Way) -> tuple[float, ...]:
        """Where the lines lie, in order."""
        spans = self.spans(way)
        middles = (((one[1] + two[0]) / 2) for one, two in pairwise(spans))
        return spans[0][0], *middles, spans[-1][1]

    def step(self, way: Way) -> float:
        """Pixels from counter to counter; the size of the counter where there is one."""
        spans = self.spans(way)
        if len(spans) == 1:
            return spans[0][1] - spans[0][0]
        return (spans[-1][0] - spans[0][0]) / (len(spans) - 1)

    def size(self, way: Way) -> float:
        """The usual width, or height, of a counter in pixels."""
        sizes = sorted(high - low for low, high in self.spans(way))
        return sizes[len(sizes) // 2]

    def moved(self, across: float, down: float) -> CutGrid:
        """All of it, so many pixels on."""
        return replace(self, columns=_moved(self.columns, across), rows=_moved(self.rows, down))

    def line_moved(self, way: Way, line: int, by: float) -> CutGrid:
        """One line moved, as far as its neighbours leave counters of some size."""
        spans = list(self.spans(way))
        if line > 0:
            low, high = spans[line - 1]
            by = max(by, low + SMALLEST - high)
        if line < len(spans):
            low, high = spans[line]
            by = min(by, high - SMALLEST - low)
        if line > 0:
            spans[line - 1] = spans[line - 1][0], spans[line - 1][1] + by
        if line < len(spans):
            spans[line] = spans[line][0] + by, spans[line][1]
        return self._with(way, tuple(spans))

    def stretched(self, way: Way, low: float, high: float) -> CutGrid:
        """All columns, or rows, drawn out from ``low`` to ``high``, no smaller than can be."""
        spans = self.spans(way)
        start, end = spans[0][0], spans[-1][1]
        least = min(b - a for a, b in spans)
        share = max((high - low) / (end - start), SMALLEST / least)
        if low != start and high == end:
            low = high - share * (end - start)
        return self._with(
            way, tuple((low + share * (a - start), low + share * (b - start)) for a, b in spans)
        )

    def even(self, way: Way, start: float, step: float, size: float, count: int) -> CutGrid:
        """So many columns, or rows, of one size, each a step on from the last."""
        step = max(step, SMALLEST)
        size = min(max(size, SMALLEST), step)
        lows = (start + step * at for at in range(count))
        return self._with(way, tuple((low, low + size) for low in lows))

    def counted(self, way: Way, count: int) -> CutGrid:
        """The same room parted evenly into so many columns, or rows, gutters as wide as before."""
        spans = self.spans(way)
        start, end = spans[0][0], spans[-1][1]
        gutter = max(0.0, self.step(way) - self.size(way))
        step = (end - start + gutter) / count
        return self.even(way, start, step, step - gutter, count)

    def turned_to(self, degrees: float) -> CutGrid:
        """The same about the middle of the scan at another turn."""
        return replace(self, turned=max(-WIDEST_TURN, min(degrees, WIDEST_TURN)))

    def _with(self, way: Way, spans: tuple[Span, ...]) -> CutGrid:
        return replace(self, columns=spans) if way is Way.ACROSS else replace(self, rows=spans)


def plain_grid(wide: int, high: int) -> CutGrid:
    """A grid to begin from where none is found: squares over most of a picture of that size."""
    edge = max(SMALLEST, 0.9 * min(wide, high) / 6)
    counts = (max(1, int(0.9 * size / edge)) for size in (wide, high))
    columns, rows = (
        tuple(
            ((size - edge * count) / 2 + edge * at, (size - edge * count) / 2 + edge * (at + 1))
            for at in range(count)
        )
        for size, count in zip((wide, high), counts, strict=True)
    )
    return CutGrid(0.0, columns, rows)


def _moved(spans: tuple[Span, ...], by: float) -> tuple[Span, ...]:
    return tuple((low + by, high + by) for low, high in spans)
