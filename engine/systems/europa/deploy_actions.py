"""The actions of set-up."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.actions import Action
from engine.core.state import Location
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class PlaceUnit(Action):
    """Set a unit up in a hex or box its place allows."""

    unit: UnitId
    target: Location


@dataclass(frozen=True, slots=True)
class UseRecommended(Action):
    """Set up all units that still wait, sensibly."""


@dataclass(frozen=True, slots=True)
class FinishSetUp(Action):
    """A side has set up."""


ACTIONS: tuple[type[Action], ...] = (PlaceUnit, UseRecommended, FinishSetUp)
"""These classes, for the codec."""
