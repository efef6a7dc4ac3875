"""What players of Europa's titles can decide in combat."""

from __future__ import annotations

from engine.core.actions import Action
from engine.frozen import dataclass
from engine.rules.combat import actions as combat
from engine.rules.combat.actions import AddStack as AddStack
from engine.rules.combat.actions import AddUnit as AddUnit
from engine.rules.combat.actions import Advance as Advance
from engine.rules.combat.actions import CallOff as CallOff
from engine.rules.combat.actions import DeclareAttack as DeclareAttack
from engine.rules.combat.actions import DropUnit as DropUnit
from engine.rules.combat.actions import EndAdvance as EndAdvance
from engine.rules.combat.actions import GoIn as GoIn
from engine.rules.combat.actions import RetreatTo as RetreatTo
from engine.rules.combat.actions import TakeLoss as TakeLoss


@dataclass(frozen=True, slots=True)
class CountHalf(Action):
    """Count half-capable armour as half capable, not as neutral (BF-10E.1)."""


@dataclass(frozen=True, slots=True)
class CountNeutral(Action):
    """Count half-capable armour as neutral as far as that is best (BF-10E.1)."""


ACTIONS: tuple[type[Action], ...] = (
    *combat.FORMING,
    DropUnit,
    CountHalf,
    CountNeutral,
    *combat.AFTER,
)
"""These classes, for the codec."""

LINES: dict[type[Action], str] = {
    **combat.LINES,
    AddStack: "Add the units in {origin}",
    CountHalf: "Count half-capable armour as half",
    CountNeutral: "Count half-capable armour as neutral",
    TakeLoss: "Lose {unit}",
}
"""Menu lines; names in braces are fields of the action."""
