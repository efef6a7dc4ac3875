"""A position of a game by hand: reach, zones, stacking and supply by what is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from engine.core.state import Location
from engine.rules.board.context import DEAD
from engine.rules.board.position import BasePosition
from engine.rules.board.zoc import nowhere, zone
from engine.rules.movement.paths import Reach, reach
from engine.rules.supply.road_chain import net
from engine.rules.supply.trace import Supplied, spread
from engine.systems.by_hand.charts.ground import Counted, Entering, Leaving, ZoneChart
from engine.systems.by_hand.charts.sequence import WeatherRow
from engine.systems.by_hand.context import BEYOND, SCALE, HandContext
from engine.systems.by_hand.records import HandState
from engine.systems.by_hand.sequence import Slot
from maps.hexgrid import Hex
from oob.model import UnitId

NOWHERE = Reach(Hex(0, 0), {}, {})
"""The reach of a unit of which nothing is known."""
FAR = SCALE * 1000
"""An allowance that no march uses up."""


class HandPosition(BasePosition[HandContext, HandState]):
    """Everything the declared rules say of one state."""

    def __init__(self, context: HandContext, state: HandState) -> None:
        super().__init__(context, state, context.standing(state.pieces, ""))
        self.charts = context.charts
        self._reaches: dict[tuple[UnitId, bool], Reach] = {}

    @property
    def slot(self) -> Slot | None:
        """The phase; None while the sides set up."""
        return self.context.slots[self.state.slot] if self.state.slot >= 0 else None

    @property
    def owes(self) -> bool:
        """Whether a battle has left duties; the checklist of a turn is no battle's."""
        checks = self.charts.turns.row(self.state.turn).checklist
        return any(duty not in checks for duty in self.state.owed)

    def owner(self, unit: UnitId) -> str:
        """The side that commands a unit."""
        return self.context.owners[unit]

    def opponent(self, side: str) -> str:
        """The first of the other sides."""
        others = [other for other in self.context.all_sides if other != side]
        return others[0] if others else side

    def enemies(self, at: Hex, side: str) -> tuple[UnitId, ...]:
        """The units of other sides in a hex."""
        return tuple(unit for unit in self.at.get(at, ()) if self.owner(unit) != side)

    def hostile(self, side: str) -> frozenset[Hex]:
        """The hexes that units of other sides hold."""
        found: set[Hex] = set()
        for other in self.context.all_sides:
            if other != side:
                found |= self.held[other]
        return frozenset(found)

    def zoc(self, side: str) -> frozenset[Hex]:
        """A side's zones of control; none where nothing is declared."""
        if side not in self._zones:
            self._zones[side] = self._zone(side)
        return self._zones[side]

    @cached_property
    def _zones(self) -> dict[str, frozenset[Hex]]:
        return {}

    def _zone(self, side: str) -> frozenset[Hex]:
        chart = self.charts.zones
        if chart is None:
            return frozenset()
        held: frozenset[Hex] | list[Hex] = self.held[side]
        if chart.without:
            lacking = chart.without
            held = [
                at
                for at in sorted(held)
                if any(not self._lacks(unit, lacking) for unit in self.friends(at, side))
            ]
        return zone(held, self.context.zone_sides)

    def zone_of(self, unit: UnitId) -> frozenset[Hex]:
        """The zone of control of one unit; empty off the board, and for one that has none."""
        chart, at = self.charts.zones, self.piece(unit).hex
        if chart is None or at is None or self._lacks(unit, chart.without):
            return frozenset()
        return zone((at,), self.context.zone_sides)

    def _lacks(self, unit: UnitId, words: tuple[str, ...]) -> bool:
        return self.context.concerns(unit, words) or not self.piece(unit).marks.isdisjoint(words)

    def enemy_zones(self, side: str) -> frozenset[Hex]:
        """The hexes in zones of any other side."""
        found: set[Hex] = set()
        for other in self.context.all_sides:
            if other != side:
                found |= self.zoc(other)
        return frozenset(found)

    # Movement

    def allowance(self, unit: UnitId) -> Fraction:
        """The movement points of a unit now: printed, by weather and by its states."""
        piece = self.piece(unit)
        own = self.context.units[unit]
        face = own.faces[self.context.face(unit, piece.steps)]
        printed = face.move if face.move is not None else own.front.move
        points = Fraction(printed or 0)
        sky = self._sky
        if sky is not None:
            points = points * sky.movement / 100 + sky.extra
        for mark in sorted(piece.marks):
            row = self.context.states.get(mark)
            if row is not None:
                points = points * row.movement / 100
        return max(points, Fraction(0))

    @cached_property
    def _sky(self) -> WeatherRow | None:
        chart = self.charts.weather
        rows = chart.kinds if chart else ()
        return next((row for row in rows if row.id == self.state.weather), None)

    def reach(self, unit: UnitId) -> Reach:
        """Where a unit can go by the declared costs and zones; nowhere off the board, without
        declared movement, or in no movement class.
        """
        return self._reach(unit, far=False)

    def way(self, unit: UnitId) -> Reach:
        """Where it could go if it had points without end and zones did not matter."""
        return self._reach(unit, far=True)

    def _reach(self, unit: UnitId, *, far: bool) -> Reach:
        if (unit, far) not in self._reaches:
            self._reaches[unit, far] = self._worked_out(unit, far)
        return self._reaches[unit, far]

    def _worked_out(self, unit: UnitId, far: bool) -> Reach:
        chart, at = self.charts.movement, self.piece(unit).hex
        kind = self.context.classes.get(unit, "")
        if chart is None or at is None or not kind:
            return NOWHERE
        side, zones = self.owner(unit), self.charts.zones
        graph = self.context.graph(kind, self.state.weather)
        held = self.hostile(side) | self.context.barred.get(unit, frozenset())
        if far:
            return reach(graph, at, FAR, barred=held.__contains__, one_hex=True)
        points = int(self.allowance(unit) * SCALE)
        stops: Callable[[Hex], bool] = nowhere
        if zones is not None and not self._lacks(unit, zones.ignore):
            hampered = self.enemy_zones(side)
            if zones.entering is Entering.STOP:
                stops = hampered.__contains__
            graph = _Zoned(graph, hampered, zones)
        minimum = chart.minimum and points > 0
        return reach(graph, at, points, barred=held.__contains__, stops=stops, one_hex=minimum)

    # Stacking

    def load(self, at: Hex, side: str, joining: tuple[UnitId, ...] = ()) -> int:
        """What a side's units in a hex count, with some that would join them."""
        there = dict.fromkeys((*self.friends(at, side), *joining))
        return sum(self._counts(unit) for unit in there)

    def _counts(self, unit: UnitId) -> int:
        chart = self.charts.stacking
        if chart is None or self.context.concerns(unit, chart.exempt):
            return 0
        if chart.counts is Counted.STEPS:
            return self.piece(unit).steps
        if chart.counts is Counted.POINTS:
            return chart.points.get(self.context.units[unit].size.value, 1)
        return 1

    def room(self, at: Hex) -> int:
        """What a hex holds of one side. Only where stacking is declared."""
        chart = self.charts.stacking
        assert chart is not None, "limits are asked for where they are declared"
        return chart.terrain.get(self.context.map.terrain.get(at, ""), chart.limit)

    def crowded(self, side: str) -> Iterator[Hex]:
        """A side's hexes that hold more than they may."""
        if self.charts.stacking is not None:
            for at in sorted(self.held[side]):
                if self.load(at, side) > self.room(at):
                    yield at

    # Supply

    @cached_property
    def supply(self) -> Mapping[str, Supplied]:
        """Where supply reaches, by side or nation; those without a source are left out."""
        return {who: self._supply(who) for who in self.context.sources}

    def supplied(self, unit: UnitId) -> Supplied | None:
        """Where supply of a unit's nation, else of its side, reaches; None without any."""
        own = self.supply.get(self.nation(unit))
        return self.supply.get(self.owner(unit)) if own is None else own

    def _supply(self, who: str) -> Supplied:
        chart = self.charts.supply
        assert chart is not None, "sources are declared with their chart"
        nation = self.context.oob.nations.get(who)
        side = nation.side if nation is not None and who not in self.context.all_sides else who
        barred = self.barring(side).__contains__
        sources = self.context.sources[who]
        if chart.lines:
            found = net(self.context.supply_lines, sources, barred=barred)
            near = spread(found.toward, self.context.supply_steps, chart.length, barred=barred)
            return Supplied({**near.source, **found.toward})
        return spread(sources, self.context.supply_steps, chart.length, barred=barred)

    def barring(self, side: str) -> frozenset[Hex]:
        """The hexes that bar a side's supply: enemies, and their zones where it is declared."""
        chart, zones = self.charts.supply, self.charts.zones
        held = self.hostile(side)
        if chart is None or not chart.zones or zones is None:
            return held
        hampered = self.enemy_zones(side)
        return held | (hampered - self.held[side] if zones.friends_cancel else hampered)

    def fed(self, unit: UnitId) -> bool | None:
        """Whether a unit is in supply; None where nothing is declared for its side."""
        at, found = self.piece(unit).hex, self.supplied(unit)
        if at is None or found is None:
            return None
        return at in found or self.needs_none(unit)

    def needs_none(self, unit: UnitId) -> bool:
        """Whether a unit never needs supply."""
        chart = self.charts.supply
        return chart is not None and self.context.concerns(unit, chart.exempt)

    # Strength

    def printed(self, unit: UnitId, *, defends: bool) -> int:
        """The printed number that a unit attacks or defends with, on the face that shows."""
        own = self.context.units[unit]
        face = own.faces[self.context.face(unit, self.piece(unit).steps)]
        defense = face.defense if defends else None
        found = face.attack if defense is None else defense
        return found or 0

    def worn(self, unit: UnitId) -> Fraction:
        """What its states make of its strength, as a factor."""
        factor = Fraction(1)
        for mark in sorted(self.piece(unit).marks):
            row = self.context.states.get(mark)
            if row is not None:
                factor *= Fraction(row.strength, 100)
        return factor

    def points(self, side: str) -> int:
        """The victory points of a side."""
        chart = self.charts.victory
        if chart is None:
            return 0
        held = sum(
            self.context.worth.get(at, 0) for at, own in self.state.owners.items() if own == side
        )
        lost = sum(
            self.context.steps(unit) for unit in self.boxed(DEAD) if self.owner(unit) != side
        )
        return held + lost * chart.losses

    def where(self, unit: UnitId) -> Location:
        """The hex or box a unit is in."""
        return self.piece(unit).at


