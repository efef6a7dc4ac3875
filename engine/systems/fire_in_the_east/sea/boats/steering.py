"""River flotillas move, and open lakes (FE-28E.2, 28E.10)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family, drawing, nobody
from engine.core.state import Frame, Location
from engine.rules.movement.paths import Reach
from engine.rules.movement.tolls import Toll, spread
from engine.systems.europa.movement.costs import toll
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.sea.boats import boarding
from engine.systems.fire_in_the_east.sea.boats.actions import OpenLake, SteerBoat
from engine.systems.fire_in_the_east.sea.records import Boat, Job
from engine.systems.fire_in_the_east.sea.search import declaring
from engine.systems.fire_in_the_east.state.craft.afloat import current
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from maps.hexgrid import Hex


def ready(pos: EastPosition) -> tuple[str, ...]:
    """The flotillas in play that can still do something."""
    return tuple(boat for boat, found, at in pos.boats if pos.idle_boat(boat, found, at) is None)


def at_of(pos: EastPosition, boat: str) -> Hex:
    """The hex of a flotilla in play."""
    at = pos.fleet.boats[boat].hex
    assert at is not None, "a flotilla in play"
    return at


def tolls(pos: EastPosition) -> Toll:
    """What enemy zones of control cost a flotilla: what they cost units on foot (FE-28E.2)."""
    zone, full = pos.zoc(AXIS), pos.full_zoc(AXIS)
    return pos.once("tolls of boats", lambda: toll(pos, "", False, zone, full, {}))


def closed(pos: EastPosition) -> frozenset[Hex]:
    """The hexes that no flotilla enters: those with enemies, and what is no longer the land's of
    flotillas (FE-28E.2, 32B.3).
    """
    return pos.held[AXIS] | pos.regained


def reach(pos: EastPosition, boat: str) -> Reach:
    """Where a flotilla gets to with what it has left, the cheapest way to each hex."""
    found = pos.fleet.boats[boat]
    left = pos.context.charts.flotillas.move * HALF - found.spent
    return pos.once(
        ("boat reach", boat),
        lambda: spread(pos.courses, at_of(pos, boat), max(0, left), tolls(pos), closed(pos)),
    )


def span(pos: EastPosition, boat: str) -> dict[Hex, int]:
    """Where a flotilla gets to and what that costs, in whole points; nowhere when it is none in
    play.
    """
    if boat not in pos.fleet.boats or pos.fleet.boats[boat].hex is None:
        return {}
    return {at: (cost + HALF - 1) // HALF for at, cost in reach(pos, boat).cost.items()}


# What is offered


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Steer flotillas and open lakes, in the Soviet movement phase."""
    moving = isinstance(frame, Moving) and not frame.exploiting and frame.side == ALLIED
    boats = ready(pos) if moving and pos.fleet.boats else ()
    if not boats:
        return ()

    def goals(boat: str) -> Sequence[Hex]:
        at = at_of(pos, boat)
        return [to for to in reach(pos, boat).cost if to != at]

    def make(boat: str, to: Hex) -> Action:
        return SteerBoat(boat, at_of(pos, boat), to)

    def there(to: Location) -> Iterator[Action]:
        if isinstance(to, Hex):
            for boat in boats:
                if to != at_of(pos, boat) and to in reach(pos, boat).cost:
                    yield make(boat, to)

    def away(at: Location) -> Iterator[Action]:
        here = (boat for boat in boats if at_of(pos, boat) == at)
        return (make(boat, to) for boat in here for to in goals(boat))

    lakes = tuple(
        OpenLake(boat, to) for boat in boats for to in _open_to(pos, pos.fleet.boats[boat])
    )
    steer = Family(
        "steer boat",
        "Steer river flotillas",
        lambda: (make(boat, to) for boat in boats for to in goals(boat)),
        of=nobody,
        there=there,
        away=away,
        search=drawing(lambda: boats, goals, make),
        weight=2,
        quiet=True,
    )
    if not lakes:
        return (steer,)
    return steer, Family("open lake", "Open a lake by flotilla", lambda: lakes, quiet=True)


