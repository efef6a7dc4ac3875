"""The automatic player of any system: it takes the system's advice, else ends the phase.

The same position always gets the same answer: advice is a pure function of the state, and where a
system has none the choice is drawn from the log node's own key.
"""

from __future__ import annotations

from typing import Protocol

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.legal import LegalActions
from engine.core.state import State
from engine.core.system import Advice, Rules
from engine.play.log import LogTree


class Seen(Protocol):
    """What the player sees of a position: the legal actions."""

    @property
    def legal(self) -> LegalActions:
        """What may be done now."""


class Game(Protocol):
    """The part of a game session the player uses."""

    @property
    def seed(self) -> int:
        """The game's seed."""

    @property
    def log(self) -> LogTree:
        """The log tree, standing on the position to decide."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""

    @property
    def state(self) -> State:
        """The position to decide."""

    def view(self) -> Seen:
        """What the side to decide sees."""

    def check(self, action: Action) -> tuple[Objection, ...]:
        """What forbids an action."""


class NothingToDecide(ValueError):  # noqa: N818 - says what it is
    """Raised when no player's decision is open: a die is due, or the game is over."""


def choose(game: Game) -> Action:
    """A sensible legal action for the side to decide.

    Raises NothingToDecide when a die is due or the game is over.
    """
    return explain(game)[0]


def explain(game: Game) -> tuple[Action, str]:
    """A sensible legal action for the side to decide, and a sentence that says why.

    Raises NothingToDecide when a die is due or the game is over.
    """
    advice = game.rules.advise(game.state)
    if advice is None or game.check(advice.action):
        advice = plain_advice(game)
    return advice.action, advice.reason


def plain_advice(game: Game) -> Advice:
    """What one can do without knowing the game: close the segment, else anything that is legal.

    Raises NothingToDecide when a die is due or the game is over.
    """
    legal = game.view().legal
    for family in legal.families:
        if family.closing:
            for action in legal.family(family.name):
                return Advice(action, "Nothing better is known.")
    drawn = legal.random(Stream(game.seed, f"choice at {game.log.here.key}"))
    if drawn is None:
        raise NothingToDecide("No decision of a player is open.")
    return Advice(drawn, "Something has to be done first.")
