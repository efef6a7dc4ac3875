"""Steps of a game that may be the rules' or the referee's: applied, checked and told alike."""

from __future__ import annotations

import json

from engine.core.actions import Action, Objection
from engine.core.codec import Codec
from engine.core.legal import LegalActions
from engine.core.referee import Override, Overrule, look_up, overrule
from engine.core.state import State
from engine.core.system import Rules, Step
from maps.errors import KnownError

REFEREE = "referee"
"""The rule that an override cites."""

Sentence = tuple[str, str]
"""A rule and what is told of it."""


def applied(rules: Rules, codec: Codec, state: State, action: Action) -> Step:
    """The state and events after an action that was checked."""
    if isinstance(action, Overrule):
        after = overrule(codec, state, action)
        return Step(after, before=state)
    return rules.apply(state, action)


def objections(
    rules: Rules, codec: Codec, state: State, legal: LegalActions, action: Action
) -> tuple[Objection, ...]:
    """Everything that forbids an action, as ``legal`` has it for what the rules know. The referee
    may do all that leaves a sound position.
    """
    if not isinstance(action, Overrule):
        return legal.objections(action)
    try:
        after = overrule(codec, state, action)
        if not state.flow:
            return (Objection(REFEREE, "The game is over."),)
        return tuple(Objection(REFEREE, text) for text in rules.invariants(after))
    except KnownError as error:
        return (Objection(REFEREE, str(error)),)
    except (LookupError, ValueError) as error:
        return (Objection(REFEREE, f"No position can be like that ({error})."),)


def told(scripts: Codec, state: State, after: State, action: Overrule) -> tuple[Sentence, ...]:
    """What the log says of an override; ``scripts`` writes hexes as they are printed."""
    why = f": {action.reason}" if action.reason else ""
    lines = [(REFEREE, f"The referee decides{why}.")]
    was, now = scripts.to_plain(state), scripts.to_plain(after)
    for override in action.overrides:
        old, new = (_words(look_up(plain, override.path)) for plain in (was, now))
        lines.append((REFEREE, f"{', '.join(override.path)}: {old} becomes {new}."))
    return tuple(lines)


def _words(value: object) -> str:
    if isinstance(value, str):
        return value or "nothing"
    return json.dumps(value, ensure_ascii=False)


__all__ = ["REFEREE", "Override", "Overrule", "applied", "objections", "told"]
