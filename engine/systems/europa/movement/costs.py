"""What a step costs, and where a unit's points take it: terrain by mobility, weather and crossing,
roads, administrative movement, and the tolls of enemy zones of control (BF-6, 6A, 6B, 7B, 27).

All costs are half movement points, so that administrative movement stays exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from engine.frozen import dataclass
from engine.rules.movement.tolls import Toll
from engine.rules.weather.kinds import Kinds
from engine.systems.europa.board.board import MOUNTAIN, GameBoard
from engine.systems.europa.board.openings import CLOSED_ALL, Openings
from engine.systems.europa.charts.movement_charts import (
    Administrative,
    HexsideCost,
    Mobility,
    MovementChart,
)
from engine.systems.europa.state.constants import HALF
from engine.systems.europa.state.units import Facts
from maps.hexgrid import Hex, Side, side_between

if TYPE_CHECKING:
    from engine.systems.europa.state.position import Position

FoundT = TypeVar("FoundT")
MAJOR_RIVER = "major_river"
GRAPHS = 48
"""How many cost graphs a table keeps, by weather, mobility, ratings and administrative movement."""
KEPT = 256
"""Of how many weather zones it keeps the steps, by the weather there and the same."""


def mobility_of(facts: Facts) -> Mobility:
    """Which terrain costs a unit pays (BF-6.4, 14D.2)."""
    if facts.mountain:
        return Mobility.MOUNTAIN
    return Mobility.HEAVY if facts.mobile or facts.artillery else Mobility.OTHER


@dataclass(frozen=True, slots=True)
class Conditions:
    """What costs depend on besides the board: the weather and flooded rivers by zone, the bridges
    that are down, closed hexsides that are ``opened``, and those that are ``watched``: crossing
    them costs so many ``times`` as much (FE-28E.4). ``ice`` are the zones with frozen rivers where
    more than the weather of the moment decides that, None where it alone does (FE-39F1.2).
    """

    weather: tuple[tuple[str, str], ...]
    floods: frozenset[str] = frozenset()
    down: frozenset[Side] = frozenset()
    ice: frozenset[str] | None = None
    opened: Openings = CLOSED_ALL
    watched: frozenset[Side] = frozenset()
    times: int = 1


@dataclass(frozen=True, slots=True)
class Passage:
    """What the cost of going from a hex to an adjacent one depends on, conditions aside: the zones
    of both hexes, whether they are mountains, the terrain beyond, the hexside, whether a road or
    railroad joins them, and how many times as much as usual the hexside costs.
    """

    zones: tuple[str, str]
    mountains: tuple[bool, bool]
    terrain: str
    ridge: bool
    wide: bool
    crossings: tuple[str, ...]
    joined: bool
    times: int = 1


class Prices(dict[int, int]):
    """Half points of passages by their numbers, 0 where they are prohibited: for units with a
    mobility and a rating, marching administratively or not, under some conditions.
    """

    def __init__(
        self,
        tracks: Tracks,
        under: Conditions,
        terms: tuple[Mobility, bool, int],
        slow: tuple[str, ...],
    ) -> None:
        super().__init__()
        self.tracks, self.under = tracks, under
        self._terms, self._slow = terms, slow

    def __missing__(self, number: int) -> int:
        found = self[number] = self.of([*self.tracks.numbers][number])
        return found

    def of(self, passage: Passage) -> int:
        """Half points of a passage, one that has no number too."""
        mobility, admin, rating = self._terms
        price = self.tracks.price(self.under, mobility, passage, admin, rating)
        return price * HALF if passage.zones[0] in self._slow else price

    def alike(self, zone: str) -> dict[Hex, Ways]:
        """Where all steps known so far within a weather zone are kept, for all conditions that are
        alike there.
        """
        under, slow = self.under, zone in self._slow
        sky = dict(under.weather).get(zone, self.tracks.known.best)
        key = (zone, sky, zone in under.floods, under.ice, *self._terms, slow)
        return self.tracks.kept(key)


Ways = tuple[tuple[Hex, int], ...]
"""The hexes one step away, each with a number: what the step costs, or of which passage it is."""


class CostGraph(dict[Hex, Ways]):
    """The steps a unit may take with their costs in half points: each hex is worked out when it is
    first asked for by its key, and within a weather zone once for all graphs that are alike there.
    """

    def __init__(self, prices: Prices) -> None:
        super().__init__()
        self._prices, under = prices, prices.under
        odd = under.down | under.watched
        self._odd = frozenset([at for side in odd for at in side.hexes]).union(under.opened.near)
        self._alike = {zone: prices.alike(zone) for zone in prices.tracks.zones}
        for known in self._alike.values():
            self.update(known)
        for at in self._odd:
            self.pop(at, None)

    def __missing__(self, at: Hex) -> Ways:
        if at in self._odd:
            return self._worked_out(at)
        prices = self._prices
        ways = prices.tracks.ways(at)
        found = self[at] = tuple([(near, price) for near, kind in ways if (price := prices[kind])])
        zone = prices.tracks.zone_around(at)
        if zone:
            self._alike[zone][at] = found
        return found

    def _worked_out(self, at: Hex) -> Ways:
        """The steps from a hex of which some hexside is not as the board has it."""
        tracks, under = self._prices.tracks, self._prices.under
        around = (*tracks.passages(at), *under.opened.beyond(at))
        passages = [(near, tracks.passage(under, at, near)) for near in around]
        priced = [(near, self._prices.of(over)) for near, over in passages if over is not None]
        found = self[at] = tuple([step for step in priced if step[1]])
        return found


class Tracks:
    """The cost graphs of a board, worked out once for each set of conditions."""

    def __init__(self, ground: GameBoard) -> None:
        self.ground = ground
        self._graphs: dict[tuple[object, ...], CostGraph] = {}
        self._passages: dict[Hex, Mapping[Hex, Passage]] = {}
        self.numbers: dict[Passage, int] = {}
        """All passages that differ, numbered in their order."""
        self._ways: dict[Hex, Ways] = {}
        self._zones: dict[Hex, str] = {}
        self._kept: dict[tuple[object, ...], dict[Hex, Ways]] = {}
        self._costs: dict[tuple[object, ...], int] = {}
        self._open: tuple[Conditions | None, dict[tuple[Hex, Hex], bool]] = (None, {})
        self._sites: dict[Hex, tuple[str, bool, str]] = {}

    @property
    def known(self) -> Kinds:
        """The kinds of weather of the title."""
        found: Kinds = self.ground.charts.weather.known
        return found

    @cached_property
    def closing(self) -> frozenset[str]:
        """The kinds of weather in which c/m units and artillery cannot enter some terrain."""
        charts = self.ground.charts
        return frozenset(
            kind
            for kind in self.known.ids
            if kind in charts.movement.barred_in
            or not all(
                self._entry(Mobility.HEAVY, row.id, kind) for row in charts.terrain_costs.rows
            )
        )

    def graph(
        self,
        under: Conditions,
        mobility: Mobility,
        *,
        admin: bool = False,
        rating: int = 0,
        slow: tuple[str, ...] = (),
    ) -> CostGraph:
        """The steps a unit may take with their costs in half points; its printed rating matters
        where costs depend on it. Steps out of hexes of ``slow`` weather zones cost twice as much.
        """
        key = (under, mobility, admin, rating, slow)
        terms = (mobility, admin, rating)
        return _last_of(
            self._graphs, key, lambda: CostGraph(Prices(self, under, terms, slow)), GRAPHS
        )

    def price(
        self, under: Conditions, mobility: Mobility, passage: Passage, admin: bool, rating: int
    ) -> int:
        """Half points of a passage for a unit with a printed rating, 0 where it is prohibited."""
        chart = self.ground.charts.movement
        if admin and _too_wild(chart, passage):
            return 0
        halved = admin and chart.administrative is Administrative.HALF_COSTS
        return self._halves(under, mobility, passage, rating) // (HALF if halved else 1)

    def passages(self, at: Hex) -> Mapping[Hex, Passage]:
        """Every step from a hex on land over an open hexside."""
        if at not in self._passages:
            fronts = self.ground.fronts.get(at, ())
            self._passages[at] = {near: self._passage(at, near) for near in fronts}
        return self._passages[at]

    def kept(self, key: tuple[object, ...]) -> dict[Hex, Ways]:
        """Where the steps of all graphs are kept that are alike in what ``key`` says."""
        return _last_of(self._kept, key, dict, KEPT)

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The weather zones of the board."""
        return tuple(sorted({self.ground.weather_zone(at) for at in self.ground.fronts}))

    def zone_around(self, at: Hex) -> str:
        """The weather zone that no step from a hex leaves, '' where one does."""
        found = self._zones.get(at)
        if found is None:
            zones = {zone for over in self.passages(at).values() for zone in over.zones}
            found = self._zones[at] = zones.pop() if len(zones) == 1 else ""
        return found

    def ways(self, at: Hex) -> Ways:
        """The same with the number of each passage instead."""
        if at not in self._ways:
            numbers, passages = self.numbers, self.passages(at).items()
            found = [(near, numbers.setdefault(over, len(numbers))) for near, over in passages]
            self._ways[at] = tuple(found)
        return self._ways[at]

    def _passage(self, at: Hex, near: Hex) -> Passage:
        ground, kinds = self.ground, self.ground.sides(at, near)
        costs = ground.charts.terrain_costs
        crossed = [kind for kind in sorted(kinds) if costs.hexside(kind) is not None]
        here, there = self._site(at), self._site(near)
        return Passage(
            (here[0], there[0]),
            (here[1], there[1]),
            there[2],
            MOUNTAIN in kinds,
            MAJOR_RIVER in kinds,
            tuple(crossed),
            at in ground.roads and near in ground.roads[at],
        )

    def _site(self, at: Hex) -> tuple[str, bool, str]:
        """The weather zone of a hex, whether it is a mountain, and its terrain."""
        found, ground = self._sites.get(at), self.ground
        if found is None:
            found = (ground.weather_zone(at), ground.is_mountain(at), ground.terrain_at(at))
            self._sites[at] = found
        return found

    def step(self, under: Conditions, mobility: Mobility, a: Hex, b: Hex) -> int:
        """Whole points to go from a hex to the adjacent one; 0 when it cannot be done (BF-6.4)."""
        passage = self.passage(under, a, b)
        return 0 if passage is None else self.cost(under, mobility, passage)

    def passage(self, under: Conditions, a: Hex, b: Hex) -> Passage | None:
        """The step from a hex to an adjacent one as it is now; None where it is closed."""
        found, kind = self.passages(a).get(b), under.opened.kind(a, b)
        if found is None and kind is not None:
            crossed = (kind,) if kind else ()
            found = replace(self._passage(a, b), crossings=crossed, wide=kind == MAJOR_RIVER)
        return found and self.under(under, found, a, b)

    def under(self, under: Conditions, passage: Passage, a: Hex, b: Hex) -> Passage:
        """A passage without its bridge where that is down, dearer where craft watch it."""
        if not under.down and not under.watched:
            return passage
        between = side_between(a, b)
        if between in under.down:
            passage = replace(passage, joined=False)
        return replace(passage, times=under.times) if between in under.watched else passage

    def cost(self, under: Conditions, mobility: Mobility, passage: Passage) -> int:
        """Whole points of a passage whose bridge, if any, stands, as the chart has them; 0 when it
        is prohibited.
        """
        return self._halves(under, mobility, passage, 0) // HALF

    def _halves(self, under: Conditions, mobility: Mobility, passage: Passage, rating: int) -> int:
        """Half points of a passage, kept for all conditions that are alike in its zones."""
        skies, floods = self._skies(under, passage), under.floods
        key = (mobility, passage, rating, skies, not floods.isdisjoint(passage.zones), under.ice)
        if key not in self._costs:
            self._costs[key] = self._summed(under, mobility, passage, rating)
        return self._costs[key]

    def _summed(self, under: Conditions, mobility: Mobility, passage: Passage, rating: int) -> int:
        here, there = self._skies(under, passage)
        if mobility is Mobility.HEAVY and self._snowed_in(passage, here, there):
            return 0
        chart = self.ground.charts.terrain_costs
        if passage.joined:
            return chart.halves(self._entry(mobility, chart.road, there), rating)
        cost = chart.halves(self._entry(mobility, passage.terrain, there), rating)
        between = self.ground.charts.weather.between(passage.zones, (here, there))
        if cost and passage.ridge:
            ridge = chart.halves(self._entry(mobility, chart.ridge, between), rating)
            cost = max(cost, ridge) if ridge else 0
        return cost and cost + self._crossing(under, passage, between) * HALF

    def road_cost(self, under: Conditions, mobility: Mobility, at: Hex) -> int:
        """Whole points to go along a road into or out of a hex, in its weather (BF-7B.1)."""
        weather = self._weather(under, self.ground.weather_zone(at))
        return self._entry(mobility, self.ground.charts.terrain_costs.road, weather)

    def _entry(self, mobility: Mobility, terrain: str, weather: str) -> int:
        """Points to enter terrain in a kind of weather, or in the one it counts as."""
        row = self.ground.charts.terrain_costs.row(terrain)
        counts = self.ground.charts.movement.costs_as.get(weather, weather)
        return self.known.cell(row.costs(mobility), counts) if row else 0

    def _crossing(self, under: Conditions, passage: Passage, weather: str) -> int:
        """What the hexside adds (BF-6.5, 32A5)."""
        if not under.floods.isdisjoint(passage.zones):
            return passage.times * sum(row.flood for row in self._hexsides(passage))
        zone = self.ground.charts.weather.northmost(passage.zones)
        return passage.times * sum(
            self.known.cell(row.cost, row.weather(zone, weather, under.ice))
            for row in self._hexsides(passage)
        )

    def _hexsides(self, passage: Passage) -> Iterator[HexsideCost]:
        """What the chart says of the hexside of a passage."""
        chart = self.ground.charts.terrain_costs
        return (row for row in chart.hexsides if row.id in passage.crossings)

    def _weather(self, under: Conditions, zone: str) -> str:
        return dict(under.weather).get(zone, self.known.best)

    def _skies(self, under: Conditions, passage: Passage) -> tuple[str, str]:
        (here, there), weather, best = passage.zones, dict(under.weather), self.known.best
        return weather.get(here, best), weather.get(there, best)

    def _snowed_in(self, passage: Passage, here: str, there: str) -> bool:
        """True where the weather bars c/m and artillery outright, from roads too (BC-21.5)."""
        barred = self.ground.charts.movement.barred_in
        leaving, entering = passage.mountains
        return (leaving and here in barred) or (entering and there in barred)

    def snow_bars(self, under: Conditions, mobility: Mobility) -> bool:
        """True while the weather anywhere bars units of a mobility from some hexes (BC-21.5)."""
        barred = self.ground.charts.movement.barred_in
        return mobility is Mobility.HEAVY and any(kind in barred for _, kind in under.weather)

    def snowbound(self, under: Conditions, mobility: Mobility, at: Hex) -> bool:
        """True where the weather lets c/m units and artillery neither in nor out (BC-21.5)."""
        if mobility is not Mobility.HEAVY or not self.ground.is_mountain(at):
            return False
        weather = self._weather(under, self.ground.weather_zone(at))
        return weather in self.ground.charts.movement.barred_in

    def open_ground(self, under: Conditions, a: Hex, b: Hex) -> bool:
        """True when c/m and artillery could enter the very terrain between and of adjacent hexes,
        roads aside; no zone of theirs reaches where they could not (BF-5.2).
        """
        if self._open[0] is not under:
            self._open = (under, {})
        known = self._open[1]
        if (a, b) not in known:
            over = self.passage(under, a, b)
            off_road = replace(over, joined=False) if over is not None and over.joined else over
            known[a, b] = bool(off_road and self.cost(under, Mobility.HEAVY, off_road))
        return known[a, b]


