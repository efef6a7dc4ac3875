"""The automatic player's transports: supplies for who is cut off, light units to the front."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action
from engine.core.state import Location
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.air import fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.carrying import loading, towing
from engine.systems.europa.air.carrying.actions import Load, LoadSupplies, Tow
from engine.systems.europa.air.records import Mission
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex, distance
from oob.model import UnitId

NEARER = 8
"""How many hexes nearer to the enemy a unit must come by air."""
FAR = 6
"""A base so far from the enemy is behind the front."""


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
            elif loading.droppable(pos, at):
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
