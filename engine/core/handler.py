"""A decision step: the frame it handles, its question, what objects to an answer, its effect.

A :class:`Handler` says what is asked and which actions may answer; each :class:`Answer`, what
forbids an action and what it does. Handlers of dice name a die and take the face it shows. After
every answer the flow *settles*: automatic frames run until a player or a die must decide.

All of it is typed: an answer's functions take the position of their system, the frame of their
handler and their own class of action. Systems list handlers (:func:`table`); what the rules base
sees of one is :class:`AnyHandler`, which hides the frame, as :class:`AnyAnswer` hides the action.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field
from typing import Generic, Protocol, TypeVar

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.change import Change, between
from engine.core.events import Event, event
from engine.core.state import Frame, State
from engine.core.system import Question, Step
from engine.frozen import dataclass

StateOut = TypeVar("StateOut", bound=State, covariant=True)
StateT = TypeVar("StateT", bound=State, contravariant=True)
PositionT = TypeVar("PositionT", contravariant=True)
FrameT = TypeVar("FrameT", bound=Frame, contravariant=True)
ActionT = TypeVar("ActionT", bound=Action)
SomeState = TypeVar("SomeState", bound=State)
SomePosition = TypeVar("SomePosition")


class Transition(Generic[StateOut]):
    """A step in the making: the state as it changes and the events so far.

    ``origin`` is the state before the step. What works on a base state works on a title's own: the
    state is only ever replaced by a changed copy of itself. ``heard`` is False when a step of the
    log is repeated: how many events it tells counts still, what they say does not.
    """

    def __init__(self, state: StateOut, *, heard: bool = True) -> None:
        self.origin = state
        self.heard = heard
        self.state = state
        self.events: list[Event] = []

    def tell(self, what: str, rule: str, **facts: object) -> None:
        """Record an event."""
        self.events.append(event(what, rule, **facts))

    def set(self, **fields: object) -> None:
        """Change fields of the state."""
        self.state = self.state.having(**fields)

    def step(self) -> Step:
        """What was done."""
        return Step(self.state, tuple(self.events), self.origin)

    @property
    def change(self) -> Change:
        """What of the state differs from before the step."""
        return between(self.origin, self.state)


MISPLACED = "handlers are found by the class of the frame"


class AnyAnswer(Protocol[StateT, PositionT, FrameT]):
    """An answer to a frame, whatever its class of action."""

    @property
    def key(self) -> type[Action]:
        """The class of action that gives this answer."""

    def objections(self, pos: PositionT, frame: FrameT, action: Action) -> Iterable[Objection]:
        """What forbids an action."""

    def act(
        self, pos: PositionT, frame: FrameT, action: Action, transition: Transition[StateT]
    ) -> None:
        """Do what a legal action does."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[StateT, PositionT, FrameT, ActionT]):
    """How one class of action answers a frame: what objects to it, and what it does."""

    action: type[ActionT]
    check: Callable[[PositionT, FrameT, ActionT], Iterable[Objection]]
    apply: Callable[[PositionT, FrameT, ActionT, Transition[StateT]], None]

    @property
    def key(self) -> type[Action]:
        """The class of action that gives this answer."""
        return self.action

    def objections(self, pos: PositionT, frame: FrameT, action: Action) -> Iterable[Objection]:
        """What forbids an action."""
        assert isinstance(action, self.action), "answers are found by the class of the action"
        return self.check(pos, frame, action)

    def act(
        self, pos: PositionT, frame: FrameT, action: Action, transition: Transition[StateT]
    ) -> None:
        """Do what a legal action does."""
        assert isinstance(action, self.action), "answers are found by the class of the action"
        self.apply(pos, frame, action, transition)


