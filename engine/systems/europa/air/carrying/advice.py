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
from engine.systems.europa.air.records import TURNED_BACK, Mission
from engine.systems.europa.state.constants import HALF
from engine.systems.europa.state.position import Position
from engine.systems.europa.supply import supply_status
from maps.hexgrid import Hex, distance
from oob.model import UnitId

AIMS = 3
"""Places that are looked at for each unit."""
NEARER = 8
"""How many hexes nearer to the enemy a unit must come by air."""
FAR = 6
"""A base so far from the enemy is behind the front."""
BESIDE = 2
"""How far from a base units are that its supplies are meant for, in hexes."""
BASE = 2.0
"""What an enemy airbase is worth to an airborne unit, in combat factors."""
HARBOUR = 1.0
"""What an enemy port is worth to it: others follow by sea."""
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
    """Drops of units that stand with enough transports, each for the place that is worth most; for
    defended ones only as many as overcome it, or none. They come down beside defenders where fewer
    are lost than on them.
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
        worth: dict[tuple[Hex, Hex], float] = {}
        for at in {target for spot in near for target in (spot, *look.context.fronts[spot])}:
            value = _target(look, at)
            if value < LEAST:
                continue
            against = look.defence[look.enemy].get(at, 0.0)
            spot = _landing(look, at, near, coming) if against else at
            already = coming.get(spot, 0.0) if spot else 0.0
            enough = EDGE * against <= power + already and already < AMPLE * against
            wanted = enough if against else at not in coming
            if wanted and spot in near and _safe(look, spot):
                worth[at, spot] = value - against + (COMPANY if spot in coming else 0.0)
        for _, spot in sorted(worth, key=lambda pair: (-worth[pair], pair))[:AIMS]:
            yield PlanDrop(unit, spot)


def _landing(
    look: Outlook, at: Hex, near: frozenset[Hex], coming: Mapping[Hex, float]
) -> Hex | None:
    """Where units come down that are to take a defended place: where others do, then where fewest
    are lost and most places of worth are beside them. None where nowhere can be reached.
    """
    pos = look.pos

    def merit(spot: Hex) -> tuple[bool, float, float, Hex]:
        lost = dropping.chances(pos, look.side, spot).get(dropping.LOST, 0)
        beside = sum(_target(look, one) for one in look.context.fronts[spot])
        return spot not in coming, float(lost), -beside, spot

    open_to = [spot for spot in look.context.fronts[at] if not pos.enemies(spot, look.side)]
    return min((spot for spot in (at, *open_to) if spot in near), key=merit, default=None)


def drop(look: Outlook) -> Advice | None:
    """An air drop to plan, None where none promises anything."""
    for planned in plans(look) if look.pos.air.units else ():
        if look.allowed(planned):
            place = look.pos.label(planned.target)
            return Advice(planned, f"{place} or what lies beside it is worth having.")
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
    return look.prize(at) + base + (HARBOUR if at in pos.context.ports else 0.0)


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


def assaulted(look: Outlook, spot: Hex, units: list[UnitId]) -> Hex | None:
    """The defended place that units attack which drop into a hex: itself, else of those beside it
    the one that is worth most, of those they are strong enough for if there are any. None without
    any.
    """
    pos, against = look.pos, look.defence[look.enemy]
    if pos.enemies(spot, look.side):
        return spot
    power = sum(look.strength(unit, attacking=True) for unit in units)

    def merit(at: Hex) -> tuple[bool, float, Hex]:
        return EDGE * against.get(at, 0.0) > power, -_target(look, at), at

    held = [at for at in look.context.fronts[spot] if pos.enemies(at, look.side)]
    return min(held, key=merit, default=None)


def jumps(look: Outlook, ready: tuple[str, ...]) -> Iterator[Action]:
    """What carries out the drops that are due: loads, then flights."""
    pos = look.pos
    for unit, plan in drop_plans.due(pos, look.side).items():
        carriers = loading.carriers(pos, unit)
        size = pos.facts(unit).transport
        if sum(loading.dropped_room(pos, one) for one in carriers) >= size:
            yield from (FlyMission(one, Mission.AIR_DROP, plan.target) for one in carriers)
            continue
        here = pos.piece(unit).at
        free = [one for one in towing.gliders(pos, look.side) if pos.air.units[one].at == here]
        bare = [one for one in carriers if not pos.air.units[one].tow]
        yield from (Tow(one, glider) for one in bare for glider in free)
        mates = [
            one
            for one in loading.transports(pos, look.side)
            if one in ready and pos.air.units[one].at == here
        ]
        idle = [one for one in mates if not pos.air.units[one].laden]
        if sum(loading.dropped_room(pos, one) for one in (*carriers, *idle)) >= size:
            yield from (Load(unit, one) for one in idle)


def gathering(look: Outlook, ready: tuple[str, ...]) -> Iterator[FlyMission]:
    """Transfers of idle transports to the bases of airborne units that wait for a drop, to plan it
    in the next initial phase; the base that lacks least first.
    """
    pos, side = look.pos, look.side
    short: dict[Hex, int] = {}
    for unit in drop_plans.planners(pos, side):
        at = pos.piece(unit).at
        waits = not drop_plans.lands_by_glider(pos, unit) and look.duty(unit)
        if waits and isinstance(at, Hex) and fleet.is_base(pos, at, side):
            short[at] = short.get(at, 0) + pos.facts(unit).transport
    lift = int(loading.room(pos, Mission.AIR_DROP))
    carriers = loading.transports(pos, side) if short else ()
    for one in carriers:
        here = pos.air.units[one].at
        if isinstance(here, Hex) and here in short:
            short[here] -= lift
    for base in sorted((at for at in short if short[at] > 0), key=lambda at: (short[at], at)):
        for one in carriers:
            found = pos.air.units[one]
            spare = not isinstance(found.at, Hex) or short.get(found.at, -lift) <= -lift
            if one in ready and spare and not found.laden:
                yield FlyMission(one, Mission.TRANSFER, base)


def actions(look: Outlook, ready: tuple[str, ...]) -> Iterator[Action]:
    """What transports that can take off might do next, the most useful first: units go before their
    supplies.
    """
    pos, wants = look.pos, _hungry(look)
    for unit in loading.transports(pos, look.side):
        if unit not in ready:
            continue
        found = pos.air.units[unit]
        if found.laden and not found.tow:
            yield from (Tow(unit, glider) for glider in towing.gliders(pos, look.side))
        if found.supplies:
            yield from (FlyMission(unit, mission, at) for mission, at in wants)
        elif found.cargo:
            yield from (FlyMission(unit, Mission.SHUTTLE, at) for _, at in _forward(look, unit))
        else:
            yield from (Load(cargo, unit) for cargo in _idle(look, unit))
            if any(_within(pos, unit, mission, at) for mission, at in wants):
                yield LoadSupplies(unit)


def _hungry(look: Outlook) -> list[tuple[Mission, Hex]]:
    """Where more supplies are wanted than lie or are on their way there: on an airbase, or by a
    drop.
    """
    pos = look.pos
    found: list[tuple[Mission, Hex]] = []
    bases = frozenset(fleet.bases_of(pos, look.side))
    for at, halves in sorted(_needs(look, bases).items()):
        if halves > _lying(look, at):
            if at in bases:
                found.append((Mission.SHUTTLE, at))
            elif drop_plans.droppable(pos, at):
                found.append((Mission.AIR_DROP, at))
    return found


def _needs(look: Outlook, bases: frozenset[Location]) -> dict[Hex, int]:
    """Half regimental equivalents that no full source feeds, or that are flown where none does: by
    the airbase near them, else where they are.
    """
    pos, found = look.pos, dict[Hex, int]()
    near = sorted(at for at in bases if isinstance(at, Hex))
    unfed = supply_status.unfed_by(pos, look.side, supply_status.full(pos, look.side))
    where = [(unit, pos.piece(unit).at) for unit in unfed]
    for unit, carried in loading.aboard(pos).items():
        flown = (pos.air.units[one] for one in carried)
        goals = {one.target for one in flown if one.mission != TURNED_BACK}
        hungry = (goal for goal in goals if isinstance(goal, Hex))
        where += [(UnitId(unit), at) for at in hungry if not look.linked(UnitId(unit), at)]
    for unit, at in where:
        if not isinstance(at, Hex) or pos.side(unit) != look.side:
            continue
        close = (base for base in near if distance(base, at) <= BESIDE)
        place = min(close, key=lambda base: (distance(base, at), base), default=at)
        found[place] = found.get(place, 0) + pos.facts(unit).halves
    return found


def _lying(look: Outlook, at: Hex) -> int:
    """Half regimental equivalents that supplies feed that have come to a place or fly there."""
    pos, landed = look.pos, look.pos.state.deliveries.get(at)
    found = landed.amount * HALF if landed is not None and landed.side == look.side else 0
    for unit in loading.transports(pos, look.side):
        air = pos.air.units[unit]
        if air.supplies and air.target == at:
            found += int(loading.supplies(pos, air.mission) * towing.lifts(pos, unit) * HALF)
    return found


def _within(pos: Position, unit: str, mission: Mission, at: Location) -> bool:
    far = fleet.distance(pos, unit, pos.air.units[unit].at, at)
    return far is not None and far <= fleet.reach(pos, unit, mission)


def _forward(look: Outlook, unit: str) -> list[tuple[int, Hex]]:
    """The bases that a transport can fly to and that no enemy threatens, or that are worth it all
    the same, with their distance from the enemy, the nearest first.
    """
    pos, enemies = look.pos, look.pos.held[look.enemy]
    return sorted(
        (min(distance(at, enemy) for enemy in enemies), at)
        for at in fleet.bases_of(pos, look.side)
        if enemies and isinstance(at, Hex)
        if look.threat.get(at, 0.0) < 1.0 or look.airhead(at)
        if _within(pos, unit, Mission.SHUTTLE, at)
    )


def _idle(look: Outlook, unit: str) -> Iterator[UnitId]:
    """Light units far behind the front that a base nearer to it could use and hold, the strongest
    first.
    """
    pos, here = look.pos, look.pos.air.units[unit].at
    enemies = pos.held[look.enemy]
    if not isinstance(here, Hex) or not enemies:
        return
    far = min(distance(here, enemy) for enemy in enemies)
    goals = [at for near, at in _forward(look, unit) if near + NEARER <= far]
    if far < FAR or not goals:
        return
    mates = pos.friends(here, look.side)
    for mate in sorted(mates, key=lambda u: (-look.strength(u, attacking=True), u)):
        facts = pos.facts(mate)
        light = not facts.heavy and not facts.construction and not look.duty(mate)
        light = light and not loading.carriers(pos, mate)
        if light and any(pos.fits(at, (*_flown(pos, at), mate)) for at in goals):
            yield mate


def _flown(pos: Position, at: Hex) -> list[UnitId]:
    """The ground units that are on their way to a place by air."""
    coming = {one for air in pos.air.units.values() if air.target == at for one in air.cargo}
    return [UnitId(one) for one in sorted(coming)]


def at_bridges(look: Outlook, frame: AtBridges) -> Advice:
    """Try the first bridge: a failure costs nothing."""
    found = seizing.within_reach(look.pos, frame.unit)
    if not found:
        return Advice(LeaveBridges(frame.unit), "No bridge is left to be seized.")
    return Advice(TryBridge(frame.unit, found[0]), "A failure costs nothing.")


ADVISERS: Mapping[type[Frame], Adviser] = {AtBridges: at_bridges}
"""Who knows about the decisions of units that have come down."""
