"""Maps of Tiled as boards: any hexagonal one, and whole those that :mod:`.writing` wrote.

Of a map made elsewhere the layer called ``terrain``, or else the first one, is the ground, each
tile a kind of the name it has; tiles of further layers become places of that kind. Objects of class
``hexside`` and ``line``, and polylines of none, go to the nearest hexsides and hexes.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from maps.errors import KnownError
from maps.files.reading import Patience, read_bytes
from maps.formats.interchange.found import Found
from maps.formats.text import loads
from maps.formats.tiled.cells import Cells
from maps.formats.tiled.source import Source, Thing, TileLayer
from maps.formats.tiled.tmj import read_tmj
from maps.formats.tiled.tmx import beside, read_tmx
from maps.hexgrid import Hex, Link, Side, line, link, side
from maps.layout import Layout, Orientation, Point
from maps.legend import Layer
from maps.model import GameMap, Place

Sides = dict[Side, set[str]]
Links = dict[Link, set[str]]

_LONGEST = 500
"""Hexes between two points of a line."""


def load(path: Path) -> GameMap:
    """Read a board from a TMX or TMJ file. Raises KnownError for a bad one."""
    data = read_bytes(path, 64_000_000)
    reader = read_tmx if path.suffix.lower() == ".tmx" else read_tmj
    return board_of(reader(data, path.name, beside(path)), path.name)


def board_of(source: Source, where: str) -> GameMap:
    """The board of what a map file holds. Raises KnownError when it is not hexagonal."""
    kind = source.attributes.get("orientation", "")
    if kind != "hexagonal":
        what = f"is {kind or 'of no known kind'}, not hexagonal."
        raise KnownError(where, what, "Choose a hexagonal map.")
    cells = _cells(source, where)
    kept = source.properties.get("board", "")
    if kept.startswith("sandtable map "):
        return _Own(source, cells, loads(kept, where), where).board
    return _Foreign(source, cells, where).board


def _cells(source: Source, where: str) -> Cells:
    flat = source.attributes.get("staggeraxis", "y") == "x"
    wide, high, side_ = (
        source.whole(name, 0, where) for name in ("tilewidth", "tileheight", "hexsidelength")
    )
    own = wide if flat else high
    if not (2 <= wide <= 10_000 and 2 <= high <= 10_000 and 0 <= side_ < own):
        what = f"has tiles of {wide} by {high} pixels with sides of {side_}."
        raise KnownError(where, what, "Correct the map's properties in Tiled.")
    half = {
        name: int(text) if (text := source.properties.get(name, "")).lstrip("-").isdigit() else 0
        for name in ("line", "half")
    }
    if any(abs(value) > 1_000_000 for value in half.values()) or sum(half.values()) % 2:
        half = {"line": 0, "half": 0}
    return Cells(
        Orientation.FLAT if flat else Orientation.POINTY,
        source.whole("width", 0, where),
        source.whole("height", 0, where),
        wide,
        high,
        side_,
        source.attributes.get("staggerindex", "odd") != "even",
        half["line"],
        half["half"],
    )


class _Own:
    """A board this program wrote: its kept head, with what Tiled may have changed."""

    def __init__(self, source: Source, cells: Cells, head: GameMap, where: str) -> None:
        self.board = head
        self._cells = cells
        self._patience = Patience(where)
        if head.orientation is not cells.orientation:
            raise KnownError(where, "its hexes were turned.", "Set the stagger axis back.")
        for layer in source.layers:
            if layer.is_region:
                named = head.regions.setdefault(layer.group, {})
                named[layer.name] = frozenset(cells.hex(*cell) for cell in layer.gids)
            elif layer.name == "Terrain":
                self._ground(layer, source, where)
        sides: Sides = {}
        links: Links = {}
        places: dict[str, Place] = {}
        for thing in source.things:
            self._patience.check()
            if thing.kind == "hexside":
                _along_sides(thing, cells, self._known(Layer.HEXSIDE, thing.name, where), sides)
            elif thing.kind == "line":
                _along_hexes(thing, cells, self._known(Layer.LINE, thing.name, where), links)
            elif thing.kind == "place":
                place = self._place(thing, where)
                places[place.id] = place
        head.hexsides = {of: frozenset(kinds) for of, kinds in sides.items()}
        head.lines = {of: frozenset(kinds) for of, kinds in links.items()}
        head.places = places

    def _ground(self, layer: TileLayer, source: Source, where: str) -> None:
        for cell, gid in layer.gids.items():
            kind = self._known(Layer.TERRAIN, source.tiles.get(gid, f"tile {gid}"), where)
            self.board.terrain[self._cells.hex(*cell)] = kind

    def _known(self, layer: Layer, kind: str, where: str) -> str:
        if not self.board.legend.has(layer, kind):
            what = f"uses {layer} {kind[:40]!r}, which its legend lacks."
            raise KnownError(where, what, "Add the kind in Sandtable, then write the map again.")
        return kind

    def _place(self, thing: Thing, where: str) -> Place:
        at = _hex(thing.points[0], self._cells)
        ident = thing.properties.get("id") or thing.name
        kind = self._known(Layer.PLACE, thing.properties.get("kind", ""), where)
        before = self.board.places.get(ident)
        if before is None:
            return Place(ident, thing.name, kind, at)
        return replace(before, id=ident, name=thing.name, kind=kind, hex=at)


class _Foreign:
    """A map made elsewhere."""

    def __init__(self, source: Source, cells: Cells, where: str) -> None:
        found = Found(where, Path(where).stem, cells.orientation)
        patience = Patience(where)
        layers = [layer for layer in source.layers if layer.gids]
        ground = next(
            (layer for layer in layers if layer.name.casefold() == "terrain"),
            layers[0] if layers else None,
        )
        for layer in layers:
            for cell, gid in layer.gids.items():
                patience.check()
                at = cells.hex(*cell)
                name = source.tiles.get(gid, f"tile {gid}")
                if layer is ground:
                    found.ground(at, name)
                else:
                    found.place(at, "", name)
        sides: Sides = {}
        links: Links = {}
        left = list(source.left_out)
        for thing in source.things:
            patience.check()
            name = thing.name or thing.kind
            if thing.kind == "hexside":
                _along_sides(thing, cells, found.kind(Layer.HEXSIDE, name), sides)
            elif len(thing.points) > 1:
                _along_hexes(thing, cells, found.kind(Layer.LINE, name or "line"), links)
            elif thing.points and name:
                found.place(_hex(thing.points[0], cells), thing.name, thing.kind or "town")
            else:
                left.append("an object without name or class")
        found.board.hexsides = {of: frozenset(kinds) for of, kinds in sides.items()}
        found.board.lines = {of: frozenset(kinds) for of, kinds in links.items()}
        for name, text in source.properties.items():
            found.keep(f"imported, {name}", text)
        found.keep("imported, not read", "; ".join(left))
        self.board = found.finished("a Tiled map")


def _hex(point: tuple[float, float], cells: Cells) -> Hex:
    return Layout(cells.orientation).hex_at(*cells.paper(*point))


def _along_sides(thing: Thing, cells: Cells, kind: str, into: Sides) -> None:
    """Put a kind on the hexsides nearest to the pieces of a line."""
    layout = Layout(cells.orientation)
    for a, b in pairwise(thing.points):
        middle = cells.paper((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        at = layout.hex_at(*middle)
        nearest = min(
            (side(at, way) for way in range(6)), key=lambda of: _gap(_middle(layout, of), middle)
        )
        into.setdefault(nearest, set()).add(kind)


def _along_hexes(thing: Thing, cells: Cells, kind: str, into: Links) -> None:
    """Put a kind on the links between the hexes that a line passes."""
    for a, b in pairwise(thing.points):
        steps = line(_hex(a, cells), _hex(b, cells))
        for one, two in pairwise(steps[:_LONGEST]):
            into.setdefault(link(one, two), set()).add(kind)


def _middle(layout: Layout, of: Side) -> Point:
    a, b = layout.side_ends(of)
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def _gap(a: Point, b: Point) -> float:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
