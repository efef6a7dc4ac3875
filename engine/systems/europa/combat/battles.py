"""A battle from its declaration to the advance, with the decisions inside it (frames)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.core.state import Frame
from engine.frozen import dataclass
from engine.rules.combat import battles
from engine.rules.combat.battles import Advancing as Advancing
from engine.rules.combat.battles import CombatRoll as CombatRoll
from engine.rules.combat.battles import Forming as Forming
from engine.rules.combat.battles import InBattle as InBattle
from maps.hexgrid import Hex
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class Battle(battles.Battle):
    """An attack on one hex (BF-9A.1).

    ``late`` are those of the ``defenders`` that retreated there in this combat phase: they share
    the result and add nothing (BF-9F1.8). ``halved`` names the sides that count their half-capable
    armour as half capable although neutral would serve them better (BF-10E.1). ``firing`` are guns
    two hexes away that add their strength and suffer nothing (FE-14B2.1, 14B2.2).
    """

    late: tuple[UnitId, ...] = ()
    halved: tuple[str, ...] = ()
    firing: tuple[UnitId, ...] = ()

    @property
    def standing(self) -> tuple[UnitId, ...]:
        """The defenders whose strength counts."""
        return tuple(unit for unit in self.defenders if unit not in self.late)

    @property
    def striking(self) -> tuple[UnitId, ...]:
        """All whose attack strength counts: the attackers, and the guns that fire from afar."""
        return (*self.attackers, *self.firing) if self.firing else self.attackers

    def fired(self, gun: UnitId) -> Battle:
        """The battle with one more gun that fires from two hexes away."""
        return replace(self, firing=(*self.firing, gun))

    def without(self, unit: UnitId) -> Battle:
        """The battle without one of its attackers, or of the guns that fire from afar."""
        left = battles.Battle.without(self, unit)
        return replace(left, firing=tuple(gun for gun in self.firing if gun != unit))


@dataclass(frozen=True, slots=True)
class Demand:
    """Losses a side must take: at least ``strength`` in printed points, half of them from each of
    the ``required`` groups as far as these go (BF-9D, 9I).
    """

    strength: int
    required: tuple[tuple[UnitId, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ArmorCall(InBattle[Battle]):
    """The defender says how he counts his half-capable armour, where it matters (BF-10E.1)."""


@dataclass(frozen=True, slots=True)
class Aftermath(battles.Aftermath[Battle]):
    """Automatic: the stages of a result, one after the other.

    ``leaving`` are the units of the beaten side, whose survivors must retreat.
    """

    leaving: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class Losing(battles.Losing[Battle]):
    """A side chooses its losses, unit by unit, till they are enough (BF-9C.5, 9C.9, 9C.11)."""

    demand: Demand
    chosen: tuple[UnitId, ...] = ()


@dataclass(frozen=True, slots=True)
class Retreating(battles.Retreating[Battle]):
    """A side retreats its beaten units (BF-9F1).

    ``paths`` are the hexes each of them has left already, the one it fought in first. ``guided``
    are the hexes a commando has slipped from and to, where it guides those that go the same way
    (FE-14H.3).
    """

    paths: tuple[tuple[Hex, ...], ...]
    guided: tuple[tuple[Hex, Hex], ...] = ()


@dataclass(frozen=True, slots=True)
class SlippingAway(InBattle[Battle]):
    """A die: whether the commando, or a unit it guides, slips through zones of control to a
    friendly hex (BF-32B2.3, FE-14H.3).
    """

    unit: UnitId
    target: Hex


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


def spared(flow: tuple[Frame, ...], gone: Collection[UnitId]) -> tuple[Frame, ...]:
    """Open decisions once units have left the game in the midst of a battle: they retreat no more
    and are nobody's losses; a decision about nobody else is closed.
    """
    return tuple(frame for frame in (_without(frame, gone) for frame in flow) if frame is not None)


def _without(frame: Frame, gone: Collection[UnitId]) -> Frame | None:
    if not isinstance(frame, (Retreating, Losing)) or not set(gone).intersection(frame.units):
        return frame
    left = tuple(unit for unit in frame.units if unit not in gone)
    if not left:
        return None
    if isinstance(frame, Losing):
        chosen = tuple(unit for unit in frame.chosen if unit not in gone)
        return replace(frame, units=left, chosen=chosen)
    pairs = zip(frame.units, frame.paths, strict=True)
    return replace(frame, units=left, paths=tuple(path for unit, path in pairs if unit in left))
