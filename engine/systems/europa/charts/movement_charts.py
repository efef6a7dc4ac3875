"""The charts of Europa's ground movement, typed: terrain costs, zones, railroads, overruns, bridges
and breakdowns. Costs are whole movement points as printed; 0 in a terrain cost means prohibited.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Annotated

from engine.core.charts.constraints import AsShipped, AtLeast, Between, OneOf
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.systems.europa.charts.unit_charts import Count
from engine.systems.europa.state.constants import HALF, NEUTRAL
from oob.model import UnitId

Cost = Annotated[int, AtLeast(0)]
Some = Annotated[int, AtLeast(1)]
Face = Annotated[int, Between(1, 6)]
Body = Annotated[str, OneOf("division", "cadre", "brigade", "regiment", "battalion", "company")]
"""The size of a unit as it is: a corps is a division, a division that lost a step a cadre."""

BY_WEATHER = {"clear": "clear", "poor": "poor"}
"""The names that cells by weather had before kinds of weather were rows of a chart."""


class Mobility(StrEnum):
    """Which set of terrain costs a unit pays (BF-6.4): ``heavy`` is c/m and artillery."""

    HEAVY = "heavy"
    OTHER = "other"
    MOUNTAIN = "mountain"


class Administrative(StrEnum):
    """What administrative movement gives: nothing, steps at half cost, or half a rating more."""

    NONE = "none"
    HALF_COSTS = "half costs"
    RATING_AND_A_HALF = "rating and a half"


class Counting(StrEnum):
    """How rail capacity is counted."""

    RES = "REs"
    UNITS = "units"


class BreakPhase(StrEnum):
    """When a division breaks down."""

    INITIAL = "initial"
    MOVEMENT = "movement"


@dataclass(frozen=True, slots=True)
class TerrainCost:
    """What a kind of terrain costs to enter by mobility and kind of weather."""

    id: str
    heavy: dict[str, Cost] = field(
        metadata={"was": {"clear": "heavy_clear", "poor": "heavy_poor", "winter": "heavy_snow"}}
    )
    other: dict[str, Cost] = field(
        metadata={"was": {"clear": "other_clear", "poor": "other_poor", "winter": "other_snow"}}
    )
    mountain: dict[str, Cost] = field(
        metadata={
            "was": {"clear": "mountain_clear", "poor": "mountain_poor", "winter": "mountain_snow"}
        }
    )
    provenance: Provenance

    def costs(self, mobility: Mobility) -> Mapping[str, int]:
        """Movement points to enter by kind of weather, 0 when prohibited."""
        match mobility:
            case Mobility.HEAVY:
                return self.heavy
            case Mobility.OTHER:
                return self.other
            case Mobility.MOUNTAIN:
                return self.mountain


@dataclass(frozen=True, slots=True)
class HexsideCost:
    """What crossing a kind of hexside adds by kind of weather, and in flood instead (BF-6.5,
    32A5). In the weather zones ``apart`` it counts as in the weather ``apart_as`` when that of the
    moment is ``apart_in``: it does not freeze there (FE-29D2.1).
    """

    id: str
    cost: dict[str, Cost] = field(metadata={"was": BY_WEATHER})
    flood: Cost
    provenance: Provenance
    apart: tuple[str, ...] = ()
    apart_in: str = ""
    apart_as: str = ""

    def weather(self, zone: str, weather: str, ice: frozenset[str] | None = None) -> str:
        """The kind of weather by which it counts in a zone; where the zones with ``ice`` are given,
        it is frozen in these whatever the weather, and nowhere else (FE-39F1.2).
        """
        if ice is not None and self.apart_in and zone in ice:
            return self.apart_in
        apart = ice is not None or zone in self.apart
        return self.apart_as if weather == self.apart_in and apart and self.apart_as else weather


@dataclass(frozen=True, slots=True)
class TerrainCostChart:
    """The movement side of the terrain effects chart. ``road`` names the row that roads cost as,
    ``ridge`` the row that a mountain hexside costs as when that is dearer than the hex.

    Of c/m units and artillery a cell of ``half_rating`` points takes half the printed rating of
    the very unit and one point more, one of ``whole_rating`` the whole of it; 0 is no cell
    (FE-6.6).
    """

    title: str
    provenance: Provenance
    reason: str
    road: str
    ridge: str
    rows: tuple[TerrainCost, ...]
    hexsides: tuple[HexsideCost, ...]
    half_rating: Cost = 0
    whole_rating: Cost = 0

    def rating(self, mobility: Mobility, printed: int) -> int:
        """The printed rating as far as costs depend on it, 0 where they do not."""
        rated = self.half_rating or self.whole_rating
        return printed if rated and mobility is Mobility.HEAVY else 0

    def halves(self, points: int, rating: int) -> int:
        """Half points that a cell takes of a unit with a printed rating, 0 for any unit."""
        if rating and points == self.half_rating > 0:
            return rating + HALF
        if rating and points == self.whole_rating > 0:
            return rating * HALF
        return points * HALF

    def row(self, terrain: str) -> TerrainCost | None:
        """The row of a kind of terrain; None for kinds nobody enters."""
        return next((row for row in self.rows if row.id == terrain), None)

    def hexside(self, kind: str) -> HexsideCost | None:
        """The row of a kind of hexside, None when it costs nothing."""
        return next((row for row in self.hexsides if row.id == kind), None)


class ZoneKind(StrEnum):
    """How strong a zone of control is: a reduced one costs less to move through, and is like a full
    one in all else.
    """

    FULL = "full"
    REDUCED = "reduced"


@dataclass(frozen=True, slots=True)
class ZoneRow:
    """Which sizes have a zone of control of a kind, everywhere or in hexes of weather ``zones``
    alone (BF-5.3, 5.5).
    """

    id: str
    sizes: tuple[Body, ...]
    kind: ZoneKind
    provenance: Provenance
    zones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WeakRow:
    """What makes full zones reduced: those of ``nations`` in hexes of weather ``zones``, from turn
    ``first`` to ``last``, from the turn ``out`` of supply on; without any such limit where it is
    empty or 0.
    """

    id: str
    provenance: Provenance
    nations: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    first: Cost = 0
    last: Cost = 0
    out: Cost = 0

    def holds(self, nation: str, turn: int, out: int) -> bool:
        """Whether the row is about a nation's units on a turn, so many turns out of supply."""
        ours = (not self.nations or nation in self.nations) and out >= self.out
        return ours and self.first <= turn and (not self.last or turn <= self.last)


