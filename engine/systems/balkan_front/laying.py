"""Positions of Balkan Front laid out by hand, and told again."""

from __future__ import annotations

from typing import Any

from engine.core.handler import Transition
from engine.core.laying import Wanted, refusal
from engine.core.state import Location
from engine.systems.balkan_front import transport
from engine.systems.balkan_front.politics import government
from engine.systems.balkan_front.sequence import PLAYER_TURN, open_slot
from engine.systems.balkan_front.state.constants import EASTERN_GREECE, ENTRY
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.records import Front
from engine.systems.europa.scenario.laying import JOINED, NEUTRAL_WORD, EuropaLaying
from engine.systems.europa.state.constants import AXIS, DEAD, Phase
from engine.systems.europa.state.records import Theatre
from maps.untyped import JsonObject

GERMAN = "german"


class FrontLaying(EuropaLaying):
    """Lays out and tells positions of one scenario."""

    context: FrontContext
    entry = ENTRY
    phases = (
        Phase.MOVEMENT,
        *(phase for phase in PLAYER_TURN if phase is not Phase.MOVEMENT),
        Phase.WEATHER,
    )

    def begun(self, state: Theatre, phase: Phase, side: str) -> Front:
        """The sequence has opened a phase; the ports of the turn are those held now."""
        assert isinstance(state, Front)
        transition = Transition(state)
        if side and phase is not Phase.INITIAL:
            transport.open_harbours(self.context, transition, side)
        open_slot(self.context, transition, phase, side)
        return transition.state

    def entering(self, state: object, wanted: Wanted, joined: dict[str, str]) -> JsonObject:
        """Germany is of the Axis from the start; that it has joined says that it intervened."""
        assert isinstance(state, Front)
        if ENTRY in wanted.points:
            return {"entered": int(wanted.points[ENTRY])}
        said = wanted.nations.get(GERMAN)
        if said == JOINED:
            return {"entered": state.entered or max(1, wanted.turn - 1)}
        if said == NEUTRAL_WORD:
            return {"entered": 0}
        return {}

    def fitting(self, state: object) -> Any:
        """Losses are those counted so far; a government whose seat is lost has left it."""
        assert isinstance(state, Front)
        tallied = {unit: 0 for unit, piece in state.pieces.items() if piece.at == DEAD}
        state = state.having(tallied=tallied)
        seat = self.context.seat
        in_office = government.GREEK not in state.surrendered and not state.fugitive
        if in_office and self.context.look(state).owner_of(seat) == AXIS:
            what = "the Axis owns the seat of the Greek government, which has left it."
            fix = 'Write greek = "surrendered" under [nations], or give the city back.'
            raise refusal(what, fix, part="owners")
        if government.GREEK in state.surrendered:
            state = state.having(credited=state.credited | {government.IN_ATHENS})
        return state

    @property
    def nations(self) -> tuple[str, ...]:
        """The nations of the game."""
        return tuple(row.id for row in self.context.charts.nations.rows)

    def spared(self, nation: str, at: Location) -> bool:
        """Greek units on islands and in Eastern Greece fight on in exile (BF-28B1a.3)."""
        if nation != government.GREEK:
            return False
        return at in self.context.area("Greek islands", "Yugoslav islands") or at == EASTERN_GREECE
