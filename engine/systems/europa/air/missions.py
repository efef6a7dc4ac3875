"""The air movement step: the phasing player flies his air units on missions (BF-16C.1, 20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family, Pairs, nobody
from engine.core.state import Location
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet, landing
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.bombing import attacks, strengths, targets
from engine.systems.europa.air.bombing.records import Bombing
from engine.systems.europa.air.carrying import drop_plans, freight, loading, towing
from engine.systems.europa.air.carrying.actions import Load, LoadSupplies, Tow, Unload
from engine.systems.europa.air.carrying.records import Unloading
from engine.systems.europa.air.combat import antiaircraft, interception, patrol
from engine.systems.europa.air.fleet import BASED, BOMBING, CARRYING, PLACES, rule
from engine.systems.europa.air.launching import TOPICS, available, grounding, launch
from engine.systems.europa.air.records import (
    AirMoving,
    AirReturn,
    AirUnit,
    Manner,
    Mission,
    MissionResolution,
)
from engine.systems.europa.board.flights import Places, Reached
from engine.systems.europa.combat import combat_phase
from engine.systems.europa.production import abandoning, position_guns
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import NEUTRAL, Phase, other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex, distance

MISSIONS = (*BASED, *BOMBING, *CARRYING, Mission.ESCORT)
"""The missions of an air movement step."""
TITLES = {mission: (mission.value, mission.value.capitalize()) for mission in MISSIONS}
"""The name of the family of each mission, and what a menu calls it."""
FORWARD = 4
"""How many hexes ahead of its units a side may soon have to defend, after advances and
exploitation: so far a click on a hex offers defensive support.
"""
STRATEGIC_STRENGTH, TACTICAL_STRENGTH = "strategic bombing strength", "tactical bombing strength"
"""What bombs take, as topics."""
RETURNING = (Mission.ESCORT.value, *(mission.value for mission in (*PLACES, *CARRYING)))
"""Missions from which the phasing side's air units return in the same air phase (BF-16C.6)."""


class Flights(NamedTuple):
    """What an air unit may fly in one manner: the places that it reaches so."""

    unit: str
    manner: Manner
    goals: Reached


def open_phase(context: Context, transition: Work, side: str) -> None:
    """Begin a side's air phase: no missions have been flown in it yet (BF-17A)."""
    air = context.look(transition.state).air
    rested = air.with_each(lambda unit: replace(unit, flown=False) if unit.flown else unit)
    transition.set(air=replace(rested, used={}, patrolled=frozenset()))
    transition.state = transition.state.pushed(AirMoving(side))


AIR_AFTER = {Phase.MOVEMENT: Phase.AIR, Phase.SURPRISE_MOVEMENT: Phase.SURPRISE_AIR}
"""The air phases, and what they follow (BF-4A)."""
SUPPORTED = {Phase.COMBAT, Phase.SURPRISE_COMBAT}
"""The phases at whose end air units on ground support go home (BF-20F2b.2)."""


def flown(order: Iterable[tuple[Phase, str]]) -> Iterator[tuple[Phase, str]]:
    """The phases of a turn, each with its side, with those of the air (BF-4A.3)."""
    for phase, side in order:
        yield phase, side
        if phase in AIR_AFTER:
            yield AIR_AFTER[phase], side


def support_over(pos: Position, phase: Phase, side: str, transition: Work) -> bool:
    """Send air units home from ground support as a combat phase ends (BF-20F2b.2); False where
    there are none.
    """
    home = AirReturn(side, (Mission.GROUND_SUPPORT.value,))
    over = phase in SUPPORTED and bool(pos.air.units)
    if not over or not landing.due(pos, home.side, home.missions):
        return False
    transition.state = transition.state.pushed(home)
    return True


def question(pos: Position, frame: AirMoving) -> Question:
    """Which air unit flies what, and where to?"""
    ready = available(pos, frame.side)
    families = (
        *(_family(pos, frame, mission) for mission in fleet.flown(pos, MISSIONS)),
        *loading.families(pos, frame),
        *freight.families(pos, frame, loading.ready(pos, frame.side)),
        *drop_plans.families(pos, frame),
        *abandoning.families(pos, frame),
        *position_guns.families(pos, frame),
        Family("end phase", "End the air phase", lambda: (EndPhase(),), weight=3, closing=True),
    )
    prompt = f"Fly missions: {counted(len(ready), 'air unit')} can still fly."
    return Question(frame.side, prompt, families, rule(pos, "air movement"))


