"""What Fire in the East's own rules make of railroads: part of its positions."""

from __future__ import annotations

from functools import partial

from engine.rules.movement.paths import Graph
from engine.systems.europa.board.bitmaps import Steps
from engine.systems.europa.board.rail_network import Gauging
from engine.systems.europa.state.constants import ALLIED, AXIS, FRESH, HALF
from engine.systems.europa.supply.nets import Lines
from engine.systems.fire_in_the_east.state.combat import FightingPosition
from maps.hexgrid import Hex, Side
from oob.model import UnitId

ENTERED = "from the east "
"""What begins the note, in :attr:`Theatre.used`, that a replaced unit has come from the Urals or
the eastern districts.
"""
RAISED = "raised: "
"""What begins the note, in :attr:`Theatre.used`, of resource points spent on a net."""


def raised_by(net: str) -> str:
    """The note of the resource points spent on a net in this player turn (FE-7A4.10)."""
    return RAISED + net


class RailPosition(FightingPosition):
    """A position as rail movement asks about it."""

    FACTORIES = "factories by rail"
    """The note, in :attr:`Theatre.used`, of half REs of rail capacity that factories take."""

    def on_net(self, at: object) -> bool:
        """Whether a hex lies on the Finnish rail net: in Finland, or in Axis hands on the Finnish
        side of the stop line (FE-7A3.3).
        """
        context = self.context
        if not isinstance(at, Hex) or at not in context.finnish_side:
            return False
        chart = context.charts.finnish_net
        return self.country_of(at) == chart.land or self.owner_of(at) == AXIS

    def gauges(self, unit: UnitId) -> tuple[Gauging, ...]:
        """Axis units use standard gauge, and broad on the Finnish net alone; Soviet ones broad
        gauge, and standard where it joins a city there that was never lost (FE-7A3.2 to 7A3.6).
        """
        return self.gauges_at(self.nation(unit), self.piece(unit).at)

    def gauges_at(self, nation: str, at: object) -> tuple[Gauging, ...]:
        """The gauges that serve what belongs to a nation and stands somewhere."""
        if nation in self.context.charts.rail.broad_nations:
            return self.once("soviet gauges", self._soviet_gauges)
        if not self.on_net(at):
            return (self.gauge(broad=False),)
        net = self.context.finnish_side
        return (self.gauge(broad=True, within=net), self.gauge(broad=False))

    def _soviet_gauges(self) -> tuple[Gauging, ...]:
        both = (self.gauge(broad=True), self.gauge(broad=False, within=self.standard_lines))
        return both if self.standard_lines else both[:1]

    @property
    def standard_lines(self) -> frozenset[Hex]:
        """The hexes of standard gauge that lines in Soviet hands, broken ones too, join to a city
        there that was never lost (FE-7A3.5).
        """
        return self.shared("standard lines", self._standard_terms, self._standard_lines)

    def _standard_lines(self) -> frozenset[Hex]:
        return frozenset(self.context.supply_graph.bits.hexes(self._standard_reach))

    @property
    def _standard_reach(self) -> int:
        """The same as bits."""
        return self.shared("standard reach", self._standard_terms, self._reached_from_cities)

    @property
    def _standard_terms(self) -> tuple[object, ...]:
        """What these lines depend on: who owns what, cities lost, hexes re-gauged, lines laid."""
        state = self.state
        return (self.owned(ALLIED), state.captured, state.regauged, state.laid)

    def _reached_from_cities(self) -> int:
        cities = (self.context.standard_cities & self.owned(ALLIED)) - self.state.captured
        if not cities:
            return 0
        graph = self.context.supply_graph
        owned = graph.masks.of(("owned", ALLIED), self.owned(ALLIED))
        lines: Lines = (self._line(graph.bits.all, broad=False),)
        starts = graph.bits.mask(cities) & graph.of_lines(lines).spread(graph.bits.all)
        return graph.along(lines, starts & owned, owned)

    def _line(self, on: int, *, broad: bool) -> tuple[Steps, int, Graph]:
        """The lines of a gauge between some hexes, with those that were re-gauged in this player
        turn.
        """
        gauging, none = Gauging(broad, self.state.regauged, frozenset()), self.unlaid_sides
        railways = self.context.railways
        graph = railways.graph(none, high=False, around=False, gauging=gauging)
        return self.context.supply_graph.of_graph(graph), on, graph

    def supply_lines(self, side: str) -> Lines:
        """Supply runs along lines of the gauges that serve rail movement: for the Axis standard
        ones, and broad ones of the Finnish net; for the Soviets broad ones, and standard ones
        joined to a city that was never lost (FE-12B4.2).
        """
        work = partial(self._supply_lines, side)
        return self.shared(("supply lines", side), self._standard_terms, work)

    def _supply_lines(self, side: str) -> Lines:
        graph = self.context.supply_graph
        bits = graph.bits
        if side == ALLIED:
            own, reach = self._line(bits.all, broad=True), self._standard_reach
            return (own, self._line(reach, broad=False)) if reach else (own,)
        net = graph.masks.of("finnish side", self.context.finnish_side)
        return (self._line(bits.all, broad=False), self._line(net, broad=True))

    @property
    def line_terms(self) -> tuple[object, ...]:
        """Hexes re-gauged, lines laid, cities that were lost."""
        return (self.state.regauged, self.state.laid, self.state.captured, self.state.joined)

    # The line under construction

    @property
    def unlaid_sides(self) -> frozenset[Side]:
        """The hexsides over which the line under construction does not lead yet (FE-7D.1)."""
        line, laid = self.context.building_line, self.state.laid
        if laid.issuperset(line):
            return frozenset()
        return self.context.sides_of_line(laid)

    @property
    def rails_apart(self) -> frozenset[Side]:
        """Besides, those of the line under construction (FE-7D.1)."""
        unlaid = self.unlaid_sides
        return self.state.down | unlaid if unlaid and self.state.down else unlaid or self.state.down

    # Capacity

    def rail_room(self, side: str) -> int:
        """Rail capacity: on the turn of surprise what the chart has first, less what major cities
        that were ever lost took along, with what resource points add (FE-31G.1, 7A4.7, 7A4.12).
        """
        return self._unraised(side) + self._raised(side, "")

    def _raised(self, side: str, net: str) -> int:
        """Half REs that resource points add to railroads of a side in this player turn."""
        used, found = self.state.used, 0
        for row in self.context.charts.resources.rows:
            if row.side == side and row.net == net and (spent := used.get(raised_by(row.id))):
                found += min(spent * row.step, row.most) * HALF
        return found

    def _unraised(self, side: str) -> int:
        ready = self.state.turn > self.context.charts.surprise.turn
        room: int = self.context.charts.rail.room(side, self.state.joined, entered=ready)
        room = max(0, room - self.rail_lost(side))
        if side != self.context.charts.city_rail.side:
            return room
        room -= self.state.used.get(self.FACTORIES, 0)
        lost = self.shared("rail capacity lost", (self.state.captured,), self._lost_with_cities)
        return max(0, room - lost)

    def _lost_with_cities(self) -> int:
        """Half REs of rail capacity that cities took along that were ever lost."""
        chart, kinds = self.context.charts.city_rail, self.context.city_kinds
        taken = (at for at in self.state.captured if self.context.countries.get(at) == chart.land)
        return HALF * sum(chart.lost.get(kinds.get(at, ""), 0) for at in taken)

    def rail_net(self, unit: UnitId) -> str:
        """Axis units on the Finnish net share a capacity of its own (FE-7A4.1)."""
        return self.net_at(self.side(unit), self.piece(unit).at)

    def has_nets(self, side: str) -> bool:
        """The Finnish net serves the Axis."""
        return side == AXIS

    def net_at(self, side: str, at: object) -> str:
        """The net with a capacity of its own that what is a side's stands on."""
        ours = side == AXIS and self.on_net(at)
        return self.context.charts.finnish_net.land if ours else ""

    def net_room(self, net: str) -> int:
        """What the Finnish net carries in a player turn (FE-7A4.9)."""
        return self.context.charts.finnish_net.capacity * HALF + self._raised(AXIS, net)

    def rides_free(self, unit: UnitId) -> bool:
        """Soviet units that enter play from the eastern districts take no capacity on that ride
        (FE-7A4.6).
        """
        if FRESH not in self.piece(unit).marks:
            return False
        entry = self.context.arrivals.get(unit)
        listed = entry is not None and entry.turn == self.state.turn
        east = listed and entry is not None and entry.place == self.context.charts.districts.place
        return east or ENTERED + unit in self.state.used
