"""The actions of set-up that more than one system has."""

from __future__ import annotations

from engine.core.actions import Action
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class PlaceUnit(Action):
    """Set up a unit in a hex (BG 3.1, OG 3.0)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class UseRecommended(Action):
    """Set up all units that still wait, in recommended or sensible hexes."""


@dataclass(frozen=True, slots=True)
class FinishSetUp(Action):
    """End a side's set-up."""
