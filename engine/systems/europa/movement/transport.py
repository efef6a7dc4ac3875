"""The decision handler of rail movement: rides, and breaks of the line (BF-7A1, 7A4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.state import Location
from engine.core.wording import counted, halved, with_noun
from engine.rules.movement.paths import Reach
from engine.systems.europa.charts.movement_charts import Counting
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement.crowding import crowd_objections
from engine.systems.europa.movement.gate import beside, leave, shut
from engine.systems.europa.movement.rail_movement import (
    RAIL,
    capacity,
    charge,
    closed,
    fare,
    graph,
    length,
    lines,
    low_volume,
    most_hexes,
    reached,
    room,
    shut_lines,
    start_objections,
    stayers,
    targets,
)
from engine.systems.europa.movement.reach import untouched, work_objections
from engine.systems.europa.state.common import Work, mark, objection, spend, use
from engine.systems.europa.state.constants import (
    HALF,
    LOW_VOLUME,
    MARCHED,
    STAYED,
    STRATEGIC,
    Going,
    other,
)
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId


def families(pos: Position, frame: Moving, units: tuple[UnitId, ...]) -> list[Family]:
    """Go by rail, in the movement phase; break the line."""
    broken = [_break_family(pos, units)] if pos.context.charts.movement.break_rail else []
    if frame.exploiting:
        return broken
    return [_ride_family(pos, frame, units), *_far_families(pos, frame, units), *broken]


def _ride_family(pos: Position, frame: Moving, units: tuple[UnitId, ...]) -> Family:

    def riders() -> list[UnitId]:
        hexes, pieces = pos.context.railways.hexes, pos.state.pieces
        return _affording(pos, frame.side, [u for u in units if pieces[u].at in hexes])

    def choices(unit: UnitId) -> tuple[Hex, ...]:
        return () if shut(pos, unit, frame.side, Going.RAIL) else targets(pos, unit)

    def sure(move: Action) -> bool:
        assert isinstance(move, do.RailMove), "what this family offers"
        unit, to = move.unit, move.target
        if pos.rail_only(unit) and to not in choices(unit):
            return False
        return not any(True for _ in _room_objections(pos, frame, unit, to))

    def aimed(unit: UnitId, place: Location) -> Iterator[do.RailMove]:
        """A ride of who goes by rail alone, wherever he stands: he is told why he stays there."""
        stands = unit in units and isinstance(pos.piece(unit).at, Hex)
        if isinstance(place, Hex) and stands and pos.rail_only(unit):
            yield do.RailMove(unit, place)

    found = by_unit("rail move", "Move by rail", riders, choices, do.RailMove, sure=sure)
    return replace(found, aimed=aimed)


def _affording(pos: Position, side: str, units: list[UnitId]) -> list[UnitId]:
    """Those of some units for which the rail capacity that is left suffices."""
    if not pos.has_nets(side):
        left = room(pos, side)
        if left >= pos.context.largest_load:
            return units
        return [unit for unit in units if charge(pos, unit, low=False) <= left]
    nets = {unit: pos.rail_net(unit) for unit in units}
    rooms = {net: room(pos, side, net) for net in {*nets.values()}}
    if min(rooms.values(), default=0) >= pos.context.largest_load:
        return units
    return [unit for unit in units if charge(pos, unit, low=False) <= rooms[nets[unit]]]


def ride_objections(pos: Position, frame: Moving, action: do.RailMove) -> Iterator[Objection]:
    """What forbids a rail move (BF-7A)."""
    unit, to = action.unit, action.target
    if frame.exploiting:
        yield objection(pos, "rail movement", "Rail movement is for the movement phase alone.")
        return
    forbidden = shut(pos, unit, frame.side, Going.RAIL)
    if forbidden is not None:
        yield forbidden
        return
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "units off the map were refused"
    if to == start:
        yield objection(pos, "rail movement", f"It is in {pos.label(to)} already.")
        return
    found = lines(pos, unit)
    if not action.via and to in found.every.cost:
        yield from _room_objections(pos, frame, unit, to)
    else:
        path = (start, *action.via, to) if action.via else ()
        reasons = tuple(_why_not(pos, unit, to, path))
        yield from reasons
        if reasons:
            return
        low, hexes = low_volume(pos, path), length(pos, unit, path) if path else 0
        yield from _full_objections(pos, frame, unit, to, low, hexes)


def _room_objections(pos: Position, frame: Moving, unit: UnitId, to: Hex) -> Iterator[Objection]:
    """What keeps a unit from a hex that open lines join to its own: capacity and stacking."""
    found = lines(pos, unit)
    yield from _full_objections(pos, frame, unit, to, found.low(to), found.hexes(to))


def _full_objections(
    pos: Position, frame: Moving, unit: UnitId, to: Hex, low: bool, hexes: int
) -> Iterator[Objection]:
    need, left = charge(pos, unit, low=low), room(pos, frame.side, pos.rail_net(unit))
    if need > left:
        yield objection(
            pos, "rail capacity", f"It takes {_size(pos, need)}; {_size(pos, left)} left."
        )
    if pos.tight(pos.side(unit), to) and not pos.fits(to, (unit,)):
        left_over = pos.left(unit) - fare(pos, unit, hexes)
        yield from crowd_objections(pos, frame.side, unit, to, left_over)


def _size(pos: Position, amount: int) -> str:
    units = pos.context.charts.rail.counting is Counting.UNITS
    return counted(amount, "unit") if units else with_noun(halved(amount), "RE")


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
        many = counted(far, "rail hex", "rail hexes")
        text = f"{pos.label(to)} is not joined by open lines within {many}."
        yield objection(pos, "rail movement", text)
    elif length(pos, unit, path) > far:
        many = counted(far, "rail hex", "rail hexes")
        yield objection(pos, "rail movement", f"Its points take it {many}.")


def ride(pos: Position, _frame: Moving, action: do.RailMove, transition: Work) -> None:
    """Go by rail along the fixed way, or the best: high-volume lines where they lead there."""
    unit, to = action.unit, action.target
    way = lines(pos, unit).way(to)
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "units off the map were refused"
    path = (start, *action.via, to) if action.via else way.path(to) if way else ()
    low, hexes = low_volume(pos, path), length(pos, unit, path)
    need = charge(pos, unit, low=low)
    if need:
        use(transition, capacity(pos.rail_net(unit)), need)
    if pos.context.charts.rail.most or pos.rail_only(unit):
        use(transition, f"{RAIL} {unit}", hexes)
    _pin(pos, unit, path, transition)
    leave(pos, transition, unit, Going.RAIL, path, *((LOW_VOLUME,) if low else ()))
    spend(transition, unit, fare(pos, unit, hexes))
    rule = pos.context.cite("rail movement")
    transition.tell("railed", rule, unit=unit, at=start, to=to, hexes=hexes, charge=need)


def _pin(pos: Position, unit: UnitId, path: tuple[Hex, ...], transition: Work) -> None:
    """Units whose staying opened a hex in an enemy zone must stay on (BF-7A1.6)."""
    zone = pos.zoc(other(pos.side(unit)))
    for at in path:
        if at in zone:
            for friend in stayers(pos, unit, at):
                mark(transition, friend, STAYED)


# Strategic rail movement: far, away from the enemy, and nothing else in that turn


def _far_families(pos: Position, frame: Moving, units: tuple[UnitId, ...]) -> list[Family]:
    """Far rides, where a title has them (FE-7A2)."""
    if not pos.context.charts.rail.strategic:
        return []

    def riders() -> list[UnitId]:
        hexes, near = pos.context.railways.hexes, beside(pos, other(frame.side))
        pieces = pos.state.pieces
        found = [u for u in units if (at := pieces[u].at) in hexes and at not in near]
        return _affording(pos, frame.side, [unit for unit in found if untouched(pos, unit)])

    def choices(unit: UnitId) -> tuple[Hex, ...]:
        if shut(pos, unit, frame.side, Going.STRATEGIC):
            return ()
        found = far(pos, unit)
        return tuple(at for at in found.cost if at != found.start)

    title = "Strategic rail movement"
    return [by_unit("strategic move", title, riders, choices, do.StrategicMove, weight=2)]


def far(pos: Position, unit: UnitId) -> Reach:
    """Where the railroads could take a unit away from all enemies; capacity and stacking aside."""
    return pos.once(("strategic", unit), partial(_far, pos, unit))


def _far(pos: Position, unit: UnitId) -> Reach:
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "only units on the map go by rail"
    near = beside(pos, other(pos.side(unit)))
    if start in near or next(start_objections(pos, unit), None) is not None:
        return Reach(start, {start: 0}, {})
    chart = pos.context.charts.rail
    barred = shut_lines(pos, unit, away=True)
    return reached(pos, unit, chart.strategic, chart.strategic_change, barred, strategic=True).every


def far_objections(pos: Position, frame: Moving, action: do.StrategicMove) -> Iterator[Objection]:
    """What forbids a far ride (FE-7A2)."""
    unit, to, called = action.unit, action.target, pos.called(action.unit)
    chart = pos.context.charts.rail
    if frame.exploiting or not chart.strategic:
        text = "There is no strategic rail movement in this phase."
        yield objection(pos, "strategic rail", text)
        return
    forbidden = shut(pos, unit, frame.side, Going.STRATEGIC)
    if forbidden is not None:
        yield forbidden
        return
    if not untouched(pos, unit):
        yield objection(pos, "strategic rail alone", f"{called} has moved in this phase.")
        return
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "units off the map were refused"
    refused = tuple(start_objections(pos, unit))
    yield from refused
    if refused:
        return
    if {start, to} & beside(pos, other(frame.side)):
        text = f"{called} would begin or end beside an enemy unit."
        yield objection(pos, "strategic rail limits", text)
        return
    if to == start or to not in far(pos, unit).cost:
        text = (
            f"No open line leads from {pos.label(start)} to {pos.label(to)} within"
            f" {chart.strategic} rail hexes away from all enemies."
        )
        yield objection(pos, "strategic rail", text)
        return
    if charge(pos, unit, low=False) > room(pos, frame.side, pos.rail_net(unit)):
        yield objection(pos, "rail capacity", "The rail capacity that is left does not suffice.")
    if not pos.fits(to, (unit,)):
        yield objection(pos, "stacking", f"{pos.label(to)} has no room for {called}.")


def ride_far(pos: Position, _frame: Moving, action: do.StrategicMove, transition: Work) -> None:
    """Go there; the unit does nothing else in this player turn (FE-7A2.3)."""
    unit, to = action.unit, action.target
    found = far(pos, unit)
    need = charge(pos, unit, low=False)
    use(transition, capacity(pos.rail_net(unit)), need)
    leave(pos, transition, unit, Going.STRATEGIC, found.path(to), STRATEGIC)
    rule = pos.context.cite("strategic rail")
    transition.tell(
        "railed", rule, unit=unit, at=found.start, to=to, hexes=found.cost[to], charge=need
    )


# Breaks


def _break_family(pos: Position, units: tuple[UnitId, ...]) -> Family:
    def breakers() -> list[UnitId]:
        rails, breaks = pos.context.rails.keys(), pos.state.breaks
        pieces = pos.state.pieces
        able = [u for u in units if (at := pieces[u].at) in rails and at not in breaks]
        return [unit for unit in able if not pos.facts(unit).points]

    return by_unit(
        "break rail",
        "Break a railroad",
        breakers if pos.context.charts.movement.break_rail else lambda: (),
        lambda _unit: (None,),
        lambda unit, _: do.BreakRail(unit),
        weight=1,
        rare=True,
    )


def break_objections(pos: Position, frame: Moving, action: do.BreakRail) -> Iterator[Objection]:
    """What forbids breaking a line (BF-7A4.1)."""
    cost = pos.context.charts.movement.break_rail
    if not cost:
        yield objection(pos, "rail break", "Railroads cannot be broken in this game.")
        return
    at = pos.piece(action.unit).at
    yield from work_objections(pos, frame, action.unit, cost, "rail break")
    if pos.facts(action.unit).points:
        text = f"{pos.called(action.unit)} is position AA: it breaks no railroads."
        yield objection(pos, "position guns at work", text)
    if isinstance(at, Hex):
        if at not in pos.context.rails:
            yield objection(pos, "rail break", f"There is no railroad in {pos.label(at)}.")
        elif at in pos.state.breaks:
            yield objection(pos, "rail break", f"The line is broken in {pos.label(at)} already.")


def break_rail(pos: Position, _frame: Moving, action: do.BreakRail, transition: Work) -> None:
    """Break the line in a unit's hex."""
    at = pos.piece(action.unit).at
    assert isinstance(at, Hex), "the check refused units off the map"
    mark(transition, action.unit, MARCHED)
    spend(transition, action.unit, pos.context.charts.movement.break_rail * HALF)
    transition.set(breaks=transition.state.breaks | {at})
    transition.tell("rail broken", pos.context.cite("rail break"), unit=action.unit, at=at)


