"""Cargo arrives: units on airbases, supplies there or where they are dropped (BF-20E, 12C3)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.systems.europa.air import fleet
from engine.systems.europa.air.carrying import dropping, freight, loading, towing
from engine.systems.europa.air.carrying.records import DropRoll, ScatterRoll, Unloading
from engine.systems.europa.air.fleet import CARRYING, rule
from engine.systems.europa.air.launching import TOPICS
from engine.systems.europa.air.records import GliderRoll, Mission
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Delivery
from maps.hexgrid import Hex
from oob.model import UnitId


def arrive(pos: Position, frame: Unloading, transition: Work) -> None:
    """Units whose transports have all come through are on the airbase; supplies are unloaded, or
    dropped with a die for each regimental equivalent (BF-20E.5, 20E.6, 20E1.2, 20E1.3, 20E2.5).
    Gliders that dropped something are expended, those that landed may be (BF-24C.7, 24C.8).
    """
    transition.state = transition.state.popped()
    jumps = [
        jump
        for cargo, carriers in loading.aboard(pos).items()
        if (jump := _land(pos, frame.side, cargo, carriers, transition)) is not None
    ]
    freight.arrive(pos, frame.side, transition)
    landed: dict[Hex, Fraction] = {}
    dropped: dict[Hex, Fraction] = {}
    for unit in fleet.of_side(pos, frame.side):
        found = pos.air.units[unit]
        if found.supplies and found.mission in CARRYING and isinstance(found.target, Hex):
            amounts = dropped if found.mission == Mission.AIR_DROP else landed
            loads = towing.lifts(pos, unit) - bool(found.cargo)
            amount = loading.supplies(pos, found.mission, extended=found.extended) * loads
            amounts[found.target] = amounts.get(found.target, Fraction(0)) + amount
    for at, amount in landed.items():
        _stock(pos, transition, frame.side, at, int(amount))
    rolls = [
        ScatterRoll(frame.side, at)
        for at, amount in sorted(dropped.items())
        for _ in range(int(amount))
    ]
    emptied = pos.air.with_each(lambda unit: unit if unit.target is None else unit.loaded(()))
    transition.set(air=replace(pos.context.look(transition.state).air, units=emptied.units))
    transition.state = transition.state.pushed(*reversed(rolls), *reversed(jumps))
    for found in pos.air.units.values():
        if found.tow and found.mission == Mission.AIR_DROP:
            towing.expend(pos, found.tow, transition)
        elif found.tow and found.mission == Mission.SHUTTLE:
            transition.state = transition.state.pushed(GliderRoll(found.tow))


def _land(
    pos: Position, side: str, cargo: str, carriers: tuple[str, ...], transition: Work
) -> DropRoll | None:
    """A unit lands where its transports are, if all are there; else it has gone back with them.
    One that drops has a die to roll.
    """
    flying = [pos.air.units[unit] for unit in carriers]
    goals = {found.target if found.mission in CARRYING else None for found in flying}
    goal = goals.pop()
    if goals or goal is None or fleet.side_of(pos, carriers[0]) != side:
        return None
    unit = UnitId(cargo)
    if flying[0].mission == Mission.AIR_DROP and isinstance(goal, Hex):
        dropping.come_down(pos, transition, unit, goal)
        return DropRoll(unit, goal, any(found.tow for found in flying))
    transition.state = transition.state.with_piece(unit, at=goal)
    topic = rule(pos, TOPICS[Mission(flying[0].mission)])
    transition.tell("flown in", topic, unit=unit, at=goal)
    return None


def _stock(pos: Position, transition: Work, side: str, at: Hex, amount: int) -> None:
    """Supplies lie in a hex, with what was brought in this player turn before (BF-12C3.2)."""
    if not amount:
        return
    old = transition.state.deliveries.get(at)
    before = old.amount if old is not None and old.side == side else 0
    delivery = Delivery(side, before + amount)
    transition.set(deliveries={**transition.state.deliveries, at: delivery})
    transition.tell("supplies flown in", rule(pos, "supplies brought"), at=at, amount=amount)


def node(pos: Position, frame: ScatterRoll) -> ChanceNode:
    """The die of a regimental equivalent of supplies."""
    faces, added = pos.context.charts.dice.faces, dropping.added(pos, frame.side, frame.at)
    most = fleet.charts_of(pos.context).airlift.scattered
    meanings = tuple("scattered" if face + added <= most else "-" for face in range(1, faces + 1))
    reason = f"supplies dropped into {pos.label(frame.at)}"
    return ChanceNode(faces, reason, rule(pos, "scattered supplies"), meanings)


def scattering(pos: Position, side: str, at: Hex) -> Fraction:
    """The chance that a regimental equivalent of supplies dropped into a hex is scattered."""
    faces, most = pos.context.charts.dice.faces, fleet.charts_of(pos.context).airlift.scattered
    bad = sum(face + dropping.added(pos, side, at) <= most for face in range(1, faces + 1))
    return Fraction(bad, faces)


def rolled(pos: Position, frame: ScatterRoll, face: int, transition: Work) -> None:
    """Scattered, or there."""
    transition.state = transition.state.popped()
    total = face + dropping.added(pos, frame.side, frame.at)
    if total <= fleet.charts_of(pos.context).airlift.scattered:
        topic = rule(pos, "scattered supplies")
        transition.tell("supplies scattered", topic, at=frame.at, face=face)
    else:
        _stock(pos, transition, frame.side, frame.at, 1)


HANDLERS = (Handler(Unloading, auto=arrive), Handler(ScatterRoll, chance=node, rolled=rolled))
"""The handlers of cargo that arrives."""