@dataclass(frozen=True, slots=True)
class MovementChart:
    """Zones of control, administrative movement and winter (BF-5, 6, 6A, 6B).

    ``zones`` tells who has one, ``weak`` whose are reduced for a time. In reduced zones
    ``leave_reduced`` and ``across_reduced`` points take the place of ``leave`` and ``across``.

    ``stops``: entering an enemy zone ends a move. ``leave`` and ``across`` are the points to leave
    a zone for a free hex, or directly for another zone where ``direct`` allows that. The c/m units
    of ``mobile_nations`` pay ``mobile_less`` points less. ``break_rail`` points break a line, 0
    where none may.

    Administrative movement needs roads through mountains and over major rivers; where
    ``admin_terrain`` is given, into all other terrain and over every hexside that costs points; in
    ``admin_roads`` weather zones everywhere. With ``admin_supplied`` it needs supply.

    ``mobile_retreats`` is the option by which c/m units of these nations ignore zones as they
    retreat to friends (BF-32A2). In the kinds of weather of ``barred_in``, c/m units and artillery
    neither enter nor leave mountains (BC-21.5); in those of ``costs_as`` terrain costs what it does
    in another kind.
    """

    title: str
    provenance: Provenance
    reason: str
    stops: bool
    direct: bool
    leave: Cost
    across: Cost
    mobile_nations: tuple[str, ...] = field(metadata={"was": "deft"})
    mobile_less: Cost = field(metadata={"was": "deft_less"})
    administrative: Administrative
    break_rail: Cost
    zones: tuple[ZoneRow, ...]
    weak: tuple[WeakRow, ...] = ()
    leave_reduced: Cost = 0
    across_reduced: Cost = 0
    admin_terrain: tuple[str, ...] = ()
    admin_roads: tuple[str, ...] = ()
    admin_supplied: bool = False
    mobile_retreats: Annotated[str, AsShipped()] = ""
    barred_in: Annotated[tuple[str, ...], AsShipped()] = field(
        default=(), metadata={"drops": ("snow",)}
    )
    costs_as: dict[str, Annotated[str, AsShipped()]] = field(default_factory=dict)

    @property
    def graded(self) -> bool:
        """True where zones may be reduced ones."""
        return bool(self.weak) or any(row.kind is ZoneKind.REDUCED for row in self.zones)

    def zoned(self, body: str) -> bool:
        """True when units of a size have a zone of control somewhere."""
        return any(body in row.sizes for row in self.zones)


