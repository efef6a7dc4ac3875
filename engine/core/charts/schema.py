"""Charts as a system types them, and their cells: where one is, and what it may hold.

A cell is named by its *path*: the keys that lead to it in the TOML, rows of a list by their ``id``
when they have one, else by number from 1: ``("terrain", "rows", "rough", "cost")``,
``("combat", "rows", "3", "5")``.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum, StrEnum
from typing import Annotated, Any, TypeAlias, TypeVar

from engine.core.charts.constraints import AnyText, AsShipped, AtLeast, Between, Mark, OneOf, RowOf
from engine.core.charts.tables import SAYS, Provenance, from_table, hints_of, parsed, says
from engine.frozen import dataclass
from maps.errors import KnownError
from maps.untyped import Json, JsonList, JsonObject, Table

T = TypeVar("T")

Path: TypeAlias = tuple[str, ...]
"""The keys that lead to a cell, a row or a table of the charts."""

HEAD = "chart_set"
"""The table of a chart text that says what was edited in it; no chart."""

META = (*SAYS, "provenance_of", "id")
"""Keys of a chart or a row that say something of it and are no values."""


@dataclass(frozen=True, slots=True)
class ChartProblem:
    """What is wrong between cells of charts: where, and a sentence that says what is allowed."""

    path: Path
    what: str

    def __str__(self) -> str:
        return f"{place(self.path)}: {self.what}"


class CellKind(StrEnum):
    """What a cell holds."""

    WHOLE = "whole number"
    NUMBER = "number"
    YES_NO = "yes or no"
    CHOICE = "choice"
    TEXT = "text"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a cell may hold; with ``many`` a list of such values.

    A FIXED cell is a name that rules or boards know, or as set-ups need it; it cannot be edited.
    """

    kind: CellKind
    marks: tuple[Mark, ...] = ()
    choices: tuple[str, ...] = ()
    many: bool = False

    @property
    def words(self) -> str:
        """What is allowed, for a sentence: ``a whole number, 0 or more``."""
        if self.kind is CellKind.FIXED:
            return "what is shipped, which rules, set-ups or boards rely on"
        if self.kind is CellKind.CHOICE:
            one = f"one of {', '.join(self.choices)}"
        elif self.kind in (CellKind.WHOLE, CellKind.NUMBER):
            one = ", ".join((f"a {self.kind}", *(mark.words for mark in self.marks)))
        elif self.kind is CellKind.YES_NO:
            one = "yes or no"
        else:
            one = ", ".join(mark.words for mark in self.marks) or "some text"
        return f"a list, separated by commas, each {one}" if self.many else one

    @property
    def range(self) -> tuple[int | None, int | None]:
        """The least and the most number allowed, as far as there are such."""
        least: int | None = None
        most: int | None = None
        for mark in self.marks:
            if isinstance(mark, AtLeast | Between):
                least = mark.least if least is None else max(least, mark.least)
            if isinstance(mark, Between):
                most = mark.most if most is None else min(most, mark.most)
        return least, most

    def holds(self, value: object) -> bool:
        """Whether a cell may hold a value, as TOML would read it."""
        if self.many:
            one = Allowed(self.kind, self.marks, self.choices)
            return isinstance(value, tuple | list) and all(map(one.holds, value))
        match self.kind:
            case CellKind.WHOLE:
                right = isinstance(value, int) and not isinstance(value, bool)
            case CellKind.NUMBER:
                right = isinstance(value, float)
            case CellKind.YES_NO:
                right = isinstance(value, bool)
            case CellKind.CHOICE:
                right = value in self.choices
            case CellKind.TEXT:
                right = isinstance(value, str)
            case _:
                right = False
        return right and all(mark.holds(value) for mark in self.marks)


def typed(shape: type[T], text: str, where: str, *, shipped: str = "") -> T:
    """Charts typed from their TOML text, the head of an edited set left out.

    Charts and cells that the text lacks, as that of an earlier Sandtable may, are the ``shipped``
    ones. Raises KnownError, naming the place and what is allowed, for whatever does not fit.
    """
    tables = tables_of(text, where)
    if shipped and shipped != text:
        renew(shape, tables)
        complete(tables, tables_of(shipped, where))
    return typed_tables(shape, tables, where)


