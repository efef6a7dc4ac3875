"""What the door of play shows: the position to decide in, and the ways a die can fall."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from weakref import WeakValueDictionary

from engine.core.actions import Roll
from engine.core.chance import ChanceNode
from engine.core.events import Event
from engine.core.legal import LegalActions
from engine.core.state import State
from engine.core.system import Rules
from engine.core.view.display import Outcome
from engine.frozen import dataclass
from maps.hexgrid import Hex


class Dice(StrEnum):
    """Who makes the dice: the program at once, the player by typing, or ask each time."""

    PROGRAM = "program"
    TYPED = "typed"
    ASK = "ask"


@dataclass(frozen=True)
class View:
    """What the side to decide sees: the only things it may do are in ``legal``. ``where`` is the
    hex that is decided about, if it is one.
    """

    side: str
    turn: int
    phase: str
    prompt: str
    rule: str
    legal: LegalActions
    chance: ChanceNode | None
    outcome: Outcome | None
    where: Hex | None = None


class KeptViews:
    """What is seen at the steps of a log, each as long as somebody looks at it: the last one is."""

    def __init__(self) -> None:
        self._last: tuple[int, View] | None = None
        self._known: WeakValueDictionary[int, View] = WeakValueDictionary()

    def at(self, node: int, look: Callable[[], View]) -> View:
        """What is seen at a step, worked out where nobody looks at it."""
        if self._last is None or self._last[0] != node:
            found = self._known.get(node)
            if found is None:
                found = self._known[node] = look()
            self._last = node, found
        return self._last[1]

    def forget(self) -> None:
        """Look again: the board or the log is another."""
        self._last = None
        self._known.clear()


@dataclass(frozen=True, slots=True)
class Chanced:
    """One way a die can fall: its face, what it would lead to, and the exact chance of it."""

    face: int
    chance: float
    state: State
    events: tuple[Event, ...]


def view_of(rules: Rules, state: State) -> View:
    """What the side to decide in a state sees."""
    question = rules.question(state)
    return View(
        side=question.side,
        turn=state.turn,
        phase=state.phase,
        prompt=question.prompt,
        rule=question.rule,
        legal=LegalActions(
            question.families, partial(rules.check, state), partial(rules.allows, state)
        ),
        chance=rules.chance(state),
        outcome=rules.outcome(state),
        where=state.top.where() if state.flow else None,
    )


def ways_of(rules: Rules, state: State) -> tuple[Chanced, ...]:
    """Every way the die that is due can fall; none when no die is due."""
    node = rules.chance(state)
    if node is None:
        return ()
    return tuple(
        Chanced(face, 1 / node.sides, step.state, step.events)
        for face in node.faces
        for step in (rules.apply(state, Roll(face)),)
    )
