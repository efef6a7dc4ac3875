"""Reversible edits of a set of charts: applied whole or not at all.

Facts are about a ``cell`` (its path: an :class:`~engine.core.charts.chart_set.Edit`, or None
where the cell is as in the charts the set derives from), the ``head`` (``("title",)``: text) or a
``part`` of the text that a set of declared rules is made of (its path: a table, a list, a row of a
list of rows with ids; a :class:`Part`, or None where there is none).
"""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Iterable
from enum import StrEnum
from typing import TypeAlias

from engine.core.charts.chart_set import ChartSet, Edit, Value, frozen
from engine.core.charts.schema import Path, named, place, tables_of, value_at
from engine.frozen import dataclass
from maps.edits import facts
from maps.edits.plainwords import a_choice, a_list, a_record, a_text, bad
from maps.errors import KnownError
from maps.files.toml_text import toml_text
from maps.untyped import Json, JsonList, JsonObject

__all__ = [
    "Change",
    "ChartLayer",
    "Fact",
    "Part",
    "apply",
    "change_from_plain",
    "change_to_plain",
    "joined",
    "reset",
    "retitle",
    "write_cells",
    "write_parts",
]


class ChartLayer(StrEnum):
    """What a fact can be about."""

    HEAD = "head"
    CELL = "cell"
    PART = "part"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a chart text, as JSON in one line."""

    text: str

    @classmethod
    def of(cls, value: Json) -> Part:
        """The part that holds a value, its tables in the order that a text can keep."""
        return cls(json.dumps(_ordered(value), ensure_ascii=False, separators=(",", ":")))

    @property
    def value(self) -> Json:
        """What it holds."""
        return json.loads(self.text)


Held: TypeAlias = Edit | Part | str | None
TITLE: Path = ("title",)


class Fact(facts.Fact[ChartLayer, Path, Held]):
    """What one slot of a set of charts held before and holds after."""

    __slots__ = ()


class Change(facts.Change[Fact]):
    """One reversible edit of a set of charts; see :class:`maps.edits.facts.Change`."""

    __slots__ = ()


def apply(charts: ChartSet, change: Change) -> frozenset[Path]:
    """Apply a change and return the cells it touched.

    Raises KnownError, and changes nothing, when a slot does not hold what the change says it held.
    """
    for fact in change.facts:
        if _read(charts, fact.layer, fact.key) != fact.before:
            raise KnownError(
                f"{charts.title}, {place(fact.key)}",
                f"{change.label!r} expects something else there.",
                "Undo later edits first, or make the edit again.",
            )
    base = _rebuilt(charts.base, [f for f in change.facts if f.layer is ChartLayer.PART])
    charts.base = base
    for fact in change.facts:
        if fact.layer is ChartLayer.HEAD:
            charts.title = str(fact.after)
        elif fact.layer is ChartLayer.PART:
            continue
        elif isinstance(fact.after, Edit):
            charts.cells[fact.key] = fact.after
        else:
            charts.cells.pop(fact.key, None)
    return frozenset(fact.key for fact in change.facts if fact.layer is not ChartLayer.HEAD)


def write_cells(charts: ChartSet, wanted: dict[Path, Edit], label: str = "") -> Change:
    """Write values and notes into cells; a value that the base has resets its cell.

    The values must have been judged (:func:`engine.core.charts.chart_set.judged`).
    """
    plain = charts.plain
    found = []
    for path, edit in wanted.items():
        same = _same(edit.value, frozen(value_at(plain, path)))
        after = None if same else edit
        if charts.cells.get(path) != after:
            found.append(Fact(ChartLayer.CELL, path, charts.cells.get(path), after))
    if not label:
        label = f"Edit {place(found[0].key)}" if len(found) == 1 else f"Edit {len(found)} cells"
    return Change(tuple(found), label)


def write_parts(charts: ChartSet, wanted: dict[Path, Json], label: str, stroke: str = "") -> Change:
    """Write whole tables, lists or rows of the text of a set; None takes one out.

    The text takes up edits of cells within them, which are no edits of it any more.
    """
    found: list[Fact] = []
    for path, value in wanted.items():
        after = None if value is None else Part.of(value)
        before = _part(charts, path)
        if after != before:
            found.append(Fact(ChartLayer.PART, path, before, after))
            found += (
                Fact(ChartLayer.CELL, cell, charts.cells[cell], None) for cell in charts.below(path)
            )
    return Change(tuple(found), label, stroke)


def _rebuilt(base: str, facts_of_parts: list[Fact]) -> str:
    """A chart text with parts put in or taken out; itself when there are none."""
    if not facts_of_parts:
        return base
    tables = tables_of(base, "charts")
    for fact in facts_of_parts:
        _put(tables, fact.key, fact.after.value if isinstance(fact.after, Part) else None)
    return toml_text(tables)


def _put(tables: Json, path: Path, value: Json) -> None:
    """Put a part in its place, the tables around it made as needed, or take it out."""
    for key in path[:-1]:
        if isinstance(tables, list):
            tables = next((row for name, row in named(tables) if name == key), None)
        elif isinstance(tables, dict):
            tables = tables.setdefault(key, {})
    key = path[-1]
    if isinstance(tables, list):
        _put_row(tables, key, value)
    elif not isinstance(tables, dict):
        raise KnownError(f"charts, {place(path)}", "is in no table.", "Undo later edits first.")
    elif value is None:
        tables.pop(key, None)
    else:
        tables[key] = value


def _put_row(rows: JsonList, key: str, value: Json) -> None:
    """Put a row where it is, a new one where its id sorts."""
    names = [name for name, _row in named(rows)]
    at = names.index(key) if key in names else None
    if at is not None:
        rows[at : at + 1] = [] if value is None else [value]
    elif value is not None:
        rows.insert(bisect(names, key), value)


def _ordered(value: Json) -> Json:
    """A value with what is no table before the tables, as TOML has them."""
    if isinstance(value, list | tuple):
        return [_ordered(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _ordered(value[key]) for key in sorted(value, key=lambda key: _depth(value[key]))}


def _depth(value: Json) -> bool:
    """Whether a value is a table, or a list of tables."""
    rows = value if isinstance(value, list) else ()
    return isinstance(value, dict) or any(isinstance(row, dict) for row in rows)


def _part(charts: ChartSet, path: Path) -> Part | None:
    try:
        return Part.of(value_at(charts.plain, path))
    except KeyError:
        return None


def reset(charts: ChartSet, path: Path = ()) -> Change:
    """Make a cell, a row, a table or (with an empty path) all charts what they were."""
    found = tuple(
        Fact(ChartLayer.CELL, cell, charts.cells[cell], None) for cell in charts.below(path)
    )
    return Change(found, f"Reset {place(path)}" if path else "Reset all charts")


def retitle(charts: ChartSet, title: str) -> Change:
    """Call the set something else. Raises KnownError for an empty title."""
    title = title.strip()
    if not title:
        raise KnownError("title", "is empty.", "Name the charts, as “House tables”.")
    if title == charts.title:
        return Change((), "Title")
    return Change((Fact(ChartLayer.HEAD, TITLE, charts.title, title),), "Title")


def joined(changes: Iterable[Change], label: str, stroke: str = "") -> Change:
    """Changes made one after another as one change; facts that cancel vanish.

    Raises ValueError when one does not continue from what those before it left.
    """
    return facts.joined(Change((), label, stroke), changes)


def change_to_plain(change: Change) -> JsonObject:
    """A change as JSON can hold it."""
    rows = [[f.layer.value, list(f.key), _plain(f.before), _plain(f.after)] for f in change.facts]
    return {"label": change.label, "stroke": change.stroke, "facts": rows}


def change_from_plain(data: Json, where: str) -> Change:
    """A change from its JSON. Raises KnownError when it is none."""
    record = a_record(data, where, {"label", "stroke", "facts"})
    found = tuple(_fact(row, where) for row in a_list(record["facts"], where))
    return Change(found, a_text(record["label"], where), a_text(record["stroke"], where))


def _fact(data: Json, where: str) -> Fact:
    layer, key, before, after = a_list(data, where, 4)
    path = tuple(a_text(part, where) for part in a_list(key, where))
    if not path:
        raise bad(where, "a path leads nowhere")
    return Fact(a_choice(ChartLayer, layer, where), path, _held(before, where), _held(after, where))


def _read(charts: ChartSet, layer: ChartLayer, key: Path) -> Held:
    if layer is ChartLayer.PART:
        return _part(charts, key)
    return charts.title if layer is ChartLayer.HEAD else charts.cells.get(key)


def _same(one: Value, other: Value) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _plain(held: Held) -> Json:
    if isinstance(held, Part):
        return {"part": held.text}
    return [held.value, held.note] if isinstance(held, Edit) else held


def _held(data: Json, where: str) -> Held:
    if isinstance(data, list):
        value, note = a_list(data, where, 2)
        return Edit(_value(value, where), a_text(note, where))
    if isinstance(data, dict):
        return _a_part(a_text(a_record(data, where, {"part"})["part"], where), where)
    return None if data is None else a_text(data, where)


def _a_part(text: str, where: str) -> Part:
    """A part from its JSON. Raises KnownError for what no chart text can hold."""
    try:
        value = json.loads(text)
        toml_text({"part": value})
    except (ValueError, TypeError, RecursionError) as error:
        raise bad(where, f"a part of charts is none ({error})") from error
    if value is None:
        raise bad(where, "a part of charts is none")
    return Part.of(value)


def _value(data: Json, where: str) -> Value:
    """What a cell may hold: texts, numbers, yes and no, and lists of these."""
    if isinstance(data, list):
        for item in data:
            _value(item, where)
    elif not isinstance(data, str | int | float):
        raise bad(where, f"{data!r} is nothing that a cell holds")
    return frozen(data)
