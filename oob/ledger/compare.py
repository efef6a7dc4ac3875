"""Two ledgers side by side: what only one has, what both have otherwise, and taking it over."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from oob.ledger.calendar import lane_of, place_for
from oob.ledger.edits.builders import add, put_items, remove
from oob.ledger.edits.changes import Change, apply, joined
from oob.ledger.fields import FIELDS
from oob.ledger.model import Ledger, Row
from oob.notation.model import Item
from oob.notation.text.words import spelled


class Contrast(StrEnum):
    """How two ledgers differ in one entry."""

    ONLY_FIRST = "only in A"
    ONLY_SECOND = "only in B"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One fact that differs: its title, and what the two say."""

    title: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One entry that differs, with its rows; ``fields`` are what differs where both have it."""

    contrast: Contrast
    first: Row | None
    second: Row | None
    fields: tuple[FieldChange, ...] = ()

    @property
    def row(self) -> Row:
        """A row that tells which entry it is."""
        found = self.first or self.second
        assert found is not None
        return found


def compare(first: Ledger, second: Ledger) -> list[Difference]:
    """All differences, in the order of the first ledger; what only the second has at the end.

    Rows are matched whole, then by nationality, type and name, then ever more loosely, so that a
    unit that moved to another turn is one change and not two entries.
    """
    left, right = first.ordered(), second.ordered()
    partner: dict[int, Row] = {}
    for key in _KEYS:
        left, right = _pair(left, right, key, partner)
    found = []
    for row in first.ordered():
        other = partner.get(row.key)
        if other is None:
            found.append(Difference(Contrast.ONLY_FIRST, row, None))
        elif changes := _changes(row.item, other.item):
            found.append(Difference(Contrast.CHANGED, row, other, changes))
    return [*found, *(Difference(Contrast.ONLY_SECOND, None, row) for row in right)]


def take_over(ledger: Ledger, differences: Iterable[Difference], label: str = "") -> Change:
    """Let the first ledger be like the second in some differences, as one step."""
    scratch = replace(ledger, rows=dict(ledger.rows), laid=dict(ledger.laid))
    changes: list[Change] = []
    for one in differences:
        change = _taken(scratch, one)
        apply(scratch, change)
        changes.append(change)
    count = f"{len(changes)} difference{'s' * (len(changes) != 1)}"
    return joined(changes, label or f"Take over {count}")


def _taken(ledger: Ledger, one: Difference) -> Change:
    if one.second is None:
        return remove(ledger, [one.row.key])
    item = one.second.item
    if one.first is not None:
        now = replace(item, line=one.first.item.line)
        return put_items(ledger, {one.first.key: now}, "Take over")
    fresh = max((row.item.line for row in ledger.rows.values()), default=0) + 1
    item = replace(item, line=fresh)
    change, _ = add(ledger, [item], place_for(ledger.ordered(), item))
    return change


def _pair(
    left: Sequence[Row],
    right: Sequence[Row],
    key: Callable[[Item], Hashable | None],
    partner: dict[int, Row],
) -> tuple[list[Row], list[Row]]:
    """Match rows of one key in their order; what is left of both sides."""
    waiting: dict[Hashable, list[Row]] = {}
    for row in reversed(right):
        known = key(row.item)
        if known is not None:
            waiting.setdefault(known, []).append(row)
    taken: set[int] = set()
    rest = []
    for row in left:
        known = key(row.item)
        others = waiting.get(known) if known is not None else None
        if others:
            partner[row.key] = others.pop()
            taken.add(partner[row.key].key)
        else:
            rest.append(row)
    return rest, [row for row in right if row.key not in taken]


def _whole(item: Item) -> Hashable:
    return replace(item, line=0)


def _unit(item: Item) -> Hashable:
    here = item.section
    kind = (here.side, here.nationality, item.kind, spelled(item.type), item.size)
    return (*kind, item.suffix, item.ids, item.action)


def _named(item: Item) -> Hashable | None:
    here = item.section
    if not item.ids:
        return None
    return (here.side, here.nationality, item.kind, item.ids, lane_of(item))


def _counted(item: Item) -> Hashable | None:
    here = item.section
    if item.ids:
        return None
    return (here.side, here.nationality, here.turn, item.kind, item.type, item.size, item.action)


_KEYS: tuple[Callable[[Item], Hashable | None], ...] = (_whole, _unit, _named, _counted)


def _changes(first: Item, second: Item) -> tuple[FieldChange, ...]:
    skipped = ("attack", "defense", "move")
    pairs = ((f.title, f.read(first), f.read(second)) for f in FIELDS if f.id not in skipped)
    return tuple(FieldChange(*pair) for pair in pairs if pair[1] != pair[2])
