"""Gliders: towed by transports, one with them until they land or are released (BF-24C)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.carrying.actions import Tow
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.launching import grounding
from engine.systems.europa.air.records import AirMoving, GliderRoll
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.position import Position


def gliders(pos: Position, side: str) -> tuple[str, ...]:
    """A side's gliders that are ready on their bases and not in tow."""
    towed = {found.tow for found in pos.air.units.values()}
    return tuple(
        unit
        for unit in fleet.of_side(pos, side)
        if fleet.facts(pos, unit).glider and pos.air.units[unit].operative and unit not in towed
    )


def offers(pos: Position, frame: AirMoving, ready: list[str]) -> Iterator[Action]:
    """Which transport could take which glider in tow."""
    for unit in ready:
        for glider in gliders(pos, frame.side):
            if pos.air.units[glider].at == pos.air.units[unit].at:
                yield Tow(unit, glider)


def objections(pos: Position, frame: AirMoving, action: Tow) -> Iterator[Objection]:
    """A transport without a glider, and a glider that is free, on one base (BF-24C.1)."""
    unit, glider = action.air_unit, action.glider
    if unit not in pos.air.units or fleet.side_of(pos, unit) != frame.side:
        yield Objection(rule(pos, "air movement"), f"{unit!r} is no air unit of yours.")
        return
    yield from grounding(pos, unit)
    if not fleet.facts(pos, unit).transport:
        text = f"{fleet.facts(pos, unit).name} is no transport and tows no glider."
        yield Objection(rule(pos, "gliders"), text)
    elif pos.air.units[unit].tow:
        yield Objection(rule(pos, "gliders"), "It tows a glider already.")
    if glider not in gliders(pos, frame.side):
        yield Objection(rule(pos, "gliders"), f"{glider!r} is no glider of yours that is free.")
    elif pos.air.units[glider].at != pos.air.units[unit].at:
        yield Objection(rule(pos, "gliders"), "The glider is on another base.")


def hitch(pos: Position, _frame: AirMoving, action: Tow, transition: Work) -> None:
    """It is in tow."""
    found = replace(pos.air.units[action.air_unit], tow=action.glider)
    fates.change(pos, transition, action.air_unit, found)
    topic = rule(pos, "gliders")
    transition.tell("in tow", topic, glider=action.glider, air_unit=action.air_unit)


def lifts(pos: Position, unit: str) -> int:
    """How many loads an air unit carries: a glider has as much room as its transport (BF-24C.5)."""
    return 2 if pos.air.units[unit].tow else 1


def expend(pos: Position, glider: str, transition: Work, topic: str = "glider expended") -> None:
    """A glider that has been used up is out of the game: after a drop, or by the rule of another
    topic (BF-24C.7, 24C.8).
    """
    fates.release(pos, transition, glider)
    fates.remove(pos, transition, glider)
    transition.tell("glider expended", rule(pos, topic), air_unit=glider)


def node(pos: Position, frame: GliderRoll) -> ChanceNode:
    """The die of a glider that has landed with cargo."""
    faces, least = pos.context.charts.dice.faces, fleet.charts_of(pos.context).airlift.expended
    meanings = tuple("expended" if face >= least else "-" for face in range(1, faces + 1))
    reason = f"the landing of {fleet.facts(pos, frame.glider).name}"
    return ChanceNode(faces, reason, rule(pos, "glider landing"), meanings)


def rolled(pos: Position, frame: GliderRoll, face: int, transition: Work) -> None:
    """Expended, or kept."""
    transition.state = transition.state.popped()
    if face >= fleet.charts_of(pos.context).airlift.expended:
        expend(pos, frame.glider, transition, "glider landing")


HANDLERS = (Handler(GliderRoll, chance=node, rolled=rolled),)
"""The handler of the die."""
