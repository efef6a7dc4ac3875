"""The interceptor movement step: the other side's fighters intercept and scramble (BF-20A, 20B);
where a title says so night fighters intercept who flies by night too (FE-24F.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.combat.records import AirCombats, Intercepting
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.launching import grounding, launch
from engine.systems.europa.air.records import Manner, Mission
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

MISSIONS = (Mission.INTERCEPTION, Mission.SCRAMBLE)
"""The missions of an interceptor movement step."""


def open_step(pos: Position, side: str, transition: Work) -> None:
    """Open a side's interceptor movement step and the air combat after it; a side that can send
    nobody is not asked.
    """
    if any(offers(pos, side, mission) for mission in MISSIONS):
        after = tuple(AirCombats(side, night=night) for night in reversed(times(pos)))
        transition.state = transition.state.pushed(*after, Intercepting(side))


def times(pos: Position) -> tuple[bool, ...]:
    """When air units are intercepted: by day, and by night where night fighters do (FE-24F.3)."""
    return (False, True) if fleet.charts_of(pos.context).air.night_patrols else (False,)


def available(pos: Position, side: str) -> tuple[str, ...]:
    """The fighters of a side that can still take off."""
    return tuple(
        unit
        for unit in fleet.of_side(pos, side)
        if fleet.facts(pos, unit).fighter and next(grounding(pos, unit), None) is None
    )


def wakes(pos: Position, unit: str) -> tuple[Manner, ...]:
    """When a fighter intercepts: by day, and by night a night fighter where they do (FE-24F.3)."""
    night = fleet.facts(pos, unit).night and True in times(pos)
    return (Manner.PLAIN, Manner.NIGHT) if night else (Manner.PLAIN,)


def spots(pos: Position, unit: str, mission: Mission, *, night: bool = False) -> tuple[Hex, ...]:
    """Where a fighter may fly in the step, as far as that depends on the place: to enemy air units
    that fly when it does, or by day from an airbase that is their target to one that is not
    (BF-20A.2, 20B.1, 20B.3, FE-24F.2).
    """
    side = fleet.side_of(pos, unit)
    visited = fleet.flying(pos, other(side), night=night)
    if mission is Mission.INTERCEPTION:
        return tuple(sorted(visited))
    if pos.air.units[unit].at not in visited:
        return ()
    bases = fleet.bases_of(pos, side)
    return tuple(at for at in bases if isinstance(at, Hex) and at not in visited)


def offers(pos: Position, side: str, mission: Mission) -> tuple[FlyMission, ...]:
    """The flights of a mission that are open to a side."""
    return pos.once(("interceptions", side, mission), lambda: tuple(_offers(pos, side, mission)))


def _offers(pos: Position, side: str, mission: Mission) -> Iterator[FlyMission]:
    for unit in available(pos, side):
        if pos.bars_mission(unit, mission.value) is not None:
            continue
        limit = fleet.reach(pos, unit, mission)
        flown = wakes(pos, unit) if mission is Mission.INTERCEPTION else (Manner.PLAIN,)
        for manner in flown:
            for target in spots(pos, unit, mission, night=manner.night):
                action = FlyMission(unit, mission, target, manner)
                far = distance(pos, action)
                if far is not None and far <= limit:
                    yield action


def distance(pos: Position, action: FlyMission) -> int | None:
    """How far a fighter flies in the step: to enemies who bomb a bridge, as far as to the nearer of
    its ends (BF-32C.4).
    """
    unit, target, night = action.air_unit, action.target, action.manner.night
    start = pos.air.units[unit].at
    found = fleet.distance(pos, unit, start, target)
    if action.mission is not Mission.INTERCEPTION or not isinstance(target, Hex):
        return found
    enemies = fleet.flying(pos, other(fleet.side_of(pos, unit)), night=night)
    visitors = enemies.get(target, ())
    ends = {pos.air.units[one].across for one in visitors} - {None}
    ways = [fleet.distance(pos, unit, start, at) for at in ends if at is not None]
    return min((way for way in (found, *ways) if way is not None), default=None)


def question(pos: Position, frame: Intercepting) -> Question:
    """Which fighter flies where?"""
    families = (
        *(_family(pos, frame, mission) for mission in MISSIONS),
        Family("end phase", "End interceptor movement", _end, weight=3, closing=True),
    )
    flights = (one for mission in MISSIONS for one in offers(pos, frame.side, mission))
    count = len({one.air_unit for one in flights})
    prompt = f"Intercept: {counted(count, 'fighter')} can take off."
    if not count:
        prompt = "Nobody else can take off to intercept: end the step."
    return Question(frame.side, prompt, families, rule(pos, "interceptor movement"))


def _end() -> tuple[EndPhase, ...]:
    return (EndPhase(),)


def _family(pos: Position, frame: Intercepting, mission: Mission) -> Family:
    def draw(stream: Stream) -> Action | None:
        found = offers(pos, frame.side, mission)
        return found[stream.below(len(found))] if found else None

    return Family(
        mission.value,
        mission.value.capitalize(),
        lambda: offers(pos, frame.side, mission),
        draw=draw,
        weight=4,
    )


def objections(pos: Position, frame: Intercepting, action: FlyMission) -> Iterator[Objection]:
    """What forbids an interception or a scramble (BF-20A, 20B)."""
    unit, mission, target = action.air_unit, action.mission, action.target
    if unit not in pos.air.units or fleet.side_of(pos, unit) != frame.side:
        text = f"{unit!r} is no air unit of yours to fly now."
        yield Objection(rule(pos, "air movement"), text)
        return
    known, where = fleet.facts(pos, unit), pos.label(target)
    if mission not in MISSIONS:
        text = f"{mission.value.capitalize()} is flown in one's own air movement step."
        yield Objection(rule(pos, "interceptor movement"), text)
        return
    yield from grounding(pos, unit)
    barred = pos.bars_mission(unit, mission.value)
    if barred is not None:
        yield barred
    if not known.fighter:
        topic = "interceptor" if mission is Mission.INTERCEPTION else "scramble"
        yield Objection(rule(pos, topic), f"{known.name} is no fighter.")
    yield from _untimely(pos, action)
    if target not in spots(pos, unit, mission, night=action.manner.night):
        yield _misplaced(pos, unit, mission, where)
    limit, far = fleet.reach(pos, unit, mission), distance(pos, action)
    topic = "interception" if mission is Mission.INTERCEPTION else "scramble range"
    if far is None:
        text = f"{known.name} cannot fly to {where} without leaving its operational area."
        yield Objection(rule(pos, "air area"), text)
    elif far > limit:
        text = (
            f"{where} is {counted(far, 'hex', 'hexes')} away; {known.name} flies {limit} for this."
        )
        yield Objection(rule(pos, topic), text)


def _untimely(pos: Position, action: FlyMission) -> Iterator[Objection]:
    """Nothing is flown at extended range in the step, by night interceptions of night fighters
    alone (BF-24B, 24E.5, FE-24F.3).
    """
    name, manner = fleet.facts(pos, action.air_unit).name, action.manner
    if manner.extended:
        text = f"{action.mission.value.capitalize()} is not flown at extended range."
        yield Objection(rule(pos, "extended bombing"), text)
    elif manner.night and action.mission is Mission.SCRAMBLE:
        yield Objection(rule(pos, "night missions"), "Nobody scrambles by night.")
    elif manner not in wakes(pos, action.air_unit):
        text = f"{name} does not intercept by night: night fighters alone may do so."
        yield Objection(rule(pos, "night missions"), text)


def _misplaced(pos: Position, unit: str, mission: Mission, where: object) -> Objection:
    if mission is Mission.INTERCEPTION:
        text = f"No enemy air unit flies a mission to {where}."
        return Objection(rule(pos, "interception target"), text)
    enemy, at = other(fleet.side_of(pos, unit)), pos.air.units[unit].at
    if at not in fleet.flying(pos, enemy):
        text = f"{pos.label(at)} is the target of no enemy air unit."
        return Objection(rule(pos, "scramble"), text)
    text = f"{where} is no airbase of yours that enemy air units leave alone."
    return Objection(rule(pos, "scramble base"), text)


def fly(pos: Position, _frame: Intercepting, action: FlyMission, transition: Work) -> None:
    """Fly it; who meets the enemy beyond his range, at a bridge, flies home as far."""
    unit = action.air_unit
    far = fleet.distance(pos, unit, pos.air.units[unit].at, action.target)
    launch(pos, action, transition)
    if far is not None and far > fleet.reach(pos, unit, action.mission):
        fates.change(pos, transition, unit, replace(fates.current(pos, transition, unit), home=far))


def close(_pos: Position, _frame: Intercepting, _action: EndPhase, transition: Work) -> None:
    """The step is over; air combat follows."""
    transition.state = transition.state.popped()


HANDLERS = (
    Handler(
        Intercepting,
        (Answer(FlyMission, objections, fly), Answer(EndPhase, no_objections, close)),
        question=question,
    ),
)
"""The handler of the step."""
