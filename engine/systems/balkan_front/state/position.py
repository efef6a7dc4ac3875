"""A state of Balkan Front with its table: neutrals, operational areas, sources, ports."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.state import Location
from engine.core.wording import counted
from engine.lazy import cached_property
from engine.systems.balkan_front.own_charts import StatusRow
from engine.systems.balkan_front.politics import morale
from engine.systems.balkan_front.state.constants import (
    DETECTED,
    EASTERN_GREECE,
    MIDDLE_EAST,
    RHODES,
)
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.records import (
    HINDERED,
    AirFront,
    Front,
    RovingFront,
    SeaFront,
)
from engine.systems.europa.air import fleet
from engine.systems.europa.air.records import NO_AIR, AirWar
from engine.systems.europa.air.title.position import FlyingPosition
from engine.systems.europa.combat import amid
from engine.systems.europa.sea.position import SeaPosition
from engine.systems.europa.sea.records import NO_SEA, SeaWar
from engine.systems.europa.state.common import award
from engine.systems.europa.state.constants import (
    ALLIED,
    AXIS,
    HALF,
    NEUTRAL,
    Going,
)
from engine.systems.europa.state.records import Theatre
from engine.systems.europa.state.source import Source
from engine.systems.europa.state.water_terms import NOWHERE
from engine.systems.europa.supply import sources
from maps.hexgrid import Hex
from oob.model import UnitId

BOXES = {ALLIED: (EASTERN_GREECE, MIDDLE_EAST)}
"""The holding boxes of the Allies; Rhodes is the Axis player's."""

NOTHING = Fraction(0)

Work = Transition[Front]
"""A step in the making."""


