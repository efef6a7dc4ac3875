"""What a sensible player of Balkan Gambit would do, decision by decision.

Everything here is a pure function of the position: the same position gets the same advice.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice
from engine.systems.balkan_gambit.advice import (
    bands,
    commanding,
    fighting,
    marching,
    reserves,
    setting_up,
    striking,
)
from engine.systems.balkan_gambit.advice.outlook import Outlook
from engine.systems.balkan_gambit.state.records import (
    Advancing,
    Barrage,
    BreakOffCall,
    Commanding,
    DefenderTac,
    DefensiveFire,
    Displacing,
    Forming,
    Moving,
    OffensiveFire,
    Overstacked,
    Partisans,
    PortChoice,
    Reinforcing,
    RetreatCall,
    Retreating,
    SettingUp,
)


def _moving(look: Outlook, frame: Moving) -> Advice | None:
    return bands.band_move(look, frame) or marching.moving(look, frame)


ADVISERS: Mapping[type[Frame], Adviser] = {
    SettingUp: setting_up.set_up,
    Partisans: bands.segment,
    Reinforcing: reserves.reinforcing,
    Commanding: commanding.commanding,
    Moving: _moving,
    PortChoice: marching.port,
    Forming: striking.forming,
    DefenderTac: fighting.defending_tac,
    Barrage: fighting.firing,
    DefensiveFire: fighting.firing,
    OffensiveFire: fighting.firing,
    BreakOffCall: fighting.breaking_off,
    RetreatCall: fighting.giving_ground,
    Retreating: marching.retreating,
    Advancing: marching.advancing,
    Displacing: bands.displacing,
    Overstacked: fighting.thinning,
}
"""Who knows about each kind of open decision."""

__all__ = ["ADVISERS", "Outlook"]
