"""A board as a map of Tiled: terrain as tiles, all else as objects, with a tileset beside it.

Tiled has no hexsides: each is a polyline of class ``hexside``, named by its kinds; lines are
polylines of class ``line``, places points of class ``place``. Each region is a layer of tiles in a
group, switched off. What Tiled has no place for (legend, sheets, notes, boxes and tags) travels in
the map's property ``board``, so that a board comes back whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from lxml import etree

from maps.errors import KnownError
from maps.files.writing import whole_file, write_whole
from maps.formats.text import dumps
from maps.formats.tiled.cells import Cells, cells_for
from maps.formats.xmlfiles import safe, written
from maps.hexgrid import Hex
from maps.layout import Layout, Orientation, Point
from maps.legend import Kind, Layer
from maps.model import GameMap

Tiles = Callable[[Sequence[Kind], Cells, int], bytes]
"""Paints a tileset: the kinds in order, ``columns`` of them a row, as the bytes of a PNG file."""

COLUMNS = 8
"""Tiles in a row of the tileset's picture."""

VERSION, TILED = "1.10", "1.10.2"
MARK = "region"
"""The class of the last tile, which marks the hexes of a region."""


def dump(board: GameMap, path: Path, tiles: Tiles) -> None:
    """Write ``path`` (``.tmx``) with its tileset's picture beside it (``.png``).

    Raises KnownError for an empty board, or when the files cannot be written.
    """
    if not board.terrain:
        raise KnownError(board.title, "has no hexes.", "Draw some first.")
    cells = cells_for(
        {*board.terrain, *(at for r in board.regions.values() for h in r.values() for at in h)},
        board.orientation,
    )
    picture = path.with_suffix(".png")
    data = tiles(tile_kinds(board), cells, COLUMNS)
    with whole_file(picture) as partial:
        partial.write_bytes(data)
        write_whole(path, tmx(board, cells, picture.name))


def tile_kinds(board: GameMap) -> list[Kind]:
    """The kinds that become tiles, in order: all terrain; the mark of regions comes after them."""
    return board.legend.of(Layer.TERRAIN)


def tmx(board: GameMap, cells: Cells, picture: str) -> bytes:
    """The bytes of a TMX file whose tileset is the picture of that name."""
    return written(_Writer(board, cells, picture).root)


