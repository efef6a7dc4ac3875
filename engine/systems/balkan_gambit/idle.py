"""Decisions that have only one answer are taken at once, so that nobody is asked in vain."""

from __future__ import annotations

from engine.core.state import Frame
from engine.systems.balkan_gambit.battle.aftermath import ADVANCE
from engine.systems.balkan_gambit.state.common import Work
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    AXIS,
    RESERVE,
    Advancing,
    Partisans,
    Reinforcing,
)
from engine.systems.balkan_gambit.turn.partisans import partisans_of


def close(pos: Position, frame: Frame, transition: Work) -> bool:
    """Close a frame that leaves nothing to decide; False when a player must be asked."""
    match frame:
        case Partisans():
            if partisans_of(pos, frame.side):
                return False
        case Reinforcing(side=side):
            if side != AXIS or any(
                pos.state.pieces[unit].at == RESERVE and pos.owner(unit) == side
                for unit in pos.context.optional
            ):
                return False
        case Advancing():
            if ADVANCE.anybody(pos, frame):
                return False
            ADVANCE.close(pos, frame, transition)
            return True
        case _:
            return False
    transition.state = transition.state.popped()
    return True
