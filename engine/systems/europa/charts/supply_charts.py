"""The charts of supply, weather, building, replacements and mobilization, typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from typing import Annotated, NamedTuple, Protocol, TypeVar

from engine.core.charts.constraints import AsShipped, AtLeast, OneOf, RowOf
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.rules.weather.kinds import Kind, Kinds
from engine.systems.europa.charts.unit_charts import Count


class Row(Protocol):
    """A row that is known by its id."""

    @property
    def id(self) -> str:
        """The name of the row."""


RowT = TypeVar("RowT", bound=Row)


def named(rows: Iterable[RowT], id_: str) -> RowT:
    """The row of an id. Raises KeyError when there is none."""
    for row in rows:
        if row.id == id_:
            return row
    raise KeyError(id_)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A result of the weather table: the kind of weather it brings, none for no change (BF-27.4 to
    27.7).
    """

    id: str
    kind: Annotated[str, AsShipped()] = ""


@dataclass(frozen=True, slots=True)
class FloodRow:
    """Rivers of some zones flood on the turn their weather changes from one of ``before`` to one of
    ``after``; ``id`` is the option it comes under (BF-32A5.1).
    """

    id: str
    zones: Annotated[tuple[str, ...], AsShipped()]
    before: Annotated[tuple[str, ...], AsShipped()]
    after: Annotated[tuple[str, ...], AsShipped()]


@dataclass(frozen=True, slots=True)
class WeatherRow:
    """The weather of one turn: for each zone the result of every face of the die, 1 first."""

    id: str
    columns: dict[str, tuple[Annotated[str, RowOf("weather", "results")], ...]]
    provenance: Provenance


@dataclass(frozen=True)
class WeatherChart:
    """The weather table (BF-27.3); ``zones`` are those the title tells apart from north to south
    (BC-21.1), ``kinds`` of weather go from the best to the worst. Cells of other charts are keyed
    by kind. A hexside between two zones has the worse weather of both, with ``northern`` that of
    the more northern one (BF-27.16, FE-29C1.1).
    """

    title: str
    provenance: Provenance
    reason: str
    zones: tuple[str, ...]
    kinds: tuple[Kind, ...]
    results: tuple[ResultRow, ...]
    rows: tuple[WeatherRow, ...]
    floods: tuple[FloodRow, ...] = ()
    northern: bool = False

    @cached_property
    def known(self) -> Kinds:
        """The kinds of weather, looked up."""
        return Kinds(self.kinds)

    def between(self, zones: Sequence[str], weather: Sequence[str]) -> str:
        """The weather of a hexside that joins some zones, given that of each."""
        if not self.northern:
            return self.known.worst(weather)
        return weather[zones.index(self.northmost(zones))]

    def northmost(self, zones: Sequence[str]) -> str:
        """The most northern of some zones: a hexside between them belongs to it (FE-29C1.1)."""
        return min(zones, key=self.zones.index)

    def brings(self, result: str) -> str:
        """The kind of weather a result brings, '' for no change."""
        return next(row.kind for row in self.results if row.id == result)

    def faces(self, turn: int, zone: str) -> tuple[str, ...]:
        """The results of a zone on a turn counted from 1, face by face.

        After the last row every turn is like it.
        """
        return self.rows[min(turn, len(self.rows)) - 1].columns[zone]


@dataclass(frozen=True, slots=True)
class ElementRow:
    """The most hexes of an element of a supply line by kind of weather, and in the ``arctic`` where
    it is another number there (FE-12B.3, 30).

    For the rail element they are hexes of low-volume railroad; high volume has no limit.
    """

    id: str
    hexes: dict[str, Count] = field(metadata={"was": {"clear": "clear", "poor": "poor"}})
    provenance: Provenance
    arctic: dict[str, Count] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DurationRow:
    """What lack of supply halves from a ``turn`` on, a turn being two player turns in a row: attack
    and defense strength, the movement of c/m units, and that of all others; ``antiaircraft``
    strength too, and with ``armor`` units have no armour and antitank capabilities (FE-12D.3).
    """

    id: str
    turn: Annotated[int, AtLeast(1)]
    attack: bool
    defense: bool
    mobile: bool
    others: bool
    provenance: Provenance
    armor: bool = False
    antiaircraft: bool = False


ALL_HALVED = DurationRow("out of supply", 1, True, True, True, True, Provenance.PRINTED)
"""What holds where duration makes no difference (BF-12D.1, 12D.2)."""


class Ice(NamedTuple):
    """The weather zones where swamps and their like are ice, and those where rivers are."""

    swamps: frozenset[str] = frozenset()
    rivers: frozenset[str] = frozenset()


NO_ICE = Ice()
"""Nothing is frozen."""


