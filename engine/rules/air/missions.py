"""Ground support: a side may fly a sortie over a battle before its die."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Generic, Self, TypeVar

from engine.core.actions import Action, Element, Objection
from engine.core.handler import Answer, Handler, Transition, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.frozen import dataclass
from engine.rules.combat import battles
from engine.rules.combat.battles import CombatRoll, InBattle
from engine.rules.combat.steps import PositionT, StateT


@dataclass(frozen=True, slots=True)
class FlySupport(Action):
    """Fly a sortie over the battle."""

    element: ClassVar[Element] = Element.AIR


@dataclass(frozen=True, slots=True)
class StayDown(Action):
    """Fly none."""


@dataclass(frozen=True, slots=True)
class SupportedBattle(battles.Battle):
    """A battle over which sides may fly: ``flown`` are those that do."""

    flown: tuple[str, ...] = ()

    def with_sortie(self, side: str) -> Self:
        """The battle with a sortie of a side."""
        return replace(self, flown=(*self.flown, side))


SupportedT = TypeVar("SupportedT", bound=SupportedBattle)
SupportedOut = TypeVar("SupportedOut", bound=SupportedBattle, covariant=True)


@dataclass(frozen=True, slots=True)
class SupportCall(InBattle[SupportedOut]):
    """A side may fly a sortie: first the attacker, then the defender."""

    side: str


class SupportStep(ABC, Generic[StateT, PositionT, SupportedT]):
    """Ground support by both sides; ``rule`` is what all of it rests on."""

    rule: str

    @abstractmethod
    def sorties(self, pos: PositionT, side: str) -> int:
        """The sorties a side can still fly, 0 in weather in which nobody flies."""

    @abstractmethod
    def spend(self, side: str, transition: Transition[StateT]) -> None:
        """Count a sortie as flown."""

    def open(self, pos: PositionT, battle: SupportedT, transition: Transition[StateT]) -> None:
        """Ask who can fly, the attacker first; on to the die. The battle's frame is on top."""
        self._ask(pos, battle, (battle.side, pos.opponent(battle.side)), transition)

    def _ask(
        self,
        pos: PositionT,
        battle: SupportedT,
        sides: tuple[str, ...],
        transition: Transition[StateT],
    ) -> None:
        for side in sides:
            if self.sorties(pos, side) > 0:
                transition.state = transition.state.swapped(SupportCall(battle, side))
                return
        transition.state = transition.state.swapped(CombatRoll(battle))

    def question(self, pos: PositionT, frame: SupportCall[SupportedT]) -> Question:
        """Fly?"""
        left = self.sorties(pos, frame.side)
        families = (
            Family("fly support", "Fly ground support", lambda: (FlySupport(),)),
            Family("stay down", "Fly none", lambda: (StayDown(),), closing=True),
        )
        many = counted(left, "sortie is", "sorties are")
        prompt = f"Fly over {pos.label(frame.battle.target)}? {many} left."
        return Question(frame.side, prompt, families, self.rule)

    def fly_objections(
        self, pos: PositionT, frame: SupportCall[SupportedT], _action: FlySupport
    ) -> Iterator[Objection]:
        """A sortie must be left."""
        if self.sorties(pos, frame.side) <= 0:
            yield Objection(self.rule, "No sortie is left.")

    def fly(
        self,
        pos: PositionT,
        frame: SupportCall[SupportedT],
        _action: FlySupport,
        transition: Transition[StateT],
    ) -> None:
        """Fly the sortie; the other side is asked next."""
        self.spend(frame.side, transition)
        transition.tell("sortie", self.rule, side=frame.side, at=frame.battle.target)
        self._next(pos, frame, frame.battle.with_sortie(frame.side), transition)

    def stay_down(
        self,
        pos: PositionT,
        frame: SupportCall[SupportedT],
        _action: StayDown,
        transition: Transition[StateT],
    ) -> None:
        """Fly none; the other side is asked next."""
        self._next(pos, frame, frame.battle, transition)

    def _next(
        self,
        pos: PositionT,
        frame: SupportCall[SupportedT],
        battle: SupportedT,
        transition: Transition[StateT],
    ) -> None:
        rest = (pos.opponent(battle.side),) if frame.side == battle.side else ()
        self._ask(pos, battle, rest, transition)

    def handler(self) -> Handler[StateT, PositionT, SupportCall[SupportedT]]:
        """The handler of the step."""
        return Handler(
            SupportCall,
            (
                Answer(FlySupport, self.fly_objections, self.fly),
                Answer(StayDown, no_objections, self.stay_down),
            ),
            question=self.question,
        )
