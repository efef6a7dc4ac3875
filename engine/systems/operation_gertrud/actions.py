"""What players of Operation Gertrud can decide outside battles, one decision each."""

from __future__ import annotations

from typing import ClassVar

from engine.core.actions import Action, Element, Roll
from engine.frozen import dataclass
from engine.rules.movement.actions import Move as Move
from engine.rules.production.actions import Restore as Restore
from engine.rules.sequence import EndPhase as EndPhase
from engine.rules.set_up.actions import FinishSetUp as FinishSetUp
from engine.rules.set_up.actions import PlaceUnit as PlaceUnit
from engine.rules.set_up.actions import UseRecommended as UseRecommended
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class PlaceGroup(Action):
    """Set up a corps or group together in one hex (OG 18)."""

    units: tuple[UnitId, ...]
    target: Hex


@dataclass(frozen=True, slots=True)
class NameExperten(Action):
    """Name the CAS that is the Experten (OG 13.2)."""

    marker: str


@dataclass(frozen=True, slots=True)
class Rebuild(Action):
    """Bring an eliminated unit back in a friendly city: a step for reduced, two for full (OG
    10.2).
    """

    unit: UnitId
    target: Hex
    full: bool


@dataclass(frozen=True, slots=True)
class RebuildAir(Action):
    """Bring an eliminated CAS back for a step (OG 10.3)."""

    marker: str


@dataclass(frozen=True, slots=True)
class Interdict(Action):
    """Send a CAS against the movement of the enemy units in a hex (OG 13.7)."""

    element: ClassVar[Element] = Element.AIR

    marker: str
    target: Hex


@dataclass(frozen=True, slots=True)
class Intercept(Action):
    """Answer an interdictor with a CAS (OG 13.7)."""

    marker: str


@dataclass(frozen=True, slots=True)
class LetPass(Action):
    """Leave an interdictor unanswered."""


@dataclass(frozen=True, slots=True)
class Paradrop(Action):
    """Drop an airborne unit on a land hex of Turkey, which it must attack (OG 15.0)."""

    element: ClassVar[Element] = Element.AIR

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class Arrive(Action):
    """Bring in reinforcements that come together (OG 10.0)."""

    units: tuple[UnitId, ...]
    target: Hex


@dataclass(frozen=True, slots=True)
class SupplyDrop(Action):
    """Give up a CAS to supply the units in a hex (OG 7.4)."""

    element: ClassVar[Element] = Element.AIR

    marker: str
    target: Hex


ACTIONS: tuple[type[Action], ...] = (
    PlaceUnit,
    PlaceGroup,
    NameExperten,
    UseRecommended,
    FinishSetUp,
    Restore,
    Rebuild,
    RebuildAir,
    Interdict,
    Intercept,
    LetPass,
    Move,
    Paradrop,
    Arrive,
    SupplyDrop,
    EndPhase,
    Roll,
)
"""Every action class outside battles."""
