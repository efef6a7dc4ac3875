"""A state with its table: who stands where, whose is what, zones of control, stacking, weather.

Titles subclass :class:`Position` and override what their own rules decide: who may enter what, what
feeds whom, how much the railroads carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from engine.core.actions import Objection
from engine.core.legal import Family
from engine.core.state import Frame, Piece
from engine.systems.europa.movement_charts import MovementChart
from engine.systems.europa.records import Theatre
from engine.systems.europa.supply_charts import DurationRow, SupplyChart
from engine.systems.europa.table import Table
from engine.systems.europa.unit_charts import StackingChart, StackRow
from engine.systems.europa.units import Facts
from engine.systems.europa.words import (
    ADMIN,
    HALF,
    NEUTRAL,
    OUT,
    SIDES,
    WORST,
    Weather,
    other,
)
from engine.systems.europa.zones import remembered, unreduced
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Source:
    """A supply source in a hex or holding box, as objections and panels call it.

    ``nations`` may use it, all of the side when empty. ``room`` limits it, None for a full source:
    in half regimental equivalents, or in units of which a divisional one takes ``division`` places
    (0 where half regimental equivalents count). ``overland`` sources are reached by the overland
    element alone.
    """

    at: Hex | str
    name: str
    rule: str
    nations: frozenset[str] = frozenset()
    room: int | None = None
    division: int = 0
    overland: bool = False

    def takes(self, facts: Facts) -> int:
        """How much of the room a unit takes."""
        if not self.division:
            return facts.halves
        return self.division if facts.divisional else 1


class Position:
    """Everything the rules ask of one state, worked out when asked and remembered."""

    def __init__(self, table: Table, state: Theatre) -> None:
        self.table = table
        self.state = state
        self.standing = table.standing(state.pieces, state.joined)
        self.known: dict[object, Any] = {}
        """What desks have worked out for this position, under keys of their own."""

    # Who stands where

    @property
    def at(self) -> Mapping[Hex, tuple[UnitId, ...]]:
        """Units by hex, in order-of-battle order."""
        return self.standing.at

    def boxed(self, box: str) -> tuple[UnitId, ...]:
        """Units in a box."""
        return self.standing.boxes.get(box, ())

    def piece(self, unit: UnitId) -> Piece:
        """Where a unit is and how."""
        return self.state.pieces[unit]

    def nation(self, unit: UnitId) -> str:
        """The unit's nation id."""
        return self.table.units[unit].nation

    def side(self, unit: UnitId) -> str:
        """The side that commands a unit now, '' while its nation is neutral (BF-3B3.3)."""
        return self.state.joined.get(self.table.units[unit].nation, NEUTRAL)

    def facts(self, unit: UnitId) -> Facts:
        """What the rules ask about a unit as it stands now."""
        return self.table.facts(unit, self.state.pieces[unit].steps)

    def friends(self, at: Hex, side: str) -> tuple[UnitId, ...]:
        """Units of a side in a hex."""
        return self.standing.sides[side].get(at, ())

    def enemies(self, at: Hex, side: str) -> tuple[UnitId, ...]:
        """Units hostile to a side in a hex."""
        return self.standing.sides[other(side)].get(at, ())

    @property
    def held(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes where its units stand."""
        return self.standing.occupied

    def called(self, unit: UnitId) -> str:
        """A unit's name for sentences."""
        return self.table.called(unit)

    def label(self, at: Hex | str) -> str:
        """A hex or box for sentences."""
        return self.table.label(at)

    # Whose is what

    def owner_of(self, at: Hex) -> str:
        """The side that owns a hex, '' for a neutral's or nobody's (BF-3D)."""
        taken = self.state.taken.get(at)
        if taken is not None:
            return taken
        return self.state.joined.get(self.table.holders.get(at, ""), NEUTRAL)

    def owned(self, side: str) -> frozenset[Hex]:
        """The land hexes a side owns."""
        return self._owned[side]

    @cached_property
    def _owned(self) -> Mapping[str, frozenset[Hex]]:
        return self.table.holdings(self.state.taken, self.state.joined)

    def neutral(self, at: Hex) -> bool:
        """True in a hex of a nation that has joined nobody (BF-28C.1)."""
        return at in self._owned[NEUTRAL]

    # Zones of control

    def exerts(self, unit: UnitId) -> bool:
        """True when a unit has a zone of control now (BF-5.3, 5.5)."""
        chart: MovementChart = self.table.charts.movement
        return chart.zoned(self.facts(unit).body) and ADMIN not in self.piece(unit).marks

    def zone_reaches(self, _side: str, _at: Hex) -> bool:
        """Whether a side's zones extend into a hex; a title may close countries to them. The answer
        may depend on what is neutral, on nothing else that changes.
        """
        return True

    @cached_property
    def _zones(self) -> dict[str, frozenset[Hex]]:
        return {}

    def zoc(self, side: str) -> frozenset[Hex]:
        """The hexes in a side's zones of control (BF-5)."""
        if side not in self._zones:
            self._zones[side] = remembered(self, side)
        return self._zones[side]

    def full_zoc(self, side: str) -> frozenset[Hex]:
        """The hexes of a side's zones of control that are not reduced ones alone."""
        if not self.table.charts.movement.graded:
            return self.zoc(side)
        key = ("full zones", side)
        if key not in self.known:
            self.known[key] = unreduced(self, side)
        found: frozenset[Hex] = self.known[key]
        return found

    # Stacking

    def stack_row(self, at: Hex) -> StackRow:
        """The stacking limits of a hex's terrain and weather zone (BF-8A)."""
        chart: StackingChart = self.table.charts.stacking
        return chart.row(self.table.weather_zone(at), mountain=self.table.is_mountain(at))

    def excess(self, units: Iterable[UnitId], row: StackRow) -> int:
        """How many places are lacking under a limit: artillery and small units use their own
        places first (BF-8A).
        """
        divisions = small = guns = 0
        for unit in units:
            facts = self.facts(unit)
            if facts.artillery:
                guns += 1
            elif facts.divisional:
                divisions += 1
            else:
                small += 1
        small += max(0, guns - row.artillery)
        return max(0, divisions * row.division + max(0, small - row.small) - row.any)

    def fits(self, at: Hex, joining: Iterable[UnitId], leaving: Iterable[UnitId] = ()) -> bool:
        """True when units can join their side's stack in a hex within the limit."""
        units = tuple(joining)
        gone = {*units, *leaving}
        side = self.side(units[0]) if units else NEUTRAL
        there = tuple(unit for unit in self.friends(at, side) if unit not in gone)
        return not self.excess((*there, *units), self.stack_row(at))

    def overstacked(self, side: str) -> tuple[Hex, ...]:
        """Hexes where a side breaks the stacking limit, in order."""
        return tuple(
            at
            for at, units in sorted(self.standing.sides[side].items())
            if self.excess(units, self.stack_row(at))
        )

    # Weather

    def zone_of(self, at: Hex) -> str:
        """The weather zone of a hex among those the title plays with (BF-27.1)."""
        return self.table.weather_zone(at)

    def weather_at(self, at: Hex) -> Weather:
        """The weather of a hex (BF-27.15)."""
        return self.state.weather.get(self.zone_of(at), Weather.CLEAR)

    def weather_between(self, *hexes: Hex) -> Weather:
        """The worst weather of some hexes, as for a hexside between zones (BF-27.16)."""
        return max((self.weather_at(at) for at in hexes), key=WORST.index, default=Weather.CLEAR)

    # Units

    def out(self, unit: UnitId) -> bool:
        """True while a unit is out of supply (BF-12B.2)."""
        return OUT in self.piece(unit).marks

    def turns_out(self, unit: UnitId) -> int:
        """The turn out of supply a unit is on: two player turns in a row are one; 0 in supply."""
        return (self.state.unfed.get(unit, 0) + 1) // 2 if self.out(unit) else 0

    def hardship(self, unit: UnitId) -> DurationRow | None:
        """What lack of supply does to a unit now, None in supply (BF-12D)."""
        if not self.out(unit):
            return None
        chart: SupplyChart = self.table.charts.supply
        return chart.hardship(max(1, self.turns_out(unit)))

    def allowance(self, unit: UnitId) -> int:
        """Half movement points of a unit in a whole phase: halved out of supply (BF-12D.2)."""
        facts, lack = self.facts(unit), self.hardship(unit)
        halved = lack is not None and (lack.mobile if facts.mobile else lack.others)
        return facts.move if halved else facts.move * HALF

    def left(self, unit: UnitId) -> int:
        """Half movement points a unit has left in this phase."""
        return max(0, self.allowance(unit) - self.state.spent.get(unit, 0))

    # What a title decides

    def bars(self, _unit: UnitId, _at: Hex) -> Objection | None:
        """Why a unit may never enter a hex of its own will: a neutral, an operational area."""
        return None

    def bars_attack(self, _unit: UnitId, _at: Hex) -> Objection | None:
        """Why a unit may not attack into a hex."""
        return None

    def air_points(self, _at: Hex, _side: str) -> Fraction:
        """Bombing strength that a side adds to a fight for a hex (BF-9A.4, 9A.5)."""
        return Fraction(0)

    def must_attack(self, _side: str) -> tuple[Hex, ...]:
        """Hexes that a side's units have dropped into and still must attack (BC-19E.5)."""
        return ()

    def may_act(self, _unit: UnitId) -> Objection | None:
        """Why a unit may neither move nor attack in this player turn."""
        return None

    def may_move(self, _unit: UnitId) -> Objection | None:
        """Why a unit that may act may not move in this phase: it came by sea, it has dropped."""
        return None

    def arrives_now(self, _unit: UnitId) -> bool:
        """Whether a unit that is due may come in this very phase, as in a surprise turn."""
        return True

    def mobilizing_since(self) -> int:
        """The turn from which Yugoslavia mobilizes by region, 0 before (BF-29E.3)."""
        return self.state.entered if self.state.joined.get("yugoslav") else 0

    def sources(self, _side: str) -> tuple[Source, ...]:
        """The supply sources of a side as things stand."""
        return ()

    def rail_room(self, side: str) -> int:
        """What a side may move by rail in a player turn: units or half REs, as the title counts."""
        entered = self.state.entered > 0
        return self.table.charts.rail.room(side, self.state.joined, entered=entered)

    def more_families(self, frame: Frame) -> tuple[Family, ...]:
        """Further actions a title offers at a decision that all titles have."""
        return tuple(family for more in self.table.extras for family in more(self, frame))

    def bars_work(self, _unit: UnitId, _what: str, _at: Hex) -> Objection | None:
        """Why a unit may not build or destroy something where it stands; a project or task."""
        return None

    def claimable(self, at: Hex, side: str) -> bool:
        """Whether a side's zone of control alone makes it owner of a hex (BF-3D.2)."""
        return not self.neutral(at) and side in SIDES
