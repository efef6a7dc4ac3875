"""Menu lines and sentences."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Protocol

from engine.core.actions import Action, Roll
from engine.core.wording import Wording
from engine.rules.movement.actions import Move
from engine.systems.by_hand import actions as hand
from engine.systems.by_hand.context import HandContext

LINES: dict[type[Action], str] = {
    Move: "Move {unit} to {target}",
    hand.MoveStack: "Move {units} to {target}",
    hand.Place: "Put {unit} in {target}",
    hand.LoseStep: "Take a step from {unit}",
    hand.GainStep: "Give {unit} a step back",
    hand.Flip: "Turn {unit} over",
    hand.Mark: "Mark {unit}: {state}",
    hand.Unmark: "Unmark {unit}: {state}",
    hand.Remove: "Take {unit} out of the game",
    hand.Reveal: "Show {unit}",
    hand.Conceal: "Hide {unit}",
    hand.PutMarker: "Lay {marker} on {target}",
    hand.TakeMarker: "Take {marker} off {target}",
    hand.Claim: "Note {target} as owned by {side}",
    hand.ThrowDice: "Throw: {dice}",
    hand.LookUp: "Look up {table}: {column}",
    hand.DrawChit: "Draw from {pool}",
    hand.ReturnChits: "Put the chits of {pool} back",
    hand.RollWeather: "Roll for the weather",
    hand.SetWeather: "Set the weather: {weather} {zone}",
    hand.SetTrack: "Set {track} to {value}",
    hand.Resolve: "Attack {target} with {units}",
    hand.JudgeSupply: "Judge supply of all units",
    hand.HandOver: "Let {side} act",
    Roll: "Roll {face}",
}
"""Menu lines; names in braces are fields of the action."""


class Named(Protocol):
    """A row with an id and a name."""

    @property
    def id(self) -> str:
        """The word it is found by."""

    @property
    def name(self) -> str:
        """What players call it."""


@cache
def sentences() -> Mapping[str, str]:
    """The sentences of all events, by event word."""
    text = (resources.files(__package__ or "") / "prose.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)
    return found


def wording(context: HandContext, names: Mapping[str, str]) -> Wording:
    """The words of a game; ``names`` are those of its sides."""
    charts = context.charts
    kinds = charts.weather.kinds if charts.weather else ()
    rows: tuple[Named, ...] = (
        *charts.states,
        *charts.markers,
        *charts.dice,
        *charts.tables,
        *charts.pools,
        *charts.tracks,
        *kinds,
    )
    words = {row.id: row.name for row in rows}
    words.update(context.boxes)
    words.update(
        (row.id, f"({row.name})") for row in (charts.weather.zones if charts.weather else ())
    )
    words.update(names)
    return Wording(context.called, context.units, context.label, words)
