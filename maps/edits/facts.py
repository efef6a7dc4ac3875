"""What undo is made of, for any model: facts about slots, and changes made of facts.

A :class:`Fact` says what one slot of a model held *before* and holds *after*; a :class:`Change` is
a handful of facts with a label for the undo list. A model names its own layers, keys and values by
subclassing both, and brings ``apply``; what is here needs no model. Models of numbered records are
written and read in one way (:func:`to_plain`, :func:`read`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import eq
from typing import Any, Generic, NamedTuple, Self, TypeVar

from maps.errors import KnownError
from maps.untyped import Json, JsonObject

L = TypeVar("L")
K = TypeVar("K")
V = TypeVar("V")
F = TypeVar("F", bound="Fact[Any, Any, Any]")
C = TypeVar("C", bound="Change[Any]")


@dataclass(frozen=True, slots=True)
class Fact(Generic[L, K, V]):
    """What one slot, a key of a layer, held before and holds after."""

    layer: L
    key: K
    before: V
    after: V


class Bulk(ABC, Generic[F]):
    """Very many facts about distinct slots, held as less; each is made when it is asked for.

    It equals a tuple of the same facts. A model may know how to apply and write it as a whole.
    """

    __slots__ = ()

    @abstractmethod
    def __iter__(self) -> Iterator[F]:
        """Its facts, one after another."""

    @abstractmethod
    def __len__(self) -> int:
        """How many facts it stands for."""

    @abstractmethod
    def inverse(self) -> Self:
        """What takes it back."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bulk | tuple):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))


@dataclass(frozen=True, slots=True)
class Change(Generic[F]):
    """One reversible edit: facts about distinct slots, and a label for the undo list.

    ``stroke`` names the mouse stroke the change belongs to; changes of one non-empty stroke merge.
    Raises ValueError when two facts are about the same slot.
    """

    facts: tuple[F, ...] | Bulk[F]
    label: str
    stroke: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.facts, Bulk):
            return
        if len({(fact.layer, fact.key) for fact in self.facts}) != len(self.facts):
            raise ValueError(f"change {self.label!r} has two facts about the same slot")

    def __bool__(self) -> bool:
        """True when the change changes something."""
        return len(self.facts) > 0


def inverse(change: C) -> C:
    """The change that undoes this one."""
    if isinstance(change.facts, Bulk):
        return replace(change, facts=change.facts.inverse())
    facts = (type(f)(f.layer, f.key, f.after, f.before) for f in reversed(change.facts))
    return replace(change, facts=tuple(facts))


def merge(first: C, second: C) -> C | None:
    """Both changes as one when they belong to one stroke, else None.

    Facts about one slot join end to end; those that cancel vanish, so the result may be empty
    (false). None also when ``second`` does not continue from what ``first`` left.
    """
    if not first.stroke or first.stroke != second.stroke:
        return None
    if not first and isinstance(second.facts, Bulk):
        return replace(first, facts=second.facts)
    joined = {(fact.layer, fact.key): fact for fact in first.facts}
    for fact in second.facts:
        slot = fact.layer, fact.key
        earlier = joined.get(slot)
        if earlier is None:
            joined[slot] = fact
        elif earlier.after != fact.before:
            return None
        else:
            joined[slot] = replace(earlier, after=fact.after)
    facts = tuple(fact for fact in joined.values() if fact.before != fact.after)
    return replace(first, facts=facts)


def joined(empty: C, changes: Iterable[C]) -> C:
    """Changes made one after another as one change with the label and stroke of ``empty``.

    Facts that cancel vanish. Raises ValueError when one does not continue from those before it.
    """
    whole = replace(empty, stroke="joined")
    for change in changes:
        step = merge(whole, replace(change, stroke=whole.stroke))
        if step is None:
            raise ValueError(f"{change.label!r} does not follow from the changes before it")
        whole = step
    return replace(whole, stroke=empty.stroke)


class Row(NamedTuple):
    """What a field of one numbered record held before and holds after, as plain data."""

    number: int
    field: str
    before: Json
    after: Json


class Read(NamedTuple):
    """A change as it was read: its rows are sound, its facts still to be made."""

    rows: tuple[Row, ...]
    label: str
    stroke: str


def to_plain(change: C) -> JsonObject:
    """A change of the fields of numbered records as JSON: a fact's key is a number and a name."""
    return {
        "label": change.label,
        "stroke": change.stroke,
        "facts": [[*fact.key, fact.before, fact.after] for fact in change.facts],
    }


def read(data: object, where: str, what: str, is_sound: Callable[[Row], bool]) -> Read:
    """A change of ``what`` ("a scan"), as :func:`to_plain` wrote it, read back.

    ``is_sound`` says of a row with a whole number and a name whether the model has such a field
    and the field can hold such values. Raises KnownError when anything else is there, or two rows
    are about one field.
    """
    if isinstance(data, Mapping):
        rows, label, stroke = (data.get(name) for name in ("facts", "label", "stroke"))
        if isinstance(rows, list) and isinstance(label, str) and isinstance(stroke, str):
            found = tuple(Row(*row) for row in rows if _is_row(row))
            slots = {row[:2] for row in found}
            if len(slots) == len(rows) and all(map(is_sound, found)):
                return Read(found, label, stroke)
    raise KnownError(where, f"is no change of {what}.", "Go back to a copy.")


def _is_row(row: object) -> bool:
    return (
        isinstance(row, list)
        and len(row) == len(Row._fields)
        and type(row[0]) is int
        and isinstance(row[1], str)
    )
