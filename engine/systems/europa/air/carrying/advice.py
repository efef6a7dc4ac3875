"""The automatic player's transports: airborne units on airbases and places of worth, supplies for
who is cut off, light units to the front.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.actions import Action
from engine.core.rules_base import Adviser
from engine.core.state import Frame, Location
from engine.core.system import Advice
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.air import fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.carrying import drop_plans, dropping, loading, seizing, towing
from engine.systems.europa.air.carrying.actions import (
    LeaveBridges,
    Load,
    LoadSupplies,
    PlanDrop,
    Tow,
    TryBridge,
)
from engine.systems.europa.air.carrying.records import AtBridges
from engine.systems.europa.air.records import Mission
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex, distance
from oob.model import UnitId

AIMS = 3
"""Places that are looked at for each unit."""
NEARER = 8
"""How many hexes nearer to the enemy a unit must come by air."""
FAR = 6
"""A base so far from the enemy is behind the front."""


BASE = 2.0
"""What an enemy airbase is worth to an airborne unit, in combat factors."""
LEAST = 1.5
"""The least worth of a place that a drop is planned for."""
EDGE = 1.2
"""How many times the defence of a place the units must be that drop on it."""
AMPLE = 2.0
"""How many times the defence no more units drop on it: some come down lost or disrupted."""
COMPANY = 20.0
"""What it is worth to finish a drop that others begin."""
RISK = 0.5
"""The share of drops that may at most go wrong."""


def plans(look: Outlook) -> Iterator[PlanDrop]:
    """Drops of units that stand with enough transports, each on the place that is worth most; on
    defended ones only as many as overcome it, or none.
    """
    pos, side = look.pos, look.side
    free = _free(look)
    ready = [
        unit
        for unit in drop_plans.planners(pos, side)
        if not drop_plans.lands_by_glider(pos, unit)
        if free.get(pos.piece(unit).at, 0) >= pos.facts(unit).transport
    ]
    power = sum(look.strength(unit, attacking=True) for unit in ready)
    coming = _coming(look)
    for unit in sorted(ready, key=lambda u: (-look.strength(u, attacking=True), u)):
        near = drop_plans.in_reach(pos, side, unit).intersection(drop_plans.aims(pos, unit))
        worth = {}
        for at in near:
            value, against = _target(look, at), look.defence[look.enemy].get(at, 0.0)
            already = coming.get(at, 0.0)
            enough = EDGE * against <= power + already and already < AMPLE * against
            wanted = enough if against else at not in coming
            if wanted and value >= LEAST and _safe(look, at):
                worth[at] = value - against + (COMPANY if at in coming else 0.0)
        for at in sorted(worth, key=lambda at: (-worth[at], at))[:AIMS]:
            yield PlanDrop(unit, at)


def drop(look: Outlook) -> Advice | None:
    """An air drop to plan, None where none promises anything."""
    for planned in plans(look) if look.pos.air.units else ():
        if look.allowed(planned):
            return Advice(planned, f"{look.pos.label(planned.target)} is worth having.")
    return None


def _coming(look: Outlook) -> dict[Hex, float]:
    """The attack strength that is to be dropped on each place."""
    found: dict[Hex, float] = {}
    for unit, plan in look.pos.air.plans.items():
        if look.pos.side(unit) == look.side:
            power = look.strength(unit, attacking=True)
            found[plan.target] = found.get(plan.target, 0.0) + power
    return found


def _free(look: Outlook) -> dict[Location, int]:
    """Half regimental equivalents that the operative transports of each base could drop, besides
    what is planned from there.
    """
    pos, found = look.pos, dict[Location, int]()
    for unit in loading.transports(pos, look.side):
        air = pos.air.units[unit]
        if air.operative and fleet.grounded(air):
            found[air.at] = found.get(air.at, 0) + int(loading.room(pos, Mission.AIR_DROP))
    for unit in pos.air.plans:
        here = pos.piece(unit).at
        if here in found and pos.side(unit) == look.side:
            found[here] -= pos.facts(unit).transport
    return found


def _target(look: Outlook, at: Hex) -> float:
    """What an enemy place is worth to an airborne unit."""
    pos = look.pos
    if pos.owner_of(at) != look.enemy:
        return 0.0
    base = BASE if fleet.is_base(pos, at, look.enemy) else 0.0
    return look.prize(at) + base


def _safe(look: Outlook, at: Hex) -> bool:
    chances = dropping.chances(look.pos, look.side, at)
    return float(1 - chances.get(dropping.SAFE, 0)) <= RISK


def dropping_on(pos: Position, side: str) -> dict[Hex, list[UnitId]]:
    """The places where a side's drops of this turn come down, with the units that are on their way
    there; in order.
    """
    found: dict[Hex, list[UnitId]] = {}
    for unit, plan in sorted(drop_plans.due(pos, side).items()):
        if any(pos.air.units[one].target == plan.target for one in loading.carriers(pos, unit)):
            found.setdefault(plan.target, []).append(unit)
    return found


def jumps(look: Outlook, ready: tuple[str, ...]) -> Iterator[Action]:
    """What carries out the drops that are due: loads, then flights."""
    pos = look.pos
    for unit, plan in drop_plans.due(pos, look.side).items():
        carriers = loading.carriers(pos, unit)
        size = pos.facts(unit).transport
        if sum(loading.dropped_room(pos, one) for one in carriers) >= size:
            yield from (FlyMission(one, Mission.AIR_DROP, plan.target) for one in carriers)
            continue
        mates = [
            one
            for one in loading.transports(pos, look.side)
            if one in ready and pos.air.units[one].at == pos.piece(unit).at
        ]
        idle = [one for one in mates if not pos.air.units[one].laden]
        if sum(loading.dropped_room(pos, one) for one in (*carriers, *idle)) >= size:
            yield from (Load(unit, one) for one in idle)


def actions(look: Outlook, ready: tuple[str, ...]) -> Iterator[Action]:
    """What transports that can take off might do next, the most useful first."""
    pos = look.pos
    for unit in loading.transports(pos, look.side):
        if unit not in ready:
            continue
        found = pos.air.units[unit]
        if found.laden and not found.tow:
            yield from (Tow(unit, glider) for glider in towing.gliders(pos, look.side))
        if found.supplies:
            yield from (FlyMission(unit, mission, at) for mission, at in _hungry(look))
        elif found.cargo:
            yield from (FlyMission(unit, Mission.SHUTTLE, at) for _, at in _forward(look, unit))
        else:
            if any(_within(pos, unit, mission, at) for mission, at in _hungry(look)):
                yield LoadSupplies(unit)
            yield from (Load(cargo, unit) for cargo in _idle(look, unit))


def _hungry(look: Outlook) -> Iterator[tuple[Mission, Hex]]:
    """Where one's own units lack supply and no supplies lie: on an airbase, or by a drop."""
    pos = look.pos
    bases = set(fleet.bases_of(pos, look.side))
    for at, units in sorted(pos.standing.sides[look.side].items()):
        if at not in pos.state.deliveries and any(pos.out(unit) for unit in units):
            if at in bases:
                yield Mission.SHUTTLE, at
            elif drop_plans.droppable(pos, at):
                yield Mission.AIR_DROP, at


