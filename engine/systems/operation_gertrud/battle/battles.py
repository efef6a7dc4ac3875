"""A battle from its announcement to the advance, with the decisions inside it (frames)."""

from __future__ import annotations

from engine.core.state import Frame
from engine.frozen import dataclass
from engine.rules.combat import battles
from engine.rules.combat.battles import Aftermath as Aftermath
from engine.rules.combat.battles import CombatRoll as CombatRoll
from engine.rules.combat.battles import Forming as Forming
from engine.rules.combat.battles import InBattle as InBattle
from engine.rules.combat.battles import Retreating as Retreating
from maps.hexgrid import Hex
from oob.model import UnitId

NO_UNIT = UnitId("")
"""Where no unit is meant."""


@dataclass(frozen=True, slots=True)
class Battle(battles.Battle):
    """An attack on one hex.

    ``dropper`` is the airborne unit that jumps into it ('' for none), ``second`` another that jumps
    with it; they are among the ``attackers``. ``driven`` is true once the result made the defenders
    retreat, whether they could or not. The four support markers are those placed on the hex so far,
    '' for none.
    ``ultra`` is true once a marker is spent on the land combat.
    """

    dropper: UnitId = NO_UNIT
    second: UnitId = NO_UNIT
    driven: bool = False
    naval_attack: str = ""
    naval_defense: str = ""
    air_attack: str = ""
    air_defense: str = ""
    ultra: bool = False

    @property
    def droppers(self) -> tuple[UnitId, ...]:
        """The airborne units that jump into the hex."""
        return tuple(unit for unit in (self.dropper, self.second) if unit)

    @property
    def committed(self) -> tuple[str, ...]:
        """The support markers on the hex."""
        markers = (self.naval_attack, self.naval_defense, self.air_attack, self.air_defense)
        return tuple(marker for marker in markers if marker)


@dataclass(frozen=True, slots=True)
class NavalCall(InBattle[Battle]):
    """A side may commit an NGS: first the attacker, then the defender (OG 11.0 step 2)."""

    side: str


@dataclass(frozen=True, slots=True)
class NavalCombat(InBattle[Battle]):
    """Dice: opposing NGS fight, the attacker's die first (OG 12.2)."""

    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AirCall(InBattle[Battle]):
    """A side may commit a CAS: first the attacker, then the defender (OG 11.0 step 3)."""

    side: str


@dataclass(frozen=True, slots=True)
class AirOver(InBattle[Battle]):
    """Automatic: what the air combat left, and ships sunk from the air."""


@dataclass(frozen=True, slots=True)
class AirUltra(Frame):
    """The Allied player may spend an ULTRA on an air combat (OG 13.3)."""

    side: str
    at: Hex
    marker: str
    foe: str


@dataclass(frozen=True, slots=True)
class AirDice(Frame):
    """Dice of an air combat: those of ``marker`` (of ``side``) first, then those of ``foe``."""

    side: str
    at: Hex
    marker: str
    foe: str
    ultra: bool = False
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class UltraCall(InBattle[Battle]):
    """The Allied player may spend an ULTRA on the land combat (OG 11.0 step 7)."""


@dataclass(frozen=True, slots=True)
class Losing(battles.Losing[Battle]):
    """A side chooses which of its units loses a step."""

    steps: int = 1


@dataclass(frozen=True, slots=True)
class LeaveCall(InBattle[Battle]):
    """The defender may retreat or stay."""

    side: str


@dataclass(frozen=True, slots=True)
class Advancing(battles.Advancing[Battle]):
    """The attacker may advance; ``able`` are the units the result lets in."""

    able: tuple[UnitId, ...]
    advanced: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class RaidRoll(Frame):
    """Two dice: the raid on the Goeben (OG 17.0)."""

    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SinkingRoll(Frame):
    """A die: the fate of a scuttled Yavuz (OG 5.1)."""


@dataclass(frozen=True, slots=True)
class Undertaking:
    """A Kommando mission: which, where the unit is put, and what it is aimed at.

    ``beyond`` is the hex across the river of a bridge, or over a crossing; ``victim`` the enemy
    unit of a raid on barracks.
    """

    mission: str
    at: Hex
    beyond: Hex | None = None
    victim: UnitId = NO_UNIT


@dataclass(frozen=True, slots=True)
class MissionCost(Frame):
    """The German player eliminates the CAS a mission costs, and one more if he likes (OG 17.1)."""

    task: Undertaking
    paid: tuple[str, ...] = ()

    def where(self) -> Hex | None:
        """The hex where the unit is put."""
        return self.task.at


@dataclass(frozen=True, slots=True)
class MissionRoll(Frame):
    """A die: a Kommando mission (OG 17.1)."""

    task: Undertaking
    second_cas: bool


FRAMES: tuple[type[Frame], ...] = (
    Forming,
    NavalCall,
    NavalCombat,
    AirCall,
    AirOver,
    AirUltra,
    AirDice,
    UltraCall,
    CombatRoll,
    Aftermath,
    Losing,
    LeaveCall,
    Retreating,
    Advancing,
    RaidRoll,
    SinkingRoll,
    MissionCost,
    MissionRoll,
)
"""Every kind of open decision in combat, raid and mission, for the codec."""

RECORDS: tuple[type, ...] = (Battle, Undertaking)
"""The other records that can stand in them."""
