"""What a step costs, and where a unit's points take it: terrain by mobility, weather and crossing,
roads, administrative movement, and the tolls of enemy zones of control (BF-6, 6A, 6B, 7B, 27).

All costs are half movement points, so that administrative movement stays exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.mechanics.movement import Graph, Reach
from engine.systems.europa.ground import MOUNTAIN, Ground
from engine.systems.europa.movement_charts import Mobility, Snow
from engine.systems.europa.units import Facts
from engine.systems.europa.words import HALF, WORST, Weather
from maps.hexgrid import Hex, Side, side_between

if TYPE_CHECKING:
    from engine.systems.europa.position import Position

MAJOR_RIVER = "major_river"
GRAPHS = 24
"""How many cost graphs a table keeps: weather, mobility and administrative movement make them."""


def mobility_of(facts: Facts) -> Mobility:
    """Which terrain costs a unit pays (BF-6.4, 14D.2)."""
    if facts.mountain:
        return Mobility.MOUNTAIN
    return Mobility.HEAVY if facts.mobile or facts.artillery else Mobility.OTHER


@dataclass(frozen=True, slots=True)
class Conditions:
    """What costs depend on besides the board: the weather and flooded rivers by zone, and the
    bridges that are down.
    """

    weather: tuple[tuple[str, Weather], ...]
    floods: frozenset[str] = frozenset()
    down: frozenset[Side] = frozenset()


class Tracks:
    """The cost graphs of a board, worked out once for each set of conditions."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.zone_of = ground.weather_zone
        self._graphs: dict[tuple[Conditions, Mobility, bool], Graph] = {}

    def graph(self, under: Conditions, mobility: Mobility, *, admin: bool = False) -> Graph:
        """The steps a unit may take with their costs in half points."""
        key = (under, mobility, admin)
        found = self._graphs.get(key)
        if found is None:
            if len(self._graphs) >= GRAPHS:
                del self._graphs[next(iter(self._graphs))]
            found = self._graphs[key] = self._made(under, mobility, admin=admin)
        return found

    def _made(self, under: Conditions, mobility: Mobility, *, admin: bool) -> Graph:
        found: dict[Hex, tuple[tuple[Hex, int], ...]] = {}
        for at, fronts in self.ground.fronts.items():
            steps = []
            for near in fronts:
                cost = self.step(under, mobility, at, near)
                if cost and not (admin and self._too_wild(under, at, near)):
                    steps.append((near, cost if admin else cost * HALF))
            found[at] = tuple(steps)
        return found

    def road(self, under: Conditions, a: Hex, b: Hex) -> bool:
        """True when a road or railroad joins two adjacent hexes and its bridge, if any, stands."""
        joined = b in self.ground.roads.get(a, ())
        return joined and (not under.down or side_between(a, b) not in under.down)

    def step(self, under: Conditions, mobility: Mobility, a: Hex, b: Hex) -> int:
        """Whole points to go from a hex to the adjacent one; 0 when it cannot be done (BF-6.4)."""
        if b not in self.ground.fronts.get(a, ()):
            return 0
        skies = self._skies(under, a, b)
        if mobility is Mobility.HEAVY and self._snowed_in(a, b, skies):
            return 0
        chart = self.ground.charts.terrain_costs
        if self.road(under, a, b):
            road = chart.row(chart.road)
            return road.cost(mobility, self._sky(skies[1])) if road else 0
        cost = self._entry(mobility, self.ground.terrain_at(b), self._sky(skies[1]))
        between = _worst(skies)
        kinds = self.ground.sides(a, b)
        if cost and MOUNTAIN in kinds:
            ridge = self._entry(mobility, chart.ridge, self._sky(between))
            cost = max(cost, ridge) if ridge else 0
        return cost and cost + self._crossing(under, a, b, between)

    def _entry(self, mobility: Mobility, terrain: str, weather: Weather) -> int:
        row = self.ground.charts.terrain_costs.row(terrain)
        return row.cost(mobility, weather) if row else 0

    def _sky(self, weather: Weather) -> Weather:
        """The column that holds: winter is poor weather where it has no costs of its own."""
        bars = self.ground.charts.movement.snow is Snow.BARS
        return Weather.POOR if bars and weather is Weather.WINTER else weather

    def _snowed_in(self, a: Hex, b: Hex, skies: list[Weather]) -> bool:
        """True where winter bars c/m and artillery outright, from roads too (BC-21.5)."""
        if self.ground.charts.movement.snow is not Snow.BARS:
            return False
        return any(
            sky is Weather.WINTER and self.ground.is_mountain(at)
            for at, sky in zip((a, b), skies, strict=True)
        )

    def open_ground(self, under: Conditions, a: Hex, b: Hex) -> bool:
        """True when c/m and artillery could enter the very terrain between and of adjacent hexes,
        roads aside; no zone of theirs reaches where they could not (BF-5.2).
        """
        skies = self._skies(under, a, b)
        heavy = Mobility.HEAVY
        if self._snowed_in(a, b, skies):
            return False
        entry = self._entry(heavy, self.ground.terrain_at(b), self._sky(skies[1]))
        if MOUNTAIN in self.ground.sides(a, b):
            ridge = self.ground.charts.terrain_costs.ridge
            return bool(entry and self._entry(heavy, ridge, self._sky(_worst(skies))))
        return bool(entry)

    def _skies(self, under: Conditions, *hexes: Hex) -> list[Weather]:
        weather = dict(under.weather)
        return [weather.get(self.zone_of(at), Weather.CLEAR) for at in hexes]

    def _crossing(self, under: Conditions, a: Hex, b: Hex, weather: Weather) -> int:
        flooded = bool(under.floods) and bool(under.floods & {self.zone_of(a), self.zone_of(b)})
        total = 0
        for kind in sorted(self.ground.sides(a, b)):
            row = self.ground.charts.terrain_costs.hexside(kind)
            if row is not None:
                dry = row.poor if weather.bad else row.clear
                total += row.flood if flooded else dry
        return total

    def _too_wild(self, under: Conditions, a: Hex, b: Hex) -> bool:
        """True where administrative movement needs a road and there is none (BF-6B.7 to 6B.9)."""
        if self.road(under, a, b):
            return False
        kinds = self.ground.sides(a, b)
        return self.ground.is_mountain(b) or MOUNTAIN in kinds or MAJOR_RIVER in kinds


