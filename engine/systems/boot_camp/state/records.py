"""The state of a Boot Camp campaign, and the open decisions that only it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from engine.core.state import Frame
from engine.frozen import dataclass
from engine.rules.air.points import Flight as Flight
from engine.rules.air.points import Flying as Flying
from engine.rules.naval.interception import Carried
from engine.systems.europa.scenario.ceasing import Ceasing as Ceasing
from engine.systems.europa.state.records import Theatre
from oob.model import UnitId


class Way(StrEnum):
    """How an intercepted unit was carried."""

    SEA = "sea"
    AIR = "air"


@dataclass(frozen=True, slots=True)
class Campaign(Theatre):
    """The whole state of a game of Boot Camp.

    ``flown`` counts the air points used in this game turn by ``nation kind``; ``flights`` are those
    over the board now. ``tallied`` gives the steps units had when their losses were last counted,
    ``credited`` the awards given once. ``athens`` is the turn Athens fell to the Axis, 0 before.
    """

    flown: Mapping[str, int] = field(default_factory=dict)
    flights: tuple[Flight, ...] = ()
    tallied: Mapping[UnitId, int] = field(default_factory=dict)
    credited: frozenset[str] = frozenset()
    athens: int = 0
    ceased: bool = False


@dataclass(frozen=True, slots=True)
class Interception(Carried):
    """A die: whether the enemy catches a unit at sea or in the air (BC-19D, BC-19E.8)."""

    way: Way


@dataclass(frozen=True, slots=True)
class Landed(Frame):
    """Automatic: the combat phase is over, and units that dropped on the enemy have won their hex
    or are lost (BC-19E.6).
    """

    side: str


@dataclass(frozen=True, slots=True)
class Reducing(Frame):
    """Germany takes away all but a few units at the start of Axis May I 41 (BC-24E.6)."""

    side: str


FRAMES: tuple[type[Frame], ...] = (Flying, Interception, Landed, Reducing, Ceasing)
"""The frames that only Boot Camp has, for the codec."""

RECORDS: tuple[type, ...] = (Campaign, Flight)
"""Further values in the state, for the codec."""
