"""Typed reading of TOML tables: charts and scenarios. Unknown keys are refused with the nearest
name.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from enum import Enum, StrEnum
from functools import cache
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar

from engine.core.charts.constraints import Mark
from maps.errors import KnownError
from maps.files.reading import toml_of
from maps.untyped import Json, JsonObject

T = TypeVar("T")

SAYS = ("title", "provenance", "reason")
"""Keys in which a chart says what it is, how surely it is known, and whence or why."""


class Provenance(StrEnum):
    """How surely a chart's value is known."""

    PRINTED = "printed"
    DERIVED = "derived"
    RECONSTRUCTED = "reconstructed"
    EDITED = "edited"


Cells: TypeAlias = Mapping[str, Provenance]
"""How cells of a row are known that are known otherwise than the row."""


class Sourced(Protocol):
    """A row or chart that says how it is known, cells of it apart."""

    @property
    def provenance(self) -> Provenance:
        """How the row is known as a whole."""

    @property
    def provenance_of(self) -> Cells:
        """The cells that are known otherwise, by name."""


def known(row: Sourced, cell: str) -> Provenance:
    """How surely one cell of a row is known."""
    return row.provenance_of.get(cell, row.provenance)


_PARSED: dict[str, JsonObject] = {}
_MOST_PARSED = 8
"""So many texts are kept parsed: typing, head and display of the same charts ask for one."""


def parsed(text: str, where: str) -> JsonObject:
    """The tables of a TOML text, the caller's own. Raises KnownError naming the place when it is
    none.
    """
    found = _PARSED.get(text)
    if found is None:
        found = toml_of(text, where)
        if len(_PARSED) >= _MOST_PARSED:
            del _PARSED[next(iter(_PARSED))]
        _PARSED[text] = found
    return {key: _copied(value) for key, value in found.items()}


def _copied(value: Json) -> Json:
    """Tables and lists of their own, with the same values."""
    if type(value) is dict:
        return {key: _copied(inner) for key, inner in value.items()}
    return [_copied(inner) for inner in value] if type(value) is list else value


def from_table(cls: type[T], table: object, where: str) -> T:
    """Build a dataclass from a TOML table.

    Raises KnownError naming the place for unknown keys (with the nearest known one), missing keys
    and values
    of the wrong type.
    """
    if not isinstance(table, Mapping):
        raise KnownError(where, f"should be a table, not {table!r}.")
    known = {item.name: item for item in fields(cls)}  # type: ignore[arg-type]
    for key in table:
        if key not in known:
            close = get_close_matches(str(key), known, n=1)
            fix = f"Did you mean {close[0]!r}?" if close else f"Known keys: {', '.join(known)}."
            raise KnownError(where, f"unknown key {key!r}.", fix)
    hints = hints_of(cls)
    values: JsonObject = {}
    for name, item in known.items():
        if name in table:
            values[name] = _value(table[name], hints[name], f"{where}, {name}")
        elif item.default is MISSING and item.default_factory is MISSING:
            raise KnownError(where, f"key {name!r} is missing.", "Add it.")
    return cls(**values)


def says(key: str, value: object, inner: object) -> bool:
    """True for what a chart of rows by name says of itself; every row of it is a table."""
    return key in SAYS and is_dataclass(inner) and isinstance(value, str)


def hints_of(cls: object) -> JsonObject:
    """The types of a dataclass's fields, with the marks of ``Annotated``."""
    return _hints(cls)


@cache
def _hints(cls: object) -> JsonObject:
    return typing.get_type_hints(cls, include_extras=True)


def _value(raw: Json, expected: Any, where: str) -> Json:
    origin, args = typing.get_origin(expected), typing.get_args(expected)
    if isinstance(expected, typing.NewType):
        return _value(raw, expected.__supertype__, where)
    if origin is Annotated:
        return _marked(_value(raw, args[0], where), args[1:], where)
    if origin in (typing.Union, types.UnionType):
        options = [arg for arg in args if arg is not type(None)]
        return _value(raw, options[0], where)
    if origin in (tuple, frozenset):
        if not isinstance(raw, list):
            raise KnownError(where, f"should be a list, not {raw!r}.")
        return origin(_value(item, args[0], f"{where}[{i}]") for i, item in enumerate(raw))
    if origin is dict or (isinstance(origin, type) and issubclass(origin, Mapping)):
        if not isinstance(raw, Mapping):
            raise KnownError(where, f"should be a table, not {raw!r}.")
        return {
            _value(key, args[0], where): _value(item, args[1], f"{where}.{key}")
            for key, item in raw.items()
            if not says(key, item, args[1])
        }
    if is_dataclass(expected):
        return from_table(typing.cast(type, expected), raw, where)
    if isinstance(expected, type) and issubclass(expected, Enum):
        try:
            return expected(raw)
        except ValueError:
            words = ", ".join(str(item.value) for item in expected)
            raise KnownError(where, f"{raw!r} is none of {words}.") from None
    if not isinstance(raw, expected) or (expected is int and isinstance(raw, bool)):
        raise KnownError(where, f"should be {expected.__name__}, not {raw!r}.")
    return raw


def _marked(value: object, marks: tuple[Any, ...], where: str) -> Json:
    for mark in marks:
        if isinstance(mark, Mark) and not mark.holds(value):
            raise KnownError(where, f"should be {mark.words}, not {value!r}.")
    return value
