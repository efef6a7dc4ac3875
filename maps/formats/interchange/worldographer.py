"""Maps of Worldographer and Hexographer: gzip of UTF-16 XML, releases 1.73 to 2025.

A ``tilerow`` is a column of the map, however its hexes stand; odd columns (pointy: rows) lie half a
hex further on. Features, labels and shapes have places on a paper where a hex is 300 wide and 300
high, whatever size it is drawn at, and the first one's centre is at 150, 150.
"""

from __future__ import annotations

import io
import math
import re
import zlib
from collections.abc import Iterator
from gzip import GzipFile
from itertools import pairwise
from pathlib import Path

from lxml import etree

from maps.edits.placing import MAX_SHEET
from maps.errors import KnownError, counted
from maps.files.reading import Patience, read_bytes
from maps.finding.following import Follower, straight_links
from maps.formats.interchange.found import Found, numbered_hex
from maps.formats.xmlfiles import LARGEST, parsed
from maps.hexgrid import Hex, Link, Side
from maps.layout import SQRT3, Layout, Orientation, Point
from maps.legend import Layer
from maps.model import GameMap
from maps.numbering import LabelScheme, Order, Parity, Sheet

SUFFIXES = (".wxx",)
_TILE = 300.0
_FAR = 1e7
_WATER = {"ocean": "yes", "sea": "yes", "water": "yes", "lake": "lake"}
_LINES = {
    "road": "road", "highway": "road", "trail": "trail", "path": "trail", "rail": "rail",
    "railway": "rail", "railroad": "rail",
}  # fmt: skip
_SIDES = {"river": "river", "stream": "river", "canal": "canal", "wall": "wall", "cliff": "cliff"}
_MOST_POINTS = 20_000
_WORD = re.compile(r"[a-z]+")


def load(path: Path) -> GameMap:
    """Read a map of Worldographer. Raises KnownError for a bad one."""
    return loads(read_bytes(path, LARGEST), path.name)


def loads(data: bytes, where: str = "map") -> GameMap:
    """The board a map of Worldographer shows, its legend made of the names it uses.

    Raises KnownError for what is broken, too large, or no such map.
    """
    root = parsed(_unpacked(data, where), where)
    if root.tag != "map" or root.find("tiles") is None:
        what = "is no map of Worldographer."
        raise KnownError(where, what, "Choose a .wxx file with tiles.")
    return _Reader(root, where).board()


def _unpacked(data: bytes, where: str) -> bytes:
    """What a packed file holds; plain XML is taken as it is."""
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        found = GzipFile(fileobj=io.BytesIO(data)).read(LARGEST + 1)
    except (OSError, EOFError, zlib.error):
        raise KnownError(where, "is broken: it does not unpack.", "Save it again.") from None
    if len(found) > LARGEST:
        what = f"unpacks to more than {LARGEST // 1_000_000} megabytes."
        raise KnownError(where, what, "Save a smaller map.")
    return found


