"""The small raid of the engine's tests with everything a window shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from engine import systems
from engine.core.actions import Action
from engine.core.chance import ChanceNode
from engine.core.events import Event
from engine.core.state import State
from engine.core.system import Rules, Scenario
from engine.core.view.display import (
    BattleView,
    Combatant,
    CounterView,
    Display,
    MarkerView,
    Modifier,
    PhaseView,
    Row,
)
from engine.game.session import Dice, GameSession
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.fakes import (
    March,
    Raid,
    Raiding,
    Skirmish,
    SkirmishRules,
    SkirmishState,
    small_scenario,
)

ASH, BIRCH = UnitId("ash"), UnitId("birch")
LEDGER = (Modifier("printed factor", 3, "S 4"), Modifier("rough", -1, "S 4", "reconstructed"))


class ShownRules(SkirmishRules):
    """The raid's rules with words and pictures for all of it."""

    def chance(self, state: State) -> ChanceNode | None:
        die = super().chance(state)
        return die and replace(die, meanings=("miss", "miss", "miss", "hit", "hit", "hit twice"))

    def line(self, state: State, action: Action) -> str:
        return self.describe(state, action)

    def describe(self, state: State, action: Action) -> str:
        names = " ".join(self.scenario.oob.units[unit].name for unit in action.who())
        match action:
            case March(target=at):
                return f"March {names} to {self.scenario.map.label(at)}"
            case Raid():
                return f"Raid with {names}"
        return "End the turn"

    def prose(self, event: Event) -> str:
        return f"Someone {event.what}."

    def phases(self, state: State) -> PhaseView:
        phases = ("Red moves", "Blue moves")
        now = 0 if state.active == "red" else 1
        return PhaseView(state.turn, self.scenario.data.turns, phases, now, "Fine weather")

    def displays(self, state: State) -> tuple[Display, ...]:
        assert isinstance(state, SkirmishState)
        points = tuple(Row(side, str(count)) for side, count in state.points.items())
        units = tuple(self.scenario.oob.units)
        total = f"{state.points['red']}:{state.points['blue']}"
        return (
            Display("victory", "Victory points", points, total),
            Display("roll", "Roll call", (Row("Present", "2", units=units),), "2 units"),
        )

    def counters(self, state: State) -> tuple[CounterView, ...]:
        return tuple(CounterView(unit, piece.at, 0) for unit, piece in state.pieces.items())

    def markers(self, state: State) -> tuple[MarkerView, ...]:
        assert isinstance(state, SkirmishState)
        return tuple(MarkerView("beachhead", at, side, "") for at, side in state.claims.items())

    def battle(self, state: State) -> BattleView | None:
        frame = state.top
        if not isinstance(frame, Raiding):
            return None
        other = BIRCH if frame.unit == ASH else ASH
        mine = Combatant(frame.unit, 3, LEDGER, 1, 0, False)
        theirs = Combatant(other, 2, LEDGER[:1], 0, 1, False)
        return BattleView("A raid", None, None, ("Raid",), 0, (mine,), (theirs,), ("A shot.",))

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        at = state.pieces[unit].hex
        return {} if at is None else {near: 1 for near in self.scenario.map.neighbours(at)}

    def supply(self, state: State, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
        at = state.pieces[unit].hex
        return True, () if at is None else (at,), "it lives off the land"

    def forecast(self, state: State, action: Action) -> tuple[Modifier, ...]:
        return LEDGER if isinstance(action, Raid) else ()


class Shown(Skirmish):
    """The raid as a system whose games can be looked at."""

    def bind(self, scenario: Scenario) -> Rules:
        rules: Rules = ShownRules(scenario)
        return rules


def install(patch: pytest.MonkeyPatch) -> None:
    """Make the game known for the length of a test."""
    patch.setitem(systems.SYSTEMS, Shown.id, Shown())


def begin(path: Path | None = None, *, dice: Dice = Dice.PROGRAM, seed: int = 3) -> GameSession:
    """A game of the raid, in a file when a path is given."""
    return GameSession.begin(small_scenario(), seed=seed, path=path, dice=dice)
