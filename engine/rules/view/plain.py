"""Plain answers to what a window asks, for titles that have no words of their own."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources

from engine.core.actions import Action, Roll
from engine.core.state import State
from engine.core.view.display import CounterView, PhaseView
from engine.core.wording import Wording
from engine.rules.air.missions import FlySupport, StayDown
from engine.rules.board.context import BaseContext
from engine.rules.combat import actions as combat
from engine.rules.movement.actions import Move
from engine.rules.sequence import EndPhase, Slot
from engine.rules.set_up.actions import FinishSetUp, PlaceUnit, UseRecommended
from oob.model import UnitId

LINES: dict[type[Action], str] = {
    **combat.LINES,
    combat.AddStack: "Add the units in {origin}",
    combat.TakeLoss: "Lose a step of {unit}",
    PlaceUnit: "Set up {unit} in {target}",
    UseRecommended: "Use the recommended set-up",
    FinishSetUp: "Finish set-up",
    Move: "Move {unit} to {target}",
    EndPhase: "End the phase",
    FlySupport: "Fly ground support",
    StayDown: "Fly none",
    Roll: "Roll {face}",
}
"""Menu lines of all shared actions; names in braces are fields of the action."""


@cache
def sentences() -> Mapping[str, str]:
    """The sentences of all events that shared steps tell, by event word."""
    text = (resources.files(__package__ or "") / "plain_prose.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)
    return found


def wording(context: BaseContext) -> Wording:
    """The words of a game: units by name, hexes by number and place."""
    return Wording(context.called, context.units, context.label, {})


def phases(
    state: State, slots: tuple[Slot, ...], turns: int, weather: str, notes: tuple[str, ...] = ()
) -> PhaseView:
    """The turn record; before the first turn, set-up alone."""
    here = Slot(state.phase, state.active)
    names = tuple(f"{slot.side} {slot.phase}".strip().capitalize() for slot in slots)
    if here not in slots:
        return PhaseView(state.turn, turns, ("Set-up",), 0, weather, notes)
    return PhaseView(state.turn, turns, names, slots.index(here), weather, notes)


def counters(
    state: State, context: BaseContext, marks: Callable[[UnitId], Iterable[str]]
) -> tuple[CounterView, ...]:
    """All counters with their marks; ``marks`` are further ones, such as ``out of supply``."""
    found = []
    for unit, piece in state.pieces.items():
        full = context.units[unit].steps
        badges = [*sorted(piece.marks), *marks(unit)]
        if 0 < piece.steps < full:
            badges.append("reduced")
        face = context.face(unit, piece.steps or full)
        found.append(CounterView(unit, piece.at, face, tuple(badges)))
    return tuple(found)
