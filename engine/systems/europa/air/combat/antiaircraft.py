"""Antiaircraft fire: the guns in a hex, and two dice for each air unit they fire at (BF-22)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.core.wording import counted
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.charts import CityGunRow, FlakModifier
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.records import FlakRoll, Mission
from engine.systems.europa.board import bases
from engine.systems.europa.board.board import CITY_RANK, MAJOR
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import HALF, SHIFTED, Ability, other
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.units import Facts
from maps.hexgrid import Hex
from oob.model import UnitId

GUNS = frozenset({Ability.ANTIAIRCRAFT, Ability.HEAVY_ANTIAIRCRAFT})


def of_unit(pos: Position, unit: UnitId) -> int:
    """The antiaircraft strength of a unit: its printed one, or that of the mobile divisions and
    headquarters of a side (BF-22A1.1, 22A1.2, 22A2.1). Position guns that have moved in the player
    turn do not fire in it (BF-22A3.6).
    """
    facts, chart = pos.facts(unit), fleet.charts_of(pos.context).flak
    if facts.points:
        moved = SHIFTED in pos.piece(unit).marks and pos.side(unit) == pos.state.active
        return 0 if moved else facts.points
    if facts.abilities & GUNS:
        return next((row.strength for row in chart.guns if row.id == facts.body), 0)
    if chart.bearers:
        return chart.divisions if facts.mobile and _bears(pos, unit, facts) else 0
    armed = facts.mobile and (facts.divisional or facts.headquarters)
    return chart.divisions if armed and pos.side(unit) == chart.armed else 0


def _bears(pos: Position, unit: UnitId, facts: Facts) -> bool:
    """Whether a unit is one of those with guns of their own (FE-22A1.1, 22A1.2, 22A1.4)."""
    what = "headquarters" if facts.headquarters else facts.body
    rows = fleet.charts_of(pos.context).flak.bearers
    return any(pos.nation(unit) in row.nations and what in row.bodies for row in rows)


def of_units(pos: Position, units: Iterable[UnitId]) -> int:
    """The antiaircraft strength of some units together, half of it where lack of supply halves it
    (FE-12D.3); a half point left over does not fire.
    """
    halves = 0
    for unit in units:
        guns = of_unit(pos, unit)
        lack = pos.hardship(unit) if guns else None
        halves += guns if lack is not None and lack.antiaircraft else guns * HALF
    return halves // HALF


def manned(pos: Position, at: Hex, side: str) -> int:
    """The strength of a side's position guns and antiaircraft units in a hex (FE-22B.3)."""
    units = (
        u for u in pos.friends(at, side) if pos.facts(u).points or pos.facts(u).abilities & GUNS
    )
    return of_units(pos, units) // pos.flak_divisor(side)


def of_place(pos: Position, at: Hex) -> int:
    """The antiaircraft strength that cities and airbases of some countries have by themselves
    (BF-22A1.3 to 22A1.6).
    """
    found = 0
    for row in fleet.charts_of(pos.context).flak.cities:
        ours = row.side or pos.state.joined.get(pos.context.holders.get(at, ""), "")
        if pos.context.countries.get(at) != row.country or pos.owner_of(at) != ours:
            continue
        if row.once and at in pos.state.captured:
            continue
        found += _of_city(pos, row, at)
    return found


def _of_city(pos: Position, row: CityGunRow, at: Hex) -> int:
    rank = pos.context.city_rank(at)
    if row.base:
        return row.base if rank and bases.full_capacity(pos, at) else 0
    if rank >= MAJOR:
        return row.major
    return {CITY_RANK["reference"]: row.reference, CITY_RANK["dot"]: row.dot}.get(rank, 0)


def strength(pos: Position, at: Hex, side: str) -> int:
    """All the antiaircraft strength of a side in a hex (BF-22B1.3)."""
    found = of_units(pos, pos.friends(at, side)) + pos.craft_flak(at, side)
    if pos.owner_of(at) == side:
        found += of_place(pos, at)
    return found // pos.flak_divisor(side)


