"""A battle from its declaration to the advance, with the decisions inside it (frames)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.state import Frame
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Battle:
    """An attack on one hex (BF-9A.1).

    ``late`` are those of the ``defenders`` that retreated there in this combat phase: they share
    the result and add nothing (BF-9F1.8). ``halved`` names the sides that count their half-capable
    armour as half capable although neutral would serve them better (BF-10E.1).
    """

    side: str
    target: Hex
    attackers: tuple[UnitId, ...] = ()
    defenders: tuple[UnitId, ...] = ()
    late: tuple[UnitId, ...] = ()
    halved: tuple[str, ...] = ()

    @property
    def standing(self) -> tuple[UnitId, ...]:
        """The defenders whose strength counts."""
        return tuple(unit for unit in self.defenders if unit not in self.late)


@dataclass(frozen=True, slots=True)
class Demand:
    """Losses a side must take: at least ``strength`` in printed points, half of them from each of
    the ``required`` groups as far as these go (BF-9D, 9I).
    """

    strength: int
    required: tuple[tuple[UnitId, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class InBattle(Frame):
    """Any decision inside a battle."""

    battle: Battle


@dataclass(frozen=True, slots=True)
class Forming(InBattle):
    """The attacker chooses his units, then goes in."""


@dataclass(frozen=True, slots=True)
class ArmorCall(InBattle):
    """The defender says how he counts his half-capable armour, where it matters (BF-10E.1)."""


@dataclass(frozen=True, slots=True)
class CombatRoll(InBattle):
    """A die: the battle itself (BF-9A.7)."""


@dataclass(frozen=True, slots=True)
class Aftermath(InBattle):
    """Automatic: the stages of a result, one after the other.

    ``leaving`` are the units of the beaten side, whose survivors must retreat.
    """

    code: str
    stage: int = 0
    leaving: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class Losing(InBattle):
    """A side chooses its losses, unit by unit, till they are enough (BF-9C.5, 9C.9, 9C.11)."""

    side: str
    units: tuple[UnitId, ...]
    demand: Demand
    chosen: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class Retreating(InBattle):
    """A side retreats its beaten units (BF-9F1).

    ``paths`` are the hexes each of them has left already, the one it fought in first.
    """

    side: str
    units: tuple[UnitId, ...]
    paths: tuple[tuple[Hex, ...], ...]


@dataclass(frozen=True, slots=True)
class SlippingAway(InBattle):
    """A die: whether the commando slips through zones of control to a friendly hex (BF-32B2.3)."""

    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class Advancing(InBattle):
    """The attacker may advance into the hex he has cleared (BF-9F2)."""


FRAMES: tuple[type[Frame], ...] = (
    Forming,
    ArmorCall,
    CombatRoll,
    Aftermath,
    Losing,
    Retreating,
    SlippingAway,
    Advancing,
)
"""Every kind of open decision in combat, for the codec."""

RECORDS: tuple[type, ...] = (Battle, Demand)
"""The other records that can stand in them."""
