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

if TYPE_CHECKING:
    from engine.systems.europa.position import Position


def reached(pos: Position, side: str, without: Hex | None = None) -> frozenset[Hex]:
    """The hexes that the zones of a side's units reach, those in one hex perhaps aside (BF-5)."""
    stacks = pos.standing.sides[side]
    strong = [at for at, units in stacks.items() if at != without and any(map(pos.exerts, units))]
    return _around(pos, stacks, strong) - closed(pos, side)


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
    found = set(zone((at for at in strong if at not in wheels), fronts))
    under, tracks = conditions(pos), pos.table.tracks
    for at in wheels:
        found.update(near for near in fronts[at] if tracks.open_ground(under, at, near))
    return frozenset(found)


def _on_wheels(pos: Position, unit: UnitId) -> bool:
    return not pos.exerts(unit) or mobility_of(pos.facts(unit)) is Mobility.HEAVY
