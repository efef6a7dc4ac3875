"""The air movement step: the phasing player flies his air units on missions (BF-16C.1, 20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.state import Location
from engine.core.system import Question
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import antiaircraft, fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.combat import interception, patrol
from engine.systems.europa.air.fleet import BASED, BOMBING, rule
from engine.systems.europa.air.launching import grounding, launch
from engine.systems.europa.air.records import AirMoving, AirReturn, Mission, MissionResolution
from engine.systems.europa.combat import combat_phase
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

MISSIONS = (*BASED, *BOMBING, Mission.ESCORT)
"""The missions of an air movement step."""


def open_phase(context: Context, transition: Work, side: str) -> None:
    """Begin a side's air phase: no missions have been flown in it yet (BF-17A)."""
    air = context.look(transition.state).air
    rested = {id_: replace(unit, flown=False) for id_, unit in air.units.items()}
    transition.set(air=replace(air, units=rested, used={}, patrolled=frozenset()))
    transition.state = transition.state.pushed(AirMoving(side))


def question(pos: Position, frame: AirMoving) -> Question:
    """Which air unit flies what, and where to?"""
    ready = available(pos, frame.side)
    families = (
        *(_family(pos, frame, mission) for mission in MISSIONS),
        Family("end phase", "End the air phase", lambda: (EndPhase(),), weight=3, closing=True),
    )
    prompt = f"Fly missions: {len(ready)} air unit{'' if len(ready) == 1 else 's'} can still fly."
    return Question(frame.side, prompt, families, rule(pos, "air movement"))


def _family(pos: Position, frame: AirMoving, mission: Mission) -> Family:
    return Family(
        mission.value,
        mission.value.capitalize(),
        lambda: _offers(pos, frame, mission),
        draw=lambda stream: _draw(pos, frame, mission, stream),
        weight=2,
    )


def available(pos: Position, side: str) -> tuple[str, ...]:
    """Air units of a side that could still initiate a mission."""
    found = fleet.of_side(pos, side)
    return tuple(unit for unit in found if next(_grounding(pos, unit), None) is None)


def _offers(pos: Position, frame: AirMoving, mission: Mission) -> Iterator[FlyMission]:
    targets = spots(pos, frame.side, mission)
    for unit in available(pos, frame.side):
        for target in targets:
            yield FlyMission(unit, mission, target)


def _draw(pos: Position, frame: AirMoving, mission: Mission, stream: Stream) -> Action | None:
    units, targets = available(pos, frame.side), spots(pos, frame.side, mission)
    if not units or not targets:
        return None
    unit, target = units[stream.below(len(units))], targets[stream.below(len(targets))]
    return FlyMission(unit, mission, target)


def spots(pos: Position, side: str, mission: Mission) -> tuple[Location, ...]:
    """Where a side's air units may fly a mission to, as far as that depends on the place."""
    if mission in BASED:
        return fleet.bases_of(pos, side)
    if mission is Mission.GROUND_SUPPORT:
        return combat_phase.targets(pos, side)
    if mission is Mission.ESCORT:
        return escorted(pos, side)
    return pos.once(("defensible", side), lambda: tuple(sorted(_defensible(pos, side))))


def _defensible(pos: Position, side: str) -> set[Location]:
    """Hexes with a side's units, or beside them where they may come (BF-20F2c.1)."""
    fronts = pos.context.fronts
    return {near for at in pos.held[side] for near in (at, *fronts[at])}


def escorted(pos: Position, side: str) -> tuple[Hex, ...]:
    """Target hexes of a side's air units on missions other than escort (BF-20C.1)."""
    units = pos.air.units
    return tuple(
        at
        for at, flying in fleet.flying(pos, side).items()
        if any(units[unit].mission != Mission.ESCORT for unit in flying)
    )


# What forbids a mission


def _grounding(pos: Position, unit: str) -> Iterator[Objection]:
    """What keeps an air unit from initiating a mission at all (BF-16B1, 17A, 20.1)."""
    yield from grounding(pos, unit)
    if pos.air.units[unit].mission == Mission.TRANSFER and seen(pos, unit):
        name = fleet.facts(pos, unit).name
        text = f"{name} has landed within range of enemy fighters and goes no farther."
        yield Objection(rule(pos, "further transfer"), text)


def seen(pos: Position, unit: str) -> bool:
    """True where the base of an air unit lies within interception range of an enemy fighter: half
    its movement rating (BF-20D1.2, 20A.1).
    """
    here, side = pos.air.units[unit].at, fleet.side_of(pos, unit)
    for enemy in fleet.of_side(pos, other(side)):
        facts, there = fleet.facts(pos, enemy), pos.air.units[enemy]
        if facts.fighter and there.operative and fleet.grounded(there):
            far = fleet.distance(pos, enemy, there.at, here)
            if far is not None and far <= fleet.reach(pos, enemy, Mission.INTERCEPTION):
                return True
    return False


