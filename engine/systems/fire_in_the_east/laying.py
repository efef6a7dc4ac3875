"""Positions of Fire in the East laid out by hand, and told again."""

from __future__ import annotations

from engine.core.handler import Transition
from engine.core.laying import Number, Wanted
from engine.core.state import Location
from engine.systems.europa.scenario.laying import EuropaLaying
from engine.systems.europa.state.constants import AXIS, HALF, Phase
from engine.systems.europa.state.records import Theatre
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.sequence import PLAYER_TURN, open_slot
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.records import East
from maps.untyped import JsonObject


class EastLaying(EuropaLaying):
    """Lays out and tells positions of one scenario."""

    context: EastContext
    phases = (
        Phase.MOVEMENT,
        *(phase for phase in PLAYER_TURN if phase is not Phase.MOVEMENT),
        Phase.SURPRISE_MOVEMENT,
        Phase.SURPRISE_COMBAT,
        Phase.WEATHER,
    )

    def phases_of(self, side: str) -> tuple[Phase, ...]:
        """The phases of a side's player turn: the surprise turn is the Axis player's."""
        if side == AXIS:
            return self.phases
        return tuple(p for p in self.phases if "surprise" not in p.value)

    def begun(self, state: Theatre, phase: Phase, side: str) -> East:
        """The sequence has opened a phase."""
        assert isinstance(state, East)
        transition = Transition(state)
        open_slot(self.context, transition, phase, side)
        return transition.state

    def entering(self, state: object, wanted: Wanted, joined: dict[str, str]) -> JsonObject:
        """Nothing follows from who has joined: nations join by the calendar."""
        return {}

    def fitting(self, state: object) -> object:
        """Nothing is counted besides units and hexes."""
        return state

    def spared(self, nation: str, at: Location) -> bool:
        """No nation surrenders."""
        return False

    @property
    def point_words(self) -> tuple[str, ...]:
        """The purses of replacement points."""
        return tuple(purses.every(self.context))

    def points(self, state: object, key: str, amount: Number) -> East:
        """A state with so many points in a purse."""
        assert isinstance(state, East)
        return state.having(points={**state.points, key: int(amount * HALF)})

    @property
    def nations(self) -> tuple[str, ...]:
        """The nations of the game."""
        return tuple(row.id for row in self.context.charts.nations.rows)
