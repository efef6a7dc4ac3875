"""What never changes in a game of Balkan Front besides what every Europa title has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from engine.core.system import Scenario
from engine.systems.balkan_front.charts import Charts
from engine.systems.balkan_front.figures import FrontFigures
from engine.systems.balkan_front.own_charts import GarrisonRow
from engine.systems.europa.board import areas
from engine.systems.europa.sea.context import SeaContext
from engine.systems.europa.state.context import Look
from maps.hexgrid import Hex
from oob.model import SetUp, UnitId

NATIONS = "nation"
"""The layer of the board that says which country a hex lies in."""


def with_cessions(scenario: Scenario) -> Scenario:
    """A scenario on a board where hexes lie in the countries they were ceded to (BF-33G2.1)."""
    figures: FrontFigures = scenario.data.figures
    if not figures.ceded:
        return scenario
    board = scenario.map.copy()
    nations = board.regions[NATIONS]
    for row in figures.ceded:
        hexes = frozenset(map(board.parse_label, row.hexes))
        nations[row.country] -= hexes
        nations[row.to] |= hexes
    return replace(scenario, map=board)


class FrontContext(SeaContext):
    """The scenario laid out, with operational areas and garrisons."""

    charts: Charts
    figures: FrontFigures

    def __init__(self, scenario: Scenario, citations: Mapping[str, str], look: Look) -> None:
        super().__init__(with_cessions(scenario), citations, look)

    @cached_property
    def setups(self) -> Mapping[UnitId, SetUp]:
        """The set-up entry of each unit: that of the scenario, else of the order of battle."""
        found = dict(super().setups)
        for row in self.figures.deployments:
            entry = SetUp(row.place, row.units, steps=row.steps)
            found |= dict.fromkeys(row.units, entry)
        return found

    @cached_property
    def off_sheets(self) -> frozenset[Hex]:
        """Land on the parts of the map that a scenario does without (BF-33D2.1)."""
        sheets = self.figures.sheets
        if not sheets:
            return frozenset()
        label = self.map.label
        return frozenset(at for at in self.land if label(at).split(":")[0] not in sheets)

    def within_field(self, hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
        """Those hexes of a place word that lie on the parts of the map that are played on."""
        off = self.off_sheets
        return tuple(at for at in hexes if at not in off) if off else hexes

    @cached_property
    def lasting_strips(self) -> frozenset[Hex]:
        """Temporary airfields that stay without construction units (BF-33D2.4)."""
        return frozenset(map(self.hex_of, self.figures.strips))

    def held_at_start(self) -> dict[Hex, str]:
        """The hexes that have changed hands before the game begins, with their owners."""
        found: dict[Hex, str] = {}
        for row in self.figures.holdings:
            hexes = self.area(*row.areas) | frozenset(map(self.hex_of, row.hexes))
            found |= dict.fromkeys(sorted(hexes - self.area(*row.without)), row.side)
        return found

    def area(self, *names: str) -> frozenset[Hex]:
        """The land hexes of some areas by name."""
        return frozenset[Hex]().union(*(areas.area(self, name) for name in names))

    @cached_property
    def forbidden(self) -> frozenset[Hex]:
        """Hexes the Allies may never enter or attack (BF-28A.4)."""
        chart = self.charts.nations
        return self.area(*chart.closed) - self.area(*chart.open)

    @cached_property
    def operational(self) -> Mapping[str, frozenset[Hex]]:
        """The operational area of each nation that has one (BF-28A.1)."""
        return {row.id: self.area(*row.area) for row in self.charts.nations.rows if row.area}

    @cached_property
    def areas_by_status(self) -> Mapping[tuple[str, str], frozenset[Hex]]:
        """The operational area of a nation with a status that gives it one (BF-28C)."""
        rows = self.charts.nations.statuses
        return {(row.nation, row.id): self.area(*row.area) for row in rows if row.area}

    @cached_property
    def national(self) -> Mapping[str, frozenset[Hex]]:
        """The hexes each nation holds at the start."""
        found: dict[str, set[Hex]] = {}
        for at, nation in self.holders.items():
            found.setdefault(nation, set()).add(at)
        return {nation: frozenset(hexes) for nation, hexes in found.items()}

    @cached_property
    def garrisoned(self) -> Mapping[str, frozenset[Hex]]:
        """The hexes of each garrison that is on the board."""
        return {row.id: self._garrison(row) for row in self.charts.garrisons.rows if not row.box}

    def _garrison(self, row: GarrisonRow) -> frozenset[Hex]:
        if row.hexes:
            return frozenset(map(self.hex_of, row.hexes))
        found = self.area(row.area)
        if not row.north_of:
            return found
        limit = self.hex_of(row.north_of).r
        return frozenset(at for at in found if at.r <= limit)

    @property
    def named_places(self) -> frozenset[str]:
        """The printed numbers of the seats of governments, and of the ports that open the sea."""
        seats = (row.seat for row in self.charts.government.rows)
        return super().named_places | frozenset(seats)

    @cached_property
    def seats(self) -> Mapping[str, Hex]:
        """Where the government of each nation begins (BF-28B1a.1, 28C2a.1)."""
        return {row.id: self.hex_of(row.seat) for row in self.charts.government.rows}

    @cached_property
    def east_of_the_vardar(self) -> frozenset[Hex]:
        """Mainland Greece east of the Vardar (BF-28B1b.5)."""
        return self.area(self.charts.garrisons.east)

    def cities_in(self, *areas: str) -> tuple[Hex, ...]:
        """City hexes of some areas, in order."""
        found = self._cities.get(areas)
        if found is None:
            inside = self.area(*areas)
            found = self._cities[areas] = tuple(at for at in self.cities if at in inside)
        return found

    @cached_property
    def _cities(self) -> dict[tuple[str, ...], tuple[Hex, ...]]:
        """The cities of areas that were asked for."""
        return {}
