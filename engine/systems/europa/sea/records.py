"""The war at sea in the state of a game, and its open decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from engine.core.state import Frame, Location
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class SeaPlan:
    """How much of the war at sea a scenario plays: whether beaches, supplies as cargo, interdiction
    and landings are ``played``; without them ships carry units from port to port.
    """

    played: bool = False


PORTS_ALONE = SeaPlan()
"""A scenario without the war at sea."""


@dataclass(frozen=True, slots=True)
class LandingPlan:
    """An amphibious landing planned ahead: where, and on which turn (BF-25C.1, 26B2.8)."""

    target: Hex
    turn: int


@dataclass(frozen=True, slots=True)
class SeaWar:
    """What the war at sea remembers.

    ``sunk`` are naval transport points lost for good, by row of the chart; ``zone`` the zone of
    interdiction in effect, '' for none, ``hits`` those scored on its warships; ``called`` the turn
    on which emergency ships were used, 0 before; ``depots`` the ports that supplies can be loaded
    at in this player turn; ``plans`` the landings planned, ``landed`` units that were in supply
    when they landed and stay so in the next player turn; ``stripped`` units that have abandoned
    their heavy equipment.
    """

    sunk: Mapping[str, int] = field(default_factory=dict)
    zone: str = ""
    hits: int = 0
    called: int = 0
    depots: frozenset[Location] = frozenset()
    plans: Mapping[UnitId, LandingPlan] = field(default_factory=dict)
    landed: frozenset[UnitId] = frozenset()
    stripped: frozenset[UnitId] = frozenset()


NO_SEA = SeaWar()
"""Nothing has happened at sea."""


class Berth(StrEnum):
    """Where cargo boards or lands in a hex."""

    PORT = "port"
    BEACH = "beach"


@dataclass(frozen=True, slots=True)
class Voyage(Frame):
    """Cargo at sea: a unit, or without one a regimental equivalent of supply, with the room it
    takes in ships and in ports (half regimental equivalents).

    As an open decision it is a die: whether the enemy catches it (BF-26C.4).
    """

    side: str
    unit: UnitId | None
    origin: Location
    target: Location
    board: Berth
    land: Berth
    size: int
    handled: int
    landing: bool = False


@dataclass(frozen=True, slots=True)
class Passage(Frame):
    """Automatic: what is left of a voyage, once air units have done what they will."""

    voyage: Voyage


@dataclass(frozen=True, slots=True)
class Encounter(Frame):
    """A side says which of its air units on patrol attack cargo in a hex: ``group`` is the attack
    being formed, ``left`` are the others (BF-20F2h.3).
    """

    side: str
    voyage: Voyage
    at: Hex
    left: tuple[str, ...]
    group: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShipAttack(Frame):
    """Automatic: air units that fire has spared bomb ships (BF-20F2h.4)."""

    side: str
    voyage: Voyage
    at: Hex
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShipBombRoll(Frame):
    """A die: whether bombs hit cargo at sea (BF-20F2h.4)."""

    side: str
    voyage: Voyage
    at: Hex
    units: tuple[str, ...]


FRAMES: tuple[type[Frame], ...] = (Voyage, Passage, Encounter, ShipAttack, ShipBombRoll)
"""The frames of the sea, for the codec."""
RECORDS: tuple[type, ...] = (LandingPlan, SeaWar)
"""Further values in the state, for the codec."""
