"""The first winter: attacks of the Axis, and how well both sides are equipped for it (FE-29D1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.core.view.display import Modifier
from engine.systems.europa.state.constants import AXIS
from maps.hexgrid import Hex
from oob.model import UnitId

if TYPE_CHECKING:
    from engine.systems.fire_in_the_east.state.position import EastPosition


def first_winter(pos: EastPosition, at: Hex) -> bool:
    """Whether the first winter reigns in a hex: a snow turn late enough, in a zone that has it
    everywhere or in the land that has it (FE-29D1.1).
    """
    chart = pos.context.charts.winter
    if pos.state.turn < chart.first or pos.weather_at(at) != chart.weather:
        return False
    zone = pos.zone_of(at)
    inside = pos.context.countries.get(at) == chart.land
    return zone in chart.zones or (zone in chart.inland and inside)


def winterized(pos: EastPosition, unit: UnitId) -> bool:
    """Whether a unit is equipped for winter (FE-29D1b.3)."""
    chart, found = pos.context.charts.winter, pos.context.units[unit]
    equipped = not found.traits.isdisjoint(chart.traits)
    return equipped or found.nation in chart.nations or pos.facts(unit).mountain


def level(pos: EastPosition, units: Iterable[UnitId]) -> int:
    """The winterization level of a force by its REs, 0 the lowest (FE-29D1b.2)."""
    chart, halves, equipped = pos.context.charts.winter, 0, 0
    for unit in units:
        size = pos.facts(unit).halves
        halves += size
        equipped += size if winterized(pos, unit) else 0
    if not halves:
        return 0
    return sum(equipped * band.bottom >= halves * band.top for band in chart.bands)


def modifiers(
    pos: EastPosition, target: Hex, attackers: tuple[UnitId, ...], defenders: tuple[UnitId, ...]
) -> Iterator[Modifier]:
    """What the first winter adds to the die of an attack (FE-29D1a.1, 29D1b.1)."""
    if not attackers or not first_winter(pos, target):
        return
    chart = pos.context.charts.winter
    spared = all(pos.nation(unit) in chart.spared for unit in attackers)
    if pos.side(attackers[0]) == AXIS and not spared:
        yield Modifier("First winter", chart.axis, "FE-29D1a.1", str(chart.provenance))
    if pos.context.city_rank(target):
        return
    found = chart.table[level(pos, attackers)][level(pos, defenders)]
    if found:
        yield Modifier("Winterization", found, "FE-29D1b.1", str(chart.provenance))