def terms(pos: Position, action: do.RailMove | do.StrategicMove | do.BreakRail) -> str:
    """What a ride takes of a unit and of the capacity, or where a line is broken and for how many
    points, as the end of its menu line.
    """
    unit = action.unit
    at = pos.piece(unit).at
    if not isinstance(at, Hex):
        return ""
    if isinstance(action, do.BreakRail):
        cost = pos.context.charts.movement.break_rail
        return f", in {pos.label(at)} ({counted(cost, 'MP')})"
    if isinstance(action, do.StrategicMove):
        need = charge(pos, unit, low=False)
        taken = f"{_size(pos, need)} by rail, " if need else ""
        return f" ({taken}nothing else in this turn)"
    found, to = lines(pos, unit), action.target
    if action.via or to not in found.every.cost:
        return ""
    need, price = charge(pos, unit, low=found.low(to)), fare(pos, unit, found.hexes(to))
    return _bill(pos, price, need)


def together(pos: Position, actions: tuple[Action, ...]) -> str:
    """What several units that ride to a place take of the capacity, and the slowest of them of its
    points, as the end of a menu line; nothing where they do anything else.
    """
    need = price = 0
    for action in actions:
        match action:
            case do.StrategicMove(unit):
                need += charge(pos, unit, low=False)
            case do.RailMove(unit, to) if not action.via and isinstance(pos.piece(unit).at, Hex):
                found = lines(pos, unit)
                if to not in found.every.cost:
                    return ""
                need += charge(pos, unit, low=found.low(to))
                price = max(price, fare(pos, unit, found.hexes(to)))
            case _:
                return ""
    return _bill(pos, price, need)


def _bill(pos: Position, price: int, need: int) -> str:
    words = [with_noun(halved(price), "MP")] if price else []
    words += [f"{_size(pos, need)} by rail"] if need else []
    return f" ({', '.join(words)})" if words else ""


ANSWERS = (
    Answer(do.RailMove, ride_objections, ride),
    Answer(do.StrategicMove, far_objections, ride_far),
    Answer(do.BreakRail, break_objections, break_rail),
)
