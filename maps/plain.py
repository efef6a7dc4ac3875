"""Changes and their values as plain JSON data, and back, strictly typed.

The store journals changes in this form. A hex is ``[q, r]``, a side ``[q, r, direction]``, a link
``[q, r, q, r]``, a region ``[layer, name]``, a membership ``[layer, name, q, r]``, a kind set a
sorted list. Whatever does not fit raises KnownError that names the spot (``fact 3 key``).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar, cast

from maps.changes import Change, Fact, Key, MapLayer, RegionHex, RegionName, Value
from maps.errors import KnownError
from maps.hexgrid import Hex, Link, Side, are_adjacent
from maps.layout import Orientation
from maps.legend import Kind, Layer
from maps.model import Box, BoxLink, Place
from maps.numbering import LabelScheme, Order, Parity, Sheet

Plain: TypeAlias = Any
"""What :mod:`json` reads and writes; each reader below checks its type before use."""

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)


def change_to_plain(change: Change) -> dict[str, Plain]:
    """A change as JSON data; each of its ``facts`` is ``[layer, key, before, after]``."""
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
    record = _record(data, where, {"label", "stroke", "facts"})
    facts = [
        _fact(item, f"{where}, fact {number}")
        for number, item in enumerate(_list(record["facts"], f"{where} facts"), 1)
    ]
    label, stroke = _text(record["label"], where), _text(record["stroke"], where)
    try:
        return Change(tuple(facts), label, stroke)
    except ValueError as error:
        raise _bad(where, str(error)) from None


def value_to_plain(value: Value) -> Plain:
    """One value of a fact as JSON data."""
    match value:
        case Place():
            return place_to_plain(value)
        case Box():
            return box_to_plain(value)
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
    """A place as JSON data."""
    return {
        "id": place.id,
        "name": place.name,
        "kind": place.kind,
        "hex": list(place.hex),
        "tags": sorted(place.tags),
        "modern": place.modern,
    }


def place_from_plain(data: Plain, where: str = "place") -> Place:
    """The place that :func:`place_to_plain` wrote. Raises KnownError for anything else."""
    record = _record(data, where, {"id", "name", "kind", "hex", "tags", "modern"})
    id_, name, kind, modern = (_text(record[k], where) for k in ("id", "name", "kind", "modern"))
    return Place(id_, name, kind, _hex(record["hex"], where), _words(record["tags"], where), modern)


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
    record = _record(data, where, {"id", "name", "at", "size", "links"})
    links = []
    for item in _list(record["links"], where):
        target, distance = _list(item, where, 2)
        links.append(BoxLink(_text(target, where), _int(distance, where)))
    id_, name = _text(record["id"], where), _text(record["name"], where)
    return Box(id_, name, _pair(record["at"], where), _pair(record["size"], where), tuple(links))


def kind_to_plain(kind: Kind) -> dict[str, Plain]:
    """A legend kind as JSON data."""
    look = dict(sorted(kind.look.items()))
    return {"layer": kind.layer.value, "id": kind.id, "name": kind.name, "look": look}


def kind_from_plain(data: Plain, where: str = "kind") -> Kind:
    """The kind that :func:`kind_to_plain` wrote. Raises KnownError for anything else."""
    record = _record(data, where, {"layer", "id", "name", "look"})
    look = record["look"]
    if not isinstance(look, dict):
        raise _bad(where, "look is not an object")
    words = {_text(key, where): _text(value, where) for key, value in look.items()}
    id_, name = _text(record["id"], where), _text(record["name"], where)
    return Kind(_choice(Layer, record["layer"], where), id_, name, words)


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
    }


def sheet_from_plain(data: Plain, where: str = "sheet") -> Sheet:
    """The sheet that :func:`sheet_to_plain` wrote. Raises KnownError for anything else."""
    record = _record(data, where, set(_SHEET_WORDS))
    try:
        scheme = LabelScheme(
            order=_choice(Order, record["order"], where),
            parity=_choice(Parity, record["parity"], where),
            columns_grow=_text(record["columns_grow"], where),
            rows_grow=_text(record["rows_grow"], where),
            first_column=_int(record["first_column"], where),
            first_row=_int(record["first_row"], where),
            digits=_int(record["digits"], where),
            prefix=_text(record["prefix"], where),
            separator=_text(record["separator"], where),
        )
        return Sheet(
            _text(record["id"], where),
            _choice(Orientation, record["orientation"], where),
            _int(record["columns"], where),
            _int(record["rows"], where),
            scheme,
            _hex(record["origin"], where),
        )
    except KnownError:
        raise
    except ValueError as error:
        raise _bad(where, str(error)) from None


_SHEET_WORDS = tuple(sheet_to_plain(Sheet("", Orientation.FLAT, 1, 1)))


def _key_to_plain(key: Key) -> Plain:
    match key:
        case Side():
            return [*key.hex, key.direction]
        case Link():
            return [*key.a, *key.b]
        case RegionHex():
            return [key.layer, key.region, *key.hex]
        case Hex() | RegionName():
            return list(key)
        case _:
            return key


def _fact(data: Plain, where: str) -> Fact:
    layer_word, key, before, after = _list(data, where, 4)
    layer = _choice(MapLayer, layer_word, where)
    value = _VALUES[layer]
    slot = _KEYS[layer](key, f"{where} key")
    fact = Fact(layer, slot, value(before, f"{where} before"), value(after, f"{where} after"))
    for entry in (fact.before, fact.after):
        if isinstance(entry, Place | Box) and entry.id != slot:
            raise _bad(where, f"the {layer} {entry.id!r} stands under the id {slot!r}")
    if layer is MapLayer.HEAD and slot == "orientation":
        for entry in (fact.before, fact.after):
            _choice(Orientation, entry, where)
    return fact


def _bad(where: str, what: str) -> KnownError:
    return KnownError(
        where, f"{what}.", "The data was not written by this program; restore a copy."
    )


def _record(data: Plain, where: str, keys: set[str]) -> dict[str, Plain]:
    if not isinstance(data, dict):
        raise _bad(where, "an object is needed here")
    if set(data) != keys:
        odd = sorted(str(key) for key in set(data) ^ keys)
        raise _bad(where, f"missing or unknown: {', '.join(odd)}")
    return cast(dict[str, Plain], data)


def _list(data: Plain, where: str, length: int | None = None) -> list[Plain]:
    if not isinstance(data, list) or (length is not None and len(data) != length):
        raise _bad(where, "a list is needed here" + (f" of {length}" if length else ""))
    return data


def _text(data: Plain, where: str) -> str:
    if not isinstance(data, str):
        raise _bad(where, f"text is needed, not {data!r}")
    return data


def _int(data: Plain, where: str) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or abs(data) > 1_000_000:
        raise _bad(where, f"a whole number is needed, not {data!r}")
    return data


def _flag(data: Plain, where: str) -> bool:
    if not isinstance(data, bool):
        raise _bad(where, f"true or false is needed, not {data!r}")
    return data


def _choice(kind: type[E], data: Plain, where: str) -> E:
    try:
        return kind(_text(data, where))
    except ValueError:
        words = ", ".join(member.value for member in kind)
        raise _bad(where, f"{data!r} is not one of {words}") from None


def _words(data: Plain, where: str) -> frozenset[str]:
    return frozenset(_text(item, where) for item in _list(data, where))


def _pair(data: Plain, where: str) -> tuple[float, float]:
    pair = _list(data, where, 2)
    for number in pair:
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise _bad(where, f"a number is needed, not {number!r}")
        if not math.isfinite(number):
            raise _bad(where, "numbers must be finite")
    return float(pair[0]), float(pair[1])


def _hex(data: Plain, where: str) -> Hex:
    q, r = _list(data, where, 2)
    return Hex(_int(q, where), _int(r, where))


def _side(data: Plain, where: str) -> Side:
    q, r, direction = _list(data, where, 3)
    if _int(direction, where) not in (0, 1, 2):
        raise _bad(where, "a hexside's direction is 0, 1 or 2")
    return Side(Hex(_int(q, where), _int(r, where)), direction)


def _link(data: Plain, where: str) -> Link:
    numbers = _list(data, where, 4)
    a, b = _hex(numbers[:2], where), _hex(numbers[2:], where)
    if not are_adjacent(a, b) or not a < b:
        raise _bad(where, "a link joins two adjacent hexes, the lesser first")
    return Link(a, b)


def _region(data: Plain, where: str) -> RegionName:
    layer, region = _list(data, where, 2)
    return RegionName(_text(layer, where), _text(region, where))


def _member(data: Plain, where: str) -> RegionHex:
    layer, region, q, r = _list(data, where, 4)
    at = Hex(_int(q, where), _int(r, where))
    return RegionHex(_text(layer, where), _text(region, where), at)


def _fixed(*words: str) -> Callable[[Plain, str], str]:
    def reader(data: Plain, where: str) -> str:
        if data not in words:
            raise _bad(where, f"{data!r} is not one of {', '.join(words)}")
        return cast(str, data)

    return reader


def _optional(reader: Callable[[Plain, str], T]) -> Callable[[Plain, str], T | None]:
    return lambda data, where: None if data is None else reader(data, where)


def _all(reader: Callable[[Plain, str], T]) -> Callable[[Plain, str], tuple[T, ...]]:
    return lambda data, where: tuple(reader(item, where) for item in _list(data, where))


_KEYS: dict[MapLayer, Callable[[Plain, str], Key]] = {
    MapLayer.HEAD: _fixed("id", "title", "orientation"),
    MapLayer.LEGEND: _fixed("kinds"),
    MapLayer.SHEETS: _fixed("sheets"),
    MapLayer.NOTE: _text,
    MapLayer.TERRAIN: _hex,
    MapLayer.DRAFT: _hex,
    MapLayer.HEXSIDE: _side,
    MapLayer.LINE: _link,
    MapLayer.PLACE: _text,
    MapLayer.REGION: _region,
    MapLayer.MEMBER: _member,
    MapLayer.BOX: _text,
}

_VALUES: dict[MapLayer, Callable[[Plain, str], Value]] = {
    MapLayer.HEAD: _text,
    MapLayer.LEGEND: _all(kind_from_plain),
    MapLayer.SHEETS: _all(sheet_from_plain),
    MapLayer.NOTE: _optional(_text),
    MapLayer.TERRAIN: _optional(_text),
    MapLayer.DRAFT: _flag,
    MapLayer.HEXSIDE: _words,
    MapLayer.LINE: _words,
    MapLayer.PLACE: _optional(place_from_plain),
    MapLayer.REGION: _flag,
    MapLayer.MEMBER: _flag,
    MapLayer.BOX: _optional(box_from_plain),
}
