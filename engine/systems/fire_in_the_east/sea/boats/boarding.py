"""What river flotillas carry: units and resource points, from any hex on their way to any other
(FE-28E.9).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.state import Frame
from engine.core.wording import counted
from engine.systems.europa.movement.gate import leave, shut
from engine.systems.europa.movement.reach import toll_of
from engine.systems.europa.state.common import spend
from engine.systems.europa.state.constants import ALLIED, HALF, Going
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.resources import stock
from engine.systems.fire_in_the_east.sea.boats.actions import BoardBoat, LeaveBoat, StowPoints
from engine.systems.fire_in_the_east.sea.records import Job
from engine.systems.fire_in_the_east.state.craft.afloat import current
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from engine.systems.fire_in_the_east.state.supplies import stocks
from maps.hexgrid import Hex
from oob.model import UnitId


def fare(pos: EastPosition, unit: UnitId) -> int:
    """Half movement points that a unit pays to be carried, with what leaving an enemy zone of
    control or a harassed hex costs (FE-28E.9, 6A.1, 20F2e.2).
    """
    at, tolls = pos.piece(unit).at, toll_of(pos, unit)
    cost: int = pos.context.charts.flotillas.fare * HALF
    if isinstance(at, Hex):
        cost += tolls.harassed.get(at, 0)
    return cost + tolls.leave if at in tolls.zone else cost


def aboard(pos: EastPosition, boat: str) -> tuple[UnitId, ...]:
    """The units that go with a flotilla when it moves: those that are still with it, and have paid
    or still can.
    """
    found = pos.fleet.boats[boat]
    return tuple(
        unit
        for unit, on in pos.fleet.riders.items()
        if on == boat
        and pos.piece(unit).at == found.at
        and (unit in found.taken or pos.left(unit) >= fare(pos, unit))
    )


def freight(pos: EastPosition, boat: str) -> int:
    """The resource points that go with a flotilla: those aboard that are still there."""
    found = pos.fleet.boats[boat]
    lying = stock.free(pos, found.hex, ALLIED) if found.hex is not None else 0
    return min(found.freight, max(0, lying))


def room(pos: EastPosition, boat: str) -> int:
    """Half REs that a flotilla can still take aboard in this phase (FE-28E.9)."""
    found = pos.fleet.boats[boat]
    waiting = (unit for unit in aboard(pos, boat) if unit not in found.taken)
    taken = found.carried + sum(pos.facts(unit).transport for unit in waiting)
    taken += max(0, found.freight - found.sailed) * HALF
    return pos.context.charts.flotillas.load * HALF - taken


# What is offered


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Put units and resource points aboard, and take them off again."""
    moving = isinstance(frame, Moving) and not frame.exploiting and frame.side == ALLIED
    if not moving or not pos.fleet.boats:
        return ()
    free = {
        boat: at
        for boat, found, at in pos.boats
        if at in pos.context.land and pos.idle_boat(boat, found, at) is None
    }
    riders = pos.fleet.riders
    units = tuple(
        unit
        for at in dict.fromkeys(free.values())
        for unit in pos.friends(at, ALLIED)
        if unit not in riders
    )
    found = []
    if units:
        found.append(
            by_unit(
                "board boat",
                "Put aboard river flotillas",
                lambda: units,
                lambda unit: [boat for boat, at in free.items() if at == pos.piece(unit).at],
                BoardBoat,
                weight=2,
                quiet=True,
            )
        )
    booked = tuple(riders)
    if booked:
        leaving = Family(
            "leave boat",
            "Take off river flotillas",
            lambda: map(LeaveBoat, booked),
            weight=1,
            quiet=True,
        )
        found.append(leaving)
    stowing = tuple(
        StowPoints(boat, amount)
        for boat, at in free.items()
        if (lying := stock.free(pos, at, ALLIED)) > 0 or pos.fleet.boats[boat].freight
        for amount in range(min(max(0, lying), pos.context.charts.flotillas.load) + 1)
        if amount != pos.fleet.boats[boat].freight
    )
    if stowing:
        title = "Load resource points on flotillas"
        found.append(Family("stow points", title, lambda: stowing, weight=1, quiet=True))
    return tuple(found)


# Going aboard


def _not_ready(pos: EastPosition, frame: Moving, boat: str) -> Iterator[Objection]:
    unknown = pos.no_boat(frame.side, boat)
    if unknown is not None:
        yield unknown
        return
    found = pos.fleet.boats[boat]
    assert found.hex is not None, "a flotilla in play"
    idle = pos.idle_boat(boat, found, found.hex)
    if frame.exploiting:
        yield Objection("FE-28E.9", "River flotillas carry in the movement phase alone.")
    elif idle is not None:
        yield idle


def objections(pos: EastPosition, frame: Moving, action: BoardBoat) -> Iterator[Objection]:
    """What keeps a unit from going aboard (FE-28E.9)."""
    unit, boat = action.unit, action.boat
    refused = tuple(_not_ready(pos, frame, boat))
    yield from refused
    if refused:
        return
    barred = shut(pos, unit, frame.side, Going.SEA)
    if barred is not None:
        yield barred
        return
    name, ship = pos.called(unit), pos.flotilla(boat).name
    if pos.piece(unit).at != pos.fleet.boats[boat].at:
        yield Objection("FE-28E.9", f"{ship} is not in the hex of {name}.")
    elif unit in pos.fleet.riders:
        yield Objection("FE-28E.9", f"{name} is aboard already.")
    elif pos.left(unit) < fare(pos, unit):
        need = fare(pos, unit) // HALF
        yield Objection(
            "FE-28E.9", f"{name} needs {counted(need, 'movement point')} to be carried."
        )
    elif room(pos, boat) < pos.facts(unit).transport:
        yield Objection("FE-28E.9", f"There is no room for {name} aboard {ship}.")


