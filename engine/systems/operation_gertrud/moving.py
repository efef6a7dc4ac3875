"""The Movement and Reinforcement Phase: land moves and Turkish rail (OG 9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud import arrivals, raids
from engine.systems.operation_gertrud.common import Work, mark, now, objection, unmark
from engine.systems.operation_gertrud.position import Position
from engine.systems.operation_gertrud.records import (
    FED,
    GERMAN,
    INTERDICTED,
    MOVED,
    Moving,
    other,
)
from engine.systems.operation_gertrud.supply import close_movement
from engine.systems.operation_gertrud.table import Table
from maps.hexgrid import Hex, are_adjacent
from oob.model import UnitId

AFOOT, BY_RAIL = "moved", "railed"
"""How a unit goes, in the word of the event."""


def open_movement(table: Table, doing: Work, side: str) -> None:
    """A side's units may move again; what fed them by air is used up (OG 5.1, 7.4)."""
    pos = now(table, doing)
    mine = frozenset(unit for unit in doing.state.pieces if pos.owner(unit) == side)
    unmark(doing, MOVED, FED, units=mine)
    kommando = table.kommando
    ready = (
        side == GERMAN
        and kommando is not None
        and doing.state.pieces[kommando].at in pos.friendly_cities(kommando)
    )
    doing.set(spent={}, ready=ready)


def question(pos: Position, frame: Moving) -> Question:
    """Move units, bring in reinforcements, drop, raid."""
    units = movable(pos, frame.side)
    moves = Family(
        "move",
        "Move",
        partial(_moves, pos, units),
        of=partial(_moves_of, pos, units),
        draw=partial(_draw, pos, units),
        weight=24,
    )
    end = Family("end phase", "End the phase", lambda: (do.EndPhase(),), weight=1, closing=True)
    more = (*arrivals.families(pos, frame), *raids.families(pos, frame))
    prompt = "Move units and bring in reinforcements."
    return Question(frame.side, prompt, (moves, *more, end), "OG-9.0a")