def _open_to(pos: EastPosition, found: Boat) -> Collection[Hex]:
    at = found.hex
    return pos.context.streams.crossable(at, pos.frost) if at is not None else ()


# Steering


def objections(pos: EastPosition, frame: Moving, action: SteerBoat) -> Iterator[Objection]:
    """What forbids a flotilla to go somewhere (FE-28E.1, 28E.2, 28E.8)."""
    refused = tuple(_not_ready(pos, frame, action.boat))
    yield from refused
    if refused:
        return
    boat, at, to = action.boat, at_of(pos, action.boat), action.target
    name = pos.flotilla(boat).name
    if at != action.origin:
        yield Objection("FE-28E.2", f"{name} is not in {pos.label(action.origin)}.")
    elif to == at:
        yield Objection("FE-28E.2", f"{name} is there already.")
    elif to not in pos.context.streams.hexes or to in pos.regained:
        land = pos.context.charts.fleet.land
        text = f"{pos.label(to)} has no river, lake or coast of the {land}."
        yield Objection("FE-28E.1", text)
    elif pos.enemies(to, ALLIED):
        yield Objection("FE-28E.2", f"Enemy units stand in {pos.label(to)}.")
    elif to not in reach(pos, boat).cost:
        yield Objection("FE-28E.2", f"{name} does not get to {pos.label(to)} in this phase.")
    else:
        yield from declaring.bars_coasting(pos, reach(pos, boat).path(to) if pos.searched else ())
        yield from boarding.landing_objections(pos, boat, to)


def _not_ready(pos: EastPosition, frame: Moving, boat: str) -> Iterator[Objection]:
    unknown = pos.no_boat(frame.side, boat)
    if unknown is not None:
        yield unknown
        return
    if frame.exploiting:
        yield Objection("FE-28E.2", "River flotillas move in the movement phase alone.")
        return
    idle = pos.idle_boat(boat, pos.fleet.boats[boat], at_of(pos, boat))
    if idle is not None:
        yield idle


def steer(pos: EastPosition, _frame: Moving, action: SteerBoat, transition: Work) -> None:
    """It is there with what it carries."""
    boat, to, ways = action.boat, action.target, reach(pos, action.boat)
    found, cost = pos.fleet.boats[boat], ways.cost[to]
    after = replace(found, at=to, spent=found.spent + cost)
    transition.set(fleet=pos.fleet.with_boat(boat, after))
    transition.tell("boat steered", "FE-28E.2", boat=boat, at=action.origin, to=to)
    boarding.take_along(pos, boat, action.origin, to, transition)
    declaring.coast(pos, boat, ways.path(to), transition)


# Lakes


def lake_objections(pos: EastPosition, frame: Moving, action: OpenLake) -> Iterator[Objection]:
    """What keeps a flotilla from opening a lake hexside: it has moved, or carries (FE-28E.8,
    28E.10).
    """
    refused = tuple(_not_ready(pos, frame, action.boat))
    yield from refused
    if refused:
        return
    boat, found = action.boat, pos.fleet.boats[action.boat]
    name = pos.flotilla(boat).name
    if found.spent:
        yield Objection("FE-28E.10", f"{name} has moved in this phase.")
    elif found.job:
        yield Objection("FE-28E.8", f"{name} carries in this player turn.")
    elif action.target not in _open_to(pos, found):
        text = f"No lake that is open lies between {name} and {pos.label(action.target)}."
        yield Objection("FE-28E.10", text)


def open_lake(pos: EastPosition, _frame: Moving, action: OpenLake, transition: Work) -> None:
    """Units go over it as over a major river."""
    found = pos.fleet.boats[action.boat]
    after = replace(found, job=Job.FERRIES, over=action.target)
    transition.set(fleet=current(transition).unladen(action.boat, after))
    transition.tell("lake opened", "FE-28E.10", boat=action.boat, at=found.at, to=action.target)


ANSWERS = (Answer(SteerBoat, objections, steer), Answer(OpenLake, lake_objections, open_lake))
"""What movement phases take besides."""
