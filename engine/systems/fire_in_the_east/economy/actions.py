"""What a player decides about replacement points in his initial phase."""

from __future__ import annotations

from enum import StrEnum

from engine.core.actions import Action
from engine.core.state import Location
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


class Form(StrEnum):
    """How a unit comes back."""

    WHOLE = "whole"
    CADRE = "as a cadre"


@dataclass(frozen=True, slots=True)
class BuyUnit(Action):
    """Bring back an eliminated unit with replacement points; ``purse`` names the points that pay
    for it (FE-34B.3).
    """

    unit: UnitId
    target: Location
    purse: str
    form: Form = Form.WHOLE


@dataclass(frozen=True, slots=True)
class BuyStrength(Action):
    """Rebuild a cadre to full strength with replacement points (FE-34B.4)."""

    unit: UnitId
    purse: str


@dataclass(frozen=True, slots=True)
class Allot(Action):
    """Give special replacement points to a military district (FE-34B3.3)."""

    district: str
    amount: int


@dataclass(frozen=True, slots=True)
class TransferFactory(Action):
    """Send a factory to the Urals by rail (FE-31D.3)."""

    factory: str


@dataclass(frozen=True, slots=True)
class MoveCapital(Action):
    """Move the Soviet capital to a major city or to the Urals, or set it up there again
    (FE-31E.1).
    """

    target: Location


@dataclass(frozen=True, slots=True)
class WithdrawMilitia(Action):
    """Take a militia unit in a replacement city out of the game for infantry points (FE-34E1.1)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Disband(Action):
    """Take a motorized division or cadre out of the game for armor points (FE-34E4.1)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class MakeGuards(Action):
    """Make an active air unit a Guards unit (FE-27F4.1)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class TakeNightFighter(Action):
    """Take the night fighter in place of this air unit, which has come now (FE-OPT1.1)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class RaiseGuards(Action):
    """Convert a unit to Guards: a ``new`` one takes its place (FE-34E3.1)."""

    unit: UnitId
    new: UnitId


@dataclass(frozen=True, slots=True)
class WithdrawFallen(Action):
    """Take an eliminated unit out of the game, with the points that would replace it, in place of
    one that is to be withdrawn (FE-34C.2).
    """

    unit: UnitId


@dataclass(frozen=True, slots=True)
class TradeGuns(Action):
    """Make up an eliminated artillery unit of two others, which leave the game (FE-38E.1)."""

    unit: UnitId
    target: Hex
    one: UnitId
    two: UnitId


@dataclass(frozen=True, slots=True)
class Upgrade(Action):
    """Convert a rifle division to its greater strength for good (FE-34E2.1)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class ReceiveConvoy(Action):
    """Have a convoy come to a port in the Arctic (FE-35.1)."""

    target: Hex


ACTIONS: tuple[type[Action], ...] = (
    BuyUnit,
    BuyStrength,
    Allot,
    TransferFactory,
    MoveCapital,
    WithdrawMilitia,
    Disband,
    MakeGuards,
    TakeNightFighter,
    RaiseGuards,
    WithdrawFallen,
    TradeGuns,
    ReceiveConvoy,
    Upgrade,
)
"""These classes, for the codec."""
LINES: dict[type[Action], str] = {
    BuyUnit: "Replace {unit} {form} in {target}",
    BuyStrength: "Rebuild {unit}",
    TransferFactory: "Transfer the factory of {factory} to the Urals",
    WithdrawMilitia: "Withdraw {unit} for infantry points",
    Disband: "Disband {unit} for armor points",
    TakeNightFighter: "Take the night fighter in place of {air_unit}",
    MakeGuards: "Make {air_unit} a Guards air unit",
    MoveCapital: "Move the capital to {target}",
    RaiseGuards: "Raise Guards of {unit}: {new}",
    WithdrawFallen: "Withdraw {unit}, which is eliminated",
    TradeGuns: "Make up {unit} in {target} of {one} and {two}",
    Upgrade: "Upgrade {unit} to its greater strength",
    ReceiveConvoy: "Have the convoy come to {target}",
    Allot: "Give {amount} [point|points] to {district}",
}
"""Menu lines; names in braces are fields of the action."""
