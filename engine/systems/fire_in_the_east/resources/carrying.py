"""Units that carry resource points, in movement and in retreat; points that are lost (FE-12F)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Transition
from engine.core.legal import Family, by_unit, nobody
from engine.core.state import Location
from engine.core.wording import counted
from engine.systems.europa.state.common import unmark
from engine.systems.europa.state.constants import HALF, SIDES, other
from engine.systems.europa.state.records import Initial, Moving, Theatre
from engine.systems.europa.state.units import TRUCK
from engine.systems.fire_in_the_east.resources import stock
from engine.systems.fire_in_the_east.resources.actions import CarryPoints, DestroyPoints
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, look
from engine.systems.fire_in_the_east.state.records import East, PointsCarried
from engine.systems.fire_in_the_east.state.supplies import stocks
from engine.systems.fire_in_the_east.state.working import BURDENS, HEAVY, LADEN
from maps.hexgrid import Hex
from oob.model import UnitId

CAPTURE = "capture_points"
"""The option by which resource points are captured (FE-39B.1)."""


def most(pos: EastPosition, unit: UnitId) -> int:
    """How many points a unit can carry by its size; a truck carries many, but none in a player turn
    in which it has served supply (FE-12F.6, 12F.8).
    """
    if pos.facts(unit).body == TRUCK:
        return 0 if unit in pos.state.served else pos.context.charts.resources.truck
    return pos.facts(unit).halves * pos.context.charts.resources.times // HALF


def burden(pos: EastPosition, unit: UnitId, amount: int) -> str:
    """The mark of a unit that carries so many points: what they take of its rating, nothing of a
    truck's (FE-12F.7, 12F.8).
    """
    if not amount or pos.facts(unit).body == TRUCK:
        return ""
    return LADEN if amount * HALF <= pos.facts(unit).halves else HEAVY


def within_reach(pos: EastPosition, unit: UnitId) -> int:
    """How many points a unit could carry out of its hex, those included that it carries."""
    at = pos.piece(unit).at
    if not isinstance(at, Hex):
        return 0
    return min(most(pos, unit), stock.portable(pos, at, pos.side(unit)) + carries(pos, unit))


def carries(pos: EastPosition, unit: UnitId) -> int:
    """How many points a unit carries in this phase."""
    load = pos.state.loads.get(unit)
    return load.amount if load is not None else 0


def affordable(pos: EastPosition, unit: UnitId, amount: int) -> bool:
    """Whether a unit has the movement points for carrying so many points in this phase."""
    there = pos.piece(unit).marks & BURDENS
    heaviest = HEAVY if HEAVY in there else burden(pos, unit, amount)
    return pos.state.spent.get(unit, 0) <= pos.rated(unit, heaviest)


def families(pos: EastPosition, frame: Moving | Initial) -> tuple[Family, ...]:
    """Carrying points, and eliminating one's own."""
    hexes = stock.of_side(pos, frame.side)
    if not hexes:
        return ()
    found = (_eliminating(pos, frame, hexes),)
    return (_carrying(pos, frame, hexes), *found) if isinstance(frame, Moving) else found


def _carrying(pos: EastPosition, frame: Moving, hexes: tuple[Hex, ...]) -> Family:
    def carriers() -> tuple[UnitId, ...]:
        units = (unit for at in hexes for unit in pos.friends(at, frame.side))
        return tuple(
            unit
            for unit in units
            if within_reach(pos, unit) and pos.left(unit) and not pos.facts(unit).points
            if unit not in pos.fleet.aboard and unit not in pos.fleet.riders
            if not frame.exploiting or pos.facts(unit).mobile
        )

    def amounts(unit: UnitId) -> tuple[int, ...]:
        known = carries(pos, unit)
        return tuple(n for n in range(within_reach(pos, unit), -1, -1) if n != known)

    return by_unit(
        "carry points",
        "Carry resource points",
        carriers,
        amounts,
        lambda unit, amount: CarryPoints(unit, amount),
        weight=1,
        quiet=True,
    )


def _eliminating(pos: EastPosition, frame: Moving | Initial, hexes: tuple[Hex, ...]) -> Family:
    def there(at: Location) -> Iterator[Action]:
        if isinstance(at, Hex) and at in hexes:
            for amount in stock.parts(stock.free(pos, at, frame.side)):
                yield DestroyPoints(at, amount)

    def every() -> Iterator[Action]:
        for at in hexes:
            yield from there(at)

    weight = 1 if isinstance(frame, Moving) else 0
    title = "Eliminate resource points"
    return Family("destroy points", title, every, of=nobody, there=there, weight=weight, quiet=True)


def carry_objections(pos: EastPosition, frame: Moving, action: CarryPoints) -> Iterator[Objection]:
    """What forbids a unit to carry so many points."""
    unit, at, called = action.unit, pos.piece(action.unit).at, pos.called(action.unit)
    if pos.side(unit) != frame.side or not isinstance(at, Hex):
        yield Objection("FE-12F.5", f"{called} is no unit of yours on the map.")
        return
    barred = pos.may_act(unit)
    if barred is not None:
        yield barred
    if frame.exploiting and not pos.facts(unit).mobile:
        yield Objection("FE-12F.5", f"{called} does not move in this phase.")
    known = carries(pos, unit)
    if unit in pos.fleet.aboard or unit in pos.fleet.riders:
        yield Objection("FE-28C2.1", f"{called} is aboard: resource points go by sea alone.")
        return
    if unit in pos.state.served:
        yield Objection("FE-12F.8", f"{called} has served supply in this player turn.")
        return
    if action.amount == known:
        yield Objection("FE-12F.6", f"{called} carries {counted(known, 'resource point')} already.")
    elif not 0 <= action.amount <= most(pos, unit) or pos.facts(unit).points:
        yield Objection(
            "FE-12F.6", f"{called} carries {counted(most(pos, unit), 'resource point')} at most."
        )
    elif action.amount > within_reach(pos, unit):
        many = counted(within_reach(pos, unit), "resource point is", "resource points are")
        text = f"{many} free in {pos.label(at)}."
        yield Objection("FE-12F.5", text)
    elif not affordable(pos, unit, action.amount):
        yield Objection("FE-12F.7", f"{called} has no movement points left for such a burden.")