class _Writer:
    def __init__(self, board: GameMap, cells: Cells, picture: str) -> None:
        self._board, self._cells = board, cells
        self._kinds = tile_kinds(board)
        self._gids = {kind.id: number for number, kind in enumerate(self._kinds, 1)}
        self._next = {"layer": 1, "object": 1}
        flat = board.orientation is Orientation.FLAT
        self.root = etree.Element(
            "map", version=VERSION, tiledversion=TILED, orientation="hexagonal",
            renderorder="right-down", width=str(cells.columns), height=str(cells.rows),
            tilewidth=str(cells.wide), tileheight=str(cells.high), infinite="0",
            hexsidelength=str(cells.side), staggeraxis="x" if flat else "y",
            staggerindex="odd" if cells.odd else "even", nextlayerid="0", nextobjectid="0",
        )  # fmt: skip
        self._property(self.root, "board", dumps(_head(board)), raw=True)
        self._property(self.root, "line", cells.line)
        self._property(self.root, "half", cells.half)
        self._tileset(picture)
        self._tiles(self.root, "Terrain", {at: self._gids[k] for at, k in board.terrain.items()})
        self._sides()
        self._lines()
        self._places()
        self._regions()
        for what, number in self._next.items():
            self.root.set(f"next{what}id", str(number))

    def _property(
        self, of: etree._Element, name: str, value: str | int, *, raw: bool = False
    ) -> None:
        own = of.find("properties")
        if own is None:
            own = etree.SubElement(of, "properties")
        entry = etree.SubElement(own, "property", name=name)
        if isinstance(value, int):
            entry.set("type", "int")
            entry.set("value", str(value))
        elif raw:
            entry.text = safe(value)
        else:
            entry.set("value", safe(value))

    def _tileset(self, picture: str) -> None:
        count = len(self._kinds) + 1
        rows = -(-count // COLUMNS)
        wide, high = self._cells.wide, self._cells.high
        tileset = etree.SubElement(
            self.root, "tileset", firstgid="1", name="terrain", tilewidth=str(wide),
            tileheight=str(high), tilecount=str(count), columns=str(COLUMNS),
        )  # fmt: skip
        size = {"width": str(wide * COLUMNS), "height": str(high * rows)}
        etree.SubElement(tileset, "image", {"source": picture, **size})
        for number, kind in enumerate(self._kinds):
            tile = etree.SubElement(tileset, "tile", id=str(number), type=safe(kind.id))
            self._property(tile, "name", kind.name)
        etree.SubElement(tileset, "tile", id=str(count - 1), type=MARK)

    def _tiles(self, of: etree._Element, name: str, gids: dict[Hex, int]) -> etree._Element:
        cells = self._cells
        layer = etree.SubElement(
            of, "layer", id=self._id("layer"), name=safe(name), width=str(cells.columns),
            height=str(cells.rows),
        )  # fmt: skip
        table = [[0] * cells.columns for _ in range(cells.rows)]
        for at, gid in gids.items():
            column, row = cells.cell(at)
            table[row][column] = gid
        data = etree.SubElement(layer, "data", encoding="csv")
        data.text = "\n" + ",\n".join(",".join(map(str, row)) for row in table) + "\n"
        return layer

    def _group(self, name: str, colour: str) -> etree._Element:
        return etree.SubElement(
            self.root, "objectgroup", id=self._id("layer"), name=name, color=colour
        )

    def _object(self, of: etree._Element, kind: str, name: str, points: list[Point]) -> None:
        first = points[0]
        entry = etree.SubElement(
            of, "object", id=self._id("object"), name=safe(name), type=kind,
            x=_number(first.x), y=_number(first.y),
        )  # fmt: skip
        if len(points) == 1:
            etree.SubElement(entry, "point")
            return
        steps = " ".join(f"{_number(p.x - first.x)},{_number(p.y - first.y)}" for p in points)
        etree.SubElement(entry, "polyline", points=steps)

    def _sides(self) -> None:
        group = self._group("Hexsides", "#2f6377")
        layout = Layout(self._board.orientation)
        for of, kinds in sorted(self._board.hexsides.items()):
            ends = [self._cells.point(*end) for end in layout.side_ends(of)]
            for kind in sorted(kinds):
                self._object(group, "hexside", kind, ends)

    def _lines(self) -> None:
        group = self._group("Lines", "#7c4a30")
        for way, kinds in sorted(self._board.lines.items()):
            for kind in sorted(kinds):
                self._object(group, "line", kind, [self._centre(at) for at in way])

    def _places(self) -> None:
        group = self._group("Places", "#2b2620")
        for _, place in sorted(self._board.places.items()):
            self._object(group, "place", place.name, [self._centre(place.hex)])
            entry = group[-1]
            own = etree.Element("properties")
            entry.insert(0, own)
            self._property(entry, "id", place.id)
            self._property(entry, "kind", place.kind)

    def _regions(self) -> None:
        mark = len(self._kinds) + 1
        for layer, regions in sorted(self._board.regions.items()):
            group = etree.SubElement(
                self.root, "group", id=self._id("layer"), name=safe(layer), visible="0"
            )
            group.set("class", "regions")
            for name, hexes in sorted(regions.items()):
                self._tiles(group, name, dict.fromkeys(hexes, mark))

    def _centre(self, at: Hex) -> Point:
        return self._cells.point(*Layout(self._board.orientation).centre(at))

    def _id(self, what: str) -> str:
        number = self._next[what]
        self._next[what] = number + 1
        return str(number)


def _head(board: GameMap) -> GameMap:
    """What Tiled has no place for: all but terrain, hexsides and lines; regions without hexes."""
    return replace(
        board.copy(),
        terrain={},
        hexsides={},
        lines={},
        regions={
            layer: dict.fromkeys(named, frozenset()) for layer, named in board.regions.items()
        },
    )


def _number(value: float) -> str:
    return f"{round(value, 3):g}" if abs(value) < 1e5 else f"{value:.3f}"
