"""The board as supply sees it: where overland, road and rail elements can step, as bitmaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import compress, islice
from operator import is_not
from typing import TYPE_CHECKING

from engine.rules.board.sharing import Recent
from engine.rules.movement.paths import Graph
from engine.systems.europa.board.bitmaps import (
    Bits,
    Levels,
    Masks,
    Steps,
    filled,
    flood,
    steps,
    together,
    union,
)
from engine.systems.europa.board.board import STRAITS
from engine.systems.europa.board.openings import Openings
from engine.systems.europa.charts.supply_charts import NO_ICE, Ice
from engine.systems.europa.supply.nets import (
    OVERLAND,
    RAIL,
    ROAD,
    TRUCKS,
    Layer,
    Lines,
    Link,
    Net,
    Terms,
    linked,
)
from maps.hexgrid import Hex, Side, side_between

if TYPE_CHECKING:
    from engine.systems.europa.board.board import GameBoard

REMEMBERED = 8
"""How many answers are kept about what land joins."""
NETS = 48
"""How many nets are kept."""
FEW = 200
"""Up to how many hexes with other lines a rail network is made of another one."""
Land = tuple[tuple[int, Steps], ...]
"""Steps over land by what each counts."""


class SupplyGraph:
    """The steps of each element on a board. With ``rough`` rules bad ground counts more overland
    (BF-32A3).
    """

    def __init__(self, ground: GameBoard, *, rough: bool) -> None:
        self.ground = ground
        self.rough = rough
        self.bits = Bits(ground.land)
        self.masks = Masks(self.bits)
        """Sets of hexes that positions have, as numbers."""
        self._graphs: list[tuple[Graph, Steps]] = []
        self._nets = Recent[tuple[int, bool, str, Terms], Net](NETS)
        self._rail_layers = Recent[tuple[object, ...], Layer](REMEMBERED)
        self._joined = Recent[tuple[int, int, Openings, frozenset[Side]], int](REMEMBERED)
        self._overland: dict[Ice, Land] = {}
        self._lands: dict[tuple[Ice, Openings, frozenset[Side]], Land] = {}
        self._afoot: list[tuple[Land, Steps]] = []
        self._lines: list[tuple[Lines, Steps]] = []
        self._railroads: tuple[int, list[int]] = (0, [])

    @cached_property
    def high(self) -> Steps:
        """Steps along high-volume railroads."""
        rails, low = self.ground.rails, self.ground.low_volume
        return steps(
            self.bits, ((a, b) for a, near in rails.items() for b in near if not low(a, b))
        )

    @cached_property
    def low(self) -> Steps:
        """Steps along low-volume railroads."""
        rails, low = self.ground.rails, self.ground.low_volume
        return steps(self.bits, ((a, b) for a, near in rails.items() for b in near if low(a, b)))

    @cached_property
    def rails(self) -> Steps:
        """Steps along all railroads."""
        return together((self.high, self.low))

    @cached_property
    def on_rails(self) -> int:
        """The hexes with railroads."""
        return self.bits.mask(self.ground.rails)

    def line(self, at: Hex, within: int) -> int:
        """The hexes of a set that railroads through hexes of it join to one of them, none if it is
        not of the set itself or has no railroad (BF-7A1.8, 12C2.7); those of the last set are
        remembered.
        """
        lines = within & self.on_rails
        if self._railroads[0] != lines:
            self._railroads = (lines, [])
        known, bit = self._railroads[1], self.bits.bit.get(at, 0) & lines
        for found in known:
            if found & bit:
                return found
        if not bit:
            return 0
        known.append(filled(self.rails, bit, lines))
        return known[-1]

    @cached_property
    def roads(self) -> Steps:
        """Steps along roads, railroads counting as such (BF-7B.5)."""
        links = self.ground.roads
        return steps(self.bits, ((a, b) for a, near in links.items() for b in near))

    def overland(self, frozen: Ice = NO_ICE) -> Land:
        """Steps over land, by what they count, from the source's end to the unit's; zones that are
        frozen make others of them.
        """
        found = self._overland.get(frozen)
        if found is None:
            icy = self._by_count(self._icy, frozen)
            counts, none = sorted(self._dry.keys() | icy.keys()), Steps((), ())
            found = self._overland[frozen] = tuple(
                (count, together((self._dry.get(count, none), icy.get(count, none))))
                for count in counts
            )
        return found

    @cached_property
    def _dry(self) -> Mapping[int, Steps]:
        """The steps over land that count the same whatever is frozen, by what they count."""
        icy = set(self._icy)
        pairs = ((a, b) for a, near in self.ground.fronts.items() for b in near)
        return self._by_count((pair for pair in pairs if pair not in icy), NO_ICE)

    @cached_property
    def _icy(self) -> tuple[tuple[Hex, Hex], ...]:
        """The hexes between which a step counts less while something is frozen."""
        if not self.rough:
            return ()
        ice, terrain, wet = self.ground.charts.supply.ice, self.ground.map.terrain, self._sided
        return tuple(
            (a, b)
            for a, near in self.ground.fronts.items()
            for b in near
            if terrain[a] in ice or (b, a) in wet
        )

    def _by_count(self, pairs: Iterable[tuple[Hex, Hex]], frozen: Ice) -> dict[int, Steps]:
        """Steps over land, from the source's end to the unit's, by what they count."""
        found: dict[int, list[tuple[Hex, Hex]]] = {}
        for a, b in pairs:
            found.setdefault(self.count(b, a, frozen), []).append((a, b))
        return {count: steps(self.bits, some) for count, some in found.items()}

    def land(self, terms: Terms) -> Land:
        """The steps over land as they are now, by what they count; remembered for the last few
        openings and cuts.
        """
        key = (terms.frozen, terms.opened, terms.cut)
        if key not in self._lands:
            if len(self._lands) >= REMEMBERED:
                del self._lands[next(iter(self._lands))]
            self._lands[key] = self._land(terms)
        return self._lands[key]

    def _land(self, terms: Terms) -> Land:
        found = self.overland(terms.frozen)
        if terms.opened.near:
            by_cost: dict[int, list[tuple[Hex, Hex]]] = {}
            count = self.counting(terms)
            for a, near in terms.opened.near.items():
                for b, _ in near:
                    by_cost.setdefault(count(b, a), []).append((a, b))
            found += tuple((cost, steps(self.bits, pairs)) for cost, pairs in by_cost.items())
        if terms.cut:
            found = tuple((cost, self._uncut(open_, terms)) for cost, open_ in found)
        return found

    def _uncut(self, open_: Steps, terms: Terms) -> Steps:
        """Some steps without those that are cut now."""
        if not terms.cut:
            return open_
        ends = [side.hexes for side in sorted(terms.cut)]
        pairs = [pair for a, b in ends for pair in ((a, b), (b, a))]
        index = self.bits.index
        return open_.without(steps(self.bits, (p for p in pairs if p[0] in index)))

    def counting(self, terms: Terms) -> Callable[[Hex, Hex], int]:
        """What overland steps toward the source count now."""
        frozen, opened = terms.frozen, terms.opened
        if not opened.near:
            return partial(self.count, frozen=frozen)

        def count(a: Hex, b: Hex) -> int:
            kind, base = opened.kind(a, b), self.count(a, b, frozen)
            chart = self.ground.charts.supply
            return base + (chart.more if self.rough and kind and kind == chart.side else 0)

        return count

    def fronts(self, terms: Terms) -> Callable[[Hex], Iterable[Hex]]:
        """The hexes that steps over land lead to from a hex now."""
        fronts, opened = self.ground.fronts, terms.opened
        return self.uncut(terms, lambda at: fronts[at] + opened.beyond(at))

    @staticmethod
    def uncut(terms: Terms, near: Callable[[Hex], Iterable[Hex]]) -> Callable[[Hex], Iterable[Hex]]:
        """Where steps lead, those aside that are cut now."""
        cut = terms.cut
        if not cut:
            return near
        return lambda at: (to for to in near(at) if side_between(at, to) not in cut)

    def count(self, a: Hex, b: Hex, frozen: Ice = NO_ICE) -> int:
        """What an overland step from one hex into the next, toward the source, counts (BF-32A3,
        FE-12B1.2).
        """
        ground = self.ground
        if not self.rough or b in ground.roads.get(a, ()):
            return 1
        base, chart, terrain = 1, ground.charts.supply, ground.map.terrain[b]
        if terrain in chart.double:
            iced = terrain in chart.ice and ground.weather_zone(b) in frozen.swamps
            base = 1 if iced else chart.doubled
        return base + (chart.more if self._wet(a, b, frozen.rivers) else 0)

    def _wet(self, a: Hex, b: Hex, frozen: frozenset[str]) -> bool:
        """True for a hexside that counts more and is not frozen, by the more northern zone."""
        if (a, b) not in self._sided:
            return False
        zones = (self.ground.weather_zone(a), self.ground.weather_zone(b))
        return not frozen or self.ground.charts.weather.northmost(zones) not in frozen

    @cached_property
    def _sided(self) -> frozenset[tuple[Hex, Hex]]:
        """The hexes, both ways, between which the hexside lies that counts more."""
        kind = self.ground.charts.supply.side
        every = self.ground.map.hexsides.items()
        wide = (side.hexes for side, kinds in every if kind in kinds or STRAITS in kinds)
        sides = ((a, b) for a, b in wide if kind in self.ground.sides(a, b))
        return frozenset(pair for a, b in sides for pair in ((a, b), (b, a)))

    @cached_property
    def zones(self) -> Mapping[str, int]:
        """The hexes of each weather zone of the board."""
        found: dict[str, list[Hex]] = {}
        for at, zone in self.ground.weather_zones.items():
            found.setdefault(zone, []).append(at)
        return {zone: self.bits.mask(hexes) for zone, hexes in found.items()}

    def net(
        self,
        sources: Iterable[Hex],
        terms: Terms,
        *,
        overland_only: bool = False,
        element: str = OVERLAND,
    ) -> Net:
        """Search from sources outwards: by rail, on by truck, by road, by truck, on over land by an
        ``element``; the last few answers are remembered, for units move more often than lines
        change.
        """
        seeds = self.bits.mask(sources) & terms.open
        work = partial(self._net, seeds, terms, overland_only=overland_only, element=element)
        return self._nets.once((seeds, overland_only, element, terms), work)

    def _net(self, seeds: int, terms: Terms, *, overland_only: bool, element: str) -> Net:
        rail = self._rail(0 if overland_only else seeds, terms)
        start = seeds | (rail.hexes & ~terms.passable)
        trucks = 0 if overland_only else terms.trucks & terms.open
        behind = self._chain(start, trucks & ~start, terms) if trucks else ()
        joined = start | linked(behind)
        roads = ((1, self._uncut(self.roads, terms)),)
        road = self._layer(roads, 0 if overland_only else joined, ROAD, terms)
        reached = joined | road.hexes
        before = self._chain(road.hexes, trucks & ~reached, terms) if trucks else ()
        reached |= linked(before)
        land = self._layer(self.land(terms), reached, element, terms)
        return Net(seeds, rail, road, land, behind, before)

    def _chain(self, start: int, trucks: int, terms: Terms) -> tuple[Link, ...]:
        """Trucks that a line joins to some hexes, then those that a line joins to these, and so on
        (FE-12B2.2).
        """
        found: list[Link] = []
        edge = start
        while trucks and edge and self._near(edge, trucks, terms):
            layer = self._layer(self.land(terms), edge, TRUCKS, terms)
            edge = layer.hexes & trucks
            trucks &= ~edge
            if edge:
                found.append(Link(layer, edge))
        return tuple(found)

    def _near(self, edge: int, trucks: int, terms: Terms) -> bool:
        """Whether any truck is so near to some hexes that a line could be long enough."""
        for _ in range(max(band.lengths[TRUCKS] for band in terms.bands)):
            if edge & trucks:
                break
            trucks |= self.bits.around(trucks)
        return bool(edge & trucks)

    def joined(self, sources: Iterable[Hex], terms: Terms) -> int:
        """The hexes that steps over land join to some sources, at any length; the last few answers
        are remembered.
        """
        within = terms.open
        key = (self.bits.mask(sources) & within, within, terms.opened, terms.cut)
        return self._joined.once(key, lambda: filled(self.afoot(terms), key[0], within))

    def afoot(self, terms: Terms) -> Steps:
        """The steps over land as they are now, whatever they count; the last few are remembered."""
        land = self.land(terms)
        for known, found in self._afoot:
            if known is land:
                return found
        made = together(open_ for _, open_ in land)
        self._afoot = [(land, made), *self._afoot[: REMEMBERED - 1]]
        return made

    def _layer(self, by_cost: Land, start: int, element: str, terms: Terms) -> Layer:
        within = terms.owned if element == ROAD else terms.open
        bands = tuple(
            flood(by_cost, start & band.hexes, within & band.hexes, band.lengths[element])
            for band in terms.bands
        )
        return Layer(bands, union(tuple(map(union, bands))))

    def _rail(self, seeds: int, terms: Terms) -> Layer:
        """The hexes that railroads join to some; the last few answers are remembered, for much that
        changes lies beside all railroads.
        """
        within = terms.railways & (self.on_rails | seeds)
        key = (seeds, within, terms.bands, terms.lines, terms.cut)
        return self._rail_layers.once(key, lambda: self._rail_layer(seeds, within, terms))

    def _rail_layer(self, seeds: int, within: int, terms: Terms) -> Layer:
        bands = tuple(
            self._along(seeds & band.hexes, within & band.hexes, band.lengths[RAIL], terms)
            for band in terms.bands
        )
        return Layer(bands, union(tuple(map(union, bands))))

    def of_graph(self, graph: Graph) -> Steps:
        """The steps of a rail network; those of the last few are remembered, and one that differs
        little from one of them is made of it.
        """
        for known, found in self._graphs:
            if known is graph:
                return found
        made = self._of_graph(graph)
        self._graphs = [(graph, made), *self._graphs[: REMEMBERED - 1]]
        return made

    def _of_graph(self, graph: Graph) -> Steps:
        for known, found in self._graphs:
            apart = map(is_not, known.values(), graph.values())  # all list the same hexes
            others = [*islice(compress(graph, apart), FEW)]
            if len(others) < FEW:
                gone = found.without(steps(self.bits, _pairs(known, others)))
                return together((gone, steps(self.bits, _pairs(graph, others))))
        return steps(self.bits, _pairs(graph, graph))

    def along(self, lines: Lines, start: int, within: int) -> int:
        """All hexes that some lines join to a set, inside ``within``, the set included."""
        return filled(self.of_lines(lines), start, within)

    def of_lines(self, lines: Lines) -> Steps:
        """The steps of some lines as one, each of them between its own hexes; those of the last few
        are remembered.
        """
        for known, found in self._lines:
            if len(known) == len(lines) and all(map(_same_line, known, lines)):
                return found
        made = together(open_.within(on) for open_, on, _ in lines)
        self._lines = [(lines, made), *self._lines[: REMEMBERED - 1]]
        return made

    def _along(self, seeds: int, within: int, limit: int, terms: Terms) -> Levels:
        """Rail hexes by how many low-volume steps they need; high-volume ones are free."""
        low = self._uncut(self.low, terms)
        free = self._uncut(self.of_lines(terms.lines) if terms.lines else self.high, terms)
        reached = edge = filled(free, seeds & within, within)
        levels = [reached]
        for _ in range(limit):
            edge = low.spread(edge) & within & ~reached
            if not edge:
                break
            edge = filled(free, edge, within & ~reached)
            reached |= edge
            levels.append(edge)
        return tuple(levels)


def _pairs(graph: Graph, hexes: Iterable[Hex]) -> Iterator[tuple[Hex, Hex]]:
    """The steps of a network from some of its hexes."""
    return ((a, b) for a in hexes for b, _ in graph.get(a, ()))


def _same_line(one: tuple[Steps, int, Graph], two: tuple[Steps, int, Graph]) -> bool:
    """Whether two lines are the same network between the same hexes."""
    return one[0] is two[0] and one[1] == two[1]