def carry(pos: EastPosition, _frame: Moving, action: CarryPoints, transition: Work) -> None:
    """The points go where the unit goes; what they take of its rating lasts for the phase."""
    unit, at = action.unit, pos.piece(action.unit).at
    assert isinstance(at, Hex), "checked to stand on the map"
    heavy = HEAVY in pos.piece(unit).marks
    word = burden(pos, unit, action.amount)
    if word and not heavy:
        others = pos.piece(unit).marks - BURDENS
        transition.state = transition.state.with_piece(unit, marks=others | {word})
    transition.set(loads={**transition.state.loads, unit: PointsCarried(at, action.amount)})
    rule = "FE-12F.7" if action.amount else "FE-12F.5"
    transition.tell("points carried", rule, unit=unit, at=at, amount=action.amount)


def destroy_objections(
    pos: EastPosition, frame: Moving | Initial, action: DestroyPoints
) -> Iterator[Objection]:
    """Only one's own points that no unit carries are eliminated (FE-12F.3)."""
    free = stock.free(pos, action.target, frame.side)
    if not 0 < action.amount <= free:
        many = counted(free, "resource point of yours lies", "resource points of yours lie")
        text = f"{many} free in {pos.label(action.target)}."
        yield Objection("FE-12F.3", text)


def destroy(
    _pos: EastPosition, _frame: Moving | Initial, action: DestroyPoints, transition: Work
) -> None:
    """Take them out of play."""
    stocks.take(transition, action.target, action.amount)
    transition.tell("points destroyed", "FE-12F.3", at=action.target, amount=action.amount)


# What happens to points besides


def put_down(transition: Work) -> None:
    """As a phase opens nobody carries anything."""
    if transition.state.loads:
        unmark(transition, *BURDENS)
        nothing: Mapping[UnitId, PointsCarried] = {}
        transition.set(loads=nothing)


def take_along(
    context: EastContext, transition: Transition[Theatre], unit: UnitId, origin: Hex
) -> None:
    """A unit that begins its retreat takes along what it can carry of its side's points
    (FE-12F.9).
    """
    state = transition.state
    assert isinstance(state, East)
    if origin not in state.resources or unit in state.loads:
        return
    pos = look(context, state)
    amount = min(most(pos, unit), stock.free(pos, origin, pos.side(unit)))
    if amount > 0:
        transition.set(loads={**state.loads, unit: PointsCarried(origin, amount)})
        transition.tell("points carried", "FE-12F.9", unit=unit, at=origin, amount=amount)


def follow(transition: Work) -> None:
    """Points go where the units have gone that carry them; a unit that has left the map has put
    them down.
    """
    state = transition.state
    gone = [unit for unit, load in state.loads.items() if state.pieces[unit].at != load.at]
    for unit in gone:
        load, at = transition.state.loads[unit], transition.state.pieces[unit].at
        rest = {one: other for one, other in transition.state.loads.items() if one != unit}
        if isinstance(at, Hex):
            rest[unit] = PointsCarried(at, load.amount)
            if load.amount:
                side = transition.state.resources[load.at].side
                railed = stocks.take(transition, load.at, load.amount)
                stocks.add(transition, at, side, load.amount, railed=railed)
        transition.set(loads=rest)


def captured(context: EastContext, transition: Work, taken: Mapping[Hex, str]) -> None:
    """Points go with their carriers; those in hexes that the enemy has captured are destroyed, or
    half of them are his by an option (FE-12F.4, 39B.2).
    """
    follow(transition)
    found = transition.state.resources
    lost = [
        at
        for at, side in taken.items()
        if at in found and side in SIDES and found[at].side == other(side)
    ]
    if not lost:
        return
    stocks.clear(transition, lost)
    chart = context.charts.resources
    for at in sorted(lost):
        whole = found[at].amount
        spoils = whole // chart.spoils if context.option(CAPTURE) else 0
        if spoils:
            stocks.add(transition, at, taken[at], spoils)
            transition.tell("points captured", "FE-39B.2", at=at, amount=spoils)
        transition.tell("points fallen", "FE-12F.4", at=at, amount=whole - spoils)
    loads = transition.state.loads
    if any(load.at in lost for load in loads.values()):
        kept = {unit: load for unit, load in loads.items() if load.at not in lost}
        transition.set(loads=kept)


def faults(pos: EastPosition) -> Iterator[str]:
    """What must never be of resource points and is."""
    for at, found in sorted(pos.state.resources.items()):
        if found.amount <= 0 or found.railed + found.fixed > found.amount:
            yield f"{found} in {pos.label(at)}"
        if stock.carried(pos, at) > found.amount:
            yield f"more resource points are carried than lie in {pos.label(at)}"
    for unit, load in pos.state.loads.items():
        if pos.piece(unit).at != load.at:
            yield f"{unit} carries resource points elsewhere"


ANSWERS = (
    Answer(CarryPoints, carry_objections, carry),
    Answer(DestroyPoints, destroy_objections, destroy),
)
"""The decisions of movement phases."""
INITIAL = (Answer(DestroyPoints, destroy_objections, destroy),)
"""The decision of initial phases."""
