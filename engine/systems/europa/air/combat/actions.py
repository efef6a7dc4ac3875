"""The actions of patrols, interceptors and air combat."""

from __future__ import annotations

from engine.core.actions import Action
from engine.frozen import dataclass
from maps.hexgrid import Hex


@dataclass(frozen=True, slots=True)
class PatrolAttack(Action):
    """A fighter attacks the enemy air unit that flies by, in a hex of its way (BF-19)."""

    air_unit: str
    target: Hex


@dataclass(frozen=True, slots=True)
class LetPass(Action):
    """Make no further patrol attack on the enemy air unit that flies by (BF-19.10)."""


@dataclass(frozen=True, slots=True)
class ResolveAirCombat(Action):
    """Resolve the air combat over a hex next (BF-21.2)."""

    target: Hex


@dataclass(frozen=True, slots=True)
class AbandonMissions(Action):
    """Abandon air operations over the hex: all go home at once (BF-21A1)."""


@dataclass(frozen=True, slots=True)
class Jettison(Action):
    """A fighter jettisons its bombs and joins the escorts (BF-24A.2)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class Fight(Action):
    """Carry on with what was begun: accept air combat, or attack with all that are left."""


@dataclass(frozen=True, slots=True)
class Bypass(Action):
    """An interceptor tries to get past the escorts to the mission force (BF-21A3)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class Allocate(Action):
    """Allocate an air unit against an enemy (BF-21B1)."""

    air_unit: str
    against: str


@dataclass(frozen=True, slots=True)
class HoldBack(Action):
    """Allocate no more air units in this step (BF-21B1a.3, 21B1c)."""


@dataclass(frozen=True, slots=True)
class FireAt(Action):
    """Fire with an air unit at one that it fights (BF-21B1b)."""

    air_unit: str
    against: str


ACTIONS: tuple[type[Action], ...] = (
    PatrolAttack,
    LetPass,
    ResolveAirCombat,
    AbandonMissions,
    Jettison,
    Fight,
    Bypass,
    Allocate,
    HoldBack,
    FireAt,
)
"""These classes, for the codec."""
LINES: dict[type[Action], str] = {
    PatrolAttack: "Attack with {air_unit} in {target}",
    LetPass: "Let it pass",
    ResolveAirCombat: "Resolve the air combat over {target}",
    AbandonMissions: "Abandon air operations",
    Jettison: "Jettison the bombs of {air_unit}",
    Fight: "Fight",
    Bypass: "Pass the escorts with {air_unit}",
    Allocate: "Send {air_unit} against {against}",
    HoldBack: "Hold the others back",
    FireAt: "Fire with {air_unit} at {against}",
}
"""Menu lines; names in braces are fields of the action."""
