"""Where the tiles of a board are: their sizes, what they show, and how they touch on a screen."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QTransform

from qtapp.painters.layers.shape import PITCH

Squares = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of the paper in steps of a tile's size."""

RUNGS = (6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160)
"""Device pixels per hex the board is drawn at; zooming goes from rung to rung."""


class Tile(NamedTuple):
    """One square: its rung, and its place in steps of the tile's size."""

    rung: int
    column: int
    row: int

    @property
    def px(self) -> int:
        """Pixels along an edge: small where a pixel holds much of the map."""
        return tile_px(self.rung)

    @property
    def rect(self) -> QRectF:
        """The part of the paper it shows."""
        span = self.px * PITCH / self.rung
        return QRectF(self.column * span, self.row * span, span, span)


def tile_px(rung: int) -> int:
    """Pixels along the edge of the tiles of a rung."""
    return 64 if rung <= 12 else 128 if rung <= 48 else 256


def tiles_over(rect: QRectF, rung: int) -> Iterator[Tile]:
    """The tiles of a rung that cover a part of the paper, row by row."""
    return _tiles_in(_squares(rect, rung), rung)


def tiles_over_any(rects: Iterable[QRectF], rung: int) -> set[Tile]:
    """The tiles of a rung that cover some parts of the paper, many of them alike."""
    found = {_squares(rect, rung) for rect in rects}
    return {tile for squares in found for tile in _tiles_in(squares, rung)}


def _squares(rect: QRectF, rung: int) -> Squares:
    """The first column and row of the tiles of a rung that cover a part of the paper, and those
    behind the last ones.
    """
    span = tile_px(rung) * PITCH / rung
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    return (
        math.floor(left / span),
        math.floor(top / span),
        math.ceil(right / span),
        math.ceil(bottom / span),
    )


def _tiles_in(squares: Squares, rung: int) -> Iterator[Tile]:
    left, top, right, bottom = squares
    for row, column in product(range(top, bottom), range(left, right)):
        yield Tile(rung, column, row)


MOST_AT_ONCE = 20
"""At most so many tiles' room is drawn on in one go."""
FULL = 0.6
"""At least this share of that room is of tiles that are wanted."""


def block_of(first: Tile, among: Container[Tile]) -> list[Tile]:
    """Wanted tiles near each other that fill most of a rectangle: a tile, those that follow it in
    its row, and those below, row by row.
    """
    rung, left, row = first
    top, right = row, left
    while right - left + 1 < MOST_AT_ONCE and Tile(rung, right + 1, row) in among:
        right += 1
    block = [Tile(rung, column, row) for column in range(left, right + 1)]
    while True:
        row += 1
        low, high = left, right
        while Tile(rung, low - 1, row) in among and low > left - MOST_AT_ONCE:
            low -= 1
        while Tile(rung, high + 1, row) in among and high < right + MOST_AT_ONCE:
            high += 1
        wanted = [Tile(rung, column, row) for column in range(low, high + 1)]
        below = [tile for tile in wanted if tile in among]
        room = (high - low + 1) * (row - top + 1)
        if not below or room > MOST_AT_ONCE or len(block) + len(below) < FULL * room:
            return block
        block += below
        left, right = low, high


def room_of(block: Sequence[Tile]) -> tuple[Tile, Tile]:
    """The upper left and the lower right tile of the rectangle around some tiles."""
    columns, rows = [tile.column for tile in block], [tile.row for tile in block]
    rung = block[0].rung
    return Tile(rung, min(columns), min(rows)), Tile(rung, max(columns), max(rows))


def rung_for(hex_px: float) -> int:
    """The rung to draw ``hex_px`` device pixels per hex from: the nearest, rather larger than
    smaller.
    """
    return next((rung for rung in RUNGS if rung >= hex_px * 0.98), RUNGS[-1])


def corners_of(tiles: Iterable[Tile], frame: QTransform, ratio: float) -> Iterator[QPointF]:
    """Where tiles that are drawn pixel by pixel begin: counted from the paper's own corner, which
    alone is rounded, so that tiles beside each other touch whatever the scale of the screen is.
    """
    paper = frame.map(QPointF(0.0, 0.0))
    left, top = round(paper.x() * ratio), round(paper.y() * ratio)
    for tile in tiles:
        px = tile.px
        yield QPointF((left + tile.column * px) / ratio, (top + tile.row * px) / ratio)


def place_of(tile: Tile, frame: QTransform, ratio: float) -> QRectF:
    """Where a tile that is drawn larger or smaller goes: to whole pixels of the screen, the same
    for the edges that tiles share, or the ground behind them shows in between.
    """
    area = frame.mapRect(tile.rect)
    left, top = round(area.left() * ratio, 3), round(area.top() * ratio, 3)
    right, bottom = round(area.right() * ratio, 3), round(area.bottom() * ratio, 3)
    first = QPointF(math.floor(left), math.floor(top)) / ratio
    last = QPointF(math.floor(right), math.floor(bottom)) / ratio
    return QRectF(first, last)


def on_pixels(rect: QRectF, rung: int) -> QRect:
    """A part of the paper in whole pixels of a rung, counted from the paper's origin."""
    grow = rung / PITCH
    left, top = math.floor(rect.left() * grow), math.floor(rect.top() * grow)
    return QRect(
        left, top, math.ceil(rect.right() * grow) - left, math.ceil(rect.bottom() * grow) - top
    )
