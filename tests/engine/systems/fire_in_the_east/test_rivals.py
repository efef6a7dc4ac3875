"""Hungarians keep away from Rumanians and Slovaks."""

from __future__ import annotations

from engine.systems.europa.actions import EndPhase
from engine.systems.europa.movement.move_actions import Move
from engine.systems.europa.movement.reach import march
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import AXIS, FOOT, WholeFront

HUNGARIANS = UnitId("hungarian-1-motorized-x")
RUMANIANS = UnitId("rumanian-5-infantry-xx")
SLOVAKS = UnitId("slovakian-1-infantry-xx")


def test_rivals_neither_stack_nor_attack_together() -> None:
    """[FE-32A.2] Hungarians with Rumanians or Slovaks; Germans go with either."""
    game = WholeFront().put("3B:1015", str(HUNGARIANS)).put("3B:1016", str(RUMANIANS))
    pos = game.pos
    at = game.at("3B:1015")
    assert not pos.fits(at, (RUMANIANS,)) and not pos.fits(at, (SLOVAKS,))
    assert pos.tight(AXIS, at) and pos.fits(at, (UnitId(FOOT),))
    barred = pos.bars_joint_attack(RUMANIANS, (UnitId(FOOT), HUNGARIANS))
    assert barred is not None and barred.rule == "FE-32A.2"
    assert pos.bars_joint_attack(RUMANIANS, (UnitId(FOOT),)) is None
    game.do(Move(RUMANIANS, at))
    assert game.pos.overstacked(AXIS) == (at,) and game.objections(EndPhase()) == ["FE-8B.1"]


def test_nobody_joins_rivals_who_stay_and_those_who_cannot_part_are_thinned_out() -> None:
    """[FE-32A.2] (FE 8B) As in any stack that is too large: who cannot move on is counted, and the
    weakest of those who are left together as the phase ends is eliminated.
    """
    game = WholeFront().put("3B:1015", str(HUNGARIANS)).put("3B:1016", str(RUMANIANS))
    at, spent = game.at("3B:1015"), {HUNGARIANS: 99}
    game.having(spent=spent)
    assert game.objections(Move(RUMANIANS, at)) == []
    game.do(Move(RUMANIANS, at))
    game.having(spent={**spent, RUMANIANS: 99})
    assert game.pos.overstacked(AXIS) == (at,) and game.objections(EndPhase()) == []
    game.do(EndPhase())
    assert [unit for unit in (HUNGARIANS, RUMANIANS) if game.pos.piece(unit).at == at] == [
        RUMANIANS
    ]
    game = WholeFront().put("3B:1015", str(HUNGARIANS)).put("3B:1016", str(RUMANIANS))
    least = march(game.pos, RUMANIANS).reach.cost[at]
    whole = game.pos.allowance(RUMANIANS)
    game.having(spent={HUNGARIANS: 99, RUMANIANS: whole - least})
    assert game.objections(Move(RUMANIANS, at)) == ["FE-8B.1"]
