"""The actions that only Balkan Front has."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.actions import Action
from engine.rules.naval.voyages import Ship as Ship
from engine.rules.politics.calls import CallNation as CallNation
from engine.systems.europa.ceasing import CeaseOperations as CeaseOperations
from engine.systems.europa.ceasing import GoOn as GoOn


@dataclass(frozen=True, slots=True)
class Evacuate(Action):
    """Send the Greek government into exile (BF-28B1a.2)."""


ACTIONS: tuple[type[Action], ...] = (Ship, Evacuate, CallNation, CeaseOperations, GoOn)
"""These classes, for the codec."""