def movable(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Units of a side on the board that may still move."""
    return tuple(
        unit
        for unit, piece in pos.state.pieces.items()
        if isinstance(piece.at, Hex)
        and MOVED not in piece.marks
        and pos.owner(unit) == side
        and not (pos.paralysed(side) and pos.nation(unit) == "turkish")
    )


def destinations(pos: Position, unit: UnitId) -> dict[Hex, int]:
    """Hexes in reach with their cost, on land and by rail; stacking is checked elsewhere."""
    found = dict(pos.reach(unit).cost)
    rail = pos.rail_reach(unit)
    if rail is not None:
        for at, cost in rail.cost.items():
            found.setdefault(at, cost)
    start = pos.piece(unit).at
    return {at: cost for at, cost in found.items() if at != start}


def _moves(pos: Position, units: tuple[UnitId, ...]) -> Iterator[Action]:
    for unit in units:
        yield from _moves_of(pos, units, unit)


def _moves_of(pos: Position, units: tuple[UnitId, ...], unit: UnitId) -> Iterator[Action]:
    if unit in units:
        yield from (do.Move(unit, at) for at in destinations(pos, unit))


def _draw(pos: Position, units: tuple[UnitId, ...], stream: Stream) -> Action | None:
    if not units:
        return None
    unit = units[stream.below(len(units))]
    found = list(destinations(pos, unit))
    return do.Move(unit, found[stream.below(len(found))]) if found else None


def move_objections(pos: Position, frame: Moving, action: do.Move) -> Iterator[Objection]:
    """What forbids a land move (OG 6, 8, 9)."""
    unit, to = action.unit, action.target
    piece = pos.piece(unit)
    if pos.owner(unit) != frame.side or not isinstance(piece.at, Hex):
        yield objection("OG-9.0a", f"{pos.called(unit)} is not on the board for you to move.")
        return
    if MOVED in piece.marks:
        yield objection("OG-9.0e", f"{pos.called(unit)} has finished moving.")
        return
    if pos.paralysed(frame.side) and pos.nation(unit) == "turkish":
        yield objection("OG-17.1.1", "Without their president the Turks do not move this turn.")
        return
    if to == piece.at:
        yield objection("OG-9.0a", "It stands there already.")
        return
    if action.via:
        yield from _path_objections(pos, action, piece.at)
    elif to not in pos.reach(unit).cost:
        rail = pos.rail_reach(unit)
        if rail is None or to not in rail.cost:
            yield from _why_unreachable(pos, unit, piece.at, to)
            return
    broken = pos.stack_objection(unit, to)
    if broken == "OG-6.4":
        yield objection(broken, "Soviet units never stack with others.")
    elif broken:
        yield objection(broken, f"{pos.label(to)} would be overstacked.")


def _why_unreachable(pos: Position, unit: UnitId, start: Hex, to: Hex) -> Iterator[Objection]:
    side = pos.owner(unit)
    if to not in pos.table.land:
        yield objection("OG-9.2d", f"{pos.label(to)} is no land hex.")
    elif pos.enemies(to, side):
        yield objection("OG-9.2c", f"Enemy units stand in {pos.label(to)}.")
    elif are_adjacent(start, to) and not pos.can_step(unit, start, to):
        mined = pos.table.step_cost(start, to) is not None
        rule = "OG-17.1.6" if mined else "OG-9.2b"
        text = "is mined" if mined else "cannot be crossed"
        yield objection(rule, f"The hexside to {pos.label(to)} {text}.")
    elif INTERDICTED in pos.piece(unit).marks:
        yield objection("OG-13.7d", f"{pos.called(unit)} is interdicted.")
    elif to in pos.march(unit, frozenset()).cost:
        yield objection("OG-8.1a", f"An enemy zone of control stops it short of {pos.label(to)}.")
    else:
        factors = pos.allowance(unit)
        yield objection("OG-9.0b", f"{pos.label(to)} is out of reach with {factors} factors.")


def _path_objections(pos: Position, action: do.Move, start: Hex) -> Iterator[Objection]:
    """What forbids the very path a player fixed (OG 9.2, 8.1)."""
    unit, steps = action.unit, [start, *action.via, action.target]
    hostile = frozenset() if unit in pos.table.ignoring_zoc else pos.zoc(other(pos.owner(unit)))
    cost = 0
    for a, b in pairwise(steps):
        price = pos.step_cost(unit, a, b) if are_adjacent(a, b) and b in pos.table.land else None
        if price is None:
            yield objection("OG-9.2b", f"It cannot go from {pos.label(a)} to {pos.label(b)}.")
            return
        if pos.enemies(b, pos.owner(unit)):
            yield objection("OG-9.2c", f"Enemy units stand in {pos.label(b)}.")
            return
        if a in hostile and a != start:
            yield objection("OG-8.1a", f"It must stop in {pos.label(a)}.")
        cost += price
    if len(steps) > 2 and cost > pos.allowance(unit) and not _by_rail(pos, unit, steps):
        yield objection("OG-9.0b", f"That path costs {cost} movement factors.")


def _by_rail(pos: Position, unit: UnitId, steps: list[Hex]) -> bool:
    """True when a path can be gone by rail (OG 9.6)."""
    rail = pos.rail_reach(unit)
    if rail is None:
        return False
    rails = pos.table.rails(pos.state.cut_rails)
    along = all(any(near == b for near, _ in rails.get(a, ())) for a, b in pairwise(steps))
    near = pos.beside(other(pos.owner(unit)))
    limit = pos.allowance(unit) * pos.table.charts.movement.rail_factor
    return along and not near.intersection(steps) and len(steps) - 1 <= limit


def move(pos: Position, _frame: Moving, action: do.Move, doing: Work) -> None:
    """Move a unit along the fixed or the cheapest path (OG 9)."""
    unit, to = action.unit, action.target
    start = pos.piece(unit).at
    assert isinstance(start, Hex)
    way, path = route(pos, action)
    cost = (
        len(path) - 1
        if way == BY_RAIL
        else sum(pos.step_cost(unit, a, b) or 0 for a, b in pairwise(path))
    )
    doing.state = doing.state.with_piece(unit, at=to)
    mark(doing, unit, MOVED)
    rule = "OG-9.6a" if way == BY_RAIL else "OG-9.0a"
    doing.tell(way, rule, unit=unit, at=start, to=to, cost=cost)


def route(pos: Position, action: do.Move) -> tuple[str, tuple[Hex, ...]]:
    """How a legal move goes: on land or by rail, and through which hexes."""
    unit, to = action.unit, action.target
    start = pos.piece(unit).at
    assert isinstance(start, Hex)
    if action.via:
        steps = [start, *action.via, to]
        cost = sum(pos.step_cost(unit, a, b) or 0 for a, b in pairwise(steps))
        return (AFOOT if cost <= pos.allowance(unit) else BY_RAIL), tuple(steps)
    found = pos.reach(unit)
    if to in found.cost:
        return AFOOT, found.path(to)
    rail = pos.rail_reach(unit)
    assert rail is not None, "the check found a way"
    return BY_RAIL, rail.path(to)


def end_objections(pos: Position, frame: Moving, _action: do.EndPhase) -> Iterator[Objection]:
    """The raid and reinforcements that can come must (OG 10.0, 17.0)."""
    if raids.due(pos):
        yield objection("OG-17.0a", "The Kommando must be sent against the Goeben.")
    late = arrivals.overdue(pos, frame.side)
    if late is not None:
        yield objection("OG-10.0b", f"{pos.called(late)} must arrive.")


def end(pos: Position, frame: Moving, _action: do.EndPhase, doing: Work) -> None:
    """Close the movement; supply is judged (OG 7.0)."""
    unmark(doing, INTERDICTED)
    close_movement(pos, frame, doing)


DESKS = (
    Desk(
        Moving,
        {
            do.Move: Answer(move_objections, move),
            do.Arrive: Answer(arrivals.arrive_objections, arrivals.arrive),
            do.Paradrop: Answer(arrivals.drop_objections, arrivals.drop),
            do.EndPhase: Answer(end_objections, end),
            **raids.MOVES,
        },
        question=question,
    ),
)
