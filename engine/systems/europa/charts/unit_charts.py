"""The charts of unit types, support and stacking, typed."""

from __future__ import annotations

from typing import Annotated

from engine.core.charts.constraints import AtLeast, Between
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.systems.europa.state.constants import Ability, Capability

Count = Annotated[int, AtLeast(0)]
"""A number that is never below 0."""


@dataclass(frozen=True, slots=True)
class CapabilityRow:
    """A group of unit types: class, heavy equipment, armor and antitank capabilities, abilities.

    ``types`` are type words of the order of battle. ``mobile`` is the combat/motorized class;
    motorized artillery is that and ``artillery`` too. Supported units have heavy equipment
    whatever their type (BF-3A4).
    """

    id: str
    types: tuple[str, ...]
    mobile: bool
    artillery: bool
    heavy: bool
    aec_attack: Capability
    aec_defense: Capability
    atec: Capability
    abilities: tuple[Ability, ...]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class CapabilityChart:
    """The unit identification chart (BF-3A, 10A)."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[CapabilityRow, ...]

    def of(self, type_: str) -> CapabilityRow:
        """The row of a type word. Raises KeyError when the chart has none."""
        for row in self.rows:
            if type_ in row.types:
                return row
        raise KeyError(type_)


@dataclass(frozen=True, slots=True)
class SupportChart:
    """Who is supported besides divisions, artillery and headquarters (BF-11, BC-11)."""

    title: str
    provenance: Provenance
    reason: str
    cadres: bool


@dataclass(frozen=True, slots=True)
class PositionGunChart:
    """Position antiaircraft (BF-22A3): counters of the types ``equipped`` have heavy equipment.
    Where ``silent`` one that has moved does not fire in its player turn, where ``rooted`` none
    retreats: it is eliminated instead (FE-22A3.2).
    """

    title: str
    provenance: Provenance
    reason: str
    equipped: tuple[str, ...]
    silent: bool
    rooted: bool


@dataclass(frozen=True, slots=True)
class SizeChart:
    """Half regimental equivalents by size of unit (BF-3A3); ``cadre`` also of a division that shows
    its cadre, and ``doubled`` what those of c/m and cavalry units are multiplied by on rails and at
    sea (BF-7A1, 26A3).
    """

    title: str
    provenance: Provenance
    reason: str
    halves: dict[str, Count]
    doubled: Annotated[int, AtLeast(1)]

    def of(self, size: str) -> int:
        """Half regimental equivalents of a size word; one the chart lacks counts as a regiment."""
        return self.halves.get(size, self.halves["regiment"])


@dataclass(frozen=True, slots=True)
class DiceChart:
    """The dice of everything but combat, whose die stands with its results."""

    title: str
    provenance: Provenance
    reason: str
    faces: Annotated[int, Between(2, 20)]


@dataclass(frozen=True, slots=True)
class StackRow:
    """How many units a hex holds: of any size, small ones besides, artillery besides (BF-8A).

    A divisional unit takes ``division`` of the places for any size. ``zones`` are the weather zones
    a row of the Arctic holds in.
    """

    any: Count
    small: Count
    artillery: Count
    provenance: Provenance
    division: Annotated[int, AtLeast(1)] = 1
    zones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StackingChart:
    """Stacking limits outside mountains and in mountain hexes (BF-8); rows of the ``arctic`` go
    before both in their weather zones.
    """

    title: str
    provenance: Provenance
    reason: str
    regular: StackRow
    mountain: StackRow
    arctic: tuple[StackRow, ...] = ()

    @property
    def every(self) -> tuple[StackRow, ...]:
        """The limits of all kinds of hexes."""
        return (self.regular, self.mountain, *self.arctic)

    def row(self, zone: str, *, mountain: bool) -> StackRow:
        """The limits of a hex in a weather zone."""
        for row in self.arctic:
            if zone in row.zones:
                return row
        return self.mountain if mountain else self.regular