def board(pos: EastPosition, _frame: Moving, action: BoardBoat, transition: Work) -> None:
    """It goes with the flotilla when that moves."""
    riders = {**pos.fleet.riders, action.unit: action.boat}
    transition.set(fleet=replace(pos.fleet, riders=riders))
    transition.tell("boarded boat", "FE-28E.9", unit=action.unit, boat=action.boat)


def off_objections(pos: EastPosition, _frame: Moving, action: LeaveBoat) -> Iterator[Objection]:
    """It must be aboard."""
    if action.unit not in pos.fleet.riders:
        yield Objection("FE-28E.9", f"{pos.called(action.unit)} is aboard no flotilla.")
    elif (bound := pos.sails(action.unit)) is not None:
        yield bound


def get_off(pos: EastPosition, _frame: Moving, action: LeaveBoat, transition: Work) -> None:
    """It stays where it is."""
    boat = pos.fleet.riders[action.unit]
    found = pos.fleet.boats[boat]
    after = replace(found, taken=found.taken - {action.unit})
    riders = {unit: on for unit, on in pos.fleet.riders.items() if unit != action.unit}
    transition.set(fleet=replace(pos.fleet.with_boat(boat, after), riders=riders))
    transition.tell("left boat", "FE-28E.9", unit=action.unit, boat=boat)


def stow_objections(pos: EastPosition, frame: Moving, action: StowPoints) -> Iterator[Objection]:
    """What keeps resource points off a flotilla (FE-28E.9)."""
    boat, amount = action.boat, action.amount
    refused = tuple(_not_ready(pos, frame, boat))
    yield from refused
    if refused:
        return
    found, name = pos.fleet.boats[boat], pos.flotilla(boat).name
    assert found.hex is not None, "a flotilla in play"
    others = sum(
        other.freight
        for other_boat, other, at in pos.boats
        if other_boat != boat and at == found.hex
    )
    ships = sum(pos.fleet.points.get(ship, 0) for ship, _, at in pos.afloat if at == found.hex)
    if amount == found.freight:
        yield Objection("FE-28E.9", f"{name} has {counted(amount, 'point')} aboard.")
    elif not 0 <= amount <= stock.free(pos, found.hex, ALLIED) - others - ships:
        yield Objection("FE-28E.9", f"{pos.label(found.at)} has no so many free resource points.")
    elif (amount - max(found.freight, found.sailed)) * HALF > room(pos, boat):
        yield Objection("FE-28E.9", f"There is no room for them aboard {name}.")


def stow(pos: EastPosition, _frame: Moving, action: StowPoints, transition: Work) -> None:
    """They go with the flotilla when it moves."""
    found = pos.fleet.boats[action.boat]
    after = replace(found, freight=action.amount, sailed=min(found.sailed, action.amount))
    transition.set(fleet=pos.fleet.with_boat(action.boat, after))
    transition.tell("points stowed", "FE-28E.9", boat=action.boat, amount=action.amount)


# Under way


def landing_objections(pos: EastPosition, boat: str, to: Hex) -> Iterator[Objection]:
    """What forbids the cargo of a flotilla to be put down in a hex (FE-28E.9, 8.1)."""
    units, points = aboard(pos, boat), freight(pos, boat)
    if not units and not points:
        return
    if to not in pos.context.land:
        name = pos.flotilla(boat).name
        yield Objection("FE-28E.9", f"{name} puts down what it carries on land.")
        return
    for unit in units:
        barred = pos.bars(unit, to)
        if barred is not None:
            yield barred
    if units and not pos.fits(to, units):
        yield Objection("FE-8B.1", f"{pos.label(to)} would hold too many units.")


def take_along(pos: EastPosition, boat: str, at: Hex, to: Hex, transition: Work) -> None:
    """Who is aboard is in the hex to which a flotilla has moved: who has not paid yet does now."""
    units, points, before = aboard(pos, boat), freight(pos, boat), pos.fleet.boats[boat]
    carried = before.carried
    for unit in units:
        if unit not in before.taken:
            spend(transition, unit, fare(pos, unit))
            carried += pos.facts(unit).transport
        leave(pos, transition, unit, Going.SEA, (at, to))
        pos.passed(transition, unit, (to,))
        transition.tell("shipped", "FE-28E.9", unit=unit, at=at, to=to, side=ALLIED)
    if points:
        carried += max(0, points - before.sailed) * HALF
        stocks.take(transition, at, points)
        stocks.add(transition, to, ALLIED, points)
        transition.tell("points landed", "FE-28E.9", amount=points, at=to, ship=boat)
    fleet = current(transition)
    riders = {unit: on for unit, on in fleet.riders.items() if on != boat or unit in units}
    after = replace(
        fleet.boats[boat],
        carried=carried,
        taken=frozenset(units),
        freight=points,
        sailed=points,
        job=Job.CARRIED if units or points else before.job,
    )
    transition.set(fleet=replace(fleet.with_boat(boat, after), riders=riders))


ANSWERS = (
    Answer(BoardBoat, objections, board),
    Answer(LeaveBoat, off_objections, get_off),
    Answer(StowPoints, stow_objections, stow),
)
"""What movement phases take besides."""
