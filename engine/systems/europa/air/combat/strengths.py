"""How strong air units are in air combat, and what their fire does (BF-21B3, 24A, 24G)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.charts import AirCombatModifier, BurdenedFighters
from engine.systems.europa.air.records import Mission
from engine.systems.europa.state.position import Position

RESULTS: Mapping[str, str] = {
    "-": fates.NOTHING,
    "R": fates.TURNED,
    "A": fates.ABORTED,
    "K": fates.ELIMINATED,
}
"""What the letters of the table mean (BF-21B2)."""


def attack(pos: Position, unit: str) -> int:
    """The air attack strength of an air unit as it flies (BF-24A.1, 24B.5)."""
    return _laden(pos, unit, fleet.facts(pos, unit).model.attack)


def defense(pos: Position, unit: str) -> int:
    """The air defense strength of an air unit as it flies, less for a glider in tow (BF-24A.1,
    24B.5, 24C.3).
    """
    whole, glider = _laden(pos, unit, fleet.facts(pos, unit).model.defense), pos.air.units[unit].tow
    return whole - fleet.facts(pos, glider).model.defense if glider else whole


def laden(pos: Position, unit: str) -> bool:
    """True for a fighter on a bombing mission (BF-24A.2)."""
    return fleet.facts(pos, unit).fighter and pos.air.units[unit].mission in fleet.BOMBING


def _laden(pos: Position, unit: str, strength: int) -> int:
    chart, found = fleet.charts_of(pos.context).air_combat, pos.air.units[unit]
    type_ = fleet.facts(pos, unit).model.type
    if found.mission in fleet.BOMBING:
        return _burdened(chart.bombing, type_, strength)
    if found.mission == Mission.ESCORT and found.extended:
        return _burdened(chart.escorts, type_, strength)
    return strength


def _burdened(burden: BurdenedFighters, type_: str, strength: int) -> int:
    """A strength under a burden that some types bear (BF-24A, 24B.5)."""
    if type_ not in burden.types:
        return strength
    return min(strength, max(burden.least, strength - burden.less))


def differential(pos: Position, unit: str, against: str) -> int:
    """The firing unit's attack minus the other's defense (BF-21B3.1)."""
    return attack(pos, unit) - defense(pos, against)


def modifier(pos: Position, unit: str, against: str) -> int:
    """What is added to the dice for the types of the two, and for their pilots (BF-21B3.3, 24G,
    FE-24C.1).
    """
    firing, at = fleet.facts(pos, unit), fleet.facts(pos, against)
    rows = fleet.charts_of(pos.context).air_combat.modifiers
    return sum(row.value for row in rows if _holds(row, firing, at))


def _holds(row: AirCombatModifier, firing: fleet.AirFacts, at: fleet.AirFacts) -> bool:
    types = firing.model.type in row.firing and at.model.type in row.at
    nations = firing.nation in row.by and at.nation in row.against if row.by else True
    return types and nations and not (row.spared and row.spared in at.model.codes)


def result(pos: Position, unit: str, against: str, rolled: int) -> str:
    """What a total of two dice does to the one fired at (BF-21B3.2)."""
    chart = fleet.charts_of(pos.context).air_combat
    total = rolled + modifier(pos, unit, against)
    return RESULTS[chart.result(differential(pos, unit, against), total)]


def chances(pos: Position, unit: str, against: str) -> dict[str, float]:
    """The chance of each result of a shot, the worst first."""
    return fates.chances(pos, partial(result, pos, unit, against))


def patrol_roll(pos: Position, unit: str, against: str) -> int:
    """The lowest roll with which a patrol attack turns an air unit back (BF-19.3 to 19.5)."""
    chart = fleet.charts_of(pos.context).patrol
    return chart.roll(attack(pos, unit), defense(pos, against))


def patrol_chance(pos: Position, unit: str, against: str) -> float:
    """The chance that a patrol attack turns an air unit back."""
    faces = pos.context.charts.dice.faces
    return (faces + 1 - patrol_roll(pos, unit, against)) / faces
