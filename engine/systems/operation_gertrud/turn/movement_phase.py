"""The Movement and Reinforcement Phase: land moves and Turkish rail (OG 9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud.battle import raids
from engine.systems.operation_gertrud.state.common import Work, mark, now, objection, unmark
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    FED,
    GERMAN,
    INTERDICTED,
    MOVED,
    Moving,
    other,
)
from engine.systems.operation_gertrud.turn import arrivals
from engine.systems.operation_gertrud.turn.supply import close_movement
from maps.hexgrid import Hex, are_adjacent, side_between
from oob.model import UnitId

AFOOT, BY_RAIL = "moved", "railed"
"""How a unit goes, in the word of the event."""


def open_movement(context: Context, transition: Work, side: str) -> None:
    """A side's units may move again; what fed them by air is used up (OG 5.1, 7.4)."""
    pos = now(context, transition)
    mine = frozenset(unit for unit in transition.state.pieces if pos.owner(unit) == side)
    unmark(transition, MOVED, FED, units=mine)
    kommando = context.kommando
    ready = (
        side == GERMAN
        and kommando is not None
        and transition.state.pieces[kommando].at in pos.friendly_cities(kommando)
    )
    transition.set(spent={}, ready=ready)


def question(pos: Position, frame: Moving) -> Question:
    """Move units, bring in reinforcements, drop, raid."""
    units = movable(pos, frame.side)
    moves = Family(
        "move",
        "Move",
        partial(_moves, pos, units),
        of=partial(_moves_of, pos, units),
        draw=partial(_draw, pos, units),
        sure=partial(_sure, pos),
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


def _sure(pos: Position, action: Action) -> bool:
    """Whether a unit may end its move in a hex of its reach: stacking alone forbids it."""
    assert isinstance(action, do.Move), "what the family offers"
    return not pos.stack_objection(action.unit, action.target)


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
        yield objection("OG-9.0a", "It is there already.")
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


def mining_rule(pos: Position, a: Hex, b: Hex) -> str:
    """The rule by which the crossing between two hexes was mined (OG 17.1)."""
    strait = pos.context.strait_names[side_between(a, b)]
    return next(m.rule for m in pos.context.charts.missions.missions if m.strait == strait)


def _why_unreachable(pos: Position, unit: UnitId, start: Hex, to: Hex) -> Iterator[Objection]:
    side = pos.owner(unit)
    if to not in pos.context.land:
        yield objection("OG-9.2d", f"{pos.label(to)} is no land hex.")
    elif pos.enemies(to, side):
        yield objection("OG-9.2c", f"Enemy units stand in {pos.label(to)}.")
    elif are_adjacent(start, to) and not pos.can_step(unit, start, to):
        mined = pos.context.step_cost(start, to) is not None
        rule = mining_rule(pos, start, to) if mined else "OG-9.2b"
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
    hostile = frozenset() if unit in pos.context.ignoring_zoc else pos.zoc(other(pos.owner(unit)))
    cost = 0
    for a, b in pairwise(steps):
        price = pos.step_cost(unit, a, b) if are_adjacent(a, b) and b in pos.context.land else None
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
    rails = pos.context.rails(pos.state.cut_rails)
    along = all(any(near == b for near, _ in rails.get(a, ())) for a, b in pairwise(steps))
    near = pos.beside(other(pos.owner(unit)))
    limit = pos.allowance(unit) * pos.context.charts.movement.rail_factor
    return along and not near.intersection(steps) and len(steps) - 1 <= limit


def move(pos: Position, _frame: Moving, action: do.Move, transition: Work) -> None:
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
    transition.state = transition.state.with_piece(unit, at=to)
    mark(transition, unit, MOVED)
    rule = "OG-9.6a" if way == BY_RAIL else "OG-9.0a"
    transition.tell(way, rule, unit=unit, at=start, to=to, cost=cost)


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
        kommando = pos.context.kommando
        units = () if kommando is None else (kommando,)
        yield objection("OG-17.0a", "The Kommando must be sent against the Goeben.", units=units)
    late = arrivals.overdue(pos, frame.side)
    if late:
        more = f", and {len(late) - 1} more" if len(late) > 1 else ""
        yield objection("OG-10.0b", f"{pos.called(late[0])} must arrive{more}.", units=late)


def end(pos: Position, frame: Moving, _action: do.EndPhase, transition: Work) -> None:
    """Close the movement; supply is judged (OG 7.0)."""
    unmark(transition, INTERDICTED)
    close_movement(pos, frame, transition)


HANDLERS = (
    Handler(
        Moving,
        (
            Answer(do.Move, move_objections, move),
            Answer(do.Arrive, arrivals.arrive_objections, arrivals.arrive),
            Answer(do.Paradrop, arrivals.drop_objections, arrivals.drop),
            Answer(do.EndPhase, end_objections, end),
            *raids.MOVES,
        ),
        question=question,
    ),
)
