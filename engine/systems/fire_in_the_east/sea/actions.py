"""What is decided about ships."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.core.actions import Action, Element
from engine.core.state import Location
from engine.frozen import dataclass
from engine.rules.naval.voyages import Ship
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class MoorShip(Action):
    """Have a ship begin in a port (FE-OBS-11)."""

    ship: str
    target: Hex


@dataclass(frozen=True, slots=True)
class FinishMooring(Action):
    """The fleet begins where it lies."""


@dataclass(frozen=True, slots=True)
class SailShip(Action):
    """Move a ship from where it is to another hex of its sea zone; in a port of its own it puts in
    unless it is to ``stay_out`` (FE-28B1.1, 28B.1).
    """

    element: ClassVar[Element] = Element.SEA

    ship: str
    origin: Hex
    target: Hex
    stay_out: bool = False


@dataclass(frozen=True, slots=True)
class SailAlong(Action):
    """Have a ship sail with another one whose voyage from its hex has been declared, by the same
    way (FE-OPT4.5).
    """

    element: ClassVar[Element] = Element.SEA

    ship: str
    leader: str


@dataclass(frozen=True, slots=True)
class AnswerSea(Action):
    """All movement in a sea zone is declared: the enemy's air units bomb whom they find there
    (FE-OPT4.5).
    """

    zone: str


@dataclass(frozen=True, slots=True)
class RunToPort(Action):
    """Have craft that were hit at sea run to a port, with what they carry (FE-OPT4.4)."""

    target: Hex


@dataclass(frozen=True, slots=True)
class AimShip(Action):
    """Have a ship support a hex in a combat phase of the enemy (FE-28B2.5)."""

    ship: str
    target: Hex


@dataclass(frozen=True, slots=True)
class FinishAiming(Action):
    """All ships have their hexes."""


@dataclass(frozen=True, slots=True)
class FireShip(Action):
    """Have a ship fire into the attack that is formed (FE-28B2.2)."""

    ship: str


@dataclass(frozen=True, slots=True)
class Embark(Action):
    """Put a unit aboard a ship, or aboard two that then move together; it sails when they do
    (FE-28C2.2).
    """

    element: ClassVar[Element] = Element.SEA

    unit: UnitId
    ship: str
    second: str = ""

    def taken_back_by(self) -> Action:
        """Going off the ship again."""
        return Disembark(self.unit)


@dataclass(frozen=True, slots=True)
class Disembark(Action):
    """Take a unit off its ship that has not sailed with it."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class LoadPoints(Action):
    """Have so many resource points aboard a ship; 0 takes all off (FE-28C2.2)."""

    ship: str
    amount: int


@dataclass(frozen=True, slots=True)
class ShipSupplies(Action):
    """Have a ship land supplies in a hex (FE-28D.1)."""

    element: ClassVar[Element] = Element.SEA

    ship: str
    target: Hex


@dataclass(frozen=True, slots=True)
class CarrySupplies(Action):
    """Carry supplies to a port by the naval transport of the Axis (FE-28D.4)."""

    element: ClassVar[Element] = Element.SEA

    target: Hex


@dataclass(frozen=True, slots=True)
class ShipPoints(Action):
    """Carry resource points by the naval transport of the Axis from a port to another, or to and
    from its ports off the map (FE-28C2.5, 28C2.6).
    """

    element: ClassVar[Element] = Element.SEA

    origin: Location
    target: Location
    amount: int = 1


@dataclass(frozen=True, slots=True)
class KeepPoints(Action):
    """Keep resource points of a lot that has come in the ports off the map (FE-34A1.1)."""

    lot: str
    amount: int = 1


@dataclass(frozen=True, slots=True)
class RepairShip(Action):
    """Spend a repair point on a ship in port (FE-28F.2)."""

    ship: str


@dataclass(frozen=True, slots=True)
class ReplaceShip(Action):
    """Spend repair points to have a sunk ship again in a port (FE-28F.3)."""

    ship: str
    target: Hex


ACTIONS: tuple[type[Action], ...] = (
    MoorShip,
    FinishMooring,
    SailShip,
    SailAlong,
    AnswerSea,
    RunToPort,
    Embark,
    Disembark,
    LoadPoints,
    ShipSupplies,
    CarrySupplies,
    ShipPoints,
    KeepPoints,
    RepairShip,
    ReplaceShip,
    Ship,
    AimShip,
    FinishAiming,
    FireShip,
)
"""These classes, for the codec."""
LINES: dict[type[Action], str] = {
    MoorShip: "Have {ship} begin in {target}",
    FinishMooring: "The fleet begins where it lies",
    SailShip: "Sail {ship} from {origin} to {target}",
    SailAlong: "Sail {ship} together with {leader}",
    AnswerSea: "All movement in the {zone} is declared",
    RunToPort: "Run to the port of {target}",
    Embark: "Put {unit} aboard {ship}{second: and }",
    Disembark: "Take {unit} off its ship",
    LoadPoints: "Load resource points on {ship}: {amount}",
    ShipSupplies: "Have {ship} land supplies in {target}",
    CarrySupplies: "Carry supplies by sea to {target}",
    ShipPoints: "Bring resource points by sea from {origin} to {target}: {amount}",
    KeepPoints: "Keep {amount} [resource point|resource points] off the map",
    RepairShip: "Repair {ship}",
    ReplaceShip: "Replace {ship} in {target}",
    Ship: "Move {unit} by sea to {target}",
    AimShip: "Have {ship} support {target}",
    FinishAiming: "All ships have their hexes",
    FireShip: "Have {ship} fire",
}
"""Menu lines; names in braces are fields of the action."""
PUTTING_IN: dict[type[Action], str] = {SailShip: "Put {ship} into the port of {target}"}
PUTTING_OUT: dict[type[Action], str] = {SailShip: "Take {ship} out of the port of {target}"}
"""The same for a ship in the hex of a port that goes nowhere else."""


def lines_of(action: Action, lines: Mapping[type[Action], str]) -> Mapping[type[Action], str]:
    """The menu lines that hold an action: those of all, or of a ship that stays in its hex."""
    if not isinstance(action, SailShip) or action.origin != action.target:
        return lines
    return PUTTING_OUT if action.stay_out else PUTTING_IN
