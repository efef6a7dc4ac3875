"""The desk of rail movement: rides, and breaks of the line (BF-7A1, 7A4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.desk import Answer
from engine.core.legal import Family
from engine.systems.europa import move_actions as do
from engine.systems.europa.common import Work, mark, objection, spend, use
from engine.systems.europa.marching import (
    beside,
    free_to_go,
    stack_objections,
    standing,
    work_objections,
)
from engine.systems.europa.movement import points
from engine.systems.europa.movement_charts import Counting
from engine.systems.europa.position import Position
from engine.systems.europa.rail import (
    RAIL,
    charge,
    closed,
    fare,
    graph,
    length,
    lines,
    low_volume,
    most_hexes,
    room,
    start_objections,
    stayers,
    targets,
)
from engine.systems.europa.records import Moving
from engine.systems.europa.words import (
    HALF,
    LOW_VOLUME,
    MARCHED,
    MOVED,
    NEAR,
    RAILED,
    STAYED,
    other,
)
from maps.hexgrid import Hex
from oob.model import UnitId


def families(pos: Position, frame: Moving, units: tuple[UnitId, ...]) -> list[Family]:
    """Go by rail, break the line."""
    riders = tuple(u for u in units if pos.piece(u).at in pos.table.railways.hexes)
    return [_ride_family(pos, frame, riders), _break_family(pos, units)]


def _ride_family(pos: Position, frame: Moving, riders: tuple[UnitId, ...]) -> Family:
    def of(unit: UnitId) -> Iterator[Action]:
        if standing(pos, unit, frame.side, exploiting=False) is None:
            yield from (do.RailMove(unit, at) for at in targets(pos, unit))

    def draw(stream: Stream) -> Action | None:
        if not riders or room(pos, frame.side) <= 0:
            return None
        unit = riders[stream.below(len(riders))]
        found = targets(pos, unit)
        return do.RailMove(unit, found[stream.below(len(found))]) if found else None

    def every() -> Iterator[Action]:
        for unit in riders:
            yield from of(unit)

    return Family("rail move", "Rail movement", every, of=of, draw=draw)


def ride_objections(pos: Position, frame: Moving, action: do.RailMove) -> Iterator[Objection]:
    """What forbids a rail move (BF-7A)."""
    unit, to = action.unit, action.target
    if frame.exploiting:
        yield objection(pos, "rail movement", "Rail movement is for the movement phase alone.")
        return
    forbidden = standing(pos, unit, frame.side, exploiting=False) or free_to_go(pos, unit)
    if forbidden is not None:
        yield forbidden
        return
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "units off the map were refused"
    if to == start:
        yield objection(pos, "rail movement", f"It stands in {pos.label(to)} already.")
        return
    way = lines(pos, unit).way(to)
    path = (start, *action.via, to) if action.via else way.path(to) if way else ()
    if not path or action.via:
        reasons = tuple(_why_not(pos, unit, to, path))
        yield from reasons
        if reasons:
            return
    need, left = charge(pos, unit, low=low_volume(pos, path)), room(pos, frame.side)
    if need > left:
        yield objection(
            pos, "rail capacity", f"It takes {_size(pos, need)}; {_size(pos, left)} left."
        )
    yield from stack_objections(pos, unit, to)


def _size(pos: Position, amount: int) -> str:
    units = pos.table.charts.rail.counting is Counting.UNITS
    return f"{amount} units" if units else f"{points(amount)} REs"


def _why_not(pos: Position, unit: UnitId, to: Hex, path: tuple[Hex, ...]) -> Iterator[Objection]:
    refused = tuple(start_objections(pos, unit))
    yield from refused
    if refused:
        return
    shut = [found for at in (path[1:] or (to,)) if (found := closed(pos, unit, at))]
    yield from shut
    steps = graph(pos, unit, high=False)
    for a, b in pairwise(path):
        if all(near != b for near, _ in steps.get(a, ())):
            text = f"No railroad joins {pos.label(a)} and {pos.label(b)}."
            yield objection(pos, "rail start", text)
            return
    if shut:
        return
    far = most_hexes(pos, unit)
    if not path:
        text = f"{pos.label(to)} is not joined by open lines within {far} rail hexes."
        yield objection(pos, "rail movement", text)
    elif length(pos, unit, path) > far:
        yield objection(pos, "rail movement", f"Its points take it {far} rail hexes.")


def ride(pos: Position, frame: Moving, action: do.RailMove, doing: Work) -> None:
    """Go by rail along the fixed way, or the best: high-volume lines where they lead there."""
    unit, to = action.unit, action.target
    way = lines(pos, unit).way(to)
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "units off the map were refused"
    path = (start, *action.via, to) if action.via else way.path(to) if way else ()
    low, hexes = low_volume(pos, path), length(pos, unit, path)
    need = charge(pos, unit, low=low)
    if need:
        use(doing, RAIL, need)
    if pos.table.charts.rail.most:
        use(doing, f"{RAIL} {unit}", hexes)
    _pin(pos, unit, path, doing)
    marks = {MOVED, RAILED}
    if low:
        marks.add(LOW_VOLUME)
    if beside(pos, other(frame.side)).intersection(path):
        marks.add(NEAR)
    here = doing.state.pieces[unit].marks - {STAYED}
    doing.state = doing.state.with_piece(unit, at=to, marks=here | marks)
    spend(doing, unit, fare(pos, unit, hexes))
    rule = pos.table.cite("rail movement")
    doing.tell("railed", rule, unit=unit, at=start, to=to, hexes=hexes, charge=need)


def _pin(pos: Position, unit: UnitId, path: tuple[Hex, ...], doing: Work) -> None:
    """Units whose staying opened a hex in an enemy zone must stay on (BF-7A1.6)."""
    zone = pos.zoc(other(pos.side(unit)))
    for at in path:
        if at in zone:
            for friend in stayers(pos, unit, at):
                mark(doing, friend, STAYED)


def _break_family(pos: Position, units: tuple[UnitId, ...]) -> Family:
    def every() -> Iterator[Action]:
        for unit in units:
            yield from of(unit)

    def of(unit: UnitId) -> Iterator[Action]:
        at = pos.piece(unit).at
        if at in pos.table.rails and at not in pos.state.breaks:
            yield do.BreakRail(unit)

    return Family("break rail", "Break a railroad", every, of=of, weight=1)


def break_objections(pos: Position, frame: Moving, action: do.BreakRail) -> Iterator[Objection]:
    """What forbids breaking a line (BF-7A4.1)."""
    cost = pos.table.charts.movement.break_rail
    if not cost:
        yield objection(pos, "rail break", "Railroads cannot be broken in this game.")
        return
    at = pos.piece(action.unit).at
    yield from work_objections(pos, frame, action.unit, cost, "rail break")
    if isinstance(at, Hex):
        if at not in pos.table.rails:
            yield objection(pos, "rail break", f"There is no railroad in {pos.label(at)}.")
        elif at in pos.state.breaks:
            yield objection(pos, "rail break", f"The line is broken in {pos.label(at)} already.")


def break_rail(pos: Position, _frame: Moving, action: do.BreakRail, doing: Work) -> None:
    """Break the line in a unit's hex."""
    at = pos.piece(action.unit).at
    assert isinstance(at, Hex), "the check refused units off the map"
    mark(doing, action.unit, MARCHED)
    spend(doing, action.unit, pos.table.charts.movement.break_rail * HALF)
    doing.set(breaks=doing.state.breaks | {at})
    doing.tell("rail broken", pos.table.cite("rail break"), unit=action.unit, at=at)


ANSWERS: Mapping[type[Action], Answer] = {
    do.RailMove: Answer(ride_objections, ride),
    do.BreakRail: Answer(break_objections, break_rail),
}
