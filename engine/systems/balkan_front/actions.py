"""The actions that only Balkan Front has."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.actions import Action
from engine.core.state import Location
from engine.rules.politics.calls import CallNation as CallNation
from engine.systems.europa.ceasing import CeaseOperations as CeaseOperations
from engine.systems.europa.ceasing import GoOn as GoOn
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Ship(Action):
    """Carry a unit by sea from the port it is in to another port or box (BF-26B1)."""

    unit: UnitId
    target: Location


@dataclass(frozen=True, slots=True)
class Evacuate(Action):
    """Send the Greek government into exile (BF-28B1a.2)."""


ACTIONS: tuple[type[Action], ...] = (Ship, Evacuate, CallNation, CeaseOperations, GoOn)
"""These classes, for the codec."""
