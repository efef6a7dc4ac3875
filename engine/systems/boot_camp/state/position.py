"""A state of Boot Camp with its table: who may enter and attack what, who may act, air strength."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.state import Location
from engine.core.wording import counted
from engine.rules.air.points import bombers_left
from engine.systems.boot_camp.state.constants import EASTERN_GREECE, MIDDLE_EAST, RHODES
from engine.systems.boot_camp.state.context import BootCampContext
from engine.systems.boot_camp.state.records import Campaign
from engine.systems.europa.state.constants import (
    ALLIED,
    AXIS,
    DROPPED,
    MARCHED,
    MOVED,
    ONE_HEX,
    OUT,
    SHIPPED,
    Going,
    other,
)
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.source import Source
from engine.systems.europa.state.units import Facts
from engine.systems.europa.supply import sources
from maps.hexgrid import Hex
from oob.model import UnitId

COMING = ("german", "hungarian", "bulgarian")
"""Nations whose forces are placed as the turn of German entry begins."""
ALLIED_BOXES = (MIDDLE_EAST, EASTERN_GREECE)
STIRRED = frozenset({MOVED, MARCHED, ONE_HEX, SHIPPED, DROPPED})
"""Marks of units that have used their movement."""


Work = Transition[Campaign]
"""A step in the making."""


class BootCampPosition(Position):
    """Everything the rules ask of one state of Boot Camp."""

    context: BootCampContext
    state: Campaign

    # Who may act, and where

    def may_act(self, unit: UnitId) -> Objection | None:
        """Neutrals are frozen, Germans alone act in the surprise sub-turn, Bulgarians wait a turn
        (BC-19A.3, 24E.2, 24G.2).
        """
        nation = self.nation(unit)
        if not self.side(unit):
            return Objection("BC-19A.3", f"{self.called(unit)} is neutral and does not move.")
        if self.state.surprise and nation != "german":
            return Objection("BC-24E.2", "German units alone act in the surprise sub-turn.")
        if nation == "bulgarian" and self.state.entered == self.state.turn:
            text = "Bulgarian units neither move nor attack before the next Axis player turn."
            return Objection("BC-24G.2", text)
        return None

    def may_go(self, unit: UnitId, going: Going) -> Objection | None:
        """Units that came by sea or dropped use no other movement that turn, nor do those that have
        moved go by sea or drop (BC-19D.3, 19E).
        """
        marks = self.piece(unit).marks
        carried = going in (Going.SEA, Going.AIR)
        if carried and (marks & STIRRED or self.state.spent.get(unit)):
            rule = "BC-19D.3" if going is Going.SEA else "BC-19E.3"
            text = f"{self.called(unit)} has moved: one that is carried does not move besides."
            return Objection(rule, text)
        if SHIPPED in marks:
            text = f"{self.called(unit)} has moved by sea and uses no other movement this turn."
            return Objection("BC-19D.3", text)
        if DROPPED in marks:
            text = f"{self.called(unit)} has dropped this turn and does not move on."
            return Objection("BC-19E.4", text)
        return None

    def arrives_now(self, unit: UnitId) -> bool:
        """In the surprise sub-turn only what comes with German entry is placed, the Italian 2nd
        Army with the normal player turn (BC-24D.2, 24E.4, 24F.1, 24G.1).
        """
        return not self.state.surprise or self.nation(unit) in COMING

    def cannot_enter(self, unit: UnitId, at: Hex) -> Objection | None:
        """Neutral countries, areas of nations, and what is closed to the Allies (BC-19A, 24)."""
        country = self.context.countries.get(at, "")
        if self.neutral(at) and self.context.holders.get(at) != self.nation(unit):
            return Objection("BC-19A.2", f"{country} is neutral: nobody enters it.")
        return self._area(unit, country)

    def bars_attack(self, unit: UnitId, at: Hex) -> Objection | None:
        """Who may not attack into a hex: the same bounds (BC-19A, 24)."""
        return self.bars(unit, at) or self.may_act(unit)

    def _area(self, unit: UnitId, country: str) -> Objection | None:
        side, row = self.side(unit), self.context.nation_row(self.nation(unit))
        if side == ALLIED and country in self.context.forbidden:
            text = f"Allied units neither enter nor attack {country}."
            return Objection("BC-24H.3", text)
        if row.area and country not in row.area:
            lands = " or ".join(row.area)
            return Objection(
                row.area_rule, f"{row.name}'s units enter or attack only hexes of {lands}."
            )
        return None

    def zone_reaches(self, side: str, at: Hex) -> bool:
        """No zone reaches into a neutral country, none of the Allies' into Rumania or Slovakia
        (BC-B5.2).
        """
        if self.neutral(at):
            return False
        return side != ALLIED or self.context.countries.get(at) not in self.context.forbidden

    # Supply and transport

    def sources(self, side: str) -> tuple[Source, ...]:
        """The supply sources of a side at present (BC-12C)."""
        return sources.of(self, side)

    def out(self, unit: UnitId) -> bool:
        """Units that dropped this turn count as in supply (BC-19E.9)."""
        marks = self.state.pieces[unit].marks
        return OUT in marks and DROPPED not in marks

    def friendly_port(self, at: Location, side: str) -> bool:
        """True at a port a side owns, and in its holding boxes (BC-24A1.1, 24B.2)."""
        if isinstance(at, str):
            return at in ALLIED_BOXES if side == ALLIED else at == RHODES
        return at in self.context.ports and self.owner_of(at) == side

    def boxed_for(self, box: str, side: str) -> bool:
        """The boxes of a side (BC-24A1.1, 24B.2)."""
        return self.friendly_port(box, side)

    def kept(self, unit: UnitId) -> Objection | None:
        """Three units stay in Eastern Greece until Germany enters (BC-24A1.2)."""
        if self.piece(unit).at != EASTERN_GREECE or self.state.entered:
            return None
        least = self.context.charts.garrisons.eastern
        if len(self.boxed(EASTERN_GREECE)) - 1 >= least:
            return None
        text = f"{counted(least, 'unit')} must stay in Eastern Greece until Germany enters the war."
        return Objection("BC-24A1.2", text)

    @cached_property
    def airbases(self) -> frozenset[Hex]:
        """Hexes with an airbase, printed or built (BC-B15.4)."""
        return self.context.fields | self.state.airfields | self.state.strips

    # Air

    def air_left(self, nation: str) -> tuple[int, int]:
        """Bomber and fighter points a nation has left in this game turn (BC-22E)."""
        state, chart = self.state, self.context.charts.air_points
        if nation in state.surrendered or not state.joined.get(nation):
            return 0, 0
        row = chart.row(nation, state.turn, state.entered)
        if row is None:
            return 0, 0
        bombers = row.bombers - state.flown.get(f"{nation} bombers", 0)
        return max(0, bombers), max(0, row.fighters - state.flown.get(f"{nation} fighters", 0))

    def air_points(self, at: Hex, side: str) -> Fraction:
        """Strength of the bombers a side has over a hex, after fighters and weather (BC-B15)."""
        mine = [f for f in self.state.flights if f.at == at and self.joined(f.nation) == side]
        theirs = [f for f in self.state.flights if f.at == at and f not in mine]
        chart = self.context.charts.air_points
        left = Fraction(bombers_left(mine, theirs) * chart.strength)
        return left / self.by_weather(chart.divisor, at)

    @property
    def weather_now(self) -> str:
        """The kind of weather of the whole board (BC-21.1)."""
        return next(iter(self.state.weather.values()), self.skies.best)

    def joined(self, nation: str) -> str:
        """The side of a nation, '' while neutral."""
        return self.state.joined.get(nation, "")

    # Air drops

    def facts(self, unit: UnitId) -> Facts:
        """What the rules ask about a unit; those that dropped are supported, and support nobody
        (BC-19E.9).
        """
        piece = self.state.pieces[unit]
        found = self.context.facts(unit, piece.steps)
        return replace(found, supported=True, dot=True) if DROPPED in piece.marks else found

    def must_attack(self, side: str) -> tuple[Hex, ...]:
        """Enemy-held hexes with units dropped into them, which must be attacked (BC-19E.5)."""
        found = self.held[side] & self.held[other(side)]
        return tuple(sorted(found)) if side == AXIS else ()


def look(context: BootCampContext, state: Campaign) -> BootCampPosition:
    """A state with everything the rules ask of it."""
    pos = context.look(state)
    assert isinstance(pos, BootCampPosition), "a context looks with the position of its title"
    return pos


def now(context: BootCampContext, transition: Work) -> BootCampPosition:
    """The position of a step in the making."""
    return look(context, transition.state)
