"""Builders of changes: each reads the order of battle and returns the change a tool wants.

None of them changes anything; :func:`oob.changes.apply` does. A builder that finds nothing to do
returns an empty (false) change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from maps.errors import KnownError, counted, nearest
from oob.changes import Change, Fact, OobLayer, Value, filed, read
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

T = TypeVar("T", SetUp, DepleteChoice, ScheduleEntry)


def put_unit(order: OrderOfBattle, unit: Unit, *, stroke: str = "") -> Change:
    """Add a unit at the end of the roll, or replace the one with its id."""
    verb = "Change" if unit.id in order.units else "Add"
    return put_units(order, [unit], f"{verb} {unit.name or unit.id}", stroke=stroke)


def put_units(
    order: OrderOfBattle, units: Iterable[Unit], label: str = "Add units", *, stroke: str = ""
) -> Change:
    """Add or replace several units at once. Raises KnownError for a nation that does not exist."""
    units = list(units)
    for unit in units:
        if unit.nation not in order.nations:
            fix = nearest(unit.nation, order.nations)
            raise KnownError(f"unit {unit.id}", f"there is no nation {unit.nation!r}.", fix)
    return _put(order, OobLayer.UNIT, {unit.id: unit for unit in units}, label, stroke)


def drop_units(order: OrderOfBattle, ids: Iterable[UnitId], *, stroke: str = "") -> Change:
    """Remove units from the roll, and from every set-up, choice and schedule entry.

    Set-ups, choices and entries left without units go too.
    """
    gone = [id_ for id_ in dict.fromkeys(ids) if id_ in order.units]
    facts = _drop(order, OobLayer.UNIT, gone)
    setups = _without(order.setups, set(gone))
    choices = _without(order.choices, set(gone))
    schedule = [
        replace(entry, replaces=tuple(id_ for id_ in entry.replaces if id_ not in gone))
        for entry in _without(order.schedule, set(gone))
    ]
    facts.append(_fact(order, OobLayer.SETUP, "setup", tuple(setups)))
    facts.append(_fact(order, OobLayer.CHOICE, "choice", tuple(choices)))
    facts.append(_fact(order, OobLayer.SCHEDULE, "schedule", tuple(schedule)))
    names = order.units[gone[0]].name or gone[0] if len(gone) == 1 else f"{len(gone)} units"
    return _change(facts, f"Remove {names}", stroke)


def drop_unit(order: OrderOfBattle, id_: UnitId, *, stroke: str = "") -> Change:
    """Remove one unit; see :func:`drop_units`."""
    return drop_units(order, [id_], stroke=stroke)


def put_nation(order: OrderOfBattle, nation: Nation, *, stroke: str = "") -> Change:
    """Add a nation, or replace the one with its id; its units keep their side."""
    label = f"{'Change' if nation.id in order.nations else 'Add'} {nation.name or nation.id}"
    return _put(order, OobLayer.NATION, {nation.id: nation}, label, stroke)


def drop_nation(order: OrderOfBattle, id_: str, *, stroke: str = "") -> Change:
    """Remove a nation. Raises KnownError while it has units."""
    users = [unit.id for unit in order.units.values() if unit.nation == id_]
    if users:
        what = f"it has {counted(len(users), 'unit')}, {users[0]} first."
        raise KnownError(f"nation {id_}", what, "Remove them or give them another nation first.")
    facts = _drop(order, OobLayer.NATION, [id_] if id_ in order.nations else [])
    return _change(facts, f"Remove {id_}", stroke)


def put_formation(order: OrderOfBattle, formation: Formation, *, stroke: str = "") -> Change:
    """Add a formation, or replace the one with its id."""
    verb = "Change" if formation.id in order.formations else "Add"
    label = f"{verb} {formation.name or formation.id}"
    return _put(order, OobLayer.FORMATION, {formation.id: formation}, label, stroke)


def drop_formation(order: OrderOfBattle, id_: str, *, stroke: str = "") -> Change:
    """Remove a formation; its units and the formations inside it stay, without one."""
    facts = _drop(order, OobLayer.FORMATION, [id_] if id_ in order.formations else [])
    for unit in order.units.values():
        if unit.formation == id_:
            facts.append(_fact(order, OobLayer.UNIT, unit.id, replace(unit, formation="")))
    for inner in order.formations.values():
        if inner.parent == id_ and inner.id != id_:
            facts.append(_fact(order, OobLayer.FORMATION, inner.id, replace(inner, parent="")))
    return _change(facts, f"Remove {id_}", stroke)


def put_note(order: OrderOfBattle, key: str, text: str | None, *, stroke: str = "") -> Change:
    """Write a note, or remove it with None."""
    if text is None:
        facts = _drop(order, OobLayer.NOTE, [key] if key in order.notes else [])
        return _change(facts, f"Remove note {key}", stroke)
    return _put(order, OobLayer.NOTE, {key: text}, f"Note {key}", stroke)


def set_head(order: OrderOfBattle, key: str, text: str, *, stroke: str = "") -> Change:
    """Set the ``id`` or ``title``."""
    return _change([_fact(order, OobLayer.HEAD, key, text)], f"Set {key}", stroke)


def set_setups(order: OrderOfBattle, setups: Iterable[SetUp], *, stroke: str = "") -> Change:
    """Replace the whole set-up."""
    return _change([_fact(order, OobLayer.SETUP, "setup", tuple(setups))], "Set up", stroke)


def set_up(
    order: OrderOfBattle, ids: Iterable[UnitId], place: str | None, *, stroke: str = ""
) -> Change:
    """Move units to one place of the set-up, with None out of it.

    They leave the places they had and join the last plain entry of the new one, or a new entry.
    """
    ids = tuple(dict.fromkeys(ids))
    if len(ids) == 1 and place is not None and _stands(order, ids[0], place):
        return _change([], "Set up", stroke)
    setups = _without(order.setups, set(ids))
    if place is not None:
        plain = [i for i, s in enumerate(setups) if s.place == place and not (s.doubt or s.steps)]
        if plain:
            last = setups[plain[-1]]
            setups[plain[-1]] = replace(last, units=last.units + ids)
        else:
            setups.append(SetUp(place, ids))
    return set_setups(order, setups, stroke=stroke)


def set_choices(
    order: OrderOfBattle, choices: Iterable[DepleteChoice], *, stroke: str = ""
) -> Change:
    """Replace the choices of who begins depleted."""
    return _change([_fact(order, OobLayer.CHOICE, "choice", tuple(choices))], "Choices", stroke)


def set_schedule(
    order: OrderOfBattle, schedule: Iterable[ScheduleEntry], *, stroke: str = ""
) -> Change:
    """Replace the whole schedule."""
    facts = [_fact(order, OobLayer.SCHEDULE, "schedule", tuple(schedule))]
    return _change(facts, "Schedule", stroke)


def put_entry(
    order: OrderOfBattle, entry: ScheduleEntry, at: int | None = None, *, stroke: str = ""
) -> Change:
    """Add a schedule entry at the end, or replace the one at an index."""
    schedule = [*order.schedule]
    if at is None:
        schedule.append(entry)
    else:
        schedule[at] = entry
    return set_schedule(order, schedule, stroke=stroke)


def drop_entry(order: OrderOfBattle, at: int, *, stroke: str = "") -> Change:
    """Remove the schedule entry at an index."""
    schedule = [entry for index, entry in enumerate(order.schedule) if index != at]
    return set_schedule(order, schedule, stroke=stroke)


def _stands(order: OrderOfBattle, id_: UnitId, place: str) -> bool:
    places = [setup.place for setup in order.setups if id_ in setup.units]
    return places == [place]


def _without(entries: Sequence[T], gone: set[UnitId]) -> list[T]:
    """Entries without some units; those that lose all they had vanish."""
    kept: list[T] = []
    for entry in entries:
        units = tuple(id_ for id_ in entry.units if id_ not in gone)
        if units or not entry.units:
            kept.append(replace(entry, units=units))
    return kept


def _put(
    order: OrderOfBattle, layer: OobLayer, things: dict[str, Value], label: str, stroke: str
) -> Change:
    roll = tuple(dict.fromkeys((*filed(order, layer), *things)))
    facts = [_fact(order, layer, id_, thing) for id_, thing in things.items()]
    facts.append(_fact(order, OobLayer.ROLL, layer.value, roll))
    return _change(facts, label, stroke)


def _drop(order: OrderOfBattle, layer: OobLayer, gone: Sequence[str]) -> list[Fact]:
    roll = tuple(id_ for id_ in filed(order, layer) if id_ not in gone)
    facts = [_fact(order, layer, id_, None) for id_ in gone]
    return [*facts, _fact(order, OobLayer.ROLL, layer.value, roll)]


def _fact(order: OrderOfBattle, layer: OobLayer, key: str, after: Value) -> Fact:
    return Fact(layer, key, read(order, layer, key), after)


def _change(facts: Iterable[Fact], label: str, stroke: str) -> Change:
    return Change(tuple(fact for fact in facts if fact.before != fact.after), label, stroke)
