"""Charts that somebody declares row by row: which of their lists can grow, and what a new row is.

What a chart leaves out counts as its default; here it is filled in (:func:`completed`), so that a
form has a cell for everything that can be said.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum, StrEnum

from engine.core.charts.constraints import AnyText, KeysOf, Mark, Numeral
from engine.core.charts.schema import (
    Allowed,
    CellKind,
    Path,
    allowed_by,
    allowed_in,
    bare_type,
    is_mapping,
    is_rows,
    named,
    value_at,
)
from engine.core.charts.tables import hints_of
from engine.frozen import dataclass
from maps.untyped import Json, JsonList, JsonObject, Table

WORDS = Allowed(CellKind.TEXT, (AnyText(),))
"""What an id may be."""
NUMBERS = Allowed(CellKind.TEXT, (Numeral(),))
"""What the id of a row may be that is a number, such as that of a turn."""


class ListKind(StrEnum):
    """What a list holds."""

    ROWS = "rows"
    """Rows with an id, such as kinds of terrain."""
    LINES = "lines"
    """Lists of values, such as the results of one throw."""
    ENTRIES = "entries"
    """A value for each of some words, such as the points of each size."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A list that can grow: the type of what it holds, the columns of its rows, and the words that
    entries are likely to be of.
    """

    kind: ListKind
    inner: object
    columns: tuple[Path, ...] = ()
    words: tuple[str, ...] = ()


def completed(shape: object, tables: Table) -> JsonObject:
    """Charts with the defaults of everything that the tables which are there leave out."""
    hints = hints_of(shape)
    return {key: _completed(hints[key], value) for key, value in tables.items() if key in hints}


def lists_in(shape: object, tables: Table) -> dict[Path, Listed]:
    """The lists of completed charts that can grow, by their paths, in the order of the text."""
    hints = hints_of(shape)
    return {
        path: listed
        for key, value in tables.items()
        for path, listed in _lists(hints[key], value, (key,), tables)
    }


def allowed_with(shape: object, tables: Table, lists: Mapping[Path, Listed]) -> dict[Path, Allowed]:
    """What each cell of completed charts may hold: ids of rows, and the entries that a row may have
    besides those it has, too.
    """
    found = allowed_in(shape, tables)
    hints = hints_of(shape)
    for key, table in tables.items():
        if isinstance(table, Mapping) and "title" in table:
            found[key, "title"] = allowed_by(hints_of(bare_type(hints[key]))["title"], tables)
    for path, listed in lists.items():
        if listed.kind is not ListKind.ROWS:
            continue
        hints = hints_of(listed.inner)
        ident = NUMBERS if _mark(hints["id"], Numeral) is not None else WORDS
        for name, _row in named(value_at(tables, path)):
            found[*path, name, "id"] = ident
            for column in listed.columns:
                if len(column) > 1 and (*path, name, *column) not in found:
                    value = typing.get_args(bare_type(hints[column[0]]))[1]
                    found[*path, name, *column] = allowed_by(value, tables)
    return found


def fresh_row(listed: Listed, rows: JsonList, tables: Table, word: str, wide: int = 1) -> Json:
    """A new row of a list: the least that its type asks for, under an id of its own. A new line is
    like the last one, the first one ``wide`` values long. ``word`` is what a row is called.
    """
    if listed.kind is ListKind.LINES:
        return list(rows[-1]) if rows else [_fresh(listed.inner, tables, word)] * max(1, wide)
    known = {name for name, _row in named(rows)}
    is_number = _mark(hints_of(listed.inner)["id"], Numeral) is not None
    number = len(rows) + 1
    while (str(number) if is_number else f"{word} {number}") in known:
        number += 1
    ident = str(number) if is_number else f"{word} {number}"
    row = _fresh(listed.inner, tables, ident.capitalize())
    return {"id": ident, **row}


def fresh_value(listed: Listed, tables: Table) -> Json:
    """The value of a new entry."""
    return _fresh(listed.inner, tables, "new")


def _completed(hint: object, value: Json) -> Json:
    plain = bare_type(hint)
    if is_dataclass(plain) and isinstance(value, Mapping):
        hints = hints_of(plain)
        found: JsonObject = {}
        for item in fields(plain):
            if item.name in value:
                found[item.name] = _completed(hints[item.name], value[item.name])
            elif (default := _default(item)) is not None:
                found[item.name] = default
        return found
    if is_rows(plain) and isinstance(value, list):
        inner = typing.get_args(plain)[0]
        return [_completed(inner, row) for row in value]
    return value


def _default(item: Field[object]) -> Json:
    """The default of a field as TOML holds it; None where it has none."""
    value = item.default_factory() if item.default_factory is not MISSING else item.default
    if value is MISSING or (isinstance(value, tuple) and any(map(is_dataclass, value))):
        return None
    return _as_toml(value)


def _as_toml(value: object) -> Json:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _lists(hint: object, value: Json, path: Path, whole: Table) -> Iterator[tuple[Path, Listed]]:
    plain = bare_type(hint)
    if is_dataclass(plain) and isinstance(value, Mapping):
        hints = hints_of(plain)
        for key, part in value.items():
            yield from _lists(hints[key], part, (*path, key), whole)
    elif is_mapping(plain):
        inner = typing.get_args(plain)[1]
        yield path, Listed(ListKind.ENTRIES, inner, words=_words(hint, whole))
    elif is_rows(plain):
        inner = bare_type(typing.get_args(plain)[0])
        if not is_dataclass(inner):
            yield path, Listed(ListKind.LINES, typing.get_args(inner)[0])
            return
        hints = hints_of(inner)
        yield path, Listed(ListKind.ROWS, inner, tuple(_columns(hints, value, whole)))
        for name, row in named(value):
            for key, part in row.items():
                if is_rows(bare_type(hints[key])):
                    yield from _lists(hints[key], part, (*path, name, key), whole)


def _columns(hints: JsonObject, rows: JsonList, whole: Table) -> Iterator[Path]:
    """The columns of rows: their fields, one for each word where a field has a value for each."""
    for key, hint in hints.items():
        plain = bare_type(hint)
        if is_rows(plain):
            continue
        if not is_mapping(plain):
            yield (key,)
            continue
        used = (word for row in rows for word in row.get(key, ()))
        yield from ((key, word) for word in dict.fromkeys((*_words(hint, whole), *used)))


def _words(hint: object, whole: Table) -> tuple[str, ...]:
    """The words that a field is likely to have a value for."""
    mark = _mark(hint, KeysOf)
    if not isinstance(mark, KeysOf):
        return ()
    try:
        rows = value_at(whole, mark.path)
    except KeyError:
        rows = []
    return (*mark.more, *(name for name, _row in named(rows)))


def _fresh(hint: object, tables: Table, word: str) -> Json:
    """The least value of a type: words for people are ``word``."""
    plain = bare_type(hint)
    if is_dataclass(plain):
        hints = hints_of(plain)
        needed = [item for item in fields(plain) if _is_needed(item)]
        return {item.name: _fresh(hints[item.name], tables, word) for item in needed}
    if is_mapping(plain):
        mark = _mark(hint, KeysOf)
        first = mark.more[:1] if isinstance(mark, KeysOf) else ()
        return {key: _fresh(typing.get_args(plain)[1], tables, word) for key in first}
    rule = allowed_by(hint, tables)
    if rule.many or is_rows(plain):
        return []
    if rule.kind is CellKind.CHOICE:
        return rule.choices[0] if rule.choices else ""
    if rule.kind in (CellKind.WHOLE, CellKind.NUMBER):
        return rule.range[0] or 0
    if rule.kind is CellKind.YES_NO:
        return False
    return word if rule.holds(word) else "1"


def _is_needed(item: Field[object]) -> bool:
    return item.default is MISSING and item.default_factory is MISSING and item.name != "id"


def _mark(hint: object, kind: type[Mark]) -> Mark | None:
    """The mark of a kind that a type has."""
    found = typing.get_args(hint)[1:] if hasattr(hint, "__metadata__") else ()
    return next((mark for mark in found if isinstance(mark, kind)), None)
