"""What a sensible player of Balkan Gambit would do, decision by decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.state import Frame
from engine.core.system import Advice
from engine.systems.balkan_gambit.advice.setting_up import set_up
from engine.systems.balkan_gambit.position import Position
from engine.systems.balkan_gambit.records import SettingUp

Adviser = Callable[[Position, Any], Advice | None]

ADVISERS: Mapping[type[Frame], Adviser] = {SettingUp: set_up}
"""Who knows about each kind of open decision."""


def advise(pos: Position) -> Advice | None:
    """What to do at the open decision; None when there is nothing better than to go on."""
    adviser = ADVISERS.get(type(pos.state.top))
    return adviser(pos, pos.state.top) if adviser else None
