"""How a system is put together: one desk for each kind of open decision.

A desk says what is asked (:attr:`Desk.question`), which action classes may answer it, and, for
each, what
forbids it and what it does. Chance desks name a die and take a :class:`Roll`. After every answer
the flow
*settles*: automatic frames run until a player or a die must decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.events import Event, event
from engine.core.state import Frame, State
from engine.core.system import Question, Step

StateT = TypeVar("StateT", bound=State)


class Doing(Generic[StateT]):
    """A step in the making: the state as it changes and the events so far."""

    def __init__(self, state: StateT) -> None:
        self.state = state
        self.events: list[Event] = []

    def tell(self, what: str, rule: str, **facts: Any) -> None:
        """Record an event."""
        self.events.append(event(what, rule, **facts))

    def set(self, **fields: Any) -> None:
        """Change fields of the state."""
        self.state = self.state.having(**fields)

    def step(self) -> Step:
        """What was done."""
        return Step(self.state, tuple(self.events))


@dataclass(frozen=True, slots=True)
class Answer:
    """How one class of action answers a desk: what objects to it, and what it does.

    ``check(position, frame, action)`` yields objections; ``apply(position, frame, action, doing)``
    acts.
    """

    check: Callable[[Any, Any, Any], Iterable[Objection]]
    apply: Callable[[Any, Any, Any, Any], None]


@dataclass(frozen=True, slots=True)
class Desk:
    """The decision one kind of frame opens. Exactly one of ``question``, ``chance`` and ``auto`` is
    given.
    """

    frame: type[Frame]
    answers: Mapping[type[Action], Answer] = field(default_factory=dict)
    question: Callable[[Any, Any], Question] | None = None
    chance: Callable[[Any, Any], ChanceNode] | None = None
    rolled: Callable[[Any, Any, int, Any], None] | None = None
    auto: Callable[[Any, Any, Any], None] | None = None
