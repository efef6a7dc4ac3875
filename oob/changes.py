"""Reversible changes to an order of battle: applied whole or not at all.

The facts, changes, undo and merging are those of :mod:`maps.edits.facts`; here are the slots of an
order of battle and how they are written. :mod:`oob.edits` is the door to this module and to the
builders.

=============  ========================================  =========================================
layer          key                                       before and after
=============  ========================================  =========================================
``nation``     nation id                                 :class:`~oob.model.Nation` or None
``formation``  formation id                              :class:`~oob.model.Formation` or None
``unit``       unit id                                   :class:`~oob.model.Unit` or None
``note``       note key                                  text or None
``roll``       ``"nation"``, ``"formation"``, ...        tuple of all ids of that layer, in order
``setup``      ``"setup"``                               tuple of all set-ups, in order
``choice``     ``"choice"``                              tuple of all choices, in order
``schedule``   ``"schedule"``                            tuple of all entries, in order
``head``       ``"id"``, ``"title"``                     text
=============  ========================================  =========================================

The roll keeps the order of units (nations ...), so that undo restores the text to the letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, cast

from maps.edits import facts
from maps.errors import KnownError, nearest
from maps.untyped import JsonObject, each
from oob.model import (
    DepleteChoice,
    Formation,
    Nation,
    OrderOfBattle,
    ScheduleEntry,
    SetUp,
    Unit,
    UnitId,
)


class OobLayer(StrEnum):
    """The slots a fact can be about; see the table of this module."""

    HEAD = "head"
    NATION = "nation"
    FORMATION = "formation"
    UNIT = "unit"
    NOTE = "note"
    ROLL = "roll"
    SETUP = "setup"
    CHOICE = "choice"
    SCHEDULE = "schedule"


Value: TypeAlias = (
    str
    | Nation
    | Formation
    | Unit
    | tuple[str, ...]
    | tuple[SetUp, ...]
    | tuple[DepleteChoice, ...]
    | tuple[ScheduleEntry, ...]
    | None
)


class Fact(facts.Fact[OobLayer, str, Value]):
    """What one slot of an order of battle held before and holds after."""

    __slots__ = ()


class Change(facts.Change[Fact]):
    """One reversible edit of an order of battle; see :class:`maps.edits.facts.Change`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Touched:
    """What an applied change touched, so that views refresh only that."""

    layers: frozenset[OobLayer] = frozenset()
    units: frozenset[UnitId] = frozenset()
    nations: frozenset[str] = frozenset()


class ChangeConflictError(KnownError):
    """A change does not fit the order of battle it is applied to; that is as it was."""


def filed(order: OrderOfBattle, layer: str) -> JsonObject:
    """The dictionary in which a layer's things stand by id. Raises KnownError for other layers."""
    match layer:
        case OobLayer.NATION:
            return order.nations
        case OobLayer.FORMATION:
            return order.formations
        case OobLayer.UNIT:
            return cast(JsonObject, order.units)
        case OobLayer.NOTE:
            return order.notes
        case _:
            raise KnownError("change", f"{layer!r} has no ids.", "Use nation, unit or note.")


def read(order: OrderOfBattle, layer: OobLayer, key: str) -> Value:
    """What a slot holds now, in the form facts use."""
    match layer:
        case OobLayer.HEAD:
            return str(getattr(order, _head(key)))
        case OobLayer.ROLL:
            return tuple(filed(order, key))
        case OobLayer.SETUP:
            return tuple(order.setups)
        case OobLayer.CHOICE:
            return tuple(order.choices)
        case OobLayer.SCHEDULE:
            return tuple(order.schedule)
        case _:
            return cast(Value, filed(order, layer).get(key))


def apply(order: OrderOfBattle, change: Change) -> Touched:
    """Apply a change and say what it touched.

    Raises ChangeConflictError, and changes nothing, when a slot does not hold what the change says
    it held before, or when the change would leave names of units or nations that do not exist.
    """
    for fact in change.facts:
        if read(order, fact.layer, fact.key) != fact.before:
            raise ChangeConflictError(
                f"{order.title}, {fact.layer} {fact.key}",
                f"{change.label!r} expects something else there.",
                "Undo later edits first, or make the edit again.",
            )
    staged = OrderOfBattle(
        order.id,
        order.title,
        dict(order.nations),
        dict(order.units),
        dict(order.formations),
        list(order.setups),
        list(order.schedule),
        list(order.choices),
        dict(order.notes),
    )
    for fact in sorted(change.facts, key=lambda fact: fact.layer is OobLayer.ROLL):
        _write(staged, fact, change)
    _check_names(staged, change)
    for slot in OrderOfBattle.__slots__:
        setattr(order, slot, getattr(staged, slot))
    return touched_by(change)


