"""Reversible edits of a set of charts: applied whole or not at all.

Facts are about a ``cell`` (its path: an :class:`~engine.core.charts.chart_set.Edit`, or None
where the cell is as in the charts the set derives from) or the ``head`` (``("title",)``: text).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeAlias

from engine.core.charts.chart_set import ChartSet, Edit, Value, frozen
from engine.core.charts.schema import Path, place, value_at
from maps.edits import facts
from maps.edits.plainwords import a_choice, a_list, a_record, a_text, bad
from maps.errors import KnownError
from maps.untyped import Json, JsonObject

__all__ = [
    "Change",
    "ChartLayer",
    "Fact",
    "apply",
    "change_from_plain",
    "change_to_plain",
    "joined",
    "reset",
    "retitle",
    "write_cells",
]


class ChartLayer(StrEnum):
    """What a fact can be about."""

    HEAD = "head"
    CELL = "cell"


Held: TypeAlias = Edit | str | None
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
    for fact in change.facts:
        if fact.layer is ChartLayer.HEAD:
            charts.title = str(fact.after)
        elif isinstance(fact.after, Edit):
            charts.cells[fact.key] = fact.after
        else:
            charts.cells.pop(fact.key, None)
    return frozenset(fact.key for fact in change.facts if fact.layer is ChartLayer.CELL)


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
    return Fact(a_choice(ChartLayer, layer, where), path, _held(before, where), _held(after, where))


def _read(charts: ChartSet, layer: ChartLayer, key: Path) -> Held:
    return charts.title if layer is ChartLayer.HEAD else charts.cells.get(key)


def _same(one: Value, other: Value) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _plain(held: Held) -> Json:
    return [held.value, held.note] if isinstance(held, Edit) else held


def _held(data: Json, where: str) -> Held:
    if isinstance(data, list):
        value, note = a_list(data, where, 2)
        return Edit(_value(value, where), a_text(note, where))
    return None if data is None else a_text(data, where)


def _value(data: Json, where: str) -> Value:
    """What a cell may hold: texts, numbers, yes and no, and lists of these."""
    if isinstance(data, list):
        for item in data:
            _value(item, where)
    elif not isinstance(data, str | int | float):
        raise bad(where, f"{data!r} is nothing that a cell holds")
    return frozen(data)
