"""Rules bound to a scenario as a table of desks: the part that is the same in every system.

An office looks at the innermost open decision, sends each question, check and answer to its desk,
and lets
automatic frames run until a player or a die must decide. Systems subclass it with their desks and
their
position, and add what a window asks: displays, prose, advice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar

from engine.core.actions import Action, Objection, Roll
from engine.core.asides import Asides
from engine.core.chance import ChanceNode
from engine.core.desk import Desk, Doing
from engine.core.state import NOBODY, Frame, State
from engine.core.system import Advice, Question, Scenario, Step

StateT = TypeVar("StateT", bound=State)
PositionT = TypeVar("PositionT")


@dataclass(frozen=True, slots=True)
class Citations:
    """The rules a system names for what every office refuses.

    ``over``: the game is over; ``untimely``: not the time for this, or no die is due; ``face``: the
    die has no
    such face; ``stranger``: there is no such unit.
    """

    over: str
    untimely: str
    face: str
    stranger: str


Adviser = Callable[[Any, Any], Advice | None]
"""What a sensible player would do, from an outlook and the frame of the open decision."""


class Office(Asides, Generic[StateT, PositionT]):
    """The rules of one game, as pure functions of a state. ``remembered`` positions are kept."""

    desks: ClassVar[Mapping[type[Frame], Desk]]
    citations: ClassVar[Citations]
    advisers: ClassVar[Mapping[type[Frame], Adviser]] = {}
    """Who knows what a sensible player would do at each kind of open decision."""
    outlook: ClassVar[type[Any]]
    """What advisers look at: a position, the side to decide, and whether an action is legal."""

    def __init__(
        self, scenario: Scenario, look: Callable[[StateT], PositionT], remembered: int = 8
    ) -> None:
        self.scenario = scenario
        self.look = look
        self._positions = lru_cache(maxsize=remembered)(lambda same: look(same.state))

    def position(self, state: State) -> PositionT:
        """The state with everything the rules ask of it; remembered for the last few states."""
        return self._positions(_Same(state))

    def question(self, state: State) -> Question:
        """The open decision; chance and the end of the game have no families."""
        if not state.flow:
            return Question(NOBODY, "The game is over.", (), self.citations.over)
        desk = self.desks[type(state.top)]
        if desk.question is not None:
            found: Question = desk.question(self.position(state), state.top)
            return found
        node = self.chance(state)
        assert node is not None, "automatic frames never wait"
        return Question(NOBODY, f"Roll for {node.reason}.", (), node.rule)

    def chance(self, state: State) -> ChanceNode | None:
        """The die that is due, or None."""
        if not state.flow:
            return None
        desk = self.desks[type(state.top)]
        return desk.chance(self.position(state), state.top) if desk.chance else None

    def check(self, state: State, action: Action) -> tuple[Objection, ...]:
        """Everything that forbids an action now."""
        if not state.flow:
            return (Objection(self.citations.over, "The game is over."),)
        if isinstance(action, Roll):
            return self._check_roll(state, action)
        answer = self.desks[type(state.top)].answers.get(type(action))
        if answer is None:
            prompt = self.question(state).prompt
            text = f"This is not the time for '{action.kind()}'. {prompt}"
            return (Objection(self.citations.untimely, text),)
        strangers = [unit for unit in action.who() if unit not in state.pieces]
        if strangers:
            return (Objection(self.citations.stranger, f"There is no unit {strangers[0]!r}."),)
        return tuple(answer.check(self.position(state), state.top, action))

    def _check_roll(self, state: State, roll: Roll) -> tuple[Objection, ...]:
        node = self.chance(state)
        if node is None:
            return (Objection(self.citations.untimely, "No die is due."),)
        if roll.face not in node.faces:
            text = f"The die shows 1 to {node.sides}, not {roll.face}."
            return (Objection(self.citations.face, text),)
        return ()

    def apply(self, state: State, action: Action) -> Step:
        """The state and events after a legal action."""
        pos = self.position(state)
        desk = self.desks[type(state.top)]
        doing: Doing[Any] = Doing(state)
        if isinstance(action, Roll):
            assert desk.rolled is not None, "a die was checked to be due"
            desk.rolled(pos, state.top, action.face, doing)
        else:
            desk.answers[type(action)].apply(pos, state.top, action, doing)
        return self.settled(doing)

    def settled(self, doing: Doing[StateT]) -> Step:
        """Run automatic frames, and close decisions that have nothing to decide."""
        while doing.state.flow:
            frame = doing.state.top
            desk = self.desks[type(frame)]
            if desk.auto is not None:
                desk.auto(self.look(doing.state), frame, doing)
            elif not self.idle(self.look(doing.state), frame, doing):
                break
        self.tidy(doing)
        return doing.step()

    def advise(self, state: State) -> Advice | None:
        """What a sensible player would do at the open decision; None where nothing better is known
        than to go on.
        """
        adviser = self.advisers.get(type(state.top)) if state.flow else None
        side = self.question(state).side if adviser is not None else NOBODY
        if adviser is None or side == NOBODY:
            return None
        look = self.outlook(
            self.position(state), side, lambda action: not self.check(state, action)
        )
        return adviser(look, state.top)

    def idle(self, _pos: PositionT, _frame: Frame, _doing: Doing[StateT]) -> bool:
        """Close a decision that leaves nothing to decide; False when a player must be asked."""
        return False

    def tidy(self, doing: Doing[StateT]) -> None:
        """Put right what must hold whenever a player or a die decides; nothing by default."""


class _Same:
    """A state as a cache key by identity: the very same value, not an equal one."""

    __slots__ = ("state",)

    def __init__(self, state: Any) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.state is self.state
