"""Boards of hexwright: JSON files for grid, terrain, hexsides, features, names and elevation.

Hexes are flat-topped and called by column and row from 00; which columns lie half a hex lower the
grid says. The files of a board lie in one folder under their usual names (``terrain.json`` and so
on): what a manifest says about where they are is not followed. Painted heights become regions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from maps.errors import KnownError
from maps.files.reading import Patience, json_of, read_text
from maps.formats.interchange.found import MOST_HEXES, Found, numbered_hex
from maps.hexgrid import Hex, are_adjacent, link, side_between
from maps.layout import Orientation
from maps.legend import Layer
from maps.model import GameMap
from maps.numbering import Parity
from maps.untyped import Json, JsonObject

PARTS = ("hexgrid", "terrain", "hexsides", "features", "names", "elevation")
"""The files of a board, without their ``.json``."""
UNPAINTED = "clear"
"""The terrain of a hex of the grid that nobody painted."""
DERIVED = ("slopes", "escarpments")
"""Hexsides that follow from the heights."""

_CODE = re.compile(r"(?:\d\d){1,3}")
_LINES = {"road", "rail", "railway", "railroad", "track", "trail", "path", "highway"}
_EVEN_DOWN = ("even_col_y_offset", "even_col_down_offset")


def is_one(data: Json) -> bool:
    """True for the content of a manifest or of one of its files."""
    if not isinstance(data, dict) or "format" in data:
        return False
    by_code = (data.get(part) for part in ("terrain", "elevation", "names"))
    return (
        isinstance(data.get("hexgrid"), str)
        or {"col_pitch_x", "row_pitch_y"} <= _flattened(data).keys()
        or any(isinstance(one, dict) and all(map(_CODE.fullmatch, one)) for one in by_code)
    )


def load(path: Path) -> GameMap:
    """The board of which a file is the manifest or a part; the others lie beside it.

    Raises KnownError for a bad one, and when there is neither a grid nor terrain.
    """
    parts = {part: _part(path.with_name(f"{part}.json")) for part in PARTS}
    first = _part(path)
    if path.stem in parts:
        title = path.resolve().parent.name
    else:
        title = str(first.get("name") or path.stem)
        mine = next((part for part in PARTS if isinstance(first.get(part), dict)), "")
        if mine:
            parts[mine] = first
        elif "col_pitch_x" in _flattened(first):
            parts["hexgrid"] = first
    return _board(parts, path.name, title)


def _part(path: Path) -> JsonObject:
    """The content of one file; empty where there is none."""
    if not path.is_file():
        return {}
    data = json_of(read_text(path), path.name)
    if not isinstance(data, dict):
        raise KnownError(path.name, "is no table in braces.", "Export it again.")
    return data


def _board(parts: Mapping[str, JsonObject], where: str, title: str) -> GameMap:
    patience = Patience(where)
    found = Found(where, title, Orientation.FLAT)
    found.is_numbered = True
    grid = _flattened(parts["hexgrid"])
    found.pushed = _pushed(grid, where)
    painted = _table(parts["terrain"], "terrain", where)
    terrain = {_hex(found, code): str(name) for code, name in painted.items()}
    for at in (*_cells(grid, found), *terrain):
        patience.check()
        if at not in found.board.terrain:
            found.ground(at, terrain.get(at, UNPAINTED))
    _read_hexsides(found, parts["hexsides"], patience)
    _read_places(found, parts["features"], _table(parts["names"], "names", where))
    _read_heights(found, _table(parts["elevation"], "elevation", where))
    return found.finished("a board of hexwright")


def _flattened(grid: JsonObject) -> JsonObject:
    """A grid with the fields of its models, in their older form, beside the others."""
    models = (grid.get("x_model"), grid.get("y_model"))
    inner = [model for model in models if isinstance(model, dict)]
    return {**grid, **{key: value for model in inner for key, value in model.items()}}


def _pushed(grid: JsonObject, where: str) -> Parity:
    """Which columns lie half a hex lower; even ones where nothing is said."""
    odd = _number(grid.get("odd_col_y_offset", 0), where)
    even = _number(next((grid[key] for key in _EVEN_DOWN if key in grid), 0), where)
    return Parity.ODD if odd > 0 or even < 0 else Parity.EVEN


def _number(value: Json, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise KnownError(where, "has a measure that is no number.", "Correct hexgrid.json.")
    return float(value)


def _cells(grid: JsonObject, found: Found) -> Iterator[Hex]:
    """All hexes of the grid; none where it does not say how many there are."""
    columns, rows = (_number(grid.get(key, 0), found.where) for key in ("n_cols", "n_rows"))
    by_parity = grid.get("row_counts_by_parity")
    counts = [int(rows)] * 2
    if isinstance(by_parity, dict):
        told = (by_parity.get(key, 0) for key in ("even", "odd"))
        counts = [int(_number(count, found.where)) for count in told]
    if not 0 <= columns * max(counts) <= MOST_HEXES:
        raise KnownError(found.where, f"has more than {MOST_HEXES:,} hexes.", "Split it.")
    for column in range(int(columns)):
        for row in range(counts[column % 2]):
            yield numbered_hex(column, row, Orientation.FLAT, found.pushed)


def _table(part: JsonObject, key: str, where: str) -> JsonObject:
    """What a file says of hexes by their codes."""
    held = part.get(key, {})
    if not isinstance(held, dict):
        raise KnownError(where, f"{key} is no table of hexes.", "Export it again.")
    return held


def _hex(found: Found, code: Json) -> Hex:
    """The hex of a code: half of its digits are the column."""
    if not isinstance(code, str) or _CODE.fullmatch(code) is None or len(code) < 4:
        raise KnownError(found.where, f"{str(code)[:20]!r} is no hex.", "Write it like 0803.")
    half = len(code) // 2
    return numbered_hex(int(code[:half]), int(code[half:]), Orientation.FLAT, found.pushed)


def _read_hexsides(found: Found, layers: JsonObject, patience: Patience) -> None:
    """Layers along hexsides, and those that lead from hex to hex: roads and railways."""
    odd: list[str] = []
    for layer, pairs in layers.items():
        if layer.startswith("_") or not isinstance(pairs, list):
            continue
        name = layer if layer in DERIVED else layer.replace("_", " ").replace("-", " ")
        name = name.removesuffix("s")
        is_line = not _LINES.isdisjoint(name.casefold().split())
        kind = found.kind(Layer.LINE if is_line else Layer.HEXSIDE, name)
        for a, b in _pairs(found, layer, pairs):
            patience.check()
            if not are_adjacent(a, b):
                odd.append(f"{layer}: two hexes that do not touch")
            elif is_line:
                way = link(a, b)
                found.board.lines[way] = found.board.lines.get(way, frozenset()) | {kind}
            else:
                of = side_between(a, b)
                found.board.hexsides[of] = found.board.hexsides.get(of, frozenset()) | {kind}
    found.keep("imported, hexsides not read", "; ".join(odd))


def _pairs(found: Found, layer: str, pairs: Iterable[Json]) -> Iterator[tuple[Hex, Hex]]:
    """The two hexes of each entry, ``{"a", "b"}`` or a list of two."""
    for pair in pairs:
        ends = [pair.get("a"), pair.get("b")] if isinstance(pair, dict) else pair
        if not isinstance(ends, list) or len(ends) != 2:
            raise KnownError(found.where, f"{layer} has an entry that is no pair.", "Correct it.")
        yield _hex(found, ends[0]), _hex(found, ends[1])


def _read_places(found: Found, part: JsonObject, names: JsonObject) -> None:
    """Features with their names; a named hex without one gets a place of its own."""
    features = part.get("features", [])
    if not isinstance(features, list):
        raise KnownError(found.where, "features are no list.", "Export them again.")
    values: list[str] = []
    named = {_hex(found, code): str(name) for code, name in names.items()}
    held: set[Hex] = set()
    for feature in features:
        if not isinstance(feature, dict):
            raise KnownError(found.where, "has a feature that is no table.", "Correct it.")
        at, kind = _hex(found, feature.get("code")), str(feature.get("type") or "feature")
        name = str(feature.get("name") or ("" if at in held else named.get(at, "")))
        held.add(at)
        found.place(at, name, kind)
        attrs = feature.get("attrs")
        if isinstance(attrs, dict) and attrs:
            told = ", ".join(f"{key} {value}" for key, value in attrs.items())
            values.append(f"{feature['code']} {name or kind}: {told}")
    for at, name in named.items():
        if at not in held:
            found.place(at, name, "name")
    found.keep("imported, values of features", "; ".join(values))


def _read_heights(found: Found, heights: JsonObject) -> None:
    """Hexes of one height are a region."""
    if not heights:
        return
    layer = found.kind(Layer.REGION, "elevation")
    levels: dict[int, set[Hex]] = {}
    for code, height in heights.items():
        levels.setdefault(int(_number(height, found.where)), set()).add(_hex(found, code))
    found.board.regions[layer] = {
        f"Level {level}": frozenset(hexes) for level, hexes in sorted(levels.items())
    }
