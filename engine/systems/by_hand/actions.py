"""What one can do with one's hands: the closed list of actions. There is no scripting."""

from __future__ import annotations

from engine.core.actions import Action, Roll
from engine.core.state import Location
from engine.frozen import dataclass
from engine.rules.movement.actions import Move
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Put a unit into a hex or a box without moving it there: set-up, arrivals, withdrawals."""

    unit: UnitId
    target: Location


@dataclass(frozen=True, slots=True)
class MoveStack(Action):
    """Move several units of one hex together."""

    units: tuple[UnitId, ...]
    target: Hex


@dataclass(frozen=True, slots=True)
class LoseStep(Action):
    """Take a step from a unit; with its last one it is out of the game."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class GainStep(Action):
    """Give a unit a step back."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Flip(Action):
    """Turn a counter over without a step being lost: another mode."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Mark(Action):
    """Put a unit into a state."""

    unit: UnitId
    state: str


@dataclass(frozen=True, slots=True)
class Unmark(Action):
    """Take a unit out of a state."""

    unit: UnitId
    state: str


@dataclass(frozen=True, slots=True)
class Remove(Action):
    """Take a unit out of the game."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """Show a unit to the other sides."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Conceal(Action):
    """Hide a unit again that was shown."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class PutMarker(Action):
    """Lay a marker on a hex."""

    marker: str
    target: Hex


@dataclass(frozen=True, slots=True)
class TakeMarker(Action):
    """Take a marker off a hex."""

    marker: str
    target: Hex


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Note that a side owns a hex."""

    side: str
    target: Hex


@dataclass(frozen=True, slots=True)
class ThrowDice(Action):
    """Throw declared dice."""

    dice: str


@dataclass(frozen=True, slots=True)
class LookUp(Action):
    """Throw the dice of a table and look up one of its columns, by its heading."""

    table: str
    column: str


@dataclass(frozen=True, slots=True)
class DrawChit(Action):
    """Draw a chit from a pool."""

    pool: str


@dataclass(frozen=True, slots=True)
class ReturnChits(Action):
    """Put all chits of a pool back."""

    pool: str


@dataclass(frozen=True, slots=True)
class RollWeather(Action):
    """Throw the die of the weather."""


@dataclass(frozen=True, slots=True)
class SetWeather(Action):
    """Note the weather without a die, of one declared zone or of all."""

    weather: str
    zone: str = ""


@dataclass(frozen=True, slots=True)
class SetTrack(Action):
    """Set the number of a track."""

    track: str
    value: int


@dataclass(frozen=True, slots=True)
class Resolve(Action):
    """Fight for a hex by the declared table."""

    units: tuple[UnitId, ...]
    target: Hex


@dataclass(frozen=True, slots=True)
class StrikeOff(Action):
    """Note that a duty, by its number from 1, has been done."""

    duty: int


@dataclass(frozen=True, slots=True)
class JudgeSupply(Action):
    """Put every unit that is out of supply into its state, and take the others out of it."""


@dataclass(frozen=True, slots=True)
class HandOver(Action):
    """Let another side act, within the phase."""

    side: str


@dataclass(frozen=True, slots=True)
class NextPhase(Action):
    """Go on to the next phase."""


ACTIONS: tuple[type[Action], ...] = (
    Place,
    Move,
    MoveStack,
    LoseStep,
    GainStep,
    Flip,
    Mark,
    Unmark,
    Remove,
    Reveal,
    Conceal,
    PutMarker,
    TakeMarker,
    Claim,
    ThrowDice,
    LookUp,
    DrawChit,
    ReturnChits,
    RollWeather,
    SetWeather,
    SetTrack,
    Resolve,
    StrikeOff,
    JudgeSupply,
    HandOver,
    NextPhase,
    Roll,
)
"""Every action."""
