"""The actions of the air."""

from __future__ import annotations

from typing import ClassVar

from engine.core.actions import Action, Element
from engine.core.state import Location
from engine.frozen import dataclass
from engine.systems.europa.air.records import Manner, Mission
from maps.hexgrid import Hex


@dataclass(frozen=True, slots=True)
class FlyMission(Action):
    """Fly an air unit on a mission to a hex, or to a holding box with an airbase; by day within its
    usual range unless ``manner`` says otherwise. A bridge that it bombs leads from the target
    ``across`` a river.
    """

    element: ClassVar[Element] = Element.AIR

    air_unit: str
    mission: Mission
    target: Location
    manner: Manner = Manner.PLAIN
    across: Hex | None = None


@dataclass(frozen=True, slots=True)
class Land(Action):
    """Land an air unit at a base."""

    air_unit: str
    target: Location


@dataclass(frozen=True, slots=True)
class LandAll(Action):
    """Land the air units that are left: at the base each came from, else at the nearest."""


@dataclass(frozen=True, slots=True)
class ReplaceAirUnit(Action):
    """Bring an eliminated air unit back at a base in its home country (BF-29B.8)."""

    air_unit: str
    target: Location


@dataclass(frozen=True, slots=True)
class WithdrawAirUnit(Action):
    """Withdraw this one of several air units that are alike (BF-29C.3)."""

    air_unit: str


ACTIONS: tuple[type[Action], ...] = (FlyMission, Land, LandAll, ReplaceAirUnit, WithdrawAirUnit)
"""These classes, for the codec."""
LINES: dict[type[Action], str] = {
    FlyMission: "Fly {air_unit} to {target}: {mission} {manner}",
    Land: "Land {air_unit} at {target}",
    LandAll: "Land all at their own or the nearest bases",
    WithdrawAirUnit: "Withdraw {air_unit}",
    ReplaceAirUnit: "Replace {air_unit} at {target}",
}
"""Menu lines; names in braces are fields of the action."""