def objections(pos: Position, frame: AirMoving, action: FlyMission) -> Iterator[Objection]:
    """What forbids a mission (BF-18, 20)."""
    unit, mission, target = action.air_unit, action.mission, action.target
    if unit not in pos.air.units or fleet.side_of(pos, unit) != frame.side:
        text = f"{unit!r} is no air unit of yours to fly now."
        yield Objection(rule(pos, "air movement"), text)
        return
    grounded = tuple(_grounding(pos, unit))
    if grounded:
        yield from grounded
        return
    found, facts = pos.air.units[unit], fleet.facts(pos, unit)
    where = pos.label(target)
    if mission not in MISSIONS:
        text = f"{mission.value.capitalize()} is flown in the interceptor movement step."
        yield Objection(rule(pos, "interceptor movement"), text)
        return
    if mission is Mission.ESCORT and not facts.fighter:
        yield Objection(rule(pos, "escort"), f"{facts.name} is no fighter and escorts nobody.")
    if found.mission == Mission.TRANSFER and mission is not Mission.TRANSFER:
        text = f"{facts.name} has transferred and flies no other mission."
        yield Objection(rule(pos, "transfer alone"), text)
    if found.mission == Mission.STAGING and mission in BASED:
        text = f"{facts.name} has staged and may fly another mission now, but no transfer."
        yield Objection(rule(pos, "staging"), text)
    if mission in BOMBING and not facts.bombing:
        text = f"{facts.name} has no tactical bombing strength."
        yield Objection(rule(pos, "bombing strength"), text)
    if target == found.at and mission in BASED:
        yield Objection(rule(pos, "air transfer"), f"{facts.name} is there already.")
    elif target not in spots(pos, frame.side, mission):
        yield _misplaced(pos, frame.side, mission, target)
    limit = fleet.reach(pos, unit, mission)
    far = fleet.distance(pos, unit, found.at, target)
    if far is None:
        text = f"{facts.name} cannot fly to {where} without leaving its operational area."
        yield Objection(rule(pos, "air area"), text)
    elif far > limit:
        topic = "air transfer" if mission is Mission.TRANSFER else "air range"
        text = f"{where} is {far} hexes away; {facts.name} flies {limit} for this."
        yield Objection(rule(pos, topic), text)


def _misplaced(pos: Position, side: str, mission: Mission, target: Location) -> Objection:
    where = pos.label(target)
    if mission in BASED:
        return Objection(rule(pos, "air bases"), f"You own no airbase in {where}.")
    if mission is Mission.ESCORT:
        text = f"None of your air units flies another mission to {where}."
        return Objection(rule(pos, "escort"), text)
    if mission is Mission.GROUND_SUPPORT:
        text = f"Your units can attack no enemies in {where}."
        return Objection(rule(pos, "ground support mission"), text)
    text = f"None of your units can come to defend {where}."
    return Objection(rule(pos, "defensive support mission"), text)


# What a mission does


def fly(pos: Position, _frame: AirMoving, action: FlyMission, transition: Work) -> None:
    """Fly it, past enemy fighters on patrol: transfers and staging land at once, the others wait
    over their target.
    """
    base = pos.air.units[action.air_unit].at
    launch(pos, action, transition)
    patrol.meet(pos, action, base, transition)


def close(pos: Position, frame: AirMoving, _action: EndPhase, transition: Work) -> None:
    """The step is over: the enemy's fighters take off, air combat, the missions, and all go home
    but those that support battles (BF-16C).
    """
    enemy = other(frame.side)
    transition.state = transition.state.popped().pushed(
        AirReturn(frame.side, (Mission.ESCORT.value,)),
        AirReturn(enemy, (Mission.INTERCEPTION.value, Mission.SCRAMBLE.value)),
        MissionResolution(frame.side),
    )
    interception.open_step(pos, enemy, transition)


def resolve(pos: Position, frame: MissionResolution, transition: Work) -> None:
    """Antiaircraft fire at those over enemy units; who transfers has arrived (BF-16C.4, 22B1.1)."""
    units = {
        id_: replace(unit, mission="") if unit.mission in BASED else unit
        for id_, unit in pos.air.units.items()
    }
    transition.set(air=replace(pos.air, units=units))
    shots = [
        shot
        for unit in fleet.of_side(pos, frame.side)
        if (shot := antiaircraft.at_support(pos, unit)) is not None
    ]
    transition.state = transition.state.popped().pushed(*reversed(shots))


def idle(pos: Position, frame: AirMoving, transition: Work) -> bool:
    """Close a step in which no air unit can fly; False when the side must be asked."""
    mine = fleet.of_side(pos, frame.side)
    if available(pos, frame.side) or any(pos.air.units[unit].flown for unit in mine):
        return False
    close(pos, frame, EndPhase(), transition)
    return True


HANDLERS = (
    Handler(
        AirMoving,
        (Answer(FlyMission, objections, fly), Answer(EndPhase, no_objections, close)),
        question=question,
    ),
    Handler(MissionResolution, auto=resolve),
)
"""The handlers of the step and of what it has flown."""
