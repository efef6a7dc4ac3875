"""The charts of a game as tables one can read: entries, values, and how surely each is known."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

META = ("title", "provenance", "reason", "id")
"""Keys of a chart that say something of it and are no entries."""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One line: its cells under the table's columns, and its own provenance, if it states one."""

    cells: tuple[str, ...]
    provenance: str = ""


@dataclass(frozen=True, slots=True)
class ChartTable:
    """Part of a chart: its title ('' for the chart's own entries), columns and lines."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its provenance (``printed``, ``derived``, ``reconstructed``) and its reason."""

    id: str
    title: str
    provenance: str
    reason: str
    tables: tuple[ChartTable, ...]


def charts_of(text: str) -> tuple[Chart, ...]:
    """The charts in a TOML text, in its order. Raises tomllib.TOMLDecodeError for anything else."""
    return tuple(
        Chart(
            ident,
            str(table.get("title", _words(ident).capitalize())),
            str(table.get("provenance", "")),
            str(table.get("reason", "")),
            tuple(_tables("", table)),
        )
        for ident, table in tomllib.loads(text).items()
        if isinstance(table, Mapping)
    )


def _tables(title: str, table: Mapping[str, Any]) -> list[ChartTable]:
    """The plain entries of a table first, then the tables within it."""
    plain: list[ChartRow] = []
    found: list[ChartTable] = []
    for key, value in table.items():
        name = f"{title}, {_words(key)}" if title else _words(key).capitalize()
        if key in META:
            continue
        if isinstance(value, Mapping):
            found += _tables(name, value)
        elif isinstance(value, list) and value and all(isinstance(v, Mapping) for v in value):
            found.append(_listed(name, value))
        else:
            plain.append(ChartRow((_words(key), _value(value))))
    if plain:
        sure = str(table.get("provenance", "")) if title else ""
        rows = tuple(ChartRow(row.cells, sure) for row in plain)
        found.insert(0, ChartTable(title, ("entry", "value"), rows))
    return found


def _listed(title: str, entries: list[Mapping[str, Any]]) -> ChartTable:
    keys = dict.fromkeys(key for entry in entries for key in entry if key != "provenance")
    rows = tuple(
        ChartRow(
            tuple(_value(entry.get(key, "")) for key in keys),
            str(entry.get("provenance", "")),
        )
        for entry in entries
    )
    return ChartTable(title, tuple(_words(key) for key in keys), rows)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(_value(item) for item in value)
        case Mapping():
            return ", ".join(f"{_words(key)} {_value(item)}" for key, item in value.items())
    return str(value).replace("-", "−", 1) if isinstance(value, int | float) else str(value)


def _words(key: str) -> str:
    return key.replace("_", " ")
