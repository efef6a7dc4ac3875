"""Saved games of VASSAL: which pieces lie where, to be set up so.

A ``.vsav`` is an archive whose ``savedGame`` is a text of commands, usually hidden behind a key
byte. Only the pieces on maps are read; what the game says besides is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from maps.errors import KnownError
from maps.files.reading import Patience, text_of
from maps.formats.vassal.archive import opened
from maps.formats.vassal.boards import BOARD, ModuleBoard
from oob.formats.vassal.orders import MOST_PIECES, Slot
from oob.formats.vassal.pieces import LONGEST, fields_of, piece_of

MAP = "VASSAL.build.module.Map"
LARGEST_SAVE = 64_000_000
HEADER = b"!VCSK"
_MARK = "\x1b"
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class MapBoards:
    """The boards that lie on a map, each with the point its upper left corner has there."""

    origins: Mapping[str, tuple[float, float]]
    sizes: Mapping[str, tuple[int, int]]

    def at(self, x: float, y: float) -> tuple[str, float, float]:
        """The board at a point of the map, and the point of the board; '' where there is none."""
        for name, (left, top) in self.origins.items():
            wide, high = self.sizes.get(name, (0, 0))
            if left <= x <= left + wide and top <= y <= top + high:
                return name, x - left, y - top
        return "", x, y


def save_text(path: Path) -> str:
    """The commands of a saved game. Raises KnownError when it is none, broken or too large."""
    with opened(path) as archive:
        data = archive.read("savedGame", LARGEST_SAVE)
    return text_of(plain_bytes(data, path.name), path.name)


def plain_bytes(data: bytes, where: str) -> bytes:
    """What a hidden text says; plain text stays. Raises KnownError when it is broken."""
    if not data.startswith(HEADER):
        return data
    try:
        key = int(data[5:7], 16)
        hidden = bytes.fromhex(data[7:].decode("ascii"))
    except ValueError:
        raise KnownError(where, "its text is broken.", "Save the game again.") from None
    return hidden.translate(bytes(byte ^ key for byte in range(256)))


def slots_of_save(
    text: str, root: etree._Element, boards: Mapping[str, ModuleBoard], where: str
) -> list[Slot]:
    """The pieces of a saved game that lie on a map of its module.

    Raises KnownError for broken pieces, commands nested too deep, or too many of either.
    """
    patience = Patience(where, 60.0)
    commands = list(_commands(text, 0, where, patience))
    maps = _maps(commands, root, boards)
    found: list[Slot] = []
    for command in commands:
        patience.check()
        if not command.startswith("+/") or len(command) > LONGEST:
            continue
        parts = fields_of(command, "/")
        if len(parts) < 4 or parts[2].startswith(("stack", "deck")):
            continue
        piece = piece_of(command, where)
        state = fields_of(piece.traits[-1].state, ";")
        if len(state) < 3 or state[0] not in maps:
            continue
        board, x, y = maps[state[0]].at(_number(state[1]), _number(state[2]))
        found.append(Slot(piece.name, piece, command, state[0], board, (x, y) if board else None))
        if len(found) > MOST_PIECES:
            raise KnownError(where, f"has more than {MOST_PIECES:,} pieces.", "Choose another one.")
    return found


def _commands(text: str, depth: int, where: str, patience: Patience) -> Iterator[str]:
    """The single commands of a text, those inside others too."""
    if depth > _DEEPEST:
        what = f"its commands are nested more than {_DEEPEST} deep."
        raise KnownError(where, what, "Save the game again.")
    patience.check()
    for part in fields_of(text, _MARK):
        if _MARK in part:
            yield from _commands(part, depth + 1, where, patience)
        elif part:
            yield part


def _maps(
    commands: list[str], root: etree._Element, boards: Mapping[str, ModuleBoard]
) -> dict[str, MapBoards]:
    """The maps of a module with the boards a saved game lays on them."""
    found = {}
    for element in root.iter(MAP):
        name = element.get("mapName", "")
        edge = _number(element.get("edgeWidth", "0")), _number(element.get("edgeHeight", "0"))
        own = [board.get("name", "") for board in element.iter(BOARD)]
        sizes = {one: boards[one].size for one in own if one in boards}
        cells = {(0, 0): own[0]} if len(own) == 1 else {}
        for command in commands:
            head, *fields = command.split("\t")
            if head == f"{name}BoardPicker":
                for board, column, row in zip(
                    fields[::3], fields[1::3], fields[2::3], strict=False
                ):
                    if column.isdigit() and row.isdigit() and len(column + row) < 6:
                        cells[int(column), int(row)] = board.removesuffix("/rev")
        found[name] = MapBoards(_origins(cells, sizes, edge), sizes)
    return found


def _origins(
    cells: Mapping[tuple[int, int], str],
    sizes: Mapping[str, tuple[int, int]],
    edge: tuple[float, float],
) -> dict[str, tuple[float, float]]:
    """Boards lie side by side, and one below the other, without gaps."""
    origins = {}
    for (column, row), name in cells.items():
        left = sum(
            sizes.get(other, (0, 0))[0]
            for (c, r), other in cells.items()
            if r == row and c < column
        )
        top = sum(
            sizes.get(other, (0, 0))[1]
            for (c, r), other in cells.items()
            if c == column and r < row
        )
        origins[name] = (edge[0] + left, edge[1] + top)
    return origins


def _number(text: str) -> float:
    try:
        value = float(text[:20])
    except ValueError:
        return 0.0
    return value if abs(value) < 1e6 else 0.0
