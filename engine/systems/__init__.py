"""The game systems, one folder each; none knows another."""

from __future__ import annotations

from engine.core.system import System
from engine.systems.balkan_gambit import SYSTEM as _BALKAN_GAMBIT

SYSTEMS: dict[str, System] = {_BALKAN_GAMBIT.id: _BALKAN_GAMBIT}
"""Every system by id."""
