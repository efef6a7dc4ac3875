"""Saved games of VASSAL: which pieces lie where, to be set up so.

A ``.vsav`` is an archive whose ``savedGame`` is a text of commands, usually hidden behind a key
byte. Only the pieces on maps are read; what the game says besides is left out. A ``.vlog`` is a
saved game with the steps taken since: the pieces lie where the last step leaves them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from maps.errors import KnownError
from maps.files.reading import Patience, text_of
from maps.formats.vassal.archive import Archive, opened, opened_within
from maps.formats.vassal.boards import BOARD, ModuleBoard
from oob.formats.vassal.orders import MOST_PIECES, Slot, prototypes_of
from oob.formats.vassal.pieces import LONGEST, field_text, fields_of, piece_of, with_prototypes

MAP = "VASSAL.build.module.Map"
_DISPLAYS = (
    "VASSAL.build.widget.WidgetMap",
    "VASSAL.build.module.PrivateMap",
    "VASSAL.build.module.PlayerHand",
)
"""Windows of their own: displays, hands. Pieces on them are in the game, on no board of hexes."""
_NOWHERE = ("", "null")
"""What pieces say that lie on no map, and up to VASSAL 2.9 those whose stack says it for them."""
LARGEST_SAVE = 64_000_000
HEADER = b"!VCSK"
_MARK = "\x1b"
_LOGGED = "LOG\t"
"""What stands before each step of a log."""
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class MapBoards:
    """The boards that lie on a map, each with the point its upper left corner has there."""

    origins: Mapping[str, tuple[float, float]]
    sizes: Mapping[str, tuple[int, int]]
    missing: tuple[str, ...] = ()
    """Boards the saved game lays on it that the module has not."""

    def called(self, name: str) -> str:
        """The map of a name, in words for pieces that lie on it and on no board of hexes."""
        few = ", ".join(one[:40] for one in self.missing[:2])
        return f"{name} (its board {few} is not in the module)" if few else name

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


def setup_text(archive: Archive, file: str) -> str:
    """The commands of a saved game that lies in a module. Raises KnownError as
    :func:`save_text` does.
    """
    with opened_within(archive, file, LARGEST_SAVE) as inside:
        data = inside.read("savedGame", LARGEST_SAVE)
    where = f"{archive.name}, {file}"
    return text_of(plain_bytes(data, where), where)


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
    """The pieces of a saved game, or at the end of a log, on a map or display of its module.

    Raises KnownError for broken pieces, commands nested too deep, or too many of either.
    """
    patience = Patience(where, 60.0)
    commands = list(_commands(text, 0, where, patience))
    maps = _maps(commands, root, boards)
    displays = {element.get("mapName", "") for element in root.iter(*_DISPLAYS)}
    prototypes = prototypes_of(root, where)
    found: list[Slot] = []
    for command, (map_name, left, top) in _lying(commands, where, patience):
        if (map_name not in maps and map_name not in displays) or map_name in _NOWHERE:
            continue
        piece = with_prototypes(piece_of(command, where), prototypes, where)
        at, board, display = None, "", map_name
        if map_name in maps:
            board, x, y = maps[map_name].at(left, top)
            at, display = ((x, y), "") if board else (None, maps[map_name].called(map_name))
        found.append(Slot(piece.name, piece, command, map_name, board, at, display=display))
    return found


def slots_alone(text: str, where: str) -> list[Slot]:
    """The pieces of a saved game whose module is not known: each on the list of its map.

    Raises KnownError as :func:`slots_of_save` does.
    """
    patience = Patience(where, 60.0)
    commands = list(_commands(text, 0, where, patience))
    found: list[Slot] = []
    for command, (map_name, _left, _top) in _lying(commands, where, patience):
        piece = piece_of(command, where)
        found.append(Slot(piece.name, piece, command, map_name if map_name not in _NOWHERE else ""))
    return found


_Place = tuple[str, float, float]
"""A map and a point of it."""


def _lying(commands: list[str], where: str, patience: Patience) -> Iterator[tuple[str, _Place]]:
    """The pieces at the end, each with the place where it lies."""
    table = _Table(where)
    for command in commands:
        patience.check()
        table.follow(command)
    stacked = table.stacked()
    for ident, command in table.pieces.items():
        patience.check()
        place = table.places[ident]
        yield command, stacked.get(ident, place) if place[0] in _NOWHERE else place


class _Table:
    """The pieces of a saved game, and what the steps of a log did to them."""

    def __init__(self, where: str) -> None:
        self._where = where
        self.pieces: dict[str, str] = {}
        self.places: dict[str, _Place] = {}
        self._stacks: dict[str, list[str]] = {}
        self._stacks_at: dict[str, _Place] = {}
        self._in_log = False

    def follow(self, command: str) -> None:
        """Carry a command out; what is none of adding, changing, moving and removing is left."""
        self._in_log = self._in_log or command.startswith(_LOGGED)
        step = command.removeprefix(_LOGGED)
        if step[:2] not in ("+/", "-/", "D/", "M/") or len(step) > LONGEST:
            return
        fields = fields_of(step, "/")
        ident = fields[1]
        match fields:
            case ["+", _, type_, state, *_]:
                self._add(ident, type_, state)
            case ["D", _, state, *_]:
                self._change(ident, state)
            case ["M", _, map_name, x, y, *_]:
                if ident in self._stacks:
                    self._stacks_at[ident] = map_name, _number(x), _number(y)
                else:
                    self._leave_stacks(ident)
                for one in self._stacks.get(ident, [ident]):
                    self.places[one] = map_name, _number(x), _number(y)
            case ["-", *_]:
                self.pieces.pop(ident, None)
                self._stacks.pop(ident, None)

    def _add(self, ident: str, type_: str, state: str) -> None:
        if type_.startswith("deck"):
            return
        if type_.startswith("stack"):
            self._stack(ident, state)
            return
        while ident in self.pieces and not self._in_log:
            ident += "+"  # two pieces by one id: both are there
        self.pieces[ident] = field_text(["+", ident, type_, state], "/")
        if len(self.pieces) > MOST_PIECES:
            what = f"has more than {MOST_PIECES:,} pieces."
            raise KnownError(self._where, what, "Choose another one.")
        self._stand(ident)

    def _change(self, ident: str, state: str) -> None:
        if ident in self._stacks:
            self._stack(ident, state)
        elif ident in self.pieces:
            type_ = fields_of(self.pieces[ident], "/")[2]
            self.pieces[ident] = field_text(["+", ident, type_, state], "/")
            self._stand(ident)

    def _stand(self, ident: str) -> None:
        """Take from a piece's own words where it is."""
        state = fields_of(piece_of(self.pieces[ident], self._where).traits[-1].state, ";")
        if len(state) > 2:
            self.places[ident] = state[0], _number(state[1]), _number(state[2])
        else:
            self.places[ident] = "", 0.0, 0.0

    def _stack(self, ident: str, state: str) -> None:
        """Remember who is in a stack, should it move as one."""
        parts = fields_of(state, ";")
        self._stacks[ident] = [one for one in parts[3:] if one and not one.startswith("@@")]
        if len(parts) > 2:
            self._stacks_at[ident] = parts[0], _number(parts[1]), _number(parts[2])

    def _leave_stacks(self, ident: str) -> None:
        """A piece that moves by itself is no longer where its stack is."""
        for members in self._stacks.values():
            if ident in members:
                members.remove(ident)

    def stacked(self) -> dict[str, _Place]:
        """Where the stacks lie that pieces are in."""
        return {
            one: self._stacks_at[ident]
            for ident, members in self._stacks.items()
            if ident in self._stacks_at
            for one in members
        }


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
        missing = tuple(dict.fromkeys(one for one in cells.values() if one not in own))
        found[name] = MapBoards(_origins(cells, sizes, edge), sizes, missing)
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
