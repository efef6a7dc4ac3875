"""Air units in the state of a game, and the open decisions of the air."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from enum import StrEnum

from engine.core.state import Frame, Location
from engine.frozen import dataclass
from maps.hexgrid import Hex
from oob.model import UnitId


class Mission(StrEnum):
    """What air units fly for."""

    TRANSFER = "transfer"
    STAGING = "staging"
    GROUND_SUPPORT = "ground support"
    DEFENSIVE_SUPPORT = "defensive support"
    ESCORT = "escort"
    INTERCEPTION = "interception"
    SCRAMBLE = "scramble"
    AIR_UNIT_BOMBING = "air unit bombing"
    AIRBASE_BOMBING = "airbase bombing"
    PORT_BOMBING = "port bombing"
    RAIL_BOMBING = "rail bombing"
    TERROR_BOMBING = "terror bombing"
    INTERDICTION_BOMBING = "interdiction bombing"
    BRIDGE_BOMBING = "bridge bombing"
    FACTORY_BOMBING = "factory bombing"
    CITY_BOMBING = "city bombing"
    YARD_BOMBING = "yard bombing"
    SHIP_BOMBING = "ship bombing"
    NAVAL_PATROL = "naval patrol"
    HARASSMENT = "harassment"
    TRANSPORT = "air transport"
    SHUTTLE = "air transport and return"
    AIR_DROP = "air drop"


class Manner(StrEnum):
    """How a mission is flown: by day as far as the rating goes, or otherwise (BF-24B, 24E)."""

    PLAIN = ""
    EXTENDED = "at extended range"
    NIGHT = "by night"
    EXTENDED_NIGHT = "by night at extended range"

    @property
    def extended(self) -> bool:
        """Whether it is flown at extended range."""
        return self in (Manner.EXTENDED, Manner.EXTENDED_NIGHT)

    @property
    def night(self) -> bool:
        """Whether it is flown by night."""
        return self in (Manner.NIGHT, Manner.EXTENDED_NIGHT)


TURNED_BACK = "turned back"
"""In place of a mission: sent home by fire, to land in the air return step (BF-21B2.2)."""


@dataclass(frozen=True, slots=True)
class AirUnit:
    """An air unit in play: ``at`` is the base it is on or has flown from, or a box of units that
    are not in play. In the air it has a ``mission`` and a ``target``, a hex or for transports a box
    too; ``flown`` are missions it has initiated in this air phase. ``home`` is how far it may fly
    back, where its mission does not say; ``manner`` how it flies. ``cargo`` are ground units
    aboard, which stand at its base until they arrive; ``supplies`` are aboard instead (BF-20E), or
    besides where it has a glider in ``tow`` (BF-24C). ``across`` is where the bridge leads to that
    it bombs from its target (BF-32C.4), ``prey`` the ship that it bombs there (FE-20F2h.1).
    ``freight`` are resource points aboard, which lie at its base until they arrive (FE-20E.2).
    """

    at: Location
    operative: bool = True
    mission: str = ""
    target: Location | None = None
    flown: bool = False
    home: int = 0
    manner: Manner = Manner.PLAIN
    cargo: tuple[str, ...] = ()
    supplies: bool = False
    tow: str = ""
    across: Hex | None = None
    prey: str = ""
    freight: int = 0

    @property
    def laden(self) -> bool:
        """Whether anything is aboard."""
        return bool(self.cargo) or self.supplies or bool(self.freight)

    def loaded(
        self, cargo: tuple[str, ...], *, supplies: bool = False, freight: int = 0
    ) -> AirUnit:
        """A copy with something else aboard; itself where that is aboard already."""
        if (cargo, supplies, freight) == (self.cargo, self.supplies, self.freight):
            return self
        return replace(self, cargo=cargo, supplies=supplies, freight=freight)

    @property
    def extended(self) -> bool:
        """Whether it flies at extended range (BF-24B)."""
        return self.manner.extended

    @property
    def night(self) -> bool:
        """Whether it flies by night (BF-24E)."""
        return self.manner.night


@dataclass(frozen=True, slots=True)
class DropPlan:
    """An air drop of a ground unit planned ahead: where, and on which turn (BF-25C.1)."""

    target: Hex
    turn: int


@dataclass(frozen=True, slots=True)
class AirWar:
    """The air units of a game, the missions that have been initiated from each base in this air
    phase (by base, as written), the fighters that have made their patrol attack in it, and air
    replacement points by nation. ``stocked`` are the airbases to which a supply line led from a
    full source in their side's last initial phase (BF-20E.4). ``plans`` are the air drops of ground
    units that are planned.
    """

    units: Mapping[str, AirUnit] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    patrolled: frozenset[str] = frozenset()
    stocked: frozenset[Location] = frozenset()
    plans: Mapping[UnitId, DropPlan] = field(default_factory=dict)

    def having(self, unit: str, found: AirUnit) -> AirWar:
        """A copy in which an air unit is otherwise."""
        return replace(self, units={**self.units, unit: found})

    def with_each(self, made: Callable[[AirUnit], AirUnit]) -> AirWar:
        """A copy in which each air unit is what is made of it; itself where none is otherwise."""
        units = {id_: made(unit) for id_, unit in self.units.items()}
        same = all(units[id_] is unit for id_, unit in self.units.items())
        return self if same else replace(self, units=units)


NO_AIR = AirWar()
"""A war without air units."""


class Landing(StrEnum):
    """Why air units look for a base."""

    RETURNING = "returning"
    ABANDONING = "abandoning"
    ESCAPING = "escaping"
    ARRIVING = "arriving"
    DEPLOYING = "deploying"


@dataclass(frozen=True, slots=True)
class AirMoving(Frame):
    """A side's air movement step: its air units fly missions, one by one (BF-16C.1)."""

    side: str


