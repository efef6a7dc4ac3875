"""The actions that only Boot Camp has."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.actions import Action
from engine.core.state import Location
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Ship(Action):
    """Move a unit by sea from the port it stands in to a port, a box or a coast (BC-19D)."""

    unit: UnitId
    target: Location


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Drop an airborne unit from its airbase (BC-19E)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class CrossOver(Action):
    """Move a unit by land between Eastern Greece and the hex beside it (BC-24A1.3)."""

    unit: UnitId
    target: Location


@dataclass(frozen=True, slots=True)
class Allot(Action):
    """Give air points of a nation to a hex, in place of what it has there (BC-B15.1, 15.2)."""

    nation: str
    target: Hex
    bombers: int
    fighters: int


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Take a German unit off the map for the war in the east (BC-24E.6)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class CeaseOperations(Action):
    """The Axis declares that it ceases operations: the game ends (BC-25A3.1)."""


@dataclass(frozen=True, slots=True)
class GoOn(Action):
    """The war goes on."""


@dataclass(frozen=True, slots=True)
class Concede(Action):
    """The side to decide gives the game up (BC-25A1.1)."""


ACTIONS: tuple[type[Action], ...] = (
    Ship,
    Drop,
    CrossOver,
    Allot,
    Withdraw,
    CeaseOperations,
    GoOn,
    Concede,
)
"""These classes, for the codec."""