@dataclass(frozen=True, slots=True)
class SupplyChart:
    """The supply line summary (BF-12B). Without ``durations`` it makes no difference how long a
    unit is out of supply.

    Where the option is played, ``double`` terrain counts ``doubled`` overland and a ``side``
    hexside ``more`` besides (BF-32A3), but not ``ice`` terrain nor hexsides in zones that are
    frozen: those ``freezing`` zones that have weather ``frozen_in`` (FE-12B1.2, 29D2.1).
    ``arctic`` is the weather zone in which rows may have other lengths.
    """

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[ElementRow, ...]
    double: tuple[str, ...]
    side: str
    doubled: Count
    more: Count
    delivered_phases: Count
    durations: tuple[DurationRow, ...] = ()
    ice: tuple[str, ...] = ()
    freezing: tuple[str, ...] = ()
    frozen_in: tuple[str, ...] = ()
    arctic: str = ""

    def frozen(self, weather: Mapping[str, str], rivers: frozenset[str] | None = None) -> Ice:
        """The frozen zones, given the weather of each, and those with frozen ``rivers`` where more
        than the weather decides that.
        """
        found = frozenset(z for z in self.freezing if weather.get(z) in self.frozen_in)
        return Ice(found, found if rivers is None else rivers)

    def has(self, element: str) -> bool:
        """Whether lines may have an element."""
        return any(row.id == element for row in self.rows)

    def hardship(self, turn: int) -> DurationRow:
        """What lack of supply does on a turn of it, counted from 1."""
        found = [row for row in self.durations if row.turn <= turn]
        return max(found, key=lambda row: row.turn) if found else ALL_HALVED

    def lengths(self, known: Kinds, kind: str, zone: str = "") -> dict[str, int]:
        """The greatest length of each element that a kind of weather touches in a zone."""
        far = bool(self.arctic) and zone == self.arctic
        return {
            row.id: known.cell(row.arctic if far and row.arctic else row.hexes, kind)
            for row in self.rows
        }


class SourceKind(StrEnum):
    """What a group of supply sources consists of."""

    EDGE = "edge"
    PORT = "port"
    CITY = "city"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A group of supply sources of a side (BF-12C, BC-12C).

    ``areas`` hold them (:mod:`..board.areas`), those of ``not_in`` left out; none
    means anywhere. ``sizes`` are sizes of port or kinds of city, ``hexes`` printed numbers.
    ``nations`` may use them, none meaning all of the side. ``halves`` limits a source to so many
    half regimental equivalents, ``units`` to so many non-divisional units or ``divisions``
    divisional ones; 0 without limit. ``overland``: reached by the overland element alone.
    ``linked``: only while friendly railroads join the city to others of the group, ``cities`` in
    all.
    ``forfeited``: lost for good once the enemy has owned it (BF-12C2.8). ``rule`` is the one the
    group rests on, the general one of its kind where none is named.
    """

    id: str
    side: Annotated[str, OneOf("axis", "allied")]
    kind: SourceKind
    provenance: Provenance
    areas: tuple[str, ...] = ()
    not_in: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()
    halves: Count = 0
    units: Count = 0
    divisions: Count = 0
    overland: bool = False
    linked: bool = False
    cities: Annotated[int, AtLeast(2)] = 2
    forfeited: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SourceChart:
    """The supply sources of a title."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[SourceRow, ...]


@dataclass(frozen=True, slots=True)
class PortRow:
    """A size of port: regimental equivalents a player turn, and its most hits; 0 is no limit."""

    id: str
    capacity: Count
    hits: Count
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class PortChart:
    """Ports by size, and the sizes of the ports in holding boxes (BF-26A3)."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[PortRow, ...]
    boxes: dict[str, str]

    def row(self, size: str) -> PortRow:
        """The row of a size. Raises KeyError when the chart has none."""
        return named(self.rows, size)


@dataclass(frozen=True, slots=True)
class AirbaseRow:
    """The capacity of a kind of airbase in air units, 0 without limit; no more than so many in some
    kinds of ``weather`` (FE-29C.3).
    """

    id: str
    capacity: Count
    provenance: Provenance
    weather: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AirbaseChart:
    """Airbases (BF-17A): ``temporary`` and ``permanent`` fields, kinds of city, holding boxes."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[AirbaseRow, ...]

    def capacity(self, id_: str, weather: str = "") -> int:
        """The capacity of a kind of airbase in a kind of weather, 0 where the chart has none."""
        for row in self.rows:
            if row.id == id_:
                known = row.weather
                return min(row.capacity, known[weather]) if weather in known else row.capacity
        return 0


