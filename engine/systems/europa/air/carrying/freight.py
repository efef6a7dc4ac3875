"""Transports carry resource points from airbase to airbase, and drop none (FE-20E.1, 20E.2, 20E1.1,
20E2.3).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.carrying import loading, towing
from engine.systems.europa.air.carrying.actions import LoadFreight
from engine.systems.europa.air.fleet import CARRYING, rule
from engine.systems.europa.air.records import AirMoving, Mission
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import HALF
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Theatre
from maps.hexgrid import Hex


def families(pos: Position, frame: AirMoving, ready: list[str]) -> tuple[Family, ...]:
    """Load resource points, where any lie at the base of a transport that can take off."""
    stocked = [
        unit
        for unit in ready
        if isinstance(at := pos.air.units[unit].at, Hex) and pos.freight_at(frame.side, at)
    ]
    if not stocked:
        return ()
    return (Family("load freight", "Load resource points", lambda: _loads(pos, stocked), weight=1),)


def _loads(pos: Position, units: list[str]) -> Iterator[Action]:
    for unit in units:
        yield from (LoadFreight(unit, amount) for amount in range(1, room(pos, unit) + 1))


def room(pos: Position, unit: str) -> int:
    """How many resource points fit into a transport beside what is aboard (FE-20E1.1)."""
    found = pos.air.units[unit]
    loads = towing.lifts(pos, unit) - found.supplies
    halves = loading.room(pos, Mission.TRANSPORT) * loads - loading.needed(pos, found.cargo)
    return int(halves) // HALF - found.freight


def objections(pos: Position, frame: AirMoving, action: LoadFreight) -> Iterator[Objection]:
    """Points of the side at the transport's own base, with room for them (FE-20E.2, 20E1.1)."""
    refused = tuple(loading.not_ready(pos, frame, action.air_unit))
    yield from refused
    if refused:
        return
    at = pos.air.units[action.air_unit].at
    lying = pos.freight_at(frame.side, at) if isinstance(at, Hex) else 0
    if not 0 < action.amount <= lying:
        text = f"{pos.label(at)} has no so many free resource points."
        yield Objection(rule(pos, "passengers"), text)
    if action.amount > room(pos, action.air_unit):
        text = "There is no room for them beside what is aboard."
        yield Objection(rule(pos, "airlift load"), text)


def load(pos: Position, _frame: AirMoving, action: LoadFreight, transition: Work) -> None:
    """They are aboard, and lie where they are until they are flown."""
    found = pos.air.units[action.air_unit]
    whole = found.freight + action.amount
    after = found.loaded(found.cargo, supplies=found.supplies, freight=whole)
    fates.change(pos, transition, action.air_unit, after)
    topic = rule(pos, "passengers")
    transition.tell("freight loaded", topic, air_unit=action.air_unit, amount=action.amount)


def flight_objections(pos: Position, action: FlyMission) -> Iterator[Objection]:
    """None is dropped, and less fits in at extended range (FE-20E2.3, 24B.3)."""
    found = pos.air.units[action.air_unit]
    if not found.freight:
        return
    if action.mission is Mission.AIR_DROP:
        yield Objection(rule(pos, "freight not dropped"), "Resource points are not dropped.")
        return
    loads = towing.lifts(pos, action.air_unit) - found.supplies
    whole = loading.room(pos, action.mission, extended=action.manner.extended) * loads
    if loading.needed(pos, found.cargo) + found.freight * HALF > whole:
        name = fleet.facts(pos, action.air_unit).name
        topic = "extended load" if action.manner.extended else "airlift load"
        yield Objection(rule(pos, topic), f"{name} has no room for what is aboard.")


def arrive(pos: Position, side: str, transition: Work) -> None:
    """Points whose transports have come through lie where these have flown (FE-20E1.2)."""
    for unit in fleet.of_side(pos, side):
        found = pos.air.units[unit]
        goal = found.target if found.mission in CARRYING else None
        if found.freight and isinstance(found.at, Hex) and isinstance(goal, Hex):
            pos.take_freight(found.at, found.freight, transition)
            pos.land_freight(side, goal, found.freight, transition)
            topic = rule(pos, "air transport")
            transition.tell("freight flown in", topic, at=goal, amount=found.freight)


ANSWER: Answer[Theatre, Position, AirMoving, LoadFreight] = Answer(LoadFreight, objections, load)
"""What an air movement step takes besides."""
