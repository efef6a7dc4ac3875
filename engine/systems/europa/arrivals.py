"""Reinforcements: who is due, where they may appear, and what becomes of those that cannot
(BF-29A, BC-22A).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.desk import Answer
from engine.core.legal import Family
from engine.core.state import Location
from engine.systems.europa import initial_actions as do
from engine.systems.europa.common import Work, award, bury, mark, now, objection
from engine.systems.europa.lands import area
from engine.systems.europa.places import spots
from engine.systems.europa.position import Position
from engine.systems.europa.records import Initial
from engine.systems.europa.schedule import Arrival, Trigger
from engine.systems.europa.table import Table
from engine.systems.europa.words import ALLIED, AXIS, FRESH, NEUTRAL, PENDING, other
from maps.hexgrid import Hex
from oob.model import UnitId

JOINS = {
    Trigger.YUGOSLAVIA_ALLIED: ("yugoslav", ALLIED),
    Trigger.BULGARIA_AXIS: ("bulgarian", AXIS),
    Trigger.HUNGARY_AXIS: ("hungarian", AXIS),
}
"""The nation and side each trigger waits for."""
CALLED = "called "
"""What begins the note, in :attr:`Theatre.used`, that a region's unit has mobilized."""


def triggered(pos: Position, trigger: Trigger) -> bool:
    """Whether what an entry waits for has happened."""
    if trigger is Trigger.NONE:
        return True
    if trigger is Trigger.GERMANY_ENTERED:
        return pos.state.entered > 0
    nation, side = JOINS[trigger]
    return pos.state.joined.get(nation) == side


def first_turn(pos: Position, turn: int, after_entry: int) -> int | None:
    """The first turn an entry holds; None as long as it waits for German entry."""
    if not after_entry:
        return turn
    return max(turn, pos.state.entered + after_entry) if pos.state.entered else None


def opened(pos: Position, entry: Arrival) -> bool:
    """Whether reinforcements may come now."""
    first = first_turn(pos, entry.turn, entry.after_entry)
    if first is None or not triggered(pos, entry.trigger):
        return False
    if entry.option and not pos.table.option(entry.option):
        return False
    dated = entry.turn or entry.after_entry or entry.trigger is not Trigger.NONE
    return bool(dated) and first <= pos.state.turn