class FrontPosition(FlyingPosition, SeaPosition):
    """Everything the rules ask of one state of Balkan Front."""

    context: FrontContext
    state: Front

    @property
    def seats(self) -> Mapping[str, Hex]:
        """Where the government of each nation sits, or sat last (BF-28B1a.1, 28C2a.1, 33F2.6)."""
        seats = self.context.seats
        state = self.state
        return {**seats, **state.capitals} if isinstance(state, RovingFront) else seats

    # Air units

    @cached_property
    def air(self) -> AirWar:
        """The air units of the game; a war without any has none."""
        return self.state.air if isinstance(self.state, AirFront) else NO_AIR

    def count_terror(self, _at: Hex, transition: Transition[Theatre]) -> None:
        """A hit by terror bombing is worth a point to the side that bombs (BF-20F1b.2, 20F2g.1)."""
        row = self.context.charts.victory.award("terror bombing")
        award(transition, row.side, row.points, row.text, row.rule)

    def closed_skies(self, nation: str) -> frozenset[Hex]:
        """Neutral countries, and what lies outside a nation's operational area (BF-28A.3); for a
        neutral's air units, all other land (BF-28C2.3).
        """
        return self.once(("closed skies", nation), lambda: self._closed_skies(nation))

    def _closed_skies(self, nation: str) -> frozenset[Hex]:
        side = self.state.joined.get(nation, NEUTRAL)
        if not side:
            return self.context.land - self.context.national.get(nation, frozenset())
        neutral, entered = self.owned(NEUTRAL), self.state.entered > 0
        key = (nation, side, entered, neutral, False, f"sky {self.status(nation)}")
        known = self.context.closed_lands
        if key not in known:
            area = self._assigned(nation)
            everywhere = area is None or (nation == "italian" and entered)
            outside = frozenset[Hex]() if everywhere or area is None else self.context.land - area
            barred = self.context.forbidden if side == ALLIED else frozenset[Hex]()
            found = neutral | outside | barred | self.context.off_sheets
            # flights are kept by this set: nations with equal ones have the very same
            known[key] = next((one for one in known.values() if one == found), found)
        return known[key]

    def air_commander(self, nation: str) -> str:
        """A pro-Allied neutral's air units are the Allied player's to transfer (BF-28C2.5)."""
        side = super().air_commander(nation)
        row = self.leaning(nation) if not side and self.state.status else None
        return row.moved_by if row is not None else side

    def bars_flight(self, nation: str) -> Objection | None:
        """In the surprise turn the intervention forces alone fly for the Axis (BF-28A2b.8)."""
        theirs = self.state.joined.get(nation) == AXIS
        if not self.state.surprise or nation == "german" or not theirs:
            return None
        text = "Only the forces that Germany intervenes with fly in the surprise turn."
        return Objection("BF-28A2b.8", text)

    def count_air_loss(self, unit: str, transition: Transition[Theatre]) -> None:
        """An eliminated air unit is worth points to the enemy (BF-VPA.4, VPL.4)."""
        side = fleet.side_of(self, unit)
        row = self.context.charts.victory.award(f"{side} air unit")
        award(transition, row.side, row.points, row.text, row.rule)

    def planned(self, unit: UnitId) -> bool:
        """One operation at a time for a unit: a drop or a landing (BF-25C.2)."""
        return super().planned(unit) or unit in self.sea.plans

    # Ships

    @property
    def sea(self) -> SeaWar:
        """What the war at sea remembers; nothing where it is not played."""
        return self.state.sea if isinstance(self.state, SeaFront) else NO_SEA

    @property
    def harbours(self) -> frozenset[Location]:
        """The ports and boxes the phasing side may use (BF-26A3.5)."""
        return self.state.harbours

    def bars_voyage(self, unit: UnitId, to: Location) -> Objection | None:
        """Greek morale, and the neglect of the Metaxas Line: its Greek units do not embark east of
        the Vardar (BF-28B1b.6, 32E.1).
        """
        here = self.state.pieces[unit].at
        if self.neglects(unit) and (
            here == EASTERN_GREECE or here in self.context.east_of_the_vardar
        ):
            name = self.called(unit)
            text = f"The Metaxas Line is neglected: {name} does not embark east of the Vardar."
            return Objection("BF-28B1b.6", text)
        if to == MIDDLE_EAST and self.mobilizing_now:
            rule = self.context.figures.alarm.turn_rule
            return Objection(rule, f"{self.called(unit)} stays at home in the mobilization turn.")
        return morale.voyage(self, unit, here, to)

    def count_ships(self, side: str, points: int, transition: Transition[Theatre]) -> None:
        """Transport points that are sunk are worth points to the enemy (BF-VPA.7, VPL.3)."""
        row = self.context.charts.victory.award(f"{side} NTP")
        award(transition, row.side, points * row.points, row.text, row.rule)

    def count_warship(self, transition: Transition[Theatre]) -> None:
        """Besides, each hit is worth points (BF-20F2i.2, VPA.6)."""
        super().count_warship(transition)
        row = self.context.charts.victory.award("warships bombed")
        award(transition, row.side, row.points, row.text, row.rule)

    def count_call(self, transition: Transition[Theatre]) -> None:
        """The emergency ships have their price (BF-26B.8, VPL.11)."""
        row = self.context.charts.victory.award("emergency ships")
        award(transition, row.side, row.points, row.text, row.rule)

    # Neutrals

    def status(self, nation: str) -> str:
        """How a nation stands to the sides, in the words of the chart (BF-28C)."""
        return self.state.status.get(nation, "")

    def leaning(self, nation: str) -> StatusRow | None:
        """The row of the status of a nation that is neutral, None where it changes nothing."""
        if self.state.joined.get(nation):
            return None
        return self.context.charts.nations.status(nation, self.status(nation))

    def commander(self, unit: UnitId) -> str:
        """Units of a pro-Allied neutral are the Allied player's to move (BF-28C2.3)."""
        side = self.side(unit)
        if side or not self.state.status:
            return side
        row = self.leaning(self.nation(unit))
        return row.moved_by if row is not None else NEUTRAL

    def led(self, side: str) -> tuple[UnitId, ...]:
        """Units on the map of neutrals that a side's player moves (BF-28C2.3)."""
        terms = (self.state.status, self.state.joined, self.standing.sides[NEUTRAL])
        return self.shared(("led", side), terms, partial(self._led, side))

    def _led(self, side: str) -> tuple[UnitId, ...]:
        rows = {nation: self.leaning(nation) for nation in self.state.status}
        nations = {nation for nation, row in rows.items() if row and row.moved_by == side}
        if not nations:
            return ()
        stacks, units = self.standing.sides[NEUTRAL], self.context.units
        return tuple(
            [unit for at in sorted(stacks) for unit in stacks[at] if units[unit].nation in nations]
        )

    def mobilizer(self, nation: str) -> str:
        """A pro-Allied neutral mobilizes in Allied initial phases (BF-28C2b.1)."""
        row = self.leaning(nation)
        return row.moved_by if row is not None else super().mobilizer(nation)

    def mobilizing_since(self) -> int:
        """The turn on which Yugoslavia joined a side or became pro-Allied (BF-28C2.6 to 28C2.9)."""
        return self.state.mobilizing

    def carried_past(self, side: str) -> frozenset[Hex]:
        """The land of neutrals whose rails carry a side's supply (BF-28C2.2)."""
        found = NOWHERE
        for nation in self.state.status:
            row = self.leaning(nation)
            if row is not None and row.carries == side:
                found |= self.context.national.get(nation, found)
        return found

    def may_act(self, unit: UnitId) -> Objection | None:
        """Neutral units do nothing, but that a pro-Allied neutral's move; in the surprise turn the
        intervention forces act alone (BF-28C.1, 28C2.3, 28A2b.8).
        """
        if not self.side(unit) and not self.commander(unit):
            return Objection("BF-28C.1", f"{self.called(unit)} is neutral.")
        if self.state.surprise and not self.intervenes(unit):
            text = "Only the forces that Germany intervenes with act in the surprise turn."
            return Objection("BF-28A2b.8", text)
        alarm = self.context.figures.alarm
        if alarm.nation and self.mobilizing_now and self.nation(unit) != alarm.nation:
            name = self.context.charts.nations.row(alarm.nation).name
            text = f"Only the units of {name} move in its mobilization turn."
            return Objection(alarm.turn_rule, text)
        return None

    @property
    def mobilizing_now(self) -> bool:
        """True in the mobilization turn of a nation that has discovered the invasion
        (BF-33E2.3).
        """
        alarm = self.context.figures.alarm
        return bool(alarm.nation) and self.state.status.get(alarm.nation) == alarm.status

    def intervenes(self, unit: UnitId) -> bool:
        """True for the German units that do not come as assistance (BF-28A2b.5)."""
        return self.nation(unit) == "german" and unit not in self.state.assisted

    def arrives_now(self, unit: UnitId) -> bool:
        """In the surprise turn the intervention forces are deployed, nobody else (BF-28A2b.5); what
        a nation has for the first turn comes in its mobilization turn, and then alone (BF-33E2.3);
        what dice mobilize comes in both (BF-33F2.5).
        """
        nation, state = self.context.figures.alarm.nation, self.state
        first = self.context.figures.first
        if nation and DETECTED in state.credited and state.turn == first:
            theirs = self.nation(unit) == nation
            rolled = nation == self.context.charts.mobilization.nation
            return theirs == self.mobilizing_now or (theirs and rolled)
        return not self.state.surprise or self.intervenes(unit)

    def may_go(self, unit: UnitId, going: Going) -> Objection | None:
        """A neutral's units march, and no more: they own no railroad of a side and fight nobody
        (BF-28C2.3, 28C2.4).
        """
        if not self.side(unit) and going not in (Going.MARCH, Going.ADMIN):
            rule = "BF-28C2.4" if going is Going.OVERRUN else "BF-28C2.3"
            return Objection(rule, f"{self.called(unit)} is neutral: it marches, and no more.")
        if self.state.surprise and going in (Going.RAIL, Going.SEA):
            text = f"There is no {going} in the surprise turn."
            return Objection("BF-28A2b.9", text)
        return super().may_go(unit, going)

    def cannot_enter(self, unit: UnitId, at: Hex) -> Objection | None:
        """Neutral countries, and countries closed to the Allies (BF-28A.4, 28C.1); a neutral's own
        units stay at home (BF-28C2.3).
        """
        if at in self.context.off_sheets:
            text = f"{self.context.label(at)} lies on a part of the map that is not played on."
            return Objection("BF-33D2.1", text)
        side, neutral = self.side(unit), at in self.holdings[NEUTRAL]
        if not side:
            if neutral and self.context.holders.get(at) == self.nation(unit):
                return None
            return Objection("BF-28C2.3", f"{self.called(unit)} is neutral and stays at home.")
        if neutral:
            country = self.context.countries.get(at, "This country")
            return Objection("BF-28C.1", f"{country} is neutral: nobody enters it.")
        if side == ALLIED and at in self.context.forbidden:
            country = self.context.countries.get(at, "this country")
            return Objection("BF-28A.4", f"The Allies do not enter or attack {country}.")
        return None

    def bars(self, unit: UnitId, at: Hex) -> Objection | None:
        """Besides, operational areas, and what the neglect of the Metaxas Line forbids (BF-28A.1,
        28B1b.5).
        """
        return self.cannot_enter(unit, at) or self._area(unit, at) or self._neglect(unit, at)

    def _area(self, unit: UnitId, at: Hex) -> Objection | None:
        """Operational areas (BF-28A.1)."""
        nation = self.nation(unit)
        area = self._assigned(nation)
        if area is None or at in area or (nation == "italian" and self.state.entered):
            return None
        name = self.context.charts.nations.row(nation).name
        text = f"{self.context.label(at)} lies outside the operational area of {name}."
        alarm = self.context.figures.alarm
        warned = alarm.nation == nation and self.mobilizing_now
        return Objection(alarm.turn_rule if warned else "BF-28A.1", text)

    def bars_attack(self, unit: UnitId, at: Hex) -> Objection | None:
        """What bars entry bars attack; a unit outside its area attacks nobody (BF-28A.2)."""
        here = self.piece(unit).at
        if isinstance(here, Hex) and self._area(unit, here) is not None:
            text = f"{self.called(unit)} is outside its operational area."
            return Objection("BF-28A.2", text)
        bound = amid.bound(self, unit, at)
        if bound is not None:
            return bound
        return self.cannot_enter(unit, at) or self._area(unit, at)

    def _assigned(self, nation: str) -> frozenset[Hex] | None:
        """The operational area of a nation, None for everywhere."""
        areas = self.context.areas_by_status
        by_status = areas.get((nation, self.status(nation))) if areas else None
        return self.context.operational.get(nation) if by_status is None else by_status

    def _neglect(self, unit: UnitId, at: Hex) -> Objection | None:
        """While the Metaxas Line is neglected, Greek units east of the Vardar neither cross it
        westward nor leave Greece (BF-28B1b.5).
        """
        if at in self.context.east_of_the_vardar or not self.tied(unit):
            return None
        text = f"The Metaxas Line is neglected: {self.called(unit)} stays east of the Vardar."
        return Objection("BF-28B1b.5", text)

    def tied(self, unit: UnitId) -> bool:
        """True for a Greek unit east of the Vardar while the Metaxas Line is neglected."""
        if not self.state.neglected or not self.neglects(unit):
            return False
        return self.piece(unit).at in self.context.east_of_the_vardar

    def neglects(self, unit: UnitId) -> bool:
        """True for a Greek unit while the neglect of the Metaxas Line binds it (BF-28B1b.8)."""
        state = self.state
        if not state.neglected:
            return False
        ended = bool(state.entered) or state.joined.get("bulgarian") == AXIS
        return not ended and self.nation(unit) == "greek"

    def allowance(self, unit: UnitId) -> int:
        """Units amid a revolt have part of their rating (BF-28A1d.9)."""
        whole = super().allowance(unit)
        if HINDERED not in self.piece(unit).marks:
            return whole
        return whole // self.context.charts.revolt.hinders

    def zone_reaches(self, side: str, at: Hex) -> bool:
        """No zone reaches into a neutral country, no Allied one into closed ones (BF-28A.5)."""
        return not self.neutral(at) and (side != ALLIED or at not in self.context.forbidden)

    def sources(self, side: str) -> tuple[Source, ...]:
        """The supply sources of a side at present (BF-12C)."""
        return sources.of(self, side)

    def controls(self, at: Location, side: str) -> bool:
        """True for a port a side owns, and for its holding boxes."""
        if isinstance(at, str):
            return at in BOXES.get(side, (RHODES,))
        return at in self.context.ports and self.owner_of(at) == side

    def boxed_for(self, box: str, side: str) -> bool:
        """The boxes a side controls."""
        return self.controls(box, side)

    def kept(self, unit: UnitId) -> Objection | None:
        """A garrison that no move may weaken: the Rhodes units, and Eastern Greece (BF-28A1c.5,
        28B1d.5).
        """
        here = self.piece(unit).at
        released = self.state.entered or self.state.joined.get("bulgarian") == AXIS
        if here == RHODES and unit in self.context.setups and not self.state.surrendered:
            return Objection("BF-28A1c.5", f"{self.called(unit)} is the garrison of Rhodes.")
        if unit in self.sea.stripped:
            text = f"{self.called(unit)} has abandoned its heavy equipment and never leaves."
            return Objection("BF-32A6.2", text)
        rows = self.context.charts.garrisons.rows
        if not released and any(row.locked and row.box == here for row in rows):
            row = next(row for row in rows if row.locked and row.box == here)
            mates = (mate for mate in self.boxed(row.box) if mate != unit and self.counts(mate))
            if self.counts(unit) and sum(self.facts(m).halves for m in mates) < row.halves:
                text = f"{counted(row.halves // HALF, 'RE')} must stay in Eastern Greece."
                return Objection(row.duty, text)
        return None

    def counts(self, unit: UnitId) -> bool:
        """True for a unit that is part of a garrison, as position AA never is (BF-28B1d.6)."""
        uncounted = self.context.charts.garrisons.uncounted
        return not self.context.units[unit].traits.intersection(uncounted)

    def bars_work(self, unit: UnitId, what: str, at: Hex) -> Objection | None:
        """What Greek morale forbids to build or destroy (BF-32E); neutrals do neither."""
        if not self.side(unit):
            return Objection("BF-28C2.3", f"{self.called(unit)} is neutral.")
        return morale.work(self, unit, what, at)


def look(context: FrontContext, state: Front) -> FrontPosition:
    """A state with everything the rules ask of it."""
    pos = context.look(state)
    assert isinstance(pos, FrontPosition), "a context looks with the position of its title"
    return pos


def now(context: FrontContext, transition: Work) -> FrontPosition:
    """The position of a step in the making."""
    return look(context, transition.state)
