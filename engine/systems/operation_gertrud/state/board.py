"""The board as the rules ask about it: seas, countries, crossings, costs and supply links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from engine.core.charts.tables import Provenance, known
from engine.rules.board import named as named_hexes
from engine.rules.board.ground import Ground
from engine.rules.movement.paths import Graph
from engine.rules.supply.road_chain import Net, Roads, net
from engine.systems.operation_gertrud.charts import Charts
from maps.hexgrid import Hex, Side, side_between
from maps.model import GameMap

BLOCKING = frozenset({"sea", "lake"})
"""Hexsides that nothing on land crosses: no move, no attack, no zone of control (OG 8.0)."""


class GameBoard(Ground):
    """The board laid out: what never changes in play, worked out once."""

    def __init__(self, board: GameMap, charts: Charts) -> None:
        self.map = board
        self.charts = charts
        self.graph = lru_cache(maxsize=16)(self._graph)
        self.rails = lru_cache(maxsize=8)(self._rails)
        self.links = lru_cache(maxsize=16)(self._links)
        self.sources = lru_cache(maxsize=16)(self._sources)
        self.net = lru_cache(maxsize=128)(self._net)

    @cached_property
    def coast(self) -> Mapping[Hex, frozenset[str]]:
        """Coastal hexes with the seas they lie on: those of the sea hexes beside them, else of the
        board's own label.
        """
        areas = self.map.regions.get("sea_area", {})
        named: dict[Hex, set[str]] = {}
        for name in sorted(areas):
            for at in areas[name]:
                named.setdefault(at, set()).add(name)
        found = {}
        for at in sorted(self.land):
            water = [near for near in at.neighbours() if near in self.sea and near in named]
            beside = {name for near in water for name in named[near]}
            beside = beside or named.get(at, set())
            if beside:
                found[at] = frozenset(beside)
        return found

    @cached_property
    def nations(self) -> Mapping[Hex, str]:
        """The country each hex belongs to."""
        layer = self.map.regions.get("nation", {})
        return {at: name for name, hexes in layer.items() for at in hexes}

    def country(self, *names: str) -> tuple[Hex, ...]:
        """Land hexes of countries, in order."""
        return tuple(at for at in sorted(self.land) if self.nations.get(at) in names)

    @cached_property
    def turkey(self) -> frozenset[Hex]:
        """Land hexes of Turkey."""
        return frozenset(self.country("Turkey"))

    @cached_property
    def cities(self) -> Mapping[Hex, str]:
        """City hexes with their names."""
        places = sorted(self.map.places.values(), key=lambda place: place.hex)
        return {place.hex: place.name for place in places if place.kind == "city"}

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """What the rules ask of the board by name and it has not: countries, seas, objectives."""
        charts = self.charts
        named = {"Turkey", *(land for lands in charts.supply.sources.values() for land in lands)}
        for place in charts.places.values():
            named.update(place.nations, place.borders, place.or_in)
            if place.near and not self._is_label(place.near):
                named.add(place.near)
        seas = {
            charts.markers.closed_sea,
            *(sea for row in charts.markers.rows for sea in row.seas),
        }
        layer = charts.objectives.layer
        asked = (("nation", named), ("sea_area", seas), (layer, charts.objectives.names))
        found = [
            f"no hex of the board is in {one}"
            for where, names in asked
            for one in sorted(names)
            if not self.map.regions.get(where, {}).get(one)
        ]
        drowned = named_hexes.drowned(self, self.hex_of, charts)
        return (*found, *drowned, *(() if self.objectives else ("the board has no objectives",)))

    def _is_label(self, text: str) -> bool:
        """True for the printed number of a hex."""
        try:
            self.map.parse_label(text)
        except ValueError:
            return False
        return True

    @cached_property
    def objectives(self) -> Mapping[Hex, str]:
        """Objective hexes with their names (OG 4.0)."""
        layer = self.map.regions.get(self.charts.objectives.layer, {})
        return {at: name for name in sorted(layer) for at in sorted(layer[name])}

    def hex_of(self, label: str) -> Hex:
        """The hex of a printed number."""
        return self.map.parse_label(label)

    @cached_property
    def berth(self) -> Hex:
        """Where the Yavuz lies (OG 17.0)."""
        return self.hex_of(self.charts.raid.berth)

    @cached_property
    def straits(self) -> Mapping[str, tuple[tuple[Hex, Hex], ...]]:
        """The crossings of each strait, European bank first (OG 17.1)."""
        found: dict[str, tuple[tuple[Hex, Hex], ...]] = {}
        for name, label in self.charts.straits.banks.items():
            at = self.hex_of(label)
            found[name] = tuple(
                (at, near) for near in at.neighbours() if "strait" in self.map.side_kinds(at, near)
            )
        return found

    @cached_property
    def strait_names(self) -> Mapping[Side, str]:
        """The strait that runs along each crossing."""
        return {side_between(a, b): name for name, pairs in self.straits.items() for a, b in pairs}

    def blocked(self, a: Hex, b: Hex) -> bool:
        """True when nothing on land can cross between two adjacent hexes."""
        return bool(self.map.side_kinds(a, b) & BLOCKING)

    @cached_property
    def fronts(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """For each land hex, the land hexes that a zone or an attack reaches (OG 8.0)."""
        return {
            at: tuple(n for n in at.neighbours() if n in self.land and not self.blocked(at, n))
            for at in sorted(self.land)
        }

    def road(
        self,
        a: Hex,
        b: Hex,
        roads: frozenset[Side] = frozenset(),
        rails: frozenset[Side] = frozenset(),
    ) -> bool:
        """True when a road or railroad joins two adjacent hexes, bridges in ``roads`` and ``rails``
        being down.
        """
        kinds = self.map.line_kinds(a, b)
        if not kinds:
            return False
        across = side_between(a, b)
        return ("road" in kinds and across not in roads) or (
            "rail" in kinds and across not in rails
        )

    def step_cost(
        self,
        a: Hex,
        b: Hex,
        roads: frozenset[Side] = frozenset(),
        rails: frozenset[Side] = frozenset(),
        mined: frozenset[Side] = frozenset(),
    ) -> int | None:
        """Movement factors to enter ``b`` from adjacent ``a``; None when it cannot be done (OG
        9.0).
        """
        chart = self.charts.terrain
        kinds = self.map.side_kinds(a, b)
        if kinds & BLOCKING or (mined and side_between(a, b) in mined):
            return None
        if self.road(a, b, roads, rails):
            return chart.road_cost
        cost = chart.row(self.map.terrain[b]).cost
        if "strait" in kinds:
            return cost + chart.strait.cost
        return cost + (chart.river.cost if "river" in kinds else 0)

    def _graph(
        self, roads: frozenset[Side], rails: frozenset[Side], mined: frozenset[Side]
    ) -> Graph:
        found = {}
        for at in sorted(self.land):
            steps = []
            for near in at.neighbours():
                if near in self.land:
                    cost = self.step_cost(at, near, roads, rails, mined)
                    if cost is not None:
                        steps.append((near, cost))
            found[at] = tuple(steps)
        return found

    def _rails(self, down: frozenset[Side]) -> Graph:
        """The railroads alone, a step each (OG 9.6)."""
        found: dict[Hex, list[tuple[Hex, int]]] = {}
        for link, kinds in sorted(self.map.lines.items()):
            if "rail" in kinds and side_between(link.a, link.b) not in down:
                found.setdefault(link.a, []).append((link.b, 1))
                found.setdefault(link.b, []).append((link.a, 1))
        return {at: tuple(near) for at, near in found.items()}

    def _links(
        self, crossings: frozenset[Side], roads: frozenset[Side], rails: frozenset[Side]
    ) -> Roads:
        """For each hex, the hexes whose supply path may step into it (OG 7.1).

        ``crossings`` are the straits with friends on both banks.
        """
        if crossings:
            found = dict(self.links(frozenset(), roads, rails))
            for a, b in (across.hexes for across in sorted(crossings)):
                found[a], found[b] = (*found[a], b), (*found[b], a)
            return found
        return {
            at: tuple(
                near for near in self.fronts[at] if self.feeds(near, at, crossings, roads, rails)
            )
            for at in sorted(self.land)
        }

    def feeds(
        self,
        a: Hex,
        b: Hex,
        crossings: frozenset[Side],
        roads: frozenset[Side],
        rails: frozenset[Side],
    ) -> bool:
        """True when a supply path may step from ``a`` into ``b``."""
        kinds = self.map.side_kinds(a, b)
        if "strait" in kinds:
            return side_between(a, b) in crossings
        if "river" in kinds or self.map.terrain[b] == "mountain":
            return self.road(a, b, roads, rails)
        return True

    def _net(
        self,
        sources: tuple[Hex, ...],
        barred: frozenset[Hex],
        crossings: frozenset[Side],
        roads: frozenset[Side],
        rails: frozenset[Side],
    ) -> Net:
        """The hexes that supply reaches from its sources when some hexes are barred."""
        return net(self.links(crossings, roads, rails), sources, barred=barred.__contains__)

    def _sources(self, nation: str) -> tuple[Hex, ...]:
        """City hexes that feed a nation's units (OG 7.5)."""
        lands = self.charts.supply.sources.get(nation, ())
        return tuple(at for at in self.cities if self.nations.get(at) in lands)

    def shift_of(self, at: Hex) -> tuple[str, int, Provenance]:
        """The most defensible terrain of a hex: its name, column shifts left, and how surely they
        are known (OG 11.0.4).
        """
        chart = self.charts.terrain
        row = chart.row(self.map.terrain[at])
        if at in self.cities and chart.city_shifts > row.shifts:
            return "city", chart.city_shifts, known(chart, "city_shifts")
        return row.id, row.shifts, known(row, "shifts")

    def shifts(self, at: Hex) -> int:
        """Column shifts left for a hex."""
        return self.shift_of(at)[1]

    @cached_property
    def european(self) -> frozenset[Hex]:
        """European Turkey west of Istanbul (OG 3.4)."""
        city = self.hex_of(self.charts.deployment.west_of)
        found, queue = {city}, [city]
        while queue:
            at = queue.pop()
            for near in at.neighbours():
                dry = not self.map.side_kinds(at, near) & {"strait", *BLOCKING}
                if near in self.turkey and near not in found and dry:
                    found.add(near)
                    queue.append(near)
        return frozenset(found - {city})

    def near(self, centres: Iterable[Hex], within: int) -> frozenset[Hex]:
        """Hexes no further than ``within`` from any of the centres."""
        found = set(centres)
        edge = list(found)
        for _ in range(within):
            edge = [n for at in edge for n in at.neighbours() if n not in found]
            found.update(edge)
        return frozenset(found)

    def is_rough(self, at: Hex) -> bool:
        """True in terrain where mountain units use their second factor."""
        return self.map.terrain[at] in self.charts.mountain.terrain
