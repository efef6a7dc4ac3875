"""The actions that only Balkan Front has."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.actions import Action
from engine.core.state import Location
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Ship(Action):
    """Carry a unit by sea from the port it stands in to another port or box (BF-26B1)."""

    unit: UnitId
    target: Location


@dataclass(frozen=True, slots=True)
class Evacuate(Action):
    """Send the Greek government into exile (BF-28B1a.2)."""


@dataclass(frozen=True, slots=True)
class CeaseOperations(Action):
    """The Axis declares that it ceases operations: the game ends (BF-31A)."""


@dataclass(frozen=True, slots=True)
class GoOn(Action):
    """The war goes on."""


ACTIONS: tuple[type[Action], ...] = (Ship, Evacuate, CeaseOperations, GoOn)
"""These classes, for the codec."""
