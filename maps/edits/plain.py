"""Changes and their values as plain JSON data, and back, strictly typed.

The store journals changes in this form. A hex is ``[q, r]``, a side ``[q, r, direction]``, a link
``[q, r, q, r]``, a region ``[layer, name]``, a membership ``[layer, name, q, r]``, a kind set a
sorted list. Whatever does not fit raises KnownError that names the spot (``fact 3 key``).
"""

from __future__ import annotations

from collections.abc import Callable

from maps.edits.changes import (
    Change,
    Fact,
    Filled,
    Fills,
    Key,
    MapLayer,
    RegionHex,
    RegionName,
    Value,
)
from maps.edits.plainwords import (
    Plain,
    a_choice,
    a_flag,
    a_list,
    a_pair,
    a_record,
    a_set,
    a_text,
    a_whole,
    all_of,
    bad,
    one_of,
    or_none,
)
from maps.errors import KnownError
from maps.finding.runs import Run, unbroken
from maps.hexgrid import Hex, Link, Side, are_adjacent
from maps.layout import Orientation
from maps.legend import Kind, Layer
from maps.model import Bookmark, Box, BoxLink, Place
from maps.numbering import LabelScheme, Order, Parity, Sheet

MOST_FILLED = 8_000_000
"""Hexes that a fill may say it is about: terrain and draft marks of the largest sheet there is."""


def change_to_plain(change: Change) -> dict[str, Plain]:
    """A change as JSON data; each of its ``facts`` is ``[layer, key, before, after]``.

    Very many hexes that are filled are ``fills`` instead, each ``[layer, before, after, runs]``,
    and a run of hexes ``[q, first r, last r]``; that of a region ends with its ``[layer, name]``.
    Regions that begin or end with it are fills of no runs.
    """
    if isinstance(change.facts, Fills):
        fills: list[Plain] = [
            [layer.value, before, after, [list(run) for run in unbroken(hexes)], *_named(region)]
            for layer, before, after, hexes, region in change.facts.groups
        ]
        fills += [
            [fact.layer.value, bool(fact.before), bool(fact.after), [], _key_to_plain(fact.key)]
            for fact in change.facts.regions
        ]
        return {"label": change.label, "stroke": change.stroke, "fills": fills}
    return {
        "label": change.label,
        "stroke": change.stroke,
        "facts": [
            [f.layer.value, _key_to_plain(f.key), value_to_plain(f.before), value_to_plain(f.after)]
            for f in change.facts
        ],
    }


def change_from_plain(data: Plain, where: str = "change") -> Change:
    """The change that :func:`change_to_plain` wrote. Raises KnownError for anything else."""
    word = "fills" if isinstance(data, dict) and "fills" in data else "facts"
    record = a_record(data, where, {"label", "stroke", word})
    label, stroke = a_text(record["label"], where), a_text(record["stroke"], where)
    if word == "fills":
        return Change(_fills(record["fills"], where), label, stroke)
    facts = [
        _fact(item, f"{where}, fact {number}")
        for number, item in enumerate(a_list(record["facts"], f"{where} facts"), 1)
    ]
    try:
        return Change(tuple(facts), label, stroke)
    except ValueError as error:
        raise bad(where, str(error)) from None


def value_to_plain(value: Value) -> Plain:
    """One value of a fact as JSON data."""
    match value:
        case str() | None:
            return value
        case Place():
            return place_to_plain(value)
        case Box():
            return box_to_plain(value)
        case Bookmark():
            return bookmark_to_plain(value)
        case frozenset():
            return sorted(value)
        case tuple():
            return [
                kind_to_plain(item) if isinstance(item, Kind) else sheet_to_plain(item)
                for item in value
            ]
        case _:
            return value


def place_to_plain(place: Place) -> dict[str, Plain]:
    """A place as JSON data; ``label`` and ``offset`` are left out where painters choose them."""
    spots = {"label": place.label, "offset": place.offset}
    placed: dict[str, Plain] = {key: list(at) for key, at in spots.items() if at is not None}
    return placed | {
        "id": place.id,
        "name": place.name,
        "kind": place.kind,
        "hex": list(place.hex),
        "tags": sorted(place.tags),
        "modern": place.modern,
    }


def place_from_plain(data: Plain, where: str = "place") -> Place:
    """The place that :func:`place_to_plain` wrote. Raises KnownError for anything else."""
    keys = {"id", "name", "kind", "hex", "tags", "modern"}
    placed = {"label", "offset"} & set(data) if isinstance(data, dict) else set()
    record = a_record(data, where, keys | placed)
    id_, name, kind, modern = (a_text(record[k], where) for k in ("id", "name", "kind", "modern"))
    at, tags = hex_from_plain(record["hex"], where), a_set(record["tags"], where)
    label = a_pair(record["label"], where) if "label" in placed else None
    offset = a_pair(record["offset"], where) if "offset" in placed else None
    return Place(id_, name, kind, at, tags, modern, label, offset)