def _within(pos: Position, unit: str, mission: Mission, at: Location) -> bool:
    far = fleet.distance(pos, unit, pos.air.units[unit].at, at)
    return far is not None and far <= fleet.reach(pos, unit, mission)


def _forward(look: Outlook, unit: str) -> list[tuple[int, Hex]]:
    """The bases that a transport can fly to and that no enemy threatens, with their distance from
    the enemy, the nearest first.
    """
    pos, enemies = look.pos, look.pos.held[look.enemy]
    return sorted(
        (min(distance(at, enemy) for enemy in enemies), at)
        for at in fleet.bases_of(pos, look.side)
        if enemies and isinstance(at, Hex) and look.threat.get(at, 0.0) < 1.0
        if _within(pos, unit, Mission.SHUTTLE, at)
    )


def _idle(look: Outlook, unit: str) -> Iterator[UnitId]:
    """Light units far behind the front that a base nearer to it could use."""
    pos, here = look.pos, look.pos.air.units[unit].at
    enemies = pos.held[look.enemy]
    if not isinstance(here, Hex) or not enemies:
        return
    far = min(distance(here, enemy) for enemy in enemies)
    near = next(iter(_forward(look, unit)), (far, here))[0]
    if far < FAR or near + NEARER > far:
        return
    for mate in pos.friends(here, look.side):
        facts = pos.facts(mate)
        if not facts.heavy and not facts.construction and not look.duty(mate):
            yield mate


def at_bridges(look: Outlook, frame: AtBridges) -> Advice:
    """Try the first bridge: a failure costs nothing."""
    found = seizing.within_reach(look.pos, frame.unit)
    if not found:
        return Advice(LeaveBridges(frame.unit), "No bridge is left to be seized.")
    return Advice(TryBridge(frame.unit, found[0]), "A failure costs nothing.")


ADVISERS: Mapping[type[Frame], Adviser] = {AtBridges: at_bridges}
"""Who knows about the decisions of units that have come down."""
