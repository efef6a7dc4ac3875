"""The combat phase: a side declares attacks one by one, or ends the phase."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Generic

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Handler, Transition
from engine.core.legal import Family
from engine.core.system import Question
from engine.rules.combat.actions import DeclareAttack
from engine.rules.combat.battles import BattleT, Fighting, Forming
from engine.rules.combat.steps import PositionT, StateT, Step, Topic
from engine.rules.sequence import EndPhase
from maps.hexgrid import Hex
from oob.model import UnitId


class DeclaringStep(Step[PositionT], Generic[StateT, PositionT, BattleT]):
    """The combat phase of a side. ``prompt`` and ``ending`` are what players read."""

    prompt = "Declare an attack, or end the phase."
    ending = "End the combat phase"

    @abstractmethod
    def targets(self, pos: PositionT, side: str) -> tuple[Hex, ...]:
        """The hexes a side could attack, in order."""

    @abstractmethod
    def objections(self, pos: PositionT, side: str, target: Hex) -> Iterator[Objection]:
        """What forbids a side to attack a hex now."""

    @abstractmethod
    def battle(self, pos: PositionT, side: str, target: Hex) -> BattleT:
        """The battle as it begins, with those in it who must attack."""

    def still_due(self, pos: PositionT, frame: Fighting) -> Iterable[Objection]:
        """What must be attacked before the phase may end; nothing by default."""
        return ()

    def ended(self, pos: PositionT, transition: Transition[StateT]) -> None:
        """What the end of the phase brings; nothing by default."""

    def more(self, pos: PositionT, frame: Fighting) -> Iterable[Family]:
        """What else a title offers in the phase; nothing by default."""
        return ()

    def stands(self, pos: PositionT, unit: UnitId) -> Hex | None:
        """The hex a unit attacks from: its own."""
        return pos.piece(unit).hex

    def may_join(self, pos: PositionT, side: str, unit: UnitId, target: Hex) -> bool:
        """Whether a unit of the side beside a hex could take part in an attack on it; by default
        each could.
        """
        return True

    def question(self, pos: PositionT, frame: Fighting) -> Question:
        """Declare an attack, or end the phase."""
        side = frame.side
        attack = Family(
            "attack",
            "Attack",
            lambda: (DeclareAttack(at) for at in self.targets(pos, side)),
            of=partial(self._attacks_of, pos, side),
            able=partial(self._able, pos, side),
            weight=8,
        )
        end = Family("end phase", self.ending, lambda: (EndPhase(),), closing=True)
        families = (attack, *self.more(pos, frame), end)
        return Question(side, self.prompt, families, self.cite(pos, Topic.DECLARE))

    def _able(self, pos: PositionT, side: str) -> frozenset[UnitId]:
        """The units that stand in hexes which could be attacked, or beside them."""
        places = {near for at in self.targets(pos, side) for near in (at, *at.neighbours())}
        return frozenset([u for u in pos.state.pieces if self.stands(pos, u) in places])

    def _attacks_of(self, pos: PositionT, side: str, unit: UnitId) -> Iterator[Action]:
        origin = self.stands(pos, unit)
        if origin is None:
            return
        is_enemy = unit in pos.enemies(origin, side)
        near = {origin} if is_enemy else {origin, *origin.neighbours()}
        for at in self.targets(pos, side):
            if at in near and (is_enemy or self.may_join(pos, side, unit, at)):
                yield DeclareAttack(at)

    def declare_objections(
        self, pos: PositionT, frame: Fighting, action: DeclareAttack
    ) -> Iterator[Objection]:
        """What forbids an attack on a hex."""
        return self.objections(pos, frame.side, action.target)

    def declare(
        self,
        pos: PositionT,
        frame: Fighting,
        action: DeclareAttack,
        transition: Transition[StateT],
    ) -> None:
        """Open the forming of the force."""
        battle = self.battle(pos, frame.side, action.target)
        rule = self.cite(pos, Topic.DECLARE)
        transition.tell("attack declared", rule, side=frame.side, to=action.target)
        transition.state = transition.state.pushed(Forming(battle))

    def end_objections(
        self, pos: PositionT, frame: Fighting, _action: EndPhase
    ) -> Iterable[Objection]:
        """What must be attacked first."""
        return self.still_due(pos, frame)

    def end(
        self,
        pos: PositionT,
        frame: Fighting,
        _action: EndPhase,
        transition: Transition[StateT],
    ) -> None:
        """End the combat phase."""
        transition.tell("combat ends", self.cite(pos, Topic.DECLARE), side=frame.side)
        self.ended(pos, transition)
        transition.state = transition.state.popped()

    def handler(self) -> Handler[StateT, PositionT, Fighting]:
        """The handler of the phase."""
        return Handler(
            Fighting,
            (
                Answer(DeclareAttack, self.declare_objections, self.declare),
                Answer(EndPhase, self.end_objections, self.end),
            ),
            question=self.question,
        )
