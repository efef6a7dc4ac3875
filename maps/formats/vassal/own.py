"""What Sandtable puts into a module of its own beside what VASSAL reads, and finds there again.

The board comes back whole from its text, as long as its grid lies where it was written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import maps.formats.text
from maps.files.reading import LARGEST, json_of, text_of
from maps.files.values import Values
from maps.formats.vassal.archive import Archive
from maps.formats.vassal.grids import HexGrid
from maps.formats.vassal.writing import Laid, middle_of
from maps.hexgrid import Hex
from maps.model import GameMap
from maps.untyped import JsonObject

INDEX = "sandtable/module.json"
BOARD_FILE, ORDER_FILE = "sandtable/board.map", "sandtable/counters.oob"
CHARTS_FILE = "sandtable/charts.toml"


@dataclass(frozen=True, slots=True)
class Own:
    """Where the board was laid when it was written: its picture, its first hex, its pitches."""

    name: str
    wide: int
    high: int
    first: Hex
    x: int
    y: int
    across: float
    along: float
    units: tuple[str, ...] = ()
    """The units of its pieces, in the order of their numbers from 1."""
    boxes: tuple[tuple[int, int, str], ...] = ()
    """Where pieces were put that are in boxes: x, y and the box."""

    @staticmethod
    def of(name: str, laid: Laid, units: Iterable[str]) -> Own:
        """What is written of a board of that name, and of a module's pieces."""
        place = laid.first, laid.x, laid.y, laid.across, laid.along
        boxes = tuple((*middle_of(rect), ident) for ident, rect in laid.boxes.items())
        return Own(name, laid.wide, laid.high, *place, tuple(units), boxes)

    def as_json(self) -> JsonObject:
        """As the index holds it."""
        return {
            "board": self.name,
            "size": [self.wide, self.high],
            "first": [self.first.q, self.first.r, self.x, self.y],
            "pitch": [self.across, self.along],
            "units": list(self.units),
            "boxes": [list(one) for one in self.boxes],
        }

    def is_laid(self, grid: HexGrid, size: tuple[int, int]) -> bool:
        """Whether a grid still lies where this one was written, on a picture of the same size."""
        x0, y0 = (self.y, self.x) if grid.sideways else (self.x, self.y)
        gaps = grid.x0 - x0, grid.y0 - y0, grid.dx - self.across, grid.dy - self.along
        return size == (self.wide, self.high) and max(map(abs, gaps)) < 1e-6


def own_of(archive: Archive) -> Own | None:
    """What Sandtable says of a module it wrote, None for others. Raises KnownError when broken."""
    if not archive.has(INDEX):
        return None
    where = f"{archive.name}, {INDEX}"
    found = Values(
        json_of(text_of(archive.read(INDEX, LARGEST), where), where),
        where,
        "is broken.",
        "Write the module again.",
    )
    size, first, pitch = (found.part(key) for key in ("size", "first", "pitch"))
    wide, high = size.whole(0), size.whole(1)
    q, r, x, y = (first.whole(at) for at in range(4))
    across, along = pitch.number(0), pitch.number(1)
    listed = found.parts("boxes") if found.has("boxes") else ()
    boxes = tuple((box.whole(0), box.whole(1), box.text(2)) for box in listed)
    if max(map(abs, (wide, high, q, r, x, y))) > 1_000_000:
        raise found.wrong()
    if not (1 < across < 1e6 and 1 < along < 1e6):
        raise found.wrong()
    name, units = found.text("board"), found.texts("units")
    return Own(name, wide, high, Hex(q, r), x, y, across, along, units, boxes)


def own_board(archive: Archive) -> GameMap | None:
    """The board Sandtable put into a module, if it is there. Raises KnownError when broken."""
    if not archive.has(BOARD_FILE):
        return None
    where = f"{archive.name}, {BOARD_FILE}"
    data = archive.read(BOARD_FILE, LARGEST)
    return maps.formats.text.loads(text_of(data, where), where)