def due(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Reinforcements a side may place now, conditional ones included (BF-29A.3)."""
    entries, used = pos.table.arrivals, pos.state.used
    return tuple(
        unit
        for unit in pos.boxed(PENDING)
        if pos.side(unit) == side
        and pos.nation(unit) not in pos.state.surrendered
        and pos.arrives_now(unit)
        and (CALLED + unit in used or (unit in entries and opened(pos, entries[unit])))
    )


def price(pos: Position, unit: UnitId) -> int:
    """Victory points the enemy gains by a conditional reinforcement, 0 for regular ones."""
    entry = pos.table.arrivals.get(unit)
    return entry.cost if entry is not None else 0


def targets(pos: Position, unit: UnitId) -> tuple[Location, ...]:
    """Where a reinforcement may appear now: friendly-owned hexes of its place, in enemy zones of
    control too (BF-29A.1).
    """
    side = pos.side(unit)
    owned, foe = pos.owned(side), pos.held[other(side)]
    return tuple(
        at
        for at in _places(pos, unit)
        if not isinstance(at, Hex) or (at in owned and at not in foe and side != NEUTRAL)
    )


def _places(pos: Position, unit: UnitId) -> tuple[Location, ...]:
    entry = pos.table.arrivals.get(unit)
    if entry is not None:
        return spots(pos.table, entry.place)
    region = pos.table.regions[unit]
    return tuple(at for at in pos.table.cities if at in area(pos.table, region))


def best_target(pos: Position, unit: UnitId) -> Location | None:
    """The place with most room: within stacking and out of enemy zones if possible, larger cities
    first.
    """
    foe = pos.zoc(other(pos.side(unit)))

    def merit(at: Location) -> tuple[bool, bool, int, int]:
        if not isinstance(at, Hex):
            return (False, False, 0, 0)
        crowd = len(pos.friends(at, pos.side(unit)))
        return (not pos.fits(at, (unit,)), at in foe, -pos.table.city_rank(at), crowd)

    return min(targets(pos, unit), key=merit, default=None)


def families(pos: Position, frame: Initial) -> list[Family]:
    """Reinforcements to be placed."""
    ready = due(pos, frame.side)
    if not ready:
        return []
    found = [
        Family(
            "arrive",
            "Reinforcement",
            partial(_offers, pos, ready),
            of=partial(_offers_of, pos, ready),
            draw=partial(_drawn, pos, ready),
            weight=8,
        )
    ]
    if any(not price(pos, unit) for unit in ready):
        found.append(
            Family("arrive all", "All reinforcements", lambda: (do.ArriveAll(),), weight=2)
        )
    return found


def _offers(pos: Position, ready: tuple[UnitId, ...]) -> Iterator[Action]:
    for unit in ready:
        yield from (do.Arrive(unit, at) for at in targets(pos, unit))


def _offers_of(pos: Position, ready: tuple[UnitId, ...], unit: UnitId) -> Iterator[Action]:
    if unit in ready:
        yield from (do.Arrive(unit, at) for at in targets(pos, unit))


def _drawn(pos: Position, ready: tuple[UnitId, ...], stream: Stream) -> Action | None:
    unit = ready[stream.below(len(ready))]
    found = targets(pos, unit)
    return do.Arrive(unit, found[stream.below(len(found))]) if found else None


def arrive_objections(pos: Position, frame: Initial, action: do.Arrive) -> Iterator[Objection]:
    """What forbids a reinforcement's appearance in a place (BF-29A.1)."""
    unit, at = action.unit, action.target
    if unit not in due(pos, frame.side):
        text = f"{pos.called(unit)} is no reinforcement of yours that is due now."
        yield objection(pos, "reinforcement", text)
    elif at not in _places(pos, unit):
        text = f"{pos.called(unit)} does not arrive in {pos.label(at)}."
        yield objection(pos, "reinforcement", text)
    elif at not in targets(pos, unit):
        text = f"{pos.label(at)} is not friendly-owned."
        yield objection(pos, "reinforcement", text)


def arrive(pos: Position, frame: Initial, action: do.Arrive, doing: Work) -> None:
    """Place the unit; the enemy gains what a conditional one costs (BF-29A.3)."""
    put(pos.table, doing, action.unit, action.target)
    doing.tell("arrived", pos.table.cite("reinforcement"), unit=action.unit, at=action.target)
    cost = price(pos, action.unit)
    if cost:
        text = f"{pos.called(action.unit)} called up"
        award(doing, other(frame.side), cost, text, pos.table.cite("conditional reinforcement"))


def put(table: Table, doing: Work, unit: UnitId, at: Location, *, steps: int = 0) -> None:
    """Put a unit on the map or in a box, whole unless fewer steps are given."""
    strength = steps or table.units[unit].steps
    doing.state = doing.state.with_piece(unit, at=at, steps=strength, marks=frozenset())
    mark(doing, unit, FRESH)


def arrive_all_objections(
    pos: Position, frame: Initial, _action: do.ArriveAll
) -> Iterator[Objection]:
    """Nothing is left that could be placed for nothing."""
    if not pressing(pos, frame.side):
        yield objection(pos, "reinforcement", "There are no reinforcements to be placed.")


def arrive_all(pos: Position, frame: Initial, _action: do.ArriveAll, doing: Work) -> None:
    """Place one after the other where there is most room."""
    for unit in due(pos, frame.side):
        look = now(pos.table, doing)
        at = None if price(look, unit) else best_target(look, unit)
        if at is not None:
            arrive(look, frame, do.Arrive(unit, at), doing)


def pressing(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Reinforcements that must still be placed: due, regular, and not blocked."""
    return tuple(unit for unit in due(pos, side) if not price(pos, unit) and targets(pos, unit))


def end_objections(pos: Position, frame: Initial) -> Iterator[Objection]:
    """Arrival is not put off (BF-29A.1)."""
    waiting = pressing(pos, frame.side)
    if waiting:
        text = f"{pos.called(waiting[0])} must be placed first"
        more = f", as must {len(waiting) - 1} more units." if len(waiting) > 1 else "."
        yield objection(pos, "reinforcement", text + more)


def close(pos: Position, frame: Initial, doing: Work) -> None:
    """Reinforcements that could not come as specified are eliminated, where the title says so
    (BF-29A.2).
    """
    if not pos.table.charts.replacements.blocked_lost:
        return
    for unit in due(pos, frame.side):
        if not price(pos, unit) and not targets(pos, unit):
            bury(doing, unit)
            doing.tell("blocked", pos.table.cite("blocked reinforcement"), unit=unit)


ANSWERS: Mapping[type[Action], Answer] = {
    do.Arrive: Answer(arrive_objections, arrive),
    do.ArriveAll: Answer(arrive_all_objections, arrive_all),
}
