"""The first winter: attacks of the Axis, and how well both sides are equipped for it (FE-29D1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.view.display import Modifier
from engine.systems.europa.board.board import CITY_RANK
from engine.systems.europa.state.constants import AXIS
from engine.systems.europa.state.position import Position
from engine.systems.fire_in_the_east.own_charts import WinterChart
from maps.hexgrid import Hex
from oob.model import UnitId


def first_winter(chart: WinterChart, pos: Position, at: Hex) -> bool:
    """Whether the first winter reigns in a hex: a snow turn late enough, in a zone that has it
    everywhere or in the land that has it (FE-29D1.1).
    """
    if pos.state.turn < chart.first or pos.weather_at(at) != chart.weather:
        return False
    zone = pos.zone_of(at)
    inside = pos.context.countries.get(at) == chart.land
    return zone in chart.zones or (zone in chart.inland and inside)


def winterized(chart: WinterChart, pos: Position, unit: UnitId) -> bool:
    """Whether a unit is equipped for winter (FE-29D1b.3, 38D.1)."""
    found = pos.context.units[unit]
    named = not set(found.name.split()).isdisjoint(chart.elite)
    elite = named and found.nation == chart.elite_nation and pos.context.option(chart.elite_option)
    equipped = elite or not found.traits.isdisjoint(chart.traits)
    return equipped or found.nation in chart.nations or pos.facts(unit).mountain


def level(chart: WinterChart, pos: Position, units: Iterable[UnitId]) -> int:
    """The winterization level of a force by its REs, 0 the lowest (FE-29D1b.2)."""
    halves = equipped = 0
    for unit in units:
        size = pos.facts(unit).halves
        halves += size
        equipped += size if winterized(chart, pos, unit) else 0
    if not halves:
        return 0
    return sum(equipped * band.bottom >= halves * band.top for band in chart.bands)


def modifiers(
    chart: WinterChart,
    pos: Position,
    target: Hex,
    attackers: tuple[UnitId, ...],
    defenders: tuple[UnitId, ...],
) -> Iterator[Modifier]:
    """What the first winter adds to the die of an attack (FE-29D1a.1, 29D1b.1)."""
    if not attackers or not first_winter(chart, pos, target):
        return
    spared = all(pos.nation(unit) in chart.spared for unit in attackers)
    if pos.side(attackers[0]) == AXIS and not spared:
        yield Modifier("First winter", chart.axis, "FE-29D1a.1", str(chart.provenance))
    if pos.context.city_rank(target) >= CITY_RANK["reference"] or pos.fortress(target):
        return
    found = chart.table[level(chart, pos, attackers)][level(chart, pos, defenders)]
    if found:
        yield Modifier("Winterization", found, "FE-29D1b.1", str(chart.provenance))
