"""The state of Operation Gertrud: everything that changes in play, and the open decisions (frames)
outside battles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from engine.core.state import Frame, State
from engine.frozen import dataclass
from engine.rules.combat.battles import Fighting as Fighting
from engine.rules.sequence import Onward as Onward
from engine.rules.set_up.placing import SettingUp as SettingUp
from maps.hexgrid import Hex, Side
from oob.model import UnitId

GERMAN = "german"
ALLIED = "allied"

POOL = "pool"
"""Waiting to be set up."""
OFF_MAP = "off_map"
"""Set aside at the start: the airborne division and the Kommando."""
PENDING = "pending"
"""Reinforcements that have not arrived."""
DROPPING = "dropping"
"""Paradropped, and not landed before its attack is over; the hex is in :attr:`Board.drops`."""
RESERVE = "reserve"
"""Not in this scenario."""
DEAD = "dead"
GONE = "gone"
"""Taken off the map by the option of Soviet duplicity; no loss."""

MOVED = "moved"
ATTACKED = "attacked"
DEFENDED = "defended"
OUT = "out of supply"
FED = "supplied"
"""Supplied without a path until the next friendly Movement Phase: by a drop, or just arrived."""
INTERDICTED = "interdicted"
LOST = "lost for good"


class Kind(StrEnum):
    """A support marker: close air support or naval gunfire support (OG 3.1)."""

    CAS = "cas"
    NGS = "ngs"


class Status(StrEnum):
    """Where a support marker is: not arrived, in its pile, on the map, spent for the turn, gone."""

    WAITING = "waiting"
    AVAILABLE = "available"
    COMMITTED = "committed"
    USED = "used"
    ELIMINATED = "eliminated"


class Yavuz(StrEnum):
    """Who has the battleship (OG 17.0)."""

    TURKISH = "turkish"
    SEIZED = "seized"
    SCUTTLED = "scuttled"
    SUNK = "sunk"


class Phase(StrEnum):
    """The phases of a game turn, in order (OG 5.1)."""

    SET_UP = "set up"
    ADMINISTRATIVE = "administrative"
    GERMAN_REPLACEMENT = "german replacement"
    ALLIED_INTERDICTION = "allied interdiction"
    GERMAN_MOVEMENT = "german movement"
    GERMAN_COMBAT = "german combat"
    ALLIED_REPLACEMENT = "allied replacement"
    GERMAN_INTERDICTION = "german interdiction"
    ALLIED_MOVEMENT = "allied movement"
    ALLIED_COMBAT = "allied combat"
    END = "end of game turn"


@dataclass(frozen=True, slots=True)
class Board(State):
    """The whole state of a game of Operation Gertrud.

    ``support`` gives the status of each marker, ``given_up`` those that can never be rebuilt;
    ``steps`` the replacement steps left in this phase by purse; ``spent`` the movement factors used
    on the way in; ``soviets`` the side that commands the Soviets; ``check_modifier`` what failed
    missions add to the victory dice; ``paralysed`` the turn in which the Turks are without their
    president; ``ready`` whether the Kommando began the phase in a friendly city.
    """

    support: Mapping[str, Status] = field(default_factory=dict)
    given_up: frozenset[str] = frozenset()
    experten: str = ""
    ultra: int = 0
    steps: Mapping[str, int] = field(default_factory=dict)
    spent: Mapping[UnitId, int] = field(default_factory=dict)
    drops: Mapping[UnitId, Hex] = field(default_factory=dict)
    yavuz: Yavuz = Yavuz.TURKISH
    raid: str = ""
    raided: bool = False
    blitzkrieg: bool = True
    missions: tuple[str, ...] = ()
    ready: bool = False
    check_modifier: int = 0
    paralysed: int = 0
    cut_roads: frozenset[Side] = frozenset()
    cut_rails: frozenset[Side] = frozenset()
    mined: frozenset[Side] = frozenset()
    soviets: str = ALLIED
    duplicity: bool = False
    winner: str = ""
    over: bool = False


@dataclass(frozen=True, slots=True)
class Replacing(Frame):
    """A side's Replacement Phase (OG 10.2)."""

    side: str


@dataclass(frozen=True, slots=True)
class Interdicting(Frame):
    """A side's Interdiction Placement Phase (OG 13.7)."""

    side: str


@dataclass(frozen=True, slots=True)
class Intercepting(Frame):
    """``side`` may answer an interdictor over its units (OG 13.7)."""

    side: str
    at: Hex
    marker: str


@dataclass(frozen=True, slots=True)
class Attempt(Frame):
    """Automatic: an interdictor that is still there makes its attempt."""

    side: str
    at: Hex
    marker: str
    foe: str = ""


@dataclass(frozen=True, slots=True)
class InterdictionRoll(Frame):
    """A die: an interdiction attempt (OG 13.7)."""

    side: str
    at: Hex
    marker: str


@dataclass(frozen=True, slots=True)
class AirCombat(Frame):
    """Two opposing CAS over a hex fight; it closes with their status changed (OG 13.1).

    ``side`` owns ``marker`` and acts first; ``foe`` answers.
    """

    side: str
    at: Hex
    marker: str
    foe: str


@dataclass(frozen=True, slots=True)
class Moving(Frame):
    """A side's Movement and Reinforcement Phase (OG 9, 10)."""

    side: str


@dataclass(frozen=True, slots=True)
class Supplying(Frame):
    """The end of a Movement Phase: supply drops for units just marked out of supply (OG 7.4)."""

    side: str


@dataclass(frozen=True, slots=True)
class VictoryRoll(Frame):
    """Two dice: the victory check; ``first`` is the first die once it lies (OG 4.0)."""

    first: int = 0


FRAMES: tuple[type[Frame], ...] = (
    SettingUp,
    Onward,
    Replacing,
    Interdicting,
    Intercepting,
    Attempt,
    InterdictionRoll,
    AirCombat,
    Moving,
    Supplying,
    Fighting,
    VictoryRoll,
)
"""Every kind of open decision outside battles, for the codec."""


def other(side: str) -> str:
    """The opposing side."""
    return ALLIED if side == GERMAN else GERMAN
