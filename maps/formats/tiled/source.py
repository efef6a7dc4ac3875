"""What a map file of Tiled holds, TMX and TMJ alike, before it becomes a board."""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from maps.errors import KnownError

FLAGS = 0xF000_0000
"""Bits of a tile's number that say how it is turned."""

MOST_CELLS = 1_000_000
"""Cells of a layer, and of all its chunks."""


@dataclass(frozen=True, slots=True)
class TileLayer:
    """A layer of tiles: their numbers by column and row, without the bits of turning."""

    name: str
    group: str
    is_region: bool
    gids: Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Thing:
    """An object: its class, its name, and its points in pixels of the map."""

    kind: str
    name: str
    points: tuple[tuple[float, float], ...]
    properties: Mapping[str, str]


@dataclass(slots=True)
class Source:
    """A map file. ``tiles`` are the names of tiles by number."""

    attributes: Mapping[str, str]
    properties: Mapping[str, str] = field(default_factory=dict)
    tiles: dict[int, str] = field(default_factory=dict)
    layers: list[TileLayer] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """Layers that were not understood, by name."""

    def whole(self, name: str, default: int, where: str) -> int:
        """A whole number of the map's own attributes. Raises KnownError for anything else."""
        return whole(self.attributes.get(name, str(default)), name, where)


def whole(text: str, name: str, where: str) -> int:
    """A whole number below a million. Raises KnownError for anything else."""
    try:
        value = int(float(text[:20]))
    except (ValueError, OverflowError):
        value = -1_000_001
    if abs(value) > 1_000_000:
        raise KnownError(where, f"{name} is {text[:20]!r}.", "Write a whole number.")
    return value


def number(text: str, where: str) -> float:
    """A finite number. Raises KnownError for anything else."""
    try:
        value = float(text[:40])
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e9:
        raise KnownError(where, f"{text[:20]!r} is no place of an object.", "Correct it.")
    return value


def placed(
    gids: Iterator[int] | list[int], left: int, top: int, wide: int, high: int, where: str
) -> dict[tuple[int, int], int]:
    """Tile numbers row by row as cells; empty ones are left out.

    Raises KnownError when there are not ``wide`` times ``high`` of them.
    """
    if not 0 <= wide * high <= MOST_CELLS or wide < 0 or high < 0:
        raise KnownError(where, f"has {wide} by {high} cells.", f"Use at most {MOST_CELLS:,}.")
    found: dict[tuple[int, int], int] = {}
    count = 0
    for index, raw in enumerate(gids):
        count = index + 1
        if count > wide * high:
            break
        gid = raw & ~FLAGS
        if gid > 0:
            found[left + index % wide, top + index // wide] = gid
    if count != wide * high:
        what = f"a layer does not hold {wide} x {high} tiles."
        raise KnownError(where, what, "Save it in Tiled again.")
    return found


def decoded(text: str, encoding: str, compression: str, cells: int, where: str) -> list[int]:
    """The tile numbers of a layer's data: CSV or base64, plain, zlib or gzip.

    Raises KnownError for broken data, more than ``cells`` of it, and other packings.
    """
    if encoding == "csv":
        parts = text.replace("\n", "").split(",", cells + 1)
        if all(part.strip().isdigit() and len(part) < 12 for part in parts):
            return [int(part) for part in parts]
        raise KnownError(where, "a layer holds what is no tile number.", "Save it in Tiled again.")
    if encoding != "base64" or compression not in ("", "zlib", "gzip"):
        what = f"a layer is packed as {encoding} {compression}".rstrip() + ", not read here."
        raise KnownError(where, what, "Choose CSV as tile layer format in Tiled's map properties.")
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
        most = 4 * cells + 4
        if compression == "zlib":
            data = zlib.decompressobj().decompress(data, most)
        elif compression == "gzip":
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(most)
    except (binascii.Error, ValueError, zlib.error, OSError, EOFError):
        raise KnownError(where, "the data of a layer is broken.", "Save it again.") from None
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]
