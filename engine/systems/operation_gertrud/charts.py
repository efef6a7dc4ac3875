"""The charts of Operation Gertrud and the figures of its scenarios, typed."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, TypeAlias

from engine.core.charts.constraints import AsShipped, AtLeast
from engine.core.charts.rows import row_of
from engine.core.charts.scenario_data import ScenarioData, read_data
from engine.core.charts.tables import Cells, Provenance
from engine.frozen import dataclass
from engine.rules.board.zoc import Zoc
from engine.systems.operation_gertrud.battle_charts import (
    CombatChart,
    Count,
    DiceChart,
    MissionChart,
    RaidChart,
    Shift,
    ShiftChart,
    SinkingChart,
    Some,
)
from maps.untyped import Table
from oob.model import UnitId

Condition: TypeAlias = Annotated[bool, AsShipped()]


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """What a terrain kind costs to enter, and its column shifts in defence."""

    id: str
    cost: Some
    shifts: Shift
    provenance: Provenance
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SideRow:
    """What a hexside kind adds to the cost, and its column shift before an attacker."""

    cost: Count
    shifts: Shift
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class TerrainChart:
    """The terrain key (OG 9.0, 11.0)."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[TerrainRow, ...]
    city_shifts: Shift
    road_cost: Some
    river: SideRow
    strait: SideRow
    provenance_of: Cells = field(default_factory=dict)

    def row(self, terrain: str) -> TerrainRow:
        """The row of one terrain kind. Raises KeyError when the chart has none."""
        return row_of(self.rows, terrain)


@dataclass(frozen=True, slots=True)
class MovementChart:
    """Movement, stacking and zones (OG 6, 8, 9); set-ups put five units into one hex."""

    title: str
    provenance: Provenance
    reason: str
    zoc: Zoc
    stacking: Annotated[int, AtLeast(5)]
    rail_factor: Some
    halving: Some


@dataclass(frozen=True, slots=True)
class SupplyChart:
    """Whose cities feed each nation, and the units that need no supply (OG 7.5, 7.6)."""

    title: str
    provenance: Provenance
    reason: str
    sources: dict[str, tuple[str, ...]]
    exempt: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MountainRow:
    """The parenthesised factors of a nation's mountain units (OG 16.0)."""

    nation: str
    full: Count
    reduced: Count
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class MountainChart:
    """Factors of mountain units in rough and mountain hexes."""

    title: str
    provenance: Provenance
    reason: str
    terrain: tuple[str, ...]
    rows: tuple[MountainRow, ...]
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MarkerRow:
    """A nation's support markers: the bonuses of its CAS in the order they are taken, and its NGS
    with the seas they may enter.
    """

    nation: str
    name: str
    cas: tuple[Count, ...]
    ngs: Count
    seas: tuple[str, ...]
    provenance: Provenance
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MarkerChart:
    """The counter mix of support markers (OG 3.1, 12.1)."""

    title: str
    provenance: Provenance
    reason: str
    closed_sea: str
    ultra: Count
    rows: tuple[MarkerRow, ...]
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReplacementChart:
    """What a replacement step buys (OG 10.2, 10.3); ``purses`` name who pays for each nation,
    ``duplicity`` what they hold a turn under that option (OG 19.0).
    """

    title: str
    provenance: Provenance
    reason: str
    reduced: Some
    full: Some
    air: Some
    purses: dict[str, str]
    duplicity: dict[str, Count]


@dataclass(frozen=True, slots=True)
class VictoryChart:
    """The victory check (OG 4.0, 4.1)."""

    title: str
    provenance: Provenance
    reason: str
    per_air: Count
    per_armor: Count


@dataclass(frozen=True, slots=True)
class ObjectiveChart:
    """Which layer of regions of the board holds the objectives, and those a game cannot do without
    once it is begun.
    """

    title: str
    provenance: Provenance
    reason: str
    layer: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StraitChart:
    """The European bank of each strait, by printed number, and the nations mines stop (OG 17.1)."""

    title: str
    provenance: Provenance
    reason: str
    stops: tuple[str, ...]
    banks: dict[str, str]
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DeploymentChart:
    """Limits of the free Turkish deployment; Europe ends before the printed hex ``west_of`` (OG
    3.4).
    """

    title: str
    provenance: Provenance
    reason: str
    west_of: str
    european: Count
    eastern: Count
    eastern_depth: Count


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A set-up or arrival place: hexes that meet every condition given.

    ``hexes`` are printed numbers; ``nations`` hold the hex, ``borders`` touch it; ``near`` is a
    hex or a nation
    no further than ``within``; ``coastal``; ``empty`` of units of others; ``top_row`` the
    northernmost row;
    ``together``: all units of the entry in one hex, where no other unit stands. ``or_in`` adds the
    hexes of nations.
    """

    hexes: tuple[str, ...] = ()
    nations: tuple[str, ...] = ()
    borders: tuple[str, ...] = ()
    near: str = ""
    within: Annotated[int, AsShipped()] = 1
    coastal: Condition = False
    empty: Condition = False
    top_row: Condition = False
    together: Condition = False
    entry: Condition = False
    or_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts of the system."""

    terrain: TerrainChart
    movement: MovementChart
    supply: SupplyChart
    mountain: MountainChart
    markers: MarkerChart
    replacements: ReplacementChart
    victory: VictoryChart
    objectives: ObjectiveChart
    straits: StraitChart
    deployment: DeploymentChart
    places: dict[str, PlaceRow]
    combat: CombatChart
    dice: DiceChart
    shifts: ShiftChart
    raid: RaidChart
    sinking: SinkingChart
    missions: MissionChart


@dataclass(frozen=True, slots=True)
class Support:
    """How many support markers of a nation come on a turn, 0 being the start."""

    nation: str
    cas: int = 0
    ngs: int = 0
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Arrival:
    """Units that come on a turn at a place, or by paradrop; '' is any friendly city (OG 10.0)."""

    turn: int
    units: tuple[str, ...]
    place: str = ""
    paradrop: bool = False
    reduced: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """The scenario's own figures (OG 18)."""

    turns: int
    victory_modifier: int
    raid_modifier: int
    replacements: dict[str, int]
    support: tuple[Support, ...]
    nations: tuple[str, ...]
    arrivals: tuple[Arrival, ...] = ()
    reduced: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


Data: TypeAlias = ScenarioData[Charts, Figures]
"""What a scenario of the system is played with."""


def read(table: Table, charts: str, where: str, *, shipped: str = "") -> Data:
    """Type a scenario's table and the charts' TOML text, what that lacks taken from the ``shipped``
    one. Raises KnownError for whatever does not fit.
    """
    return read_data(Charts, Figures, table, charts, where, shipped=shipped)


def named_units(data: Data) -> tuple[tuple[UnitId, str], ...]:
    """Each unit that the figures of a scenario bring into play, and where they name it."""
    figures = data.figures
    return (
        *(
            (UnitId(unit), f"the arrivals of turn {arrival.turn}")
            for arrival in figures.arrivals
            for unit in arrival.units
        ),
        *((UnitId(unit), "the units that start reduced") for unit in figures.reduced),
    )
