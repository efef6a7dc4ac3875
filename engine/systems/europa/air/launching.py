"""An air unit leaves its base: what keeps it on the ground, and what a mission uses up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.core.actions import Objection
from engine.systems.europa.air import fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.bombing import strengths, targets
from engine.systems.europa.air.fleet import BASED, CARRYING, rule
from engine.systems.europa.air.records import AirUnit, Mission
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

TOPICS: Mapping[Mission, str] = {
    Mission.TRANSFER: "air transfer",
    Mission.STAGING: "staging",
    Mission.GROUND_SUPPORT: "ground support mission",
    Mission.DEFENSIVE_SUPPORT: "defensive support mission",
    Mission.ESCORT: "escort",
    Mission.INTERCEPTION: "interception",
    Mission.SCRAMBLE: "scramble",
    **targets.TOPICS,
    Mission.TRANSPORT: "air transport",
    Mission.SHUTTLE: "air shuttle",
    Mission.AIR_DROP: "air drop",
}
"""The topic of each mission's rule."""


def available(pos: Position, side: str) -> tuple[str, ...]:
    """Air units of a side that could still initiate a mission in its air movement step."""
    return pos.once(("can fly", side), lambda: _available(pos, side))


def _available(pos: Position, side: str) -> tuple[str, ...]:
    units = pos.air.units
    return tuple(
        [
            unit
            for unit in fleet.led(pos, side)
            if not _flown(units[unit]) and next(grounding(pos, unit, moving=True), None) is None
        ]
    )


def _flown(unit: AirUnit) -> bool:
    """Whether an air unit has flown its mission, or all of several, in this air phase."""
    return unit.target is not None or (unit.flown and unit.mission not in BASED)


def grounding(pos: Position, unit: str, *, moving: bool = False) -> Iterator[Objection]:
    """What keeps an air unit from initiating any mission; ``moving``, in its side's air movement
    step, one that has transferred too (BF-16B1, 17A, 20.1).
    """
    found, facts = pos.air.units[unit], fleet.facts(pos, unit)
    if not fleet.in_play(pos, unit):
        yield Objection(rule(pos, "air bases"), f"{facts.name} is not in play.")
        return
    barred = pos.bars_flight(facts.nation)
    if barred is not None:
        yield barred
    if facts.glider:
        yield Objection(rule(pos, "gliders"), f"{facts.name} flies in tow of a transport alone.")
    if not found.operative:
        yield Objection(rule(pos, "air inoperative"), f"{facts.name} is inoperative.")
    if _flown(found):
        yield Objection(rule(pos, "one mission"), f"{facts.name} has flown in this air phase.")
    if found.mission != Mission.TRANSFER:
        if fleet.left(pos, found.at) == 0:
            place = pos.label(found.at)
            text = f"No more missions can be initiated from {place} in this air phase."
            yield Objection(rule(pos, "air capacity"), text)
    elif moving and seen(pos, unit):
        text = f"{facts.name} has landed within range of enemy fighters and goes no farther."
        yield Objection(rule(pos, "further transfer"), text)


def seen(pos: Position, unit: str) -> bool:
    """True where the base of an air unit lies within interception range of an enemy fighter: half
    its movement rating (BF-20D1.2, 20A.1).
    """
    here, side = pos.air.units[unit].at, fleet.side_of(pos, unit)
    if not side:
        return False
    enemy = other(side)
    return any(
        fleet.in_range(pos, fighter, pos.air.units[fighter].at, here, limit)
        for fighter, limit in pos.once(("on watch", enemy), lambda: _watch(pos, enemy))
    )


def _watch(pos: Position, side: str) -> list[tuple[str, int]]:
    """The operative fighters of a side on the ground, and how far they fly to intercept."""
    return [
        (unit, fleet.reach(pos, unit, Mission.INTERCEPTION))
        for unit in fleet.of_side(pos, side)
        if fleet.facts(pos, unit).fighter
        and pos.air.units[unit].operative
        and fleet.grounded(pos.air.units[unit])
    ]


def launch(pos: Position, action: FlyMission, transition: Work) -> None:
    """Have an air unit fly a mission, counted at the base where it is initiated (BF-17A, 20D)."""
    unit, target, mission = action.air_unit, action.target, action.mission
    before = replace(pos.air.units[unit], manner=action.manner)
    if mission in BASED:
        after = replace(before, at=target, mission=mission.value, flown=True)
    else:
        assert isinstance(target, Hex) or mission in CARRYING, "all other missions go to a hex"
        after = replace(before, mission=mission.value, target=target, flown=True)
        after = replace(after, across=action.across)
    used = dict(pos.air.used)
    if before.mission != Mission.TRANSFER:
        base = fleet.label(pos, before.at)
        used[base] = used.get(base, 0) + 1
    units: dict[str, AirUnit] = {**pos.air.units, unit: after}
    if after.tow:
        units[after.tow] = replace(units[after.tow], at=after.at)
    transition.set(air=replace(pos.air, units=units, used=used))
    topic = TOPICS[mission]
    if mission in targets.TOPICS:
        strategic = strengths.strategic(pos, unit, mission, night=action.manner.night)
        topic = targets.topic(mission, strategic=strategic)
    flown = f"{mission.value} {action.manner.value}".rstrip()
    transition.tell("mission flown", rule(pos, topic), air_unit=unit, mission=flown, at=target)
    pos.mission_begun(unit, mission.value, before.at, transition)