class _Reader:
    def __init__(self, root: etree._Element, where: str) -> None:
        self._root, self._where = root, where
        self._patience = Patience(where)
        upright = root.get("hexOrientation", "COLUMNS")
        if upright not in ("COLUMNS", "ROWS"):
            what = f"its hexes lie as {upright[:20]!r}."
            raise KnownError(where, what, "Choose columns or rows that line up.")
        flat = upright == "COLUMNS"
        self._orientation = Orientation.FLAT if flat else Orientation.POINTY
        self._layout = Layout(self._orientation)
        self._found = Found(where, Path(where).stem, self._orientation)
        self._tiles = next(root.iterfind("tiles"))
        self._level = self._tiles.get("viewLevel", "")
        self._columns = self._count("tilesWide")
        self._rows = self._count("tilesHigh")
        self._left_out: dict[str, int] = {}

    def board(self) -> GameMap:
        """Everything there is a place for on a board; what is left out is told in a note."""
        found = self._found
        self._ground()
        for feature in self._root.iterfind("features/feature"):
            self._patience.check()
            self._place(feature, feature.get("type", ""), _text_of(feature.find("label")))
        for text in self._root.iterfind("labels/label"):
            self._patience.check()
            self._place(text, "label", _text_of(text))
        self._shapes()
        found.board.sheets.append(self._sheet())
        levels = {tiles.get("viewLevel", "") for tiles in self._root.iterfind("tiles")}
        for level in sorted(levels - {self._level}):
            self._leave(f"level {level}")
        notes = sum(1 for _ in self._root.iterfind("notes/note"))
        if notes:
            self._left_out["notes"] = notes
        told = "; ".join(f"{name} ({count:,})" for name, count in self._left_out.items())
        found.keep("imported, left out", told)
        return found.finished("a map of Worldographer")

    def _ground(self) -> None:
        names = self._names()
        columns = list(self._tiles.iterfind("tilerow"))
        if len(columns) != self._columns:
            what = (
                f"has {counted(len(columns), 'column')} of tiles where {self._columns:,} are said."
            )
            raise KnownError(self._where, what, "Save it again.")
        for column, tiles in enumerate(columns):
            self._patience.check()
            lines = [line for line in (tiles.text or "").split("\n") if line.strip()]
            if len(lines) != self._rows:
                what = f"has {counted(len(lines), 'tile')} where {self._rows:,} are said."
                raise KnownError(f"{self._where} column {column + 1}", what, "Save it again.")
            for row, line in enumerate(lines):
                cells = line.split("\t")
                name = names.get(cells[0].strip())
                if name is None:
                    what = f"has terrain {cells[0][:20]!r}, which the file does not name."
                    spot = f"{self._where} column {column + 1}, row {row + 1}"
                    raise KnownError(spot, what, "Save it again.")
                self._found.ground(self._hex(column, row), name, _look(name))
                if cells[1:2] not in (["0"], ["1"], ["0.0"], ["1.0"], []):
                    self._leave("elevations of hexes")
                if len(cells) > 5 and cells[5].strip() != "Z":
                    self._leave("resources of hexes")

    def _names(self) -> dict[str, str]:
        """Terrain by number, without the set of pictures it is taken from."""
        words = (self._root.findtext("terrainmap") or "").strip("\n").split("\t")
        pairs = zip(words[::2], words[1::2], strict=False)
        return {number.strip(): _plain(name) for name, number in pairs}

    def _place(self, element: etree._Element, kind: str, name: str) -> None:
        """Put a feature or a label into the hex it lies in."""
        spot = element.find("location")
        if spot is None or spot.get("viewLevel", self._level) != self._level:
            self._leave("features of other levels")
            return
        at = self._layout.hex_at(*self._paper(spot))
        if at not in self._found.board.terrain:
            self._leave("features off the map")
            return
        self._found.place(at, name, _plain(kind) or "feature")

    def _shapes(self) -> None:
        """Rivers along hexsides, roads from hex to hex; areas are left out."""
        lines: dict[Link, set[str]] = {}
        sides: dict[Side, set[str]] = {}
        points = 0
        for shape in self._root.iterfind("shapes/shape"):
            self._patience.check()
            if shape.get("type") != "Path":
                self._leave("areas")
                continue
            if shape.get("currentShapeViewLevel", self._level) != self._level:
                self._leave("lines of other levels")
                continue
            way = [self._paper(point) for point in shape.iterfind("p")]
            points += len(way)
            if points > _MOST_POINTS:
                what = f"its lines have more than {_MOST_POINTS:,} points."
                raise KnownError(self._where, what, "Leave some out.")
            layer, kind = _course(shape)
            ident = self._found.kind(layer, kind)
            if layer is Layer.HEXSIDE:
                for of in self._sides(way):
                    sides.setdefault(of, set()).add(ident)
            else:
                for of_link in self._links(way):
                    lines.setdefault(of_link, set()).add(ident)
        board = self._found.board
        board.lines = {way: frozenset(kinds) for way, kinds in lines.items()}
        board.hexsides = {of: frozenset(kinds) for of, kinds in sides.items()}

    def _sides(self, way: list[Point]) -> list[Side]:
        terrain = self._found.board.terrain
        follower = Follower(self._layout, lambda of: any(at in terrain for at in of.hexes))
        for point in self._near(way):
            self._patience.check()
            follower.add(point)
        return follower.sides()

    def _links(self, way: list[Point]) -> Iterator[Link]:
        terrain = self._found.board.terrain
        hexes = [self._layout.hex_at(*point) for point in self._near(way)]
        for one, two in pairwise(hexes):
            for step in straight_links(one, two):
                if all(at in terrain for at in step):
                    yield step

    def _near(self, way: list[Point]) -> Iterator[Point]:
        """The points of a way no further from the map than a sheet is wide."""
        far = self._columns + self._rows + 10.0
        return (point for point in way if max(abs(point.x), abs(point.y)) < 2 * far)

    def _paper(self, spot: etree._Element) -> Point:
        """A place of the file on the paper of a layout whose hexes are 1 wide."""
        x, y = ((_number(spot.get(name, ""), self._where) - _TILE / 2) / _TILE for name in "xy")
        first = self._layout.centre(self._hex(0, 0))
        narrow = SQRT3 / 2 / 0.75
        if self._orientation is Orientation.FLAT:
            return Point(first.x + x * narrow, first.y + y)
        return Point(first.x + x, first.y + y * narrow)

    def _hex(self, column: int, row: int) -> Hex:
        return numbered_hex(column + 1, row + 1, self._orientation)

    def _sheet(self) -> Sheet:
        """The sheet that numbers the hexes as the file does."""
        said = self._root.find("gridandnumbering")
        numbering = {} if said is None else dict(said.attrib)
        first = [_first(numbering.get(name, "1")) for name in ("numberFirstCol", "numberFirstRow")]
        column, row = (1 if number is None else number for number in first)
        pushed = column if self._orientation is Orientation.FLAT else row
        order = Order.RRCC if numbering.get("numberOrder") == "ROW_COL" else Order.CCRR
        longest = max(column + self._columns, row + self._rows) - 1
        scheme = LabelScheme(
            order,
            Parity.ODD if pushed % 2 == 0 else Parity.EVEN,
            first_column=column,
            first_row=row,
            digits=max(2, len(str(longest))),
        )
        return Sheet("main", self._orientation, self._columns, self._rows, scheme, self._hex(0, 0))

    def _count(self, name: str) -> int:
        text = self._tiles.get(name, "")
        count = int(text) if text.isdecimal() and len(text) < 7 else 0
        if not 1 <= count <= MAX_SHEET:
            what = f"its {name} is {text[:20]!r}."
            raise KnownError(self._where, what, f"Use 1 to {MAX_SHEET:,}.")
        return count

    def _leave(self, what: str) -> None:
        self._left_out[what] = self._left_out.get(what, 0) + 1