@dataclass(frozen=True, slots=True)
class RailRate:
    """Rail hexes per movement point for printed ratings up to ``rating``."""

    id: str
    rating: Some
    hexes: Some
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class RailRoom:
    """What a side (``axis``, ``allied``) has or a nation adds when it joins one: rail capacity of a
    player turn at first and from the turn of entry on.
    """

    id: str
    capacity: Cost
    entered: Cost
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class RailChart:
    """Rail movement (BF-7A, BC-7A). ``most`` hexes a turn, 0 without limit; ``closed`` countries
    have no rail movement; ``off_map`` hexes lead from any rail hex on the west edge in ``around``
    to any other for the side ``around_for``, by the option ``around_by`` (BF-32D). Where
    ``linked``, owned rail hexes must join a unit's hex to a source of its supply (BF-7A1.8).
    ``entrain`` is what entraining costs in movement points before the first hex (FE-7A1.1).

    Railroads in countries of ``broad`` gauge serve the rail movement of ``broad_nations`` alone,
    and these use no others; a hex is re-gauged for the points that
    ``regauge`` gives by kind of weather, by units of the types ``regaugers``. Where a title lets a
    unit use both gauges, it changes trains for ``change`` movement points. ``rail_only`` hexes is
    what units go that only go by rail, ``strategic`` hexes a ride away from all enemies, of which
    changing trains takes ``strategic_change`` (FE-7A2.1, 7A3.7); 0 where there is none. Leaving a
    harassed hex takes ``strategic_harassed`` and ``rail_only_harassed`` of these hexes for each hit
    (FE-20F2e.2).
    """

    title: str
    provenance: Provenance
    reason: str
    counting: Counting
    most: Cost
    closed: tuple[str, ...]
    off_map: Cost
    around: str
    linked: bool
    entrain: Cost
    rates: tuple[RailRate, ...]
    rooms: tuple[RailRoom, ...]
    around_for: Annotated[str, AsShipped()] = ""
    around_by: Annotated[str, AsShipped()] = ""
    broad: tuple[str, ...] = ()
    broad_nations: tuple[str, ...] = ()
    regauge: dict[str, Cost] = field(
        default_factory=dict, metadata={"was": {"clear": "regauge", "poor": "regauge_poor"}}
    )
    regaugers: tuple[Annotated[str, AsShipped()], ...] = ()
    change: Cost = 0
    rail_only: Cost = 0
    strategic: Cost = 0
    strategic_change: Cost = 0
    strategic_harassed: Cost = 0
    rail_only_harassed: Cost = 0

    def rate(self, rating: int) -> int:
        """Rail hexes per movement point of a unit with a printed rating."""
        for row in self.rates:
            if rating <= row.rating:
                return row.hexes
        return self.rates[-1].hexes

    def room(self, side: str, joined: Mapping[str, str], *, entered: bool) -> int:
        """What a side may move by rail in a player turn: units, or half regimental equivalents."""
        total = 0
        for row in self.rooms:
            if row.id == side or joined.get(row.id, NEUTRAL) == side:
                total += row.entered if entered else row.capacity
        return total * HALF if self.counting is Counting.RES else total


