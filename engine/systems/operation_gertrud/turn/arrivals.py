"""Reinforcements: who is due, where they may come, and paradrops (OG 3.3, 10, 15)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.legal import Family
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud.set_up import group_of
from engine.systems.operation_gertrud.state import places
from engine.systems.operation_gertrud.state.common import Work, mark, objection
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    DROPPING,
    FED,
    INTERDICTED,
    MOVED,
    OFF_MAP,
    PENDING,
    Moving,
    other,
)
from maps.hexgrid import Hex
from oob.model import UnitId


def due(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Reinforcements a side may bring in this turn (OG 10.0)."""
    return tuple(
        unit
        for unit in pos.boxed(PENDING)
        if pos.owner(unit) == side and pos.context.arrivals[unit].turn <= pos.state.turn
    )


def groups(pos: Position, side: str) -> tuple[tuple[UnitId, ...], ...]:
    """What a side may bring in, by units that come together."""
    ready = due(pos, side)
    found = dict.fromkeys(
        tuple(mate for mate in group_of(pos.context, unit) if mate in ready) for unit in ready
    )
    return tuple(found)


def arrival_hexes(pos: Position, unit: UnitId) -> tuple[Hex, ...]:
    """The hexes of a reinforcement's place, or the cities it may enter where none is listed (OG
    10.0).
    """
    place = pos.context.arrivals[unit].place
    return places.hexes(pos.context, place) if place else entry_cities(pos, unit)


def entry_cities(pos: Position, unit: UnitId) -> tuple[Hex, ...]:
    """Friendly cities with an overland supply path and no enemy beside them (OG 10.0)."""
    side = pos.owner(unit)
    fed, near = pos.net(pos.nation(unit), side), pos.beside(other(side))
    return tuple(at for at in pos.friendly_cities(unit) if at in fed and at not in near)


def entry_cost(pos: Position, unit: UnitId, at: Hex) -> int:
    """What entering from off the map costs in the first hex; nothing where one just arrives (OG
    10.0).
    """
    place = pos.context.arrivals[unit].place
    if not place or not places.row(pos.context, place).entry:
        return 0
    return pos.context.charts.terrain.row(pos.context.map.terrain[at]).cost


def families(pos: Position, frame: Moving) -> list[Family]:
    """Arrivals and paradrops of a side."""
    found = []
    if groups(pos, frame.side):
        found.append(Family("arrive", "Reinforcement", partial(_arrivals, pos, frame), weight=8))
    if any(can_drop(pos, frame.side, unit) for unit in droppers(pos)):
        found.append(Family("paradrop", "Paradrop", partial(_drops, pos, frame), weight=2))
    return found


def _arrivals(pos: Position, frame: Moving) -> Iterator[Action]:
    for units in groups(pos, frame.side):
        yield from (do.Arrive(units, at) for at in arrival_hexes(pos, units[0]))


def _drops(pos: Position, frame: Moving) -> Iterator[Action]:
    for unit in droppers(pos):
        if can_drop(pos, frame.side, unit):
            yield from (do.Paradrop(unit, at) for at in sorted(pos.context.turkey))


def droppers(pos: Position) -> tuple[UnitId, ...]:
    """The airborne division and the Kommando, which both can drop (OG 2.6, 15.0)."""
    return tuple(u for u in (pos.context.flieger, pos.context.kommando) if u is not None)


def can_drop(pos: Position, side: str, unit: UnitId) -> bool:
    """True when an airborne unit may be dropped in this phase: a drop takes all of its movement,
    so one that has entered by land does not (OG 15.0, 18.5).

    The Kommando's first drop is the raid on the Goeben (OG 17.0).
    """
    piece = pos.piece(unit)
    if pos.owner(unit) != side or piece.marks & {MOVED, INTERDICTED} or unit in pos.state.spent:
        return False
    if piece.at == PENDING:
        return unit in due(pos, side) and pos.context.arrivals[unit].paradrop
    if piece.at == OFF_MAP:
        return unit != pos.context.kommando
    return isinstance(piece.at, Hex)