def _plain(name: str) -> str:
    return name.rpartition("/")[2].strip()[:80]


def _look(name: str) -> dict[str, str] | None:
    """That a terrain is water, where its name says so and not its first word is of the land."""
    words = _WORD.findall(name.lower())
    for word in words:
        if word in _WATER:
            return {"sea": _WATER[word]}
        if word in ("flat", "hills", "mountain", "mountains", "underdark"):
            return None
    return None


def _course(shape: etree._Element) -> tuple[Layer, str]:
    """What a drawn line is: by its tags, else by its ink: blue ones are rivers."""
    words = _WORD.findall(shape.get("tags", "").lower())
    for word in words:
        if word in _SIDES:
            return Layer.HEXSIDE, _SIDES[word]
        if word in _LINES:
            return Layer.LINE, _LINES[word]
    if words:
        return Layer.LINE, words[0][:40]
    try:
        red, green, blue = (float(part) for part in shape.get("strokeColor", "").split(",")[:3])
    except ValueError:
        return Layer.LINE, "road"
    is_blue = blue > 0.35 and blue > 1.15 * red and blue >= green
    return (Layer.HEXSIDE, "river") if is_blue else (Layer.LINE, "road")


def _first(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 4 else None


def _number(text: str, where: str) -> float:
    try:
        value = float(text[:40])
    except ValueError:
        value = math.nan
    if not abs(value) < _FAR:
        raise KnownError(where, f"{text[:20]!r} is no place on the map.", "Save it again.")
    return value


def _text_of(label: etree._Element | None) -> str:
    """The words of a label, which follow its location."""
    if label is None:
        return ""
    return " ".join("".join(str(part) for part in label.itertext()).split())[:200]
