"""What never changes of the sea in a game: zones, ports, beaches, the ways of ships."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.core.state import Location
from engine.systems.europa.board import areas
from engine.systems.europa.board.bitmaps import Bits, Steps, steps
from engine.systems.europa.board.board import numbered
from engine.systems.europa.board.lanes import links
from engine.systems.europa.sea.charts import SeaCharts, ZoneRow
from engine.systems.europa.sea.records import SeaPlan
from engine.systems.europa.state.context import Context
from maps.hexgrid import Hex


class SeaContext(Context):
    """The scenario laid out, with its sea zones."""

    charts: SeaCharts

    @property
    def at_sea(self) -> bool:
        """Whether the scenario plays more of the sea than transport from port to port."""
        plan: SeaPlan = self.figures.sea
        return plan.played

    def sea_zone(self, at: Location) -> str:
        """The sea zone of a hex or box, '' for none (BF-26A1)."""
        if isinstance(at, str):
            return self.charts.transport.boxes.get(at, "")
        return self._sea_zones.get(at, "")

    @cached_property
    def _sea_zones(self) -> Mapping[Hex, str]:
        layer = self.map.regions.get("sea_zone", {})
        return {at: name for name in sorted(layer) for at in layer[name]}

    @cached_property
    def port_ids(self) -> Mapping[Hex, str]:
        """The place id of the port in each hex that has one."""
        places = reversed(self.map.places.values())
        return {place.hex: place.id for place in places if "port" in place.tags}

    @cached_property
    def gates(self) -> tuple[Hex, ...]:
        """The ports whose capture changes naval transport (BF-26B.4, 26B.6)."""
        return tuple(map(self.hex_of, self.charts.transport.gates))

    @property
    def named_places(self) -> frozenset[str]:
        """The printed numbers of the ports that open the sea."""
        return frozenset(self.charts.transport.gates)

    @cached_property
    def beaches(self) -> Mapping[Hex, str]:
        """Coastal hexes of terrain that has beaches, in order, with their sea zones (BF-26A4.1)."""
        bare = self.charts.transport.no_beach
        wet = (at for at in sorted(self.coastal) if self.map.terrain[at] not in bare)
        return {at: zone for at in wet if (zone := self.sea_zone(at))}

    @cached_property
    def lanes(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """For each sea and coastal hex, those of its sea zone that a ship goes on to, in order."""
        zones = self._sea_zones
        return {
            at: tuple(near for near in joined if zones.get(near) == zones.get(at))
            for at, joined in links(self).items()
        }

    @cached_property
    def wet(self) -> Bits:
        """Sea and coastal hexes as bits."""
        return Bits(self.lanes)

    @cached_property
    def sailed(self) -> Steps:
        """The steps that ships go on by."""
        return steps(self.wet, ((at, near) for at, nears in self.lanes.items() for near in nears))

    @cached_property
    def seas(self) -> frozenset[Hex]:
        """Sea and coastal hexes."""
        return frozenset(self.lanes)

    @cached_property
    def moorings(self) -> Mapping[str, tuple[tuple[Hex, int], ...]]:
        """The hexes where the way from each holding box comes onto the map, with how far off the
        box lies (BF-28A1c.1, 28B1d.1, 28B2.1).
        """
        boxes = self.map.boxes
        return {
            name: tuple(
                (self.hex_of(link.target), link.distance)
                for link in (boxes[name].links if name in boxes else ())
                if link.target not in boxes
            )
            for name in self.charts.transport.boxes
        }

    @cached_property
    def interdicted(self) -> Mapping[str, frozenset[Hex]]:
        """The hexes of each zone of interdiction (BF-26C.2, 26C.3)."""
        return {row.id: self._interdicted(row) for row in self.charts.interdiction.zones}

    def _interdicted(self, row: ZoneRow) -> frozenset[Hex]:
        zones, wanted = self._sea_zones, self.charts.interdiction.zone
        found = frozenset(at for at in self.lanes if zones.get(at) == wanted)
        if row.weather:
            layer = self.map.regions.get("weather", {})
            found &= layer.get(row.weather, frozenset())
        if row.area:
            found &= self.near(areas.area(self, row.area), row.within)
        return found

    @cached_property
    def shores(self) -> frozenset[Hex]:
        """Beaches in areas that are closed to amphibious landings (BF-26B2.7)."""
        closed = areas.anywhere(self, self.charts.landings.closed)
        return frozenset(at for at in self.beaches if at in closed)

    @cached_property
    def waters(self) -> Mapping[Hex, int]:
        """Sea and coastal hexes, by a number that those share which ships go between."""
        return numbered(self.lanes)
