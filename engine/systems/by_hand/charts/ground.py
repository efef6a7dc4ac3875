"""Declared movement, zones of control, stacking, supply and victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Annotated

from engine.core.charts.constraints import AtLeast, KeysOf
from engine.frozen import dataclass
from engine.systems.by_hand.charts.costs import CostWord
from engine.systems.by_hand.charts.sequence import Count, MaybeText, Text

Cost = Annotated[str, CostWord()]
Costs = Annotated[Mapping[str, Cost], KeysOf("movement", "classes", more=("every",))]
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
    """What entering a kind of terrain or of place costs."""

    id: str
    cost: Costs


@dataclass(frozen=True, slots=True)
class HexsideRow:
    """What crossing a kind of hexside costs on top of the hex; with ``raises`` it is what the step
    costs at least.
    """

    id: str
    cost: Costs
    raises: bool = False


@dataclass(frozen=True, slots=True)
class SkyRow:
    """What kinds of terrain, place, hexside or line cost in kinds of weather, in place of what they
    cost else; classes that are not named keep their cost. With ``sealed`` a class that may not
    enter a terrain cannot leave it either, nor come there along lines.
    """

    id: str
    weather: tuple[Text, ...]
    of: tuple[Text, ...]
    cost: Costs
    sealed: bool = False


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
    """Units (by type, trait, size, nation, side or id) that are kept to some regions of the board,
    or out of others: always, or as long as a ``track`` stands below ``until``.
    """

    id: str
    of: tuple[Text, ...]
    only: tuple[Text, ...] = ()
    never: tuple[Text, ...] = ()
    track: MaybeText = ""
    until: int = 1


@dataclass(frozen=True, slots=True)
class MovementChart:
    """What steps cost, and which units keep to which regions. With ``minimum`` a unit may always go
    one hex that it can enter. Units that ``unheld`` names hold no ground: the other sides go
    through their hex, and nobody attacks it for them.
    """

    rule: Text
    classes: tuple[ClassRow, ...]
    terrain: tuple[CostRow, ...]
    places: tuple[CostRow, ...] = ()
    hexsides: tuple[HexsideRow, ...] = ()
    lines: tuple[LineRow, ...] = ()
    minimum: bool = True
    areas: tuple[AreaRow, ...] = ()
    skies: tuple[SkyRow, ...] = ()
    unheld: tuple[Text, ...] = ()


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
    """Zones of control: who has none (states and ``reduced`` too), over which hexsides, into which
    terrain and regions they do not reach, what they do to movement, and whether friends cancel them
    for supply. With ``entered`` the zone of a unit reaches only where it could go itself, lines
    aside. ``eased`` units pay ``eased_by`` points less; with ``one_hex`` the one hex that a
    unit may always go may be from one zone into another.
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
    entered: bool = False
    eased: tuple[Text, ...] = ()
    eased_by: Count = 0
    one_hex: bool = False
    areas: tuple[AreaRow, ...] = ()


class Counted(StrEnum):
    """What a stacking limit counts."""

    UNITS = "units"
    STEPS = "steps"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class RoomRow:
    """Places of their own that some units have in a hex besides the limit; ``terrain`` has other
    numbers of them. It may be one side's alone; with ``no_more`` those units have no other places.
    """

    id: str
    of: tuple[Text, ...]
    holds: Count
    terrain: Annotated[Mapping[str, Count], KeysOf("movement", "terrain")] = field(
        default_factory=dict
    )
    side: MaybeText = ""
    no_more: bool = False


@dataclass(frozen=True, slots=True)
class ApartRow:
    """Units that share a hex with units of their own side ``only`` if those are named here, or
    ``never`` with some.
    """

    id: str
    of: tuple[Text, ...]
    only: tuple[Text, ...] = ()
    never: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class StackingChart:
    """How much a hex holds of one side. ``points`` are what sizes count (``XX = 3``), others 1;
    types and traits that are ``exempt`` count nothing; ``terrain`` has other limits. Units take
    their places in ``rooms`` first, row by row; what is left over counts against the limit. Units
    that are kept ``apart`` may not be in a hex together.
    """

    rule: Text
    limit: Annotated[int, AtLeast(1)]
    counts: Counted = Counted.UNITS
    points: Mapping[str, Count] = field(default_factory=dict)
    exempt: tuple[Text, ...] = ()
    terrain: Annotated[Mapping[str, Count], KeysOf("movement", "terrain")] = field(
        default_factory=dict
    )
    rooms: tuple[RoomRow, ...] = ()
    apart: tuple[ApartRow, ...] = ()


class Measure(StrEnum):
    """What the last stretch of a supply line is measured in: hexes, movement points of the unit, or
    as many points as the unit has, its states aside.
    """

    HEXES = "hexes"
    POINTS = "points"
    ALLOWANCE = "allowance"


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link of a supply line between the source and the last stretch over land: along which lines,
    and over how many hexes at most, 0 for any number; ``weather`` has other numbers.
    """

    id: str
    lines: tuple[Text, ...]
    length: Count = 0
    weather: Annotated[Mapping[str, Count], KeysOf("weather", "kinds")] = field(
        default_factory=dict
    )


@dataclass(frozen=True, slots=True)
class SupplyChart:
    """Where supply comes from (places, regions or hex numbers of the board, or markers that lie on
    it, side by side), how many hexes a unit may be from a source or a chain of lines, what bars it,
    and the state of a unit without it. ``measure`` counts that stretch in movement points instead,
    as a march to the source or the chain. ``links`` follow each other from the source on, in place
    of ``lines`` of any length; ``weather`` has other lengths of the last stretch; ``areas`` are
    closed to sides or nations.
    """

    rule: Text
    sources: Annotated[Mapping[str, tuple[Text, ...]], KeysOf("sides")]
    length: Count
    lines: tuple[Text, ...] = ()
    zones: bool = True
    state: MaybeText = ""
    exempt: tuple[Text, ...] = ()
    hexsides: tuple[Text, ...] = ()
    terrain: tuple[Text, ...] = ()
    links: tuple[LinkRow, ...] = ()
    weather: Annotated[Mapping[str, Count], KeysOf("weather", "kinds")] = field(
        default_factory=dict
    )
    areas: tuple[AreaRow, ...] = ()
    measure: Measure = Measure.HEXES


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """What a place (its id, name or hex number) is worth to its owner."""

    id: str
    points: int
    owner: MaybeText = ""


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
