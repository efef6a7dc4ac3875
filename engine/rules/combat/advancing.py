"""The advance into a hex that its defenders have left."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler, Transition, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.rules.combat.actions import Advance, EndAdvance
from engine.rules.combat.battles import Advancing, Battle
from engine.rules.combat.steps import PositionT, StateT, Step, Topic
from oob.model import UnitId

FrameT = TypeVar("FrameT", bound=Advancing[Battle])


class AdvancingStep(Step[PositionT], Generic[StateT, PositionT, FrameT]):
    """The attacker moves victorious units in, one by one, zones of control or not."""

    def __init__(self, frame: type[FrameT]) -> None:
        self.frame = frame

    @abstractmethod
    def followers(self, pos: PositionT, frame: FrameT) -> tuple[UnitId, ...]:
        """The units offered, in order."""

    @abstractmethod
    def objections(self, pos: PositionT, frame: FrameT, unit: UnitId) -> Iterator[Objection]:
        """What keeps a unit from advancing."""

    @abstractmethod
    def moved(
        self, pos: PositionT, frame: FrameT, unit: UnitId, transition: Transition[StateT]
    ) -> None:
        """What follows when a unit has advanced: ask on, or close the decision."""

    def close(self, pos: PositionT, frame: FrameT, transition: Transition[StateT]) -> None:
        """The attacker has had enough."""
        transition.state = transition.state.popped()

    def question(self, pos: PositionT, frame: FrameT) -> Question:
        """Advance victorious units."""
        units, target = self.followers(pos, frame), frame.battle.target
        families = (
            Family("advance", "Advance", lambda: (Advance(u, target) for u in units), weight=6),
            Family(
                "end advance", "No further advance", lambda: (EndAdvance(),), weight=2, closing=True
            ),
        )
        prompt = f"{pos.label(target)} is clear: advance?"
        return Question(frame.battle.side, prompt, families, self.cite(pos, Topic.ADVANCE))

    def advance_objections(
        self, pos: PositionT, frame: FrameT, action: Advance
    ) -> Iterable[Objection]:
        """What forbids an advance."""
        target = frame.battle.target
        if action.target not in (None, target):
            text = f"Those who won may advance into {pos.label(target)} alone."
            return [Objection(self.cite(pos, Topic.ADVANCE), text)]
        return self.objections(pos, frame, action.unit)

    def advance(
        self, pos: PositionT, frame: FrameT, action: Advance, transition: Transition[StateT]
    ) -> None:
        """Move one victorious unit in."""
        unit, target = action.unit, frame.battle.target
        transition.state = transition.state.with_piece(unit, at=target)
        transition.tell("advanced", self.cite(pos, Topic.ADVANCE), unit=unit, to=target)
        self.moved(pos, frame, unit, transition)

    def end_advance(
        self, pos: PositionT, frame: FrameT, _action: EndAdvance, transition: Transition[StateT]
    ) -> None:
        """Enough."""
        self.close(pos, frame, transition)

    def anybody(self, pos: PositionT, frame: FrameT) -> bool:
        """True when a unit can advance."""
        return any(
            not any(True for _ in self.objections(pos, frame, unit))
            for unit in self.followers(pos, frame)
        )

    def handler(self) -> Handler[StateT, PositionT, FrameT]:
        """The handler of the step."""
        return Handler(
            self.frame,
            (
                Answer(Advance, self.advance_objections, self.advance),
                Answer(EndAdvance, no_objections, self.end_advance),
            ),
            question=self.question,
        )
