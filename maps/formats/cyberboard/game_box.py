"""A game box of CyberBoard (``.gbx``) as it is written: tiles, boards with cells, pieces.

Read after a description of the format, since no such file is public; boards' drawings and marks
are passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np
from PIL import Image

from maps.errors import KnownError
from maps.files.reading import read_bytes
from maps.formats.cyberboard.reader import Reader

SUFFIX = ".gbx"
LARGEST = 200_000_000
FLAT, POINTY = 3, 4
"""Shapes of cells that are hexes."""

_MARK = b"GBOX"
_NO_TILE = 0xFFFF
_MOST_CELLS = 250_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a board: their shape, size in pixels, and by rows each one's tile or colour.

    Every second line is pushed half a cell: lines 1, 3 ... or, ``stagger`` being 1, lines 0, 2 ...
    """

    shape: int
    stagger: int
    wide: int
    high: int
    rows: int
    columns: int
    offsets: tuple[int, int]
    inverts: tuple[bool, bool]
    numbers: int
    ground: tuple[tuple[bool, int], ...]
    """Row by row: whether it is a tile, and its number or colour."""


@dataclass(frozen=True, slots=True)
class BoxBoard:
    """A board of a game box; ``cells`` is None for one that is only drawn."""

    name: str
    cells: Cells | None


@dataclass(frozen=True, slots=True)
class BoxPiece:
    """A piece: the list it is on, what it is called, and the tiles of its sides."""

    group: str
    name: str
    tiles: tuple[int, ...]


@dataclass(slots=True)
class GameBox:
    """What a game box holds."""

    title: str
    boards: list[BoxBoard] = field(default_factory=list)
    pieces: list[BoxPiece] = field(default_factory=list)
    spots: list[tuple[int, int]] = field(default_factory=list)
    """For each tile the sheet it is on, and how far down."""
    sheets: list[tuple[int, int, Image.Image | None]] = field(default_factory=list)
    """Width and height of the tiles of each sheet, and its picture."""
    hole: tuple[int, int, int] = (0, 0, 0)
    """The colour of tiles that is none."""

    def tile(self, number: int) -> Image.Image | None:
        """The picture of a tile, its holes open; None when it has none."""
        if not 0 <= number < len(self.spots):
            return None
        sheet, down = self.spots[number]
        if not 0 <= sheet < len(self.sheets):
            return None
        wide, high, picture = self.sheets[sheet]
        if picture is None or not wide or not high or down + high > picture.height:
            return None
        tile = picture.crop((0, down, min(wide, picture.width), down + high)).convert("RGBA")
        is_open = (np.asarray(tile)[:, :, :3] == self.hole).all(axis=2)
        tile.putalpha(Image.fromarray(np.where(is_open, 0, 255).astype(np.uint8)))
        return tile


def read_box(path: Path) -> GameBox:
    """The game box in a file. Raises KnownError for anything else, or a broken one."""
    return box_of(read_bytes(path, LARGEST), path.name)


def box_of(data: bytes, where: str) -> GameBox:
    """The game box in some bytes. Raises KnownError as :func:`read_box` does."""
    reader = Reader(data, where)
    if data[:4] != _MARK:
        raise KnownError(where, "is no game box of CyberBoard.", "Choose a .gbx file.")
    reader.take(4)
    major, _minor, _program = reader.byte(), reader.byte(), reader.take(2)
    if major < 3:
        what = f"is of format {major}, older than 3."
        raise KnownError(where, what, "Save it with a newer CyberBoard.")
    reader.is_wide = major >= 4
    box = GameBox(_title(reader, where))
    names = {reader.dword(): reader.text() for _ in range(reader.count(reader.size(), 5))}
    _tiles(reader, box)
    reader.ident()
    _manager(reader)
    box.boards = _many(reader, reader.short_size(), 30, _board)
    _pieces(reader, box, names)
    return box


def _many(reader: Reader, number: int, each: int, read: Callable[[Reader], T]) -> list[T]:
    return [read(reader) for _ in range(reader.count(number, each))]


def _title(reader: Reader, where: str) -> str:
    reader.take(2 + 4 + 4 + 4 + 16)
    _author, title, _told = (reader.text() for _ in range(3))
    reader.take(16 + 2 + 2 + 8)
    return " ".join(title.split()) or Path(where).stem


def _manager(reader: Reader) -> None:
    """Pass over what all managers begin with: colours and the font of drawings."""
    reader.take(4 + 4 + 2)
    _font(reader)
    reader.take(8)


def _font(reader: Reader) -> None:
    reader.take(6)
    reader.text()


