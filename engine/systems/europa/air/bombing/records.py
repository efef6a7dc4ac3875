"""The open decisions and dice of bombing attacks on places."""

from __future__ import annotations

from engine.core.state import Frame
from engine.frozen import dataclass
from engine.systems.europa.air.records import Mission
from maps.hexgrid import Hex


@dataclass(frozen=True, slots=True)
class Bombing(Frame):
    """Automatic: a side's air units bomb places, hex by hex, mission by mission; those in ``done``
    have bombed (BF-20F.2).
    """

    side: str
    done: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grouping(Frame):
    """A side says which of its air units over a target bomb it together: ``group`` is the attack
    being formed, ``left`` are the others (BF-20F.3). A bridge leads ``across`` a river (BF-32C.4).
    ``victim`` is the air unit on the ground, or the ship, that they bomb.
    """

    side: str
    at: Hex
    mission: Mission
    left: tuple[str, ...]
    group: tuple[str, ...] = ()
    across: Hex | None = None
    victim: str = ""


@dataclass(frozen=True, slots=True)
class BombRoll(Frame):
    """A die: whether a bombing attack hits (BF-20F.6)."""

    side: str
    at: Hex
    mission: Mission
    units: tuple[str, ...]
    across: Hex | None = None
    victim: str = ""


@dataclass(frozen=True, slots=True)
class AimingBombs(Frame):
    """A side names, for each of its air units over a hex, the air unit on the ground, or by another
    ``mission`` the ship, that it bombs; ``aimed`` are those that have a target, with it
    (FE-20F2a.2, 20F2h.1).
    """

    side: str
    at: Hex
    units: tuple[str, ...]
    aimed: tuple[tuple[str, str], ...] = ()
    mission: Mission = Mission.AIR_UNIT_BOMBING


@dataclass(frozen=True, slots=True)
class ChoosingVictim(Frame):
    """The bombing side chooses the air unit that a hit on an airbase strikes (BF-20F2a.6)."""

    side: str
    at: Hex
    units: tuple[str, ...]


FRAMES: tuple[type[Frame], ...] = (Bombing, Grouping, BombRoll, ChoosingVictim, AimingBombs)
"""These frames, for the codec."""
