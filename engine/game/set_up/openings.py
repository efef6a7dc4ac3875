"""How a game begins: as its scenario says, or from a position that was laid out for it."""

from __future__ import annotations

import json

from engine.core.codec import Codec
from engine.core.state import State
from engine.core.system import Rules, Step
from engine.store.plain import plain_of
from maps.errors import KnownError

LAID_OUT = "laid out"
"""What is cited for a beginning that no scenario has."""


def opened(rules: Rules, codec: Codec, laid: str, where: str = "game") -> Step:
    """The beginning of a game; ``laid`` is the JSON of a laid-out state, '' for the scenario's own.

    Raises KnownError for JSON that is no state of the game.
    """
    if not laid:
        return rules.begin()
    try:
        state = codec.record(plain_of(laid), f"{where}, its laid-out position")
    except ValueError as error:
        raise KnownError(where, "begins from a position that is damaged.") from error
    if not isinstance(state, State):
        raise KnownError(where, "begins from what is no position.")
    return Step(state)


def written(codec: Codec, state: State) -> str:
    """A laid-out state as a file keeps it."""
    return json.dumps(codec.to_plain(state), separators=(",", ":"))


def told(laid: str, state: State) -> tuple[tuple[str, str], ...]:
    """What the log says first of a game that begins from a laid-out position."""
    if not laid:
        return ()
    text = f"The game begins from a laid-out position: turn {state.turn}, {state.phase}."
    return ((LAID_OUT, text),)
