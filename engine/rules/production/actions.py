"""How players bring strength back in more than one system."""

from __future__ import annotations

from engine.core.actions import Action
from engine.frozen import dataclass
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Restore(Action):
    """Bring a reduced unit back to full strength (BG 8.2, OG 10.2)."""

    unit: UnitId
