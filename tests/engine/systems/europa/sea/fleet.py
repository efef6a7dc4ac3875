"""A desk for tests of the sea: Balkan Front's war with air and sea, laid out by hand.

``Fleet()`` is an empty board on Dec I 40 in clear weather, the Axis to move.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from engine.core.actions import Roll
from engine.core.handler import Transition
from engine.systems.balkan_front.state.records import SeaFront
from engine.systems.europa.sea.actions import LandAmphibiously, PlanLanding, Ship, ShipOverBeach
from engine.systems.europa.sea.records import LandingPlan, SeaWar
from engine.systems.europa.state.constants import AXIS
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.balkan_front.desk import Front
from tests.engine.systems.europa.air.sky import flown_rules

MARINES, BARI_DIV, BORDER = "italian-3-sm-marine", "italian-47-bari", "italian-1-border"
SKI, PIONEERS = "italian-mc-ski", "german-ghq-1-engineer"
COMMANDO, ME_COMMANDO, BRIGADE = (
    "british-50-me-commando",
    "british-me-commando",
    "british-14-brigade",
)
TANKS, GREEKS, GREEK_BORDER = (
    "british-1-armored-brigade",
    "greek-5-14-mountain-regiment",
    ("greek-viii-border"),
)
KERKYRA, KERKYRA_WEST, SANTI = "14A:4620", "14A:4621", "14A:4420"
MALEME, KHANIA, IRAKLION, SFAKIA = "15B:2114", "15B:2213", "15B:2409", "15B:2413"
THERA, LEROS, ATHENS, KALAMAI = "15B:1908", "15B:1702", "15B:0911", "15B:1217"


class Fleet(Front):
    """A game that plays the war at sea, laid out by hand."""

    def __init__(self, turn: int = 3, side: str = AXIS) -> None:
        super().__init__(turn, side, rules=flown_rules())

    @property
    def sea(self) -> SeaWar:
        """What the war at sea remembers."""
        assert isinstance(self.state, SeaFront)
        return self.state.sea

    def at_sea(self, **fields: Any) -> Self:
        """Set what the war at sea remembers."""
        return self.having(sea=replace(self.sea, **fields))

    def place(self, name: str) -> Hex | str:
        """A hex by its printed number, or a box."""
        return self.at(name) if ":" in name else name

    def voyage(self, unit: str, to: str) -> Ship:
        """A voyage as an action."""
        return Ship(UnitId(unit), self.place(to))

    def over(self, unit: str, to: str) -> ShipOverBeach:
        """A voyage over the beaches of ports as an action."""
        return ShipOverBeach(UnitId(unit), self.place(to))

    def refused(self, unit: str, to: str) -> list[str]:
        """The rules that forbid a voyage."""
        return self.objections(self.voyage(unit, to))

    def planned(self, unit: str, to: str, turn: int = 3) -> Self:
        """Have a landing planned."""
        plans = {**self.sea.plans, UnitId(unit): LandingPlan(self.at(to), turn)}
        return self.at_sea(plans=plans)

    def landing(self, unit: str, to: str) -> LandAmphibiously:
        """A landing as an action."""
        return LandAmphibiously(UnitId(unit), self.at(to))

    def plan(self, unit: str, to: str) -> PlanLanding:
        """The plan of a landing as an action."""
        return PlanLanding(UnitId(unit), self.at(to))

    def roll(self, face: int) -> Self:
        """Type a die in."""
        return self.do(Roll(face))

    def points(self, side: str) -> int:
        """Victory points of a side."""
        return self.state.score(side)

    def transition(self) -> Transition[SeaFront]:
        """A step in the making, from the state as it is."""
        assert isinstance(self.state, SeaFront)
        return Transition(self.state)