class _Zoned(Mapping[Hex, tuple[tuple[Hex, int], ...]]):
    """A graph of steps with what enemy zones add to them or forbid."""

    def __init__(
        self,
        steps: Mapping[Hex, tuple[tuple[Hex, int], ...]],
        zones: frozenset[Hex],
        chart: ZoneChart,
    ) -> None:
        self._steps, self._zones, self._chart = steps, zones, chart

    def __getitem__(self, at: Hex) -> tuple[tuple[Hex, int], ...]:
        return tuple(self._priced(at, *step) for step in self._steps[at] if self._open(at, step[0]))

    def __iter__(self) -> Iterator[Hex]:
        return iter(self._steps)

    def __len__(self) -> int:
        return len(self._steps)

    def _open(self, at: Hex, near: Hex) -> bool:
        if at not in self._zones:
            return True
        if self._chart.leaving is Leaving.FORBIDDEN:
            return False
        return near not in self._zones or self._chart.between is not Leaving.FORBIDDEN

    def _priced(self, at: Hex, near: Hex, cost: int) -> tuple[Hex, int]:
        chart = self._chart
        if near in self._zones and chart.entering is Entering.COST:
            cost += chart.enter_cost * SCALE
        if at in self._zones and chart.leaving is Leaving.COST:
            cost += chart.leave_cost * SCALE
        if at in self._zones and near in self._zones and chart.between is Leaving.COST:
            cost += chart.between_cost * SCALE
        return near, min(cost, BEYOND)
