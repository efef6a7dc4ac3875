"""The board as Europa's rules ask about it: countries, cities, ports, crossings, lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from engine.core.state import Location
from engine.rules.board.ground import Ground
from engine.systems.europa.charts.shared_charts import SharedCharts
from maps.hexgrid import Hex, Side, side_between
from maps.model import GameMap

CLOSED = frozenset({"sea", "lake", "prohibited"})
"""Hexsides that nothing on land crosses, unless narrow straits lie there too."""
STRAITS = "narrow_strait"
MOUNTAIN = "mountain"
CLEAR = "clear"
RAILS = ("rail_high", "rail_low", "rail_standard", "rail_broad")
"""Kinds of railroad: boards tell their volume or their gauge."""
CITY_RANK = {
    "point": 1,
    "reference": 2,
    "dot": 3,
    "partial_city": 4,
    "full_city": 5,
    "multi_city": 5,
    "city_hex": 5,
}
"""Kinds of city on the board, from small to large."""
FORTRESS = "fortress"
"""What a fortress is among kinds of city in combat."""
MAJOR = 4
"""The least rank of a major city."""
FULL = 5
"""The least rank of a city that fills its hex."""
PORT_SIZES = ("minor", "standard", "major", "great")

Links = Mapping[Hex, tuple[Hex, ...]]


def _closing(kinds: frozenset[str]) -> bool:
    """Whether nothing on land crosses hexsides of some kinds."""
    return not CLOSED.isdisjoint(kinds) and STRAITS not in kinds


class GameBoard(Ground):
    """The board laid out: what never changes in play, worked out once."""

    def __init__(self, board: GameMap, charts: SharedCharts) -> None:
        self.map = board
        self.charts = charts
        self._lands: dict[tuple[str, ...], tuple[Hex, ...]] = {}
        self.areas: dict[str, frozenset[Hex]] = {}
        self.place_hexes: dict[str, tuple[Hex, ...]] = {}
        self.spots: dict[str, tuple[Location, ...]] = {}
        self.borderlands: dict[tuple[frozenset[Hex], int], frozenset[Hex]] = {}
        self._hexes: dict[str, Hex] = {}

    @cached_property
    def coastal(self) -> frozenset[Hex]:
        """Land hexes beside the sea."""
        return frozenset(at for at in self.land if self.on_coast(at))

    def on_coast(self, at: Hex) -> bool:
        """True for a land hex beside the sea; spares :attr:`coastal` where few are asked for."""
        return at in self._along_sea or not self.sea.isdisjoint(at.neighbours())

    @cached_property
    def _along_sea(self) -> frozenset[Hex]:
        """The hexes of the board with a hexside of sea."""
        found = [side.hexes for side, kinds in self.map.hexsides.items() if "sea" in kinds]
        board = self.map.terrain
        return frozenset(at for a, b in found if a in board and b in board for at in (a, b))

    def sides(self, a: Hex, b: Hex) -> frozenset[str]:
        """The hexside kinds between two adjacent hexes."""
        return self.map.side_kinds(a, b)

    def closed(self, a: Hex, b: Hex) -> bool:
        """True when nothing on land can cross between two adjacent hexes (BF-6.6)."""
        return _closing(self.map.side_kinds(a, b))

    @cached_property
    def fronts(self) -> Links:
        """For each land hex, the land hexes that moves, attacks and zones cross into (BF-5.2)."""
        land, shut = self.land, dict[Hex, set[Hex]]()
        for side, kinds in self.map.hexsides.items():
            if _closing(kinds):
                a, b = side.hexes
                shut.setdefault(a, set()).add(b)
                shut.setdefault(b, set()).add(a)
        near = {at: [n for n in at.neighbours() if n in land] for at in sorted(land)}
        return {
            at: tuple([n for n in beside if n not in shut[at]] if at in shut else beside)
            for at, beside in near.items()
        }

    @cached_property
    def masses(self) -> Mapping[Hex, int]:
        """Land hexes, by a number that those share which a way over land joins, whoever owns it."""
        return numbered(self.fronts)

    @property
    def standard_alone(self) -> frozenset[Hex]:
        """The hexes between which every railroad counts as one of standard gauge, whatever the
        board shows; none by default.
        """
        return frozenset()

    @cached_property
    def roads(self) -> Links:
        """Hexes joined by roads, railroads counting as such (BF-7B.5)."""
        return self._lines(("road", *RAILS))

    @cached_property
    def rails(self) -> Links:
        """Hexes joined by railroads of either volume."""
        return self._lines(RAILS)

    def low_volume(self, a: Hex, b: Hex) -> bool:
        """True when only a low-volume railroad joins two hexes."""
        return (a, b) in self.low_links

    @cached_property
    def low_links(self) -> frozenset[tuple[Hex, Hex]]:
        """The steps, both ways, that only a low-volume railroad joins."""
        found = [
            (link.a, link.b)
            for link, kinds in self.map.lines.items()
            if "rail_low" in kinds and "rail_high" not in kinds
        ]
        return frozenset([*found, *((b, a) for a, b in found)])

    def _lines(self, wanted: Iterable[str]) -> Links:
        kinds = frozenset(wanted)
        found: dict[Hex, list[Hex]] = {}
        for link, here in sorted(self.map.lines.items()):
            if here & kinds and link.a in self.land and link.b in self.land:
                found.setdefault(link.a, []).append(link.b)
                found.setdefault(link.b, []).append(link.a)
        return {at: tuple(near) for at, near in found.items()}

    @cached_property
    def cities(self) -> Mapping[Hex, int]:
        """City hexes with the rank of the largest city in them (:data:`CITY_RANK`)."""
        found: dict[Hex, int] = {}
        for place in self.map.places.values():
            rank = CITY_RANK.get(place.kind, 0)
            if rank > found.get(place.hex, 0) and place.hex in self.land:
                found[place.hex] = rank
        return dict(sorted(found.items()))

    @cached_property
    def city_kinds(self) -> Mapping[Hex, str]:
        """The kind of the largest city of each hex that has one."""
        found: dict[Hex, str] = {}
        for place in self.map.places.values():
            if CITY_RANK.get(place.kind, 0) > CITY_RANK.get(found.get(place.hex, ""), 0):
                found[place.hex] = place.kind
        return found

    @cached_property
    def further_city_hexes(self) -> frozenset[Hex]:
        """The hexes of cities of several hexes but for the one that bears the city's own symbol."""
        return frozenset(p.hex for p in self.map.places.values() if p.kind == "city_hex")

    def city_rank(self, at: Hex) -> int:
        """The rank of the city in a hex, 0 for none."""
        return self.cities.get(at, 0)

    def major_city(self, at: Hex) -> bool:
        """True in a hex that a major city fills in whole or in part (BF-3E.6)."""
        return at in self.major_cities

    @cached_property
    def major_cities(self) -> frozenset[Hex]:
        """The hexes that major cities fill in whole or in part (BF-3E.6)."""
        return frozenset(at for at, rank in self.cities.items() if rank >= MAJOR)

    @cached_property
    def ports(self) -> Mapping[Hex, str]:
        """Port hexes with the size of the largest port in them (:data:`PORT_SIZES`)."""
        found: dict[Hex, str] = {}
        for place in self.map.places.values():
            if "port" not in place.tags or place.hex not in self.land:
                continue
            size = max(
                (size for size in PORT_SIZES if f"{size}_port" in place.tags),
                key=PORT_SIZES.index,
                default=PORT_SIZES[0],
            )
            if PORT_SIZES.index(size) >= PORT_SIZES.index(found.get(place.hex, size)):
                found[place.hex] = size
        return dict(sorted(found.items()))

    @cached_property
    def fields(self) -> frozenset[Hex]:
        """Hexes with a permanent airfield printed on the board."""
        return frozenset(p.hex for p in self.map.places.values() if "airfield" in p.tags)

    @property
    def airfields_at_start(self) -> frozenset[Hex]:
        """Permanent airfields that are there from the start and that no board shows: none here."""
        return frozenset()

    @property
    def fortresses(self) -> frozenset[Hex]:
        """The hexes that have a fortress at the start: none here."""
        return frozenset()

    def begins_as_base(self, at: Hex) -> bool:
        """True where air units could be based as a game begins: a city, an airfield, a fortress
        (FE-17A.1).
        """
        fields = at in self.fields or at in self.airfields_at_start or at in self.fortresses
        return fields or self.city_rank(at) >= CITY_RANK["reference"]

    @cached_property
    def countries(self) -> Mapping[Hex, str]:
        """The country of each hex."""
        layer = self.map.regions.get("nation", {})
        return {at: name for name, hexes in layer.items() for at in hexes}

    @cached_property
    def holders(self) -> Mapping[Hex, str]:
        """The nation that holds each land hex at the start; a country that the charts do not
        know is nobody's.
        """
        holders, land = self.charts.areas.holders, sorted(self.land)
        known = ((at, self.countries.get(at, "")) for at in land)
        return {at: holders[country] for at, country in known if country in holders}

    @cached_property
    def holding(self) -> tuple[str, ...]:
        """The holding boxes: places off the map where units are in play."""
        return tuple(row.id for row in self.charts.theatre.boxes)

    @cached_property
    def weather_zones(self) -> Mapping[Hex, str]:
        """The weather zone of each hex."""
        layer = self.map.regions.get("weather", {})
        return {at: name for name in sorted(layer) for at in layer[name]}

    def weather_zone(self, at: Hex) -> str:
        """The weather zone of a hex among those the title plays with (BF-27.1)."""
        zones = self.charts.weather.zones
        found = self.weather_zones.get(at, zones[0])
        return found if found in zones else zones[0]

    @cached_property
    def zones_about(self) -> Mapping[Hex, tuple[str, ...]]:
        """The weather zones of each land hex and of those around it."""
        zone, fronts = self.weather_zone, self.fronts
        return {at: tuple(dict.fromkeys(map(zone, (at, *near)))) for at, near in fronts.items()}

    def country(self, *names: str) -> tuple[Hex, ...]:
        """Land hexes of countries, in order."""
        found = self._lands.get(names)
        if found is None:
            inside = (at for at in sorted(self.land) if self.countries.get(at) in names)
            found = self._lands[names] = tuple(inside)
        return found

    def region(self, *names: str) -> tuple[Hex, ...]:
        """Land hexes of internal regions, in order."""
        layer = self.map.regions.get("region", {})
        found = {at for name in names for at in layer.get(name, ())}
        return tuple(sorted(found & self.land))

    @cached_property
    def edges(self) -> tuple[Hex, ...]:
        """Rail hexes on the edge of the map that feed the Axis (BF-12C1.3)."""
        layer = self.map.regions.get("supply", {})
        return tuple(sorted({at for hexes in layer.values() for at in hexes} & set(self.rails)))

    @cached_property
    def fortified(self) -> frozenset[Side]:
        """Fortified hexsides."""
        return frozenset(side for side, kinds in self.map.hexsides.items() if "fortified" in kinds)

    @cached_property
    def bridge_sides(self) -> frozenset[Side]:
        """Hexsides where a road or railroad crosses a river (BF-32C.1)."""
        rivers = {"river", "major_river"}
        return frozenset(
            side_between(at, near)
            for at, joined in self.roads.items()
            for near in joined
            if self.sides(at, near) & rivers
        )

    def fortified_between(self, a: Hex, b: Hex, razed: frozenset[Side]) -> bool:
        """True when a fortified hexside that still stands lies between two adjacent hexes."""
        across = side_between(a, b)
        return across in self.fortified and across not in razed

    def is_mountain(self, at: Hex) -> bool:
        """True in a mountain hex."""
        return self.terrain_at(at) == MOUNTAIN

    def terrain_at(self, at: Hex) -> str:
        """The kind of terrain a hex counts as: a city that fills it is clear."""
        return CLEAR if self.city_rank(at) >= FULL else self.map.terrain[at]

    def hex_of(self, label: str) -> Hex:
        """The hex of a printed number (``14A:3606``)."""
        found = self._hexes.get(label)
        if found is None:
            found = self._hexes[label] = self.map.parse_label(label)
        return found

    def near(self, centres: Iterable[Hex], within: int) -> frozenset[Hex]:
        """Hexes no further than ``within`` from any of the centres."""
        found = set(centres)
        edge = list(found)
        for _ in range(within):
            edge = list(dict.fromkeys(n for at in edge for n in at.neighbours() if n not in found))
            found.update(edge)
        return frozenset(found)


def numbered(near: Mapping[Hex, Sequence[Hex]]) -> dict[Hex, int]:
    """Hexes, by a number that those share which lead to each other."""
    found: dict[Hex, int] = {}
    for start in near:
        if start in found:
            continue
        found[start] = number = len(found)
        edge = [start]
        for at in edge:
            for beside in near[at]:
                if beside not in found:
                    found[beside] = number
                    edge.append(beside)
    return found
