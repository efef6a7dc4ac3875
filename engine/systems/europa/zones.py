"""Where zones of control reach: over open hexsides, not into ground a unit may not enter (BF-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.mechanics.standing import Stacks
from engine.mechanics.zoc import zone
from engine.systems.europa.movement import conditions, mobility_of
from engine.systems.europa.movement_charts import Mobility
from engine.systems.europa.words import NEUTRAL, Weather
from maps.hexgrid import Hex
from oob.model import UnitId

REMEMBERED = 12
"""How many zones are kept."""

if TYPE_CHECKING:
    from engine.systems.europa.position import Position


def reached(pos: Position, side: str, without: Hex | None = None) -> frozenset[Hex]:
    """The hexes that the zones of a side's units reach, those in one hex perhaps aside (BF-5)."""
    stacks = pos.standing.sides[side]
    strong = [at for at, units in stacks.items() if at != without and any(map(pos.exerts, units))]
    return _around(pos, stacks, strong) - closed(pos, side)


def remembered(pos: Position, side: str) -> frozenset[Hex]:
    """The zones of a side, worked out once for all states with the same pieces, weather and
    neutrals.
    """
    weather, neutral = pos.state.weather, pos.owned(NEUTRAL)
    known = pos.table.zones_known
    for standing, of, under, among, found in known:
        if standing is pos.standing and of == side and under == weather and among == neutral:
            return found
    found = reached(pos, side)
    known.insert(0, (pos.standing, side, weather, neutral, found))
    del known[REMEMBERED:]
    return found


def closed(pos: Position, side: str) -> frozenset[Hex]:
    """Land hexes that no zone of a side reaches as long as the same nations are neutral."""
    known, key = pos.table.zoneless, (side, pos.owned(NEUTRAL))
    if key not in known:
        land = pos.table.land
        known[key] = frozenset(at for at in land if not pos.zone_reaches(side, at))
    return known[key]


def _around(pos: Position, stacks: Stacks, strong: list[Hex]) -> frozenset[Hex]:
    fronts = pos.table.fronts
    if Weather.WINTER not in pos.state.weather.values():
        return zone(strong, fronts)
    wheels = [at for at in strong if all(_on_wheels(pos, unit) for unit in stacks[at])]
    found = set(zone(frozenset(strong).difference(wheels), fronts))
    under, tracks = conditions(pos), pos.table.tracks
    for at in wheels:
        found.update(near for near in fronts[at] if tracks.open_ground(under, at, near))
    return frozenset(found)


def _on_wheels(pos: Position, unit: UnitId) -> bool:
    return not pos.exerts(unit) or mobility_of(pos.facts(unit)) is Mobility.HEAVY
