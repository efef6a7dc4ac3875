"""The automatic player of Operation Gertrud: what a sensible player would do, decision by decision.

Everything here is a pure function of the position: the same position gets the same advice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.actions import Action
from engine.core.state import Frame
from engine.core.system import Advice
from engine.systems.operation_gertrud.advice import (
    arriving,
    fighting,
    marching,
    sorties,
    special,
)
from engine.systems.operation_gertrud.advice.outlook import Outlook
from engine.systems.operation_gertrud.battles import (
    Advancing,
    AirCall,
    AirUltra,
    Forming,
    LeaveCall,
    Losing,
    MissionCost,
    NavalCall,
    Retreating,
    UltraCall,
)
from engine.systems.operation_gertrud.position import Position
from engine.systems.operation_gertrud.records import (
    Fighting,
    Intercepting,
    Interdicting,
    Moving,
    Replacing,
    SettingUp,
    Supplying,
)

Adviser = Callable[[Outlook, Any], Advice | None]

ADVISERS: Mapping[type[Frame], Adviser] = {
    SettingUp: arriving.set_up,
    Replacing: arriving.replacing,
    Interdicting: sorties.interdicting,
    Intercepting: sorties.intercepting,
    Supplying: sorties.supplying,
    Moving: marching.moving,
    MissionCost: special.paying,
    Fighting: fighting.fighting,
    Forming: fighting.forming,
    NavalCall: fighting.naval_call,
    AirCall: fighting.air_call,
    AirUltra: fighting.air_ultra,
    UltraCall: fighting.ultra_call,
    Losing: fighting.losing,
    LeaveCall: fighting.leaving,
    Retreating: fighting.retreating,
    Advancing: fighting.advancing,
}
"""Who knows about each kind of open decision."""


def advise(pos: Position, side: str, allowed: Callable[[Action], bool]) -> Advice | None:
    """What a side should do at the open decision; None when there is nothing better than to go on.

    ``allowed`` says whether an action is legal now.
    """
    adviser = ADVISERS.get(type(pos.state.top))
    return adviser(Outlook(pos, side, allowed), pos.state.top) if adviser else None
