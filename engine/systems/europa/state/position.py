"""A state with its table: who is where, whose is what, zones of control, stacking, weather.

Titles subclass :class:`Position` and override what their own rules decide: who may enter what, what
feeds whom, how much the railroads carry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.legal import Family
from engine.core.state import Frame, Location
from engine.lazy import cached_property
from engine.rules.board.holdings import Holdings
from engine.rules.weather.kinds import Kinds
from engine.systems.europa.board.zones import remembered, unreduced
from engine.systems.europa.charts.movement_charts import MovementChart
from engine.systems.europa.charts.supply_charts import DurationRow, SupplyChart
from engine.systems.europa.charts.unit_charts import StackingChart, StackRow
from engine.systems.europa.state.constants import (
    CONVERTED,
    HALF,
    NEUTRAL,
    OUT,
    SIDES,
    ZONELESS,
    Going,
    other,
)
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.records import Theatre
from engine.systems.europa.state.source import Source
from engine.systems.europa.state.water_terms import NOWHERE, WaterTerms
from maps.hexgrid import Hex
from oob.model import UnitId

WorkT = TypeVar("WorkT")
CellT = TypeVar("CellT")


class Position(WaterTerms):
    """Everything the rules ask of one state, worked out when asked and remembered."""

    def __init__(self, context: Context, state: Theatre) -> None:
        super().__init__(context, state, context.standing(state.pieces, state.joined))
        self.known: dict[object, Any] = {}
        """What handlers have worked out for this position, under keys of their own."""
        self._zones: dict[str, frozenset[Hex]] = {}

    def once(self, key: object, work: Callable[[], WorkT]) -> WorkT:
        """What a piece of work comes to; done once for this position, under a key of its own."""
        found: WorkT | None = self.known.get(key)
        if found is None:
            found = self.known[key] = work()
        return found

    def shared(self, key: object, terms: tuple[object, ...], work: Callable[[], WorkT]) -> WorkT:
        """The same done once for all positions with the very same ``terms``, which must be all that
        the work looks at of the state; a key may be asked with several in one position.
        """
        return self.context.shared.once(key, terms, work)

    # Who is where

    def side(self, unit: UnitId) -> str:
        """The side that commands a unit now, '' while its nation is neutral (BF-3B3.3)."""
        return self.standing.owners[unit]

    def owner(self, unit: UnitId) -> str:
        """The side that commands a unit now, '' while its nation is neutral."""
        return self.side(unit)

    def opponent(self, side: str) -> str:
        """The side that fights a side."""
        return other(side)

    # Whose is what

    def owner_of(self, at: Hex) -> str:
        """The side that owns a hex, '' for a neutral's or nobody's (BF-3D)."""
        taken = self.state.taken.get(at)
        if taken is not None:
            return taken
        return self.state.joined.get(self.context.holders.get(at, ""), NEUTRAL)

    def base_owner(self, at: Hex) -> str:
        """The side that owns an airbase in a hex: that of the hex, unless units have come down
        there lately (BF-25B.2).
        """
        return self.owner_of(at)

    @property
    def base_terms(self) -> tuple[object, ...]:
        """What besides owners of hexes decides :meth:`base_owner`."""
        return ()

    def future_owner(self, at: Hex) -> str:
        """The side that will own a hex once every nation that is bound to has joined: for the
        recommended set-up. As at present where a title says nothing else.
        """
        return self.owner_of(at)

    def future_terms(self) -> tuple[object, ...]:
        """What of the state decides :meth:`future_owner`."""
        return (self.state.taken, self.state.joined)

    def owned(self, side: str) -> frozenset[Hex]:
        """The land hexes a side owns."""
        return self.holdings[side]

    @property
    def unsettled(self) -> frozenset[Hex]:
        """Hexes taken too lately for rail and administrative movement (FE-7A.1, 6B.3)."""
        return NOWHERE

    def settled(self, side: str) -> frozenset[Hex]:
        """The land hexes that a side owns and may use for rail and administrative movement."""
        lately = self.unsettled
        return self.owned(side) - lately if lately else self.owned(side)

    @cached_property
    def holdings(self) -> Holdings:
        """The land hexes of each side, and of neutrals under ''."""
        return self.context.holdings(self.state.taken, self.state.joined)

    def neutral(self, at: Hex) -> bool:
        """True in a hex of a nation that has joined nobody (BF-28C.1)."""
        return at in self.holdings[NEUTRAL]

    def ill_placed(self, _unit: UnitId, _at: Hex) -> Objection | None:
        """Why a unit may not be set up beside those in a hex of its own, None if it may."""
        return None

    def deploys_now(self, _unit: UnitId) -> bool:
        """Whether a unit is set up now; a title may have a side do so in parts (FE-36.5)."""
        return True

    # Zones of control

    def exerts(self, unit: UnitId) -> bool:
        """True when a unit has a zone of control now: none has it that came down in this player
        turn (BF-5.3, 5.5, FE-25B.1).
        """
        chart: MovementChart = self.context.charts.movement
        zoned = chart.zoned(self.facts(unit).body)
        return zoned and self.piece(unit).marks.isdisjoint(ZONELESS)

    def zone_reaches(self, _side: str, _at: Hex) -> bool:
        """Whether a side's zones extend into a hex; a title may close countries to them. The answer
        may depend on what is neutral and on :attr:`zone_terms`, on nothing else that changes.
        """
        return True

    @property
    def zone_terms(self) -> str:
        """What else of the state zones of control depend on, in a word of the title."""
        return ""

    def zoc(self, side: str) -> frozenset[Hex]:
        """The hexes in a side's zones of control (BF-5)."""
        if side not in self._zones:
            self._zones[side] = remembered(self, side)
        return self._zones[side]

    def full_zoc(self, side: str) -> frozenset[Hex]:
        """The hexes of a side's zones of control that are not reduced ones alone."""
        if not self.context.charts.movement.graded:
            return self.zoc(side)
        return self.once(("full zones", side), lambda: unreduced(self, side))

    # Stacking

    def stack_row(self, at: Hex) -> StackRow:
        """The stacking limits of a hex's terrain and weather zone (BF-8A)."""
        known = self.context.stack_rows
        if at not in known:
            chart: StackingChart = self.context.charts.stacking
            zone, mountain = self.context.weather_zone(at), self.context.is_mountain(at)
            known[at] = chart.row(zone, mountain=mountain)
        return known[at]

    def excess(self, units: Iterable[UnitId], row: StackRow) -> int:
        """How many places are lacking under a limit: artillery and small units use their own
        places first (BF-8A). Position antiaircraft and trucks take none (BF-22A3.2, FE-14I.1).
        """
        divisions = small = guns = 0
        for unit in units:
            facts = self.facts(unit)
            if facts.uncounted:
                continue
            if facts.artillery:
                guns += 1
            elif facts.divisional:
                divisions += 1
            else:
                small += 1
        if guns > row.artillery:
            small += guns - row.artillery
        taken = divisions * row.division
        if small > row.small:
            taken += small - row.small
        return taken - row.any if taken > row.any else 0

    def fits(self, at: Hex, joining: Iterable[UnitId], leaving: Iterable[UnitId] = ()) -> bool:
        """True when units can join their side's stack in a hex within the limit."""
        units = tuple(joining)
        there = self.friends(at, self.side(units[0]) if units else NEUTRAL)
        if there:
            gone = {*units, *leaving}
            units = (*[unit for unit in there if unit not in gone], *units)
        return not self.excess(units, self.stack_row(at))

    def tight(self, side: str, at: Hex) -> bool:
        """True where not every kind of unit would fit: elsewhere nobody need ask :meth:`fits`."""
        units = self.standing.sides[side].units.get(at, ())
        if not units and self.context.least_stack:
            return False
        known: dict[Hex, bool] = self.known.setdefault(("tight", side), {})
        found = known.get(at)
        if found is None:
            found = known[at] = self.is_tight(units, self.stack_row(at))
        return found

    def is_tight(self, units: tuple[UnitId, ...], row: StackRow) -> bool:
        """What :meth:`tight` says of a side's units in a hex, worked out."""
        if (len(units) + 1) * row.division <= row.any:
            return False
        taken = sum([row.division if self.facts(unit).divisional else 1 for unit in units])
        return taken + row.division > row.any

    def bulk(self, unit: UnitId) -> tuple[object, ...]:
        """What of a unit besides its side decides whether it fits into a hex."""
        facts = self.facts(unit)
        return (facts.uncounted, facts.artillery, facts.divisional)

    def overstacked(self, side: str) -> tuple[Hex, ...]:
        """Hexes where a side breaks the stacking limit, in order."""
        found, least = list[Hex](), self.context.least_stack
        for at, units in self.standing.sides[side].units.items():
            if len(units) > least:
                row = self.stack_row(at)
                if len(units) * row.division > row.any and self.excess(units, row):
                    found.append(at)
        return tuple(sorted(found))

    # Weather

    def zone_of(self, at: Hex) -> str:
        """The weather zone of a hex among those the title plays with (BF-27.1)."""
        return self.context.weather_zone(at)

    @property
    def skies(self) -> Kinds:
        """The kinds of weather the title's charts name."""
        found: Kinds = self.context.charts.weather.known
        return found

    def weather_at(self, at: Hex) -> str:
        """The kind of weather of a hex (BF-27.15); the best before the first roll."""
        return self.state.weather.get(self.zone_of(at)) or self.skies.best

    def weather_between(self, *hexes: Hex) -> str:
        """The weather of a hexside between some hexes: the worst, or that of the most northern
        zone (BF-27.16, FE-29C1.1).
        """
        zones = [self.context.weather_zone(at) for at in hexes]
        weather = [self.weather_at(at) for at in hexes]
        return self.context.charts.weather.between(zones, weather)

    def poor_at(self, at: Hex) -> bool:
        """True where a hex has what rules call poor weather."""
        return self.weather_at(at) in self.skies.poor

    def by_weather(self, cells: Mapping[str, CellT], *hexes: Hex) -> CellT:
        """The cell of a chart that holds in the weather of a hex, or of a hexside between hexes."""
        return self.skies.cell(cells, self.weather_between(*hexes))

    # Units

    def builds(self, unit: UnitId) -> bool:
        """True for units that build with the face that shows (BF-14A1, FE-14A4.1)."""
        return unit in self.context.constructors and self.facts(unit).construction

    def out(self, unit: UnitId) -> bool:
        """True while a unit is out of supply (BF-12B.2)."""
        return OUT in self.state.pieces[unit].marks

    def turns_out(self, unit: UnitId) -> int:
        """The turn out of supply a unit is on: two player turns in a row are one; 0 in supply."""
        return (self.state.unfed.get(unit, 0) + 1) // 2 if self.out(unit) else 0

    def begins_turn_out(self, unit: UnitId) -> bool:
        """Whether the player turn is the first of the two of a turn out of supply (FE-12D.1)."""
        return self.out(unit) and self.state.unfed.get(unit, 0) % 2 == 1

    def hardship(self, unit: UnitId) -> DurationRow | None:
        """What lack of supply does to a unit now, None in supply (BF-12D)."""
        if not self.out(unit):
            return None
        chart: SupplyChart = self.context.charts.supply
        return chart.hardship(max(1, self.turns_out(unit)))

    def allowance(self, unit: UnitId) -> int:
        """Half movement points of a unit in a whole phase: halved out of supply (BF-12D.2)."""
        facts, lack = self.facts(unit), self.hardship(unit) if self.out(unit) else None
        halved = lack is not None and (lack.mobile if facts.mobile else lack.others)
        return facts.move if halved else facts.move * HALF

    def left(self, unit: UnitId) -> int:
        """Half movement points a unit has left in this phase."""
        return max(0, self.allowance(unit) - self.state.spent.get(unit, 0))

    # Air units

    def closed_skies(self, _nation: str) -> frozenset[Hex]:
        """Hexes that air units of a nation may not fly over."""
        return self.owned(NEUTRAL)

    # What a title decides

    def cannot_enter(self, _unit: UnitId, _at: Hex) -> Objection | None:
        """Why a unit can never go into a hex, not even when driven: a neutral, a closed country."""
        return None

    def bars(self, unit: UnitId, at: Hex) -> Objection | None:
        """Why a unit may not enter a hex of its own will: it cannot, or it has an area to keep to
        (BF-28A.1). The answer may depend on the unit's nation and side, on whether the war is
        entered, on what is neutral, on the nation's status and on what ties the unit, on nothing
        else that changes.
        """
        return self.cannot_enter(unit, at)

    def tied(self, _unit: UnitId) -> bool:
        """Whether a unit is kept where it is by more than its nation's area."""
        return False

    def beyond_hosts(self, _unit: UnitId) -> Mapping[Hex, str]:
        """Land beyond neutrals that a unit may enter and not leave, with the rule (FE-32B.2)."""
        return {}

    def barred_to(self, unit: UnitId) -> frozenset[Hex]:
        """The land hexes that :meth:`bars` closes to a unit."""
        state, nation = self.state, self.nation(unit)
        tied = self.tied(unit)
        status = self.status(nation)
        key = (nation, self.side(unit), state.entered > 0, self.owned(NEUTRAL), tied, status)
        known = self.context.closed_lands
        if key not in known:
            land = self.context.land
            known[key] = frozenset(at for at in land if self.bars(unit, at) is not None)
        return known[key]

    def bars_attack(self, _unit: UnitId, _at: Hex) -> Objection | None:
        """Why a unit may not attack into a hex."""
        return None

    def bars_joint_attack(self, _unit: UnitId, _mates: Iterable[UnitId]) -> Objection | None:
        """Why a unit may not attack together with others."""
        return None

    def may_act(self, _unit: UnitId) -> Objection | None:
        """Why a unit may neither move nor attack in this player turn."""
        return None

    def just_converted(self, unit: UnitId) -> bool:
        """Whether a unit has come by conversion in this player turn, and that keeps it idle."""
        return CONVERTED + unit in self.state.used

    def bars_conversion(self, _unit: UnitId) -> Objection | None:
        """Why a unit that is supplied and free may not be converted yet."""
        return None

    def may_leave(self, _unit: UnitId) -> bool:
        """Whether a unit in play may be withdrawn from it."""
        return True

    def may_go(self, _unit: UnitId, _going: Going) -> Objection | None:
        """Why a unit that may act may not begin movement of a kind in this phase, by rules of the
        title: it came by sea, it has dropped, it guards something.
        """
        return None

    def slows(self, _unit: UnitId) -> tuple[str, ...]:
        """The weather zones in which each step onward costs a unit twice as much (FE-30.1)."""
        return ()

    def passed(
        self, _transition: Transition[Theatre], _unit: UnitId, _path: Iterable[Location]
    ) -> None:
        """What follows for a unit from a way it has gone on land."""

    def arrives_now(self, _unit: UnitId) -> bool:
        """Whether a unit that is due may come in this very phase, as in a surprise turn."""
        return True

    def boxed_for(self, _box: str, _side: str) -> bool:
        """Whether a holding box is a side's to use."""
        return False

    def kept(self, _unit: UnitId) -> Objection | None:
        """Why a unit may not leave its holding box: it belongs to a garrison there."""
        return None

    def status(self, _nation: str) -> str:
        """How a nation stands to the sides besides having joined one, in a title's word."""
        return ""

    def commander(self, unit: UnitId) -> str:
        """The side whose player moves a unit now: its own, or for a neutral the one that a title
        says.
        """
        return self.side(unit)

    def led(self, _side: str) -> tuple[UnitId, ...]:
        """Neutral units on the map that a side's player moves."""
        return ()

    def mobilizer(self, nation: str) -> str:
        """The side in whose initial phases a nation mobilizes, '' for none."""
        return self.state.joined.get(nation, NEUTRAL)

    def carried_past(self, _side: str) -> frozenset[Hex]:
        """Neutral hexes through which the rail element of a side's supply lines may run."""
        return NOWHERE

    def mobilizing_since(self) -> int:
        """The turn from which a nation mobilizes by region, 0 before (BF-29E.3)."""
        nation = self.context.charts.mobilization.nation
        return self.state.entered if self.state.joined.get(nation) else 0

    def sources(self, _side: str) -> tuple[Source, ...]:
        """The supply sources of a side at present."""
        return ()

    def trucks(self, _side: str) -> frozenset[Hex]:
        """The hexes with trucks that make supply lines of a side longer."""
        return NOWHERE

    @property
    def draining(self) -> frozenset[UnitId]:
        """Units in supply that nevertheless count another player turn without it, where a title
        tells sources apart so (FE-12E.1).
        """
        return frozenset()

    def judged(self, _transition: Transition[Theatre]) -> None:
        """What follows for a title once this position's supply has been fixed."""

    def untraced(self, _side: str) -> frozenset[Hex]:
        """Hexes that a title closes to the supply lines of a side."""
        return NOWHERE

    def rail_room(self, side: str) -> int:
        """What a side may move by rail in a player turn: units or half REs, as the title counts."""
        state, rail = self.state, self.context.charts.rail
        work = partial(rail.room, side, state.joined, entered=state.entered > 0)
        return self.shared(("rail room", side), (state.joined, state.entered > 0), work)

    def more_families(self, frame: Frame) -> tuple[Family, ...]:
        """Further actions a title offers at a decision that all titles have."""
        return tuple(family for more in self.context.extras for family in more(self, frame))

    def unfinished(self, frame: Frame) -> Iterable[Objection]:
        """What a title asks for before an initial phase ends."""
        return (found for duties in self.context.duties for found in duties(self, frame))

    def bars_work(self, _unit: UnitId, _what: str, _at: Hex) -> Objection | None:
        """Why a unit may not build or destroy something where it stands; a project or task."""
        return None

    def may_pay(self, _side: str) -> bool:
        """Whether a side has resource points that works could take."""
        return False

    def payers(self, _unit: UnitId) -> tuple[Hex, ...]:
        """The hexes whose resource points could pay for a unit's work (FE-14A1.6)."""
        return ()

    def pay_work(self, _at: Hex, _transition: Transition[Theatre]) -> None:
        """Spend a resource point of a hex on a work."""

    def conquers(self, _at: Hex) -> bool:
        """Whether standing in a hex makes a side its owner; guests of a neutral own nothing."""
        return True

    @property
    def claim_terms(self) -> str:
        """What :meth:`claimable` depends on besides units, owners and what is neutral: owners are
        settled again when it changes.
        """
        return ""

    def claimable(self, at: Hex, side: str) -> bool:
        """Whether a side's zone of control alone makes it owner of a hex (BF-3D.2)."""
        return not self.neutral(at) and side in SIDES