def box_to_plain(box: Box) -> dict[str, Plain]:
    """A box as JSON data."""
    return {
        "id": box.id,
        "name": box.name,
        "at": list(box.at),
        "size": list(box.size),
        "links": [[way.target, way.distance] for way in box.links],
    }


def box_from_plain(data: Plain, where: str = "box") -> Box:
    """The box that :func:`box_to_plain` wrote. Raises KnownError for anything else."""
    record = a_record(data, where, {"id", "name", "at", "size", "links"})
    links = []
    for item in a_list(record["links"], where):
        target, distance = a_list(item, where, 2)
        links.append(BoxLink(a_text(target, where), a_whole(distance, where)))
    id_, name = a_text(record["id"], where), a_text(record["name"], where)
    return Box(id_, name, a_pair(record["at"], where), a_pair(record["size"], where), tuple(links))


def bookmark_to_plain(bookmark: Bookmark) -> dict[str, Plain]:
    """A bookmark as JSON data."""
    return {
        "name": bookmark.name,
        "hex": list(bookmark.hex),
        "zoom": bookmark.zoom,
        "key": bookmark.key,
    }


def bookmark_from_plain(data: Plain, where: str = "bookmark") -> Bookmark:
    """The bookmark that :func:`bookmark_to_plain` wrote. Raises KnownError for anything else."""
    record = a_record(data, where, {"name", "hex", "zoom", "key"})
    name, key = a_text(record["name"], where), a_text(record["key"], where)
    return Bookmark(name, hex_from_plain(record["hex"], where), a_whole(record["zoom"], where), key)


def kind_to_plain(kind: Kind) -> dict[str, Plain]:
    """A legend kind as JSON data."""
    look = dict(sorted(kind.look.items()))
    return {"layer": kind.layer.value, "id": kind.id, "name": kind.name, "look": look}


def kind_from_plain(data: Plain, where: str = "kind") -> Kind:
    """The kind that :func:`kind_to_plain` wrote. Raises KnownError for anything else."""
    record = a_record(data, where, {"layer", "id", "name", "look"})
    look = record["look"]
    if not isinstance(look, dict):
        raise bad(where, "look is not an object")
    words = {a_text(key, where): a_text(value, where) for key, value in look.items()}
    id_, name = a_text(record["id"], where), a_text(record["name"], where)
    return Kind(a_choice(Layer, record["layer"], where), id_, name, words)


def sheet_to_plain(sheet: Sheet) -> dict[str, Plain]:
    """A sheet as JSON data."""
    scheme = sheet.scheme
    return {
        "id": sheet.id,
        "orientation": sheet.orientation.value,
        "columns": sheet.columns,
        "rows": sheet.rows,
        "origin": list(sheet.origin),
        "order": scheme.order.value,
        "parity": scheme.parity.value,
        "columns_grow": scheme.columns_grow,
        "rows_grow": scheme.rows_grow,
        "first_column": scheme.first_column,
        "first_row": scheme.first_row,
        "digits": scheme.digits,
        "prefix": scheme.prefix,
        "separator": scheme.separator,
        **({"style": scheme.style} if scheme.style else {}),
    }


def sheet_from_plain(data: Plain, where: str = "sheet") -> Sheet:
    """The sheet that :func:`sheet_to_plain` wrote. Raises KnownError for anything else."""
    styled = isinstance(data, dict) and "style" in data
    record = a_record(data, where, {*_SHEET_WORDS, *(("style",) if styled else ())})
    try:
        scheme = LabelScheme(
            order=a_choice(Order, record["order"], where),
            parity=a_choice(Parity, record["parity"], where),
            columns_grow=a_text(record["columns_grow"], where),
            rows_grow=a_text(record["rows_grow"], where),
            first_column=a_whole(record["first_column"], where),
            first_row=a_whole(record["first_row"], where),
            digits=a_whole(record["digits"], where),
            prefix=a_text(record["prefix"], where),
            separator=a_text(record["separator"], where),
            style=a_text(record["style"], where) if styled else "",
        )
        return Sheet(
            a_text(record["id"], where),
            a_choice(Orientation, record["orientation"], where),
            a_whole(record["columns"], where),
            a_whole(record["rows"], where),
            scheme,
            hex_from_plain(record["origin"], where),
        )
    except KnownError:
        raise
    except ValueError as error:
        raise bad(where, str(error)) from None


_SHEET_WORDS = tuple(sheet_to_plain(Sheet("", Orientation.FLAT, 1, 1)))


def _key_to_plain(key: Key) -> Plain:
    match key:
        case Hex():
            return list(key)
        case Side():
            return [*key.hex, key.direction]
        case Link():
            return [*key.a, *key.b]
        case RegionHex():
            return [key.layer, key.region, *key.hex]
        case RegionName():
            return list(key)
        case _:
            return key


def _named(region: RegionName | None) -> list[Plain]:
    return [] if region is None else [list(region)]


def _runs(data: Plain, where: str) -> list[Run]:
    runs = [Run(*(a_whole(n, where) for n in a_list(r, where, 3))) for r in a_list(data, where)]
    if any(run.last < run.first for run in runs):
        raise bad(where, "a run of hexes ends before it begins")
    return runs


