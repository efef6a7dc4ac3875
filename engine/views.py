"""What the door of play shows: the position to decide in, and the ways a die can fall."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.core.chance import ChanceNode
from engine.core.display import Outcome
from engine.core.events import Event
from engine.core.legal import LegalActions
from engine.core.state import State


class Dice(StrEnum):
    """Who makes the dice: the program at once, the player by typing, or ask each time."""

    PROGRAM = "program"
    TYPED = "typed"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class View:
    """What the side to decide sees: the only things it may do are in ``legal``."""

    side: str
    turn: int
    phase: str
    prompt: str
    rule: str
    legal: LegalActions
    chance: ChanceNode | None
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Chanced:
    """One way a die can fall: its face, what it would lead to, and the exact chance of it."""

    face: int
    chance: float
    state: State
    events: tuple[Event, ...]
