"""How units move in more than one system."""

from __future__ import annotations

from engine.core.actions import Action
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move one unit; ``via`` fixes the hexes in between, else the cheapest path is taken (BF-6,
    BG 11, OG 9).
    """

    unit: UnitId
    target: Hex
    via: tuple[Hex, ...] = ()
