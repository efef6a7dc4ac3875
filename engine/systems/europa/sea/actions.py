"""The actions of the sea."""

from __future__ import annotations

from typing import ClassVar

from engine.core.actions import Action, Element
from engine.core.state import Location
from engine.frozen import dataclass
from engine.rules.naval.voyages import Ship as Ship
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class ShipOverBeach(Action):
    """Carry a unit by sea over the beaches of ports, which are spared for others (BF-26A4.2)."""

    element: ClassVar[Element] = Element.SEA

    unit: UnitId
    target: Location


@dataclass(frozen=True, slots=True)
class ShipSupply(Action):
    """Carry a regimental equivalent of supply by sea (BF-26B3)."""

    element: ClassVar[Element] = Element.SEA

    origin: Location
    target: Hex


@dataclass(frozen=True, slots=True)
class DeclareZone(Action):
    """Declare a zone of naval interdiction (BF-26C.1)."""

    element: ClassVar[Element] = Element.SEA

    zone: str


@dataclass(frozen=True, slots=True)
class CallShips(Action):
    """Use the emergency ships in this player turn (BF-26B.7)."""


@dataclass(frozen=True, slots=True)
class PlanLanding(Action):
    """Plan a unit's amphibious landing on the next turn (BF-26B2.8)."""

    element: ClassVar[Element] = Element.SEA

    unit: UnitId
    target: Hex

    def taken_back_by(self) -> Action:
        """Giving the landing up."""
        return CancelLanding(self.unit)


@dataclass(frozen=True, slots=True)
class CancelLanding(Action):
    """Give up a planned landing (BF-25C.3)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class LandAmphibiously(Action):
    """Land a unit on an enemy beach, as planned (BF-26B2)."""

    element: ClassVar[Element] = Element.SEA

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class AbandonEquipment(Action):
    """Evacuate a unit from a beach without its heavy equipment (BF-32A6)."""

    unit: UnitId


ACTIONS: tuple[type[Action], ...] = (
    Ship,
    ShipOverBeach,
    ShipSupply,
    DeclareZone,
    CallShips,
    PlanLanding,
    CancelLanding,
    LandAmphibiously,
    AbandonEquipment,
)
"""These classes, for the codec."""
LINES: dict[type[Action], str] = {
    Ship: "Move {unit} by sea to {target}",
    ShipOverBeach: "Move {unit} by sea over the beaches to {target}",
    ShipSupply: "Carry supplies by sea from {origin} to {target}",
    DeclareZone: "Interdict the sea: {zone} zone",
    CallShips: "Use the emergency ships",
    PlanLanding: "Plan to land {unit} at {target}",
    CancelLanding: "Cancel the landing of {unit}",
    LandAmphibiously: "Land {unit} on the beach of {target}",
    AbandonEquipment: "Evacuate {unit} without its heavy equipment",
}
"""Menu lines; names in braces are fields of the action."""
