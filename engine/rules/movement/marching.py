"""The movement phase: a side moves its units one by one, then ends the phase."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Generic, TypeVar

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler, Transition
from engine.core.legal import Family
from engine.core.state import Frame, State
from engine.core.system import Question
from engine.frozen import dataclass
from engine.rules.board.pieces import mark
from engine.rules.board.position import Played
from engine.rules.movement.actions import Move
from engine.rules.movement.paths import Reach
from engine.rules.sequence import EndPhase
from oob.model import UnitId

StateT = TypeVar("StateT", bound=State)
PositionT = TypeVar("PositionT", bound=Played)

MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Moving(Frame):
    """A side's movement phase."""

    side: str


class MovingStep(ABC, Generic[StateT, PositionT]):
    """A side moves each of its units once; ``rule`` is what all of it rests on."""

    rule: str

    @abstractmethod
    def movable(self, pos: PositionT, side: str) -> tuple[UnitId, ...]:
        """The units a side may still move, in order."""

    @abstractmethod
    def reach(self, pos: PositionT, unit: UnitId) -> Reach:
        """Where a unit can get to, stacking aside."""

    def entering(self, pos: PositionT, side: str, action: Move) -> Iterable[Objection]:
        """What forbids a unit to end its move in a hex it can reach; nothing by default."""
        return ()

    def ending(self, pos: PositionT, side: str) -> Iterable[Objection]:
        """What forbids a side to end the phase, such as crowded hexes; nothing by default."""
        return ()

    def ended(self, pos: PositionT, side: str, transition: Transition[StateT]) -> None:
        """What the end of the phase brings; nothing by default."""

    def question(self, pos: PositionT, frame: Moving) -> Question:
        """Move units, or end the phase."""
        units = self.movable(pos, frame.side)
        families = (
            Family(
                "move",
                "Move",
                lambda: (action for unit in units for action in self._moves(pos, unit)),
                of=partial(self._moves_of, pos, units),
                draw=partial(self._draw, pos, units),
                weight=12,
            ),
            Family("end phase", "End the phase", lambda: (EndPhase(),), weight=1, closing=True),
        )
        return Question(frame.side, "Move units, or end the phase.", families, self.rule)

    def _moves(self, pos: PositionT, unit: UnitId) -> Iterator[Action]:
        found = self.reach(pos, unit)
        return (Move(unit, at) for at in sorted(found.cost) if at != found.start)

    def _moves_of(
        self, pos: PositionT, units: tuple[UnitId, ...], unit: UnitId
    ) -> Iterable[Action]:
        return self._moves(pos, unit) if unit in units else ()

    def _draw(self, pos: PositionT, units: tuple[UnitId, ...], stream: Stream) -> Action | None:
        if not units:
            return None
        moves = tuple(self._moves(pos, units[stream.below(len(units))]))
        return moves[stream.below(len(moves))] if moves else None

    def move_objections(self, pos: PositionT, frame: Moving, action: Move) -> Iterator[Objection]:
        """What forbids a move."""
        name, at = pos.called(action.unit), pos.label(action.target)
        if action.unit not in self.movable(pos, frame.side):
            yield Objection(self.rule, f"{name} is not yours to move, or has moved already.")
            return
        found = self.reach(pos, action.unit)
        if action.target == found.start or action.target not in found.cost:
            yield Objection(self.rule, f"{name} cannot get to {at}.")
        elif action.via:
            yield Objection(self.rule, "Units go by the cheapest path here.")
        else:
            yield from self.entering(pos, frame.side, action)

    def move(
        self, pos: PositionT, _frame: Moving, action: Move, transition: Transition[StateT]
    ) -> None:
        """Put the unit into its hex; it has moved."""
        cost = self.reach(pos, action.unit).cost[action.target]
        transition.state = transition.state.with_piece(action.unit, at=action.target)
        mark(transition, action.unit, MOVED)
        transition.tell("moved", self.rule, unit=action.unit, to=action.target, cost=cost)

    def end_objections(
        self, pos: PositionT, frame: Moving, _action: EndPhase
    ) -> Iterable[Objection]:
        """What forbids ending the phase."""
        return self.ending(pos, frame.side)

    def end(
        self, pos: PositionT, frame: Moving, _action: EndPhase, transition: Transition[StateT]
    ) -> None:
        """End the phase."""
        self.ended(pos, frame.side, transition)
        transition.tell("movement ends", self.rule, side=frame.side)
        transition.state = transition.state.popped()

    def handler(self) -> Handler[StateT, PositionT, Moving]:
        """The handler of the phase."""
        return Handler(
            Moving,
            (
                Answer(Move, self.move_objections, self.move),
                Answer(EndPhase, self.end_objections, self.end),
            ),
            question=self.question,
        )
