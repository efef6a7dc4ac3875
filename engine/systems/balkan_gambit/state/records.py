"""The state of Balkan Gambit: everything that changes in play, and the open decisions (frames)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import IntEnum, StrEnum

from engine.core.state import Frame, State
from engine.frozen import dataclass
from engine.rules.combat import battles
from engine.rules.combat.battles import Forming as Forming
from engine.rules.combat.battles import InBattle as InBattle
from engine.rules.weather.rolling import WeatherRoll as WeatherRoll
from maps.hexgrid import Hex, Side
from oob.model import UnitId

ALLIED = "allied"
AXIS = "axis"

MED_BOX = "med_box"
POOL = "pool"
"""Waiting to be set up."""
RESERVE = "reserve"
"""Not in play yet: optional reinforcements, substitutes, spare partisans, Force Ten."""
DEAD = "dead"
GONE = "gone"
"""Out of play for good, and no loss (substituted, or Force Ten at its bridge)."""

CONCENTRATED = "concentrated"
DISPERSED = "dispersed"

MOVED = "moved"
ATTACKED = "attacked"
REBUILT = "rebuilt"
ENTERED = "just entered"
"""Came to the Med Box this turn, and by an option does not land before the next (BG 7.6)."""
LOST = "lost for good"
SURRENDERED = "surrendered"
ACTED = frozenset({MOVED, ATTACKED, REBUILT})


class Weather(StrEnum):
    """Clear is good weather, Poor is bad (in 1945: severe winter)."""

    CLEAR = "clear"
    POOR = "poor"


class Attitude(IntEnum):
    """Italian attitude in 1943; it only ever rises."""

    BELLIGERENT = 1
    CONFUSION = 2
    SURRENDER = 3
    DEFECTION = 4


@dataclass(frozen=True, slots=True)
class Beachhead:
    """A Beachhead or Port Supply marker.

    ``open`` until the next Allied player turn begins; ``port`` once flipped to its port side;
    ``opens`` is
    the turn a captured port is due to flip (0: not rolled yet, for a port; -1: not in a port).
    """

    open: bool
    port: bool = False
    opens: int = -1
    landed: int = 0


class Kind(StrEnum):
    """What sort of battle is being fought."""

    ATTACK = "attack"
    LANDING = "landing"
    DROP = "drop"
    HUNT = "hunt"


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot fired: who at whom, the number to hit, the die, and whether it hit."""

    shooter: UnitId
    target: UnitId
    to_hit: int
    face: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Battle(battles.Battle):
    """A battle from declaration to advance.

    ``origin`` is the attackers' hex (None from the Med Box). ``lost_defending`` are attackers that
    lost a step
    in defensive fire, ``lost_attacking`` defenders that lost one in offensive fire (one entry a
    step):
    the steps a break off or a retreat may recover. ``shots`` are those still to be fired in the
    current step.
    """

    kind: Kind = Kind.ATTACK
    origin: Hex | None = None
    reserved: bool = False
    tac_attack: bool = False
    tac_defense: bool = False
    unsupplied: frozenset[UnitId] = frozenset()
    shots: tuple[UnitId, ...] = ()
    lost_defending: tuple[UnitId, ...] = ()
    lost_attacking: tuple[UnitId, ...] = ()
    extra_hit: bool = False
    fired: tuple[Shot, ...] = ()


@dataclass(frozen=True, slots=True)
class Board(State):
    """The whole state of a game of Balkan Gambit.

    ``control`` gives the side of each town and city by place id; ``liberated`` are cities that have
    swung the
    command points; ``vp_markers`` and ``vp_options`` are points already scored in play.
    """

    weather: Weather = Weather.CLEAR
    cp: int = 0
    partisans_paid: bool = False
    tac_used: int = 0
    naval: Hex | None = None
    beachheads: Mapping[Hex, Beachhead] = field(default_factory=dict)
    improved: frozenset[Hex] = frozenset()
    control: Mapping[str, str] = field(default_factory=dict)
    liberated: frozenset[str] = frozenset()
    markers_lost: int = 0
    vp_options: Mapping[str, int] = field(default_factory=dict)
    attitude: Attitude = Attitude.BELLIGERENT
    chetniks: str = AXIS
    landing_failed: bool = False
    landings: Mapping[str, int] = field(default_factory=dict)
    blown: frozenset[Side] = frozenset()
    over: bool = False


@dataclass(frozen=True, slots=True)
class SettingUp(Frame):
    """A side places its units; ``depleted`` counts the choices made of each depletion rule."""

    side: str
    depleted: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnStart(Frame):
    """Automatic: open the Mutual Initial Phase."""


