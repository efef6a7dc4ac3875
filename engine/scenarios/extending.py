"""Scenarios that build on another: what a file says is laid over what the other one says.

``extends = "barbarossa"`` names a scenario of the same system; with its system
(``"fire_in_the_east/barbarossa"``) it names any. Tables are joined key by key, lists of tables go
on with the rows given here, and every other value takes the place of the older one. ``without``
leaves out what is in the way first: below the names of the other file, ``true`` for a whole key,
or rows of a list by some of their cells.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import lru_cache
from typing import TypeGuard

from maps.errors import KnownError, nearest
from maps.files.toml_text import toml_text
from maps.untyped import Json, JsonObject, Table

EXTENDS = "extends"
WITHOUT = "without"
OWN = ("title", "summary", "order")
"""Keys that a scenario has for itself alone."""

Source = Callable[[str], str]
"""The text of a scenario by its id; raises KnownError when there is none."""


def parse(text: str, where: str) -> JsonObject:
    """The tables of a scenario as its text has them. Raises KnownError when it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KnownError(f"scenario {where}", f"is not TOML: {error}.") from error


@lru_cache(maxsize=64)
def whole_text(text: str, scenario: str, source: Source) -> str:
    """The text of a scenario that says all by itself, as files keep it.

    It is the text as it is where that builds on no other. Raises KnownError, naming the place, for
    a scenario that there is not, for one that builds on itself, and for what cannot be left out.
    """
    if EXTENDS not in text and WITHOUT not in text:
        return text
    table = parse(text, scenario)
    if EXTENDS not in table and WITHOUT not in table:
        return text
    return toml_text(_whole(table, scenario, source, (scenario,)))


def _whole(table: JsonObject, where: str, source: Source, line: tuple[str, ...]) -> JsonObject:
    """The tables of a scenario, with all that it builds on; ``line`` is how one came to it."""
    name = table.get(EXTENDS)
    if name is None:
        if WITHOUT in table:
            what = f"leaves out what it has from no other: {WITHOUT!r} without {EXTENDS!r}."
            raise KnownError(f"scenario {where}", what, f"Name the scenario in {EXTENDS}.")
        return table
    if not isinstance(name, str):
        what = f"has no text in {EXTENDS!r}."
        raise KnownError(f"scenario {where}", what, 'Name a scenario, as extends = "campaign".')
    below = name if "/" in name else f"{where.split('/')[0]}/{name}"
    if below in line:
        what = f"builds on itself: {', '.join((*line, below))}."
        raise KnownError(f"scenario {where}", what, "Let one of them say everything.")
    try:
        text = source(below)
    except KnownError as error:
        what = f"builds on {name!r}, which is not shipped."
        raise KnownError(f"scenario {where}", what, error.fix) from error
    base = _whole(parse(text, below), below, source, (*line, below))
    kept = {key: value for key, value in base.items() if key not in OWN}
    without = table.get(WITHOUT, {})
    if not isinstance(without, dict):
        what = f"has no table in {WITHOUT!r}."
        raise KnownError(f"scenario {where}", what, "Write a key of the other scenario below it.")
    left = _left(kept, without, f"scenario {where}, {WITHOUT}")
    said = {key: value for key, value in table.items() if key not in (EXTENDS, WITHOUT)}
    return _joined(left, said)


def _left(base: Table, without: Table, where: str) -> JsonObject:
    """What a table keeps when some of its keys and rows are left out."""
    kept = dict(base)
    for key, gone in without.items():
        here = f"{where}.{key}"
        if key not in base:
            raise KnownError(here, "is nothing that the other scenario has.", nearest(key, base))
        value = base[key]
        if gone is True:
            del kept[key]
        elif isinstance(gone, dict) and isinstance(value, dict):
            kept[key] = _left(value, gone, here)
        elif _rows(gone) and _rows(value):
            kept[key] = _rows_left(value, gone, here)
        else:
            fix = "Write true for the whole of it, or rows as the other scenario has them."
            raise KnownError(here, "is not of the form that the other scenario has.", fix)
    return kept


def _rows_left(rows: list[Table], gone: list[Table], where: str) -> list[Table]:
    """The rows of a list that none of those to be left out means."""
    kept = rows
    for number, named in enumerate(gone, 1):
        found = [row for row in kept if named.items() <= row.items()]
        if not found:
            what = "is no row that the other scenario has."
            raise KnownError(f"{where}, row {number}", what, "Write some of its cells as they are.")
        kept = [row for row in kept if row not in found]
    return kept


def _joined(base: Table, said: Table) -> JsonObject:
    """One table laid over another."""
    joined = dict(base)
    for key, value in said.items():
        older = base.get(key)
        if isinstance(value, dict) and isinstance(older, dict):
            joined[key] = _joined(older, value)
        elif _rows(value) and _rows(older):
            joined[key] = [*older, *value]
        else:
            joined[key] = value
    return joined


def _rows(value: Json) -> TypeGuard[list[Table]]:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)
