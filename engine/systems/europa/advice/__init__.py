"""The automatic player of Europa's titles: what a sensible player would do, decision by decision.

Everything here is a pure function of the position: the same position gets the same advice. Titles
add the decisions that only they have.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.systems.europa.advice import fighting, marching, overrunning, preparing
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.combat.battles import (
    Advancing,
    ArmorCall,
    Forming,
    Losing,
    Retreating,
)
from engine.systems.europa.movement.overruns import Overrunning, Pursuing
from engine.systems.europa.state.records import Fighting, Initial, Moving, SettingUp

ADVISERS: Mapping[type[Frame], Adviser] = {
    SettingUp: preparing.set_up,
    Initial: preparing.initial,
    Moving: marching.moving,
    Overrunning: overrunning.gathering,
    Pursuing: overrunning.pursuing,
    Fighting: fighting.fighting,
    Forming: fighting.forming,
    ArmorCall: fighting.armor_call,
    Losing: fighting.losing,
    Retreating: fighting.retreating,
    Advancing: fighting.advancing,
}
"""Who knows about each kind of open decision that all titles have."""

__all__ = ["ADVISERS", "Outlook"]
