"""Changes of an order of battle as plain JSON data, and back, strictly typed.

The store journals changes in this form. Records are lists of their fields in order (a face is
``[attack, defense, move, parenthesised, label]``), trait sets sorted lists. Whatever does not fit
raises KnownError that names the spot (``fact 3 after``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar, cast

from maps.errors import KnownError
from oob.changes import Change, Fact, OobLayer, Value
from oob.model import (
    DepleteChoice,
    EntryKind,
    Face,
    Formation,
    Nation,
    ScheduleEntry,
    SetUp,
    Size,
    Unit,
)

Plain: TypeAlias = Any
"""What :mod:`json` reads and writes; each reader below checks its type before use."""

Reader: TypeAlias = Callable[[Plain, str], Any]
T = TypeVar("T")
_BIGGEST = 1_000_000


def change_to_plain(change: Change) -> dict[str, Plain]:
    """A change as JSON data; each of its ``facts`` is ``[layer, key, before, after]``."""
    return {
        "label": change.label,
        "stroke": change.stroke,
        "facts": [
            [f.layer.value, f.key, value_to_plain(f.before), value_to_plain(f.after)]
            for f in change.facts
        ],
    }


def change_from_plain(data: Plain, where: str = "change") -> Change:
    """The change that :func:`change_to_plain` wrote. Raises KnownError for anything else."""
    if not isinstance(data, dict) or set(data) != {"label", "stroke", "facts"}:
        raise _bad(where, "an object with label, stroke and facts is needed")
    label, stroke = _text(data["label"], where), _text(data["stroke"], where)
    items = _list(data["facts"], f"{where} facts")
    found = [_fact(item, f"{where}, fact {number}") for number, item in enumerate(items, 1)]
    try:
        return Change(tuple(found), label, stroke)
    except ValueError as error:
        raise _bad(where, str(error)) from None


def value_to_plain(value: object) -> Plain:
    """One value of a fact as JSON data."""
    match value:
        case None | bool() | int() | str():
            return value.value if isinstance(value, StrEnum) else value
        case tuple():
            return [value_to_plain(item) for item in value]
        case frozenset():
            return sorted(value)
        case Nation() | Formation() | Unit() | Face() | SetUp() | DepleteChoice() | ScheduleEntry():
            return [value_to_plain(getattr(value, field.name)) for field in fields(value)]
        case _:
            raise TypeError(f"no plain form of {value!r}")


def _fact(data: Plain, where: str) -> Fact:
    layer_word, key, before, after = _list(data, where, 4)
    layer = cast(OobLayer, _choice(OobLayer)(layer_word, where))
    slot = _text(key, f"{where} key")
    if slot not in _KEYS.get(layer, (slot,)):
        raise _bad(where, f"{layer} has no {slot!r}")
    reader = _VALUES[layer]
    fact = Fact(layer, slot, reader(before, f"{where} before"), reader(after, f"{where} after"))
    for value in (fact.before, fact.after):
        if isinstance(value, Nation | Formation | Unit) and value.id != slot:
            raise _bad(where, f"the {layer} {value.id!r} is under the id {slot!r}")
    return fact


def _bad(where: str, what: str) -> KnownError:
    return KnownError(
        where, f"{what}.", "The data was not written by this program; restore a copy."
    )


def _list(data: Plain, where: str, length: int | None = None) -> list[Plain]:
    if not isinstance(data, list) or (length is not None and len(data) != length):
        raise _bad(where, "a list is needed here" + (f" of {length}" if length else ""))
    return data


def _text(data: Plain, where: str) -> str:
    if not isinstance(data, str):
        raise _bad(where, f"text is needed, not {data!r}")
    return data


def _int(data: Plain, where: str) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or abs(data) > _BIGGEST:
        raise _bad(where, f"a whole number is needed, not {data!r}")
    return data


def _flag(data: Plain, where: str) -> bool:
    if not isinstance(data, bool):
        raise _bad(where, f"true or false is needed, not {data!r}")
    return data


def _choice(kind: type[StrEnum]) -> Reader:
    def reader(data: Plain, where: str) -> StrEnum:
        try:
            return kind(_text(data, where))
        except ValueError:
            words = ", ".join(member.value for member in kind)
            raise _bad(where, f"{data!r} is not one of {words}") from None

    return reader


def _optional(reader: Reader) -> Reader:
    return lambda data, where: None if data is None else reader(data, where)


def _all(reader: Reader) -> Reader:
    return lambda data, where: tuple(reader(item, where) for item in _list(data, where))


def _words(data: Plain, where: str) -> frozenset[str]:
    return frozenset(_text(item, where) for item in _list(data, where))


def _record(kind: Callable[..., T], *readers: Reader) -> Callable[[Plain, str], T]:
    def reader(data: Plain, where: str) -> T:
        items = _list(data, where, len(readers))
        return kind(*(read(item, where) for read, item in zip(readers, items, strict=True)))

    return reader


_IDS = _all(_text)
_FACE = _record(Face, *[_optional(_int)] * 3, _flag, _text)
_UNIT = _record(Unit, *[_text] * 5, _choice(Size), _all(_FACE), _int, _words, _text, _text)
_ENTRY = _record(ScheduleEntry, _choice(EntryKind), _int, _text, _IDS, _int, _IDS, _text)

_KEYS: dict[OobLayer, tuple[str, ...]] = {
    OobLayer.HEAD: ("id", "title"),
    OobLayer.ROLL: ("nation", "formation", "unit", "note"),
    OobLayer.SETUP: ("setup",),
    OobLayer.CHOICE: ("choice",),
    OobLayer.SCHEDULE: ("schedule",),
}

_VALUES: dict[OobLayer, Callable[[Plain, str], Value]] = {
    OobLayer.HEAD: _text,
    OobLayer.NATION: _optional(_record(Nation, *[_text] * 6)),
    OobLayer.FORMATION: _optional(_record(Formation, *[_text] * 3)),
    OobLayer.UNIT: _optional(_UNIT),
    OobLayer.NOTE: _optional(_text),
    OobLayer.ROLL: _IDS,
    OobLayer.SETUP: _all(_record(SetUp, _text, _IDS, _text, _int)),
    OobLayer.CHOICE: _all(_record(DepleteChoice, _int, _IDS)),
    OobLayer.SCHEDULE: _all(_ENTRY),
}
