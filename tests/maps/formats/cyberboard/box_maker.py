"""Game boxes of CyberBoard, written by the description of their format: none are public."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from PIL import Image

HOLE = 0x00FF00FF
"""The colour of tiles that is none: blue, green and red from the top."""


@dataclass
class Made:
    """What goes into a game box; ``wide`` is format 5, else 3."""

    wide: bool = True
    shape: int = 3
    stagger: int = 0
    rows: int = 4
    columns: int = 5
    size: tuple[int, int] = (40, 36)
    inverts: tuple[int, int] = (0, 0)
    offsets: tuple[int, int] = (0, 0)
    numbers: int = 3
    tiles: Sequence[tuple[int, int, int]] = ((200, 180, 120), (60, 140, 60))
    pieces: Sequence[Sequence[int]] = ((0,), (0, 1))
    names: dict[int, str] = field(default_factory=lambda: {1: "Guards 4-6"})
    drawn: bytes = b""
    """Drawings of the board as written, with their number before them."""
    cells: Sequence[tuple[bool, int]] = ()


class Writer:
    """Writes numbers and texts one after another."""

    def __init__(self, wide: bool) -> None:
        self.wide = wide
        self.data = bytearray()

    def put(self, *numbers: int, width: int = 2) -> None:
        for number in numbers:
            self.data += number.to_bytes(width, "little", signed=number < 0)

    def ident(self, number: int) -> None:
        self.put(number, width=4 if self.wide else 2)

    def size(self, number: int) -> None:
        self.put(number, width=8 if self.wide else 4)

    def short(self, number: int) -> None:
        self.put(number, width=8 if self.wide else 2)

    def text(self, words: str) -> None:
        data = words.encode("cp1252")
        if len(data) < 0xFF:
            self.put(len(data), width=1)
        else:
            self.put(0xFF, width=1)
            self.put(len(data))
        self.data += data

    def manager(self) -> None:
        self.put(0, 0, width=4)
        self.put(1, 10, 0, 0)
        self.text("Arial")
        self.put(0, 0, 0, 0)


def sheet_of(tiles: Sequence[tuple[int, int, int]], edge: int) -> bytes:
    """Tiles one below the other as a BMP file, each with a hole in its corner."""
    picture = Image.new("RGB", (edge, edge * len(tiles)))
    for at, tile in enumerate(tiles):
        picture.paste(tile, (0, at * edge, edge, (at + 1) * edge))
        picture.putpixel((0, at * edge), (0xFF, 0x00, 0xFF))
    out = io.BytesIO()
    picture.save(out, "BMP")
    return out.getvalue()


def packed(data: bytes) -> bytes:
    """A picture as it is packed."""
    squeezed = zlib.compress(data)
    return struct.pack("<II", len(data) | 0x80000000, len(squeezed)) + squeezed


def box_bytes(made: Made, picture: bytes | None = None) -> bytes:
    """A whole game box of one board."""
    w = Writer(made.wide)
    w.data += b"GBOX" + bytes((5 if made.wide else 3, 10, 5, 0))
    w.put(24)
    w.put(1, 0, 7, width=4)
    w.data += bytes(16)
    for words in ("Somebody", "Toy  War", "A box to try"):
        w.text(words)
    w.data += bytes(16)
    w.put(0, 1, 0, 0, 0, 0)
    w.size(len(made.names))
    for key, name in made.names.items():
        w.put(key, width=4)
        w.text(name)
    w.put(HOLE, width=4)
    w.manager()
    edge = max(made.size)
    w.ident(len(made.tiles))
    for at in range(len(made.tiles)):
        for down in (at * edge, 0):
            w.short(0)
            w.put(down)
        w.put(0, width=4)
    w.short(1)
    w.text("Ground")
    w.short(len(made.tiles))
    for at in range(len(made.tiles)):
        w.ident(at)
    w.short(1)
    w.put(edge, edge, 1)
    w.data += packed(sheet_of(made.tiles, edge)) if picture is None else picture
    w.ident(2)
    w.manager()
    w.short(1)
    _board(w, made)
    w.put(0, 0, 0, 0)
    w.ident(len(made.pieces))
    for sides in made.pieces:
        if made.wide:
            w.size(len(sides))
        for side in (*sides, 0xFFFF, 0xFFFF)[: len(sides) if made.wide else 2]:
            w.ident(side)
        w.put(0)
    w.short(1)
    w.text("Reds")
    w.short(len(made.pieces))
    for at in range(len(made.pieces)):
        w.ident(at)
    w.put(0, 0, 0, 0)
    w.ident(0)
    w.short(0)
    return bytes(w.data)


def _board(w: Writer, made: Made) -> None:
    w.ident(1)
    w.put(1, 0)
    w.put(0, 0, 0, 0, width=4)
    w.put(2)
    w.put(0xFFFFFF, width=4)
    w.text("The field")
    w.put(1 if made.drawn else 0)
    w.data += made.drawn
    w.put(1, 0, 0, 0, 0, 0)
    w.put(1)
    w.put(0, 0, 0, 0)
    w.put(*made.offsets, *made.inverts)
    w.short(made.rows)
    w.short(made.columns)
    w.put(0, made.numbers, 0)
    w.put(0, width=4)
    for _ in range(3):
        wide, high = made.size
        w.put(made.shape, made.stagger, 0, 0, wide, high)
        corners = [(0, 0), (wide, 0), (wide, high), (0, high), (0, 0), (0, 0), (0, 0)]
        for x, y in corners[: 7 if made.shape > 2 else 5]:
            w.put(x, y)
    for at in range(made.rows * made.columns):
        is_tile, value = made.cells[at % len(made.cells)] if made.cells else (True, at % 2)
        if made.wide:
            w.put(int(is_tile), width=1)
            w.put(value, width=4)
        else:
            w.put(0xFFFF0000 | value if is_tile else value, width=4)
    w.put(0)
