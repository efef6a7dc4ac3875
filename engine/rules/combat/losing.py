"""Losses a side takes step by step, from units of its own choice."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Generic

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler, Transition
from engine.core.legal import Family
from engine.core.system import Question
from engine.frozen import dataclass
from engine.rules.combat import battles
from engine.rules.combat.actions import TakeLoss
from engine.rules.combat.battles import BattleOut, BattleT
from engine.rules.combat.steps import PositionT, StateT, Step, Topic
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Losing(battles.Losing[BattleOut]):
    """A side takes ``steps`` from units of its choice, one by one."""

    steps: int = 1


class LosingStep(Step[PositionT], Generic[StateT, PositionT, BattleT]):
    """A side chooses which of its units lose steps."""

    @abstractmethod
    def alive(self, pos: PositionT, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        """Those of the units that have steps left."""

    @abstractmethod
    def lose(self, pos: PositionT, unit: UnitId, transition: Transition[StateT]) -> None:
        """Take a step from a unit."""

    @abstractmethod
    def now(self, pos: PositionT, transition: Transition[StateT]) -> PositionT:
        """The position of a step in the making."""

    def demand(
        self,
        pos: PositionT,
        battle: BattleT,
        side: str,
        units: tuple[UnitId, ...],
        steps: int,
        transition: Transition[StateT],
    ) -> None:
        """Take steps from units of a side (all below 0); ask only where there is a choice."""
        left = self.alive(pos, units)
        total = sum(pos.piece(unit).steps for unit in left)
        if 0 <= steps < total and len(left) > 1:
            if steps:
                transition.state = transition.state.pushed(Losing(battle, side, left, steps))
            return
        for unit in left:
            own = pos.piece(unit).steps
            for _ in range(own if steps < 0 else min(steps, own)):
                self.lose(pos, unit, transition)

    def question(self, pos: PositionT, frame: Losing[BattleT]) -> Question:
        """Who loses a step?"""
        units = self.alive(pos, frame.units)
        family = Family("lose", "Lose a step", lambda: (TakeLoss(unit) for unit in units))
        prompt = f"Choose the unit that loses a step at {pos.label(frame.battle.target)}."
        return Question(frame.side, prompt, (family,), self.cite(pos, Topic.LOSE))

    def objections(
        self, pos: PositionT, frame: Losing[BattleT], action: TakeLoss
    ) -> Iterator[Objection]:
        """It must be one of those the loss can fall on."""
        if action.unit not in self.alive(pos, frame.units):
            text = "The loss falls on another unit of this battle."
            yield self.objection(pos, Topic.LOSE, text)

    def take(
        self,
        pos: PositionT,
        frame: Losing[BattleT],
        action: TakeLoss,
        transition: Transition[StateT],
    ) -> None:
        """Take the step; ask again while more are due."""
        self.lose(pos, action.unit, transition)
        transition.state = transition.state.popped()
        left = self.alive(self.now(pos, transition), frame.units)
        if frame.steps > 1 and left:
            more = replace(frame, steps=frame.steps - 1, units=left)
            transition.state = transition.state.pushed(more)

    def handler(self) -> Handler[StateT, PositionT, Losing[BattleT]]:
        """The handler of the step."""
        return Handler(
            Losing, (Answer(TakeLoss, self.objections, self.take),), question=self.question
        )
