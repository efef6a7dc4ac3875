"""What a player may do in a movement or exploitation phase of any Europa title."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from engine.core.actions import Action
from engine.core.state import Location
from engine.frozen import dataclass
from engine.rules.movement.actions import Move as Move
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class AdminMove(Action):
    """A unit marches far from the enemy at half the cost (BF-6B)."""

    nearer: ClassVar[type[Action] | None] = Move

    unit: UnitId
    target: Hex
    via: tuple[Hex, ...] = ()


@dataclass(frozen=True, slots=True)
class RailMove(Action):
    """A unit goes by rail (BF-7A)."""

    unit: UnitId
    target: Hex
    via: tuple[Hex, ...] = ()


@dataclass(frozen=True, slots=True)
class StrategicMove(Action):
    """A unit goes far by rail and does nothing else in that player turn (FE-7A2.1)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class BreakRail(Action):
    """A unit breaks the railroad of its hex (BF-7A4.1)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class DemolishBridge(Action):
    """A unit demolishes the bridge between its hex and ``target`` (BF-32C.7)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class RepairBridge(Action):
    """A construction unit repairs the bridge between its hex and ``target`` (BF-32C.10)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class SeizeBridge(Action):
    """A commando tries to seize the bridge between its hex and ``target`` (BF-32B2.4)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class SlipAway(Action):
    """A commando tries to leave a zone of control for an adjacent hex at no cost (BF-32B2.1)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class Overrun(Action):
    """A unit begins to overrun the enemies in an adjacent hex; others may join (BF-13)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class JoinOverrun(Action):
    """Another unit of the hex takes part in the overrun."""

    joins: ClassVar[tuple[type[Action], ...]] = (Overrun,)
    unit: UnitId


@dataclass(frozen=True, slots=True)
class LeaveOverrun(Action):
    """A unit no longer takes part in the overrun."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class CarryOutOverrun(Action):
    """The overrun is carried out."""


@dataclass(frozen=True, slots=True)
class AbandonOverrun(Action):
    """The overrun is called off; nothing was spent."""


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """A unit that overran enters the cleared hex (BF-13.10). Logs of older games do not name it."""

    unit: UnitId
    target: Hex | None = None


@dataclass(frozen=True, slots=True)
class StayBehind(Action):
    """The other units that overran stay where they are (BF-13.10)."""


class Into(StrEnum):
    """What a division breaks down into (BF-15B.3)."""

    SUPPORTED = "supported"
    APART = "unsupported"


@dataclass(frozen=True, slots=True)
class BreakDown(Action):
    """A division breaks down into its components (BF-15A.1)."""

    unit: UnitId
    into: Into


@dataclass(frozen=True, slots=True)
class Assemble(Action):
    """Components stacked in ``target`` form their division again (BF-15A.3)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class CrossOver(Action):
    """A unit goes by land between a holding box and the hex beside it (BF-28B1d.1)."""

    unit: UnitId
    target: Location


ACTIONS: tuple[type[Action], ...] = (
    Move,
    AdminMove,
    RailMove,
    StrategicMove,
    BreakRail,
    DemolishBridge,
    RepairBridge,
    SeizeBridge,
    SlipAway,
    Overrun,
    JoinOverrun,
    LeaveOverrun,
    CarryOutOverrun,
    AbandonOverrun,
    Enter,
    StayBehind,
    BreakDown,
    Assemble,
    CrossOver,
)
"""These classes, for the codec."""
