"""A state of Balkan Front with its table: neutrals, operational areas, sources, ports."""

from __future__ import annotations

from engine.core.actions import Objection
from engine.core.state import Location
from engine.systems.balkan_front import morale
from engine.systems.balkan_front.records import Front
from engine.systems.balkan_front.table import FrontTable
from engine.systems.europa import sources
from engine.systems.europa.position import Position, Source
from engine.systems.europa.words import ALLIED, EASTERN_GREECE, MIDDLE_EAST, RHODES
from maps.hexgrid import Hex
from oob.model import UnitId

BOXES = {ALLIED: (EASTERN_GREECE, MIDDLE_EAST)}
"""The holding boxes of the Allies; Rhodes is the Axis player's."""


class FrontPosition(Position):
    """Everything the rules ask of one state of Balkan Front."""

    table: FrontTable
    state: Front

    def may_act(self, unit: UnitId) -> Objection | None:
        """Neutral units do nothing (BF-28C.1)."""
        if not self.side(unit):
            return Objection("BF-28C.1", f"{self.called(unit)} is neutral.")
        return None

    def bars(self, unit: UnitId, at: Hex) -> Objection | None:
        """Neutral countries, operational areas, countries closed to the Allies (BF-28A, 28C)."""
        if self.neutral(at):
            country = self.table.countries.get(at, "This country")
            return Objection("BF-28C.1", f"{country} is neutral: nobody enters it.")
        if self.side(unit) == ALLIED and at in self.table.forbidden:
            country = self.table.countries.get(at, "this country")
            return Objection("BF-28A.4", f"The Allies do not enter or attack {country}.")
        nation = self.nation(unit)
        area = self.table.operational.get(nation)
        if area is None or at in area or (nation == "italian" and self.state.entered):
            return None
        name = self.table.charts.nations.row(nation).name
        text = f"{self.table.label(at)} lies outside the operational area of {name}."
        return Objection("BF-28A.1", text)

    def bars_attack(self, unit: UnitId, at: Hex) -> Objection | None:
        """What bars entry bars attack; a unit outside its area attacks nobody (BF-28A.2)."""
        here = self.piece(unit).at
        area = self.table.operational.get(self.nation(unit))
        if isinstance(here, Hex) and self.bars(unit, here) is not None and area is not None:
            text = f"{self.called(unit)} is outside its operational area."
            return Objection("BF-28A.2", text)
        return self.bars(unit, at)

    def zone_reaches(self, side: str, at: Hex) -> bool:
        """No zone reaches into a neutral country, no Allied one into closed ones (BF-28A.5)."""
        return not self.neutral(at) and (side != ALLIED or at not in self.table.forbidden)

    def sources(self, side: str) -> tuple[Source, ...]:
        """The supply sources of a side as things stand (BF-12C)."""
        return sources.of(self, side)

    def controls(self, at: Location, side: str) -> bool:
        """True for a port a side owns, and for its holding boxes."""
        if isinstance(at, str):
            return at in BOXES.get(side, (RHODES,))
        return at in self.table.ports and self.owner_of(at) == side

    def bars_work(self, unit: UnitId, what: str, at: Hex) -> Objection | None:
        """What Greek morale forbids to build or destroy (BF-32E)."""
        return morale.work(self, unit, what, at)