def drop_objections(pos: Position, frame: Moving, action: do.Paradrop) -> Iterator[Objection]:
    """What forbids a paradrop (OG 15.0)."""
    unit, at = action.unit, action.target
    if unit not in droppers(pos):
        yield objection("OG-15.0a", f"{pos.called(unit)} is no airborne unit.")
    elif not can_drop(pos, frame.side, unit):
        yield objection("OG-15.0a", f"{pos.called(unit)} cannot be dropped now.")
    elif at not in pos.context.turkey:
        yield objection("OG-15.0a", f"{pos.label(at)} is no land hex of Turkey.")
    elif broken := pos.stack_objection(unit, at):
        yield objection(broken, f"{pos.label(at)} would be overstacked.")


def drop(_pos: Position, _frame: Moving, action: do.Paradrop, transition: Work) -> None:
    """Put the unit into the air over its hex, which it must attack (OG 15.0)."""
    transition.state = transition.state.with_piece(action.unit, at=DROPPING)
    mark(transition, action.unit, MOVED, FED)
    transition.set(drops={**transition.state.drops, action.unit: action.target})
    transition.tell("paradrop", "OG-15.0a", unit=action.unit, to=action.target)


def arrive_objections(pos: Position, frame: Moving, action: do.Arrive) -> Iterator[Objection]:
    """What forbids a reinforcement's arrival in a hex (OG 3.3, 6.0, 10.0, 10.1)."""
    units, at = action.units, action.target
    if units not in groups(pos, frame.side):
        yield objection("OG-3.0c", "Those are no reinforcements due to arrive together now.")
        return
    unit = units[0]
    if at not in arrival_hexes(pos, unit):
        yield objection("OG-10.0b", f"{pos.called(unit)} does not arrive in {pos.label(at)}.")
        return
    if pos.enemies(at, frame.side):
        rule = "OG-10.1a" if at in pos.context.coast else "OG-3.3"
        yield objection(rule, f"Enemy units hold {pos.label(at)}.")
    there = pos.stacked(at, frame.side)
    if len(there) + len(units) > pos.context.charts.movement.stacking:
        yield objection("OG-6.0a", f"{pos.label(at)} would be overstacked.")
    elif broken := pos.stack_objection(unit, at):
        yield objection(broken, "Soviet units never stack with others.")
    place = pos.context.arrivals[unit].place
    empty = bool(place) and places.row(pos.context, place).empty and at in pos.context.turkey
    if empty and any(not _landed_with(pos, mate, unit) for mate in there):
        yield objection("OG-10.0b", f"{pos.label(at)} is occupied.")


def _landed_with(pos: Position, mate: UnitId, unit: UnitId) -> bool:
    """True for a unit of the same arrival that came this turn."""
    return (
        pos.context.arrivals.get(mate) is pos.context.arrivals[unit]
        and FED in pos.piece(mate).marks
    )


def arrive(pos: Position, frame: Moving, action: do.Arrive, transition: Work) -> None:
    """Bring the units in, supplied; in an enemy zone of control they stop (OG 10.0)."""
    at = action.target
    stopped = at in pos.zoc(other(frame.side))
    for unit in action.units:
        transition.state = transition.state.with_piece(unit, at=at)
        halted = stopped and unit not in pos.context.ignoring_zoc
        mark(transition, unit, FED, *((MOVED,) if halted else ()))
        cost = entry_cost(pos, unit, at)
        if cost:
            transition.set(spent={**transition.state.spent, unit: cost})
    transition.tell("arrived", "OG-10.0b", units=action.units, at=at)


def overdue(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Reinforcements that could come and have not: arrival may not be put off (OG 10.0)."""
    return tuple(
        unit for units in groups(pos, side) if _can_come(pos, side, units) for unit in units
    )


def _can_come(pos: Position, side: str, units: tuple[UnitId, ...]) -> bool:
    if can_drop(pos, side, units[0]) and units[0] in droppers(pos):
        return True
    frame = Moving(side)
    return any(
        next(arrive_objections(pos, frame, do.Arrive(units, at)), None) is None
        for at in arrival_hexes(pos, units[0])
    )
