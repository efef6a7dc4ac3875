"""Tiled's hexagonal grid in pixels, and which cell each hex of a board is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from maps.formats.interchange.found import at_half_row, half_rows
from maps.hexgrid import Hex
from maps.layout import Layout, Orientation, Point


@dataclass(frozen=True, slots=True)
class Cells:
    """A map of ``columns`` by ``rows`` cells of tiles ``wide`` by ``high`` pixels.

    ``side`` is the length of the level (pointy: upright) side, ``odd`` says whether the second
    line of hexes, or else the first, is pushed half a hex. ``line`` and ``half`` place the first
    cell among the hexes: its straight line, and its place along that in half hexes.
    """

    orientation: Orientation
    columns: int
    rows: int
    wide: int
    high: int
    side: int
    odd: bool = True
    line: int = 0
    half: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole map in pixels."""
        if self.orientation is Orientation.FLAT:
            wide = self.columns * self._step + self._slope
            return wide, self.rows * self._high + (self._high // 2 if self.columns > 1 else 0)
        high = self.rows * self._step + self._slope
        return self.columns * self._wide + (self._wide // 2 if self.rows > 1 else 0), high

    @property
    def _wide(self) -> int:
        return self.wide - self.wide % 2

    @property
    def _high(self) -> int:
        return self.high - self.high % 2

    @property
    def _slope(self) -> int:
        """How far a hex reaches past its level side."""
        of = self._wide if self.orientation is Orientation.FLAT else self._high
        return (of - self.side) // 2

    @property
    def _step(self) -> int:
        """From one straight line of hexes to the next."""
        return self._slope + self.side

    def hex(self, column: int, row: int) -> Hex:
        """The hex of a cell."""
        flat = self.orientation is Orientation.FLAT
        line, along = (column, row) if flat else (row, column)
        half = self.half + 2 * along + self._push(line)
        return at_half_row(self.line + line, half, self.orientation)

    def cell(self, at: Hex) -> tuple[int, int]:
        """Column and row of a hex; they may lie outside the map."""
        line, half = half_rows(at, self.orientation)
        line -= self.line
        along = (half - self.half - self._push(line)) // 2
        return (line, along) if self.orientation is Orientation.FLAT else (along, line)

    def _push(self, line: int) -> int:
        """1 when a straight line is pushed, counted so that ``half`` is that of cell 0,0."""
        if self.odd:
            return line % 2
        return 0 if line % 2 == 0 else -1

    def point(self, x: float, y: float) -> Point:
        """Where a point of the paper of a board lies, in pixels.

        ``x`` and ``y`` are hexes, as a :class:`Layout` of pitch 1 has them.
        """
        u, v = self._origin
        own = Layout(self.orientation).centre(at_half_row(self.line, self.half, self.orientation))
        sx, sy = self._stretch
        return Point(u + (x - own.x) * sx, v + (y - own.y) * sy)

    def paper(self, x: float, y: float) -> Point:
        """The point of the paper, in hexes, at a point of the map in pixels."""
        u, v = self._origin
        own = Layout(self.orientation).centre(at_half_row(self.line, self.half, self.orientation))
        sx, sy = self._stretch
        return Point(own.x + (x - u) / sx, own.y + (y - v) / sy)

    @property
    def _origin(self) -> tuple[float, float]:
        """The centre of the first cell."""
        x, y = self._wide / 2, self._high / 2
        pushed = 0.0 if self.odd else 0.5
        if self.orientation is Orientation.FLAT:
            return x, y + (pushed * self._high if self.columns > 1 else 0.0)
        return x + (pushed * self._wide if self.rows > 1 else 0.0), y

    @property
    def _stretch(self) -> tuple[float, float]:
        """Pixels of a hex's paper unit, across and down."""
        line = self._step / (3**0.5 / 2)
        return (
            (line, float(self._high))
            if self.orientation is Orientation.FLAT
            else (
                float(self._wide),
                line,
            )
        )


def cells_for(hexes: Iterable[Hex], orientation: Orientation) -> Cells:
    """Cells that hold all hexes: tiles 64 pixels from corner to corner, 56 from side to side."""
    spots = [half_rows(at, orientation) for at in hexes] or [(0, 0)]
    start = min(line for line, _ in spots)
    low = min(half for _, half in spots) - 1
    low -= (low - start) % 2
    lines = max(line for line, _ in spots) - start + 1
    along = max((half - low - (line - start) % 2) // 2 for line, half in spots) + 1
    if orientation is Orientation.FLAT:
        return Cells(orientation, lines, along, 64, 56, 32, True, start, low)
    return Cells(orientation, along, lines, 56, 64, 32, True, start, low)
