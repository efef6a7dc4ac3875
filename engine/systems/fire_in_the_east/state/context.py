"""What never changes in a game of Fire in the East besides what every Europa title has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from engine.core.system import Scenario
from engine.systems.europa.board import areas, places
from engine.systems.europa.board.board import CITY_RANK, PORT_SIZES, STRAITS
from engine.systems.europa.board.openings import Openings, openings
from engine.systems.europa.board.ownership import PASSING
from engine.systems.europa.board.rail_network import STANDARD
from engine.systems.europa.combat.amid import REROLLED
from engine.systems.europa.movement.breakdown import ratings
from engine.systems.europa.movement.commandos import COMMANDOS
from engine.systems.europa.movement.costs import MAJOR_RIVER
from engine.systems.europa.scenario.naming import judged
from engine.systems.europa.state.constants import Ability, other
from engine.systems.europa.state.context import Look
from engine.systems.europa.state.units import FORTIFIED, TRUCK, Facts
from engine.systems.europa.supply.supply_graph import SupplyGraph
from engine.systems.fire_in_the_east.charts import Charts
from engine.systems.fire_in_the_east.figures import FireFigures, Objective
from engine.systems.fire_in_the_east.own_charts import EffortRow, LimitRow
from engine.systems.fire_in_the_east.sea.streams import Streams
from engine.systems.fire_in_the_east.sea.waters import Seas
from engine.systems.fire_in_the_east.state.craft.defended import DefendedContext
from engine.systems.fire_in_the_east.turn import naming
from maps.hexgrid import Hex, Side, side_between
from oob.model import UnitId

ALWAYS = frozenset({"german_mobile_retreats", "rough supply", PASSING, REROLLED, COMMANDOS})
"""What other titles offer as options and this one always plays (FE-3F.3, 9F1.7, 12B1.2, 14H.1,
25C.3)."""

RIGA_LINE = "riga_line"
"""The option that gives the line from Velikie Luki to Riga its broad gauge (FE-38C.1)."""
ARCTIC = "A"
"""The weather zone that rules call the Arctic (FE-3H.6)."""

MARCH = 24
"""Further than so many hexes no unit goes in a phase on land."""


class EastContext(DefendedContext):
    """The scenario laid out, with its field of play and its objectives."""

    charts: Charts
    figures: FireFigures

    def __init__(self, scenario: Scenario, citations: Mapping[str, str], look: Look) -> None:
        super().__init__(scenario, citations, look)
        names = judged(self)
        naming.judge(self, names)
        played = frozenset(self._played)
        played |= frozenset(self._components(played))
        played |= frozenset(self.spare_guns(played))
        self._frozen_lakes: dict[frozenset[str], Openings] = {}
        self.units = {unit: row for unit, row in self.oob.units.items() if unit in played}
        naming.judge_played(self, names)

    @property
    def _played(self) -> Iterator[UnitId]:
        """The units of a scenario, in no order: those that start, and those its calendar brings."""
        for unit, entry in self.setups.items():
            if self.figures.starts(entry.place):
                yield unit
        yield from self.arrivals
        for change in self.figures.schedule.conversions:
            yield from (change.new, *change.also)
        for raised in self.figures.guards:
            yield from raised.new
        for pooled in self.figures.pool:
            yield from pooled.units

    def _components(self, played: frozenset[UnitId]) -> Iterator[UnitId]:
        """The counters of divisions that are played and break down, and the divisions of their own
        of components that come by themselves (FE-15B, OBA-8).
        """
        units = [self.oob.units[unit] for unit in played]
        kinds = {(unit.nation, unit.type, ratings(unit)) for unit in units}
        for row in self.charts.breakdowns.rows:
            mine = {(row.nation, row.type, rating) for rating in row.ratings}
            theirs = played & set(row.counters) if row.only else kinds & mine
            if theirs:
                yield from map(UnitId, row.counters)

    def option(self, option: str) -> bool:
        """Whether an option of the game is chosen, or the game always plays it."""
        return option in ALWAYS or super().option(option)

    @cached_property
    def field(self) -> frozenset[Hex]:
        """The hexes units keep to: the areas a scenario names, or all land."""
        names = self.figures.field
        return areas.anywhere(self, names) if names else frozenset(self.land)

    def within_field(self, hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
        """Those hexes of a place word that lie on the field of the scenario."""
        field = self.field
        return tuple([at for at in hexes if at in field])

    @cached_property
    def ports(self) -> Mapping[Hex, str]:
        """Port hexes with the sizes of the ports: besides those on the board every city and
        fortress on the coast (FE-28C1.1).
        """
        least = CITY_RANK["reference"]
        towns = {at for at, rank in self.cities.items() if rank >= least} | self.fortresses
        cities = dict.fromkeys((at for at in towns if self.on_coast(at)), PORT_SIZES[0])
        return dict(sorted({**cities, **super().ports}.items()))

    def sides(self, a: Hex, b: Hex) -> frozenset[str]:
        """The hexside kinds between two adjacent hexes: straits count as major rivers (FE-31A2.1,
        31A3.1).
        """
        found = super().sides(a, b)
        return found - {STRAITS} | {MAJOR_RIVER} if STRAITS in found else found

    @cached_property
    def unattacked(self) -> frozenset[frozenset[Hex]]:
        """The pairs of hexes across straits over which nobody attacks (FE-31A2.1)."""
        pairs = self.charts.straits.barred
        return frozenset(frozenset(map(self.hex_of, pair)) for pair in pairs)

    @cached_property
    def missing_areas(self) -> tuple[str, ...]:
        """Besides, the sea zones that ships sail in, and the waters an option closes to them."""
        layers, chart = self.map.regions, self.charts.fleet
        wanted = [("sea_zone", name) for name in chart.zones]
        wanted.append(("restricted", chart.shallow))
        lost = (name for layer, name in wanted if not layers.get(layer, {}).get(name))
        return (*super().missing_areas, *(f"the rules of ships miss {name}" for name in lost))

    @cached_property
    def seas(self) -> Seas:
        """The waters that ships move on, but for neutral coasts and closed waters (FE-31B)."""
        charts, aloof = self.charts, self.charts.nations.aloof
        closed = frozenset(at for at, nation in self.holders.items() if nation in aloof)
        if self.option("sivash"):
            layer = self.map.regions.get("restricted", {})
            closed |= frozenset(layer.get(charts.fleet.shallow, ()))
        return Seas(self, charts.fleet, charts.mines, charts.port_ice, closed)

    @cached_property
    def arctic_ports(self) -> tuple[Hex, ...]:
        """The ports of the USSR that convoys of lend-lease come to (FE-35.1)."""
        seas, zone, land = self.seas, self.charts.lend_lease.zone, self.charts.fleet.land
        found = (at for at in seas.ports if seas.zones[at] == zone)
        return tuple(sorted(at for at in found if self.countries.get(at) == land))

    @cached_property
    def streams(self) -> Streams:
        """The waters that river flotillas move on."""
        return Streams(self, self.charts.fleet.land)

    def frozen_lakes(self, zones: frozenset[str]) -> Openings:
        """The hexsides of lakes that are frozen in some weather zones, remembered."""
        if zones not in self._frozen_lakes:
            sides = self.streams.frozen_sides(zones)
            self._frozen_lakes[zones] = openings((side, "") for side in sides)
        return self._frozen_lakes[zones]

    @cached_property
    def held_straits(self) -> tuple[Side, ...]:
        """The hexsides that count as a major river while the Soviets hold both hexes
        (FE-31A4.2).
        """
        pairs = (tuple(map(self.hex_of, pair)) for pair in self.charts.straits.held)
        return tuple(side_between(a, b) for a, b in pairs)

    @cached_property
    def militia(self) -> frozenset[UnitId]:
        """The units that are militia."""
        trait = self.charts.militia.trait
        return frozenset([unit for unit, row in self.units.items() if trait in row.traits])

    @cached_property
    def arctic(self) -> frozenset[Hex]:
        """The hexes of the Arctic."""
        return frozenset(at for at in self.land if self.weather_zone(at) == ARCTIC)

    @cached_property
    def arctic_border(self) -> frozenset[Hex]:
        """The hexes from which a unit may come into the Arctic in a phase."""
        return self.near(self.arctic, MARCH) - self.arctic

    @cached_property
    def by_the_arctic(self) -> frozenset[Hex]:
        """These and the hexes beside them: attacks into the Arctic come from there."""
        return self.near(self.arctic, 1)

    @cached_property
    def hardy(self) -> frozenset[UnitId]:
        """The mountain and ski troops, which the Arctic does not slow (FE-30.1)."""
        return frozenset(unit for unit in self.units if self.facts(unit, 1).mountain)

    @cached_property
    def riders(self) -> frozenset[UnitId]:
        """The cavalry, which does not operate in the Arctic (FE-30.3)."""
        units = self.units
        return frozenset(u for u in units if Ability.CAVALRY in self.facts(u, 1).abilities)

    @cached_property
    def trucks(self) -> tuple[UnitId, ...]:
        """The trucks, in the order of battle."""
        return tuple(unit for unit, row in self.units.items() if row.type == TRUCK)

    @cached_property
    def upgradable(self) -> Mapping[UnitId, Facts]:
        """The units that may be upgraded, with what the rules ask about them then (FE-34E2.1)."""
        chart, found = self.charts.upgrades, dict[UnitId, Facts]()
        for unit, row in self.units.items():
            faces = [face for face in row.faces if face.label == chart.face]
            if row.nation == chart.nation and faces:
                (face,) = faces
                now, attack = self.facts(unit, row.steps), face.attack or 0
                defense = attack if face.defense is None else face.defense
                found[unit] = replace(now, attack=attack, defense=defense, move=face.move or 0)
        return found

    @cached_property
    def fortified_areas(self) -> frozenset[UnitId]:
        """The units that are fortified areas (FE-31A5c.1)."""
        return frozenset(unit for unit, row in self.units.items() if FORTIFIED in row.traits)

    @cached_property
    def border_forces(self) -> frozenset[UnitId]:
        """The units that are set up before the enemy's: those of the border districts (FE-36.5)."""
        first = self.charts.deployment.first
        return frozenset(u for u, e in self.setups.items() if e.place.partition(", ")[0] in first)

    @cached_property
    def set_up_order(self) -> tuple[str, ...]:
        """The sides in the order in which they set up: one of them in two parts, where the scenario
        has any units for the second (FE-36.5).
        """
        side, border = self.charts.deployment.side, self.border_forces
        starting = (u for u, e in self.setups.items() if self.figures.starts(e.place))
        later = any(u not in border and self.units[u].side.lower() == side for u in starting)
        return (side, other(side), side) if border and later else (side, other(side))

    @cached_property
    def operational(self) -> Mapping[str, tuple[str, frozenset[Hex]]]:
        """Where units of a nation operate that do not everywhere, after the rule (FE-32)."""
        return {
            nation: (row.rule, areas.anywhere(self, row.areas) - areas.anywhere(self, row.without))
            for row in self.charts.operations.rows
            for nation in row.nations
        }

    @cached_property
    def beyond_stop_line(self) -> frozenset[Hex]:
        """The land beyond the Finnish stop line (FE-32B.5)."""
        return frozenset(self.land) - areas.area(self, self.charts.operations.stop_line)

    @cached_property
    def spared(self) -> frozenset[Hex]:
        """Leningrad and the hexes beside it, which Finns do not attack (FE-32B.4)."""
        return self.near(areas.area(self, self.charts.operations.spared), 1)

    @cached_property
    def airfields_at_start(self) -> frozenset[Hex]:
        """The permanent airfields that the orders of battle give."""
        return frozenset(map(self.hex_of, self.figures.airfields))

    @cached_property
    def forts_at_start(self) -> frozenset[Hex]:
        """The forts that the orders of battle give, where the scenario has them (FE-OBA-6)."""
        return frozenset(map(self.hex_of, self.figures.forts))

    @cached_property
    def fortresses(self) -> frozenset[Hex]:
        """The hexes that have a fortress at the start (FE-31A5a)."""
        return frozenset(self.hex_of(row.at) for row in self.charts.fortresses.rows)

    @cached_property
    def limited(self) -> Mapping[LimitRow, frozenset[Hex]]:
        """The land of each limit of the forces of a nation (FE-32B.6, 32B.8)."""
        return {row: areas.area(self, row.land) for row in self.charts.operations.limits}

    @cached_property
    def efforts(self) -> Mapping[str, EffortRow]:
        """What each card makes of Finland's war, where that is played (FE-39C.1)."""
        chart = self.charts.war_effort
        return {row.id: row for row in chart.rows} if self.option(chart.option) else {}

    @cached_property
    def limited_nations(self) -> frozenset[str]:
        """The nations that have such a limit."""
        return frozenset(row.nation for row in self.limited)

    @cached_property
    def near_capital(self) -> frozenset[Hex]:
        """The hexes from which Soviets count as invaders of southern Finland (FE-32B.7)."""
        chart = self.charts.operations
        near = self.near((self.hex_of(chart.capital),), chart.near)
        return near & areas.area(self, chart.invaded) if chart.invaded else near

    @cached_property
    def annexed(self) -> frozenset[Hex]:
        """The land that the USSR took from Finland in 1940 (FE-32B.3)."""
        return areas.area(self, self.charts.operations.annexed)

    @cached_property
    def host_land(self) -> frozenset[Hex]:
        """Where guests of the Finns are bound as they are (FE-32B.6)."""
        return areas.area(self, self.charts.operations.host)

    @cached_property
    def city_of_stop(self) -> frozenset[Hex]:
        """The city around which Finns do not fly while the Soviets hold any of it (FE-32B.4)."""
        return areas.area(self, self.charts.operations.spared)

    @cached_property
    def rivals(self) -> Mapping[str, frozenset[str]]:
        """The nations that units of a nation neither stack nor attack with (FE-32A.2)."""
        found: dict[str, frozenset[str]] = {}
        for one, two in self.charts.operations.rivals:
            found[one] = found.get(one, frozenset()) | {two}
            found[two] = found.get(two, frozenset()) | {one}
        return found

    @cached_property
    def reserve(self) -> frozenset[Hex]:
        """The area that units in reserve keep to (FE-32A2.2)."""
        return areas.area(self, self.figures.reserve) if self.figures.reserve else frozenset()

    @cached_property
    def releases(self) -> Mapping[UnitId, int]:
        """The turn on which each unit in reserve is released."""
        return {unit: row.turn for row in self.figures.releases for unit in row.units}

    def nations_of(self, side: str) -> frozenset[str]:
        """The nations that fight on a side, some of them later."""
        return frozenset(row.id for row in self.charts.nations.rows if row.side == side)

    @cached_property
    def last_release(self) -> int:
        """The turn from which no unit is in reserve; 0 without reserves."""
        return max(self.releases.values(), default=0)

    @cached_property
    def before_reserve(self) -> frozenset[Hex]:
        """The area of the reserves and the hexes beside it: Soviets here call them out."""
        return self.near(self.reserve, 1) if self.reserve else frozenset()

    @cached_property
    def reserve_country(self) -> frozenset[str]:
        """The country the reserves are in."""
        return frozenset(self.countries[at] for at in self.reserve if at in self.countries)

    @cached_property
    def guests(self) -> Mapping[str, frozenset[str]]:
        """The nations whose units may be in a country while it is neutral (FE-32B.2)."""
        home, rows = self.charts.areas.home, self.charts.nations.rows
        return {home(row.id): frozenset(row.guests) for row in rows if row.guests}

    def closed_land(
        self,
        nation: str,
        neutral: frozenset[Hex],
        kept: frozenset[Hex] | None,
        *,
        welcome: bool = True,
    ) -> frozenset[Hex]:
        """The land closed to units of a nation, and to those that keep to some hexes all others:
        what is neutral and no host of theirs, or does not ``welcome`` them, and what lies outside
        the field or their area.
        """
        _, area = self.operational.get(nation, ("", self.field))
        hosts = {country for country, guests in self.guests.items() if welcome and nation in guests}
        foreign = {at for at in neutral if self.countries.get(at, "") not in hosts}
        inside = self.field & area if kept is None else self.field & area & kept
        return frozenset(foreign | (self.land - inside))

    @cached_property
    def objectives(self) -> Mapping[Objective, tuple[Hex, ...]]:
        """The hexes of each objective."""
        return {row: tuple(map(self.hex_of, row.hexes)) for row in self.figures.objectives}

    @cached_property
    def producers(self) -> frozenset[Hex]:
        """The cities of the military districts, with the factories: what replacements hang on."""
        chart = self.charts.districts
        named = [label for row in chart.rows for city in row.cities for label in city.hexes]
        named += [row.hex for row in chart.factories if row.hex]
        return frozenset(map(self.hex_of, named)).union(
            *(places.hexes(self, row.place) for row in chart.rows if not row.away)
        )

    @cached_property
    def finnish_side(self) -> frozenset[Hex]:
        """The land on the Finnish side of the stop line: in Finland, and beyond its border."""
        chart = self.charts.finnish_net
        lands = frozenset(self.country(chart.land, self.charts.garrisons.land))
        return areas.area(self, self.charts.operations.stop_line) & lands

    @cached_property
    def standard_cities(self) -> frozenset[Hex]:
        """The cities of the USSR on lines of standard gauge in lands it has annexed: not those of
        the districts where broad lines end beside one (FE-7A3.5).
        """
        chart = self.charts.finnish_net
        lines = self.map.lines.items()
        ends = {at for link, kinds in lines if STANDARD in kinds for at in (link.a, link.b)}
        return frozenset(
            at
            for at in ends & self.cities.keys()
            if self.countries.get(at) == self.charts.garrisons.land
            and self.districts.get(at) not in chart.broad
        )

    @cached_property
    def standard_alone(self) -> frozenset[Hex]:
        """The Baltic States, whose railroads all count as of standard gauge; by an option the line
        from Velikie Luki to Riga is broad, as the board shows it (FE-7A3.1, 38C.1).
        """
        chart = self.charts.finnish_net
        names = () if self.option(RIGA_LINE) else chart.standard
        return frozenset(at for at, name in self.districts.items() if name in names)

    @cached_property
    def districts(self) -> Mapping[Hex, str]:
        """The military district of each hex that lies in one."""
        layer = self.map.regions.get("military_district", {})
        return {at: name for name, hexes in layer.items() for at in hexes}

    @cached_property
    def armies(self) -> Mapping[UnitId, tuple[str, str]]:
        """The army and the army group or theatre of each unit that has one at the start."""
        formations = self.oob.formations
        found: dict[UnitId, tuple[str, str]] = {}
        for unit in self.units:
            if chain := formations.get(self.oob.units[unit].formation):
                army = chain
                while chain.parent in formations:
                    army, chain = chain, formations[chain.parent]
                if army is not chain:
                    found[unit] = army.id, chain.name.title()
        return found

    @cached_property
    def towns(self) -> tuple[tuple[Hex, ...], ...]:
        """The cities that the Axis garrisons once it has them, each with its hexes (FE-33)."""
        further = self.further_city_hexes
        found: list[tuple[Hex, ...]] = []
        for at in sorted(self._garrisonable - further):
            town = [at]
            if self.major_city(at):
                for here in town:
                    town += [near for near in here.neighbours() if near in further - {*town}]
            found.append(tuple(town))
        return tuple(found)

    @cached_property
    def _garrisonable(self) -> frozenset[Hex]:
        chart = self.charts.garrisons
        cities = self.land - areas.anywhere(self, chart.spared)
        return frozenset(
            at
            for at, kind in self.city_kinds.items()
            if at in cities and self.countries.get(at) == chart.land and chart.row(kind)
        )

    @cached_property
    def garrisoned(self) -> frozenset[Hex]:
        """The hexes of these cities."""
        return self._garrisonable

    @cached_property
    def sides_to_be(self) -> Mapping[str, str]:
        """The side that each nation is to join which is neutral at first (FE-32A1.1, 32B.1)."""
        return {row.id: row.side for row in self.charts.nations.rows if row.since}

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
