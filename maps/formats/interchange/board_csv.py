"""Boards as a table, one row a hex, for spreadsheets and scripts.

Columns: ``hex`` (the printed label), ``q`` and ``r`` (axial), ``terrain``; ``side N`` and
``line N`` for each direction (``SE NE N NW SW S`` on a flat-topped grid, ``E NE NW W SW SE`` on a
pointy one);
``places`` (kind and name by turns) and ``region L`` for each layer of regions. Cells hold words as
the text format writes them: in double quotes where they have spaces.

Reading needs ``terrain`` and a place of each hex: ``q`` and ``r``, or ``column`` and ``row`` (or
``x`` and ``y``), or a ``hex`` whose first half is the column. Other columns are kept as notes by
name. The legend's names and looks, sheets and notes of a board are not in a table.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from maps.errors import KnownError
from maps.files.reading import Patience, read_text
from maps.files.writing import write_whole
from maps.formats.interchange.found import Found, numbered_hex
from maps.formats.labelbook import LabelBook
from maps.formats.textwords import WordError, word, words
from maps.hexgrid import Hex, Side, link, side
from maps.layout import Orientation
from maps.legend import Layer
from maps.model import GameMap

WAYS = {
    Orientation.FLAT: ("SE", "NE", "N", "NW", "SW", "S"),
    Orientation.POINTY: ("E", "NE", "NW", "W", "SW", "SE"),
}
"""Names of the six directions, in the order of :data:`maps.hexgrid.DIRECTIONS`."""

_WHOLE = re.compile(r"(?:[^:/]*[:/])?([0-9]{2,8})")
_PARTS = re.compile(r"([0-9]{1,4})[ .,_-]([0-9]{1,4})")
_FARTHEST = 100_000
Row = Mapping[str, str]


def dumps(board: GameMap) -> str:
    """A board as CSV text."""
    ways, layers = WAYS[board.orientation], sorted(board.regions)
    key = LabelBook(board.sheets).key
    head = ["hex", "q", "r", "terrain"]
    head += [f"{what} {way}" for what in ("side", "line") for way in ways]
    head += ["places", *(f"region {layer}" for layer in layers)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    for at, kind in sorted(board.terrain.items()):
        row = [key(at), str(at.q), str(at.r), word(kind)]
        row += [_joined(board.side_kinds(at, near)) for near in at.neighbours()]
        row += [_joined(board.line_kinds(at, near)) for near in at.neighbours()]
        places = sorted((place.kind, place.name) for place in board.places_at(at))
        row.append(" ".join(word(text) for place in places for text in place))
        row += [
            _joined(name for name, hexes in board.regions[layer].items() if at in hexes)
            for layer in layers
        ]
        writer.writerow(row)
    return out.getvalue()


def loads(text: str, where: str = "table of hexes") -> GameMap:
    """The board a CSV text describes.

    Raises KnownError with the line for what is not understood.
    """
    rows = _rows(text, where)
    _, head = next(rows, (0, list[str]()))
    columns = [name.strip() for name in head]
    known = {name.casefold(): name for name in columns if name}
    ways = next(
        (side_ for side_ in (Orientation.FLAT, Orientation.POINTY) if _fits(known, side_)),
        Orientation.FLAT,
    )
    if "terrain" not in known:
        raise KnownError(where, "has no column 'terrain'.", "Name it in the first line.")
    found = Found(where, Path(where).stem, ways)
    reader = _Reader(found, known)
    for number, cells in rows:
        row = dict(zip(columns, cells, strict=False))
        spot = f"{where} line {number}"
        try:
            reader.take(row, spot)
        except WordError as error:
            raise KnownError(spot, f"{error}.", "Close the quotation.") from None
    reader.finish()
    odd = [name for name in columns if name and name.casefold() not in reader.read]
    found.keep("imported, columns not read", ", ".join(odd))
    return found.finished("a table")


def load(path: Path) -> GameMap:
    """Read a board from a CSV file. Raises KnownError for a bad one."""
    return loads(read_text(path), path.name)


def dump(board: GameMap, path: Path) -> None:
    """Write a board as CSV, whole or not at all. Raises KnownError when it cannot be written."""
    write_whole(path, dumps(board))


class _Reader:
    """Takes rows of a table into a board."""

    def __init__(self, found: Found, known: Mapping[str, str]) -> None:
        self._found = found
        self._names = known
        self.read = {"hex", "q", "r", "terrain", "column", "row", "x", "y", "places"} & set(known)
        self._ways: list[tuple[Layer, int, str]] = []
        for direction, way in enumerate(WAYS[found.board.orientation]):
            for layer, what in ((Layer.HEXSIDE, "side"), (Layer.LINE, "line")):
                name = f"{what} {way.casefold()}"
                if name in known:
                    self._ways.append((layer, direction, known[name]))
                    self.read.add(name)
        self._regions = {
            name: own[7:].strip() for name, own in known.items() if name.startswith("region ")
        }
        self.read |= set(self._regions)
        self._sides: dict[Side, set[str]] = {}
        self._lines: dict[tuple[Hex, Hex], set[str]] = {}

    def take(self, row: Row, spot: str) -> None:
        at = self._hex(row, spot)
        board, found = self._found.board, self._found
        if at in board.terrain:
            raise KnownError(spot, f"the hex {at.q},{at.r} stands here twice.", "Keep one.")
        terrain = _words(self._cell(row, "terrain"))
        if len(terrain) != 1:
            raise KnownError(
                spot, "needs one word of terrain.", 'Write two words in quotes: "light woods".'
            )
        found.ground(at, terrain[0])
        for layer, direction, column in self._ways:
            for name in _words(row.get(column, "")):
                kind = found.kind(layer, name)
                if layer is Layer.HEXSIDE:
                    self._sides.setdefault(side(at, direction), set()).add(kind)
                else:
                    way = link(at, at.neighbour(direction))
                    self._lines.setdefault((way.a, way.b), set()).add(kind)
        texts = _words(self._cell(row, "places"))
        for kind_name, name in zip(texts[::2], texts[1::2], strict=False):
            found.place(at, name, kind_name)
        for column, layer_name in self._regions.items():
            for name in _words(self._cell(row, column)):
                found.member(at, layer_name, name)

    def finish(self) -> None:
        board = self._found.board
        board.hexsides = {of: frozenset(kinds) for of, kinds in self._sides.items()}
        board.lines = {link(*of): frozenset(kinds) for of, kinds in self._lines.items()}

    def _cell(self, row: Row, name: str) -> str:
        return row.get(self._names.get(name, ""), "")

    def _hex(self, row: Row, spot: str) -> Hex:
        for first, second in (("q", "r"), ("column", "row"), ("x", "y")):
            if first in self._names and second in self._names:
                a, b = (_whole(self._cell(row, name), name, spot) for name in (first, second))
                return Hex(a, b) if first == "q" else self._counted(a, b)
        text = self._cell(row, "hex").strip()
        whole, parts = _WHOLE.fullmatch(text), _PARTS.fullmatch(text)
        if whole is not None and len(whole[1]) % 2 == 0:
            half = len(whole[1]) // 2
            return self._counted(int(whole[1][:half]), int(whole[1][half:]))
        if parts is not None:
            return self._counted(int(parts[1]), int(parts[2]))
        what = "does not say which hex it is."
        raise KnownError(spot, what, "Fill the columns q and r, or hex as in 0417.")

    def _counted(self, column: int, row: int) -> Hex:
        """The hex in a column and row, even ones pushed half a hex."""
        self._found.is_numbered = True
        return numbered_hex(column, row, self._found.board.orientation)


def _rows(text: str, where: str) -> Iterator[tuple[int, list[str]]]:
    patience = Patience(where)
    reader = csv.reader(io.StringIO(text), delimiter=_delimiter(text))
    try:
        for cells in reader:
            patience.check()
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise KnownError(f"{where} line {reader.line_num}", f"{error}.", "Correct it.") from None


def _delimiter(text: str) -> str:
    """Comma, semicolon or tab: the one the first line has most of."""
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _fits(known: Mapping[str, str], orientation: Orientation) -> bool:
    own = {f"{what} {way.casefold()}" for what in ("side", "line") for way in WAYS[orientation]}
    other = Orientation.POINTY if orientation is Orientation.FLAT else Orientation.FLAT
    others = {f"{what} {way.casefold()}" for what in ("side", "line") for way in WAYS[other]}
    return bool((own - others) & set(known))


def _joined(kinds: object) -> str:
    assert hasattr(kinds, "__iter__")
    return " ".join(word(kind) for kind in sorted(kinds))


def _words(cell: str) -> list[str]:
    """The words of a cell; what cannot be told apart raises WordError."""
    return [text if key is None else f"{key}={text}" for key, text in words(cell)]


def _whole(text: str, name: str, spot: str) -> int:
    try:
        number = int(text.strip()[:20])
    except ValueError:
        number = _FARTHEST + 1
    if abs(number) > _FARTHEST:
        raise KnownError(spot, f"the {name} {text[:20]!r} is no number of a hex.", "Correct it.")
    return number
