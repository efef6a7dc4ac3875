"""A position of a game by hand: reach, zones, stacking and supply by what is declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from engine.core.state import Location
from engine.rules.board.context import DEAD
from engine.rules.board.position import BasePosition
from engine.rules.board.zoc import nowhere, zone
from engine.rules.movement.paths import Reach, nearest, reach
from engine.rules.supply.trace import Supplied
from engine.systems.by_hand.charts.ground import (
    AreaRow,
    Counted,
    Entering,
    Measure,
)
from engine.systems.by_hand.charts.sequence import StateRow, WeatherRow
from engine.systems.by_hand.context import SCALE, HandContext, Skies
from engine.systems.by_hand.records import HandState
from engine.systems.by_hand.sequence import Slot
from engine.systems.by_hand.steps.ways import Zoned, farther
from maps.hexgrid import Hex
from oob.model import UnitId

NOWHERE = Reach(Hex(0, 0), {}, {})
"""The reach of a unit of which nothing is known."""
FAR = SCALE * 1000
"""An allowance that no march uses up, and a length that no supply line has."""
REDUCED = "reduced"
"""The word for units that have lost a step."""


class HandPosition(BasePosition[HandContext, HandState]):
    """Everything the declared rules say of one state."""

    def __init__(self, context: HandContext, state: HandState) -> None:
        super().__init__(context, state, context.standing_of(state.pieces))
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
        """The side that commands a unit: its own, or that of a state it is in."""
        return self.context.commander(unit, self.piece(unit))

    def opponent(self, side: str) -> str:
        """The first of the other sides."""
        others = [other for other in self.context.all_sides if other != side]
        return others[0] if others else side

    def enemies(self, at: Hex, side: str) -> tuple[UnitId, ...]:
        """The units of other sides that hold a hex."""
        return tuple(
            unit
            for unit in self.at.get(at, ())
            if self.owner(unit) != side and self.holds_ground(unit)
        )

    def holds_ground(self, unit: UnitId) -> bool:
        """Whether the other sides keep out of a unit's hex, or attack it."""
        chart = self.charts.movement
        return chart is None or not chart.unheld or not self.named(unit, chart.unheld)

    @cached_property
    def held(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes with a unit that holds ground."""
        chart = self.charts.movement
        if chart is None or not chart.unheld:
            return self.standing.held
        return {
            side: frozenset(
                [at for at, units in stacks.items() if any(map(self.holds_ground, units))]
            )
            for side, stacks in self.standing.sides.items()
        }

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
        if not (chart.without or chart.areas or chart.entered):
            return zone(self.held[side], self.context.zone_sides)
        found: set[Hex] = set()
        for at in sorted(self.held[side]):
            for unit in self.friends(at, side):
                found.update(self.zone_of(unit))
        return frozenset(found)

    def zone_of(self, unit: UnitId) -> frozenset[Hex]:
        """The zone of control of one unit; empty off the board, and for one that has none."""
        chart, at = self.charts.zones, self.piece(unit).hex
        if chart is None or at is None or self.named(unit, chart.without):
            return frozenset()
        reached = zone((at,), self.context.zone_sides) - self._closed_to(unit, chart.areas)
        kind = self.context.classes.get(unit, "")
        if chart.entered and kind:
            steps = self.context.graph(kind, self.skies, False)
            reached &= {near for near, _cost in steps[at]}
        return reached

    def named(self, unit: UnitId, words: tuple[str, ...]) -> bool:
        """Whether words name a unit as it is: what never changes, a state, or ``reduced``."""
        piece = self.piece(unit)
        reduced = REDUCED in words and piece.steps < self.context.steps(unit)
        return reduced or self.context.concerns(unit, words) or not piece.marks.isdisjoint(words)

    def barred(self, unit: UnitId) -> frozenset[Hex]:
        """The hexes that declared areas close to a unit now."""
        chart = self.charts.movement
        return self._closed_to(unit, chart.areas) if chart is not None else frozenset()

    def _closed_to(self, unit: UnitId, rows: tuple[AreaRow, ...]) -> frozenset[Hex]:
        if not rows:
            return frozenset()
        return self.context.closed(
            tuple(row for row in rows if self._counts_now(row) and self.named(unit, row.of))
        )

    def _counts_now(self, row: AreaRow) -> bool:
        """Whether an area counts as its track stands."""
        track = self.context.tracks.get(row.track)
        return track is None or self.state.tracks.get(track.id, track.start) < row.until

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
        points = self.unworn(unit)
        for row in self._states_of(unit):
            points = points * row.movement / 100
            points = min(points, Fraction(row.most)) if row.most else points
        return points

    def unworn(self, unit: UnitId) -> Fraction:
        """The movement points of a unit by weather, its states aside."""
        piece = self.piece(unit)
        own = self.context.units[unit]
        face = own.faces[self.context.face(unit, piece.steps)]
        printed = face.move if face.move is not None else own.front.move
        points = Fraction(printed or 0)
        sky = self._sky_over(piece.hex)
        if sky is not None and not self.context.concerns(unit, sky.spares):
            points = points * sky.movement / 100 + sky.extra
        return max(points, Fraction(0))

    def _states_of(self, unit: UnitId) -> Iterator[StateRow]:
        """The declared states that make a unit slower or weaker."""
        for mark in sorted(self.piece(unit).marks):
            row = self.context.states.get(mark)
            if row is not None and (not row.of or self.context.concerns(unit, row.of)):
                yield row

    def weather_at(self, at: Hex | None) -> str:
        """The kind of weather of a hex, of the first zone off the board; '' where none is known."""
        zones = self.context.sky_zones
        zone_ = next(iter(zones.values()), "") if at is None else zones.get(at, "")
        return self.state.skies.get(zone_, self.state.weather)

    def _sky_over(self, at: Hex | None) -> WeatherRow | None:
        chart, kind = self.charts.weather, self.weather_at(at)
        rows = chart.kinds if chart else ()
        return next((row for row in rows if row.id == kind), None)

    @cached_property
    def skies(self) -> Skies:
        """The kind of weather of each zone."""
        chart, now = self.charts.weather, self.state
        rows = chart.zones if chart else ()
        zones = tuple((row.id, now.skies.get(row.id, now.weather)) for row in rows)
        return zones or (("", now.weather),)

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
        graph = plain = self.context.graph(kind, self.skies)
        held = self.hostile(side) | self.barred(unit)
        if far:
            return reach(graph, at, FAR, barred=held.__contains__, one_hex=True)
        points = int(self.allowance(unit) * SCALE)
        stops: Callable[[Hex], bool] = nowhere
        if zones is not None and not self.named(unit, zones.ignore):
            hampered = self.enemy_zones(side)
            if zones.entering is Entering.STOP:
                stops = hampered.__contains__
            graph = Zoned(graph, hampered, zones, eased=self.named(unit, zones.eased))
        minimum = chart.minimum and points > 0
        found = reach(graph, at, points, barred=held.__contains__, stops=stops, one_hex=minimum)
        if not (minimum and zones is not None and zones.one_hex):
            return found
        more = [near for near, _cost in plain[at] if near not in found.cost and near not in held]
        cost, previous = dict.fromkeys(more, points), dict.fromkeys(more, at)
        return Reach(at, {**found.cost, **cost}, {**found.previous, **previous})

    # Stacking

    def load(self, at: Hex, side: str, joining: tuple[UnitId, ...] = ()) -> int:
        """What a side's units in a hex count, with some that would join them."""
        there = tuple(dict.fromkeys((*self.friends(at, side), *joining)))
        chart, terrain = self.charts.stacking, self.context.map.terrain.get(at, "")
        for row in chart.rooms if chart is not None else ():
            if row.side in ("", side):
                there = self._without_room(there, row.of, row.terrain.get(terrain, row.holds))
        return sum(self._counts(unit) for unit in there)

    def over(self, at: Hex, side: str, joining: tuple[UnitId, ...] = ()) -> str:
        """What is wrong with a stack, with some units that would join it; '' where it is sound.
        Only where stacking is declared.
        """
        load, room, chart = self.load(at, side, joining), self.room(at), self.charts.stacking
        assert chart is not None, "limits are asked for where they are declared"
        label = self.label(at)
        if load > room:
            return f"{label} would hold {load}, and holds {room} {chart.counts}."
        there = tuple(dict.fromkeys((*self.friends(at, side), *joining)))
        terrain = self.context.map.terrain.get(at, "")
        for row in chart.rooms:
            if row.no_more and row.side in ("", side):
                own = sum(self._counts(unit) for unit in there if self.named(unit, row.of))
                holds = row.terrain.get(terrain, row.holds)
                if own > holds:
                    return f"{label} has room for {holds} {chart.counts} of {' or '.join(row.of)}."
        pair = self._apart(there, joining or there)
        if pair:
            return f"{self.called(pair[0])} may not be in {label} with {self.called(pair[1])}."
        return ""

    def _apart(self, there: tuple[UnitId, ...], new: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        """Two units that may not be in a hex together, one of them new there."""
        chart = self.charts.stacking
        for row in chart.apart if chart is not None else ():
            for unit in there:
                for mate in there if self.named(unit, row.of) else ():
                    if mate == unit or not (unit in new or mate in new):
                        continue
                    if (row.only and not self.named(mate, row.only)) or self.named(mate, row.never):
                        return unit, mate
        return ()

    def _without_room(
        self, units: tuple[UnitId, ...], of: tuple[str, ...], holds: int
    ) -> tuple[UnitId, ...]:
        """The units that find no place in a room for some of them."""
        left, rest = holds, []
        for unit in units:
            count = self._counts(unit)
            if count <= left and self.named(unit, of):
                left -= count
            else:
                rest.append(unit)
        return tuple(rest)

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
            for at in sorted(self.standing.occupied[side]):
                if self.over(at, side):
                    yield at

    # Supply

    @cached_property
    def supply(self) -> Mapping[str, Supplied]:
        """Where supply reaches, by side or nation; those without a source are left out."""
        return {who: self._supply(who) for who in self.context.sources}

    def supplied(self, unit: UnitId) -> Supplied | None:
        """Where supply of a unit's nation, else of its side, reaches; None without any. Where the
        last stretch is a march, it is that of the unit itself.
        """
        found, chart = self.net(unit), self.charts.supply
        if found is None or chart is None or chart.measure is Measure.HEXES:
            return found
        way = self._marched(unit, found)
        return Supplied({**dict(pairwise(way)), **found.source})

    def net(self, unit: UnitId) -> Supplied | None:
        """Where supply of a unit's nation, else of its side, is without a march; with a last
        stretch in hexes, wherever it reaches.
        """
        own = self.supply.get(self.nation(unit))
        return self.supply.get(self.owner(unit)) if own is None else own

    def _marched(self, unit: UnitId, net: Supplied) -> tuple[Hex, ...]:
        """The way a unit marches to what supply reaches, as far as it may."""
        chart, at, kind = self.charts.supply, self.piece(unit).hex, self.context.classes.get(unit)
        assert chart is not None, "supply is asked for where it is declared"
        if at is None or not kind or at in net:
            return ()
        points = self.unworn(unit) if chart.measure is Measure.ALLOWANCE else Fraction(chart.length)
        barred = self.barring(self.owner(unit))
        graph = self.context.graph(kind, self.skies)
        return nearest(graph, at, int(points * SCALE), net.source, barred=barred.__contains__)

    def _supply(self, who: str) -> Supplied:
        chart = self.charts.supply
        assert chart is not None, "sources are declared with their chart"
        nation = self.context.oob.nations.get(who)
        side = nation.side if nation is not None and who not in self.context.all_sides else who
        rows = (row for row in chart.areas if {who, side} & {*row.of} and self._counts_now(row))
        barred = self.barring(side) | self.context.closed(tuple(rows))
        lying = {at for at, laid in self.state.markers.items() if self._feeds(who, laid)}
        found = {at: at for at in sorted({*self.context.sources[who], *lying}) if at not in barred}
        for row, near in self.context.links:
            most = self._lengths(row.length or FAR, row.weather)
            found = farther(found, near, most, barred)
        if chart.measure is not Measure.HEXES:
            return Supplied(found)
        most = self._lengths(chart.length, chart.weather)
        return Supplied(farther(found, self.context.supply_steps, most, barred))

    def _feeds(self, who: str, laid: tuple[str, ...]) -> bool:
        """Whether one of some markers is a source of a side or nation."""
        chart = self.charts.supply
        assert chart is not None, "sources are declared with their chart"
        return not frozenset(chart.sources.get(who, ())).isdisjoint(laid)

    def _lengths(self, length: int, weather: Mapping[str, int]) -> Callable[[Hex], int]:
        """How long a stretch may be that goes through a hex, by its weather."""
        if not weather:
            return lambda _at: length
        return lambda at: weather.get(self.weather_at(at), length) or FAR

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
        for row in self._states_of(unit):
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
        return held + self.taken(side) * chart.losses

    def taken(self, side: str) -> int:
        """The steps of other sides' units that are out of the game."""
        return sum(self.context.steps(u) for u in self.boxed(DEAD) if self.owner(u) != side)

    def where(self, unit: UnitId) -> Location:
        """The hex or box a unit is in."""
        return self.piece(unit).at
