"""The battle display: how far a battle has come, and both forces in line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from engine.core.view.display import BattleView, Combatant
from engine.rules.board.position import Played
from engine.rules.combat.battles import Battle, BattleT, InBattle, fought
from oob.model import UnitId

PositionT = TypeVar("PositionT", bound=Played)


def battle_view(
    pos: PositionT,
    kind: type[BattleT],
    *,
    steps: tuple[str, ...],
    step_of: Mapping[type[InBattle[BattleT]], int],
    line_up: Callable[[PositionT, InBattle[BattleT], tuple[UnitId, ...]], tuple[Combatant, ...]],
    told: Callable[[PositionT, InBattle[BattleT]], tuple[str, ...]],
) -> BattleView | None:
    """The battle being fought, None when there is none.

    ``steps`` are the names of its steps, ``step_of`` the one each decision belongs to. ``line_up``
    shows units of one side, ``told`` says what has happened or would.
    """
    frame = fought(pos.state, kind)
    if frame is None:
        return None
    battle: Battle = frame.battle
    return BattleView(
        title=f"Battle for {pos.label(battle.target)}",
        at=battle.target,
        origin=None,
        steps=steps,
        step=step_of[type(frame)],
        attackers=line_up(pos, frame, battle.attackers),
        defenders=line_up(pos, frame, battle.defenders),
        shots=told(pos, frame),
    )
