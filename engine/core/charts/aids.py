"""Player aids: charts as pictures, in folders and in an order of their own.

An :class:`Aid` is plain data and a value; its picture is kept beside it and never changes. A
:class:`Change` replaces some fields of some of them, so that each step can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import NamedTuple

from engine.frozen import dataclass
from maps.edits import facts
from maps.errors import KnownError
from maps.files.pictures import Media
from maps.untyped import JsonObject

LONGEST = 200
"""Characters of a name or a folder."""
LONGEST_NOTE = 2_000
MOST = 500
"""Pictures that a file keeps, removed ones included."""

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Aid:
    """A picture of a chart: what it is called, the folder it is in, what is said of it.

    ``rank`` orders pictures; one that was removed is not ``present``, and kept for undo.
    """

    name: str
    folder: str
    note: str
    rank: int
    present: bool
    media: Media
    width: int
    height: int


CHANGED: Mapping[str, type[Value]] = {
    "name": str, "folder": str, "note": str, "rank": int, "present": bool,
}  # fmt: skip
"""The fields that a change may be about, and what they hold."""


class AidLayer(StrEnum):
    """What a fact about player aids can be about."""

    FIELD = "field"


class AidKey(NamedTuple):
    """A field of a player aid."""

    aid: int
    field: str


class Fact(facts.Fact[AidLayer, AidKey, Value]):
    """What a field of a player aid held before and holds after."""

    __slots__ = ()


class Change(facts.Change[Fact]):
    """One reversible step; see :class:`maps.edits.facts.Change`."""

    __slots__ = ()


@dataclass(slots=True)
class Aids:
    """All player aids of a file by number, removed ones too."""

    found: dict[int, Aid] = field(default_factory=dict)

    def present(self) -> dict[int, Aid]:
        """Those that were not removed, in their order."""
        shown = ((number, aid) for number, aid in self.found.items() if aid.present)
        return dict(sorted(shown, key=lambda pair: (pair[1].rank, pair[0])))


def changed(
    aids: Aids, wanted: Mapping[int, Mapping[str, Value]], label: str, stroke: str = ""
) -> Change:
    """The change that gives fields of player aids new values; false when they have them already.

    Raises KnownError for a number that is not there, an empty name, or words that are too long.
    """
    found = []
    for number, values in wanted.items():
        before = aids.found.get(number)
        if before is None:
            raise KnownError("the player aids", f"have no number {number}.", "Choose another.")
        after = _given(before, _tidied(values))
        problem = oddity(after)
        if problem:
            raise KnownError(f"player aid {before.name}", problem, "Choose other words.")
        found += [
            Fact(AidLayer.FIELD, AidKey(number, name), getattr(before, name), getattr(after, name))
            for name in values
            if getattr(before, name) != getattr(after, name)
        ]
    return Change(tuple(found), label, stroke)


def _given(aid: Aid, values: Mapping[str, Value]) -> Aid:
    """A player aid with other values in some fields."""
    return replace(
        aid,
        name=str(values.get("name", aid.name)),
        folder=str(values.get("folder", aid.folder)),
        note=str(values.get("note", aid.note)),
        rank=int(values.get("rank", aid.rank)),
        present=bool(values.get("present", aid.present)),
    )


def _tidied(values: Mapping[str, Value]) -> dict[str, Value]:
    return {
        name: " ".join(value.split()) if isinstance(value, str) and name != "note" else value
        for name, value in values.items()
    }


def oddity(aid: Aid) -> str:
    """Why a player aid cannot be as it is; empty when it can."""
    odd = odd_name(aid.name) or (odd_name(aid.folder) if aid.folder else "")
    if odd:
        return odd
    if len(aid.note) > LONGEST_NOTE:
        return f"has a note of more than {LONGEST_NOTE:,} letters."
    return ""


def odd_name(name: str) -> str:
    """Why nothing can be called so; empty when it can."""
    if not name.strip():
        return "needs a name."
    return f"has a name of more than {LONGEST} letters." if len(name) > LONGEST else ""


def apply(aids: Aids, change: Change) -> frozenset[int]:
    """Apply a change; the numbers it touched. Raises KnownError when it does not fit."""
    found = dict(aids.found)
    for fact in change.facts:
        aid = found.get(fact.key.aid)
        if aid is None or getattr(aid, fact.key.field) != fact.before:
            what = f"{change.label!r} does not fit."
            raise KnownError("the player aids", what, "Open the file again.")
        found[fact.key.aid] = _given(aid, {fact.key.field: fact.after})
    aids.found = found
    return frozenset(fact.key.aid for fact in change.facts)


def moved(aids: Aids, number: int, by: int) -> dict[int, dict[str, Value]]:
    """The ranks with which a player aid stands ``by`` places further down (negative: up).

    Empty at the end of the list.
    """
    order = list(aids.present())
    at = order.index(number)
    to = at + by
    if not 0 <= to < len(order):
        return {}
    order.insert(to, order.pop(at))
    return {one: {"rank": rank} for rank, one in enumerate(order)}


def joined(changes: Iterable[Change], label: str) -> Change:
    """Changes made one after another as one."""
    return facts.joined(Change((), label), changes)


def change_to_plain(change: Change) -> JsonObject:
    """A change as JSON."""
    return facts.to_plain(change)


def change_from_plain(data: object, where: str) -> Change:
    """A change read back. Raises KnownError when it is none."""
    rows, label, stroke = facts.read(data, where, "player aids", _is_sound)
    return Change(
        tuple(
            Fact(AidLayer.FIELD, AidKey(row.number, row.field), row.before, row.after)
            for row in rows
        ),
        label,
        stroke,
    )


def _is_sound(row: facts.Row) -> bool:
    """Whether a player aid has such a field, and the field can hold both values."""
    meant = CHANGED.get(row.field)
    return type(row.before) is type(row.after) is meant
