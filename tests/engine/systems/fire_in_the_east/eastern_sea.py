"""A game of Fire in the East with ships, for tests: none is in play until it is put there."""

from __future__ import annotations

from typing import Any, Self

from engine.core.handler import Transition
from engine.systems.europa.state.constants import ALLIED, GONE, Phase
from engine.systems.fire_in_the_east.sea.actions import SailShip
from engine.systems.fire_in_the_east.sea.boats.actions import SteerBoat
from engine.systems.fire_in_the_east.sea.records import Boat, Vessel
from engine.systems.fire_in_the_east.sequence import open_slot
from engine.systems.fire_in_the_east.state.records import SeaEast
from tests.engine.systems.fire_in_the_east.eastern import North

KRONSHTADT, TALLINN, RIGA, LENINGRAD = "2A:0832", "1B:0712", "1B:1816", "2A:0831"
SEVASTOPOL, ODESSA, NOVOROSSIYSK = "3B:3603", "3B:2510", "4A:3822"
MURMANSK, ARKHANGELSK = "6A:1617", "6A:3907"
MARAT, OKTREV, KIROV = "soviet-bb-marat", "soviet-bb-okt-rev", "soviet-ca-kirov"
PETROPAV, AURORA = "soviet-ca-petropav", "soviet-cl-aurora"
PARKOMM, KRIM, UKRAINA = "soviet-bb-par-komm", "soviet-cl-k-krim", "soviet-cl-ch-ukr"
DESTROYERS = "soviet-dd-flot"
LADOGA, LADOGA_TWO = "soviet-flotilla-ldga-1", "soviet-flotilla-ldga-2"
PINSK, DANUBE, PEIPUS = (f"soviet-flotilla-{name}" for name in ("pinsk", "danube-1", "peipus"))
ONEGA, ILMEN = "soviet-flotilla-onega", "soviet-flotilla-ilmen"


class Baltic(North):
    """The northern front with the Baltic Fleet; the Soviet side moves."""

    scenario = "army_group_north_sea"
    state: SeaEast

    def __init__(self, turn: int = 2, side: str = ALLIED, state: SeaEast | None = None) -> None:
        super().__init__(turn, side, state)
        if state is None:
            fleet = self.state.fleet
            for ship in fleet.vessels:
                fleet = fleet.having(ship, Vessel(GONE, port=False))
            for boat in fleet.boats:
                fleet = fleet.with_boat(boat, Boat(GONE))
            self.having(fleet=fleet).weather("clear")

    def moor(self, at: str, *ships: str, port: bool = True, hits: int = 0) -> Self:
        """Put ships into a hex by its printed number."""
        fleet = self.state.fleet
        for ship in ships:
            fleet = fleet.having(ship, Vessel(self.at(at), port, hits))
        return self.having(fleet=fleet)

    def launch(self, at: str, *boats: str, **as_it_is: Any) -> Self:
        """Put river flotillas into a hex by its printed number."""
        fleet = self.state.fleet
        for boat in boats:
            fleet = fleet.with_boat(boat, Boat(self.at(at), **as_it_is))
        return self.having(fleet=fleet)

    def boat(self, boat: str) -> Boat:
        """A river flotilla as it is now."""
        return self.state.fleet.boats[boat]

    def steering(self, boat: str, to: str) -> SteerBoat:
        """The way of a river flotilla from where it is."""
        at = self.boat(boat).hex
        assert at is not None
        return SteerBoat(boat, at, self.at(to))

    def vessel(self, ship: str) -> Vessel:
        """A ship as it is now."""
        return self.state.fleet.vessels[ship]

    def voyage(self, ship: str, to: str, *, stay_out: bool = False) -> SailShip:
        """The voyage of a ship from where it is."""
        at = self.vessel(ship).hex
        assert at is not None
        return SailShip(ship, at, self.at(to), stay_out)

    def opened(self, phase: Phase, side: str = ALLIED) -> Self:
        """Go on to a phase of a side."""
        self.having(phase=phase.value, active=side)
        work = Transition(self.state)
        open_slot(self.context, work, phase, side)
        self.take(work.state)
        self.events = work.events
        return self


class WholeSea(Baltic):
    """The whole front with all ships, and air units."""

    scenario = "campaign_sea"

    def __init__(self, turn: int = 2, side: str = ALLIED, state: SeaEast | None = None) -> None:
        super().__init__(turn, side, state)
        if state is None:
            self.having(joined={row.id: row.side for row in self.context.charts.nations.rows})
