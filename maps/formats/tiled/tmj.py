"""Reading TMJ, the JSON form of a map of Tiled, with tilesets in files of their own (TSJ)."""

from __future__ import annotations

from pathlib import Path

from maps.edits.plainwords import Plain
from maps.errors import KnownError
from maps.files.reading import json_of, text_of
from maps.formats.tiled.source import Source, Thing, TileLayer, decoded, number, placed, whole
from maps.formats.tiled.tmx import Beside
from maps.formats.xmlfiles import unsafe
from maps.untyped import JsonObject


def read_tmj(data: bytes, where: str, beside: Beside) -> Source:
    """What a TMJ file holds. Raises KnownError for one that is broken or too large."""
    root = json_of(text_of(data, where), where)
    if not isinstance(root, dict) or "layers" not in root:
        raise KnownError(where, "is no map of Tiled.", "Choose a .tmj file.")
    plain = {key: str(value) for key, value in root.items() if isinstance(value, str | int | float)}
    found = Source(plain, _properties(root))
    for tileset in _objects(root, "tilesets"):
        _tileset(found, tileset, where, beside)
    _layers(found, root, where, "", False)
    return found


def _tileset(found: Source, tileset: JsonObject, where: str, beside: Beside) -> None:
    first = whole(str(tileset.get("firstgid", 1)), "firstgid", where)
    source = tileset.get("source")
    if isinstance(source, str):
        data = beside(source)
        read = json_of(text_of(data, source), source) if data is not None else None
        if not isinstance(read, dict):
            found.left_out.append(f"tileset {source}")
            return
        tileset = read
    title = str(tileset.get("name", "tile"))
    count = whole(str(tileset.get("tilecount", 0)), "tilecount", where)
    for ident in range(min(count, 100_000)):
        found.tiles[first + ident] = f"{title} {ident}"
    for tile in _objects(tileset, "tiles"):
        ident = whole(str(tile.get("id", 0)), "id", where)
        stem = Path(str(tile.get("image", ""))).stem
        named = tile.get("type") or tile.get("class") or _properties(tile).get("name") or stem
        if named:
            found.tiles[first + ident] = unsafe(str(named))


def _layers(found: Source, of: JsonObject, where: str, group: str, is_region: bool) -> None:
    for layer in _objects(of, "layers"):
        name = unsafe(str(layer.get("name", "")))
        match layer.get("type"):
            case "tilelayer":
                found.layers.append(TileLayer(name, group, is_region, _gids(layer, where)))
            case "objectgroup":
                found.things += [_thing(entry, where) for entry in _objects(layer, "objects")]
            case "group":
                _layers(found, layer, where, name, layer.get("class") == "regions")
            case _:
                found.left_out.append(f"layer {name}")


def _gids(layer: JsonObject, where: str) -> dict[tuple[int, int], int]:
    chunks = _objects(layer, "chunks")
    cells: dict[tuple[int, int], int] = {}
    for part in chunks or [layer]:
        x, y = (whole(str(part.get(k, 0)), k, where) if chunks else 0 for k in ("x", "y"))
        wide, high = (whole(str(part.get(k, 0)), k, where) for k in ("width", "height"))
        data: Plain = part.get("data", [])
        if isinstance(data, str):
            packing = str(layer.get("compression", ""))
            most = min(max(wide * high, 0), 1_000_000)
            data = decoded(data, str(layer.get("encoding", "base64")), packing, most, where)
        if not isinstance(data, list) or not all(isinstance(gid, int) for gid in data):
            raise KnownError(where, "a layer holds what is no tile.", "Save it in Tiled again.")
        cells |= placed(data, x, y, wide, high, where)
    return cells


def _thing(entry: JsonObject, where: str) -> Thing:
    x, y = (number(str(entry.get(k, 0)), where) for k in ("x", "y"))
    points: tuple[tuple[float, float], ...] = ((x, y),)
    for shape in ("polyline", "polygon"):
        if shape in entry:
            points = tuple(
                (x + number(str(p.get("x", 0)), where), y + number(str(p.get("y", 0)), where))
                for p in _objects(entry, shape)
            )
            if shape == "polygon" and points:
                points = (*points, points[0])
    text = entry.get("text")
    lettered = text.get("text") if isinstance(text, dict) else ""
    kind = str(entry.get("type") or entry.get("class") or "")
    name = str(entry.get("name") or lettered or "")
    return Thing(kind, unsafe(name), points, _properties(entry))


def _properties(of: JsonObject) -> dict[str, str]:
    return {
        str(entry.get("name", "")): unsafe(str(entry.get("value", "")))
        for entry in _objects(of, "properties")
    }


def _objects(of: JsonObject, key: str) -> list[JsonObject]:
    value = of.get(key)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
