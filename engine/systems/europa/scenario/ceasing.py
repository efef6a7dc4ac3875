"""Ceasing operations: the Axis player may end the war of a title at the end of a turn (BF-31A,
BC-25A3).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.actions import Action
from engine.core.handler import Answer, Handler, Transition, no_objections
from engine.core.legal import Family
from engine.core.state import Frame
from engine.core.system import Question
from engine.frozen import dataclass
from engine.systems.europa.state.common import PositionT, TheatreT


@dataclass(frozen=True, slots=True)
class CeaseOperations(Action):
    """The Axis declares that it ceases operations: the game ends (BF-31A, BC-25A3.1)."""


@dataclass(frozen=True, slots=True)
class GoOn(Action):
    """The war goes on."""


@dataclass(frozen=True, slots=True)
class Ceasing(Frame):
    """The Axis player may cease operations at the end of a turn (BC-25A3.1)."""

    side: str


FAMILIES = (
    Family("go on", "Go on", lambda: (GoOn(),), closing=True),
    Family("cease", "Cease operations", lambda: (CeaseOperations(),), weight=1, closing=True),
)
"""The two answers."""


def go_on(_pos: object, _frame: Ceasing, _action: GoOn, transition: Transition[TheatreT]) -> None:
    """The war goes on."""
    transition.state = transition.state.popped()


def handler(
    question: Callable[[PositionT, Ceasing], Question],
    cease: Callable[[PositionT, Ceasing, CeaseOperations, Transition[TheatreT]], None],
) -> Handler[TheatreT, PositionT, Ceasing]:
    """The handler of the decision, with a title's question and what ceasing does there."""
    return Handler(
        Ceasing,
        (Answer(CeaseOperations, no_objections, cease), Answer(GoOn, no_objections, go_on)),
        question=question,
    )