def _family(pos: Position, frame: AirMoving, mission: Mission) -> Family:
    return Family(
        *TITLES[mission],
        lambda: _offers(pos, frame, mission),
        of=nobody,
        draw=lambda stream: _draw(pos, frame, mission, stream),
        there=lambda place: _there(pos, frame, mission, place),
        plain=lambda: _boxed(pos, frame, mission),
        weight=2,
        sends=True,
    )


def manners(pos: Position, mission: Mission) -> tuple[Manner, ...]:
    """How a mission may be flown (BF-24B, 24E.4, FE-24F.3)."""
    return pos.shared(("manners", mission), (), lambda: _manners(pos, mission))


def _manners(pos: Position, mission: Mission) -> tuple[Manner, ...]:
    found = [Manner.PLAIN]
    extended = mission in (*BOMBING, *CARRYING, Mission.ESCORT)
    if mission is Mission.AIR_DROP:
        extended = fleet.charts_of(pos.context).airlift.far
    nightly = mission in (*BASED, *strengths.STRATEGIC, Mission.TRANSPORT, Mission.SHUTTLE)
    nightly = nightly and mission.value not in fleet.charts_of(pos.context).air.by_day
    if extended:
        found.append(Manner.EXTENDED)
    if nightly:
        found.append(Manner.NIGHT)
    if extended and nightly:
        found.append(Manner.EXTENDED_NIGHT)
    return tuple(found)


def _offers(
    pos: Position, frame: AirMoving, mission: Mission, named: tuple[Location, ...] | None = None
) -> Sequence[Action]:
    """Missions within range, to all the places where they make sense, or to those named."""
    flights = _flights(pos, frame, mission, named)
    if mission is not Mission.BRIDGE_BOMBING:
        return Pairs(
            flights,
            lambda flight: flight.goals,
            lambda flight, target: FlyMission(flight.unit, mission, target, flight.manner),
        )
    return [
        FlyMission(unit, mission, target, manner, across)
        for unit, manner, reached in flights
        for target in reached
        for across in targets.ends(pos, frame.side, mission, target)
    ]


def _boxed(pos: Position, frame: AirMoving, mission: Mission) -> Sequence[Action]:
    """Missions to holding boxes: air units are based there, and nothing else is done to them."""
    places = spots(pos, frame.side, mission) if mission in (*BASED, *CARRYING) else ()
    return _offers(pos, frame, mission, tuple(at for at in places if isinstance(at, str)))


def _flights(
    pos: Position, frame: AirMoving, mission: Mission, named: tuple[Location, ...] | None
) -> Iterator[Flights]:
    """The air units that could fly a mission, how, and the places that they reach so; at extended
    range only where the usual one does not reach.
    """
    places = spots(pos, frame.side, mission) if named is None else named
    own = _goals(pos, frame.side, mission) if named is None else Places(pos.context, places)
    for unit in available(pos, frame.side) if places else ():
        goals = own
        if not fleet.side_of(pos, unit):
            if mission is not Mission.TRANSFER:
                continue
            if named is None:
                goals = Places(pos.context, fleet.bases_of(pos, NEUTRAL))
        able = _able(pos, unit, mission)
        if not able:
            continue
        start = pos.air.units[unit].at
        usual = fleet.reached(pos, unit, start, fleet.reach(pos, unit, mission), goals)
        for manner in able:
            near = usual
            if manner.extended:
                limit = fleet.reach(pos, unit, mission, extended=True)
                near = fleet.reached(pos, unit, start, limit, goals).but(usual)
            if near:
                yield Flights(unit, manner, near)


def _goals(pos: Position, side: str, mission: Mission) -> Places:
    """The places where a mission makes sense."""
    places = spots(pos, side, mission)
    return pos.shared(("goals", side, mission), (places,), lambda: Places(pos.context, places))


