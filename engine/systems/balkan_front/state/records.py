"""The state of a game of Balkan Front, and the open decisions that only it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.core.state import Frame, Location
from engine.frozen import dataclass
from engine.rules.politics.calls import CallRoll as CallRoll
from engine.systems.europa.air.records import NO_AIR, AirWar
from engine.systems.europa.scenario.ceasing import Ceasing as Ceasing
from engine.systems.europa.sea.records import NO_SEA, SeaWar
from engine.systems.europa.state.records import Theatre
from maps.hexgrid import Hex
from oob.model import UnitId

HINDERED = "amid a revolt"
"""Began its player turn in Albania after a revolt: half its movement rating (BF-28A1d.9)."""


@dataclass(frozen=True, slots=True)
class Front(Theatre):
    """The whole state of a game of Balkan Front.

    ``harbours`` are the ports (and boxes) the phasing side may use this turn; ``tallied`` gives the
    steps units had when their losses were last counted, ``lost`` the half regimental equivalents
    eliminated by row of the victory chart; ``credited`` the awards given once; ``held_from`` the
    turn from which each captured city must be garrisoned. ``fugitives`` are nations whose
    government has escaped from its captured seat and must be evacuated. ``status`` says how
    nations stand to the sides, in the words of the chart; ``mobilizing`` is the turn from which
    Yugoslavia mobilizes, 0 before; ``assisted`` are the German units taken as assistance.
    ``neglected`` is true from
    one Allied initial phase to the next when the Metaxas Line was not garrisoned at the first, and
    ``revolted`` from an Albanian revolt to the next Axis player turn.
    """

    harbours: frozenset[Location] = frozenset()
    tallied: Mapping[UnitId, int] = field(default_factory=dict)
    lost: Mapping[str, int] = field(default_factory=dict)
    credited: frozenset[str] = frozenset()
    held_from: Mapping[str, int] = field(default_factory=dict)
    fugitives: frozenset[str] = frozenset()
    status: Mapping[str, str] = field(default_factory=dict)
    mobilizing: int = 0
    assisted: frozenset[UnitId] = frozenset()
    ceased: int = 0
    neglected: bool = False
    revolted: bool = False


@dataclass(frozen=True, slots=True)
class AirFront(Front):
    """The state of a game with air units; games without any keep the plain state."""

    air: AirWar = NO_AIR


@dataclass(frozen=True, slots=True)
class SeaFront(AirFront):
    """The state of a game that plays the whole war at sea."""

    sea: SeaWar = NO_SEA


@dataclass(frozen=True, slots=True)
class RovingFront(AirFront):
    """The state of a game in which a capital may be moved: ``capitals`` are those that have been,
    with where they are (BF-33F2.6).
    """

    capitals: Mapping[str, Hex] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CaptureRoll(Frame):
    """A die: whether a government escapes from its captured seat (BF-28B1a.4); that of Greece in
    logs that name none.
    """

    nation: str = "greek"


@dataclass(frozen=True, slots=True)
class RevoltRoll(Frame):
    """A die: whether Albania revolts as the game turn closes (BF-28A1d.1)."""


@dataclass(frozen=True, slots=True)
class Intervening(Frame):
    """Whether Germany intervenes, now or never (BF-28A2b.1)."""

    side: str


@dataclass(frozen=True, slots=True)
class Withdrawing(Frame):
    """Which German units leave with the withdrawal (BF-28A2c.3)."""

    side: str


@dataclass(frozen=True, slots=True)
class DetectionRoll(Frame):
    """A die: whether a nation discovers the invasion before the first turn (BF-33E2.2)."""


@dataclass(frozen=True, slots=True)
class Planning(Frame):
    """A side plans operations for the first turn, after both have set up (BF-33D2.2)."""

    side: str


@dataclass(frozen=True, slots=True)
class Wearing(Frame):
    """A side chooses what a nation of it has lost before the first turn: units of as many attack
    strength ``points`` at least (BF-33B2.2).
    """

    side: str
    nation: str
    points: int


FRAMES: tuple[type[Frame], ...] = (
    Ceasing,
    CaptureRoll,
    RevoltRoll,
    CallRoll,
    Intervening,
    Withdrawing,
    Planning,
    DetectionRoll,
    Wearing,
)
"""The frames that only Balkan Front has, for the codec."""
