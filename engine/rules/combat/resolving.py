"""The die of a battle fought by odds: strengths, ledger, column, result."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Generic

from engine.core.chance import ChanceNode
from engine.core.handler import Handler, Transition
from engine.rules.combat.battles import Aftermath, BattleT, CombatRoll
from engine.rules.combat.modifiers import Ledger
from engine.rules.combat.odds import OddsTable
from engine.rules.combat.steps import PositionT, StateT


class ResolvingStep(ABC, Generic[StateT, PositionT, BattleT]):
    """The battle is rolled for on a table of odds."""

    @abstractmethod
    def table(self, pos: PositionT) -> OddsTable:
        """The table."""

    @abstractmethod
    def strengths(self, pos: PositionT, battle: BattleT) -> tuple[Fraction, Fraction]:
        """Attack and defense, before the factors of the ledger."""

    @abstractmethod
    def ledger(self, pos: PositionT, battle: BattleT) -> Ledger:
        """What bears on the attack."""

    def column(self, pos: PositionT, battle: BattleT) -> int:
        """The column that is rolled on."""
        attack, defense = self.strengths(pos, battle)
        ledger = self.ledger(pos, battle)
        return self.table(pos).column(attack * ledger.factor, defense, ledger.shift)

    def node(self, pos: PositionT, frame: CombatRoll[BattleT]) -> ChanceNode:
        """The die, with what each face would do."""
        table, column = self.table(pos), self.column(pos, frame.battle)
        faces = range(1, len(table.rows) + 1)
        meanings = tuple(table.result(column, face).id for face in faces)
        reason = f"the battle for {pos.label(frame.battle.target)}, {table.columns[column]}"
        return ChanceNode(len(table.rows), reason, table.rule, meanings)

    def rolled(
        self,
        pos: PositionT,
        frame: CombatRoll[BattleT],
        face: int,
        transition: Transition[StateT],
    ) -> None:
        """Read the result; its stages follow."""
        table, column = self.table(pos), self.column(pos, frame.battle)
        row = table.result(column, face)
        transition.tell(
            "combat result",
            table.rule,
            at=frame.battle.target,
            column=table.columns[column],
            face=face,
            code=row.id,
            effect=row.text,
        )
        transition.state = transition.state.swapped(Aftermath(frame.battle, row.id))

    def handler(self) -> Handler[StateT, PositionT, CombatRoll[BattleT]]:
        """The handler of the die."""
        return Handler(CombatRoll, chance=self.node, rolled=self.rolled)
