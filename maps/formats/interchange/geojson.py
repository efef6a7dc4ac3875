"""Boards as GeoJSON, for QGIS and the like: hexes, hexsides, lines and places as features.

Where the program knows how a board lies on the globe (those laid out from public geography, see
:mod:`maps.formats.interchange.globe`), coordinates are longitude and latitude as RFC 7946 wants.
Elsewhere they are paper: hexes to the right and *up*, and the member ``sandtable`` says so.

Each feature bears ``layer`` and what it holds; ``q`` and ``r`` name its hexes, so that a file that
was edited elsewhere reads back by its properties, whatever its coordinates.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from maps.edits.plainwords import Plain
from maps.errors import KnownError
from maps.files.reading import Patience, json_of, read_text
from maps.files.writing import write_whole
from maps.formats.interchange.found import Found
from maps.formats.interchange.globe import globe_of
from maps.formats.labelbook import LabelBook
from maps.hexgrid import Hex, are_adjacent, link, side_between
from maps.layout import Layout, Orientation, Point
from maps.legend import Layer
from maps.model import GameMap
from maps.untyped import JsonObject

Coordinates = Callable[[Sequence[Point]], list[list[float]]]


def dumps(board: GameMap) -> str:
    """A board as GeoJSON text, a feature a line."""
    globe = globe_of(board)
    to = globe or _paper
    head: JsonObject = {
        "board": board.id,
        "title": board.title,
        "orientation": board.orientation.value,
        "coordinates": "longitude, latitude" if globe else "hexes right and up of hex 0,0",
    }
    lines = [json.dumps(feature, ensure_ascii=False) for feature in _features(board, to)]
    text = (
        '{"type": "FeatureCollection",\n"sandtable": '
        + json.dumps(head, ensure_ascii=False)
        + ',\n"features": [\n'
        + ",\n".join(lines)
        + "\n]}\n"
    )
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def loads(text: str, where: str = "GeoJSON") -> GameMap:
    """The board in a GeoJSON text that bears the properties this program writes.

    Raises KnownError with the number of the feature for others.
    """
    patience = Patience(where)
    data = json_of(text, where)
    if not isinstance(data, dict) or data.get("type") != "FeatureCollection":
        raise KnownError(where, "is no collection of features in GeoJSON.", "Choose another file.")
    head = data.get("sandtable")
    head = head if isinstance(head, dict) else {}
    pointy = head.get("orientation") == Orientation.POINTY.value
    orientation = Orientation.POINTY if pointy else Orientation.FLAT
    found = Found(where, str(head.get("title") or Path(where).stem), orientation)
    features = data.get("features")
    left = 0
    given = features if isinstance(features, list) else []
    for number, feature in enumerate(patience.over(given), 1):
        properties = feature.get("properties") if isinstance(feature, dict) else None
        if not isinstance(properties, dict) or properties.get("layer") not in _TAKERS:
            left += 1
            continue
        _TAKERS[properties["layer"]](found, properties, f"{where} feature {number}")
    if left and not found.board.terrain:
        what = "its features do not say which hexes they are."
        raise KnownError(where, what, "Give them the properties layer, q, r and kind.")
    found.keep("imported, features not read", str(left) if left else "")
    return found.finished("GeoJSON")


def load(path: Path) -> GameMap:
    """Read a board from a GeoJSON file. Raises KnownError for a bad one."""
    return loads(read_text(path), path.name)


def dump(board: GameMap, path: Path) -> None:
    """Write a board as GeoJSON, whole or not at all. Raises KnownError when it cannot be."""
    write_whole(path, dumps(board))


def _paper(points: Sequence[Point]) -> list[list[float]]:
    """Paper coordinates with y upwards, as a globe's are."""
    return [[round(p.x, 6), round(-p.y, 6)] for p in points]


