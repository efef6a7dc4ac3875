"""Positions of Balkan Front laid out by hand, and told again."""

from __future__ import annotations

from typing import Any

from engine.core.handler import Transition
from engine.core.laying import Number, Wanted, refusal
from engine.core.state import Location
from engine.systems.balkan_front.politics import detection, government
from engine.systems.balkan_front.sequence import (
    FLOWN_TURN,
    FLOWN_WITH_SURPRISE,
    MOBILIZING,
    PLAYER_TURN,
    SURPRISE,
    open_slot,
)
from engine.systems.balkan_front.state.constants import EASTERN_GREECE, ENTRY
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import look
from engine.systems.balkan_front.state.records import Front, SeaFront
from engine.systems.europa.air import readiness
from engine.systems.europa.air.title import laying as air_laying
from engine.systems.europa.scenario import sea_laying
from engine.systems.europa.scenario.laying import JOINED, NEUTRAL_WORD, SURRENDERED, EuropaLaying
from engine.systems.europa.scenario.laying import SURPRISE as SURPRISE_PHASES
from engine.systems.europa.sea import transport
from engine.systems.europa.state.constants import AXIS, DEAD, SIDES, Phase
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Theatre
from maps.untyped import JsonObject

GERMAN = "german"


class FrontLaying(EuropaLaying):
    """Lays out and tells positions of one scenario."""

    context: FrontContext
    entry = ENTRY
    phases = (
        Phase.MOVEMENT,
        *(p for p in (*PLAYER_TURN, *SURPRISE) if p is not Phase.MOVEMENT),
        Phase.WEATHER,
    )

    def __init__(self, context: FrontContext) -> None:
        super().__init__(context)
        self.flying = bool(context.figures.air.units)
        if self.flying:
            turn = (p for p in FLOWN_TURN if p is not Phase.MOVEMENT)
            surprise = (p for p, _ in FLOWN_WITH_SURPRISE if p in SURPRISE_PHASES)
            self.phases = (Phase.MOVEMENT, *turn, *surprise, Phase.WEATHER)
        if context.figures.alarm.nation:
            self.phases = (*self.phases, *(phase for phase, _side in MOBILIZING))

    def begun(self, state: Theatre, phase: Phase, side: str) -> Front:
        """The sequence has opened a phase; the ports of the turn are those held now."""
        assert isinstance(state, Front)
        transition = Transition(state.having(surprise=phase in SURPRISE_PHASES))
        if phase in dict(MOBILIZING):
            detection.begin(self.context, transition)
        if side and phase is not Phase.INITIAL:
            transport.open_harbours(self.context, transition, side)
            if self.flying:
                readiness.stock(self.context, transition, side)
        open_slot(self.context, transition, phase, side)
        air_laying.nobody_waits(self.context, transition)
        return transition.state

    def entering(self, state: object, wanted: Wanted, joined: dict[str, str]) -> JsonObject:
        """Germany is of the Axis from the start; that it has joined says that it intervened."""
        assert isinstance(state, Front)
        found = self._statuses(state, wanted)
        if wanted.fresh and wanted.phase in SURPRISE:
            return {**found, "entered": wanted.turn}
        if ENTRY in wanted.points:
            return {**found, "entered": int(wanted.points[ENTRY])}
        said = wanted.nations.get(GERMAN)
        if said == JOINED:
            return {**found, "entered": state.entered or max(1, wanted.turn - 1)}
        if said == NEUTRAL_WORD:
            return {**found, "entered": 0}
        return found

    def leanings(self, nation: str) -> tuple[str, ...]:
        """Pro-Axis and pro-Allied neutrality (BF-28C2)."""
        rows = self.context.charts.nations.statuses
        leans = (row for row in rows if row.moved_by or row.carries)
        return tuple(row.id for row in leans if row.nation == nation)

    def _statuses(self, state: Front, wanted: Wanted) -> JsonObject:
        """The status of each nation that is spoken of, and since when Yugoslavia mobilizes."""
        status = dict(state.status)
        for nation, said in wanted.nations.items():
            status.pop(nation, None)
            rows = self.context.charts.nations.statuses
            row = next(
                (r for r in rows if r.nation == nation and r.id.lower() == said.lower()), None
            )
            if row is not None:
                status[nation] = row.id
        return {"status": status}

    def _status(self, state: Theatre, nation: str) -> str:
        assert isinstance(state, Front)
        said = super()._status(state, nation)
        stance = state.status.get(nation, "")
        told = stance in self.stances(nation) and said != SURRENDERED
        return stance if told else said

    def stances(self, nation: str) -> tuple[str, ...]:
        """The statuses of the chart: how far a nation takes part, or leans to a side (BF-28C)."""
        rows = (row for row in self.context.charts.nations.statuses if row.nation == nation)
        return tuple(row.id for row in rows if row.id.lower() not in SIDES)

    def fitting(self, state: object) -> Any:
        """Losses are those counted so far; a government whose seat is lost has left it."""
        assert isinstance(state, Front)
        tallied = {unit: 0 for unit, piece in state.pieces.items() if piece.at == DEAD}
        state = state.having(tallied=tallied)
        pos = look(self.context, state)
        if not pos.mobilizer(self.context.charts.mobilization.nation):
            state = state.having(mobilizing=0)
        elif not state.mobilizing:
            state = state.having(mobilizing=max(1, state.turn))
        for nation in government.allied(pos):
            left = government.LEFT + nation
            if nation in state.surrendered:
                state = state.having(credited=state.credited | {left})
            elif left in state.credited or nation in state.fugitives:
                continue
            elif pos.owner_of(pos.seats[nation]) == AXIS:
                name = government.name_of(pos, nation)
                what = f"the Axis owns the seat of the government of {name}, which has left it."
                fix = f'Write {nation} = "surrendered" under [nations], or give the city back.'
                raise refusal(what, fix, part="owners")
        return state

    def _marker(self, state: Theatre, key: str, word: str) -> Theatre:
        """Besides, air units on a base or over a hex, and landings planned."""
        if self.flying and word.startswith(air_laying.MARKERS):
            return air_laying.placed(self.context, state, key, word)
        if isinstance(state, SeaFront) and word.startswith(sea_laying.MARKERS):
            sea = sea_laying.placed(self.context, state.sea, key, word)
            return state.having(sea=sea)
        return super()._marker(state, key, word)

    @property
    def point_words(self) -> tuple[str, ...]:
        """What the war at sea has under points."""
        return sea_laying.words(self.context)

    def points(self, state: object, key: str, amount: Number) -> Theatre:
        """The zone of interdiction, hits on it, ships sunk and called."""
        assert isinstance(state, SeaFront)
        return state.having(sea=sea_laying.pointed(self.context, state.sea, key, amount))

    def own_points(self, pos: Position) -> dict[str, Number]:
        """The same of a state."""
        state = pos.state
        return {**sea_laying.points(state.sea)} if isinstance(state, SeaFront) else {}

    def _told_markers(self, state: Theatre) -> dict[str, tuple[str, ...]]:
        """Besides, where each air unit is."""
        found = super()._told_markers(state)
        if self.flying:
            for key, word in air_laying.told(self.context, state):
                found[key] = (*found.get(key, ()), word)
        if isinstance(state, SeaFront):
            at = {unit: piece.at for unit, piece in state.pieces.items()}
            for key, word in sea_laying.told(self.context, state.sea, at):
                found[key] = (*found.get(key, ()), word)
        return found

    @property
    def nations(self) -> tuple[str, ...]:
        """The nations of the game."""
        return tuple(row.id for row in self.context.charts.nations.rows)

    def spared(self, nation: str, at: Location) -> bool:
        """Units on islands and in Eastern Greece fight on when their government is in exile
        (BF-28B1a.3).
        """
        if nation not in self.context.seats:
            return False
        refuges = self.context.area(*self.context.charts.government.refuges)
        return at in refuges or at == EASTERN_GREECE