def _there(pos: Position, frame: AirMoving, mission: Mission, place: Location) -> Iterator[Action]:
    """Missions to one place. Harassment of one's own land where no enemy is near is left out, and
    defensive support where none of one's units soon comes.
    """
    side, wanted = frame.side, True
    if mission is Mission.HARASSMENT and place in pos.owned(side):
        held = pos.held[other(side)]
        wanted = not held.isdisjoint((place, *place.neighbours()))
    elif mission is Mission.DEFENSIVE_SUPPORT:
        spots_ = (at for at in spots(pos, side, mission) if isinstance(at, Hex))
        wanted = isinstance(place, Hex) and any(distance(place, at) < FORWARD for at in spots_)
    if wanted:
        yield from _offers(pos, frame, mission, (place,))


def _able(pos: Position, unit: str, mission: Mission) -> tuple[Manner, ...]:
    """How an air unit can fly a mission, as far as that depends on what it is."""
    fighter = fleet.facts(pos, unit).fighter
    if pos.bars_mission(unit, mission.value) is not None:
        return ()
    if mission is Mission.ESCORT:
        return manners(pos, mission) if fighter else ()
    if mission in BASED:
        return manners(pos, mission)
    if mission in CARRYING:
        return manners(pos, mission) if pos.air.units[unit].laden else ()
    return tuple(
        manner
        for manner in manners(pos, mission)
        if strengths.printed(pos, unit, mission, night=manner.night)
        and not (fighter and manner.extended)
    )


def _draw(pos: Position, frame: AirMoving, mission: Mission, stream: Stream) -> Action | None:
    units, places = available(pos, frame.side), spots(pos, frame.side, mission)
    if not units or not places:
        return None
    unit, target = units[stream.below(len(units))], places[stream.below(len(places))]
    ways, ends = manners(pos, mission), targets.ends(pos, frame.side, mission, target)
    if not ends:
        return None
    way, across = ways[stream.below(len(ways))], ends[stream.below(len(ends))]
    limit = fleet.reach(pos, unit, mission, extended=way.extended)
    if not fleet.in_range(pos, unit, pos.air.units[unit].at, target, limit):
        return None
    return FlyMission(unit, mission, target, way, across)


def spots(pos: Position, side: str, mission: Mission) -> tuple[Location, ...]:
    """Where a side's air units may fly a mission to, as far as that depends on the place."""
    if mission in BASED:
        return fleet.landable(pos, side)
    if mission is Mission.GROUND_SUPPORT:
        return pos.once(("fought", side), lambda: tuple(sorted(_fought(pos, side))))
    if mission is Mission.ESCORT:
        return pos.once(("escorted", side), lambda: escorted(pos, side))
    if mission in targets.TOPICS:
        return targets.spots(pos, side, mission)
    if mission in CARRYING:
        return loading.spots(pos, side, mission)
    terms = (pos.held[side], pos.air.plans, pos.state.joined, pos.state.turn)
    return pos.shared(("defensible", side), terms, lambda: tuple(sorted(_defensible(pos, side))))


def _fought(pos: Position, side: str) -> frozenset[Hex]:
    """Hexes that a side's units may attack, or are to drop into to fight there."""
    return drop_plans.fought(pos, side).union(combat_phase.targets(pos, side))


def _defensible(pos: Position, side: str) -> set[Location]:
    """Hexes with a side's units or units that are to drop there, or beside these: where lists offer
    defensive support (BF-20F2c.1).
    """
    fronts, drops = pos.context.fronts, drop_plans.due(pos, side).values()
    held = pos.held[side] | {plan.target for plan in drops}
    return {near for at in held for near in (at, *fronts[at])}


def escorted(pos: Position, side: str) -> tuple[Hex, ...]:
    """Target hexes of a side's air units on missions other than escort (BF-20C.1)."""
    units = pos.air.units
    return tuple(
        at
        for at, flying in fleet.flying(pos, side).items()
        if any(units[unit].mission != Mission.ESCORT for unit in flying)
    )


# What forbids a mission


