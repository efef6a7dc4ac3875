"""The first winter: attacks of the Axis, and how well both sides are equipped for it (FE-29D1);
which rivers and lakes are frozen, by the weather alone, or by the option that lets them freeze and
thaw by and by (FE-29D2.1, 39F1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from engine.core.view.display import Modifier
from engine.systems.europa.board.board import CITY_RANK
from engine.systems.europa.board.weather import weather_of
from engine.systems.europa.state.constants import AXIS
from engine.systems.europa.state.position import Position
from engine.systems.fire_in_the_east.own_charts import WinterChart
from maps.hexgrid import Hex
from oob.model import UnitId

if TYPE_CHECKING:
    from engine.systems.fire_in_the_east.state.context import EastContext
    from engine.systems.fire_in_the_east.state.skies import SkyPosition


def first_winter(chart: WinterChart, pos: Position, at: Hex) -> bool:
    """Whether the first winter reigns in a hex: a snow turn late enough, in a zone that has it
    everywhere or in the land that has it (FE-29D1.1).
    """
    if pos.state.turn < chart.first or pos.weather_at(at) != chart.weather:
        return False
    zone = pos.zone_of(at)
    inside = pos.country_of(at) == chart.land
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


class Waters(NamedTuple):
    """Weather zones by what has become of their rivers and lakes."""

    frozen: frozenset[str]
    freezing: frozenset[str]


def gradual(context: EastContext) -> bool:
    """Whether waters freeze and thaw by and by (FE-39F1.1)."""
    return context.option(context.charts.ice.option)


def frozen(pos: SkyPosition) -> frozenset[str]:
    """The zones whose rivers are frozen (FE-29D2.1, 39F1.2)."""
    if gradual(pos.context):
        return pos.state.frozen
    chart = pos.context.charts.ice
    return frozenset(zone for zone in chart.zones if weather_of(pos, zone) == chart.weather)


def frozen_lakes(pos: SkyPosition) -> frozenset[str]:
    """The zones whose lakes are frozen: not all that have frozen rivers, but by the option
    (FE-29D2.2, 39F1.2).
    """
    found = frozen(pos)
    return found if gradual(pos.context) else found.intersection(pos.context.charts.ice.lakes)


def freezing(pos: SkyPosition) -> frozenset[str]:
    """The zones whose waters freeze in this turn: ice to flotillas, open water to all others
    (FE-39F1.1).
    """
    return pos.state.freezing


def waters_after(pos: SkyPosition, skies: Mapping[str, str]) -> Waters:
    """The waters of zones as their weather changes to ``skies`` with a new turn (FE-39F1).

    They freeze as snow comes, and in the second turn of frost; what froze stays so while it is
    cold.
    """
    chart, state = pos.context.charts.ice, pos.state
    had = state.frozen | state.freezing
    stays = frozenset(zone for zone in had if skies.get(zone, weather_of(pos, zone)) in chart.cold)
    new = frozenset(
        zone
        for zone, kind in skies.items()
        if zone not in had and kind in chart.cold
        if kind == chart.weather or kind == weather_of(pos, zone)
    )
    return Waters(stays - new, new)


def ice_laid(context: EastContext, weather: Mapping[str, str]) -> frozenset[str]:
    """The zones that are frozen in a position laid out by hand: those with snow."""
    if not gradual(context):
        return frozenset()
    return frozenset(z for z, kind in weather.items() if kind == context.charts.ice.weather)
