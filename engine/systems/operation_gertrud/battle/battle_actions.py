"""What players of Operation Gertrud can decide in combat, raid and missions."""

from __future__ import annotations

from engine.core.actions import Action
from engine.frozen import dataclass
from engine.rules.combat import actions as combat
from engine.rules.combat.actions import AddStack as AddStack
from engine.rules.combat.actions import AddUnit as AddUnit
from engine.rules.combat.actions import Advance as Advance
from engine.rules.combat.actions import CallOff as CallOff
from engine.rules.combat.actions import DeclareAttack as DeclareAttack
from engine.rules.combat.actions import EndAdvance as EndAdvance
from engine.rules.combat.actions import GoIn as GoIn
from engine.rules.combat.actions import RetreatTo as RetreatTo
from engine.rules.combat.actions import TakeLoss as TakeLoss
from engine.systems.operation_gertrud.battle.battles import NO_UNIT
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Commit(Action):
    """Place a CAS or NGS marker on the combat hex (OG 12.0, 13.0)."""

    marker: str


@dataclass(frozen=True, slots=True)
class Withhold(Action):
    """Commit no marker."""


@dataclass(frozen=True, slots=True)
class UseUltra(Action):
    """Spend an ULTRA marker on the die about to be rolled (OG 14.0)."""


@dataclass(frozen=True, slots=True)
class KeepUltra(Action):
    """Spend none."""


@dataclass(frozen=True, slots=True)
class FallBack(Action):
    """Retreat where the result leaves the choice."""


@dataclass(frozen=True, slots=True)
class StandFast(Action):
    """Stay where the result leaves the choice."""


@dataclass(frozen=True, slots=True)
class RaidGoeben(Action):
    """Send the Kommando against the Yavuz, in a ``large`` or a ``small`` raid (OG 17.0)."""

    size: str


@dataclass(frozen=True, slots=True)
class StartMission(Action):
    """Send the Kommando on one of its further missions (OG 17.1)."""

    mission: str
    target: Hex
    beyond: Hex | None = None
    victim: UnitId = NO_UNIT


@dataclass(frozen=True, slots=True)
class SpendCas(Action):
    """Eliminate a German CAS for a Kommando mission (OG 17.1)."""

    marker: str


@dataclass(frozen=True, slots=True)
class LaunchMission(Action):
    """Spend no further CAS: the die decides."""


ACTIONS: tuple[type[Action], ...] = (
    *combat.FORMING,
    Commit,
    Withhold,
    UseUltra,
    KeepUltra,
    FallBack,
    StandFast,
    *combat.AFTER,
    RaidGoeben,
    StartMission,
    SpendCas,
    LaunchMission,
)

LINES: dict[type[Action], str] = {
    **combat.LINES,
    AddStack: "Add all units in {origin}",
    Commit: "Commit {marker}",
    Withhold: "Commit nothing",
    UseUltra: "Spend an ULTRA",
    KeepUltra: "Keep ULTRA back",
    TakeLoss: "Lose a step of {unit}",
    FallBack: "Retreat",
    StandFast: "Stand fast",
    RaidGoeben: "Raid the Goeben, {size}",
    StartMission: "Start the mission from {target}: {mission}",
    SpendCas: "Eliminate {marker} for the mission",
    LaunchMission: "Launch the mission",
}
"""Menu lines; names in braces are fields of the action."""
