"""What players of Operation Gertrud can decide in combat, raid and missions."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.actions import Action
from engine.systems.operation_gertrud.battles import NO_UNIT
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class DeclareAttack(Action):
    """Announce an attack on a hex (OG 11.0)."""

    target: Hex


@dataclass(frozen=True, slots=True)
class AddUnit(Action):
    """Add a unit to the attack being formed."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class AddStack(Action):
    """Add all able units of a hex to the attack being formed."""

    origin: Hex


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """Take an announced attack back before any support is committed (OG 11.0)."""


@dataclass(frozen=True, slots=True)
class GoIn(Action):
    """The attack is formed: on to support and the die."""


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
class TakeLoss(Action):
    """Take a step from one of one's own units (OG 2.7)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class FallBack(Action):
    """Retreat where the result leaves the choice."""


@dataclass(frozen=True, slots=True)
class StandFast(Action):
    """Stay where the result leaves the choice."""


@dataclass(frozen=True, slots=True)
class RetreatTo(Action):
    """Retreat a unit, or several together, into an adjacent hex (OG 11.1)."""

    units: tuple[UnitId, ...]
    target: Hex


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Advance a unit into the vacated hex (OG 11.3)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class EndAdvance(Action):
    """No further advance."""


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
    DeclareAttack,
    AddUnit,
    AddStack,
    CallOff,
    GoIn,
    Commit,
    Withhold,
    UseUltra,
    KeepUltra,
    TakeLoss,
    FallBack,
    StandFast,
    RetreatTo,
    Advance,
    EndAdvance,
    RaidGoeben,
    StartMission,
    SpendCas,
    LaunchMission,
)

LINES: dict[type[Action], str] = {
    DeclareAttack: "Attack {target}",
    AddUnit: "Add {unit}",
    AddStack: "Add all units in {origin}",
    CallOff: "Call the attack off",
    GoIn: "Go in",
    Commit: "Commit {marker}",
    Withhold: "Commit nothing",
    UseUltra: "Spend an ULTRA",
    KeepUltra: "Keep ULTRA back",
    TakeLoss: "{unit} loses a step",
    FallBack: "Retreat",
    StandFast: "Stand fast",
    RetreatTo: "{units} to {target}",
    Advance: "{unit} advances",
    EndAdvance: "No further advance",
    RaidGoeben: "{size} raid on the Goeben",
    StartMission: "{mission}, from {target}",
    SpendCas: "Eliminate {marker} for the mission",
    LaunchMission: "Launch the mission",
}
"""Menu lines; names in braces are fields of the action."""
