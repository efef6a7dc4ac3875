"""Tile pyramids: a scan at full, half, quarter ... size, cut into square tiles.

In memory a level is one array; in a folder it is one ``.npy`` file that is mapped, so that looking
at a part of a huge scan touches only that part of the disk.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

from maps.digitise import scans
from maps.digitise.arrays import Bytes, halved
from maps.errors import KnownError

TILE = 256
"""Edge of a tile in pixels; tiles on the right and lower edge are smaller."""

_FORMAT = 1
_BAND = 2 * TILE


@dataclass(frozen=True, slots=True)
class Tile:
    """The place of one tile: level 0 is full size, each next level half of it."""

    level: int
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Pyramid:
    """A scan at all its sizes; ``levels[0]`` is full size, the last fits into one tile."""

    levels: tuple[Bytes, ...]

    @property
    def width(self) -> int:
        """Width of the scan in pixels."""
        return int(self.levels[0].shape[1])

    @property
    def height(self) -> int:
        """Height of the scan in pixels."""
        return int(self.levels[0].shape[0])

    def tile(self, at: Tile) -> Bytes:
        """The pixels of a tile. Raises KeyError when the pyramid has no such tile."""
        if not 0 <= at.level < len(self.levels):
            raise KeyError(at)
        level = self.levels[at.level]
        top, left = at.row * TILE, at.column * TILE
        if not (0 <= top < level.shape[0] and 0 <= left < level.shape[1]):
            raise KeyError(at)
        return np.asarray(level[top : top + TILE, left : left + TILE])

    def level_for(self, scale: float) -> int:
        """The smallest level that still has a pixel for each screen pixel at ``scale``.

        ``scale`` is screen pixels per scan pixel: 1 is full size, 0.25 a quarter.
        """
        level = 0
        while level + 1 < len(self.levels) and scale * 2 ** (level + 1) <= 1:
            level += 1
        return level

    def tiles_in(self, level: int, box: tuple[float, float, float, float]) -> Iterator[Tile]:
        """The tiles of a level that touch ``left, top, right, bottom`` in scan pixels, by rows."""
        shape = self.levels[level].shape
        edge = TILE * 2**level
        left, top, right, bottom = box
        columns = _span(left, right, edge, -(-shape[1] // TILE))
        for row in _span(top, bottom, edge, -(-shape[0] // TILE)):
            for column in columns:
                yield Tile(level, column, row)


def _span(low: float, high: float, edge: int, count: int) -> range:
    return range(max(0, int(low // edge)), min(count, int(high // edge) + 1))


def pyramid(picture: Bytes) -> Pyramid:
    """The pyramid of a picture, in memory."""
    levels = [picture]
    while max(levels[-1].shape[:2]) > TILE:
        levels.append(halved(levels[-1]))
    return Pyramid(tuple(levels))


def build(source: Path, folder: Path) -> Pyramid:
    """Unpack a scan into a folder, one file per level, and map it.

    Levels are halved in bands, so that beyond the unpacked scan little memory is needed. Raises
    KnownError when the source is no picture.
    """
    picture = scans.load(source)
    folder.mkdir(parents=True, exist_ok=True)
    sizes = [picture.shape[:2]]
    np.save(_file(folder, 0), picture)
    del picture
    while max(sizes[-1]) > TILE:
        level = len(sizes)
        sizes.append(_halve_file(_file(folder, level - 1), _file(folder, level)))
    about = {"format": _FORMAT, "tile": TILE, "levels": [list(size) for size in sizes]}
    (folder / "pyramid.json").write_text(json.dumps(about), encoding="utf-8")
    return opened(folder)


def opened(folder: Path) -> Pyramid:
    """Map a pyramid that was built before. Raises KnownError when the folder holds none."""
    try:
        about = json.loads((folder / "pyramid.json").read_text(encoding="utf-8"))
        levels = tuple(
            np.load(_file(folder, level), mmap_mode="r", allow_pickle=False)
            for level in range(len(about["levels"]))
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _not_one(folder) from error
    good = all(
        level.dtype == np.uint8 and level.ndim == 3 and list(level.shape) == [*size, 3]
        for level, size in zip(levels, about["levels"], strict=True)
    )
    if not levels or not good or about.get("tile") != TILE:
        raise _not_one(folder)
    return Pyramid(levels)


_QUALITY = 95
"""Of the JPEG a tile is kept as, colours at full size: no eye tells it from the scan."""


def level_sizes(width: int, height: int) -> list[tuple[int, int]]:
    """Width and height of each level of a pyramid, full size first."""
    sizes = [(width, height)]
    while max(sizes[-1]) > TILE:
        sizes.append(((sizes[-1][0] + 1) // 2, (sizes[-1][1] + 1) // 2))
    return sizes


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


def gathered(
    fetch: Callable[[Tile], bytes | None], level: int, width: int, height: int, where: str
) -> Bytes:
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
                    part[...] = np.asarray(image)
            except (OSError, ValueError) as error:
                raise KnownError(
                    where, "a tile is missing or damaged.", "Take the scan in again."
                ) from error
    return whole


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


def _not_one(folder: Path) -> KnownError:
    return KnownError(str(folder), "holds no tile pyramid.", "Build it again from the scan.")


def _file(folder: Path, level: int) -> Path:
    return folder / f"level{level}.npy"


def _halve_file(source: Path, target: Path) -> tuple[int, int]:
    upper: Bytes = np.load(source, mmap_mode="r", allow_pickle=False)
    high, wide = (upper.shape[0] + 1) // 2, (upper.shape[1] + 1) // 2
    lower = np.lib.format.open_memmap(target, mode="w+", dtype=np.uint8, shape=(high, wide, 3))
    for top in range(0, upper.shape[0], _BAND):
        band = halved(np.asarray(upper[top : top + _BAND]))
        lower[top // 2 : top // 2 + band.shape[0]] = band
    lower.flush()
    return high, wide