def objections(pos: Position, frame: AirMoving, action: FlyMission) -> Iterator[Objection]:
    """What forbids a mission (BF-18, 20)."""
    unit, mission, target = action.air_unit, action.mission, action.target
    known = unit in pos.air.units
    if not known or pos.air_commander(fleet.facts(pos, unit).nation) != frame.side:
        text = f"{unit!r} is no air unit of yours to fly now."
        yield Objection(rule(pos, "air movement"), text)
        return
    if unit not in available(pos, frame.side):
        yield from grounding(pos, unit, moving=True)
        return
    found, facts = pos.air.units[unit], fleet.facts(pos, unit)
    if mission not in MISSIONS:
        text = f"{mission.value.capitalize()} is flown in the interceptor movement step."
        yield Objection(rule(pos, "interceptor movement"), text)
        return
    side = fleet.side_of(pos, unit)
    if not side and mission is not Mission.TRANSFER:
        text = f"{facts.name} is neutral: it transfers, and flies nothing else."
        yield Objection(rule(pos, "neutral flight"), text)
        return
    if not fleet.flown(pos, (mission,)):
        text = f"{mission.value.capitalize()} is no mission of this game."
        yield Objection(rule(pos, "air movement"), text)
        return
    for barred in (pos.bars_flight_to(unit, target), pos.bars_mission(unit, mission.value)):
        if barred is not None:
            yield barred
    if mission is Mission.ESCORT and not facts.fighter:
        yield Objection(rule(pos, "escort"), f"{facts.name} is no fighter and escorts nobody.")
    if found.mission == Mission.TRANSFER and mission is not Mission.TRANSFER:
        text = f"{facts.name} has transferred and flies no other mission."
        yield Objection(rule(pos, "transfer alone"), text)
    if found.mission == Mission.STAGING and mission in BASED:
        text = f"{facts.name} has staged and may fly another mission now, but no transfer."
        yield Objection(rule(pos, "staging"), text)
    yield from _unmannerly(pos, action)
    if mission in BOMBING and not strengths.printed(pos, unit, mission, night=action.manner.night):
        kind = STRATEGIC_STRENGTH if action.manner.night else TACTICAL_STRENGTH
        yield Objection(rule(pos, kind), f"{facts.name} has no {kind}.")
    if target == found.at and mission in BASED:
        yield Objection(rule(pos, TOPICS[mission]), f"{facts.name} is there already.")
    elif mission in targets.TOPICS:
        if not targets.allowed(pos, frame.side, mission, target, action.across):
            yield targets.misplaced(pos, mission, target)
    elif mission is Mission.AIR_DROP:
        if not loading.takes(pos, unit, target):
            yield loading.misplaced(pos, mission, target)
    elif mission in CARRYING and target not in spots(pos, frame.side, mission):
        yield loading.misplaced(pos, mission, target)
    elif not _in_place(pos, side, mission, target):
        yield _misplaced(pos, frame.side, mission, target)
    if mission in CARRYING:
        yield from loading.objections(pos, action)
        yield from freight.flight_objections(pos, action)
        if target == found.at:
            yield Objection(rule(pos, TOPICS[mission]), f"{facts.name} is there already.")
    limit = fleet.reach(pos, unit, mission, extended=action.manner.extended)
    far = fleet.distance(pos, unit, found.at, target)
    if far is None:
        text = (
            f"{facts.name} cannot fly to {pos.label(target)} without leaving its operational area."
        )
        yield Objection(rule(pos, "air area"), text)
    elif far > limit:
        topic = "air transfer" if mission is Mission.TRANSFER else "air range"
        away = f"{pos.label(target)} is {counted(far, 'hex', 'hexes')} away"
        text = f"{away}; {facts.name} flies {limit} for this."
        yield Objection(rule(pos, topic), text)


def _unmannerly(pos: Position, action: FlyMission) -> Iterator[Objection]:
    """What forbids to fly a mission at extended range or by night (BF-24B, 24E)."""
    facts, manner = fleet.facts(pos, action.air_unit), action.manner
    found = pos.air.units[action.air_unit]
    if manner.night and Manner.NIGHT not in manners(pos, action.mission):
        text = f"{action.mission.value.capitalize()} is not flown by night."
        yield Objection(rule(pos, "night missions"), text)
    if found.mission in BASED and found.night != manner.night:
        when = "night" if found.night else "day"
        text = f"{facts.name} has flown by {when} in this air phase and goes on by {when}."
        yield Objection(rule(pos, "night and day"), text)
    if not manner.extended:
        return
    if Manner.EXTENDED not in manners(pos, action.mission):
        text = f"{action.mission.value.capitalize()} is not flown at extended range."
        dropping = action.mission is Mission.AIR_DROP
        yield Objection(rule(pos, "extended load" if dropping else "extended bombing"), text)
    elif facts.fighter and action.mission in BOMBING:
        text = f"{facts.name} is a fighter and bombs within its usual range alone."
        yield Objection(rule(pos, "extended bombing"), text)


