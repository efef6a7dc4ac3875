"""The automatic player of Operation Gertrud: what a sensible player would do, decision by decision.

Everything here is a pure function of the position: the same position gets the same advice.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.systems.operation_gertrud.advice import (
    arriving,
    fighting,
    marching,
    sorties,
    special,
)
from engine.systems.operation_gertrud.advice.outlook import Outlook
from engine.systems.operation_gertrud.battle.battles import (
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
from engine.systems.operation_gertrud.state.records import (
    Fighting,
    Intercepting,
    Interdicting,
    Moving,
    Replacing,
    SettingUp,
    Supplying,
)

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

__all__ = ["ADVISERS", "Outlook"]
