"""What players of Europa's titles can decide in combat."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.actions import Action
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class DeclareAttack(Action):
    """Declare an attack on a hex (BF-9A.1)."""

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
class CountHalf(Action):
    """Count half-capable armour as half capable, not as neutral (BF-10E.1)."""


@dataclass(frozen=True, slots=True)
class CountNeutral(Action):
    """Count half-capable armour as neutral as far as that is best (BF-10E.1)."""


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """Take a declared attack back before it goes in."""


@dataclass(frozen=True, slots=True)
class GoIn(Action):
    """The attack is formed: on to the die."""


@dataclass(frozen=True, slots=True)
class TakeLoss(Action):
    """Choose a unit that is lost, or reduced to its cadre (BF-9C, 9E)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class RetreatTo(Action):
    """Retreat a unit, or several of one hex together, into an adjacent hex (BF-9F1)."""

    units: tuple[UnitId, ...]
    target: Hex


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Advance a unit into the cleared hex (BF-9F2)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class EndAdvance(Action):
    """No further advance."""


ACTIONS: tuple[type[Action], ...] = (
    DeclareAttack,
    AddUnit,
    AddStack,
    DropUnit,
    CountHalf,
    CountNeutral,
    CallOff,
    GoIn,
    TakeLoss,
    RetreatTo,
    Advance,
    EndAdvance,
)
"""These classes, for the codec."""

LINES: dict[type[Action], str] = {
    DeclareAttack: "Attack {target}",
    AddUnit: "Add {unit}",
    AddStack: "Add the units in {origin}",
    DropUnit: "Leave {unit} out",
    CountHalf: "Count half-capable armour as half",
    CountNeutral: "Count half-capable armour as neutral",
    CallOff: "Call the attack off",
    GoIn: "Go in",
    TakeLoss: "Lose {unit}",
    RetreatTo: "{units} to {target}",
    Advance: "{unit} advances",
    EndAdvance: "No further advance",
}
"""Menu lines; names in braces are fields of the action."""
