"""A desk for tests of the air: Balkan Front's war with air units, laid out by hand.

``Sky()`` is an empty board on Dec I 40 in clear weather, the Axis to fly; all air units are still
to come but those that a test stations.
"""

from __future__ import annotations

from functools import cache
from typing import Self

from engine.core.handler import Transition
from engine.scenarios import load_scenario
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.state.records import AirFront
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.records import AirMoving, AirUnit, AirWar, Mission
from engine.systems.europa.state.constants import AXIS, PENDING
from tests.engine.systems.balkan_front.desk import Front

TIRANA, BERAT, VALONA, KORITSA, BRINDISI, LECCE = (
    "14A:3719",
    "14A:4119",
    "14A:4121",
    "14A:4216",
    "14A:3825",
    "14A:4025",
)
LARISA, ATHENS, IOANNINA = "14A:4913", "15B:0911", "14A:4718"
BORDER = "14A:4618"
"""A hex of Albania beside Greek Ioannina."""
SM79, SM81, CR42, G50, MC200, JU87 = (
    "italian-sm-79",
    "italian-sm-81",
    "italian-cr-42",
    "italian-g-50",
    "italian-mc-200",
    "italian-ju-87",
)
JU52 = "german-ju-52"
"""The one transport."""
P24, MXD, BLEN = "greek-p-24", "greek-mxd-b", "british-blen-1"
FERRARA, GREEKS = "italian-23-ferrara", "greek-8-mountain"


@cache
def flown_rules() -> BalkanFront:
    """The rules of the Italo-Greek War with air units, bound once for all tests."""
    return BalkanFront(load_scenario("balkan_front/italo_greek_war_air", {}))


class Sky(Front):
    """A game with air units, laid out by hand."""

    def __init__(
        self, turn: int = 3, side: str = AXIS, *, rules: BalkanFront | None = None
    ) -> None:
        super().__init__(turn, side, rules=rules or flown_rules())
        units = {unit: AirUnit(PENDING) for unit in self.air.units}
        self.having(air=AirWar(units))
        self.flying(side)

    @property
    def air(self) -> AirWar:
        """The air units as they are."""
        assert isinstance(self.state, AirFront)
        return self.state.air

    def station(self, at: str, *units: str, operative: bool = True) -> Self:
        """Put air units on a base, by its printed number, or into a box."""
        where = self.at(at) if ":" in at else at
        air = self.air
        for unit in units:
            air = air.having(unit, AirUnit(where, operative))
        return self.having(air=air)

    def flying(self, side: str = AXIS) -> Self:
        """Open the air movement step of a side."""
        return self.phase(AirMoving, side)

    def fly(self, unit: str, mission: Mission, at: str) -> Self:
        """Fly a mission."""
        return self.do(self.flight(unit, mission, at))

    def flight(self, unit: str, mission: Mission, at: str) -> FlyMission:
        """A mission as an action."""
        return FlyMission(unit, mission, self.at(at) if ":" in at else at)

    def refused(self, unit: str, mission: Mission, at: str) -> list[str]:
        """The rules that forbid a mission."""
        return self.objections(self.flight(unit, mission, at))

    def unit(self, unit: str) -> AirUnit:
        """An air unit as it is now."""
        return self.air.units[unit]

    def transition(self) -> Transition[AirFront]:
        """A step in the making, from the state as it is."""
        assert isinstance(self.state, AirFront)
        return Transition(self.state)

    def settle_tidy(self) -> Self:
        """Put right who owns what, as after an action."""
        doing = self.transition()
        self.rules.tidy(doing)
        self.take(doing.state)
        return self
