"""What a player decides in his initial phase, and what construction units do as they move."""

from __future__ import annotations

from enum import StrEnum

from engine.core.actions import Action
from engine.core.state import Location
from engine.frozen import dataclass
from engine.systems.europa.state.records import Project
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Arrive(Action):
    """Place a reinforcement on the map or in a holding box (BF-29A.1, BC-22A.1)."""

    unit: UnitId
    target: Location


@dataclass(frozen=True, slots=True)
class ArriveAll(Action):
    """Place every reinforcement that is due and costs nothing, each where there is most room."""


@dataclass(frozen=True, slots=True)
class Replace(Action):
    """Bring back an eliminated unit with replacement points of a kind, or of kinds joined by ``+``,
    as its cadre or whole (BF-29B, BC-22D).
    """

    unit: UnitId
    target: Location
    purse: str
    cadre: bool = False


@dataclass(frozen=True, slots=True)
class RebuildCadre(Action):
    """Bring a cadre back to full strength with replacement points of a kind, or of kinds joined by
    ``+`` (BF-29B.6).
    """

    unit: UnitId
    purse: str


@dataclass(frozen=True, slots=True)
class Convert(Action):
    """Exchange units for another one in their hex (BF-29D, BC-22B)."""

    units: tuple[UnitId, ...]
    new: UnitId


@dataclass(frozen=True, slots=True)
class WithdrawUnit(Action):
    """Take a unit out of the game as the order of battle asks (BF-29C.1)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Mobilize(Action):
    """Flip a cadre to full strength (BF-29E.1, BC-22C.1)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class BeginWork(Action):
    """Begin a fort or a permanent airfield where a construction unit stands (BF-14A1); ``paid`` is
    the hex whose resource point pays for it, where that takes one (FE-14A1.6).
    """

    unit: UnitId
    project: Project
    paid: Hex | None = None


class Task(StrEnum):
    """What a unit spends movement points on besides moving."""

    STRIP = "temporary airfield"
    AIRBASE = "airbase repair"
    PORT = "port repair"
    RAIL = "rail repair"
    DEMOLITION = "port demolition"
    DAMAGE = "airbase damage"
    GAUGE = "regauging"


@dataclass(frozen=True, slots=True)
class Labour(Action):
    """Spend movement points on a work in the unit's hex: so many hits, or the capacity of a
    temporary airfield (BF-14A1.10 to 14A1.18, 17D.1).
    """

    unit: UnitId
    task: Task
    amount: int = 1


@dataclass(frozen=True, slots=True)
class AbandonAirfield(Action):
    """Abandon an airfield that was built in the game and has no capacity left (BF-17D.4)."""

    target: Hex


@dataclass(frozen=True, slots=True)
class SplitGuns(Action):
    """Split so many points off a position antiaircraft counter (BF-22A3.7)."""

    unit: UnitId
    points: int


@dataclass(frozen=True, slots=True)
class JoinGuns(Action):
    """Join two position antiaircraft counters to one (BF-22A3.7)."""

    unit: UnitId
    other: UnitId


ACTIONS: tuple[type[Action], ...] = (
    Arrive,
    ArriveAll,
    Replace,
    RebuildCadre,
    Convert,
    WithdrawUnit,
    Mobilize,
    BeginWork,
    Labour,
    AbandonAirfield,
    SplitGuns,
    JoinGuns,
)
"""These classes, for the codec."""

LINES: dict[type[Action], str] = {
    Arrive: "Place {unit} in {target}",
    ArriveAll: "Place all reinforcements",
    Replace: "Replace {unit} in {target}",
    RebuildCadre: "Rebuild {unit}",
    Convert: "Convert {units} to {new}",
    WithdrawUnit: "Withdraw {unit}",
    Mobilize: "Mobilize {unit}",
    BeginWork: "Begin a work with {unit}: {project}",
    Labour: "Work with {unit}: {task}",
    AbandonAirfield: "Abandon the airfield in {target}",
    SplitGuns: "Split {points} off {unit}",
    JoinGuns: "Join {unit} and {other}",
}
"""Menu lines; names in braces are fields of the action."""
KINDS = {"inf": "infantry", "mtn": "mountain", "arm": "armour"}
"""Kinds of replacement point as they are in sentences."""