def _fills(data: Plain, where: str) -> Fills:
    """Filled hexes, and the regions that begin or end with them."""
    items = [_item(item, where) for item in a_list(data, where)]
    runs = [_runs(item[3], where) for item in items]
    if sum(run.last + 1 - run.first for held in runs for run in held) > MOST_FILLED:
        raise bad(where, "more is filled than any board has")
    groups: list[Filled] = []
    regions: list[Fact] = []
    for item, held in zip(items, runs, strict=True):
        layer = a_choice(MapLayer, item[0], where)
        region = _region(item[4], where) if len(item) > 4 else None
        read = a_text if layer is MapLayer.TERRAIN else a_flag
        before, after = read(item[1], where), read(item[2], where)
        if layer is MapLayer.REGION and region is not None and not held and before != after:
            regions.append(Fact(layer, region, before, after))
        else:
            hexes = tuple(at for run in held for at in run.hexes())
            groups.append(Filled(layer, before, after, hexes, region))
    try:
        return Fills(groups, regions)
    except ValueError as error:
        raise bad(where, str(error)) from None


def _item(data: Plain, where: str) -> list[Plain]:
    """One of the fills: of four entries, or of five with a region."""
    return a_list(data, where, 5 if isinstance(data, list) and len(data) == 5 else 4)


def _fact(data: Plain, where: str) -> Fact:
    layer_word, key, before, after = a_list(data, where, 4)
    layer = a_choice(MapLayer, layer_word, where)
    value = _VALUES[layer]
    slot = _KEYS[layer](key, f"{where} key")
    fact = Fact(layer, slot, value(before, f"{where} before"), value(after, f"{where} after"))
    for entry in (fact.before, fact.after):
        if isinstance(entry, Place | Box) and entry.id != slot:
            raise bad(where, f"the {layer} {entry.id!r} is under the id {slot!r}")
        if isinstance(entry, Bookmark) and entry.name != slot:
            raise bad(where, f"the {layer} {entry.name!r} is under the name {slot!r}")
    if layer is MapLayer.HEAD and slot == "orientation":
        for entry in (fact.before, fact.after):
            a_choice(Orientation, entry, where)
    return fact


def hex_from_plain(data: Plain, where: str) -> Hex:
    """A hex."""
    q, r = a_list(data, where, 2)
    return Hex(a_whole(q, where), a_whole(r, where))


def side_from_plain(data: Plain, where: str) -> Side:
    """A hexside under its canonical name."""
    q, r, direction = a_list(data, where, 3)
    if a_whole(direction, where) not in (0, 1, 2):
        raise bad(where, "a hexside's direction is 0, 1 or 2")
    return Side(Hex(a_whole(q, where), a_whole(r, where)), direction)


def link_from_plain(data: Plain, where: str) -> Link:
    """A link between two adjacent hexes, the lesser first."""
    numbers = a_list(data, where, 4)
    a, b = hex_from_plain(numbers[:2], where), hex_from_plain(numbers[2:], where)
    if not are_adjacent(a, b) or not a < b:
        raise bad(where, "a link joins two adjacent hexes, the lesser first")
    return Link(a, b)


def _region(data: Plain, where: str) -> RegionName:
    layer, region = a_list(data, where, 2)
    return RegionName(a_text(layer, where), a_text(region, where))


def _member(data: Plain, where: str) -> RegionHex:
    layer, region, q, r = a_list(data, where, 4)
    at = Hex(a_whole(q, where), a_whole(r, where))
    return RegionHex(a_text(layer, where), a_text(region, where), at)


_KEYS: dict[MapLayer, Callable[[Plain, str], Key]] = {
    MapLayer.HEAD: one_of("id", "title", "orientation"),
    MapLayer.LEGEND: one_of("kinds"),
    MapLayer.SHEETS: one_of("sheets"),
    MapLayer.NOTE: a_text,
    MapLayer.TERRAIN: hex_from_plain,
    MapLayer.DRAFT: hex_from_plain,
    MapLayer.HEXSIDE: side_from_plain,
    MapLayer.LINE: link_from_plain,
    MapLayer.PLACE: a_text,
    MapLayer.REGION: _region,
    MapLayer.MEMBER: _member,
    MapLayer.BOX: a_text,
    MapLayer.BOOKMARK: a_text,
}

_VALUES: dict[MapLayer, Callable[[Plain, str], Value]] = {
    MapLayer.HEAD: a_text,
    MapLayer.LEGEND: all_of(kind_from_plain),
    MapLayer.SHEETS: all_of(sheet_from_plain),
    MapLayer.NOTE: or_none(a_text),
    MapLayer.TERRAIN: or_none(a_text),
    MapLayer.DRAFT: a_flag,
    MapLayer.HEXSIDE: a_set,
    MapLayer.LINE: a_set,
    MapLayer.PLACE: or_none(place_from_plain),
    MapLayer.REGION: a_flag,
    MapLayer.MEMBER: a_flag,
    MapLayer.BOX: or_none(box_from_plain),
    MapLayer.BOOKMARK: or_none(bookmark_from_plain),
}
