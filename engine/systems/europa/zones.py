"""Where zones of control reach: over open hexsides, not into ground a unit may not enter (BF-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.mechanics.zoc import zone
from engine.systems.europa.movement import conditions, mobility_of
from engine.systems.europa.movement_charts import Mobility, WeakRow, ZoneKind, ZoneRow
from engine.systems.europa.words import NEUTRAL, Weather
from maps.hexgrid import Hex
from oob.model import UnitId

Strong = dict[Hex, list[UnitId]]
"""Units with zones of control, by hex."""

REMEMBERED = 12
"""How many zones are kept."""

if TYPE_CHECKING:
    from engine.systems.europa.position import Position


def reached(pos: Position, side: str, without: Hex | None = None) -> frozenset[Hex]:
    """The hexes that the zones of a side's units reach, those in one hex perhaps aside (BF-5)."""
    found: set[Hex] = set()
    for row in pos.table.charts.movement.zones:
        found |= _of_row(pos, row, _strong(pos, side, row, without))
    return frozenset(found) - closed(pos, side)


def unreduced(pos: Position, side: str, without: Hex | None = None) -> frozenset[Hex]:
    """The hexes that full zones of a side's units reach."""
    chart, turn = pos.table.charts.movement, pos.state.turn
    found: set[Hex] = set()
    for row in chart.zones:
        if row.kind is not ZoneKind.FULL:
            continue
        alike: dict[tuple[WeakRow, ...], Strong] = {}
        for at, units in _strong(pos, side, row, without).items():
            for unit in units:
                nation, out = pos.nation(unit), pos.turns_out(unit)
                weak = tuple(one for one in chart.weak if one.holds(nation, turn, out))
                alike.setdefault(weak, {}).setdefault(at, []).append(unit)
        for weak, strong in alike.items():
            found |= {
                at
                for at in _of_row(pos, row, strong)
                if not any(_within(pos, at, one.zones) for one in weak)
            }
    return frozenset(found) - closed(pos, side)


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


def _strong(pos: Position, side: str, row: ZoneRow, without: Hex | None) -> Strong:
    """The units that have a zone by a row of the chart, by hex."""
    found: Strong = {}
    for at, units in pos.standing.sides[side].items():
        if at != without:
            strong = [u for u in units if pos.facts(u).body in row.sizes and pos.exerts(u)]
            if strong:
                found[at] = strong
    return found


def _of_row(pos: Position, row: ZoneRow, strong: Strong) -> frozenset[Hex]:
    found = _around(pos, strong)
    return frozenset(at for at in found if _within(pos, at, row.zones)) if row.zones else found


def _within(pos: Position, at: Hex, zones: tuple[str, ...]) -> bool:
    """True in some weather zones, everywhere when none are named."""
    return not zones or pos.zone_of(at) in zones


def _around(pos: Position, strong: Strong) -> frozenset[Hex]:
    fronts = pos.table.fronts
    if Weather.WINTER not in pos.state.weather.values():
        return zone(strong, fronts)
    wheels = [at for at, units in strong.items() if all(_on_wheels(pos, unit) for unit in units)]
    found = set(zone(strong.keys() - wheels, fronts))
    under, tracks = conditions(pos), pos.table.tracks
    for at in wheels:
        found.update(near for near in fronts[at] if tracks.open_ground(under, at, near))
    return frozenset(found)


def _on_wheels(pos: Position, unit: UnitId) -> bool:
    return mobility_of(pos.facts(unit)) is Mobility.HEAVY
