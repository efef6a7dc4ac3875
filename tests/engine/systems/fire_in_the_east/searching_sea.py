"""A game of Fire in the East whose air units search the sea, for tests."""

from __future__ import annotations

from typing import Self

from engine.core.actions import Action
from engine.systems.europa.air.bombing.actions import AimAt, DropBombs
from engine.systems.europa.air.records import FlakRoll, Mission
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.fire_in_the_east.sea.actions import AnswerSea
from engine.systems.fire_in_the_east.sea.records import Hunting, SeaBombRoll
from engine.systems.fire_in_the_east.state.records import SearchedEast
from maps.hexgrid import Hex, distance
from tests.engine.systems.fire_in_the_east.eastern_air import HE111, JU87, EastAir
from tests.engine.systems.fire_in_the_east.eastern_sea import ODESSA, SEVASTOPOL, WholeSea

SEARCH = Mission.NAVAL_PATROL
BLACK, BALTIC = "Black Sea", "Baltic Sea"
BASE = "3B:2020"
OTHER_JU87 = "german-ju-87b-2"


class Searching(EastAir, WholeSea):
    """The whole front with ships and air units, the Soviets to sail, by the option."""

    scenario = "campaign_sea"
    options = ("naval_search",)
    state: SearchedEast

    def __init__(self, side: str = ALLIED) -> None:
        super().__init__(3, side)
        self.own(AXIS, BASE)

    def between(self, a: str = SEVASTOPOL, b: str = ODESSA) -> str:
        """The printed number of a hex in the middle of the way of a ship."""
        way = self.context.seas.way(self.at(a), self.at(b), refuge=True)
        return self.context.map.label(way[len(way) // 2])

    def search(self, at: str, *units: str) -> Self:
        """Have air units search the sea around a hex."""
        return self.over(at, SEARCH, *(units or (JU87,)), base=BASE)

    def answered(self, zone: str = BLACK) -> Self:
        """Declare that all movement in a sea zone is declared."""
        return self.do(AnswerSea(zone))

    @property
    def hunt(self) -> Hunting:
        """The open decision whom air units bomb."""
        frame = self.state.top
        assert isinstance(frame, Hunting)
        return frame

    def bomb(self, prey: str, *units: str, face: int = 6, flak: int = 6) -> Self:
        """Have air units bomb a craft, with these faces of the dice of bombs and of guns."""
        aims: list[Action] = [AimAt(unit, prey) for unit in units]
        self.do(*aims, DropBombs())
        while isinstance(self.state.top, (FlakRoll, SeaBombRoll)):
            self.roll(flak if isinstance(self.state.top, FlakRoll) else face)
        return self

    def far(self, a: Hex | str, b: Hex | str) -> int:
        """How many hexes lie between two."""
        here, there = (self.at(one) if isinstance(one, str) else one for one in (a, b))
        return distance(here, there)


__all__ = ["BALTIC", "BASE", "BLACK", "HE111", "JU87", "OTHER_JU87", "SEARCH", "Searching"]
