"""What missions from bases in the Arctic take: part of the positions of the game (FE-30.7)."""

from __future__ import annotations

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.core.state import Location
from engine.systems.europa.air import fleet
from engine.systems.europa.production.turns import unisolated
from engine.systems.europa.state.common import use
from engine.systems.europa.state.records import Theatre
from engine.systems.fire_in_the_east.state.arctic import ArcticPosition
from maps.hexgrid import Hex, distance

SERVED = "Arctic flights"
"""What begins the note, in :attr:`Theatre.used`, of an air unit that points have been spent for."""


class ArcticAirPosition(ArcticPosition):
    """A position with air units in the Arctic: a resource point lets some of them fly."""

    def bars_mission(self, unit: str, mission: str) -> Objection | None:
        """Who is based in the Arctic flies with resource points alone, but for what takes none
        (FE-30.7).
        """
        base = self.air.units[unit].at
        if not self._flight_costs(unit, mission, base) or self._flight_covered(unit):
            return None
        assert isinstance(base, Hex), "bases in the Arctic are hexes"
        if self._payers_of_flights(fleet.side_of(self, unit)):
            return None
        text = (
            f"No resource point in the Arctic lets {fleet.facts(self, unit).name} fly from there."
        )
        return Objection("FE-30.7", text)

    def mission_begun(
        self, unit: str, mission: str, base: Location, transition: Transition[Theatre]
    ) -> None:
        """It counts among those that a point serves; the first of them takes the nearest one
        (FE-30.7).
        """
        if (
            not self._flight_costs(unit, mission, base)
            or self._flight_note(unit) in self.state.used
        ):
            return
        if not self._flight_covered(unit):
            assert isinstance(base, Hex), "bases in the Arctic are hexes"
            payers = self._payers_of_flights(fleet.side_of(self, unit))
            at = min(payers, key=lambda one: (distance(one, base), one))
            self.pay_work(at, transition)
            transition.tell("flights paid", "FE-30.7", at=at)
        use(transition, self._flight_note(unit), 1)

    def _flight_costs(self, unit: str, mission: str, base: Location) -> bool:
        """Whether a mission of an air unit takes any; none does where none are played."""
        free = mission in self.context.charts.resources.free_flights
        played = bool(self.context.figures.resources) and bool(fleet.side_of(self, unit))
        return played and not free and base in self.context.arctic

    def _flight_covered(self, unit: str) -> bool:
        """Whether points spent in this player turn serve an air unit, or one more of its side."""
        if self._flight_note(unit) in self.state.used:
            return True
        mine = f"{SERVED}, {fleet.side_of(self, unit)}"
        flown = sum(note.startswith(mine) for note in self.state.used)
        return flown % self.context.charts.resources.flights != 0

    def _flight_note(self, unit: str) -> str:
        return f"{SERVED}, {fleet.side_of(self, unit)}: {unit}"

    def _payers_of_flights(self, side: str) -> tuple[Hex, ...]:
        """The hexes of the Arctic with free resource points of a side that are not isolated."""
        return self.once(("pays for flights", side), lambda: self._paying_flights(side))

    def _paying_flights(self, side: str) -> tuple[Hex, ...]:
        hexes = (at for at in self.state.resources if at in self.context.arctic)
        return tuple(
            at for at in sorted(hexes) if self.freight_at(side, at) and unisolated(self, side, at)
        )
