"""Rail movement: where it leads, what it takes of the capacity, and breaks of the line (BF-7A)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.desk import Answer
from engine.core.legal import Family
from engine.mechanics.movement import Graph, Reach
from engine.systems.europa import move_actions as do
from engine.systems.europa.common import Work, mark, objection, spend, use
from engine.systems.europa.marching import beside, free_to_go, stack_objections, standing
from engine.systems.europa.movement import FREE, points, spread
from engine.systems.europa.movement_charts import Counting
from engine.systems.europa.position import Position
from engine.systems.europa.records import Moving
from engine.systems.europa.words import (
    ADMIN,
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

RAIL = "rail"
"""The allowance of a player turn that rail movement uses."""
ITALIAN_LINES = "italian_rail"
"""The option of railroads joined over the west edge (BF-32D)."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Where the railroads take a unit: by high-volume lines alone, and by all."""

    high: Reach
    every: Reach

    def way(self, to: Hex) -> Reach | None:
        """The lines that lead to a hex, high-volume ones where they do."""
        if to in self.high.cost:
            return self.high
        return self.every if to in self.every.cost else None


def lines(pos: Position, unit: UnitId) -> Lines:
    """Where the railroads could take a unit from its hex; capacity and stacking aside."""
    found: Lines | None = pos.known.get(("rail", unit))
    if found is None:
        found = pos.known["rail", unit] = _lines(pos, unit)
    return found


def _lines(pos: Position, unit: UnitId) -> Lines:
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "only units on the map go by rail"
    nowhere = Reach(start, {start: 0}, {})
    if next(start_objections(pos, unit), None) is not None:
        return Lines(nowhere, nowhere)
    far = most_hexes(pos, unit)

    def barred(at: Hex) -> bool:
        return _closed(pos, unit, at) is not None

    high, every = (
        spread(graph(pos, unit, high=only), start, far, FREE, barred) for only in (True, False)
    )
    return Lines(high, every)


def graph(pos: Position, unit: UnitId, *, high: bool) -> Graph:
    """The rail steps open to a unit, enemies aside."""
    around = (
        pos.table.option(ITALIAN_LINES)
        and pos.table.charts.rail.off_map > 0
        and pos.owner_of(pos.table.railways.west_ends[0]) == pos.side(unit)
        if pos.table.railways.west_ends
        else False
    )
    return pos.table.railways.graph(pos.state.down, high=high, around=around)


def most_hexes(pos: Position, unit: UnitId) -> int:
    """How many rail hexes a unit's points take it now (BF-7A1.2)."""
    chart = pos.table.charts.rail
    far = pos.left(unit) // HALF * chart.rate(pos.facts(unit).move)
    return min(far, chart.most - ridden(pos, unit)) if chart.most else far


def ridden(pos: Position, unit: UnitId) -> int:
    """Rail hexes a unit has gone in this player turn, where a title limits them."""
    return pos.state.used.get(f"{RAIL} {unit}", 0)