@dataclass(frozen=True, slots=True)
class LimitRow:
    """How many forts and permanent airfields a side or nation may begin in an initial phase."""

    id: str
    amount: Count
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class ConstructionChart:
    """What construction units do, in movement points (BF-14A1, 17D).

    ``weather`` multiplies points and ``turns`` by kind of weather. ``sites`` are the terrains of
    forts and airfields. ``labour`` tells whether units also spend movement points on works. Units
    of the types ``rail_only`` repair railroads and build nothing (FE-14A4.1). In the kinds of
    weather ``strip_barred`` temporary airfields are neither built nor repaired, where none is named
    in all that is poor (FE-14A1a.3). All units damage airbases, or those that are ``armed`` with a
    strength and construction units alone (FE-17D.1). Where a fort or airfield has a ``cost`` in
    resource points, nothing else limits how many are begun (FE-14A1.6). Forts take ``elsewhere``
    turns in terrain that is not listed, 0 where they are not built there (FE-14A1.3).
    """

    title: str
    provenance: Provenance
    reason: str
    limits: tuple[LimitRow, ...]
    by: Annotated[str, OneOf("side", "nation")]
    sites: tuple[str, ...]
    turns: Annotated[int, AtLeast(1)]
    weather: dict[str, Annotated[int, AtLeast(1)]] = field(metadata={"was": {"poor": "poor"}})
    labour: bool
    strip: Count
    partial_strip: Count
    airbase_repair: Count
    airbase_damage: Count
    port_repair: Count
    port_demolition: Count
    rail_repair: Count
    armed: bool = False
    rail_only: tuple[str, ...] = ()
    strip_barred: tuple[str, ...] = ()
    cost: Count = 0
    elsewhere: Count = 0

    def limit(self, who: str) -> int:
        """What a side or nation may begin; 0 when the chart does not name it."""
        return next((row.amount for row in self.limits if row.id == who), 0)


class Serves(StrEnum):
    """Which units a kind of replacement point brings back."""

    LISTED = "listed types"
    OTHERS = "all that are not c/m"
    MOBILE = "c/m"
    ANY = "all"


@dataclass(frozen=True, slots=True)
class PurseRow:
    """A kind of replacement point, and the units it serves: ``types`` where they are listed."""

    id: str
    serves: Serves
    provenance: Provenance
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplacementChart:
    """What replacement points buy (BF-29B, BC-22D).

    ``measure`` says whether points pay for a regimental equivalent or for a unit (``small`` or
    ``division``). ``cadre`` points rebuild a cadre, in a city where ``cadre_in_city``. Replaced
    units appear in a city of at least rank ``city``, of their own nation where ``home``, or in the
    box ``boxes`` names for their nation. ``crowding``: reinforcements may appear beyond the
    stacking limit, which then holds as the movement phase ends (BF-8B.5, against FE-34A2.2).
    ``blocked_lost``: those that cannot appear as specified are eliminated (BF-29A.2). A
    withdrawal that cannot be made costs ``failed_withdrawal`` victory points a unit (BF-29C.2).
    ``convert_in_city``: units convert in cities alone (FE-34D.1). ``convert_idle``: what a unit was
    converted into does nothing more in that turn (FE-34D.2).
    """

    title: str
    provenance: Provenance
    reason: str
    kinds: tuple[PurseRow, ...]
    measure: Annotated[str, OneOf("units", "REs")]
    small: Count
    division: Count
    cadre: Count
    cadre_in_city: bool
    city: Annotated[str, OneOf("point", "reference", "dot")]
    home: bool
    boxes: dict[str, str]
    crowding: bool
    blocked_lost: bool
    failed_withdrawal: Count
    convert_in_city: bool = False
    convert_idle: bool = False
    withdraw_any: bool = False


class Share(StrEnum):
    """How much of what remains in a region mobilizes."""

    NONE = "none"
    ONE = "one divisional unit"
    HALF = "half the divisional units"
    ALL = "everything"


@dataclass(frozen=True, slots=True)
class MobilizationRow:
    """What a region mobilizes on a modified roll of at most ``roll``."""

    id: str
    roll: int
    share: Share
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class MobilizationChart:
    """How a ``nation`` mobilizes by region (order of battle): rows in rising order of rolls.

    ``eager`` regions add ``eager_bonus``, ``reluctant`` ones ``reluctant_bonus`` unless it is of
    the ``willing`` side; every region ``later_bonus`` from the second turn on and ``war_bonus``
    while it is at war, ``lost_city`` for each of its cities the enemy owns.
    """

    title: str
    provenance: Provenance
    reason: str
    nation: Annotated[str, AsShipped()]
    willing: Annotated[str, AsShipped()]
    rows: tuple[MobilizationRow, ...]
    eager: tuple[str, ...] = field(metadata={"was": "keen"})
    eager_bonus: int = field(metadata={"was": "keen_bonus"})
    reluctant: tuple[str, ...]
    reluctant_bonus: int
    later_bonus: int
    war_bonus: int
    lost_city: int

    def share(self, roll: int) -> Share:
        """What a modified roll mobilizes; above the last row as in it."""
        return next((row.share for row in self.rows if roll <= row.roll), self.rows[-1].share)
