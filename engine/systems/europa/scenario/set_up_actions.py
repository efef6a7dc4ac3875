"""The actions of set-up."""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.state import Location
from engine.frozen import dataclass
from engine.rules.set_up.actions import FinishSetUp as FinishSetUp
from engine.rules.set_up.actions import UseRecommended as UseRecommended
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class PlaceUnit(Action):
    """Set a unit up in a hex or box its place allows."""

    unit: UnitId
    target: Location


ACTIONS: tuple[type[Action], ...] = (PlaceUnit, UseRecommended, FinishSetUp)
"""These classes, for the codec."""
