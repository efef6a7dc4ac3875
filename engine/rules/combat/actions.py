"""What players decide in combat in more than one system; a title adds its own and their words."""

from __future__ import annotations

from engine.core.actions import Action
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class DeclareAttack(Action):
    """Declare an attack on a hex (BF-9A.1, OG 11.0)."""

    target: Hex


@dataclass(frozen=True, slots=True)
class AddUnit(Action):
    """Add a unit to the attack being formed."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class AddStack(Action):
    """Add the units of a hex that can still join the attack, as many as may."""

    origin: Hex


@dataclass(frozen=True, slots=True)
class DropUnit(Action):
    """Take a unit out of the attack being formed."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """Take a declared attack back before it goes in (OG 11.0)."""


@dataclass(frozen=True, slots=True)
class GoIn(Action):
    """The attack is formed: on to support and the die."""


@dataclass(frozen=True, slots=True)
class TakeLoss(Action):
    """Choose a unit of one's own that loses a step, or is lost (BF-9C, 9E, OG 2.7)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class RetreatTo(Action):
    """Retreat a unit, or several of one hex together, into an adjacent hex (BF-9F1, BG 12.8, OG
    11.1).
    """

    units: tuple[UnitId, ...]
    target: Hex


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Advance a victorious unit into the hex left empty (BF-9F2, BG 12.7, OG 11.3). Logs of older
    games do not name it.
    """

    unit: UnitId
    target: Hex | None = None


@dataclass(frozen=True, slots=True)
class EndAdvance(Action):
    """No further advance."""


FORMING: tuple[type[Action], ...] = (DeclareAttack, AddUnit, AddStack, CallOff, GoIn)
"""Declaring and forming, for the codec."""
AFTER: tuple[type[Action], ...] = (TakeLoss, RetreatTo, Advance, EndAdvance)
"""What follows a result, for the codec."""

LINES: dict[type[Action], str] = {
    DeclareAttack: "Attack {target}",
    AddUnit: "Add {unit}",
    DropUnit: "Leave {unit} out",
    CallOff: "Call the attack off",
    GoIn: "Go in",
    RetreatTo: "Retreat {units} to {target}",
    Advance: "Advance {unit}",
    EndAdvance: "End the advance",
}
"""Menu lines; names in braces are fields of the action."""