def _in_place(pos: Position, side: str, mission: Mission, target: Location) -> bool:
    """Whether a mission may be flown to a place. Units may come to defend any land hex, by marches
    and advances that nobody foresees (BF-20F2c.1).
    """
    if mission is Mission.DEFENSIVE_SUPPORT:
        return target in pos.context.land
    return target in spots(pos, side, mission)


def _misplaced(pos: Position, side: str, mission: Mission, target: Location) -> Objection:
    where = pos.label(target)
    if mission in BASED:
        return Objection(rule(pos, "air bases"), f"You own no airbase in {where}.")
    if mission is Mission.ESCORT:
        text = f"None of your air units flies another mission to {where}."
        return Objection(rule(pos, "escort"), text)
    if mission is Mission.GROUND_SUPPORT:
        text = f"Your units can attack no enemies in {where}, and none are to drop there."
        return Objection(rule(pos, "ground support mission"), text)
    text = f"No units can come to defend {where}."
    return Objection(rule(pos, "defensive support mission"), text)


# What a mission does


def fly(pos: Position, _frame: AirMoving, action: FlyMission, transition: Work) -> None:
    """Fly it, past enemy fighters on patrol: transfers and staging land at once, the others wait
    over their target.
    """
    base = pos.air.units[action.air_unit].at
    launch(pos, action, transition)
    if action.manner.night and action.mission is Mission.TRANSFER:
        landing.touch_down(pos, transition, action.air_unit)
    patrol.meet(pos, action, base, transition)


def close(pos: Position, frame: AirMoving, _action: EndPhase, transition: Work) -> None:
    """The step is over: the enemy's fighters take off, air combat, the missions, and all go home
    but those that support battles or harass (BF-16C).
    """
    enemy = other(frame.side)
    transition.state = transition.state.popped().pushed(
        AirReturn(frame.side, RETURNING),
        AirReturn(enemy, (Mission.INTERCEPTION.value, Mission.SCRAMBLE.value)),
        MissionResolution(frame.side),
    )
    interception.open_step(pos, enemy, transition)


def resolve(pos: Position, frame: MissionResolution, transition: Work) -> None:
    """Antiaircraft fire at those that bomb or carry, then bombs and cargo; who transfers has
    arrived, and what was loaded and not flown is unloaded (BF-16C.4, 20F.2, 22B1.1).
    """
    if attacks.name_targets(pos, frame.side, transition):
        return
    transition.set(air=pos.air.with_each(_settled))
    shots = [
        shot
        for unit in fleet.of_side(pos, frame.side)
        if (shot := antiaircraft.at_mission(pos, unit)) is not None
    ]
    after = (Unloading(frame.side), Bombing(frame.side))
    transition.state = transition.state.popped().pushed(*after, *reversed(shots))


def _settled(unit: AirUnit) -> AirUnit:
    """An air unit as missions are resolved: who has transferred or staged is on its base."""
    if unit.mission in BASED:
        unit = replace(unit, mission="", manner=Manner.PLAIN)
    if unit.target is not None:
        return unit
    unit = unit.loaded(())
    return replace(unit, tow="") if unit.tow else unit


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
        (
            Answer(FlyMission, objections, fly),
            Answer(Load, loading.load_objections, loading.load),
            Answer(LoadSupplies, loading.supply_objections, loading.load_supplies),
            Answer(Tow, towing.objections, towing.hitch),
            freight.ANSWER,
            Answer(Unload, loading.unload_objections, loading.unload),
            drop_plans.CANCEL,
            *abandoning.ANSWERS,
            *position_guns.ANSWERS,
            Answer(EndPhase, no_objections, close),
        ),
        question=question,
    ),
    Handler(MissionResolution, auto=resolve),
)
"""The handlers of the step and of what it has flown."""
