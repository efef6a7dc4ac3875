"""What holds now, so that actions are on or off."""

from __future__ import annotations

from qtapp.actions import When
from qtapp.bridge import GameBridge
from qtapp.edit_desk import EditDesk
from qtapp.selection import Selection
from qtapp.workers.automatic import AutomaticPlayer


def holding(
    bridge: GameBridge, selection: Selection, desk: EditDesk, robot: AutomaticPlayer
) -> set[When]:
    """Every condition of the action table that holds."""
    if not bridge.is_open:
        return set()
    held = {When.GAME}
    if desk.is_active:
        held.add(When.EDIT)
        return held | _if(desk.can_undo, When.UNDO) | _if(desk.can_redo, When.REDO)
    held.add(When.PLAY)
    log, view = bridge.game.log, bridge.view
    held |= _if(robot.is_busy, When.BOT_BUSY) | _if(view.chance is not None, When.DIE)
    held |= _if(any(node.is_die for node in log.line()), When.ROLLED)
    held |= _if(log.undo_target() is not None, When.UNDO)
    held |= _if(log.redo_target() is not None, When.REDO)
    if bridge.player_decides:
        held.add(When.DECIDE)
        held |= _if(not robot.is_busy, When.BOT_IDLE) | _if(selection.unit is not None, When.UNIT)
        held |= _if(bool(bridge.offers.closing()), When.CLOSING)
    return held


def _if(holds: bool, when: When) -> set[When]:
    return {when} if holds else set()