@dataclass(frozen=True, slots=True)
class MissionResolution(Frame):
    """Automatic: what a side flies is resolved, once air combat is over (BF-16C.4)."""

    side: str


@dataclass(frozen=True, slots=True)
class FlakRoll(Frame):
    """Two dice, one after the other: antiaircraft fire of some strength at an air unit
    (BF-22B2.3). ``first`` is what the first has shown, 0 before.
    """

    air_unit: str
    strength: int
    first: int = 0


@dataclass(frozen=True, slots=True)
class AirReturn(Frame):
    """Air units of a side on some missions, and those turned back, go home (BF-18.5)."""

    side: str
    missions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToLand(Frame):
    """A side chooses bases for air units that have a choice."""

    side: str
    why: Landing
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WithdrawingAir(Frame):
    """A side chooses which of several air units is withdrawn (BF-29C.3)."""

    side: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RepairRoll(Frame):
    """A die: whether an inoperative air unit is repaired (BF-23.1)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class GliderRoll(Frame):
    """A die: whether a glider that has landed on a transport mission is expended (BF-24C.8)."""

    glider: str


@dataclass(frozen=True, slots=True)
class NightLanding(Frame):
    """A die: whether a day air unit that has flown by night crash lands (BF-24E.7)."""

    air_unit: str


@dataclass(frozen=True, slots=True)
class EscapeRoll(Frame):
    """A die: whether an air unit escapes from a captured base (BF-17B.3)."""

    air_unit: str


FRAMES: tuple[type[Frame], ...] = (
    AirMoving,
    MissionResolution,
    FlakRoll,
    AirReturn,
    ToLand,
    WithdrawingAir,
    RepairRoll,
    GliderRoll,
    NightLanding,
    EscapeRoll,
)
"""The frames of the air, for the codec."""
RECORDS: tuple[type, ...] = (AirUnit, AirWar, DropPlan)
"""Further values in the state, for the codec."""