def _tiles(reader: Reader, box: GameBox) -> None:
    colour = reader.dword()
    box.hole = (colour & 0xFF, colour >> 8 & 0xFF, colour >> 16 & 0xFF)
    _manager(reader)

    def spot(reader: Reader) -> tuple[int, int]:
        return reader.short_size(), reader.word()

    def tile(reader: Reader) -> tuple[int, int]:
        full, _half, _fill = spot(reader), spot(reader), reader.dword()
        return full

    def tile_set(reader: Reader) -> None:
        reader.text()
        _many(reader, reader.short_size(), 2, Reader.ident)

    def sheet(reader: Reader) -> tuple[int, int, Image.Image | None]:
        wide, high, has_picture = reader.word(), reader.word(), reader.word()
        return wide, high, reader.picture() if has_picture else None

    box.spots = _many(reader, reader.ident(), 12, tile)
    _many(reader, reader.short_size(), 3, tile_set)
    box.sheets = _many(reader, reader.short_size(), 6, sheet)


def _board(reader: Reader) -> BoxBoard:
    reader.ident()
    reader.take(2 + 2 + 16 + 2 + 4)
    name = reader.text()
    if reader.word():
        _drawings(reader)
    reader.take(2 + 2 + 8)
    cells = _cells(reader) if reader.word() else None
    if reader.word():
        _drawings(reader)
    return BoxBoard(name, cells)


def _cells(reader: Reader) -> Cells:
    reader.take(8)
    offsets = reader.signed(), reader.signed()
    inverts = bool(reader.word()), bool(reader.word())
    rows, columns = reader.short_size(), reader.short_size()
    reader.word()
    numbers = reader.word()
    reader.take(2 + 4)
    (shape, stagger, wide, high), *_smaller = [_geometry(reader) for _ in range(3)]
    if rows * columns > _MOST_CELLS:
        raise reader.broken(f"has a board of more than {_MOST_CELLS:,} cells")
    each = 5 if reader.is_wide else 4
    ground = _many(reader, reader.count(rows * columns, each), each, _cell)
    return Cells(
        shape, stagger, wide, high, rows, columns, offsets, inverts, numbers, tuple(ground)
    )


def _geometry(reader: Reader) -> tuple[int, int, int, int]:
    shape, stagger = reader.word(), reader.word()
    reader.take(8)
    corners = [(reader.word(), reader.word()) for _ in range(7 if shape > 2 else 5)]
    return shape, stagger & 1, max(x for x, _ in corners), max(y for _, y in corners)


def _cell(reader: Reader) -> tuple[bool, int]:
    if reader.is_wide:
        return bool(reader.byte()), reader.dword()
    value = reader.dword()
    is_tile = value >> 16 == _NO_TILE
    return is_tile, value & 0xFFFF if is_tile else value


def _drawings(reader: Reader) -> None:
    """Pass over what is drawn on a board."""
    for _ in range(reader.count(reader.short_size(), 14)):
        kind = reader.word()
        reader.take(12)
        if kind in (0, 1):
            reader.take(10)
        elif kind in (2, 0x82):
            reader.take(14)
            if kind == 0x82:
                reader.ident()
        elif kind == 3:
            reader.word()
        elif kind == 4:
            reader.take(6)
            reader.text()
            _font(reader)
        elif kind == 5:
            reader.take(10)
            reader.take(4 * reader.count(reader.short_size(), 4))
        elif kind == 6:
            reader.word()
            reader.picture()
        elif kind == 0x80:
            reader.ident()
        elif kind == 0x81:
            reader.size(), reader.ident(), reader.word()
        else:
            raise reader.broken(f"has a drawing of a kind that is not known ({kind})")


def _pieces(reader: Reader, box: GameBox, names: dict[int, str]) -> None:
    reader.take(8)

    def piece(reader: Reader) -> tuple[int, ...]:
        number = reader.size() if reader.is_wide else 2
        sides = tuple(_many(reader, number, 2, Reader.ident))
        reader.word()
        return tuple(side for side in sides if side not in (_NO_TILE, 0xFFFFFFFF))

    def group(reader: Reader) -> tuple[str, list[int]]:
        return reader.text(), _many(reader, reader.short_size(), 2, Reader.ident)

    known = _many(reader, reader.ident(), 6 if not reader.is_wide else 10, piece)
    for name, members in _many(reader, reader.short_size(), 3, group):
        box.pieces += _named(" ".join(name.split()), members, known, names)


def _named(
    group: str, members: list[int], known: list[tuple[int, ...]], names: dict[int, str]
) -> Iterator[BoxPiece]:
    for place, number in enumerate(members, 1):
        if number < len(known):
            name = " ".join(names.get(number, "").split()) or f"{group or 'Piece'} {place}"
            yield BoxPiece(group, name[:120], known[number])
