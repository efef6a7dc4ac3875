"""Tile pyramids: a scan at full, half, quarter ... size, cut into square tiles of fine JPEG.

A project keeps the tiles as rows, so that looking at a part of a huge scan reads only that part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image

from maps.digitise.arrays import Bytes, halved
from maps.errors import KnownError

TILE = 256
"""Edge of a tile in pixels; tiles on the right and lower edge are smaller."""

_BAND = 2 * TILE
_QUALITY = 95
"""Of the JPEG a tile is kept as, colours at full size: no eye tells it from the scan."""

Fetch = Callable[["Tile"], bytes | None]
"""Gets the JPEG of a tile, None when there is none."""


@dataclass(frozen=True, slots=True)
class Tile:
    """The place of one tile: level 0 is full size, each next level half of it."""

    level: int
    column: int
    row: int


def level_sizes(width: int, height: int) -> list[tuple[int, int]]:
    """Width and height of each level of a pyramid, full size first; the last fits into a tile."""
    sizes = [(width, height)]
    while max(sizes[-1]) > TILE:
        sizes.append(((sizes[-1][0] + 1) // 2, (sizes[-1][1] + 1) // 2))
    return sizes


def level_for(scale: float, count: int) -> int:
    """The smallest of ``count`` levels that still has a pixel for each screen pixel at ``scale``.

    ``scale`` is screen pixels per scan pixel: 1 is full size, 0.25 a quarter.
    """
    level = 0
    while level + 1 < count and scale * 2 ** (level + 1) <= 1:
        level += 1
    return level


def tiles_over(
    box: tuple[float, float, float, float], level: int, width: int, height: int
) -> Iterator[Tile]:
    """The tiles of a level that touch ``left, top, right, bottom`` in scan pixels, by rows."""
    wide, high = level_sizes(width, height)[level]
    edge = TILE * 2**level
    left, top, right, bottom = box
    columns = _span(left, right, edge, -(-wide // TILE))
    for row in _span(top, bottom, edge, -(-high // TILE)):
        for column in columns:
            yield Tile(level, column, row)


def encoded_tiles(picture: Bytes, first_level: int = 0) -> Iterator[tuple[Tile, bytes, float]]:
    """All tiles of a picture from a level on as JPEG, each with the share of the work done.

    Beyond the picture itself little memory is needed: each level is made from the one before.
    """
    total = sum(wide * high for wide, high in level_sizes(picture.shape[1], picture.shape[0]))
    done, level = 0, 0
    while True:
        high, wide = picture.shape[:2]
        for top in range(0, high, TILE):
            for left in range(0, wide, TILE):
                part = picture[top : top + TILE, left : left + TILE]
                done += part.shape[0] * part.shape[1]
                if level >= first_level:
                    yield Tile(level, left // TILE, top // TILE), _encoded(part), done / total
        if max(high, wide) <= TILE:
            return
        picture, level = _halved_in_bands(picture), level + 1


def gathered(fetch: Fetch, level: int, width: int, height: int, where: str) -> Bytes:
    """A whole level put together from its tiles; ``width`` and ``height`` are the full scan's.

    Raises KnownError when a tile is missing or damaged.
    """
    wide, high = level_sizes(width, height)[level]
    whole = np.empty((high, wide, 3), dtype=np.uint8)
    for row in range(-(-high // TILE)):
        for column in range(-(-wide // TILE)):
            data = fetch(Tile(level, column, row))
            part = whole[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE]
            try:
                with Image.open(BytesIO(data or b""), formats=("JPEG",)) as image:
                    if image.size != (part.shape[1], part.shape[0]):
                        raise ValueError("another size")
                    part[...] = np.asarray(image)
            except (OSError, ValueError) as error:
                raise KnownError(
                    where, "a tile is missing or damaged.", "Take the scan in again."
                ) from error
    return whole


def _span(low: float, high: float, edge: int, count: int) -> range:
    return range(max(0, int(low // edge)), min(count, int(high // edge) + 1))


def _encoded(part: Bytes) -> bytes:
    buffer = BytesIO()
    image = Image.fromarray(np.ascontiguousarray(part))
    image.save(buffer, "JPEG", quality=_QUALITY, subsampling=0)
    return buffer.getvalue()


def _halved_in_bands(picture: Bytes) -> Bytes:
    high, wide = (picture.shape[0] + 1) // 2, (picture.shape[1] + 1) // 2
    lower = np.empty((high, wide, 3), dtype=np.uint8)
    for top in range(0, picture.shape[0], _BAND):
        band = halved(picture[top : top + _BAND])
        lower[top // 2 : top // 2 + band.shape[0]] = band
    return lower