def touched_by(change: Change) -> Touched:
    """What a change touches when it is applied."""
    units = (UnitId(fact.key) for fact in change.facts if fact.layer is OobLayer.UNIT)
    nations = (fact.key for fact in change.facts if fact.layer is OobLayer.NATION)
    layers = frozenset(fact.layer for fact in change.facts)
    return Touched(layers, frozenset(units), frozenset(nations))


def joined(changes: Iterable[Change], label: str, stroke: str = "") -> Change:
    """Changes made one after another as one change; facts that cancel vanish.

    Raises ValueError when one does not continue from what those before it left.
    """
    return facts.joined(Change((), label, stroke), changes)


def _head(key: str) -> str:
    if key not in ("id", "title"):
        raise KnownError("change", f"an order of battle has no {key!r}.", "Use id or title.")
    return key


def _write(order: OrderOfBattle, fact: Fact, change: Change) -> None:
    match fact.layer:
        case OobLayer.HEAD:
            setattr(order, _head(fact.key), fact.after)
        case OobLayer.ROLL:
            _write_roll(order, fact, change)
        case OobLayer.SETUP:
            order.setups[:] = each(SetUp, fact.after)
        case OobLayer.CHOICE:
            order.choices[:] = each(DepleteChoice, fact.after)
        case OobLayer.SCHEDULE:
            order.schedule[:] = each(ScheduleEntry, fact.after)
        case _:
            if fact.after is None:
                filed(order, fact.layer).pop(fact.key, None)
            else:
                filed(order, fact.layer)[fact.key] = fact.after


def _write_roll(order: OrderOfBattle, fact: Fact, change: Change) -> None:
    entries = filed(order, fact.key)
    ids = each(str, fact.after)
    if len(ids) != len(entries) or any(id_ not in entries for id_ in ids):
        raise ChangeConflictError(
            f"{order.title}, roll of {fact.key}s",
            f"{change.label!r} lists other {fact.key}s than there are.",
            "Make the edit again.",
        )
    items = [(id_, entries[id_]) for id_ in ids]
    entries.clear()
    entries.update(items)


def _check_names(order: OrderOfBattle, change: Change) -> None:
    """Refuse names of units and nations that do not exist, and units without ratings."""
    layers = {fact.layer for fact in change.facts}
    if OobLayer.UNIT in layers or OobLayer.NATION in layers:
        for unit in order.units.values():
            if unit.nation not in order.nations:
                raise _dangling(change, f"unit {unit.id}", "nation", unit.nation, order.nations)
            if not unit.faces:
                what = f"{change.label!r} leaves it without a face."
                raise ChangeConflictError(f"unit {unit.id}", what, "Give it its ratings.")
    if not layers.isdisjoint(_LISTS):
        for where, units in mentions(order):
            for id_ in units:
                if id_ not in order.units:
                    raise _dangling(change, where, "unit", id_, order.units)


_LISTS = (OobLayer.UNIT, OobLayer.SETUP, OobLayer.CHOICE, OobLayer.SCHEDULE)


def mentions(order: OrderOfBattle) -> Iterator[tuple[str, tuple[UnitId, ...]]]:
    """Each list of units in set-up, choices and schedule, with where it stands."""
    for setup in order.setups:
        yield f"set-up {setup.place}", setup.units
    for number, choice in enumerate(order.choices, 1):
        yield f"choice {number}", choice.units
    for number, entry in enumerate(order.schedule, 1):
        yield f"schedule entry {number}", entry.units + entry.replaces


def _dangling(
    change: Change, where: str, what: str, name: str, known: Iterable[str]
) -> ChangeConflictError:
    return ChangeConflictError(
        where, f"{change.label!r} leaves it with the unknown {what} {name!r}.", nearest(name, known)
    )
