"""What a window shows of a battle."""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.view.display import BattleView
from engine.systems.balkan_gambit import actions as do
from oob.model import UnitId
from tests.engine.systems.balkan_gambit.desk import Desk

B5, G297 = "british-5", "german-297"


def shown(desk: Desk) -> BattleView:
    view = desk.rules.battle(desk.state)
    assert view is not None
    return view


def test_a_force_that_is_being_formed_hits_as_it_will() -> None:
    """(BG 9.5) Units out of supply were shown as if in supply until the fire began."""
    desk = Desk()
    start, middle, _ = desk.row()
    desk.put(start, B5).put(middle, G297)
    forming: list[Action] = [do.DeclareAttack(start, middle), do.AddUnit(UnitId(B5))]
    desk.do(*forming)
    before = shown(desk)
    desk.do(do.Resolve())
    after = shown(desk)
    hits = [(view.attackers[0].to_hit, view.defenders[0].to_hit) for view in (before, after)]
    assert hits[0] == hits[1]
    assert {line.rule for line in before.attackers[0].ledger} >= {"BG-9.5b"}
