"""A game of Fire in the East with air units, for tests: none is in play until it is put there."""

from __future__ import annotations

from typing import Self

from engine.core.handler import Transition
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.groups.records import Box, Groups
from engine.systems.europa.air.records import AirMoving, AirUnit, AirWar, Mission
from engine.systems.europa.state.constants import AXIS, PENDING, Phase
from engine.systems.europa.state.records import Onward
from engine.systems.fire_in_the_east.state.records import AirEast
from tests.engine.systems.fire_in_the_east.eastern import North

GERMAN_BASE, RUMANIAN_BASE = "1B:3333", "3B:2020"
MINSK, BIALYSTOK, MOSKVA, LENINGRAD = "1B:3512", "1B:3524", "2A:3317", "2A:0931"
SOVIET_BASE = "1B:3623"
ME109E, ME109F, HE111, JU87, JU52 = (
    "german-me-109e-1",
    "german-me-109f-1",
    "german-he-111h-1",
    "german-ju-87b-1",
    "german-ju-52-1",
)
LAGG, MIG, SB2, PO2, IL4 = (
    "soviet-lagg-3-1",
    "soviet-mig-3-1",
    "soviet-sb-2-1",
    "soviet-po-2-1",
    "soviet-il-4-1",
)
SM79, PZL24 = "rumanian-sm-79", "rumanian-pzl-24"


class EastAir(North):
    """The first turns over the whole front, with air units; all nations at war."""

    scenario = "barbarossa_air"
    state: AirEast

    def __init__(self, turn: int = 2, side: str = AXIS, state: AirEast | None = None) -> None:
        super().__init__(turn, side, state)
        if state is None:
            self.having(joined={row.id: row.side for row in self.context.charts.nations.rows})
            aside = {unit: AirUnit(PENDING) for unit in self.state.air.units}
            self.having(air=AirWar(aside))

    def station(self, at: str, *units: str, operative: bool = True) -> Self:
        """Put air units on a base by its printed number."""
        return self.put_air(units, AirUnit(self.at(at), operative))

    def over(self, at: str, mission: Mission, *units: str, base: str = "") -> Self:
        """Put air units over a hex on a mission."""
        home = self.at(base or at)
        return self.put_air(
            units, AirUnit(home, mission=mission.value, target=self.at(at), flown=True)
        )

    def box(self, box: str, *units: str) -> Self:
        """Put air units into a box of the air chart."""
        return self.put_air(units, AirUnit(box))

    def put_air(self, units: tuple[str, ...], found: AirUnit) -> Self:
        """Have air units be so."""
        air = self.state.air
        for unit in units:
            air = air.having(unit, found)
        return self.having(air=air)

    def allow(self, **allowances: int) -> Self:
        """Give nations group allowances."""
        return self.having(groups=Groups(allowances))

    def flying(self, side: str = AXIS) -> Self:
        """Open the air movement step of a side."""
        return self.ask(Onward(), AirMoving(side), phase=Phase.AIR.value, active=side)

    def fly(self, unit: str, mission: Mission, at: str) -> Self:
        """Fly a mission."""
        return self.do(FlyMission(unit, mission, self.at(at)))

    def refused(self, unit: str, mission: Mission, at: str) -> list[str]:
        """The rules that forbid a mission."""
        return self.objections(FlyMission(unit, mission, self.at(at)))

    def held(self, box: Box | str) -> set[str]:
        """The air units in a box."""
        return {unit for unit, found in self.state.air.units.items() if found.at == box}

    def transition(self) -> Transition[AirEast]:
        """A step in the making, from the state as it is."""
        return Transition(self.state)
