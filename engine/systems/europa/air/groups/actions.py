"""The actions of the air replacement system and of a surprise attack from the air."""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.state import Location
from engine.frozen import dataclass


@dataclass(frozen=True, slots=True)
class ActivateAirUnit(Action):
    """Bring an available air unit into play at an airbase (FE-27E.1, 27E.2)."""

    air_unit: str
    target: Location


@dataclass(frozen=True, slots=True)
class ActivateAll(Action):
    """Bring as many into play as the allowance lets, the strongest first, near the front."""


@dataclass(frozen=True, slots=True)
class DeactivateAirUnit(Action):
    """Take an air unit out of play, to the remnants (FE-27D.1)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class SortAirUnit(Action):
    """This air unit goes to the box that is filled next (FE-27B.1)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class SortAll(Action):
    """The strongest come back, the weakest go."""


@dataclass(frozen=True, slots=True)
class LeaveAll(Action):
    """They stay where they are (FE-27B.1)."""


@dataclass(frozen=True, slots=True)
class AssignToStrike(Action):
    """An air unit takes part in the surprise attack (FE-31F2.1)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class AssignMost(Action):
    """All that are able take part, but for dive bombers, which support the ground attack."""


@dataclass(frozen=True, slots=True)
class TryEscape(Action):
    """An air unit tries to leave a base that enemies have come down on (FE-17B.1)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class StayOnBase(Action):
    """The air units that have not tried stay on their base (FE-17B.1)."""


ACTIONS: tuple[type[Action], ...] = (
    ActivateAirUnit,
    ActivateAll,
    DeactivateAirUnit,
    SortAirUnit,
    SortAll,
    LeaveAll,
    AssignToStrike,
    AssignMost,
    TryEscape,
    StayOnBase,
)
"""These classes, for the codec."""
LINES: dict[type[Action], str] = {
    ActivateAirUnit: "Activate {air_unit} at {target}",
    ActivateAll: "Activate all that the allowance lets",
    DeactivateAirUnit: "Deactivate {air_unit}, to the remnants",
    SortAirUnit: "Choose {air_unit}",
    SortAll: "Keep the strongest",
    LeaveAll: "Leave them",
    AssignToStrike: "Assign {air_unit}",
    AssignMost: "Assign all but the dive bombers",
    TryEscape: "Try to escape with {air_unit}",
    StayOnBase: "Stay on the base",
}
"""Menu lines; names in braces are fields of the action."""
