"""Reading TMX, the XML form of a map of Tiled, with tilesets in files of their own (TSX)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lxml import etree

from maps.errors import KnownError
from maps.files.reading import read_bytes
from maps.formats.tiled.source import Source, Thing, TileLayer, decoded, number, placed, whole
from maps.formats.xmlfiles import children, name_of, parsed, unsafe

Beside = Callable[[str], bytes | None]
"""The bytes of a file named in a map, or None when there is none."""


def read_tmx(data: bytes, where: str, beside: Beside) -> Source:
    """What a TMX file holds. Raises KnownError for one that is broken or too large."""
    root = parsed(data, where)
    if name_of(root) != "map":
        raise KnownError(where, "is no map of Tiled.", "Choose a .tmx file.")
    found = Source(dict(root.attrib), _properties(root))
    for tileset in children(root, "tileset"):
        _tileset(found, tileset, where, beside)
    _layers(found, root, where, "", False)
    return found


def _tileset(found: Source, tileset: etree._Element, where: str, beside: Beside) -> None:
    first = whole(tileset.get("firstgid", "1"), "firstgid", where)
    source = tileset.get("source")
    if source is not None:
        data = beside(source)
        if data is None:
            found.left_out.append(f"tileset {source}")
            return
        tileset = parsed(data, source)
    title = tileset.get("name", "tile")
    count = whole(tileset.get("tilecount", "0"), "tilecount", where)
    for ident in range(min(count, 100_000)):
        found.tiles[first + ident] = f"{title} {ident}"
    for tile in children(tileset, "tile"):
        ident = whole(tile.get("id", "0"), "id", where)
        image = tile.find("image")
        stem = Path(image.get("source", "")).stem if image is not None else ""
        named = tile.get("type") or tile.get("class") or _properties(tile).get("name") or stem
        if named:
            found.tiles[first + ident] = unsafe(named)


def _layers(found: Source, of: etree._Element, where: str, group: str, is_region: bool) -> None:
    for child in children(of):
        name = unsafe(child.get("name", ""))
        match name_of(child):
            case "layer":
                found.layers.append(TileLayer(name, group, is_region, _gids(found, child, where)))
            case "objectgroup":
                for entry in children(child, "object"):
                    found.things.append(_thing(entry, where))
            case "group":
                regions = child.get("class", "") == "regions"
                _layers(found, child, where, name, regions)
            case "imagelayer":
                found.left_out.append(f"picture {name}")
            case _:
                pass


def _gids(found: Source, layer: etree._Element, where: str) -> dict[tuple[int, int], int]:
    data = layer.find("data")
    if data is None:
        return {}
    encoding, packing = data.get("encoding", ""), data.get("compression", "")
    chunks = list(children(data, "chunk"))
    cells: dict[tuple[int, int], int] = {}
    for part in chunks or [data]:
        of = part if chunks else layer
        x, y = (whole(part.get(k, "0"), k, where) if chunks else 0 for k in ("x", "y"))
        wide, high = (whole(of.get(k, "0"), k, where) for k in ("width", "height"))
        if encoding:
            most = min(max(wide * high, 0), 1_000_000)
            gids = decoded(part.text or "", encoding, packing, most, where)
        else:
            gids = [whole_gid(tile.get("gid", "0"), where) for tile in children(part, "tile")]
        cells |= placed(gids, x, y, wide, high, where)
    return cells


def whole_gid(text: str, where: str) -> int:
    """A tile's number with its bits of turning. Raises KnownError for anything else."""
    if not text.isdigit() or len(text) > 10:
        raise KnownError(where, f"{text[:20]!r} is no tile number.", "Save it in Tiled again.")
    return int(text)


def _thing(entry: etree._Element, where: str) -> Thing:
    x, y = (number(entry.get(k, "0"), where) for k in ("x", "y"))
    points: tuple[tuple[float, float], ...] = ((x, y),)
    for shape in children(entry, "polyline", "polygon"):
        pairs = [pair.split(",") for pair in shape.get("points", "").split()]
        if any(len(pair) != 2 for pair in pairs):
            raise KnownError(where, "an object's points are broken.", "Save it in Tiled again.")
        points = tuple((x + number(a, where), y + number(b, where)) for a, b in pairs)
        if name_of(shape) == "polygon" and points:
            points = (*points, points[0])
    kind = entry.get("type") or entry.get("class") or ""
    text = entry.find("text")
    name = entry.get("name") or (text.text if text is not None and text.text else "")
    return Thing(kind, unsafe(name), points, _properties(entry))


def _properties(of: etree._Element) -> dict[str, str]:
    own = of.find("properties")
    if own is None:
        return {}
    return {
        entry.get("name", ""): unsafe(entry.get("value") or entry.text or "")
        for entry in children(own, "property")
    }


def beside(path: Path) -> Beside:
    """Reads files named in a map, from its own folder and those below; never from elsewhere."""

    def read(name: str) -> bytes | None:
        folder = path.parent.resolve()
        wanted = (folder / name.replace("\\", "/")).resolve()
        if not wanted.is_relative_to(folder) or not wanted.is_file():
            return None
        return read_bytes(wanted)

    return read
