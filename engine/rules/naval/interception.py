"""Interception: a die for each unit carried by sea or air past an enemy who may catch it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import Generic, TypeVar

from engine.core.chance import ChanceNode
from engine.core.handler import Handler, Transition
from engine.core.state import Frame, Location
from engine.frozen import dataclass
from engine.rules.combat.steps import PositionT, StateT
from oob.model import UnitId


class Fate(StrEnum):
    """What becomes of a unit that the enemy hunts."""

    PASSES = "passes"
    RETURNS = "returns"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Carried(Frame):
    """A die: whether the enemy catches a unit on its way."""

    side: str
    unit: UnitId
    origin: Location
    target: Location


def fate_of(face: int, *, returns: int, lost: int) -> Fate:
    """What a face does: lost from ``lost`` on, back where it came from from ``returns`` on."""
    if face >= lost:
        return Fate.LOST
    return Fate.RETURNS if face >= returns else Fate.PASSES


CarriedT = TypeVar("CarriedT", bound=Carried)


class InterceptionStep(ABC, Generic[StateT, PositionT, CarriedT]):
    """The die of an interception, and what it does to the unit."""

    @abstractmethod
    def fates(self, pos: PositionT, frame: CarriedT) -> tuple[Fate, ...]:
        """What each face of the die does, from 1 on."""

    @abstractmethod
    def cite(self, frame: CarriedT, fate: Fate | None = None) -> str:
        """The rule of the die, or of what came of it."""

    @abstractmethod
    def where(self, frame: CarriedT) -> str:
        """Where the unit is hunted, in words: ``at sea``."""

    @abstractmethod
    def arrive(
        self, pos: PositionT, frame: CarriedT, transition: Transition[StateT], rule: str
    ) -> None:
        """Put the unit where it was carried to."""

    @abstractmethod
    def turn_back(self, pos: PositionT, frame: CarriedT, transition: Transition[StateT]) -> None:
        """Leave the unit where it came from; its movement is used."""

    @abstractmethod
    def lose(self, pos: PositionT, frame: CarriedT, transition: Transition[StateT]) -> None:
        """Take the unit off the board."""

    def node(self, pos: PositionT, frame: CarriedT) -> ChanceNode:
        """The die, with what each face does."""
        fates = self.fates(pos, frame)
        reason = f"interception of {pos.called(frame.unit)} {self.where(frame)}"
        return ChanceNode(len(fates), reason, self.cite(frame), tuple(fates))

    def rolled(
        self, pos: PositionT, frame: CarriedT, face: int, transition: Transition[StateT]
    ) -> None:
        """The unit passes, goes back where it came from, or is lost."""
        transition.state = transition.state.popped()
        fate = self.fates(pos, frame)[face - 1]
        rule = self.cite(frame, fate)
        if fate is Fate.PASSES:
            transition.tell("not intercepted", rule, unit=frame.unit, face=face)
            self.arrive(pos, frame, transition, rule)
        elif fate is Fate.RETURNS:
            transition.tell("turned back", rule, unit=frame.unit, face=face, at=frame.origin)
            self.turn_back(pos, frame, transition)
        else:
            transition.tell("intercepted", rule, unit=frame.unit, face=face)
            self.lose(pos, frame, transition)

    def handler(self, frame: type[CarriedT]) -> Handler[StateT, PositionT, CarriedT]:
        """The handler of the step, for a title's class of frame."""
        return Handler(frame, chance=self.node, rolled=self.rolled)
