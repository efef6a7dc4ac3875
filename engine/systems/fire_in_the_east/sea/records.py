"""What the state remembers of ships and river flotillas, and their open decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import Self

from engine.core.state import Frame, Location
from engine.frozen import dataclass
from engine.systems.europa.state.constants import DEAD
from maps.hexgrid import Hex
from oob.model import UnitId


class Task(StrEnum):
    """What a ship has done in this player turn that keeps it from other things."""

    NONE = ""
    LANDED = "landed cargo"
    SUPPLIED = "carried supplies"
    REPAIRED = "was repaired"
    STRUCK = "was hit at sea"


@dataclass(frozen=True, slots=True)
class Vessel:
    """A ship: the hex it is in, whether it lies in ``port`` there or at sea, the ``hits`` it has
    taken. ``risk`` counts the hexes among mines that it has moved since it was checked for them,
    ``starved`` is true once it could not replenish (FE-28B3.2, 28B5.3). ``task`` is what it has
    done in this player turn, ``aim`` the hex whose battle it fires into, ``fired`` true once it
    has (FE-28B2.4).
    """

    at: Location
    port: bool = True
    hits: int = 0
    risk: int = 0
    starved: bool = False
    task: Task = Task.NONE
    aim: Hex | None = None
    fired: bool = False

    @property
    def hex(self) -> Hex | None:
        """The hex it is in, None for one that has been lost or has not come."""
        return self.at if isinstance(self.at, Hex) else None


@dataclass(frozen=True, slots=True)
class Depot:
    """REs of supply of a side that ships have landed in a hex, over a ``port`` or a coast
    (FE-28D.5, 28D.6).
    """

    side: str
    amount: int
    port: bool


class Job(StrEnum):
    """What a river flotilla has done in this player turn: it does one of these (FE-28E.8)."""

    NONE = ""
    CARRIED = "carries"
    FERRIES = "opens a lake hexside"
    SUPPLIED = "carried supplies"
    REPAIRED = "was repaired"
    STRUCK = "was hit at sea"


@dataclass(frozen=True, slots=True)
class Boat:
    """A river flotilla: the hex it is in, the ``hits`` it has taken, the half points it has
    ``spent`` in this phase. ``job`` is what it has done in this player turn; ``over`` is the hex
    beyond the lake hexside that it opens (FE-28E.10). ``carried`` counts the half REs that it has
    taken along in this phase, ``taken`` are the units among them, ``freight`` the resource points
    aboard, of which so many have ``sailed`` (FE-28E.9).
    """

    at: Location
    hits: int = 0
    spent: int = 0
    job: Job = Job.NONE
    over: Hex | None = None
    carried: int = 0
    taken: frozenset[UnitId] = frozenset()
    freight: int = 0
    sailed: int = 0

    @property
    def hex(self) -> Hex | None:
        """The hex it is in, None for one that has been lost or has not come."""
        return self.at if isinstance(self.at, Hex) else None


@dataclass(frozen=True, slots=True)
class Fleet:
    """All ships of a game. ``refuge`` is true while there is a part of the mined sea that has no
    mines (FE-28B5.4). ``aboard`` are the units that will sail, with their ships, ``points`` the
    resource points aboard ships (FE-28C2.2); ``fed`` the units that landed in supply and stay so
    in the next player turn (FE-28C3.3). ``depots`` are supplies that have been landed, ``repairs``
    repair points (FE-28D.5, 28F.1). ``boats`` are the river flotillas, ``riders`` the units aboard
    them, ``floated`` REs of supply that they have brought to hexes (FE-28E.9, 28E.11). ``kept`` are
    the resource points in the Axis ports off the map, of which so many are ``just_in``: they have
    come by sea in this player turn (FE-28C2.6, 34A1.1).
    """

    vessels: Mapping[str, Vessel] = field(default_factory=dict)
    refuge: bool = True
    aboard: Mapping[UnitId, tuple[str, ...]] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    fed: frozenset[UnitId] = frozenset()
    depots: Mapping[Hex, Depot] = field(default_factory=dict)
    repairs: int = 0
    boats: Mapping[str, Boat] = field(default_factory=dict)
    riders: Mapping[UnitId, str] = field(default_factory=dict)
    floated: Mapping[Hex, int] = field(default_factory=dict)
    kept: int = 0
    just_in: int = 0

    def with_boat(self, boat: str, found: Boat) -> Self:
        """The fleet with a river flotilla as it is now."""
        return replace(self, boats={**self.boats, boat: found})

    def unladen(self, boat: str, after: Boat) -> Self:
        """The fleet with a river flotilla as it is now, nothing being aboard it any more."""
        riders = {unit: on for unit, on in self.riders.items() if on != boat}
        nobody: frozenset[UnitId] = frozenset()
        empty = replace(after, taken=nobody, freight=0, sailed=0)
        return replace(self.with_boat(boat, empty), riders=riders)

    def having(self, ship: str, found: Vessel) -> Self:
        """The fleet with a ship as it is now."""
        return replace(self, vessels={**self.vessels, ship: found})

    def without(self, ship: str) -> Self:
        """The fleet once a ship is sunk or scuttled."""
        return self.having(ship, Vessel(DEAD, port=False))


NO_FLEET = Fleet(refuge=False)
"""A war without ships."""


@dataclass(frozen=True, slots=True)
class Mooring(Frame):
    """A side says in which ports its ships begin (FE-OBS-11)."""

    side: str


@dataclass(frozen=True, slots=True)
class MineRoll(Frame):
    """A die: the damage that a ship takes among mines (FE-28B5.3)."""

    side: str
    ship: str


@dataclass(frozen=True, slots=True)
class Arrival(Frame):
    """Automatic: units with their ships, and resource points by ship, come on land unless these
    have been sunk (FE-28C2.3, 28C2.4).
    """

    side: str
    origin: Hex
    target: Hex
    cargo: tuple[tuple[UnitId, tuple[str, ...]], ...] = ()
    points: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """Sea movement that is declared before the enemy searches the sea: the ships, or the river
    flotilla, that move together along a ``way``; whether they leave a port, put in to one, and what
    they land. A way of one hex is a stay at sea (FE-OPT4.5).
    """

    craft: tuple[str, ...]
    way: tuple[Hex, ...]
    left_port: bool = False
    port: bool = False
    landing: Arrival | None = None


@dataclass(frozen=True, slots=True)
class SeaSearch(Frame):
    """Automatic: the sea movement of a side in a zone is answered, course by course
    (FE-OPT4.5).
    """

    side: str
    zone: str
    courses: tuple[Course, ...]


@dataclass(frozen=True, slots=True)
class Underway(Frame):
    """Automatic: craft of a side sail a course, past enemy air units who search the sea; ``asked``
    are those who have met it. ``fleeing`` ones have been hit (FE-OPT4.3, OPT4.4).
    """

    side: str
    course: Course
    asked: tuple[str, ...] = ()
    fleeing: bool = False


@dataclass(frozen=True, slots=True)
class Hunting(Frame):
    """A side says which of its air units bomb which craft at sea in a hex of their way; ``aimed``
    are those who have a target, ``left`` those without (FE-OPT4.3).
    """

    side: str
    at: Hex
    craft: tuple[str, ...]
    left: tuple[str, ...]
    aimed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SeaStrike(Frame):
    """Automatic: those of the ``aimed`` whom the fire at them has left bomb (FE-OPT4.3)."""

    side: str
    at: Hex
    aimed: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SeaBombRoll(Frame):
    """A die: whether air units hit a craft at sea (FE-OPT4.3)."""

    side: str
    at: Hex
    prey: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fleeing(Frame):
    """A side says to which port craft go that have been hit at sea by some ``bombers``, with what
    they carry; the way of the course is the hex where they are (FE-OPT4.4).
    """

    side: str
    course: Course
    bombers: tuple[str, ...]

    def where(self) -> Hex | None:
        """The hex where they are."""
        return self.course.way[0]


@dataclass(frozen=True, slots=True)
class SailingOver(Frame):
    """Automatic: the movement phase of a side's ships ends, once the sea has been searched."""

    side: str


@dataclass(frozen=True, slots=True)
class ShipEscapeRoll(Frame):
    """A die: whether a ship gets out of a captured port (FE-28B4.1)."""

    side: str
    ship: str


@dataclass(frozen=True, slots=True)
class Gunnery(Frame):
    """A side says which hexes its ships support in a combat phase of the enemy (FE-28B2.5)."""

    side: str


@dataclass(frozen=True, slots=True)
class Displacing(Frame):
    """A side says where a river flotilla goes whose hex enemies have entered, but for the hex
    they came from (FE-28E.3).
    """

    side: str
    boat: str
    origin: Hex | None


FRAMES: tuple[type[Frame], ...] = (
    Mooring,
    Gunnery,
    Arrival,
    MineRoll,
    ShipEscapeRoll,
    Displacing,
    SeaSearch,
    Underway,
    Hunting,
    SeaStrike,
    SeaBombRoll,
    Fleeing,
    SailingOver,
)
"""The frames of ships, for the codec."""
RECORDS: tuple[type, ...] = (Vessel, Depot, Boat, Fleet, Course)
"""Further values in the state, for the codec."""