def _check_apart(tables: Json, where: str) -> None:
    """Raise KnownError where a table tells of a cell that it has not how it is known."""
    rows = tables.items() if isinstance(tables, Mapping) else named(tables)
    for name, table in rows:
        if isinstance(table, Mapping | list):
            _check_apart(table, f"{where}, {name}")
    for key in tables.get("provenance_of", ()) if isinstance(tables, Mapping) else ():
        if key not in tables or key in META:
            raise KnownError(f"{where}, provenance_of", f"{key!r} is no cell of this row.")


def renew(shape: object, tables: Json) -> None:
    """Give cells of an earlier Sandtable their names of today, as fields of the charts tell:
    ``was`` in their metadata gives the name a cell had, or that of each cell of a table; ``drops``
    names what is gone.
    """
    plain = bare_type(shape)
    if is_dataclass(plain) and isinstance(tables, dict):
        hints = hints_of(plain)
        for item in fields(plain):
            for name in item.metadata.get("drops", ()):
                tables.pop(name, None)
            cells_of: str | Mapping[str, str] = item.metadata.get("was", {})
            if isinstance(cells_of, str):
                if cells_of in tables:
                    tables[item.name] = tables.pop(cells_of)
            elif not isinstance(tables.get(item.name), Mapping):
                held = {cell: tables.pop(old) for cell, old in cells_of.items() if old in tables}
                if held:
                    tables[item.name] = held
            renew(hints[item.name], tables.get(item.name))
    elif is_rows(plain) and isinstance(tables, list):
        for row in tables:
            renew(typing.get_args(plain)[0], row)


def complete(tables: JsonObject, shipped: Table) -> None:
    """Add what tables lack: keys, tables within them, and rows of lists whose rows have ids."""
    for key, value in shipped.items():
        held = tables.setdefault(key, value)
        if isinstance(held, dict) and isinstance(value, Mapping):
            complete(held, value)
        elif isinstance(held, list) and isinstance(value, list) and held is not value:
            _complete_rows(held, value)


def _complete_rows(rows: JsonList, shipped: JsonList) -> None:
    if not all(isinstance(row, Mapping) and "id" in row for row in (*rows, *shipped)):
        return
    known = dict(named(rows))
    for name, row in named(shipped):
        if name in known:
            complete(known[name], row)
        else:
            rows.append(row)


def typed_tables(shape: type[T], tables: Table, where: str) -> T:
    """Charts typed from their tables. Raises KnownError for whatever does not fit."""
    found = from_table(shape, tables, where)
    _check_apart(tables, where)
    for path, allowed in allowed_in(shape, tables).items():
        if allowed.kind is CellKind.CHOICE and not allowed.holds(value_at(tables, path)):
            value = value_at(tables, path)
            raise KnownError(f"{where}, {place(path)}", f"should be {allowed.words}, not {value}.")
    return found


def tables_of(text: str, where: str) -> JsonObject:
    """The charts of a TOML text as plain tables, the head of an edited set left out.

    Raises KnownError when it is no TOML.
    """
    tables = parsed(text, where)
    tables.pop(HEAD, None)
    return tables