@dataclass(frozen=True, slots=True)
class OverrunCost:
    """Points an overrun costs from some odds to one on, besides terrain and zones."""

    id: str
    odds: Some
    cost: Cost
    mobile_cost: Cost = field(metadata={"was": "deft"})
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class OverrunChart:
    """Overruns (BF-13). Rows rise in odds, the first being the least allowed. ``helpless`` are the
    odds against no defence strength. ``must_enter``: units that overrun enter the hex.
    """

    title: str
    provenance: Provenance
    reason: str
    must_enter: bool
    helpless: Some
    rows: tuple[OverrunCost, ...]

    @property
    def least(self) -> int:
        """The least odds at which an overrun is allowed."""
        return self.rows[0].odds

    def row(self, odds: int) -> OverrunCost | None:
        """The row of odds, None below the least."""
        found = None
        for row in self.rows:
            if odds >= row.odds:
                found = row
        return found


@dataclass(frozen=True, slots=True)
class BridgeChart:
    """Bridges and commandos (BF-32B2, 32C): points to demolish one, to repair one over a river or a
    major river, to attempt to seize one; ``success`` is the highest roll that succeeds, ``hits``
    how many bombing hits demolish a bridge. ``contested`` is the highest roll that demolishes one
    of which the enemy owns a bank, 0 where none is needed (FE-39A.3). The commando units of
    ``commandos`` nations slip through zones and seize bridges; they may guide others that
    ``follow`` them in a retreat (FE-14H.3). An attempt for 0 points is made once in a player turn
    by a commando that has come there, and ends its movement; it is ``automatic`` where no enemy
    stands at the other end, and one that fails is ``lost`` or not (FE-39A.6). Of those that drop
    beside a bridge all ``in order`` try it, or the ``commandos`` however they come down.
    """

    title: str
    provenance: Provenance
    reason: str
    demolish: Some
    repair: Some
    repair_major: Some
    seize: Count
    success: Face
    hits: Some
    commandos: tuple[str, ...]
    contested: int = 0
    follow: bool = False
    automatic: bool = False
    lost: bool = True
    drops: Annotated[str, OneOf("in order", "commandos")] = "in order"


@dataclass(frozen=True, slots=True)
class BreakRow:
    """A division type that breaks down, and the counters it becomes.

    Divisions are told by nation, type word and the ratings of their full face (``7-6``,
    ``4-5-6``), or by unit id in ``only``. Each list of ``supported`` is one set of components, each
    of ``apart`` a set without support, its headquarters first where it has one. A set serves one
    division at a time. A row with an ``option`` holds where that is chosen.

    A ``loose`` row is about regiments: they become two units of their nation and type with these
    ratings, and any two of these a regiment again; ``spares`` are counters of both besides those
    that come into play (FE-15D.1).
    """

    id: str
    nation: str
    type: str
    ratings: tuple[str, ...]
    supported: tuple[tuple[UnitId, ...], ...]
    apart: tuple[tuple[UnitId, ...], ...]
    provenance: Provenance
    only: tuple[str, ...] = ()
    option: Annotated[str, AsShipped()] = ""
    loose: str = ""
    spares: tuple[str, ...] = ()

    @property
    def counters(self) -> tuple[str, ...]:
        """Every counter that the row names, whole units and parts."""
        parts = (name for some in (*self.supported, *self.apart) for name in some)
        return (*parts, *self.only, *self.spares)


@dataclass(frozen=True, slots=True)
class BreakdownChart:
    """Breakdown and assembly of divisions (BF-15, BC-20): when divisions break down, whether their
    components ever assemble, and whether they may be ``deployed`` broken down (BF-30.6).
    """

    title: str
    provenance: Provenance
    reason: str
    phase: BreakPhase
    assembly: bool
    rows: tuple[BreakRow, ...]
    deployed: bool = False
