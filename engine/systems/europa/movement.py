"""What a step costs, and where a unit's points take it: terrain by mobility, weather and crossing,
roads, administrative movement, and the tolls of enemy zones of control (BF-6, 6A, 6B, 7B, 27).

All costs are half movement points, so that administrative movement stays exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.mechanics.movement import Graph, Reach
from engine.systems.europa.ground import MOUNTAIN, Ground
from engine.systems.europa.movement_charts import HexsideCost, Mobility, Snow
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


@dataclass(frozen=True, slots=True)
class Step:
    """What never changes about going from a hex to an adjacent one: the zones of both, the terrain
    beyond (``mountain`` flags for both hexes), the hexside, and whether a line joins them.
    """

    at: Hex
    near: Hex
    zones: tuple[str, str]
    terrain: str
    mountains: tuple[bool, bool]
    ridge: bool
    crossings: tuple[HexsideCost, ...]
    wide: bool
    joined: bool
    across: Side


class Tracks:
    """The cost graphs of a board, worked out once for each set of conditions."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
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
        weather, scale = dict(under.weather), 1 if admin else HALF
        found: dict[Hex, tuple[tuple[Hex, int], ...]] = {}
        for at, steps in self.steps.items():
            costs = (
                (step.near, self._cost(under, weather, mobility, step) * scale)
                for step in steps.values()
                if not (admin and _too_wild(under, step))
            )
            found[at] = tuple((near, cost) for near, cost in costs if cost)
        return found

    @cached_property
    def steps(self) -> Mapping[Hex, Mapping[Hex, Step]]:
        """Every step on land over an open hexside."""
        return {
            at: {near: self._step(at, near) for near in fronts}
            for at, fronts in self.ground.fronts.items()
        }

    def _step(self, at: Hex, near: Hex) -> Step:
        ground, kinds = self.ground, self.ground.sides(at, near)
        rows = (ground.charts.terrain_costs.hexside(kind) for kind in sorted(kinds))
        return Step(
            at,
            near,
            (ground.weather_zone(at), ground.weather_zone(near)),
            ground.terrain_at(near),
            (ground.is_mountain(at), ground.is_mountain(near)),
            MOUNTAIN in kinds,
            tuple(row for row in rows if row is not None),
            MAJOR_RIVER in kinds,
            near in ground.roads.get(at, ()),
            side_between(at, near),
        )

    def step(self, under: Conditions, mobility: Mobility, a: Hex, b: Hex) -> int:
        """Whole points to go from a hex to the adjacent one; 0 when it cannot be done (BF-6.4)."""
        step = self.steps.get(a, {}).get(b)
        return self._cost(under, dict(under.weather), mobility, step) if step else 0

    def _cost(
        self, under: Conditions, weather: Mapping[str, Weather], mobility: Mobility, step: Step
    ) -> int:
        here, there = (weather.get(zone, Weather.CLEAR) for zone in step.zones)
        if mobility is Mobility.HEAVY and self._snowed_in(step, here, there):
            return 0
        chart = self.ground.charts.terrain_costs
        if step.joined and step.across not in under.down:
            return self._entry(mobility, chart.road, there)
        cost = self._entry(mobility, step.terrain, there)
        between = _worst(here, there)
        if cost and step.ridge:
            ridge = self._entry(mobility, chart.ridge, between)
            cost = max(cost, ridge) if ridge else 0
        return cost and cost + _crossing(under, step, between)

    def _entry(self, mobility: Mobility, terrain: str, weather: Weather) -> int:
        return self._entries.get((mobility, terrain, weather), 0)

    @cached_property
    def _entries(self) -> Mapping[tuple[Mobility, str, Weather], int]:
        """Points to enter terrain; winter is poor weather where it has no costs of its own."""
        bars = self.ground.charts.movement.snow is Snow.BARS
        return {
            (who, row.id, sky): row.cost(
                who, Weather.POOR if bars and sky is Weather.WINTER else sky
            )
            for who in Mobility
            for row in self.ground.charts.terrain_costs.rows
            for sky in Weather
        }

    def _snowed_in(self, step: Step, here: Weather, there: Weather) -> bool:
        """True where winter bars c/m and artillery outright, from roads too (BC-21.5)."""
        if self.ground.charts.movement.snow is not Snow.BARS:
            return False
        leaving, entering = step.mountains
        winter = Weather.WINTER
        return (leaving and here is winter) or (entering and there is winter)

    def open_ground(self, under: Conditions, a: Hex, b: Hex) -> bool:
        """True when c/m and artillery could enter the very terrain between and of adjacent hexes,
        roads aside; no zone of theirs reaches where they could not (BF-5.2).
        """
        step = self.steps[a][b]
        weather = dict(under.weather)
        here, there = (weather.get(zone, Weather.CLEAR) for zone in step.zones)
        heavy = Mobility.HEAVY
        if self._snowed_in(step, here, there) or not self._entry(heavy, step.terrain, there):
            return False
        ridge = self.ground.charts.terrain_costs.ridge
        return not step.ridge or bool(self._entry(heavy, ridge, _worst(here, there)))


def _too_wild(under: Conditions, step: Step) -> bool:
    """True where administrative movement needs a road and there is none (BF-6B.7 to 6B.9)."""
    if step.joined and step.across not in under.down:
        return False
    return step.mountains[1] or step.ridge or step.wide


def _crossing(under: Conditions, step: Step, weather: Weather) -> int:
    """What the hexside adds (BF-6.5, 32A5)."""
    flooded = not under.floods.isdisjoint(step.zones)
    return sum(
        row.flood if flooded else row.poor if weather.bad else row.clear for row in step.crossings
    )


def _worst(*skies: Weather) -> Weather:
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
