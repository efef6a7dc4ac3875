"""The retreat of beaten units, one by one or as stacks, into adjacent hexes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Handler, Transition
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.rules.combat.actions import RetreatTo
from engine.rules.combat.battles import Battle, BattleT, Retreating
from engine.rules.combat.retreats import together
from engine.rules.combat.steps import PositionT, StateT, Step, Topic
from maps.hexgrid import Hex
from oob.model import UnitId

FrameT = TypeVar("FrameT", bound=Retreating[Battle])


class RetreatingStep(Step[PositionT], Generic[StateT, PositionT, FrameT]):
    """A side moves its beaten units out."""

    def __init__(self, frame: type[FrameT]) -> None:
        self.frame = frame

    @abstractmethod
    def ways(self, pos: PositionT, frame: FrameT, unit: UnitId) -> tuple[Hex, ...]:
        """The hexes open to a unit, other retreating units aside."""

    @abstractmethod
    def fits(self, pos: PositionT, units: tuple[UnitId, ...], at: Hex) -> bool:
        """Whether units may go to a hex together."""

    @abstractmethod
    def barred(
        self, pos: PositionT, frame: FrameT, units: tuple[UnitId, ...], target: Hex
    ) -> Iterator[Objection]:
        """What keeps units of one hex from retreating into another."""

    @abstractmethod
    def retreat(
        self,
        pos: PositionT,
        frame: FrameT,
        action: RetreatTo,
        transition: Transition[StateT],
    ) -> None:
        """Move units out; ask about the rest."""

    @abstractmethod
    def stands(self, pos: PositionT, unit: UnitId) -> Hex:
        """The hex a unit retreats from."""

    def mates(self, pos: PositionT, frame: FrameT, unit: UnitId) -> object:
        """What units must share to retreat together: their hex."""
        return self.stands(pos, unit)

    def question(self, pos: PositionT, frame: FrameT) -> Question:
        """Where to?"""
        family = Family(
            "retreat to",
            "Retreat to",
            lambda: self.options(pos, frame),
            of=lambda unit: (action for action in self.options(pos, frame) if unit in action.who()),
            able=lambda: frozenset(frame.units),
        )
        prompt = f"Retreat {counted(len(frame.units), 'unit')}, together or one by one."
        if len(frame.units) == 1:
            prompt = f"Choose where {pos.called(frame.units[0])} retreats to."
        return Question(frame.side, prompt, (family,), self.cite(pos, Topic.RETREAT))

    def options(self, pos: PositionT, frame: FrameT) -> Iterator[Action]:
        """Whole stacks first, then unit by unit."""
        for stack in self._stacks(pos, frame):
            if len(stack) > 1:
                exits = together(
                    stack,
                    lambda unit: self.ways(pos, frame, unit),
                    lambda units, at: self.fits(pos, units, at),
                )
                yield from (RetreatTo(stack, at) for at in exits)
        for unit in frame.units:
            yield from (RetreatTo((unit,), at) for at in self.ways(pos, frame, unit))

    def _stacks(self, pos: PositionT, frame: FrameT) -> tuple[tuple[UnitId, ...], ...]:
        found: dict[object, list[UnitId]] = {}
        for unit in frame.units:
            found.setdefault(self.mates(pos, frame, unit), []).append(unit)
        return tuple(tuple(stack) for stack in found.values())

    def objections(self, pos: PositionT, frame: FrameT, action: RetreatTo) -> Iterator[Objection]:
        """What forbids a retreat into a hex."""
        units = action.units
        if not units or len(set(units)) != len(units) or not set(units) <= set(frame.units):
            text = "Choose among the units that must retreat."
            yield self.objection(pos, Topic.RETREAT, text)
        elif len({self.mates(pos, frame, unit) for unit in units}) > 1:
            yield self.objection(pos, Topic.TOGETHER, "Only units of one hex retreat together.")
        else:
            yield from self.barred(pos, frame, units, action.target)

    def handler(self) -> Handler[StateT, PositionT, FrameT]:
        """The handler of the step."""
        return Handler(
            self.frame,
            (Answer(RetreatTo, self.objections, self.retreat),),
            question=self.question,
        )


class PlainRetreat(
    RetreatingStep[StateT, PositionT, Retreating[BattleT]], Generic[StateT, PositionT, BattleT]
):
    """A retreat of one hex; units without a hex to go to are lost."""

    @abstractmethod
    def lost(self, pos: PositionT, unit: UnitId, transition: Transition[StateT]) -> None:
        """Eliminate a unit that has no retreat."""

    @abstractmethod
    def now(self, pos: PositionT, transition: Transition[StateT]) -> PositionT:
        """The position of a step in the making."""

    def stands(self, pos: PositionT, unit: UnitId) -> Hex:
        """The unit's hex."""
        at = pos.piece(unit).hex
        assert at is not None, "only units on the map retreat"
        return at

    def withdraw(
        self,
        pos: PositionT,
        frame: Retreating[BattleT],
        transition: Transition[StateT],
    ) -> None:
        """Ask where the units of a frame go; those that have no way are lost first."""
        left: list[UnitId] = []
        for unit in frame.units:
            if self.ways(pos, frame, unit):
                left.append(unit)
            else:
                rule = self.cite(pos, Topic.RETREAT)
                transition.tell("no retreat", rule, unit=unit, at=self.stands(pos, unit))
                self.lost(pos, unit, transition)
        if left:
            asked = Retreating(frame.battle, frame.side, tuple(left))
            transition.state = transition.state.pushed(asked)

    def barred(
        self,
        pos: PositionT,
        frame: Retreating[BattleT],
        units: tuple[UnitId, ...],
        target: Hex,
    ) -> Iterator[Objection]:
        """A hex must be open to each and have room for all."""
        at = pos.label(target)
        for unit in units:
            if target not in self.ways(pos, frame, unit):
                text = f"{pos.called(unit)} cannot retreat to {at}."
                yield self.objection(pos, Topic.RETREAT, text)
        if not self.fits(pos, units, target):
            yield self.objection(pos, Topic.RETREAT, f"{at} has no room for all of them.")

    def retreat(
        self,
        pos: PositionT,
        frame: Retreating[BattleT],
        action: RetreatTo,
        transition: Transition[StateT],
    ) -> None:
        """Move units out; the rest is asked about next."""
        for unit in action.units:
            transition.state = transition.state.with_piece(unit, at=action.target)
        rule = self.cite(pos, Topic.RETREAT)
        transition.tell("retreated", rule, units=action.units, to=action.target)
        transition.state = transition.state.popped()
        rest = tuple(unit for unit in frame.units if unit not in action.units)
        after = Retreating(frame.battle, frame.side, rest)
        self.withdraw(self.now(pos, transition), after, transition)
