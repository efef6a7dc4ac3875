"""The state of a game by hand, and its open decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.core.state import Frame, State
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId

MOVED = "moved"
REVEALED = "revealed"
NO_HEX = Hex(0, 0)
ARRIVALS = "arrivals"
"""The box of units that are still to come."""
SET_UP = "set up"
"""The phase before the first turn."""


@dataclass(frozen=True, slots=True)
class HandState(State):
    """The whole state of a game by hand.

    ``slot`` is the phase of the turn by number, -1 while the sides set up; ``hand`` is the side
    whose turn it is at the table. ``owed`` are the duties that battles have left, in words;
    ``overridden`` counts the cautions that were passed over. ``skies`` is the weather of each
    declared zone, ``weather`` that of a board without any.
    """

    slot: int = -1
    hand: str = ""
    weather: str = ""
    skies: Mapping[str, str] = field(default_factory=dict)
    tracks: Mapping[str, int] = field(default_factory=dict)
    owners: Mapping[Hex, str] = field(default_factory=dict)
    markers: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    drawn: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    owed: tuple[str, ...] = ()
    overridden: int = 0
    over: bool = False


@dataclass(frozen=True, slots=True)
class AtTable(Frame):
    """Whatever the players do at the table; it lies below everything."""


@dataclass(frozen=True, slots=True)
class Throwing(Frame):
    """Dice being thrown: how many sides each has, and the faces so far."""

    dice: tuple[int, ...]
    faces: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the faces so far."""
        return sum(self.faces)


@dataclass(frozen=True, slots=True)
class ThrowingDice(Throwing):
    """Declared dice, thrown for themselves."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class ThrowingTable(Throwing):
    """Dice of a table, looked up in one of its columns (by number from 0)."""

    id: str = ""
    column: int = 0


@dataclass(frozen=True, slots=True)
class ThrowingWeather(Throwing):
    """The die that makes the weather."""


@dataclass(frozen=True, slots=True)
class Drawing(Throwing):
    """A chit being drawn: the die has a side for each that is left."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class Fighting(Throwing):
    """A battle's dice: the hex attacked, by whom, the column (or target number), and what is added
    to the dice. By volleys ``numbers`` is what each die hits up to, ``volley`` which one it is, and
    ``struck`` the units hit so far, once for each step.
    """

    target: Hex = NO_HEX
    units: tuple[UnitId, ...] = ()
    column: int = 0
    added: int = 0
    numbers: tuple[int, ...] = ()
    volley: int = 0
    struck: tuple[UnitId, ...] = ()


FRAMES: tuple[type[Frame], ...] = (
    AtTable,
    ThrowingDice,
    ThrowingTable,
    ThrowingWeather,
    Drawing,
    Fighting,
)
"""Every open decision."""
