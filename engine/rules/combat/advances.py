"""Who lives through a battle, and who may follow up: shared by systems."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from engine.core.state import State
from oob.model import UnitId


class Follow(StrEnum):
    """Which attackers may enter a hex that its defenders have left."""

    ANY = "any"
    """All who took part (BG 12.7, OG 11.3)."""
    ARMOR = "armor"
    """Armor alone, after a retreat (OG 11.4)."""


def survivors(state: State, units: tuple[UnitId, ...], dead: str) -> tuple[UnitId, ...]:
    """Those of the units that are not in the dead pile, whose box id is ``dead``."""
    return tuple(unit for unit in units if state.pieces[unit].at != dead)


def followers(
    units: tuple[UnitId, ...], follow: Follow, armored: Callable[[UnitId], bool]
) -> tuple[UnitId, ...]:
    """Those of the surviving attackers that may advance."""
    return units if follow is Follow.ANY else tuple(unit for unit in units if armored(unit))