def at_bridge(pos: Position, at: Hex, across: Hex, side: str) -> int:
    """The fire of a side at air units that bomb a bridge: from one of the two hexes, or half of
    both together, as the firing player would have it; half of both is never more than the stronger
    of them (BF-32C.5).
    """
    return max(strength(pos, at, side), strength(pos, across, side))


FIRED_AT = frozenset(mission.value for mission in (*fleet.BOMBING, *fleet.CARRYING)) - {
    Mission.DEFENSIVE_SUPPORT.value,
    Mission.NAVAL_PATROL.value,
}
"""Missions that meet antiaircraft fire in the mission resolution step (BF-22B1.1, 22B3.1)."""


def at_mission(pos: Position, unit: str) -> FlakRoll | None:
    """The fire at an air unit on a bombing or transport mission, from the hex it is over
    (BF-22B1.2); None where none is possible.
    """
    found = pos.air.units[unit]
    if found.mission not in FIRED_AT or not isinstance(found.target, Hex):
        return None
    if found.mission == Mission.INTERDICTION_BOMBING:
        guns = fleet.charts_of(pos.context).flak.warships
    elif found.mission == Mission.SHIP_BOMBING:
        guns = pos.quarry_flak(found.prey) if found.prey else 0
    elif found.across is not None:
        guns = at_bridge(pos, found.target, found.across, other(fleet.side_of(pos, unit)))
    else:
        guns = strength(pos, found.target, other(fleet.side_of(pos, unit)))
    return FlakRoll(unit, guns) if guns >= 1 else None


def modifiers(pos: Position, unit: str) -> tuple[FlakModifier, ...]:
    """What changes the dice at an air unit on its mission."""
    type_, found = fleet.facts(pos, unit).model.type, pos.air.units[unit]
    return tuple(
        row
        for row in fleet.charts_of(pos.context).flak.modifiers
        if (not row.types or type_ in row.types)
        and (not row.missions or found.mission in row.missions)
        and (found.night or not row.night)
    )


def modifier(pos: Position, unit: str) -> int:
    """What is added to the dice at an air unit."""
    return sum(row.value for row in modifiers(pos, unit))


def result(pos: Position, unit: str, guns: int, rolled: int) -> str:
    """What a total of two dice does to an air unit (BF-22B2.1 to 22B2.3)."""
    row = fleet.charts_of(pos.context).flak.row(guns)
    if row is None:
        return fates.NOTHING
    total = rolled + modifier(pos, unit)
    if total <= row.eliminates:
        return fates.ELIMINATED
    if total <= row.aborts:
        return fates.ABORTED
    return fates.TURNED if total <= row.turns_back else fates.NOTHING


def chances(pos: Position, unit: str, guns: int) -> dict[str, float]:
    """The chance of each result of the fire at an air unit, the worst first."""
    return fates.chances(pos, partial(result, pos, unit, guns))


def node(pos: Position, frame: FlakRoll) -> ChanceNode:
    """The first of two dice, or the second with what each face does."""
    guns = counted(frame.strength, "point")
    reason = f"antiaircraft fire of {guns} at {fleet.facts(pos, frame.air_unit).name}"
    does = partial(result, pos, frame.air_unit, frame.strength)
    return fates.two_dice(pos, frame.first, reason, rule(pos, "antiaircraft fire"), does)


def rolled(pos: Position, frame: FlakRoll, face: int, transition: Work) -> None:
    """After the second die the result holds at once (BF-22B2.3)."""
    if not frame.first:
        transition.state = transition.state.swapped(replace(frame, first=face))
        return
    transition.state = transition.state.popped()
    unit, total = frame.air_unit, frame.first + face
    found = result(pos, unit, frame.strength, total)
    transition.tell(
        "antiaircraft fire",
        rule(pos, "antiaircraft fire"),
        air_unit=unit,
        strength=frame.strength,
        total=total,
        modifier=f"{modifier(pos, unit):+d}",
        result=found,
    )
    fates.suffer(pos, transition, unit, found)


HANDLERS = (Handler(FlakRoll, chance=node, rolled=rolled),)
"""The handler of the dice."""
