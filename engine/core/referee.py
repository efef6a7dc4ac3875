"""The referee's hand: a change of the state that no rule makes, kept in the log as such.

A state is addressed as the JSON of :mod:`engine.core.codec` shows it: ``("pieces", "7-ss", "at")``,
``("turn",)``, ``("points", "axis")``. The open decision (``flow``) stays the rules' own.
"""

from __future__ import annotations

import json

from engine.core.actions import Action
from engine.core.codec import CLASS_KEY, Codec
from engine.core.state import State
from engine.frozen import dataclass
from maps.errors import KnownError
from maps.untyped import Json, JsonList

RULES_OWN = ("flow",)
"""Parts of a state that nobody overrules: where the sequence of play stands."""


@dataclass(frozen=True, slots=True)
class Override:
    """One value put in the place of another: where in the state, and its JSON."""

    path: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class Overrule(Action):
    """The referee changes the state: what, and the reason given."""

    overrides: tuple[Override, ...]
    reason: str


def overrule(codec: Codec, state: State, action: Overrule) -> State:
    """The state with every override made, the first first.

    Raises KnownError when a path leads nowhere, a value is no JSON or does not fit its place.
    """
    if not action.overrides:
        raise KnownError("referee", "nothing is to be changed.", "Choose what to change.")
    plain = codec.to_plain(state)
    for override in action.overrides:
        _put(plain, override)
    found = codec.record(plain, "referee")
    assert isinstance(found, State)
    return found


def look_up(plain: object, path: tuple[str, ...]) -> Json:
    """The JSON that a path leads to. Raises KnownError when it leads nowhere."""
    for step in path:
        plain = _inside(plain, step, "referee, " + " > ".join(path))
    return plain


def _put(plain: object, override: Override) -> None:
    where = "referee, " + " > ".join(override.path)
    if not override.path or override.path[0] in RULES_OWN:
        raise KnownError(where, "belongs to the rules.", "Choose another part of the position.")
    try:
        value = json.loads(override.value)
    except ValueError as error:
        raise KnownError(where, f"{override.value!r} is no value.") from error
    *way, last = override.path
    at = look_up(plain, tuple(way))
    _inside(at, last, where)
    if isinstance(at, dict):
        at[last] = value
    else:
        _pair(at, last, where)[1] = value


def _inside(plain: object, step: str, where: str) -> Json:
    if isinstance(plain, dict) and step in plain and step != CLASS_KEY:
        return plain[step]
    if isinstance(plain, list):
        return _pair(plain, step, where)[1]
    raise KnownError(where, f"there is no {step!r} there.", "Choose a part the position has.")


def _pair(plain: JsonList, step: str, where: str) -> JsonList:
    for pair in plain:
        if isinstance(pair, list) and len(pair) == 2 and json.dumps(pair[0]) == step:
            return pair
    raise KnownError(where, f"there is no {step!r} there.", "Choose a part the position has.")
