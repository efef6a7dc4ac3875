"""Trucks: what each does as supply is fixed, and how depleted ones are filled again (FE-12E1)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.fire_in_the_east.resources.actions import EmployTruck
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from engine.systems.fire_in_the_east.state.supplies.trucking import DUTIES, LINES, SUPPLY
from maps.hexgrid import Hex
from oob.model import UnitId


def families(pos: EastPosition, frame: Initial | Moving) -> tuple[Family, ...]:
    """Giving orders to one's trucks; not as the turn of surprise begins, when all are in supply
    (FE-31F.3).
    """
    trucks = pos.trucks_of(frame.side)
    fed = isinstance(frame, Initial) and pos.state.turn == pos.context.charts.surprise.turn
    if not trucks or fed:
        return ()
    return (
        by_unit(
            "employ truck",
            "Employ a truck",
            lambda: trucks,
            lambda truck: open_duties(pos, truck),
            lambda truck, duty: EmployTruck(truck, duty),
            weight=1,
            quiet=True,
        ),
    )


def open_duties(pos: EastPosition, truck: UnitId) -> tuple[str, ...]:
    """The duties that a truck may be given instead of its own."""
    barred = {pos.duty(truck)} | ({SUPPLY} if truck in pos.state.depleted else set())
    return tuple(duty for duty in DUTIES if duty not in barred)


def objections(
    pos: EastPosition, frame: Initial | Moving, action: EmployTruck
) -> Iterator[Objection]:
    """A truck of one's own on the map, and another duty that it can have."""
    truck, called = action.unit, pos.called(action.unit)
    if truck not in pos.trucks_of(frame.side):
        yield Objection("FE-14I.2", f"{called} is no truck of yours on the map.")
    elif action.duty == pos.duty(truck):
        yield Objection("FE-12E1.2", f"{called} is to {action.duty} already.")
    elif action.duty not in DUTIES:
        yield Objection("FE-14I.2", f"{called} is to {', '.join(DUTIES[:-1])} or {DUTIES[-1]}.")
    elif action.duty == SUPPLY and truck in pos.state.depleted:
        yield Objection("FE-12E1.4", f"{called} is depleted: it gives no supply.")


def employ(_pos: EastPosition, _frame: Initial | Moving, action: EmployTruck, work: Work) -> None:
    """From now on it does so whenever supply is fixed."""
    orders = {truck: duty for truck, duty in work.state.duties.items() if truck != action.unit}
    if action.duty != LINES:
        orders[action.unit] = action.duty
    work.set(duties=orders)
    rule = "FE-12E1.1" if action.duty == SUPPLY else "FE-12E1.2"
    work.tell("truck employed", rule, unit=action.unit, text=action.duty)


def open_phase(context: EastContext, transition: Work) -> None:
    """As an initial phase opens, no truck has served in its player turn; depleted ones on railroads
    in supply are filled again, and those off the map are forgotten (FE-12E1.5).
    """
    state = transition.state
    if state.served:
        transition.set(served=frozenset[UnitId]())
    if not state.depleted:
        return
    full = now(context, transition).refilled()
    gone = {truck for truck in state.depleted if not isinstance(state.pieces[truck].at, Hex)}
    if full or gone:
        transition.set(depleted=state.depleted - full - gone)
    for truck in sorted(full):
        transition.tell("truck filled", "FE-12E1.5", unit=truck, at=state.pieces[truck].at)


ANSWERS = (Answer(EmployTruck, objections, employ),)
"""The decision of initial and movement phases."""