def _last_of(
    known: dict[tuple[object, ...], FoundT],
    key: tuple[object, ...],
    make: Callable[[], FoundT],
    most: int,
) -> FoundT:
    """What is known by a key, or made: of more than so many the one asked for first is dropped."""
    found = known.pop(key, None)
    if found is None:
        found = make()
    known[key] = found
    if len(known) > most:
        del known[next(iter(known))]
    return found


def _too_wild(chart: MovementChart, passage: Passage) -> bool:
    """True where administrative movement needs a road and there is none (BF-6B.7 to 6B.9)."""
    if passage.joined:
        return False
    rough = chart.admin_terrain and (
        passage.terrain not in chart.admin_terrain or passage.crossings
    )
    cold = any(zone in chart.admin_roads for zone in passage.zones)
    return bool(passage.mountains[1] or passage.ridge or passage.wide or rough or cold)


def conditions(pos: Position, side: str = "") -> Conditions:
    """The conditions of a position, for the units of a side: the very same as long as nothing of
    them changes.
    """
    found: Conditions | None = pos.known.get(("conditions", side))
    if found is None:
        state, watched = pos.state, pos.watched(side)
        terms = (state.floods, state.down, pos.river_ice, pos.openings(side), watched)

        def work() -> Conditions:
            weather = tuple(sorted(state.weather.items()))
            return Conditions(weather, *terms, pos.watch_times if watched else 1)

        found = pos.shared(("conditions", side), (state.weather, *terms), work)
        pos.known["conditions", side] = found
    return found


def toll(
    pos: Position,
    nation: str,
    mobile: bool,
    zone: frozenset[Hex],
    full: frozenset[Hex],
    harassed: Mapping[Hex, int],
) -> Toll:
    """The toll a unit, c/m or not, pays in an enemy zone, part of which or all is full and not
    reduced, and where it is harassed.
    """
    chart = pos.context.charts.movement
    less = chart.mobile_less if mobile and nation in chart.mobile_nations else 0
    costs = (chart.leave, chart.across, chart.leave_reduced, chart.across_reduced)
    leave, across, light_leave, light_across = (max(0, cost - less) * HALF for cost in costs)
    return Toll(
        zone,
        leave,
        across if chart.direct else None,
        chart.stops,
        frozenset() if full is zone else zone - full,
        light_leave,
        light_across if chart.direct else None,
        harassed,
    )
