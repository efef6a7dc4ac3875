"""What a position knows of railroads: gauges, nets with a capacity of their own, units that go by
rail alone; and of frozen rivers.
"""

from __future__ import annotations

from engine.systems.europa.board.rail_network import Gauging, regauged_in
from engine.systems.europa.state.air_sea_terms import AirSeaTerms
from engine.systems.europa.state.units import RAIL_ONLY
from engine.systems.europa.supply.nets import Lines
from maps.hexgrid import Hex, Side
from oob.model import UnitId


class RailTerms(AirSeaTerms):
    """What rail movement asks of a position, and what ways and supply lines ask of its rivers."""

    @property
    def river_ice(self) -> frozenset[str] | None:
        """The zones with frozen rivers where more than the weather of the moment decides that, None
        where it alone does (FE-39F1.2).
        """
        return None

    def gauges(self, unit: UnitId) -> tuple[Gauging, ...]:
        """The gauges that serve a unit's rail movement; none where all railroads have the same."""
        chart = self.context.charts.rail
        if not chart.broad:
            return ()
        return (self.gauge(broad=self.nation(unit) in chart.broad_nations),)

    def gauge(self, *, broad: bool, within: frozenset[Hex] | None = None) -> Gauging:
        """Lines of one gauge, as hexes are re-gauged now; those of this player turn do not serve
        yet.
        """
        fresh = frozenset(at for at in self.state.regauged if regauged_in(at) in self.state.used)
        return Gauging(broad, self.state.regauged, fresh, within)

    @property
    def rails_apart(self) -> frozenset[Side]:
        """The hexsides over which no rail line leads now: bridges that are down."""
        return self.state.down

    def supply_lines(self, _side: str) -> Lines:
        """The rail lines along which a side traces supply, where not all serve it (FE-12B4.2)."""
        return ()

    @property
    def line_terms(self) -> tuple[object, ...]:
        """What of the state besides owners of hexes decides these lines."""
        return ()

    def rail_net(self, _unit: UnitId) -> str:
        """The net with a capacity of its own that a unit stands on, '' for that of its side."""
        return ""

    def has_nets(self, _side: str) -> bool:
        """Whether units of a side may stand on such a net."""
        return False

    def net_room(self, _net: str) -> int:
        """What such a net carries in a player turn, counted like that of a side."""
        return 0

    def rail_only(self, unit: UnitId) -> bool:
        """Whether a unit moves by rail alone (FE-14F.1)."""
        return RAIL_ONLY in self.context.units[unit].traits

    def rides_free(self, _unit: UnitId) -> bool:
        """Whether a unit takes no rail capacity now."""
        return False