def _worst(skies: list[Weather]) -> Weather:
    """The weather of a hexside: the worse of its two zones (BF-27.16)."""
    return max(skies, key=WORST.index)


def conditions(pos: Position) -> Conditions:
    """The conditions of a position."""
    state = pos.state
    return Conditions(tuple(sorted(state.weather.items())), state.floods, state.down)


@dataclass(frozen=True, slots=True)
class Toll:
    """What enemy zones of control do to a unit that moves, in half points (BF-6A.1).

    ``leave`` is paid on leaving a zone hex for a free one, ``across`` for another zone hex, None
    where that is not allowed; ``stops`` ends a move that enters one.
    """

    zone: frozenset[Hex]
    leave: int
    across: int | None
    stops: bool

    def of(self, a: Hex, b: Hex) -> int | None:
        """What leaving ``a`` for ``b`` costs besides terrain; None where it is not allowed."""
        if a not in self.zone:
            return 0
        return self.across if b in self.zone else self.leave


FREE = Toll(frozenset(), 0, 0, stops=False)
"""No enemy zones at all."""


def toll(pos: Position, nation: str, facts: Facts, zone: frozenset[Hex]) -> Toll:
    """The toll a unit pays in an enemy zone."""
    chart = pos.table.charts.movement
    less = chart.deft_less if facts.mobile and nation in chart.deft else 0
    leave, across = (max(0, cost - less) * HALF for cost in (chart.leave, chart.across))
    return Toll(zone, leave, across if chart.direct else None, chart.stops)


def spread(
    graph: Graph, start: Hex, limit: int, tolls: Toll, barred: Callable[[Hex], bool]
) -> Reach:
    """All hexes a unit can enter with ``limit`` half points, the cheapest way to each.

    Costs are small whole numbers, so that hexes wait in one list for each cost.
    """
    zone, leave, across, stops = tolls.zone, tolls.leave, tolls.across, tolls.stops
    cost: dict[Hex, int] = {start: 0}
    previous: dict[Hex, Hex] = {}
    shut: set[Hex] = set()
    waiting: list[list[Hex]] = [[] for _ in range(limit + 1)]
    waiting[0].append(start)
    for spent, due in enumerate(waiting):
        for at in due:
            if cost[at] != spent:
                continue
            locked = at in zone
            if locked and stops and at != start:
                continue
            for near, price in graph.get(at, ()):
                total = spent + price
                if locked:
                    if near not in zone:
                        total += leave
                    elif across is None:
                        continue
                    else:
                        total += across
                if total > limit or near in shut:
                    continue
                known = cost.get(near)
                if known is None:
                    if barred(near):
                        shut.add(near)
                        continue
                elif known <= total:
                    continue
                cost[near] = total
                previous[near] = at
                waiting[total].append(near)
    return Reach(start, cost, previous)


def walked(graph: Graph, path: tuple[Hex, ...], tolls: Toll) -> int | None:
    """What a path costs in half points; None where a step cannot be made or a zone stops it."""
    total = 0
    for number, (a, b) in enumerate(pairwise(path)):
        price = dict(graph.get(a, ())).get(b)
        extra = tolls.of(a, b)
        if price is None or extra is None or (number and tolls.stops and a in tolls.zone):
            return None
        total += price + extra
    return total


def points(halves: int) -> str:
    """Half movement points in words: ``4``, ``2 1/2``, ``1/2``."""
    whole, half = divmod(halves, HALF)
    if not half:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"
