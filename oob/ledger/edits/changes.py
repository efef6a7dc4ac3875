"""Reversible changes to a ledger: applied whole or not at all.

Facts are about ``row`` (the key as text: a :class:`~oob.ledger.model.Row` or None), ``head``
(``id``, ``title``, ``status``, ``errata``, ``mix``: text; ``heads``: pairs) and ``laid`` (a
correction: the change that laid it, as text, or None).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, cast

from maps.edits import facts
from maps.edits.facts import inverse
from maps.errors import KnownError
from oob.ledger.model import Ledger, Row, RowKey

__all__ = ["Change", "Fact", "LedgerLayer", "Touched", "apply", "inverse", "joined", "read"]


class LedgerLayer(StrEnum):
    """What a fact can be about."""

    HEAD = "head"
    ROW = "row"
    LAID = "laid"


Heads: TypeAlias = tuple[tuple[str, str], ...]
Value: TypeAlias = str | Heads | Row | None
HEAD_TEXTS = ("id", "title", "status", "errata", "mix")
HEADS = "heads"


class Fact(facts.Fact[LedgerLayer, str, Value]):
    """What one slot of a ledger held before and holds after."""

    __slots__ = ()


class Change(facts.Change[Fact]):
    """One reversible edit of a ledger; see :class:`maps.edits.facts.Change`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Touched:
    """What a change touched: rows that are otherwise, whether any came, went or moved, heads."""

    rows: frozenset[RowKey] = frozenset()
    order: bool = False
    head: bool = False


def read(ledger: Ledger, layer: LedgerLayer, key: str) -> Value:
    """What a slot holds now. Raises KnownError for a slot there is not."""
    match layer:
        case LedgerLayer.ROW:
            return ledger.rows.get(RowKey(int(key)))
        case LedgerLayer.LAID:
            return ledger.laid.get(key)
        case _:
            if key not in (*HEAD_TEXTS, HEADS):
                raise KnownError("change", f"a ledger has no {key!r}.", "Use id or title.")
            return cast(Value, getattr(ledger, key))


def apply(ledger: Ledger, change: Change) -> Touched:
    """Apply a change and say what it touched.

    Raises KnownError, and changes nothing, when a slot does not hold what the change says it held.
    """
    for fact in change.facts:
        if read(ledger, fact.layer, fact.key) != fact.before:
            raise KnownError(
                f"{ledger.title or ledger.id}, {fact.layer} {fact.key}",
                f"{change.label!r} expects something else there.",
                "Undo later edits first, or make the edit again.",
            )
    for fact in change.facts:
        _write(ledger, fact)
    return touched_by(change)


def touched_by(change: Change) -> Touched:
    """What a change touches when it is applied."""
    rows = [fact for fact in change.facts if fact.layer is LedgerLayer.ROW]
    return Touched(
        frozenset(RowKey(int(fact.key)) for fact in rows),
        any(_rank(fact.before) != _rank(fact.after) for fact in rows),
        len(rows) < len(change.facts),
    )


def joined(changes: Iterable[Change], label: str, stroke: str = "") -> Change:
    """Changes made one after another as one change; facts that cancel vanish.

    Raises ValueError when one does not continue from what those before it left.
    """
    return facts.joined(Change((), label, stroke), changes)


def _rank(value: Value) -> int | None:
    return value.rank if isinstance(value, Row) else None


def _write(ledger: Ledger, fact: Fact) -> None:
    match fact.layer:
        case LedgerLayer.ROW:
            key = RowKey(int(fact.key))
            if isinstance(fact.after, Row):
                ledger.rows[key] = fact.after
            else:
                ledger.rows.pop(key, None)
        case LedgerLayer.LAID:
            if isinstance(fact.after, str):
                ledger.laid[fact.key] = fact.after
            else:
                ledger.laid.pop(fact.key, None)
        case _:
            setattr(ledger, fact.key, fact.after)
