"""The game systems, one folder each; none knows another."""

from __future__ import annotations

from engine.core.system import System
from engine.systems.balkan_front import SYSTEM as _BALKAN_FRONT
from engine.systems.balkan_gambit import SYSTEM as _BALKAN_GAMBIT
from engine.systems.boot_camp import SYSTEM as _BOOT_CAMP
from engine.systems.by_hand import SYSTEM as _BY_HAND
from engine.systems.fire_in_the_east import SYSTEM as _FIRE_IN_THE_EAST
from engine.systems.operation_gertrud import SYSTEM as _OPERATION_GERTRUD

SYSTEMS: dict[str, System] = {
    system.id: system
    for system in (
        _BALKAN_GAMBIT,
        _BOOT_CAMP,
        _BY_HAND,
        _OPERATION_GERTRUD,
        _BALKAN_FRONT,
        _FIRE_IN_THE_EAST,
    )
}
"""Every system by id."""
