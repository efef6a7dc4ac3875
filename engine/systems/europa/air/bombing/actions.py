"""The actions of bombing attacks on places."""

from __future__ import annotations

from engine.core.actions import Action
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class JoinBombing(Action):
    """An air unit over the target joins the bombing attack that is being formed (BF-20F.3)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class DropBombs(Action):
    """The attack that has been formed is made; all join it when nobody has yet (BF-20F.3)."""


@dataclass(frozen=True, slots=True)
class StrikeOnGround(Action):
    """A hit on an airbase strikes this air unit on the ground there (BF-20F2a.6)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class AimAt(Action):
    """An air unit is to bomb this one on the ground (FE-20F2a.2)."""

    air_unit: str
    against: str


@dataclass(frozen=True, slots=True)
class FireAtHarassers(Action):
    """Units that have come into a hex fire at the enemies in the air who harass it (FE-38B2.1)."""

    units: tuple[UnitId, ...]
    target: Hex


ACTIONS: tuple[type[Action], ...] = (JoinBombing, DropBombs, StrikeOnGround, AimAt, FireAtHarassers)
"""These classes, for the codec."""
LINES: dict[type[Action], str] = {
    JoinBombing: "Join {air_unit} to the bombing attack",
    DropBombs: "Drop the bombs",
    StrikeOnGround: "Hit {air_unit} on the ground",
    FireAtHarassers: "Fire at the air units over {target} with {units}, which stay there",
    AimAt: "Bomb {against} with {air_unit}",
}
"""Menu lines; names in braces are fields of the action."""
