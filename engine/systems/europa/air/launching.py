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


def grounding(pos: Position, unit: str) -> Iterator[Objection]:
    """What keeps an air unit from initiating any mission (BF-16B1, 17A, 20.1)."""
    found, name = pos.air.units[unit], fleet.facts(pos, unit).name
    if not fleet.in_play(pos, unit):
        yield Objection(rule(pos, "air bases"), f"{name} is not in play.")
        return
    barred = pos.bars_flight(fleet.facts(pos, unit).nation)
    if barred is not None:
        yield barred
    if fleet.facts(pos, unit).glider:
        yield Objection(rule(pos, "gliders"), f"{name} flies in tow of a transport alone.")
    if not found.operative:
        yield Objection(rule(pos, "air inoperative"), f"{name} is inoperative.")
    if not fleet.grounded(found) or (found.flown and found.mission not in BASED):
        yield Objection(rule(pos, "one mission"), f"{name} has flown in this air phase.")
    if found.mission != Mission.TRANSFER and fleet.left(pos, found.at) == 0:
        place = pos.label(found.at)
        text = f"No more missions can be initiated from {place} in this air phase."
        yield Objection(rule(pos, "air capacity"), text)


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
