"""Builders of changes: each reads the ledger and returns the change a tool wants.

None of them changes anything; :func:`oob.ledger.edits.changes.apply` does. A builder that finds
nothing to do returns an empty (false) change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from maps.errors import KnownError, counted
from oob.ledger.edits.changes import HEAD_TEXTS, HEADS, Change, Fact, LedgerLayer, Value, read
from oob.ledger.edits.diff import matched, said
from oob.ledger.fields import BY_ID, edited
from oob.ledger.model import GAP, Ledger, Row, RowKey
from oob.notation.model import Item
from oob.notation.text.entries import is_free


def set_field(
    ledger: Ledger, keys: Iterable[RowKey], field: str, text: str, *, stroke: str = ""
) -> Change:
    """Write one text into one fact of several rows: all of them or none.

    Raises KnownError, naming the first row it cannot stand in.
    """
    wanted: dict[RowKey, Item] = {}
    free = is_free(ledger.heads)
    for key in keys:
        row = ledger.rows[key]
        try:
            wanted[key] = edited(row.item, field, text, free=free)
        except KnownError as wrong:
            name = f"{row.name or row.item.type}, {wrong.where}"
            raise KnownError(name, wrong.what, wrong.fix) from None
    names = _named(ledger, wanted)
    return put_items(ledger, wanted, f"Change {BY_ID[field].title} of {names}", stroke=stroke)


def put_items(
    ledger: Ledger, wanted: Mapping[RowKey, Item], label: str, *, stroke: str = ""
) -> Change:
    """Let rows say something else, in their places."""
    facts = [_row(ledger, replace(ledger.rows[key], item=item)) for key, item in wanted.items()]
    return _change(facts, label, stroke)


def add(
    ledger: Ledger, items: Sequence[Item], after: RowKey | None, label: str = ""
) -> tuple[Change, list[RowKey]]:
    """Add rows behind one row (None: before all); the change and the new keys."""
    first = next_key(ledger)
    keys = [RowKey(first + at) for at in range(len(items))]
    moved, ranks = room(ledger, after, len(items))
    facts = [_row(ledger, row) for row in moved]
    for key, rank, item in zip(keys, ranks, items, strict=True):
        facts.append(_row(ledger, Row(key, rank, item)))
    name = ", ".join(items[0].ids) or items[0].type if len(items) == 1 else f"{len(items)} units"
    return _change(facts, label or f"Add {name}"), keys


def duplicate(ledger: Ledger, key: RowKey, names: Sequence[str]) -> tuple[Change, list[RowKey]]:
    """New units like one, with names of their own, behind it. Raises KnownError for a bad name."""
    template = ledger.rows[key].item
    items = [edited(template, "name", name, free=is_free(ledger.heads)) for name in names]
    label = f"Add {names[0]}" if len(names) == 1 else f"Add {len(names)} units like {template.type}"
    return add(ledger, items, key, label)


def remove(ledger: Ledger, keys: Iterable[RowKey]) -> Change:
    """Remove rows."""
    gone = [key for key in dict.fromkeys(keys) if key in ledger.rows]
    facts = [Fact(LedgerLayer.ROW, str(key), ledger.rows[key], None) for key in gone]
    return _change(facts, f"Remove {_named(ledger, gone)}")


def replaced(
    ledger: Ledger, wanted: Mapping[RowKey, Item], after: Mapping[RowKey, RowKey], label: str
) -> Change:
    """Let rows say something else and stand behind others (``after``: row, the row before it)."""
    ranks: dict[RowKey, int] = {}
    facts: dict[RowKey, Row] = {}
    groups: dict[RowKey, list[RowKey]] = {}
    for key in wanted:
        if key in after:
            groups.setdefault(after[key], []).append(key)
    for before, keys in groups.items():
        moved, found = room(ledger, before, len(keys), facts)
        facts |= {row.key: row for row in moved}
        ranks |= dict(zip(keys, found, strict=True))
    for key, item in wanted.items():
        row = facts.get(key, ledger.rows[key])
        facts[key] = Row(key, ranks.get(key, row.rank), item)
    return _change([_row(ledger, row) for row in facts.values()], label)


def become(ledger: Ledger, items: Sequence[Item], label: str, extra: Iterable[Fact] = ()) -> Change:
    """Let the ledger hold these items instead; rows that stay alike keep their keys.

    ``items`` must be single units, as :func:`oob.notation.text.lines.split` gives them.
    """
    old = ledger.ordered()
    pairs = matched([row.item for row in old], items)
    kept = {new: old[at] for at, new in pairs}
    items = _on_own_lines(old, kept, items)
    facts = [Fact(LedgerLayer.ROW, str(r.key), r, None) for r in _lost(old, kept)]
    number, fresh, at = next_key(ledger), list[Row](), 0
    while at < len(items):
        if at in kept:
            facts.append(_row(ledger, replace(kept[at], item=items[at])))
            at += 1
            continue
        end = at
        while end < len(items) and end not in kept:
            end += 1
        low = kept[at - 1].rank if at else 0
        high = kept[end].rank if end < len(items) else low + GAP * (end - at + 1)
        step = (high - low) // (end - at + 1)
        if not step:
            return _renumbered(ledger, kept, items, label, extra)
        for place in range(at, end):
            fresh.append(Row(RowKey(number), low + step * (place - at + 1), items[place]))
            number += 1
        at = end
    facts += [_row(ledger, row) for row in fresh]
    return _change([*facts, *extra], label)


def set_head(ledger: Ledger, key: str, value: Value, label: str = "") -> Change:
    """Change the title, the status, the errata or the heads."""
    if key not in (*HEAD_TEXTS, HEADS):
        raise KnownError(key, "a ledger has no such head.", "Use title or status.")
    return _change([head_fact(ledger, key, value)], label or f"Change the {key}")


def head_fact(ledger: Ledger, key: str, value: Value) -> Fact:
    """The fact that a head holds something else."""
    return Fact(LedgerLayer.HEAD, key, read(ledger, LedgerLayer.HEAD, key), value)


def next_key(ledger: Ledger) -> int:
    """The key of the next new row."""
    return max(ledger.rows, default=0) + 1


def room(
    ledger: Ledger, after: RowKey | None, count: int, placed: Mapping[RowKey, Row] | None = None
) -> tuple[list[Row], list[int]]:
    """Ranks for new rows behind one row; and rows that had to move up to make room, if any.

    ``placed`` are rows as they will stand, where they stand otherwise than in the ledger.
    """
    now = {**ledger.rows, **(placed or {})}
    low = 0 if after is None else now[after].rank
    above = sorted(row.rank for row in now.values() if row.rank > low)
    high = above[0] if above else low + GAP * (count + 1)
    step = (high - low) // (count + 1)
    if step:
        return [], [low + step * number for number in range(1, count + 1)]
    shift = GAP * (count + 1)
    moved = [replace(row, rank=row.rank + shift) for row in now.values() if row.rank > low]
    return moved, [low + GAP * number for number in range(1, count + 1)]


def _on_own_lines(old: Sequence[Row], kept: Mapping[int, Row], items: Sequence[Item]) -> list[Item]:
    """Items that stay alike on the lines they had, all others on lines nobody has."""
    fresh = max((row.item.line for row in old), default=0) + 1
    lines: dict[int, int] = {}
    found = []
    for at, item in enumerate(items):
        row = kept.get(at)
        if row is not None and said(row.item) == said(item):
            found.append(row.item)
        else:
            found.append(replace(item, line=lines.setdefault(item.line, fresh + len(lines))))
    return found


def _renumbered(
    ledger: Ledger,
    kept: Mapping[int, Row],
    items: Sequence[Item],
    label: str,
    extra: Iterable[Fact],
) -> Change:
    """All rows with new ranks, where those between two rows had run out."""
    old = ledger.ordered()
    facts = [Fact(LedgerLayer.ROW, str(r.key), r, None) for r in _lost(old, kept)]
    number = next_key(ledger)
    for at, item in enumerate(items):
        if at in kept:
            key = kept[at].key
        else:
            key, number = RowKey(number), number + 1
        facts.append(_row(ledger, Row(key, (at + 1) * GAP, item)))
    return _change([*facts, *extra], label)


def _lost(old: Sequence[Row], kept: Mapping[int, Row]) -> list[Row]:
    still = {row.key for row in kept.values()}
    return [row for row in old if row.key not in still]


def _row(ledger: Ledger, row: Row) -> Fact:
    return Fact(LedgerLayer.ROW, str(row.key), ledger.rows.get(row.key), row)


def _change(facts: Iterable[Fact], label: str, stroke: str = "") -> Change:
    return Change(tuple(fact for fact in facts if fact.before != fact.after), label, stroke)


def _named(ledger: Ledger, keys: Iterable[RowKey]) -> str:
    found = list(keys)
    if len(found) != 1:
        return counted(len(found), "unit")
    row = ledger.rows[found[0]]
    return row.name or row.item.type
