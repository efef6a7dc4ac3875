"""Rules bound to a scenario as a table of handlers: the part that is the same in every system.

The rules base looks at the innermost open decision, sends each question, check and answer to its
handler, and lets automatic frames run until a player or a die must decide. Systems subclass it with
their handlers, state and position, and add what a window asks: displays, prose, advice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from engine.core.actions import Action, Objection, Roll
from engine.core.chance import ChanceNode
from engine.core.handler import AnyHandler, Transition
from engine.core.state import NOBODY, Frame, State
from engine.core.system import Advice, Question, Scenario, Step
from engine.core.view.optional_queries import OptionalQueries
from engine.frozen import dataclass

StateT = TypeVar("StateT", bound=State)
PositionT = TypeVar("PositionT")


@dataclass(frozen=True, slots=True)
class Citations:
    """The rules a system names for what all rules refuse.

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


class RulesBase(OptionalQueries, Generic[StateT, PositionT]):
    """The rules of one game, as pure functions of a state. ``remembered`` positions are kept."""

    handlers: Mapping[type[Frame], AnyHandler[StateT, PositionT]]
    state_class: type[StateT]
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
        self._remembered = remembered
        self._positions: list[tuple[State, PositionT]] = []
        self._due: tuple[State, ChanceNode | None] | None = None

    def position(self, state: State) -> PositionT:
        """The state with everything the rules ask of it; remembered for the last few states."""
        for known, found in self._positions:
            if known is state:
                return found
        made = self.look(self.own(state))
        self._positions = [(state, made), *self._positions[: self._remembered - 1]]
        return made

    def own(self, state: State) -> StateT:
        """A state as the state of this system."""
        assert isinstance(state, self.state_class), "a state of another system"
        return state

    def question(self, state: State) -> Question:
        """The open decision; chance and the end of the game have no families."""
        if not state.flow:
            return Question(NOBODY, "The game is over.", (), self.citations.over)
        asked = self.handlers[type(state.top)].ask(self.position(state), state.top)
        if asked is not None:
            return asked
        node = self.chance(state)
        assert node is not None, "automatic frames never wait"
        return Question(NOBODY, f"Roll for {node.reason}.", (), node.rule)

    def chance(self, state: State) -> ChanceNode | None:
        """The die that is due, or None; worked out once for a state that is asked about again."""
        if not state.flow:
            return None
        known = self._due
        if known is None or known[0] is not state:
            node = self.handlers[type(state.top)].node(self.position(state), state.top)
            known = self._due = (state, node)
        return known[1]

    def check(self, state: State, action: Action) -> tuple[Objection, ...]:
        """Everything that forbids an action now."""
        return tuple(self._forbidding(state, action))

    def allows(self, state: State, action: Action) -> bool:
        """True when nothing forbids an action now; no further looked than to a first objection."""
        return next(iter(self._forbidding(state, action)), None) is None

    def _forbidding(self, state: State, action: Action) -> Iterable[Objection]:
        if not state.flow:
            return (Objection(self.citations.over, "The game is over."),)
        if isinstance(action, Roll):
            return self._check_roll(state, action)
        strangers = [unit for unit in action.who() if unit not in state.pieces]
        if strangers:
            return (Objection(self.citations.stranger, f"There is no unit {strangers[0]!r}."),)
        handler = self.handlers[type(state.top)]
        if type(action) not in handler.actions:
            asked = self.question(state).prompt
            text = f"This cannot be done now: “{self.line(state, action)}”. {asked}"
            return (Objection(self.citations.untimely, text),)
        return handler.objections(self.position(state), state.top, action)

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action: what it is called, where a title has no better."""
        return action.kind()

    def takes(self, state: State, actions: tuple[Action, ...]) -> str:
        """What decisions of a group take together, as the end of its menu line; nothing by
        default.
        """
        return ""

    def line(self, state: State, action: Action) -> str:
        """An action as its menu line has it, at any time: without what it promises."""
        return self.describe(state, action)

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
        return self.done(state, action, Transition(self.own(state)))

    def repeat(self, state: State, action: Action, said: int) -> State:
        """The state a step of the log led to; ``said`` is how many events it told of."""
        return self.apply(state, action).state

    def done(self, state: State, action: Action, transition: Transition[StateT]) -> Step:
        """A legal action carried out in a transition, until a player or a die must decide."""
        pos = self.position(state)
        handler = self.handlers[type(state.top)]
        if isinstance(action, Roll):
            handler.roll(pos, state.top, action.face, transition)
        else:
            handler.act(pos, state.top, action, transition)
        return self.settled(transition)

    def settled(self, transition: Transition[StateT]) -> Step:
        """Run automatic frames, and close decisions that have nothing to decide."""
        while transition.state.flow:
            frame = transition.state.top
            handler = self.handlers[type(frame)]
            if handler.automatic:
                handler.run(self.look(transition.state), frame, transition)
            elif not self.idle(self.look(transition.state), frame, transition):
                break
        self.tidy(transition)
        return transition.step()

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

    def idle(self, _pos: PositionT, _frame: Frame, _doing: Transition[StateT]) -> bool:
        """Close a decision that leaves nothing to decide; False when a player must be asked."""
        return False

    def tidy(self, transition: Transition[StateT]) -> None:
        """Put right what must hold whenever a player or a die decides; nothing by default."""
