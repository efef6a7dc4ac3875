"""The actions of air transport."""

from __future__ import annotations

from typing import ClassVar

from engine.core.actions import Action, Element
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Load(Action):
    """Load a ground unit aboard a transport on the airbase where both are (BF-20E.3)."""

    element: ClassVar[Element] = Element.AIR

    unit: UnitId
    air_unit: str


@dataclass(frozen=True, slots=True)
class LoadSupplies(Action):
    """Load supplies aboard a transport, as much as it carries (BF-20E.4)."""

    element: ClassVar[Element] = Element.AIR

    air_unit: str


@dataclass(frozen=True, slots=True)
class LoadFreight(Action):
    """Load resource points of its airbase aboard a transport (FE-20E.2)."""

    element: ClassVar[Element] = Element.AIR

    air_unit: str
    amount: int


@dataclass(frozen=True, slots=True)
class Tow(Action):
    """Take a glider on the same base in tow (BF-24C.1)."""

    element: ClassVar[Element] = Element.AIR

    air_unit: str
    glider: str


@dataclass(frozen=True, slots=True)
class Unload(Action):
    """Unload a transport that has not taken off, and release its glider."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class PlanDrop(Action):
    """Plan the air drop of a unit for the next turn (BF-25C.1)."""

    element: ClassVar[Element] = Element.AIR

    unit: UnitId
    target: Hex

    def taken_back_by(self) -> Action:
        """Giving the drop up."""
        return CancelDrop(self.unit)


@dataclass(frozen=True, slots=True)
class CancelDrop(Action):
    """Give up a planned air drop (BF-25C.3)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class TryBridge(Action):
    """Try with a unit that has dropped to seize the bridge to a hex (BF-32C.12)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class LeaveBridges(Action):
    """Try to seize no bridge with a unit that has dropped."""

    unit: UnitId


ACTIONS: tuple[type[Action], ...] = (
    Load,
    LoadSupplies,
    LoadFreight,
    Tow,
    Unload,
    PlanDrop,
    CancelDrop,
    TryBridge,
    LeaveBridges,
)
"""These classes, for the codec."""
LINES: dict[type[Action], str] = {
    Load: "Load {unit} aboard {air_unit}",
    LoadSupplies: "Load supplies aboard {air_unit}",
    LoadFreight: "Load resource points aboard {air_unit}: {amount}",
    Tow: "Tow {glider} with {air_unit}",
    Unload: "Unload {air_unit}",
    PlanDrop: "Plan to drop {unit} on {target}",
    CancelDrop: "Cancel the drop of {unit}",
    TryBridge: "Seize the bridge to {target} with {unit}",
    LeaveBridges: "Seize no bridge with {unit}",
}
"""Menu lines; names in braces are fields of the action."""