class AnyHandler(Protocol[StateT, PositionT]):
    """A handler, whatever its frame: what the rules base asks of one."""

    @property
    def key(self) -> type[Frame]:
        """The class of open decision it handles."""

    def ask(self, pos: PositionT, frame: Frame) -> Question | None:
        """What a player is asked; None for dice and automatic frames."""

    def node(self, pos: PositionT, frame: Frame) -> ChanceNode | None:
        """The die that is due; None where a player decides."""

    @property
    def actions(self) -> Collection[type[Action]]:
        """The classes of action that answer this frame."""

    def objections(self, pos: PositionT, frame: Frame, action: Action) -> Iterable[Objection]:
        """What forbids an action."""

    def act(
        self, pos: PositionT, frame: Frame, action: Action, transition: Transition[StateT]
    ) -> None:
        """Do what a legal action does."""

    def roll(self, pos: PositionT, frame: Frame, face: int, transition: Transition[StateT]) -> None:
        """Do what the face of a die does."""

    @property
    def automatic(self) -> bool:
        """True when the frame runs by itself."""

    def run(self, pos: PositionT, frame: Frame, transition: Transition[StateT]) -> None:
        """Do what an automatic frame does."""


@dataclass(frozen=True, slots=True)
class Handler(Generic[StateT, PositionT, FrameT]):
    """The decision that one class of frame opens.

    Exactly one of ``question``, ``chance`` (with ``rolled``) and ``auto`` is given.
    """

    frame: type[FrameT]
    answers: Iterable[AnyAnswer[StateT, PositionT, FrameT]] = ()
    question: Callable[[PositionT, FrameT], Question] | None = None
    chance: Callable[[PositionT, FrameT], ChanceNode] | None = None
    rolled: Callable[[PositionT, FrameT, int, Transition[StateT]], None] | None = None
    auto: Callable[[PositionT, FrameT, Transition[StateT]], None] | None = None
    _by_action: Mapping[type[Action], AnyAnswer[StateT, PositionT, FrameT]] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_action", {answer.key: answer for answer in self.answers})

    @property
    def key(self) -> type[Frame]:
        """The class of open decision it handles."""
        return self.frame

    def ask(self, pos: PositionT, frame: Frame) -> Question | None:
        """What a player is asked; None for dice and automatic frames."""
        assert isinstance(frame, self.frame), MISPLACED
        return self.question(pos, frame) if self.question is not None else None

    def node(self, pos: PositionT, frame: Frame) -> ChanceNode | None:
        """The die that is due; None where a player decides."""
        assert isinstance(frame, self.frame), MISPLACED
        return self.chance(pos, frame) if self.chance is not None else None

    @property
    def actions(self) -> Collection[type[Action]]:
        """The classes of action that answer this frame."""
        return self._by_action.keys()

    def objections(self, pos: PositionT, frame: Frame, action: Action) -> Iterable[Objection]:
        """What forbids an action."""
        assert isinstance(frame, self.frame), MISPLACED
        return self._by_action[type(action)].objections(pos, frame, action)

    def act(
        self, pos: PositionT, frame: Frame, action: Action, transition: Transition[StateT]
    ) -> None:
        """Do what a legal action does."""
        assert isinstance(frame, self.frame), MISPLACED
        self._by_action[type(action)].act(pos, frame, action, transition)

    def roll(self, pos: PositionT, frame: Frame, face: int, transition: Transition[StateT]) -> None:
        """Do what the face of a die does."""
        assert isinstance(frame, self.frame), MISPLACED
        assert self.rolled is not None, "a die was checked to be due"
        self.rolled(pos, frame, face, transition)

    @property
    def automatic(self) -> bool:
        """True when the frame runs by itself."""
        return self.auto is not None

    def run(self, pos: PositionT, frame: Frame, transition: Transition[StateT]) -> None:
        """Do what an automatic frame does."""
        assert isinstance(frame, self.frame), MISPLACED
        assert self.auto is not None, "only automatic frames run by themselves"
        self.auto(pos, frame, transition)


def table(
    *handlers: AnyHandler[SomeState, SomePosition],
) -> Mapping[type[Frame], AnyHandler[SomeState, SomePosition]]:
    """Handlers by the class of frame they answer for; a later one overrides an earlier one."""
    return {handler.key: handler for handler in handlers}


def no_objections(_pos: object, _frame: object, _action: object) -> Iterable[Objection]:
    """The check of an action that is legal whenever it is asked for."""
    return ()
