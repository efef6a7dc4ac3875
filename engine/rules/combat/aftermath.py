"""What a result of an odds table does, in order: losses, retreats, the advance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic

from engine.core.handler import Handler, Transition
from engine.rules.combat.battles import Aftermath, BattleT, Retreating, next_stage
from engine.rules.combat.losing import LosingStep
from engine.rules.combat.odds import OddsTable, ResultRow
from engine.rules.combat.retreating import PlainRetreat
from engine.rules.combat.steps import PositionT, StateT
from oob.model import UnitId


class AftermathStep(ABC, Generic[StateT, PositionT, BattleT]):
    """The stages of a result, automatic but for what they ask."""

    def __init__(
        self,
        losing: LosingStep[StateT, PositionT, BattleT],
        retreating: PlainRetreat[StateT, PositionT, BattleT],
    ) -> None:
        self.losing = losing
        self.retreating = retreating

    @abstractmethod
    def table(self, pos: PositionT) -> OddsTable:
        """The table whose results these are."""

    @abstractmethod
    def advance(self, pos: PositionT, battle: BattleT, transition: Transition[StateT]) -> None:
        """Let the attacker advance where he may."""

    @abstractmethod
    def concluded(self, pos: PositionT, battle: BattleT, transition: Transition[StateT]) -> None:
        """Mark who fought; the battle is over."""

    def _row(self, pos: PositionT, frame: Aftermath[BattleT]) -> ResultRow:
        return self.table(pos).row(frame.code)

    def attacker_loses(
        self, pos: PositionT, frame: Aftermath[BattleT], transition: Transition[StateT]
    ) -> None:
        """Steps of the attackers."""
        battle, steps = frame.battle, self._row(pos, frame).attacker_steps
        self.losing.demand(pos, battle, battle.side, battle.attackers, steps, transition)

    def defender_loses(
        self, pos: PositionT, frame: Aftermath[BattleT], transition: Transition[StateT]
    ) -> None:
        """Steps of the defenders."""
        battle, steps = frame.battle, self._row(pos, frame).defender_steps
        side = pos.opponent(battle.side)
        self.losing.demand(pos, battle, side, battle.defenders, steps, transition)

    def retreat(
        self, pos: PositionT, frame: Aftermath[BattleT], transition: Transition[StateT]
    ) -> None:
        """Whoever must retreat does."""
        battle, row = frame.battle, self._row(pos, frame)
        other = pos.opponent(battle.side)
        for leaves, side, units in (
            (row.attacker_retreats, battle.side, battle.attackers),
            (row.defender_retreats, other, battle.defenders),
        ):
            if leaves:
                self._withdraw(pos, battle, side, self.losing.alive(pos, units), transition)

    def _withdraw(
        self,
        pos: PositionT,
        battle: BattleT,
        side: str,
        units: tuple[UnitId, ...],
        transition: Transition[StateT],
    ) -> None:
        self.retreating.withdraw(pos, Retreating(battle, side, units), transition)

    def follow(
        self, pos: PositionT, frame: Aftermath[BattleT], transition: Transition[StateT]
    ) -> None:
        """The attacker advances, unless he had to retreat."""
        if not self._row(pos, frame).attacker_retreats:
            self.advance(pos, frame.battle, transition)

    def conclude(
        self, pos: PositionT, frame: Aftermath[BattleT], transition: Transition[StateT]
    ) -> None:
        """Close the battle."""
        self.concluded(pos, frame.battle, transition)
        rule = self.table(pos).rule
        transition.tell("battle over", rule, at=frame.battle.target)
        transition.state = transition.state.popped()

    def run(
        self, pos: PositionT, frame: Aftermath[BattleT], transition: Transition[StateT]
    ) -> None:
        """Do the next stage."""
        stages = (self.attacker_loses, self.defender_loses, self.retreat, self.follow)
        next_stage(pos, frame, transition, stages, self.conclude)

    def handler(self) -> Handler[StateT, PositionT, Aftermath[BattleT]]:
        """The handler of the stages."""
        return Handler(Aftermath, auto=self.run)