def fare(pos: Position, unit: UnitId, hexes: int) -> int:
    """Half points that so many rail hexes cost a unit: whole points, rounded up."""
    return -(-hexes // pos.table.charts.rail.rate(pos.facts(unit).move)) * HALF


def owned(pos: Position, side: str) -> frozenset[Hex]:
    """The rail hexes a side owns."""
    found: frozenset[Hex] | None = pos.known.get(("owned rails", side))
    if found is None:
        found = pos.known["owned rails", side] = pos.owned(side).intersection(pos.table.rails)
    return found


def linked(pos: Position, unit: UnitId) -> frozenset[Hex]:
    """The rail hexes from which a unit has a line of owned rail hexes to a supply source."""
    side, nation = pos.side(unit), pos.nation(unit)
    sources = tuple(
        source.at
        for source in pos.sources(side)
        if isinstance(source.at, Hex)
        and not source.overland
        and (not source.nations or nation in source.nations)
    )
    return pos.table.railways.linked(owned(pos, side), sources)


def zoned(pos: Position, unit: UnitId, at: Hex) -> bool:
    """True where an enemy zone keeps rail movement out: no friend stays there (BF-7A1.5, 7A1.6)."""
    side = pos.side(unit)
    if at not in pos.zoc(other(side)):
        return False
    return not stayers(pos, unit, at)


def stayers(pos: Position, unit: UnitId, at: Hex) -> tuple[UnitId, ...]:
    """Friends other than the unit that have stood in a hex all phase."""
    friends = pos.friends(at, pos.side(unit))
    return tuple(u for u in friends if u != unit and MOVED not in pos.piece(u).marks)


def start_objections(pos: Position, unit: UnitId) -> Iterator[Objection]:
    """What forbids a unit to entrain where it stands (BF-7A1.3, 7A1.5, 7A1.8)."""
    at, side = pos.piece(unit).at, pos.side(unit)
    assert isinstance(at, Hex), "only units on the map go by rail"
    if at not in pos.table.rails:
        yield objection(pos, "rail start", f"There is no railroad in {pos.label(at)}.")
        return
    closed = _closed(pos, unit, at)
    if closed is not None:
        yield closed
    elif at not in linked(pos, unit):
        text = f"No friendly-owned rail hexes join {pos.label(at)} to a supply source."
        yield objection(pos, "rail link", text)
    elif ADMIN in pos.piece(unit).marks and at in beside(pos, other(side)):
        text = f"{pos.label(at)} is beside an enemy unit."
        yield objection(pos, "admin beside enemies", text)


def _closed(pos: Position, unit: UnitId, at: Hex) -> Objection | None:
    """Why rail movement may neither enter nor leave a hex."""
    side = pos.side(unit)
    if at not in pos.table.railways.hexes:
        if at not in pos.table.rails:
            return objection(pos, "rail start", f"There is no railroad in {pos.label(at)}.")
        text = f"There is no rail movement in the country of {pos.label(at)}."
        return objection(pos, "no rail here", text)
    if pos.owner_of(at) != side:
        text = f"{pos.label(at)} is not owned by your side."
        return objection(pos, "rail ownership", text)
    if at in pos.state.breaks:
        return objection(pos, "rail broken", f"The line is broken in {pos.label(at)}.")
    if zoned(pos, unit, at):
        return objection(pos, "rail zones", f"{pos.label(at)} is in an enemy zone of control.")
    if ADMIN in pos.piece(unit).marks and at in beside(pos, other(side)):
        text = f"{pos.label(at)} is beside an enemy unit."
        return objection(pos, "admin beside enemies", text)
    return pos.bars(unit, at)


def charge(pos: Position, unit: UnitId, *, low: bool) -> int:
    """What a rail move still takes of the capacity: a unit is counted once a turn, at double by a
    low-volume line (BF-7A2.2, 7A2.3, 7A2.7).
    """
    marks = pos.piece(unit).marks
    if pos.table.charts.rail.counting is Counting.UNITS:
        return 0 if RAILED in marks else 1
    size = pos.facts(unit).transport
    if RAILED not in marks:
        return size * HALF if low else size
    return size if low and LOW_VOLUME not in marks else 0


def room(pos: Position, side: str) -> int:
    """Rail capacity a side has left in this player turn."""
    return pos.rail_room(side) - pos.state.used.get(RAIL, 0)


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


def targets(pos: Position, unit: UnitId) -> tuple[Hex, ...]:
    """Every hex the railroads could take a unit to."""
    found = lines(pos, unit).every
    return tuple(at for at in found.cost if at != found.start)


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
    closed = [found for at in (path[1:] or (to,)) if (found := _closed(pos, unit, at))]
    yield from closed
    steps = graph(pos, unit, high=False)
    for a, b in pairwise(path):
        if all(near != b for near, _ in steps.get(a, ())):
            text = f"No railroad joins {pos.label(a)} and {pos.label(b)}."
            yield objection(pos, "rail start", text)
            return
    if closed:
        return
    far = most_hexes(pos, unit)
    if not path:
        text = f"{pos.label(to)} is not joined by open lines within {far} rail hexes."
        yield objection(pos, "rail movement", text)
    elif _length(pos, unit, path) > far:
        yield objection(pos, "rail movement", f"Its points take it {far} rail hexes.")


def _length(pos: Position, unit: UnitId, path: tuple[Hex, ...]) -> int:
    steps = graph(pos, unit, high=False)
    return sum(dict(steps[a])[b] for a, b in pairwise(path))


def low_volume(pos: Position, path: tuple[Hex, ...]) -> bool:
    """True when a way uses a low-volume line anywhere (BF-7A2.3)."""
    rails = pos.table.rails
    return any(b in rails[a] and pos.table.low_volume(a, b) for a, b in pairwise(path))


def ride(pos: Position, frame: Moving, action: do.RailMove, doing: Work) -> None:
    """Go by rail along the fixed way, or the best: high-volume lines where they lead there."""
    unit, to = action.unit, action.target
    way = lines(pos, unit).way(to)
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "units off the map were refused"
    path = (start, *action.via, to) if action.via else way.path(to) if way else ()
    low, hexes = low_volume(pos, path), _length(pos, unit, path)
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


def work_objections(
    pos: Position, frame: Moving, unit: UnitId, cost: int, topic: str
) -> Iterator[Objection]:
    """What forbids a unit to spend so many points in its hex on a task (BF-6.11, 6B.3)."""
    forbidden = standing(pos, unit, frame.side, exploiting=frame.exploiting)
    if forbidden is not None:
        yield forbidden
    elif ADMIN in pos.piece(unit).marks:
        text = f"{pos.called(unit)} moves administratively and does nothing else."
        yield objection(pos, "admin points", text)
    elif pos.left(unit) < cost * HALF:
        text = f"That takes {cost} movement points; {points(pos.left(unit))} are left."
        yield objection(pos, topic, text)


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