def cells(shape: object, tables: object, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """(path, type) of every cell that charts of a type have, in the order of the text."""
    plain = bare_type(shape)
    if is_dataclass(plain) and isinstance(tables, Mapping):
        hints = hints_of(plain)
        for key, value in tables.items():
            if key in hints and not (key in META and path):
                yield from cells(hints[key], value, (*path, key))
    elif is_mapping(plain) and isinstance(tables, Mapping):
        inner = typing.get_args(plain)[1]
        for key, value in tables.items():
            if not says(key, value, inner):
                yield from cells(inner, value, (*path, key))
    elif is_rows(plain) and isinstance(tables, list):
        inner = typing.get_args(plain)[0]
        for name, value in named(tables):
            if _is_list(bare_type(inner)):
                one = typing.get_args(bare_type(inner))[0]
                for number in range(1, len(value) + 1):
                    yield (*path, name, str(number)), one
            else:
                yield from cells(inner, value, (*path, name))
    else:
        yield path, shape


def named(rows: JsonList) -> Iterator[tuple[str, Json]]:
    """The rows of a list with the names that paths call them by."""
    for number, row in enumerate(rows, 1):
        yield (str(row["id"]) if isinstance(row, Mapping) and "id" in row else str(number)), row


def value_at(tables: object, path: Path) -> Json:
    """What is at a path. Raises KeyError when there is nothing."""
    for key in path:
        if isinstance(tables, list):
            tables = next((row for name, row in named(tables) if name == key), None)
        elif isinstance(tables, Mapping):
            tables = tables.get(key)
        else:
            tables = None
        if tables is None:
            raise KeyError(path)
    return tables


def allowed_in(shape: object, tables: Table) -> dict[Path, Allowed]:
    """What each cell of charts may hold, in the order of the text."""
    by_type: dict[int, Allowed] = {}
    found = {}
    for path, hint in cells(shape, tables):
        if id(hint) not in by_type:  # one object for all cells of a column
            by_type[id(hint)] = allowed_by(hint, tables)
        found[path] = by_type[id(hint)]
    return found


def place(path: Path) -> str:
    """A path in words: ``terrain, rough, cost``."""
    return ", ".join(key.replace("_", " ") for key in path if key != "rows")


def allowed_by(hint: object, tables: Table) -> Allowed:
    """What a cell of a type may hold, among charts."""
    plain, marks = _bare(hint)
    if _is_list(plain):
        one = allowed_by(typing.get_args(plain)[0], tables)
        return Allowed(one.kind, one.marks, one.choices, many=True)
    if not isinstance(plain, type) or any(isinstance(mark, AsShipped) for mark in marks):
        return Allowed(CellKind.FIXED)
    if issubclass(plain, Enum):
        if plain is Provenance:
            return Allowed(CellKind.FIXED)
        return Allowed(CellKind.CHOICE, choices=tuple(str(item.value) for item in plain))
    if issubclass(plain, bool):
        return Allowed(CellKind.YES_NO)
    if issubclass(plain, int):
        return Allowed(CellKind.WHOLE, marks)
    if issubclass(plain, float):
        return Allowed(CellKind.NUMBER, marks)
    for mark in marks:
        if isinstance(mark, OneOf):
            return Allowed(CellKind.CHOICE, choices=mark.choices)
        if isinstance(mark, RowOf):
            return Allowed(CellKind.CHOICE, choices=_ids(tables, mark.path))
        if isinstance(mark, AnyText):
            return Allowed(CellKind.TEXT, marks)
    return Allowed(CellKind.FIXED)


def _ids(tables: Table, path: Path) -> tuple[str, ...]:
    try:
        rows = value_at(tables, path)
    except KeyError:
        return ()
    return tuple(name for name, _row in named(rows)) if isinstance(rows, list) else ()


def bare_type(hint: object) -> Any:
    """A type without its marks, its new name and None."""
    return _bare(hint)[0]


def _bare(hint: object) -> tuple[Any, tuple[Mark, ...]]:
    """A type without its marks, its new name and None; and its marks."""
    marks: tuple[Mark, ...] = ()
    while True:
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin is Annotated:
            marks += tuple(mark for mark in args[1:] if isinstance(mark, Mark))
            hint = args[0]
        elif isinstance(hint, typing.NewType):
            hint = hint.__supertype__
        elif origin in (typing.Union, types.UnionType):
            hint = next(arg for arg in args if arg is not type(None))
        else:
            return hint, marks


def is_mapping(hint: object) -> bool:
    """True for a type that has a value for each of some words."""
    origin = typing.get_origin(hint)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def is_rows(hint: object) -> bool:
    """True for lists of tables and for lists of lists: their cells lie deeper."""
    if typing.get_origin(hint) is not tuple:
        return False
    inner = bare_type(typing.get_args(hint)[0])
    return is_dataclass(inner) or _is_list(inner)


def _is_list(hint: object) -> bool:
    return typing.get_origin(hint) in (tuple, frozenset)


def rising(path: Path, values: Mapping[str, int]) -> Iterator[ChartProblem]:
    """A problem for each cell below ``path`` that is smaller than the one before it."""
    before = ""
    for name, value in values.items():
        if before and value < values[before]:
            what = f"should be {values[before]} or more, as {place((before,))} is, not {value}."
            yield ChartProblem((*path, name), what)
        before = name