def _features(board: GameMap, to: Coordinates) -> Iterator[JsonObject]:
    layout = Layout(board.orientation)
    key = LabelBook(board.sheets).key
    regions: dict[Hex, dict[str, list[str]]] = {}
    for layer, named in sorted(board.regions.items()):
        for name, members in sorted(named.items()):
            for at in members:
                regions.setdefault(at, {}).setdefault(layer, []).append(name)
    hexes = sorted(board.terrain)
    corners = to([corner for at in hexes for corner in layout.corners(at)])
    for index, at in enumerate(hexes):
        ring = corners[6 * index : 6 * index + 6]
        # Corners run anticlockwise on the screen already, as an outer ring must on the globe.
        yield _feature(
            {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
            {"layer": "hex", "q": at.q, "r": at.r, "hex": key(at), "terrain": board.terrain[at]}
            | ({"regions": regions[at]} if at in regions else {}),
        )
    sides = sorted(board.hexsides.items())
    ends = to([end for of, _ in sides for end in layout.side_ends(of)])
    for index, (of, kinds) in enumerate(sides):
        a, b = of.hexes
        shape = {"type": "LineString", "coordinates": ends[2 * index : 2 * index + 2]}
        yield _feature(shape, {"layer": "hexside", **_two(a, b), "kinds": sorted(kinds)})
    links = sorted(board.lines.items())
    ends = to([layout.centre(at) for way, _ in links for at in way])
    for index, (way, kinds) in enumerate(links):
        shape = {"type": "LineString", "coordinates": ends[2 * index : 2 * index + 2]}
        yield _feature(shape, {"layer": "line", **_two(*way), "kinds": sorted(kinds)})
    places = [place for _, place in sorted(board.places.items())]
    spots = to([layout.centre(place.hex) for place in places])
    for place, spot in zip(places, spots, strict=True):
        own = {"layer": "place", "q": place.hex.q, "r": place.hex.r, "kind": place.kind}
        own |= {"name": place.name, "tags": sorted(place.tags), "hex": key(place.hex)}
        yield _feature({"type": "Point", "coordinates": spot}, own)


def _feature(shape: JsonObject, properties: JsonObject) -> JsonObject:
    return {"type": "Feature", "geometry": shape, "properties": properties}


def _two(a: Hex, b: Hex) -> JsonObject:
    return {"q": a.q, "r": a.r, "q2": b.q, "r2": b.r}


def _take_hex(found: Found, own: JsonObject, spot: str) -> None:
    at = _hex(own, spot, "q", "r")
    found.ground(at, _text(own, "terrain", spot))
    regions = own.get("regions")
    for layer, names in regions.items() if isinstance(regions, dict) else ():
        for name in names if isinstance(names, list) else ():
            found.member(at, str(layer), str(name))


def _take_side(found: Found, own: JsonObject, spot: str) -> None:
    a, b = _ends(own, spot)
    kinds = {found.kind(Layer.HEXSIDE, name) for name in _names(own, spot)}
    found.board.hexsides[side_between(a, b)] = frozenset(kinds)


def _take_line(found: Found, own: JsonObject, spot: str) -> None:
    a, b = _ends(own, spot)
    kinds = {found.kind(Layer.LINE, name) for name in _names(own, spot)}
    found.board.lines[link(a, b)] = frozenset(kinds)


def _take_place(found: Found, own: JsonObject, spot: str) -> None:
    tags = own.get("tags")
    found.place(
        _hex(own, spot, "q", "r"),
        _text(own, "name", spot),
        _text(own, "kind", spot),
        map(str, tags if isinstance(tags, list) else ()),
    )


_TAKERS: dict[object, Callable[[Found, JsonObject, str], None]] = {
    "hex": _take_hex,
    "hexside": _take_side,
    "line": _take_line,
    "place": _take_place,
}


def _hex(own: JsonObject, spot: str, q: str, r: str) -> Hex:
    a, b = own.get(q), own.get(r)
    if not all(isinstance(n, int) and abs(n) <= 100_000 for n in (a, b)):
        raise KnownError(spot, f"needs whole numbers {q} and {r}.", "Name its hex.")
    assert isinstance(a, int) and isinstance(b, int)
    return Hex(a, b)


def _ends(own: JsonObject, spot: str) -> tuple[Hex, Hex]:
    a, b = _hex(own, spot, "q", "r"), _hex(own, spot, "q2", "r2")
    if not are_adjacent(a, b):
        raise KnownError(spot, "its two hexes do not touch.", "Name two neighbours.")
    return a, b


def _text(own: JsonObject, name: str, spot: str) -> str:
    value: Plain = own.get(name)
    if not isinstance(value, str):
        raise KnownError(spot, f"needs a text {name!r}.", "Give it one.")
    return value


def _names(own: JsonObject, spot: str) -> Iterable[str]:
    kinds: Plain = own.get("kinds")
    if not isinstance(kinds, list) or not kinds or not all(isinstance(k, str) for k in kinds):
        raise KnownError(spot, "needs a list of texts 'kinds'.", "Give it one.")
    return kinds
