"""The position of a plain title: zones of control, supply, reach and strength."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from engine.core.handler import Transition
from engine.core.system import Scenario
from engine.rules.board.context import BaseContext
from engine.rules.board.position import BasePosition
from engine.rules.board.zoc import Zoc, stops, zone
from engine.rules.movement.paths import Reach, reach
from engine.rules.plain.records import PlainCharts, PlainState
from engine.rules.supply.trace import Supplied, spread
from engine.rules.weather.chart import WeatherKind
from maps.hexgrid import Hex
from oob.model import UnitId

Work = Transition[PlainState]
"""A step in the making."""


class PlainContext(BaseContext):
    """A scenario laid out, with what its steps cost."""

    def __init__(self, scenario: Scenario, sides: tuple[str, str]) -> None:
        super().__init__(scenario, sides)
        self.charts: PlainCharts = scenario.data
        self.graph = self.charts.terrain.graph(self.map)
        self.open_sides = self.charts.terrain.open_sides(self.map)

    def sources(self, side: str) -> tuple[Hex, ...]:
        """Where a side's supply comes from."""
        return tuple(self.map.places[id_].hex for id_ in self.charts.supply.sources[side])


class PlainPosition(BasePosition[PlainContext, PlainState]):
    """Everything the rules ask of one state."""

    def __init__(self, context: PlainContext, state: PlainState) -> None:
        super().__init__(context, state, context.standing(state.pieces, ""))
        self.charts = context.charts

    def after(self, transition: Work) -> PlainPosition:
        """The position of a step in the making."""
        return PlainPosition(self.context, transition.state)

    def owner(self, unit: UnitId) -> str:
        """The side that commands a unit."""
        return self.context.owners[unit]

    def opponent(self, side: str) -> str:
        """The other side."""
        return self.context.opponent(side)

    @property
    def sky(self) -> WeatherKind:
        """The weather."""
        return self.charts.weather.kind(self.state.weather)

    def zoc(self, side: str) -> frozenset[Hex]:
        """A side's zones of control."""
        return zone(self.held[side], self.context.open_sides)

    def hostile(self, side: str) -> frozenset[Hex]:
        """Where a side cannot retreat to or trace supply: hexes the enemy holds, and those in his
        zones without friends.
        """
        enemy = self.opponent(side)
        return self.held[enemy] | (self.zoc(enemy) - self.held[side])

    def units(self, side: str) -> tuple[UnitId, ...]:
        """A side's units on the map, hex by hex."""
        return tuple(unit for at in sorted(self.held[side]) for unit in self.friends(at, side))

    @cached_property
    def supply(self) -> dict[str, Supplied]:
        """Where each side's supply reaches."""
        return {side: self._supply(side) for side in self.context.sides}

    def _supply(self, side: str) -> Supplied:
        sources, near = self.context.sources(side), self.context.open_sides
        barred = self.hostile(side).__contains__
        return spread(sources, near, self.charts.supply.length, barred=barred)

    def strength(self, unit: UnitId) -> Fraction:
        """Its combat factor, halved out of supply."""
        face = self.context.face(unit, self.piece(unit).steps)
        factor = self.context.units[unit].faces[face].attack or 0
        return Fraction(factor, 2 if unit in self.state.unfed else 1)

    def reach(self, unit: UnitId) -> Reach:
        """Where it can go: into enemy zones and no further, half as far out of supply."""
        at, enemy = self.piece(unit).hex, self.opponent(self.owner(unit))
        assert at is not None, "only units on the map move"
        points = (self.context.units[unit].front.move or 0) * self.sky.movement // 100
        points //= 2 if unit in self.state.unfed else 1
        stopped, held = stops(Zoc.LOCKING, self.zoc(enemy)), self.held[enemy]
        return reach(self.context.graph, at, points, barred=held.__contains__, stops=stopped)
