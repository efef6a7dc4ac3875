"""What a player decides about resource points."""

from __future__ import annotations

from engine.core.actions import Action
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class PlacePoints(Action):
    """Place resource points of a lot that has come (FE-OBA-7, OBS-8)."""

    lot: str
    target: Hex
    amount: int = 1


@dataclass(frozen=True, slots=True)
class TakeUpPoints(Action):
    """Take up the resource points that were placed in a hex during set-up, to place them again."""

    target: Hex


@dataclass(frozen=True, slots=True)
class RaiseCapacity(Action):
    """Spend a resource point that lies in a hex on the rail capacity of a net, for this turn
    (FE-7A4.7 to 7A4.10).
    """

    net: str
    target: Hex


@dataclass(frozen=True, slots=True)
class CarryPoints(Action):
    """A unit carries so many of the resource points in its hex in this phase; 0 puts all down
    (FE-12F.6).
    """

    unit: UnitId
    amount: int


@dataclass(frozen=True, slots=True)
class RailPoints(Action):
    """Resource points go by rail from one hex to another, by strategic rail movement if ``far``
    (FE-12F.5).
    """

    origin: Hex
    target: Hex
    amount: int = 1
    far: bool = False


@dataclass(frozen=True, slots=True)
class DestroyPoints(Action):
    """Eliminate resource points of one's own (FE-12F.3)."""

    target: Hex
    amount: int = 1


@dataclass(frozen=True, slots=True)
class EmployTruck(Action):
    """Say what a truck does from now on as supply is fixed: extend lines, give supply, or neither
    (FE-12E1.2).
    """

    unit: UnitId
    duty: str


ACTIONS: tuple[type[Action], ...] = (
    PlacePoints,
    TakeUpPoints,
    RaiseCapacity,
    CarryPoints,
    RailPoints,
    DestroyPoints,
    EmployTruck,
)
"""These classes, for the codec."""
LINES: dict[type[Action], str] = {
    PlacePoints: "Place resource points in {target}: {amount}",
    TakeUpPoints: "Take up the resource points in {target}",
    RaiseCapacity: "Spend a resource point of {target} on rail capacity: {net}",
    CarryPoints: "Carry resource points with {unit}: {amount}",
    RailPoints: "Bring resource points by rail from {origin} to {target}: {amount}",
    DestroyPoints: "Eliminate resource points in {target}: {amount}",
    EmployTruck: "{unit} is to {duty}",
}
"""Menu lines; names in braces are fields of the action."""
