"""Writes the text format of orders of battle; see oob.formats.text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from maps.errors import KnownError, nearest
from maps.formats.textwords import quoted, rest
from oob.formats.cursor import runs, token, value
from oob.formats.unitline import written as unit_line
from oob.model import Formation, Nation, OrderOfBattle, ScheduleEntry, SetUp, Unit

HEADER = "sandtable oob"
VERSION = 1


def written(order: OrderOfBattle) -> str:
    """The text of an order of battle.

    Raises KnownError when it names nations or units it does not have, or cannot be written.
    """
    _check_names(order)
    sections = {
        "oob": [f"id: {rest(order.id)}", f"title: {rest(order.title)}"],
        "nations": [_nation(nation) for nation in order.nations.values()],
        "formations": [_formation(formation) for formation in order.formations.values()],
        "units": list(_units(order)),
        "setup": [line for setup in order.setups for line in _setup(setup)],
        "choices": [f"deplete {c.count}: {_ids(c.units)}".rstrip() for c in order.choices],
        "schedule": [line for entry in order.schedule for line in _entry(entry)],
        "notes": [f"{token(key)}: {rest(text)}" for key, text in order.notes.items()],
    }
    parts = [f"{HEADER} {VERSION}\n"]
    parts += [f"[{name}]\n" + "\n".join(lines) + "\n" for name, lines in sections.items() if lines]
    return "\n".join(parts) + "\n[end]\n"


def _check_names(order: OrderOfBattle) -> None:
    for unit in order.units.values():
        if unit.nation not in order.nations:
            raise _missing(order, "nation", unit.nation, order.nations)
        if not unit.faces:
            raise KnownError(f"unit {unit.id}", "the unit has no face.", "Give it its ratings.")
    lists: list[tuple[str, ...]] = [setup.units for setup in order.setups]
    lists += [choice.units for choice in order.choices]
    lists += [entry.units + entry.replaces for entry in order.schedule]
    for units in lists:
        for id_ in units:
            if id_ not in order.units:
                raise _missing(order, "unit", id_, order.units)


def _missing(order: OrderOfBattle, what: str, name: str, known: Iterable[str]) -> KnownError:
    return KnownError(
        f"order of battle {order.title}",
        f"it names the {what} {name!r}, which it does not have.",
        nearest(name, known) or f"Add the {what} first.",
    )


def _said(settings: dict[str, str]) -> str:
    return "".join(f" {key}={value(text)}" for key, text in settings.items() if text)


def _nation(nation: Nation) -> str:
    looks = {"fill": nation.fill, "ink": nation.ink, "band": nation.band}
    side = f" side={value(nation.side)}"
    return f"{token(nation.id)} {quoted(nation.name)}{side}{_said(looks)}"


def _formation(formation: Formation) -> str:
    return f"{token(formation.id)} {quoted(formation.name)}{_said({'parent': formation.parent})}"


def _units(order: OrderOfBattle) -> Iterator[str]:
    for nation_id, units in groupby(order.units.values(), key=lambda unit: unit.nation):
        yield f"{token(nation_id)}:"
        for _, alike in groupby(units, key=_alike):
            yield unit_line(list(alike), order.nations[nation_id])


def _alike(unit: Unit) -> tuple[object, ...]:
    """What units of one line share."""
    shared = (unit.side, unit.type, unit.size, unit.faces, unit.steps)
    return (*shared, unit.traits, unit.formation, unit.note)


def _ids(units: Iterable[str]) -> str:
    return ", ".join(runs(list(units)))


def _setup(setup: SetUp) -> Iterator[str]:
    steps = f" steps={setup.steps}" if setup.steps else ""
    yield f"{token(setup.place)}{steps}: {_ids(setup.units)}".rstrip()
    if setup.doubt:
        yield f"? {rest(setup.doubt)}"


def _entry(entry: ScheduleEntry) -> Iterator[str]:
    turn = str(entry.turn) if entry.turn else "any"
    cost = f" cost={entry.cost}" if entry.cost else ""
    yield f"{entry.kind.value} {turn} {token(entry.place)}{cost}: {_ids(entry.units)}".rstrip()
    if entry.replaces:
        yield f"for {_ids(entry.replaces)}"
    if entry.note:
        yield f"> {rest(entry.note)}"
