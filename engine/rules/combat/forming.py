"""Forming the force of an attack: units and stacks join, go in, or the attack is called off."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Generic

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, AnyAnswer, Handler, Transition, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.rules.combat.actions import AddStack, AddUnit, CallOff, GoIn
from engine.rules.combat.battles import BattleT, Forming
from engine.rules.combat.steps import PositionT, StateT, Step, Topic
from maps.hexgrid import Hex
from oob.model import UnitId


class FormingStep(Step[PositionT], Generic[StateT, PositionT, BattleT]):
    """The attacker chooses his units, then goes in."""

    @abstractmethod
    def candidates(self, pos: PositionT, battle: BattleT) -> tuple[UnitId, ...]:
        """Units that may still join, in order."""

    @abstractmethod
    def barred(self, pos: PositionT, battle: BattleT, unit: UnitId) -> Iterator[Objection]:
        """What keeps a unit that has not joined out of the attack."""

    @abstractmethod
    def go_in(
        self,
        pos: PositionT,
        frame: Forming[BattleT],
        action: GoIn,
        transition: Transition[StateT],
    ) -> None:
        """The force is complete: on to support and the die."""

    def unready(self, pos: PositionT, battle: BattleT) -> Iterable[Objection]:
        """What keeps a force that is not empty from going in; nothing by default."""
        return ()

    def origin(self, pos: PositionT, battle: BattleT, unit: UnitId) -> Hex | None:
        """The hex a unit attacks from: its own."""
        return pos.piece(unit).hex

    def joining(self, pos: PositionT, battle: BattleT, origin: Hex) -> tuple[UnitId, ...]:
        """The units of a hex that join as a stack: all that may."""
        units = self.candidates(pos, battle)
        return tuple(unit for unit in units if self.origin(pos, battle, unit) == origin)

    def more(self, pos: PositionT, frame: Forming[BattleT]) -> Iterable[Family]:
        """What else a title offers; nothing by default."""
        return ()

    def question(self, pos: PositionT, frame: Forming[BattleT]) -> Question:
        """Choose the attacking units."""
        battle = frame.battle
        units = self.candidates(pos, battle)
        places = dict.fromkeys(self.origin(pos, battle, unit) for unit in units)
        stacks = tuple(at for at in places if at is not None)
        families = (
            Family("add unit", "Add a unit", lambda: (AddUnit(unit) for unit in units), weight=6),
            Family(
                "add stack",
                "Add a stack",
                lambda: (AddStack(at) for at in stacks),
                of=lambda unit: _stack_of(pos, stacks, unit),
                able=lambda: frozenset([u for u, p in pos.state.pieces.items() if p.at in places]),
                weight=4,
            ),
            Family("go in", "Go in", lambda: (GoIn(),), weight=6, closing=True),
            Family("call off", "Call the attack off", lambda: (CallOff(),), weight=1),
            *self.more(pos, frame),
        )
        prompt = f"Choose the units that attack {pos.label(battle.target)}."
        return Question(battle.side, prompt, families, self.cite(pos, Topic.FORM))

    def add_objections(
        self, pos: PositionT, frame: Forming[BattleT], action: AddUnit
    ) -> Iterator[Objection]:
        """What keeps a unit out of the attack."""
        if action.unit in frame.battle.attackers:
            text = f"{pos.called(action.unit)} has joined already."
            yield self.objection(pos, Topic.JOINED, text)
        else:
            yield from self.barred(pos, frame.battle, action.unit)

    def stack_objections(
        self, pos: PositionT, frame: Forming[BattleT], action: AddStack
    ) -> Iterator[Objection]:
        """The hex must hold a unit that may still join."""
        if not self.joining(pos, frame.battle, action.origin):
            text = f"No unit in {pos.label(action.origin)} can join the attack."
            yield self.objection(pos, Topic.FORM, text)

    def go_in_objections(
        self, pos: PositionT, frame: Forming[BattleT], _action: GoIn
    ) -> Iterator[Objection]:
        """Somebody must attack."""
        if not frame.battle.attackers:
            yield self.objection(pos, Topic.FORM, "No unit has joined the attack yet.")
        else:
            yield from self.unready(pos, frame.battle)

    def add(
        self,
        pos: PositionT,
        frame: Forming[BattleT],
        action: AddUnit,
        transition: Transition[StateT],
    ) -> None:
        """Add a unit to the force."""
        self._join(pos, frame, (action.unit,), transition)

    def add_stack(
        self,
        pos: PositionT,
        frame: Forming[BattleT],
        action: AddStack,
        transition: Transition[StateT],
    ) -> None:
        """Add the units of a hex."""
        self._join(pos, frame, self.joining(pos, frame.battle, action.origin), transition)

    def _join(
        self,
        pos: PositionT,
        frame: Forming[BattleT],
        units: tuple[UnitId, ...],
        transition: Transition[StateT],
    ) -> None:
        transition.state = transition.state.swapped(Forming(frame.battle.joined(*units)))
        transition.tell("joined", self.cite(pos, Topic.JOIN), units=units)

    def call_off(
        self,
        pos: PositionT,
        frame: Forming[BattleT],
        _action: CallOff,
        transition: Transition[StateT],
    ) -> None:
        """Take the declaration back."""
        transition.tell("called off", self.cite(pos, Topic.CALL_OFF), to=frame.battle.target)
        transition.state = transition.state.popped()

    def handler(
        self, *answers: AnyAnswer[StateT, PositionT, Forming[BattleT]]
    ) -> Handler[StateT, PositionT, Forming[BattleT]]:
        """The handler of the step, with what a title's own actions add to it."""
        own: tuple[AnyAnswer[StateT, PositionT, Forming[BattleT]], ...] = (
            Answer(AddUnit, self.add_objections, self.add),
            Answer(AddStack, self.stack_objections, self.add_stack),
            Answer(GoIn, self.go_in_objections, self.go_in),
            Answer(CallOff, no_objections, self.call_off),
        )
        return Handler(Forming, (*own, *answers), question=self.question)


def _stack_of(pos: PositionT, stacks: Iterable[Hex], unit: UnitId) -> Iterator[Action]:
    at = pos.piece(unit).hex
    if at is not None and at in stacks:
        yield AddStack(at)
