"""What never changes in a game of Boot Camp besides what every Europa title has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.systems.boot_camp.air_and_sea.seaways import Seaways
from engine.systems.boot_camp.charts import Charts
from engine.systems.boot_camp.own_charts import NationRow
from engine.systems.europa.board import areas
from engine.systems.europa.state.constants import Ability
from engine.systems.europa.state.context import Context
from maps.hexgrid import Hex
from oob.model import UnitId

AIRBORNE = frozenset({Ability.PARACHUTE, Ability.AIR_LANDING, Ability.MOUNTAIN})
"""What units that drop are able to."""


class BootCampContext(Context):
    """The scenario laid out, with the sea, the capitals, the Metaxas Line and the cities that
    count.
    """

    charts: Charts

    @cached_property
    def sea_ways(self) -> Seaways:
        """Voyages."""
        return Seaways(self)

    @cached_property
    def capitals(self) -> Mapping[str, tuple[Hex, ...]]:
        """The capital hexes of nations that surrender with them (BC-24)."""
        return {
            row.id: tuple(map(self.hex_of, row.capital))
            for row in self.charts.nations.rows
            if row.capital
        }

    @cached_property
    def airborne(self) -> tuple[UnitId, ...]:
        """Units of the kinds of which some drop, of the nations that do, in order (BC-19E.2)."""
        able = self.of_nation(*self.charts.air_drops.nations)
        return tuple(
            unit for unit in able if self.facts(unit, self.units[unit].steps).abilities & AIRBORNE
        )

    @property
    def named_places(self) -> frozenset[str]:
        """The printed numbers of the capitals."""
        return frozenset(label for row in self.charts.nations.rows for label in row.capital)

    def nation_row(self, nation: str) -> NationRow:
        """What the chart says of a nation."""
        return self.charts.nations.row(nation)

    @cached_property
    def forbidden(self) -> Mapping[str, str]:
        """Countries the Allies may never enter or attack, with the rule (BC-24H.3)."""
        return {name: row.rule for row in self.charts.nations.rows for name in row.closed}

    @cached_property
    def metaxas(self) -> tuple[Hex, ...]:
        """The hexes of the Metaxas Line (BC-24A.3)."""
        return tuple(sorted(areas.area(self, self.charts.garrisons.line)))

    @cached_property
    def islands(self) -> frozenset[Hex]:
        """Greek islands: what is not Mainland Greece (BC-24A.2)."""
        return areas.area(self, "Greek islands")

    def cities_of(self, *names: str) -> tuple[Hex, ...]:
        """Hexes with cities of any kind in some areas, in order."""
        return self.shared.once(("cities of", names), (), lambda: self._cities_in(names))

    def _cities_in(self, names: tuple[str, ...]) -> tuple[Hex, ...]:
        inside = frozenset[Hex]().union(*(areas.area(self, name) for name in names))
        return tuple(at for at in self.cities if at in inside)

    @cached_property
    def landings(self) -> tuple[Hex, ...]:
        """Coastal hexes that ships can put units ashore in: clear and rough ones (BC-19D.2)."""
        kinds = self.charts.shipping.landing
        return tuple(at for at in sorted(self.coastal) if self.map.terrain[at] in kinds)