@dataclass(frozen=True, slots=True)
class AttitudeRoll(Frame):
    """A die: the Italian attitude (1943)."""


@dataclass(frozen=True, slots=True)
class DefectionRolls(Frame):
    """Dice: one for each Italian unit left to defect (1943)."""

    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class ChetnikRoll(Frame):
    """A die: who commands the Chetniks this turn (1943)."""


@dataclass(frozen=True, slots=True)
class Partisans(Frame):
    """A side's partisan mode change and relocation (BG 6.3)."""

    side: str
    flipped: frozenset[UnitId] = frozenset()
    displaced: frozenset[UnitId] = frozenset()


@dataclass(frozen=True, slots=True)
class PortRolls(Frame):
    """Dice: how long captured ports take to open (BG 9.3)."""

    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class PortsOpen(Frame):
    """Automatic: due ports flip to their open side (BG 6.4)."""


@dataclass(frozen=True, slots=True)
class Reinforcing(Frame):
    """A side's reinforcement segment (BG 6.4)."""

    side: str
    naval: bool = False


@dataclass(frozen=True, slots=True)
class PlayerTurn(Frame):
    """Automatic: command point determination at the start of a player turn (BG 7.2)."""

    side: str


@dataclass(frozen=True, slots=True)
class Commanding(Frame):
    """A side's CP expenditure phase (BG 7)."""

    side: str


@dataclass(frozen=True, slots=True)
class TurnEnd(Frame):
    """Automatic: the Mutual Turn End Phase (BG 13.1)."""


@dataclass(frozen=True, slots=True)
class Moving(Frame):
    """A move command in progress: ``units`` may still move from ``origin``.

    ``spent`` movement points are gone already (arrival by sea at a port).
    """

    side: str
    origin: Hex
    units: tuple[UnitId, ...]
    spent: int = 0

    def where(self) -> Hex | None:
        """The hex that is moved from."""
        return self.origin


@dataclass(frozen=True, slots=True)
class PortChoice(Frame):
    """A captured port: place a Beachhead marker or not (BG 9.3)."""

    at: Hex


@dataclass(frozen=True, slots=True)
class Displacing(Frame):
    """Dispersed units of ``side`` that must (or may) be displaced up to ``radius`` hexes from where
    they are.
    """

    side: str
    units: tuple[UnitId, ...]
    radius: int
    may_stay: bool


@dataclass(frozen=True, slots=True)
class Overstacked(Frame):
    """The owner removes units from an overstacked hex (BG 10.4)."""

    side: str
    at: Hex


@dataclass(frozen=True, slots=True)
class DefenderTac(InBattle[Battle]):
    """An Allied defender may commit TAC."""


@dataclass(frozen=True, slots=True)
class Barrage(InBattle[Battle]):
    """Step 2: attacking corps support fires."""


@dataclass(frozen=True, slots=True)
class DefensiveFire(InBattle[Battle]):
    """Step 3: the defenders fire shot by shot."""


@dataclass(frozen=True, slots=True)
class BreakOffCall(InBattle[Battle]):
    """Step 4: the attacker may break off."""


@dataclass(frozen=True, slots=True)
class OffensiveFire(InBattle[Battle]):
    """Step 5: the attackers fire shot by shot."""


@dataclass(frozen=True, slots=True)
class ShotRoll(Frame):
    """A die: one shot, already aimed; the step's frame lies below."""

    shooter: UnitId
    target: UnitId
    to_hit: int


@dataclass(frozen=True, slots=True)
class RetreatCall(InBattle[Battle]):
    """Step 6: the defender may declare a retreat."""


@dataclass(frozen=True, slots=True)
class Retreating(InBattle[Battle]):
    """Step 8: the defender moves his survivors out."""

    units: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class Advancing(battles.Advancing[Battle]):
    """Step 9: the attacker may advance."""

    advanced: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class HuntRoll(InBattle[Battle]):
    """A die for each dispersed partisan unit attacked (BG 12.15)."""

    prey: tuple[UnitId, ...] = ()
    to_hit: int = 0


FRAMES: tuple[type[Frame], ...] = (
    SettingUp,
    TurnStart,
    WeatherRoll,
    AttitudeRoll,
    DefectionRolls,
    ChetnikRoll,
    Partisans,
    PortRolls,
    PortsOpen,
    Reinforcing,
    PlayerTurn,
    Commanding,
    TurnEnd,
    Moving,
    PortChoice,
    Displacing,
    Overstacked,
    Forming,
    DefenderTac,
    Barrage,
    DefensiveFire,
    BreakOffCall,
    OffensiveFire,
    ShotRoll,
    RetreatCall,
    Retreating,
    Advancing,
    HuntRoll,
)
"""Every kind of open decision, for the codec."""
