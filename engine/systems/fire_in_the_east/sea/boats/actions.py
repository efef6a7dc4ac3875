"""What is decided about river flotillas."""

from __future__ import annotations

from typing import ClassVar

from engine.core.actions import Action, Element
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class SteerBoat(Action):
    """Move a river flotilla from where it is to another hex, with who is aboard (FE-28E.2)."""

    element: ClassVar[Element] = Element.SEA

    boat: str
    origin: Hex
    target: Hex


@dataclass(frozen=True, slots=True)
class BoardBoat(Action):
    """Put a unit aboard a river flotilla in its hex (FE-28E.9)."""

    element: ClassVar[Element] = Element.SEA

    unit: UnitId
    boat: str

    def taken_back_by(self) -> Action:
        """Going off again."""
        return LeaveBoat(self.unit)


@dataclass(frozen=True, slots=True)
class LeaveBoat(Action):
    """Take a unit off its river flotilla where it is."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class StowPoints(Action):
    """Have so many resource points aboard a river flotilla; 0 takes all off (FE-28E.9)."""

    boat: str
    amount: int


@dataclass(frozen=True, slots=True)
class OpenLake(Action):
    """Have a river flotilla open the lake hexside to another hex for this movement phase and the
    combat phase after it (FE-28E.10).
    """

    boat: str
    target: Hex


@dataclass(frozen=True, slots=True)
class FloatSupplies(Action):
    """Have a river flotilla fetch supplies and bring them to a hex (FE-28E.11)."""

    element: ClassVar[Element] = Element.SEA

    boat: str
    target: Hex


@dataclass(frozen=True, slots=True)
class GiveWay(Action):
    """Have a river flotilla give way to enemies in its hex (FE-28E.3)."""

    target: Hex


@dataclass(frozen=True, slots=True)
class RepairBoats(Action):
    """Spend a repair point on a damaged river flotilla, or on two (FE-28F.4)."""

    boat: str
    second: str = ""


@dataclass(frozen=True, slots=True)
class ReplaceBoat(Action):
    """Spend repair points to have a lost river flotilla again in a city (FE-28F.4)."""

    boat: str
    target: Hex


ACTIONS: tuple[type[Action], ...] = (
    SteerBoat,
    BoardBoat,
    LeaveBoat,
    StowPoints,
    OpenLake,
    FloatSupplies,
    GiveWay,
    RepairBoats,
    ReplaceBoat,
)
"""These classes, for the codec."""
LINES: dict[type[Action], str] = {
    SteerBoat: "Steer {boat} from {origin} to {target}",
    BoardBoat: "Put {unit} aboard {boat}",
    LeaveBoat: "Take {unit} off its flotilla",
    StowPoints: "Load resource points on {boat}: {amount}",
    OpenLake: "Have {boat} open the lake to {target}",
    FloatSupplies: "Have {boat} bring supplies to {target}",
    GiveWay: "Give way to {target}",
    RepairBoats: "Repair {boat}{second: and }",
    ReplaceBoat: "Replace {boat} in {target}",
}
"""Menu lines; names in braces are fields of the action."""
