"""What steps of plain titles have in common."""

from __future__ import annotations

from engine.rules.combat.odds import OddsTable
from engine.rules.combat.steps import Topic
from engine.rules.plain.position import PlainPosition, Work


class Plain:
    """A mixin of steps: combat rests on the rule of its table."""

    def cite(self, pos: PlainPosition, _topic: Topic) -> str:
        """The rule of the table."""
        return pos.charts.combat.rule

    def table(self, pos: PlainPosition) -> OddsTable:
        """The combat results table."""
        return pos.charts.combat

    def now(self, pos: PlainPosition, transition: Work) -> PlainPosition:
        """The position of a step in the making."""
        return pos.after(transition)
