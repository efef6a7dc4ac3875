"""The actions that only Boot Camp has."""

from __future__ import annotations

from typing import ClassVar

from engine.core.actions import Action, Element
from engine.frozen import dataclass
from engine.rules.air.points import Allot as Allot
from engine.rules.naval.voyages import Ship as Ship
from engine.systems.europa.scenario.ceasing import CeaseOperations as CeaseOperations
from engine.systems.europa.scenario.ceasing import GoOn as GoOn
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Drop an airborne unit from its airbase (BC-19E)."""

    element: ClassVar[Element] = Element.AIR

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Take a German unit off the map for the war in the east (BC-24E.6)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Concede(Action):
    """The side to decide gives the game up (BC-25A1.1)."""


ACTIONS: tuple[type[Action], ...] = (
    Ship,
    Drop,
    Allot,
    Withdraw,
    CeaseOperations,
    GoOn,
    Concede,
)
"""These classes, for the codec."""
