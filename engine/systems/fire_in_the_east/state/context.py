"""What never changes in a game of Fire in the East besides what every Europa title has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from engine.core.system import Scenario
from engine.systems.europa.board import areas, places
from engine.systems.europa.state.context import Context, Look
from engine.systems.europa.supply.supply_graph import SupplyGraph
from engine.systems.fire_in_the_east.charts import Charts
from engine.systems.fire_in_the_east.figures import FireFigures, Objective
from maps.hexgrid import Hex
from oob.model import UnitId

ALWAYS = frozenset({"german_mobile_retreats", "rough supply"})
"""What other titles offer as options and this one always plays (FE-9F1.7, 12B1.2)."""


class EastContext(Context):
    """The scenario laid out, with its field of play and its objectives."""

    charts: Charts
    figures: FireFigures

    def __init__(self, scenario: Scenario, citations: Mapping[str, str], look: Look) -> None:
        super().__init__(scenario, citations, look)
        played = frozenset(self._played)
        self.units = {unit: row for unit, row in self.oob.units.items() if unit in played}

    @property
    def _played(self) -> Iterator[UnitId]:
        """The units of a scenario, in no order: those that start, and those its calendar brings."""
        for unit, entry in self.setups.items():
            if self.figures.starts(entry.place):
                yield unit
        yield from self.arrivals

    def option(self, option: str) -> bool:
        """Whether an option of the game is chosen, or the game always plays it."""
        return option in ALWAYS or super().option(option)

    @cached_property
    def field(self) -> frozenset[Hex]:
        """The hexes units keep to: the areas a scenario names, or all land."""
        names = self.figures.field
        return areas.anywhere(self, names) if names else frozenset(self.land)

    @cached_property
    def objectives(self) -> Mapping[Objective, tuple[Hex, ...]]:
        """The hexes of each objective."""
        return {row: tuple(map(self.hex_of, row.hexes)) for row in self.figures.objectives}

    @property
    def named_places(self) -> frozenset[str]:
        """The printed numbers of the objectives."""
        return frozenset(label for row in self.figures.objectives for label in row.hexes)

    @cached_property
    def supply_graph(self) -> SupplyGraph:
        """The board as supply sees it; hard ground counts more (FE-12B1.2)."""
        return SupplyGraph(self, rough=True)

    @cached_property
    def surprisers(self) -> frozenset[UnitId]:
        """The units that act in the surprise turn (FE-31F.2)."""
        chart = self.charts.surprise
        land = areas.area(self, chart.land)
        return frozenset(
            unit
            for unit, entry in self.setups.items()
            if unit in self.units
            and self.units[unit].nation == chart.nation
            and self.figures.starts(entry.place)
            and land.issuperset(places.hexes(self, entry.place))
        )
