"""Declared movement, zones of control, stacking, supply and victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from engine.core.charts.constraints import AtLeast
from engine.systems.by_hand.charts.costs import CostWord
from engine.systems.by_hand.charts.sequence import Count, Text

Cost = Annotated[str, CostWord()]
Costs = Mapping[str, Cost]
"""What something costs each movement class; a class that is not named goes by ``all classes``."""
EVERY = "every"
"""The key of a cost for all classes that have none of their own."""


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A movement class: the units it takes by type, by trait (or nation, or id), and by least
    movement allowance. The first row that takes a unit is its class; one without any condition
    takes every unit.
    """

    id: str
    name: Text
    types: tuple[Text, ...] = ()
    traits: tuple[Text, ...] = ()
    least: Count = 0


@dataclass(frozen=True, slots=True)
class CostRow:
    """What a kind of terrain, place or hexside costs; a hexside's cost comes on top."""

    id: str
    cost: Costs


@dataclass(frozen=True, slots=True)
class LineRow:
    """What a step along a kind of line costs in place of the terrain; ``bridges`` where hexsides
    then cost nothing.
    """

    id: str
    cost: Costs
    bridges: bool = True


@dataclass(frozen=True, slots=True)
class AreaRow:
    """Units (by type, trait, nation or id) that may only be in some regions of the board, or never
    in others.
    """

    id: str
    of: tuple[Text, ...]
    only: tuple[Text, ...] = ()
    never: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class MovementChart:
    """What steps cost, and which units keep to which regions. With ``minimum`` a unit may always go
    one hex that it can enter.
    """

    rule: Text
    classes: tuple[ClassRow, ...]
    terrain: tuple[CostRow, ...]
    places: tuple[CostRow, ...] = ()
    hexsides: tuple[CostRow, ...] = ()
    lines: tuple[LineRow, ...] = ()
    minimum: bool = True
    areas: tuple[AreaRow, ...] = ()


class Entering(StrEnum):
    """What entering an enemy zone does."""

    FREE = "free"
    STOP = "stop"
    COST = "cost"


class Leaving(StrEnum):
    """What leaving an enemy zone, or going from one into another, does."""

    FREE = "free"
    COST = "cost"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class ZoneChart:
    """Zones of control: who has none, over which hexsides and into which terrain they do not
    reach, what they do to movement, and whether friends cancel them for supply.
    """

    rule: Text
    without: tuple[Text, ...] = ()
    ignore: tuple[Text, ...] = ()
    hexsides: tuple[Text, ...] = ()
    terrain: tuple[Text, ...] = ()
    entering: Entering = Entering.STOP
    enter_cost: Count = 0
    leaving: Leaving = Leaving.FREE
    leave_cost: Count = 0
    between: Leaving = Leaving.FREE
    between_cost: Count = 0
    friends_cancel: bool = True


class Counted(StrEnum):
    """What a stacking limit counts."""

    UNITS = "units"
    STEPS = "steps"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class StackingChart:
    """How much a hex holds of one side. ``points`` are what sizes count (``XX = 3``), others 1;
    types and traits that are ``exempt`` count nothing; ``terrain`` has other limits.
    """

    rule: Text
    limit: Annotated[int, AtLeast(1)]
    counts: Counted = Counted.UNITS
    points: Mapping[str, Count] = field(default_factory=dict)
    exempt: tuple[Text, ...] = ()
    terrain: Mapping[str, Count] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SupplyChart:
    """Where supply comes from (places, regions or hex numbers of the board, side by side), how many
    hexes a unit may be from a source or a chain of lines, what bars it, and the state of a unit
    without it.
    """

    rule: Text
    sources: Mapping[str, tuple[Text, ...]]
    length: Count
    lines: tuple[Text, ...] = ()
    zones: bool = True
    state: str = ""
    exempt: tuple[Text, ...] = ()
    hexsides: tuple[Text, ...] = ()
    terrain: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """What a place (its id, name or hex number) is worth to its owner."""

    id: str
    points: int
    owner: str = ""


@dataclass(frozen=True, slots=True)
class VictoryChart:
    """Places that count, and by how much a side must lead."""

    rule: Text
    places: tuple[PlaceRow, ...]
    lead: Count = 1
    losses: Count = 0


class Watch(StrEnum):
    """Which enemy stacks a side knows in full when fog is chosen."""

    ADJACENT = "adjacent"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class HiddenChart:
    """Hidden information: the stacks that are known, besides those that were revealed."""

    rule: Text
    watch: Watch = Watch.ADJACENT
