"""The charts of areas and place words: where units may go, are set up and arrive; typed."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from engine.core.charts.constraints import AsShipped, AtLeast, OneOf
from engine.core.charts.rows import row_of
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.rules.politics.nations import Box, Trigger
from engine.systems.europa.charts.unit_charts import Count

Holding = Annotated[
    str,
    OneOf("city", "field", "dot", "major", "port", "rail", "airbase", "fortress", "listed field"),
]
"""What a hex of a place holds: a city of any kind, a permanent airfield, a dot or major city, a
major city, a port, a railroad; at the start an airbase of any kind, a fortress, or a permanent
airfield that an order of battle lists.
"""


@dataclass(frozen=True, slots=True)
class AreaRow:
    """An area of the board by name: land hexes that meet every condition that is given (BF-3E).

    ``nations`` and ``regions`` are layers of the board, ``hexes`` printed numbers, ``plus`` other
    areas: together they hold the area, or the whole board where none is given. ``part`` keeps the
    mainland or the islands of the nations; ``island`` the land that is joined to a printed hex.
    ``starts`` keep what can be reached from them without crossing ``rivers``, or a stop line.
    ``coast`` keeps coastal hexes and those beside them, ``south_of`` the rows from a printed hex
    on, ``north_of`` those down to one, ``west_of`` what lies on or west of the straight line
    through two.
    ``weather`` keeps weather zones, ``edge`` the hexes beside which the board ends on that side.
    ``fortified`` keeps hexes that look outward over a fortified hexside of theirs. ``without``
    takes other areas out. ``zone`` is a sea zone: its sea hexes and the coast that lies on it.
    """

    id: str
    provenance: Provenance
    nations: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    plus: tuple[str, ...] = ()
    part: Annotated[str, OneOf("all", "mainland", "islands")] = "all"
    island: str = ""
    starts: tuple[str, ...] = ()
    rivers: Annotated[str, OneOf("major", "all", "stop_line")] = "all"
    coast: bool = False
    south_of: str = ""
    north_of: str = ""
    west_of: tuple[str, ...] = ()
    weather: tuple[str, ...] = ()
    edge: Annotated[str, OneOf("", "west")] = ""
    fortified: bool = False
    without: tuple[str, ...] = ()
    zone: str = ""


@dataclass(frozen=True, slots=True)
class AreaChart:
    """Areas that are no nation and no region of the board by themselves.

    Land of a nation that hangs together is mainland from ``mainland`` hexes on, else an island
    (BF-3E). ``holders`` are the nations that hold the countries of the board at the start. A
    recommended set-up covers ``covered`` hex by hex, where a unit's place includes it.
    """

    title: str
    provenance: Provenance
    reason: str
    mainland: Annotated[int, AtLeast(1)]
    holders: dict[str, Annotated[str, AsShipped()]]
    rows: tuple[AreaRow, ...]
    covered: Annotated[str, AsShipped()] = ""

    def row(self, id_: str) -> AreaRow | None:
        """The conditions of an area, None when the chart does not have it."""
        return next((row for row in self.rows if row.id == id_), None)

    def home(self, nation: str) -> str:
        """A nation's own country, the first it holds; '' for none of the board's."""
        return next((land for land, holder in self.holders.items() if holder == nation), "")


@dataclass(frozen=True, slots=True)
class Limit:
    """No more than ``most`` regimental equivalents of a set-up stand in the hexes of another place
    word (FE-36.2).
    """

    place: Annotated[str, AsShipped()]
    most: Annotated[int, AtLeast(1)]


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A place word: the land hexes that meet every condition, or a holding ``box``.

    Any of ``areas`` holds the hex. With a ``depth`` it lies no further than that many hexes from
    the land of a nation of ``borders``, of any other nation where none is named, and ``beyond`` so
    many. It lies no further than ``within`` from a printed hex of ``near``. ``holding`` keeps hexes
    that hold any of these. ``also`` adds the hexes of other place words; ``limits`` are how many
    units of a set-up may stand in those.

    ``single`` lets no more than one unit of the word be set up in a hex, or appear there in a turn:
    of all units, or of each type. Units of the second kind that find no room come later. ``cycle``
    has reinforcements appear by turns: one in each major city that is not isolated, one in each
    other city that is not, one in each isolated city, and so on (FE-34A2.1); units that are set up
    stand so too, those of a formation whose name has the word ``whole`` as one (FE-OBS-5).
    ``linked`` keeps hexes that are not isolated, or to which a supply line leads from a full
    source.
    """

    id: str
    provenance: Provenance
    box: str = ""
    areas: tuple[str, ...] = ()
    borders: tuple[str, ...] = ()
    depth: Count = 0
    beyond: Count = 0
    near: tuple[str, ...] = ()
    within: Count = 0
    holding: tuple[Holding, ...] = ()
    also: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()
    single: Annotated[str, OneOf("", "unit", "type")] = ""
    cycle: bool = False
    whole: str = ""
    linked: Annotated[str, OneOf("", "unisolated", "supplied")] = ""


@dataclass(frozen=True, slots=True)
class PlaceChart:
    """Place words of set-ups and arrivals."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[PlaceRow, ...]

    def row(self, id_: str) -> PlaceRow:
        """The conditions of a place word. Raises KeyError when the chart has none."""
        return row_of(self.rows, id_)


@dataclass(frozen=True, slots=True)
class TheatreChart:
    """What a title's war is fought over: its holding boxes, the events its calendar waits for, and
    the name of its first turn. ``sides`` names sides otherwise than Axis and Allied.
    """

    title: str
    provenance: Provenance
    reason: str
    first_turn: Annotated[str, AsShipped()]
    boxes: tuple[Box, ...]
    triggers: tuple[Trigger, ...]
    sides: dict[str, Annotated[str, AsShipped()]] = field(default_factory=dict)

    def trigger(self, id_: str) -> Trigger:
        """An event by its id. Raises KeyError when the chart has none."""
        return row_of(self.triggers, id_)
