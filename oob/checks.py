"""Checks of an order of battle that return every problem at once, in one order each time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from maps.checking.problems import Problem, Severity, error, warning
from maps.errors import counted, nearest
from oob.changes import mentions
from oob.model import EntryKind, Nation, OrderOfBattle, ScheduleEntry, Size, Unit, UnitId
from oob.words import MARKER, REDUCED, SIZELESS, TYPES, usual_steps

__all__ = ["Problem", "Severity", "check"]

_LEAST_CONTRAST = 4.5
_COMING = (EntryKind.ARRIVES, EntryKind.OPTIONAL, EntryKind.SUBSTITUTE)


def check(order: OrderOfBattle, *, may_wait: bool = False) -> list[Problem]:
    """All problems of an order of battle, errors first.

    ``may_wait`` is for games in which units that nothing brings in wait beside the board until
    somebody puts them there.
    """
    parts = _PARTS if may_wait else (*_PARTS, _absent)
    found = [problem for part in parts for problem in part(order)]
    return sorted(found, key=lambda problem: problem.severity is not Severity.ERROR)


def _ids(order: OrderOfBattle) -> Iterator[Problem]:
    """Things that stand under another id than their own, which makes an id stand twice."""
    for what, things in (
        ("nation", order.nations),
        ("unit", order.units),
        ("formation", order.formations),
    ):
        own = Counter(str(thing.id) for thing in things.values())
        for key, thing in things.items():
            if own[str(thing.id)] > 1:
                yield error(f"{what} {key}", f"the id {thing.id!r} is used twice.", "Rename one.")
            elif thing.id != key:
                fix = "File it under its own id."
                yield error(f"{what} {key}", f"its own id is {thing.id!r}.", fix)


def _nations(order: OrderOfBattle) -> Iterator[Problem]:
    for nation in order.nations.values():
        where = f"nation {nation.id}"
        if not nation.side:
            yield error(where, "it has no side.", "Say which side its units fight for.")
        colours = [nation.fill, nation.ink, *([nation.band] if nation.band else [])]
        odd = [colour for colour in colours if not re.fullmatch("#[0-9a-fA-F]{6}", colour)]
        if odd:
            yield error(where, f"{odd[0]!r} is not a colour.", "Write colours as #rrggbb.")
        elif contrast(nation) < _LEAST_CONTRAST:
            fix = "Choose a darker or lighter ink."
            yield warning(where, "its ink is hard to read on its counters.", fix)


def contrast(nation: Nation) -> float:
    """Contrast of ink and fill, 1 (none) to 21, as the WCAG counts it."""
    dark, light = sorted(map(_luminance, (nation.fill, nation.ink)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _units(order: OrderOfBattle) -> Iterator[Problem]:
    for unit in order.units.values():
        where = f"unit {unit.id}"
        nation = order.nations.get(unit.nation)
        if nation is None:
            fix = nearest(unit.nation, order.nations) or "Add the nation."
            yield error(where, f"the nation {unit.nation!r} is unknown.", fix)
        elif unit.side != nation.side:
            what = f"it fights for {unit.side!r}, its nation for {nation.side!r}."
            yield warning(where, what, "Make the sides agree unless it is meant.")
        if unit.type not in TYPES and unit.type != MARKER:
            fix = nearest(unit.type, TYPES)
            yield warning(where, f"the type {unit.type!r} has no symbol.", fix)
        if unit.size not in list(Size):
            fix = nearest(unit.size, [size.value for size in Size])
            yield error(where, f"the size {unit.size!r} is unknown.", fix)
        elif unit.size is Size.NONE and not unit.type.endswith((MARKER, *SIZELESS)):
            yield warning(where, "it has no size.", "Choose the mark above its symbol.")
        if unit.formation and unit.formation not in order.formations:
            fix = nearest(unit.formation, order.formations) or "Add the formation."
            yield error(where, f"the formation {unit.formation!r} is unknown.", fix)
        yield from _faces(unit, where)


def _faces(unit: Unit, where: str) -> Iterator[Problem]:
    if not unit.faces:
        yield error(where, "it has no face.", "Give it its ratings.")
        return
    if unit.steps != usual_steps(unit.faces):
        what = (
            f"it has {counted(unit.steps, 'step')}, but its faces show {usual_steps(unit.faces)}."
        )
        yield error(where, what, "Fix the steps, or add or label a face.")
    if not unit.front.ratings() and unit.type != MARKER:
        yield warning(where, "its front shows no ratings.", "Type them in.")
    for face in unit.faces[1:]:
        if face.label == REDUCED and (face.attack or 0) > (unit.front.attack or 0):
            fix = "Turn the two faces round."
            yield warning(where, "its reduced side is stronger than its front.", fix)


def _names(order: OrderOfBattle) -> Iterator[Problem]:
    for where, units in mentions(order):
        for id_ in units:
            if id_ not in order.units:
                fix = nearest(id_, order.units) or "Add the unit."
                yield error(where, f"the unit {id_!r} is unknown.", fix)


def _setups(order: OrderOfBattle) -> Iterator[Problem]:
    places: dict[UnitId, list[str]] = {}
    for setup in order.setups:
        where = f"set-up {setup.place}"
        if not setup.place:
            yield error("set-up", "a set-up line has no place.", "Name the zone, box or hex.")
        for id_ in setup.units:
            places.setdefault(id_, []).append(setup.place)
            unit = order.units.get(id_)
            if unit and not 0 <= setup.steps <= unit.steps:
                what = (
                    f"{id_} would begin with {counted(setup.steps, 'step')}, it has {unit.steps}."
                )
                yield error(where, what, "Fix the steps; 0 means full strength.")
    for id_, at in places.items():
        if len(at) > 1:
            what = f"it is set up {len(at)} times, in {', '.join(dict.fromkeys(at))}."
            yield error(f"unit {id_}", what, "Leave it in one place.")


def _absent(order: OrderOfBattle) -> Iterator[Problem]:
    """Units that never come."""
    here = {id_ for setup in order.setups for id_ in setup.units}
    for entry in order.schedule:
        if entry.kind in (*_COMING, EntryKind.CONVERTS):
            here.update(entry.units)
    for id_ in order.units:
        if id_ not in here:
            fix = "Set it up, or put it on the schedule."
            yield error(f"unit {id_}", "it is neither set up nor scheduled.", fix)


def _whereabouts(order: OrderOfBattle) -> Iterator[Problem]:
    """Units that come though they stand there, or more than once."""
    set_up = {id_ for setup in order.setups for id_ in setup.units}
    coming: Counter[tuple[EntryKind, UnitId]] = Counter()
    for entry in order.schedule:
        coming.update((entry.kind, id_) for id_ in entry.units)
    for id_ in order.units:
        for kind in _COMING:
            if coming[kind, id_] and id_ in set_up:
                what = f"it is set up, and {kind} as well."
                yield error(f"unit {id_}", what, "Leave one of the two.")
            if coming[kind, id_] > 1:
                what = f"it stands {coming[kind, id_]} times on the schedule as {kind}."
                yield error(f"unit {id_}", what, "Leave one of them.")


def _schedule(order: OrderOfBattle) -> Iterator[Problem]:
    for number, entry in enumerate(order.schedule, 1):
        yield from _entry(entry, f"schedule entry {number}")


def _entry(entry: ScheduleEntry, where: str) -> Iterator[Problem]:
    if entry.kind is EntryKind.OPTIONAL and entry.cost <= 0:
        yield error(where, "an optional unit has no price.", "Write cost= and the victory points.")
    if entry.cost < 0:
        yield error(where, "its price is negative.", "Write what the opponent gains.")
    if entry.turn < 0:
        yield error(where, f"there is no turn {entry.turn}.", "Write any for every turn.")
    if entry.kind in (EntryKind.ARRIVES, EntryKind.WITHDRAWS) and entry.turn == 0:
        yield error(where, f"it {entry.kind} on no turn.", "Write the turn.")
    if not entry.units:
        yield warning(where, "it names no unit.", "Name the units or remove it.")
    if not entry.place and entry.kind in _COMING:
        yield error(where, "its units arrive nowhere.", "Name the place.")
    if entry.kind in (EntryKind.SUBSTITUTE, EntryKind.CONVERTS) and not entry.replaces:
        yield error(where, "it says not what is given up.", "Add a line: for and the units.")


def _choices(order: OrderOfBattle) -> Iterator[Problem]:
    set_up = {id_ for setup in order.setups for id_ in setup.units}
    for number, choice in enumerate(order.choices, 1):
        where = f"choice {number}"
        if not 0 < choice.count <= len(choice.units):
            what = f"{choice.count} of {counted(len(choice.units), 'unit')} cannot be chosen."
            yield error(where, what, "Fix the number or the list.")
        if len(set(choice.units)) < len(choice.units):
            yield error(where, "a unit stands twice in it.", "Remove one of the two.")
        for id_ in dict.fromkeys(choice.units):
            unit = order.units.get(id_)
            if unit and unit.steps < 2:
                yield error(where, f"{id_} has no step to lose.", "Take it off the list.")
            if unit and id_ not in set_up:
                yield error(where, f"{id_} is not set up.", "Set it up or take it off the list.")


def _formations(order: OrderOfBattle) -> Iterator[Problem]:
    for formation in order.formations.values():
        seen, at = [formation.id], formation
        while at.parent:
            if at.parent in seen:
                what = f"it lies inside itself ({' in '.join([*seen, at.parent])})."
                yield error(f"formation {formation.id}", what, "Break the ring.")
                break
            if at.parent not in order.formations:
                if at is formation:
                    fix = nearest(at.parent, order.formations) or "Add it."
                    what = f"the formation {at.parent!r} around it is unknown."
                    yield error(f"formation {formation.id}", what, fix)
                break
            at = order.formations[at.parent]
            seen.append(at.id)


_PARTS = (
    _ids,
    _nations,
    _units,
    _formations,
    _names,
    _setups,
    _whereabouts,
    _schedule,
    _choices,
)
