"""What never changes during a game: the board and units as the rules ask about them, worked out
once.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property, lru_cache

from engine.core.state import Location
from engine.core.system import Scenario
from engine.frozen import dataclass
from engine.rules.board.ground import Ground
from engine.rules.board.occupancy import Standings
from engine.rules.movement.paths import Graph
from engine.rules.supply.road_chain import Net, Roads, net
from engine.systems.balkan_gambit.charts import Charts, Collaborators, Data, Figures
from engine.systems.balkan_gambit.state.records import ALLIED, AXIS, CONCENTRATED, DISPERSED
from maps.hexgrid import Hex, Side, side_between
from maps.model import GameMap, Place
from oob.model import EntryKind, OrderOfBattle, ScheduleEntry, Size, Unit, UnitId
from oob.words import titles


class Mobility(StrEnum):
    """Movement class of a unit (BG 2.8)."""

    LIGHT = "light"
    FOOT = "non_mechanized"
    MECHANIZED = "mechanized"


@dataclass(frozen=True, slots=True)
class Stats:
    """What the rules ask about a unit, precomputed."""

    unit: Unit
    mobility: Mobility
    partisan: bool
    support: bool
    division: bool
    western: bool


def either(place: str) -> tuple[str, ...]:
    """The places an order of battle lets the owner choose among: ``Athens or Thessalonika``."""
    return tuple(place.split(" or ")) if " or " in place else ()


def _slug(words: str) -> str:
    return words.strip().lower().replace(" ", "_")


class Context(Ground):
    """The scenario laid out: costs, roads, coasts, regions, places and unit facts."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.map: GameMap = scenario.map
        self.oob: OrderOfBattle = scenario.oob
        data: Data = scenario.data
        self.charts: Charts = data.charts
        self.figures: Figures = data.figures
        self.options = scenario.options
        self.units: Mapping[UnitId, Unit] = self.oob.units
        self.stats = {unit.id: self._stats(unit) for unit in self.oob.units.values()}
        self.sides = {
            unit.id: "" if unit.nation == "chetnik" else unit.side for unit in self.units.values()
        }
        """The side that commands each unit; '' for Chetniks, who follow their roll (1943)."""
        self.standing = Standings(self.sides, (ALLIED, AXIS), hidden=DISPERSED)
        self.graph = lru_cache(maxsize=16)(self._graph)
        self.roads = lru_cache(maxsize=8)(self._roads)
        self.net = lru_cache(maxsize=64)(self._net)
        self.homes: dict[UnitId, tuple[Hex, ...]] = {}
        """Set-up hexes by unit, filled by the set-up handler."""
        self._open: dict[str, frozenset[Hex]] = {}
        self._refuse_unfed()

    def _refuse_unfed(self) -> None:
        """Raise ValueError for a unit that nothing says how to supply (BG 9.3, 9.4)."""
        fed = {"bulgarian", *self.collaborators, *self.charts.supply.edges}
        for unit in self.units.values():
            stats = self.stats[unit.id]
            if not (stats.partisan or stats.western or unit.nation in fed):
                raise ValueError(f"{unit.id} is of a nation that nothing supplies")

    def _stats(self, unit: Unit) -> Stats:
        support = "corps support" in unit.traits
        threshold = self.charts.movement.support_mechanized_from
        mechanized = (unit.front.move or 0) >= threshold if support else "mechanized" in unit.traits
        mobility = (
            Mobility.LIGHT
            if "light" in unit.traits
            else Mobility.MECHANIZED
            if mechanized
            else Mobility.FOOT
        )
        return Stats(
            unit=unit,
            mobility=mobility,
            partisan="partisan" in unit.traits,
            support=support,
            division=unit.size is Size.DIVISION,
            western=unit.nation in self.charts.supply.markers,
        )

    @property
    def coast(self) -> frozenset[Hex]:
        """Land hexes that touch the sea."""
        return self.shore

    @cached_property
    def divisions(self) -> tuple[UnitId, ...]:
        """All divisions of the order of battle."""
        return tuple(unit for unit in self.units if self.stats[unit].division)

    @cached_property
    def naval_hexes(self) -> tuple[Hex, ...]:
        """Where the Naval marker may be placed: coastal and all-sea hexes."""
        return tuple(sorted(self.coast | self.sea))

    @cached_property
    def places(self) -> Mapping[Hex, tuple[Place, ...]]:
        """Towns and cities by hex."""
        found: dict[Hex, list[Place]] = {}
        for place in self.map.places.values():
            if place.kind in ("town", "city"):
                found.setdefault(place.hex, []).append(place)
        return {at: tuple(places) for at, places in found.items()}

    @cached_property
    def cities(self) -> frozenset[Hex]:
        """City hexes (BG 12.10)."""
        return frozenset(
            at for at, places in self.places.items() if any(p.kind == "city" for p in places)
        )

    @cached_property
    def ports(self) -> Mapping[Hex, Place]:
        """The port places by hex (BG 2.5)."""
        return {p.hex: p for p in self.map.places.values() if "port" in p.tags}

    @cached_property
    def names(self) -> Mapping[Hex, frozenset[str]]:
        """Countries, zones and areas of each hex, with Istria counted as the scenario says (BG
        2.4).
        """
        found: dict[Hex, set[str]] = {at: set() for at in self.map.terrain}
        for layer in ("country", "zone", "area"):
            for name, hexes in self.map.regions.get(layer, {}).items():
                for at in hexes:
                    found.setdefault(at, set()).add(name)
        for at in self.map.regions.get("zone", {}).get("Istria", ()):
            found[at] -= {"Italy", "Yugoslavia", "Slovenia"}
            found[at] |= {"Italy"} if self.figures.istria == "Italy" else {"Yugoslavia", "Slovenia"}
        return {at: frozenset(names) for at, names in found.items()}

    def within(self, at: Hex, *regions: str) -> bool:
        """True when the hex lies in any of the named countries, zones or areas."""
        found = self.names.get(at, frozenset())
        return any(region in found for region in regions)

    def allows(self, nation: str, at: Hex) -> bool:
        """True when a nation's units may be in a hex (BG 11.3, 11.5, scenario limits)."""
        if self.within(at, *self.figures.closed.get(nation, ())):
            return False
        confined = self.confined.get(nation)
        if confined and not self.within(at, *confined):
            return False
        home = self.collaborators.get(nation)
        return home is None or self.within(at, home.zone)

    def open_to(self, nation: str) -> frozenset[Hex]:
        """The hexes of the board that a nation's units may be in."""
        if nation not in self._open:
            self._open[nation] = frozenset(at for at in self.names if self.allows(nation, at))
        return self._open[nation]

    @cached_property
    def zone_hexes(self) -> Mapping[str, tuple[Hex, ...]]:
        """Land hexes of every named region, in order."""
        found: dict[str, list[Hex]] = {}
        for at in sorted(self.land):
            for name in self.names.get(at, ()):
                found.setdefault(name, []).append(at)
        return {name: tuple(hexes) for name, hexes in found.items()}

    def place(self, ident: str) -> Place | None:
        """A place by its id, whatever it is called on the board."""
        return next((p for p in self.map.places.values() if p.id == ident), None)

    def place_meant(self, words: str) -> Place | None:
        """The place an order of battle means by words such as ``Novi Sad``: they spell its id."""
        return self.place(_slug(words))

    @cached_property
    def collaborators(self) -> Mapping[str, Collaborators]:
        """The collaborator nations by id (BG 11.3, 13.5)."""
        return {row.id: row for row in self.charts.collaborators.rows}

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """What the rules ask of the board by name and it has not: places by id, regions, edges."""
        charts, figures = self.charts, self.figures
        places = [row.capital for row in charts.collaborators.rows]
        places += [near.place for near in figures.set_up_near.values()]
        places += [_slug(one) for entry in self.optional.values() for one in either(entry.place)]
        named = {
            "Istria",
            "Yugoslavia",
            figures.istria,
            *charts.assaults.countries,
            *figures.victory_countries,
        }
        named.update(row.zone for row in charts.collaborators.rows)
        named.update(figures.landing.areas, (limit.area for limit in figures.landing.limits))
        by_nation = (figures.closed, figures.confined, *figures.confined_by_option.values())
        for regions in (*by_nation, figures.set_up_coastal):
            named.update(*regions.values())
        for areas in figures.set_up_within.values():
            named.update(areas, areas.values())
        named.update(figures.liberated_regions)
        edges = {"liguria", *charts.supply.edges.values(), figures.bulgarian.supply}
        known = {
            name for names in self.map.regions.values() for name, hexes in names.items() if hexes
        }
        lost = [one for one in places if self.place(one) is None]
        bare = [one for one in sorted(named | edges) if one not in known]
        found = (place for one in places if (place := self.place(one)) is not None)
        drowned = sorted({place.id for place in found if place.hex not in self.land})
        return (
            *(f"the place {one!r} is not on the board" for one in lost),
            *(f"the place {one!r} is in no land" for one in drowned),
            *(f"no hex of the board is in {one}" for one in bare),
        )

    @cached_property
    def confined(self) -> Mapping[str, tuple[str, ...]]:
        """The regions nations may not leave, by the scenario and the options of the game."""
        found = dict(self.figures.confined)
        for option, regions in self.figures.confined_by_option.items():
            if self.options.get(option):
                found.update(regions)
        return found

    def edge(self, name: str) -> tuple[Hex, ...]:
        """Hexes of a supply edge (``axis edge``), in order."""
        return tuple(sorted(self.map.regions.get("supply", {}).get(name, ())))

    @cached_property
    def entry(self) -> Hex | None:
        """The Liguria entry hex of Axis reinforcements (BG 8.1)."""
        found = self.edge("liguria")
        return found[0] if found else None

    def _graph(self, mobility: Mobility, blown: frozenset[Side]) -> Graph:
        return {
            at: tuple(
                (near, cost)
                for near in at.neighbours()
                if near in self.land
                and (cost := self.step_cost(mobility, at, near, blown)) is not None
            )
            for at in self.land
        }

    def step_cost(
        self, mobility: Mobility, a: Hex, b: Hex, blown: frozenset[Side] = frozenset()
    ) -> int | None:
        """Movement points to enter ``b`` from adjacent ``a``; None when the step is forbidden (BG
        11.2, 11.5).
        """
        chart = self.charts.terrain
        kinds = self.map.side_kinds(a, b)
        if "blocked" in kinds:
            return None
        by_road = self.has_road(a, b, blown)
        if "danube" in kinds and not by_road:
            return None
        if by_road:
            return chart.road.cost
        row = chart.city if b in self.cities else chart.row(self.map.terrain[b])
        return int(getattr(row, mobility.value)) + (chart.river.cost if "river" in kinds else 0)

    def has_road(self, a: Hex, b: Hex, blown: frozenset[Side] = frozenset()) -> bool:
        """True when a road joins two adjacent hexes, over a standing bridge where there is
        water.
        """
        return "road" in self.map.line_kinds(a, b) and side_between(a, b) not in blown

    def crosses_river(self, a: Hex, b: Hex) -> bool:
        """True when any river runs between two adjacent hexes."""
        return bool(self.map.side_kinds(a, b) & {"river", "danube"})

    def _roads(self, blown: frozenset[Side]) -> Roads:
        found: dict[Hex, list[Hex]] = {}
        for link, kinds in sorted(self.map.lines.items()):
            if "road" in kinds and side_between(link.a, link.b) not in blown:
                found.setdefault(link.a, []).append(link.b)
                found.setdefault(link.b, []).append(link.a)
        return {at: tuple(near) for at, near in found.items()}

    def _net(self, sources: tuple[Hex, ...], barred: frozenset[Hex], blown: frozenset[Side]) -> Net:
        """The road hexes that supply reaches from its sources when some hexes are barred."""
        return net(self.roads(blown), sources, barred=lambda at: at in barred)

    def terrain_to_hit(self, at: Hex) -> int:
        """The attacker's modifier for a hex: the worse of terrain and city, they do not add (BG
        12.12).
        """
        chart = self.charts.terrain
        found = chart.row(self.map.terrain[at]).to_hit
        return min(found, chart.city.to_hit) if at in self.cities else found

    @cached_property
    def optional(self) -> Mapping[UnitId, ScheduleEntry]:
        """Optional reinforcements with their prices (BG 8.1)."""
        return self._scheduled(EntryKind.OPTIONAL)

    @cached_property
    def substitutes(self) -> Mapping[UnitId, ScheduleEntry]:
        """Substitute units with what they replace."""
        return self._scheduled(EntryKind.SUBSTITUTE)

    def _scheduled(self, kind: EntryKind) -> Mapping[UnitId, ScheduleEntry]:
        return {
            unit: entry for entry in self.oob.schedule if entry.kind is kind for unit in entry.units
        }

    @cached_property
    def force_ten(self) -> UnitId | None:
        """The Force Ten unit, if the order of battle has one."""
        return next((u.id for u in self.units.values() if "force ten" in u.traits), None)

    def label(self, at: Location) -> str:
        """Printed number of a hex with its largest place, or a box's name, for sentences."""
        if isinstance(at, str):
            return {"med_box": "the Med Box", "dead": "the dead pile"}.get(at, at)
        return " ".join(filter(None, (self.map.label(at), self._place_names.get(at))))

    @cached_property
    def _place_names(self) -> Mapping[Hex, str]:
        hexes = {place.hex for place in self.map.places.values()}
        return {at: self.map.places_at(at)[0].name for at in hexes}

    def called(self, unit: UnitId) -> str:
        """A unit's name for sentences: nation, name and size, as on the counter.

        Partisan type units have no name but their nation's.
        """
        return self._titles[unit]

    @cached_property
    def _titles(self) -> Mapping[UnitId, str]:
        def name(unit: Unit) -> str:
            return "" if self.stats[unit.id].partisan else unit.name or unit.type

        return titles(self.oob, name)

    def combat_factor(self, unit: UnitId, steps: int, mode: str) -> int:
        """Printed combat factor of the face that shows; 0 for a dispersed unit."""
        faces = self.units[unit].faces
        if self.stats[unit].partisan:
            return 0 if mode == DISPERSED else faces[0].attack or 0
        face = faces[0] if steps == self.units[unit].steps else faces[-1]
        return face.attack or 0

    def face(self, unit: UnitId, steps: int, mode: str) -> int:
        """Index of the counter face that shows."""
        if self.stats[unit].partisan:
            return 1 if mode == DISPERSED else 0
        return 0 if steps >= self.units[unit].steps else len(self.units[unit].faces) - 1

    def start_mode(self, unit: UnitId) -> str:
        """The mode a unit starts in: partisan type units concentrated, others none."""
        return CONCENTRATED if self.stats[unit].partisan else ""
