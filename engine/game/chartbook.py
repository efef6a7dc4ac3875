"""The charts of a game as tables one can read: entries, values, and how surely each is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from engine.core.charts.chart_set import shown
from engine.core.charts.declared import Listed, ListKind
from engine.core.charts.schema import META, Path, named, tables_of
from engine.frozen import dataclass
from maps.untyped import Json, JsonList, Table

Lists: TypeAlias = Mapping[Path, Listed]
"""The lists of declared charts that can grow."""


DECLARED = "Declared in the rules of this game by whoever made them, who knows their source."
"""Why a table reads as it does that nobody but the game's maker answers for."""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One line: its cells under the table's columns, and its own provenance, if it states one.

    ``paths`` name the cell of the charts behind each of ``cells``, None for a heading. ``apart``
    are the columns whose cell is known otherwise than the line, with how.
    """

    cells: tuple[str, ...]
    provenance: str = ""
    paths: tuple[Path | None, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ChartTable:
    """Part of a chart: its title ('' for the chart's own entries), columns and lines."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    path: Path = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its provenance (``printed``, ``derived``, ``reconstructed``) and its reason."""

    id: str
    title: str
    provenance: str
    reason: str
    tables: tuple[ChartTable, ...]


def charts_of(text: str, where: str = "charts", *, declared: bool = False) -> tuple[Chart, ...]:
    """The charts in a TOML text, in its order; ``declared`` by the game's maker, they say so.

    Raises KnownError for anything else.
    """
    tables = tables_of(text, where)
    return tuple(_charts(tables, {}, _declared(tables) if declared else ""))


def charts_in(tables: Table, lists: Lists | None = None) -> tuple[Chart, ...]:
    """The charts among plain tables, in their order; a list of rows is a chart of its own.

    Of charts that somebody declares, ``lists`` are those that can grow: each of them is a table,
    an empty one too, with a cell for everything that can be said.
    """
    return tuple(_charts(tables, lists or {}, _declared(tables) if lists else ""))


def _declared(tables: Table) -> str:
    """The reason of tables that somebody declares, with the credits of their game."""
    game = tables.get("game", {})
    credits = str(game.get("credits", "")) if isinstance(game, Mapping) else ""
    return f"{DECLARED} Credits: {credits}" if credits else DECLARED


def _charts(tables: Table, lists: Lists, otherwise: str) -> Iterator[Chart]:
    """The charts, with ``otherwise`` for the reason of those that state none."""
    for ident, table in tables.items():
        title = _headed(ident)
        if isinstance(table, Mapping):
            yield Chart(
                ident,
                title if lists else str(table.get("title", title)),
                str(table.get("provenance", "")),
                str(table.get("reason", otherwise)),
                tuple(_tables("", table, (ident,), lists)),
            )
        elif isinstance(table, list) and table and isinstance(table[0], Mapping):
            yield Chart(ident, title, "", otherwise, tuple(_rows("", table, (ident,), lists)))


def _tables(title: str, table: Table, path: Path, lists: Lists) -> list[ChartTable]:
    """The plain entries of a table first, then the tables within it."""
    plain: list[ChartRow] = []
    found: list[ChartTable] = []
    for key, value in table.items():
        name = f"{title}, {_words(key)}" if title else _headed(key)
        if key == "rows":
            name = title
        inner = (*path, key)
        if key in META and not (lists and key == "title"):
            continue
        if inner in lists:
            found += _growing(name, value, inner, table, lists)
        elif isinstance(value, Mapping):
            found += _tables(name, value, inner, lists)
        elif isinstance(value, list) and value and all(isinstance(v, Mapping) for v in value):
            found.append(_listed(name, value, inner))
        elif isinstance(value, list) and value and all(isinstance(v, list) for v in value):
            found.append(_matrix(name, value, inner, table))
        else:
            sure = str(table.get("provenance", "")) if title else ""
            sure = str(_apart(table).get(key, sure))
            plain.append(ChartRow((_words(key), shown(value)), sure, (None, inner)))
    if plain:
        found.insert(0, ChartTable(title, ("entry", "value"), tuple(plain), path))
    return found


def _growing(
    title: str, value: Json, path: Path, table: Table, lists: Lists
) -> Iterator[ChartTable]:
    """The tables of a list that can grow."""
    match lists[path].kind:
        case ListKind.ROWS:
            yield from _rows(title, value, path, lists)
        case ListKind.LINES:
            yield _matrix(title, value, path, table, declared=True)
        case ListKind.ENTRIES:
            rows = tuple(
                ChartRow((str(key), shown(cell)), "", (None, (*path, str(key))))
                for key, cell in value.items()
            )
            yield ChartTable(title, ("entry", "value"), rows, path)


def _rows(title: str, entries: JsonList, path: Path, lists: Lists) -> Iterator[ChartTable]:
    """The table of rows, and those of the lists within each of them."""
    if path not in lists:
        yield _listed(title, entries, path)
        return
    keys = lists[path].columns
    rows = tuple(
        ChartRow(
            tuple(shown(_cell(entry, key)) for key in keys),
            "",
            tuple((*path, name, *key) for key in keys),
        )
        for name, entry in named(entries)
    )
    yield ChartTable(title, tuple(" ".join(map(_words, key)) for key in keys), rows, path)
    for name, entry in named(entries):
        for key, value in entry.items():
            inner = (*path, name, key)
            if inner in lists:
                yield from _growing(str(entry.get("name", name)), value, inner, entry, lists)


def _listed(title: str, entries: JsonList, path: Path) -> ChartTable:
    said = ("provenance", "provenance_of")
    keys = dict.fromkeys(
        key for entry in entries for top in entry if top not in said for key in _keys(entry, top)
    )
    rows = tuple(
        ChartRow(
            tuple(shown(_cell(entry, key)) for key in keys),
            str(entry.get("provenance", "")),
            tuple(
                (*path, name, *key) if _cell(entry, key) != "" and key[0] not in META else None
                for key in keys
            ),
            tuple((_words(key), str(sure)) for key, sure in _apart(entry).items()),
        )
        for name, entry in named(entries)
    )
    return ChartTable(title, tuple(" ".join(map(_words, key)) for key in keys), rows, path)


def _keys(entry: Table, key: str) -> Iterator[Path]:
    """The columns of an entry of a row: one, or where it holds cells by key one for each."""
    value = entry[key]
    if isinstance(value, Mapping) and value:
        yield from ((key, inner) for inner in value)
    else:
        yield (key,)


def _cell(entry: Table, key: Path) -> Json:
    """A cell of a row, '' where it has none."""
    found: Json = entry
    for part in key:
        found = found.get(part, "") if isinstance(found, Mapping) else ""
    return found


def _matrix(
    title: str, entries: JsonList, path: Path, chart: Table, *, declared: bool = False
) -> ChartTable:
    """A table of values by line and column, headed by the chart's ``columns`` when they fit; lines
    count from its ``first_row``, those of declared dice from the lowest sum, else from 1.
    """
    heads: Any = chart.get("columns")
    first = int(chart.get("first_row", 1))
    if declared:
        first = int(chart.get("count", 1)) - int(chart.get("below", 0))
    width = max(map(len, entries), default=len(heads or ()))
    own = isinstance(heads, list) and len(heads) == width
    columns = tuple(shown(head) for head in heads) if own else tuple(map(str, range(1, width + 1)))
    rows = tuple(
        ChartRow(
            (shown(first + line), *(shown(value) for value in entry)),
            "",
            (None, *((*path, name, str(number)) for number in range(1, len(entry) + 1))),
        )
        for line, (name, entry) in enumerate(named(entries))
    )
    return ChartTable(title, ("", *columns), rows, path)


def _apart(table: Table) -> Table:
    """The cells of a table that are known otherwise than it says of itself."""
    found = table.get("provenance_of", {})
    return found if isinstance(found, Mapping) else {}


def _words(key: str) -> str:
    return key.replace("_", " ")


def _headed(key: str) -> str:
    """A key as a heading: names within it keep their capitals."""
    words = _words(key)
    return f"{words[:1].upper()}{words[1:]}"
