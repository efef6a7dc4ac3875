"""Decisions that have only one answer are taken at once, so that nobody is asked in vain."""

from __future__ import annotations

from engine.core.state import Frame
from engine.systems.balkan_gambit.actions import Advance
from engine.systems.balkan_gambit.aftermath import advance_objections, finish
from engine.systems.balkan_gambit.common import Work
from engine.systems.balkan_gambit.partisans import partisans_of
from engine.systems.balkan_gambit.position import Position
from engine.systems.balkan_gambit.records import AXIS, RESERVE, Advancing, Partisans, Reinforcing


def close(pos: Position, frame: Frame, doing: Work) -> bool:
    """Close a frame that leaves nothing to decide; False when a player must be asked."""
    match frame:
        case Partisans():
            if partisans_of(pos, frame.side):
                return False
        case Reinforcing(side=side):
            if side != AXIS or any(
                pos.state.pieces[unit].at == RESERVE and pos.owner(unit) == side
                for unit in pos.table.optional
            ):
                return False
        case Advancing():
            if any(
                not any(True for _ in advance_objections(pos, frame, Advance(unit)))
                for unit in frame.battle.attackers
            ):
                return False
            doing.state = doing.state.popped()
            finish(pos.table, doing, frame.battle)
            return True
        case _:
            return False
    doing.state = doing.state.popped()
    return True
