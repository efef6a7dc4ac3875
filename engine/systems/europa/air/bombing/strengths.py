"""How strong air units bomb: tactical and strategic strengths, extended range, night, weather, and
the bombing table (BF-20F, 24A to 24E).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from engine.core.chance import ChanceNode
from engine.core.wording import per_cent
from engine.systems.europa.air import fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.records import AirUnit, Mission
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

PLANTS = (Mission.FACTORY_BOMBING, Mission.CITY_BOMBING, Mission.YARD_BOMBING)
"""Missions that are flown with strategic strengths alone (FE-20F1)."""
STRATEGIC = (Mission.PORT_BOMBING, Mission.TERROR_BOMBING, *PLANTS)
"""Missions that are flown with strategic strengths too (BF-20F1)."""


def printed(pos: Position, unit: str, mission: str, *, night: bool = False) -> int:
    """The bombing strength that an air unit has for a mission as printed: at night the strategic
    one alone, and by day the larger where both serve (BF-20F1.1, 20F2.1, 24E.4). A fighter has
    more against airbases (BF-20F2a.2).
    """
    facts, chart = fleet.facts(pos, unit), fleet.charts_of(pos.context).bombing
    if mission in STRATEGIC:
        return (
            facts.strategic if night or mission in PLANTS else max(facts.bombing, facts.strategic)
        )
    raid = Mission.AIRBASE_BOMBING if chart.strikes else Mission.AIR_UNIT_BOMBING
    if mission == raid and facts.fighter:
        return facts.bombing + chart.fighters_at_bases
    if mission == Mission.HARASSMENT and facts.model.type in chart.harassers.types:
        return facts.bombing * chart.harassers.times
    return facts.bombing


def strategic(pos: Position, unit: str, mission: str, *, night: bool) -> bool:
    """Whether an air unit flies a mission with its strategic strength."""
    facts = fleet.facts(pos, unit)
    return mission in STRATEGIC and (night or mission in PLANTS or facts.strategic > facts.bombing)


def share(pos: Position, unit: str, at: Hex, flying: AirUnit) -> Fraction:
    """The part of its printed strength with which an air unit that flies so bombs a hex: less at
    extended range, in poor weather, and at night when it is no night air unit (BF-20F.7, 24B.1,
    24E.6).
    """
    charts = fleet.charts_of(pos.context)
    divisor = charts.bombing.extended if flying.extended else 1
    halving = charts.air.halving
    if (pos.weather_at(at) in halving) if halving else pos.poor_at(at):
        divisor *= charts.air.poor
    if flying.night and not fleet.facts(pos, unit).night:
        divisor *= charts.bombing.night
    return Fraction(1, divisor)


def strength(pos: Position, unit: str, at: Hex) -> Fraction:
    """The bombing strength of an air unit on its mission over a hex."""
    flying = pos.air.units[unit]
    return printed(pos, unit, flying.mission, night=flying.night) * share(pos, unit, at, flying)


def planned(pos: Position, action: FlyMission) -> Fraction:
    """The bombing strength that an air unit would have on a mission."""
    unit, at, night = action.air_unit, action.target, action.manner.night
    if not isinstance(at, Hex):
        return Fraction(0)
    flying = replace(pos.air.units[unit], manner=action.manner)
    return printed(pos, unit, action.mission, night=night) * share(pos, unit, at, flying)


def together(pos: Position, units: Iterable[str], at: Hex) -> Fraction:
    """The bombing strength of an attack (BF-20F.3)."""
    return sum((strength(pos, unit, at) for unit in units), Fraction(0))


AT_SEA = (Mission.INTERDICTION_BOMBING.value, Mission.NAVAL_PATROL.value)
"""Missions that bomb ships."""


def modifier(pos: Position, units: Iterable[str], mission: str = "") -> int:
    """What is added to the die: for dive bombers, while all are, and for anti-shipping aircraft at
    sea, while all are (BF-24D, 24F).
    """
    chart = fleet.charts_of(pos.context).bombing
    flying = tuple(units)
    types = {fleet.facts(pos, unit).model.type for unit in flying}
    found = chart.dive.value if types and types.issubset(chart.dive.types) else 0
    at_sea = all((mission or pos.air.units[unit].mission) in AT_SEA for unit in flying)
    if flying and at_sea and all(fleet.facts(pos, unit).anti_shipping for unit in flying):
        found += chart.anti_shipping
    return found


def needed(pos: Position, units: tuple[str, ...], at: Hex) -> int | None:
    """The lowest modified roll that hits; None for an attack too weak to hit at all (BF-20F.4,
    20F.5).
    """
    return _needed(pos, together(pos, units, at))


def _needed(pos: Position, points: Fraction) -> int | None:
    row = fleet.charts_of(pos.context).bombing.row(points)
    return None if row is None else row.roll


def hits(pos: Position, units: tuple[str, ...], at: Hex, face: int) -> bool:
    """Whether an attack hits when a die shows a face (BF-20F.6)."""
    return face in hitting(pos, units, at)


def hitting(pos: Position, units: tuple[str, ...], at: Hex) -> tuple[int, ...]:
    """The faces of the die with which an attack hits."""
    least = needed(pos, units, at)
    if least is None:
        return ()
    added = modifier(pos, units)
    faces = range(1, pos.context.charts.dice.faces + 1)
    return tuple([face for face in faces if face + added >= least])


def chance(pos: Position, units: tuple[str, ...], at: Hex) -> float:
    """The chance that an attack hits."""
    return _chance(pos, together(pos, units, at), modifier(pos, units))


def prospects(pos: Position, group: tuple[str, ...], left: tuple[str, ...], at: Hex) -> str:
    """Who bombs and how likely they hit: the group that is formed, all who are left without one."""
    who = f"{len(group)} together" if group else "all together, or choose who"
    return f"{who}, {odds(pos, group or left, at)}"


def odds(pos: Position, units: tuple[str, ...], at: Hex) -> str:
    """How likely an attack hits, in words."""
    return f"{per_cent(chance(pos, units, at))} to hit"


def die(pos: Position, units: tuple[str, ...], at: Hex, reason: str, cited: str) -> ChanceNode:
    """The die of a bombing attack, and which of its faces hit (BF-20F.6)."""
    faces, hit = pos.context.charts.dice.faces, hitting(pos, units, at)
    meanings = ("hit" if face in hit else "miss" for face in range(1, faces + 1))
    return ChanceNode(faces, reason, cited, tuple(meanings))


def chance_of(pos: Position, *actions: FlyMission) -> float:
    """The chance that air units on a mission would hit together, if all came through."""
    units = tuple(action.air_unit for action in actions)
    points = sum((planned(pos, action) for action in actions), Fraction(0))
    return _chance(pos, points, modifier(pos, units, actions[0].mission.value))


def _chance(pos: Position, points: Fraction, added: int) -> float:
    least, faces = _needed(pos, points), pos.context.charts.dice.faces
    if least is None:
        return 0.0
    return sum(face + added >= least for face in range(1, faces + 1)) / faces
