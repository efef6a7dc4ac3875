"""Stamps as plain JSON data, and back, strictly typed."""

from __future__ import annotations

from maps.edits.changes import RegionName
from maps.edits.plain import (
    hex_from_plain,
    link_from_plain,
    place_from_plain,
    place_to_plain,
    side_from_plain,
)
from maps.edits.plainwords import Plain, a_list, a_record, a_set, a_text
from maps.edits.stamps import Stamp
from maps.hexgrid import Hex

_WORDS = {"terrain", "hexsides", "lines", "places", "regions", "region_layers"}


def stamp_to_plain(stamp: Stamp) -> dict[str, Plain]:
    """A stamp as JSON data."""
    return {
        "terrain": [[*at, kind] for at, kind in sorted(stamp.terrain.items())],
        "hexsides": [
            [[*of.hex, of.direction], sorted(kinds)] for of, kinds in sorted(stamp.hexsides.items())
        ],
        "lines": [[[*way.a, *way.b], sorted(kinds)] for way, kinds in sorted(stamp.lines.items())],
        "places": [place_to_plain(place) for place in stamp.places],
        "regions": [
            [*named, [list(at) for at in sorted(hexes)]]
            for named, hexes in sorted(stamp.regions.items())
        ],
        "region_layers": list(stamp.region_layers),
    }


def stamp_from_plain(data: Plain, where: str = "stamp") -> Stamp:
    """The stamp that :func:`stamp_to_plain` wrote. Raises KnownError for anything else."""
    record = a_record(data, where, _WORDS)
    terrain: dict[Hex, str] = {}
    for item in a_list(record["terrain"], where):
        q, r, kind = a_list(item, where, 3)
        terrain[hex_from_plain([q, r], where)] = a_text(kind, where)
    sides, lines, regions = {}, {}, {}
    for item in a_list(record["hexsides"], where):
        key, kinds = a_list(item, where, 2)
        sides[side_from_plain(key, where)] = a_set(kinds, where)
    for item in a_list(record["lines"], where):
        key, kinds = a_list(item, where, 2)
        lines[link_from_plain(key, where)] = a_set(kinds, where)
    for item in a_list(record["regions"], where):
        layer, name, hexes = a_list(item, where, 3)
        named = RegionName(a_text(layer, where), a_text(name, where))
        regions[named] = frozenset(hex_from_plain(at, where) for at in a_list(hexes, where))
    places = tuple(place_from_plain(item, where) for item in a_list(record["places"], where))
    layers = tuple(a_text(layer, where) for layer in a_list(record["region_layers"], where))
    return Stamp(terrain, sides, lines, places, regions, layers)
