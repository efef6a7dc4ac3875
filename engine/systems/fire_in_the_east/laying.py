"""Positions of Fire in the East laid out by hand, and told again."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.core.handler import Transition
from engine.core.laying import Number, Wanted, refusal
from engine.core.state import Location, State
from engine.core.wording import counted
from engine.systems.europa.air import readiness
from engine.systems.europa.air.title import laying as air_laying
from engine.systems.europa.scenario.laying import EuropaLaying
from engine.systems.europa.state.constants import AXIS, HALF, Phase
from engine.systems.europa.state.records import Theatre
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.sea import laying as naval_laying
from engine.systems.fire_in_the_east.sea.records import NO_FLEET, Fleet
from engine.systems.fire_in_the_east.sequence import (
    FLOWN_TURN,
    FLOWN_WITH_SURPRISE,
    PLAYER_TURN,
    open_slot,
)
from engine.systems.fire_in_the_east.state import winter
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.records import (
    Convoy,
    ConvoyRoll,
    East,
    SeaEast,
    Stock,
)
from maps.hexgrid import Hex
from maps.untyped import JsonObject
from oob.model import UnitId

POINTS = re.compile(r"(\d{1,3}) resource points?")
"""The word of a marker for resource points."""
CARD = re.compile(r"card: (.+)")
"""The word of a marker for the card that decides on Finland's war."""
NOBODY: frozenset[UnitId] = frozenset()
EMPTIED = "depleted trucks"
"""The word of a marker for the trucks of a hex that are depleted."""


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

    def __init__(self, context: EastContext) -> None:
        super().__init__(context)
        self.flying = bool(context.figures.air.units)
        if self.flying:
            turn = (p for p in FLOWN_TURN if p is not Phase.MOVEMENT)
            surprise = (p for p, _ in FLOWN_WITH_SURPRISE if "surprise" in p.value)
            self.phases = (Phase.MOVEMENT, *turn, *surprise, Phase.WEATHER)

    def phases_of(self, side: str) -> tuple[Phase, ...]:
        """The phases of a side's player turn: the surprise turn is the Axis player's."""
        if side == AXIS:
            return self.phases
        return tuple(p for p in self.phases if "surprise" not in p.value)

    def opened(self, state: State, wanted: Wanted) -> State:
        """Where units that are not named are off the board, so are resource points."""
        if wanted.only:
            assert isinstance(state, East)
            state = state.having(resources={}, unplaced={}, loads={}, duties={}, depleted=NOBODY)
            if isinstance(state, SeaEast):
                state = state.having(fleet=naval_laying.emptied(state.fleet))
        return super().opened(state, wanted)

    def begun(self, state: Theatre, phase: Phase, side: str) -> East:
        """The sequence has opened a phase."""
        assert isinstance(state, East)
        transition = Transition(state)
        if self.flying and side and phase is not Phase.INITIAL:
            readiness.stock(self.context, transition, side)
        transition.set(frozen=winter.ice_laid(self.context, state.weather))
        open_slot(self.context, transition, phase, side)
        top = transition.state.top
        convoy = top if isinstance(top, (Convoy, ConvoyRoll)) else None
        if convoy is not None:
            transition.state = transition.state.popped()
        air_laying.nobody_waits(self.context, transition)
        if convoy is not None:
            transition.state = transition.state.pushed(convoy)
        return transition.state

    def _marker(self, state: Theatre, key: str, word: str) -> Theatre:
        """Besides, resource points in a hex, depleted trucks, ships, flotillas, air units on a base
        or over a hex, the card for Finland's war.
        """
        points = POINTS.fullmatch(word)
        if points is not None:
            return self._points(state, key, int(points[1]))
        if isinstance(state, SeaEast) and word.startswith(naval_laying.SHIP):
            fleet = naval_laying.placed(self.context, state.fleet, key, word)
            return state.having(fleet=fleet)
        if isinstance(state, SeaEast) and word.startswith(naval_laying.FLOTILLA):
            fleet = naval_laying.launched(self.context, state.fleet, key, word)
            return state.having(fleet=fleet)
        card = CARD.fullmatch(word)
        if card is not None and card[1] in self.context.efforts:
            assert isinstance(state, East)
            return state.having(effort=card[1])
        if word == EMPTIED:
            return self._emptied(state, key)
        if self.flying and word.startswith(air_laying.MARKERS):
            return air_laying.placed(self.context, state, key, word)
        return super()._marker(state, key, word)

    def _emptied(self, state: Theatre, key: str) -> Theatre:
        """The trucks in a hex are depleted."""
        assert isinstance(state, East)
        try:
            at = self.context.hex_of(key)
        except ValueError as error:
            raise refusal(f"{error}.", part=f"markers, {key}") from error
        there = frozenset(u for u in self.context.trucks if state.pieces[u].at == at)
        if not there:
            raise refusal("no truck stands there.", part=f"markers, {key}")
        return state.having(depleted=state.depleted | there)

    def _points(self, state: Theatre, key: str, amount: int) -> Theatre:
        """Resource points of the side that owns the hex, or whose units stand there."""
        assert isinstance(state, East)
        if key == self.context.charts.shipments.axis_box and isinstance(state, SeaEast):
            return state.having(fleet=replace(state.fleet, kept=amount))
        try:
            at = self.context.hex_of(key)
        except ValueError as error:
            raise refusal(f"{error}.", part=f"markers, {key}") from error
        pos = self.context.look(state)
        sides = [pos.side(unit) for unit in pos.at.get(at, ())]
        side = next(iter(sides), "") or pos.owner_of(at)
        if not side or not amount:
            what = "resource points lie in hexes of a side that is at war."
            raise refusal(what, part=f"markers, {key}")
        return state.having(resources={**state.resources, at: Stock(side, amount)})

    def _told_markers(self, state: Theatre) -> dict[str, tuple[str, ...]]:
        """Besides, resource points, depleted trucks, and where each air unit is."""
        found = super()._told_markers(state)
        assert isinstance(state, East)
        for at, lying in sorted(state.resources.items()):
            label = self.context.map.label(at)
            found[label] = (*found.get(label, ()), counted(lying.amount, "resource point"))
        if kept := self._fleet(state).kept:
            box = self.context.charts.shipments.axis_box
            found[box] = (*found.get(box, ()), counted(kept, "resource point"))
        emptied = {state.pieces[truck].at for truck in state.depleted}
        for here in sorted(at for at in emptied if isinstance(at, Hex)):
            label = self.context.map.label(here)
            found[label] = (*found.get(label, ()), EMPTIED)
        if state.effort:
            label = self.context.charts.operations.capital
            found[label] = (*found.get(label, ()), f"card: {state.effort}")
        for key, word in naval_laying.told(self.context, self._fleet(state)):
            found[key] = (*found.get(key, ()), word)
        for key, word in air_laying.told(self.context, state) if self.flying else ():
            found[key] = (*found.get(key, ()), word)
        return found

    @staticmethod
    def _fleet(state: East) -> Fleet:
        return state.fleet if isinstance(state, SeaEast) else NO_FLEET

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
