"""The open decisions of patrols, interceptors and air combat."""

from __future__ import annotations

from enum import StrEnum

from engine.core.state import Frame, Location
from engine.frozen import dataclass
from maps.hexgrid import Hex


class AirStep(StrEnum):
    """The allocation steps of air combat in a hex, and the escorts left over after the first."""

    SCREEN = "screen"
    SURPLUS = "surplus"
    BYPASS = "bypass"
    FORCE = "force"


@dataclass(frozen=True, slots=True)
class AirBattle:
    """Air combat over a hex in which ``side`` intercepts: interceptors that attack the ``screen``
    of escorts, those that try to ``bypass`` it, the ``escorts`` not engaged yet, and the mission
    ``force``.
    """

    at: Hex
    side: str
    screen: tuple[str, ...] = ()
    bypass: tuple[str, ...] = ()
    escorts: tuple[str, ...] = ()
    force: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Duel:
    """One air unit against one or several."""

    single: str
    several: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Patrolling(Frame):
    """Fighters of a side may attack an enemy air unit on its way from its base; the hexes of the
    way before ``reached`` lie behind it (BF-19).
    """

    side: str
    air_unit: str
    base: Location
    path: tuple[Hex, ...]
    reached: int = 0

    def where(self) -> Hex | None:
        """The hex of its way that comes next."""
        return next(iter(self.path[self.reached :]), None)


@dataclass(frozen=True, slots=True)
class PatrolRoll(Frame):
    """A die: whether a patrol attack in a hex turns an air unit back (BF-19.3)."""

    air_unit: str
    against: str
    at: Hex


@dataclass(frozen=True, slots=True)
class Intercepting(Frame):
    """A side's interceptor movement step (BF-16C.2)."""

    side: str


@dataclass(frozen=True, slots=True)
class AirCombats(Frame):
    """Automatic: air combat goes from hex to hex; those in ``done`` are over (BF-21.2). That of the
    ``night`` is apart from that of the day (FE-24F.2).
    """

    side: str
    done: tuple[Hex, ...] = ()
    night: bool = False


@dataclass(frozen=True, slots=True)
class ChoosingAirCombat(Frame):
    """The intercepting side chooses the hex that comes next (BF-21.2)."""

    side: str
    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Preparing(Frame):
    """The side with the mission force abandons operations over a hex, or prepares (BF-21A1,
    21A2), by day or by ``night``.
    """

    side: str
    at: Hex
    night: bool = False


@dataclass(frozen=True, slots=True)
class Dividing(Frame):
    """The intercepting side divides its interceptors (BF-21A3)."""

    battle: AirBattle

    def where(self) -> Hex | None:
        """The hex that is fought over."""
        return self.battle.at


@dataclass(frozen=True, slots=True)
class Matching(Frame):
    """A side allocates its air units against the enemy's in a step of air combat."""

    side: str
    battle: AirBattle
    step: AirStep
    pairs: tuple[tuple[str, str], ...] = ()

    def where(self) -> Hex | None:
        """The hex that is fought over."""
        return self.battle.at


@dataclass(frozen=True, slots=True)
class Dueling(Frame):
    """Automatic: the duels of a step are fought one after the other; ``over`` are done with. Of the
    next one, those that have ``fired``, and the ``results`` that hold when it is over (BF-21B1b).
    """

    battle: AirBattle
    step: AirStep
    duels: tuple[Duel, ...]
    over: int = 0
    fired: tuple[str, ...] = ()
    results: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Aiming(Frame):
    """A side chooses at whom its air unit fires, or which of several fires next (BF-21B1b.2)."""

    side: str
    shooters: tuple[str, ...]
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AirShot(Frame):
    """Two dice, one after the other: an air unit fires at another (BF-21B3.2). ``first`` is what
    the first has shown, 0 before.
    """

    air_unit: str
    against: str
    first: int = 0


FRAMES: tuple[type[Frame], ...] = (
    Patrolling,
    PatrolRoll,
    Intercepting,
    AirCombats,
    ChoosingAirCombat,
    Preparing,
    Dividing,
    Matching,
    Dueling,
    Aiming,
    AirShot,
)
"""These frames, for the codec."""
RECORDS: tuple[type, ...] = (AirBattle, Duel)
"""Further values in them, for the codec."""
