"""The charts of Balkan Gambit and the figures of its scenarios, typed."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, TypeAlias

from engine.core.charts.constraints import AtLeast, Between
from engine.core.charts.rows import row_of
from engine.core.charts.scenario_data import ScenarioData, read_data
from engine.core.charts.schema import ChartProblem, rising
from engine.core.charts.tables import Cells, Provenance
from engine.frozen import dataclass
from maps.untyped import Table

Count: TypeAlias = Annotated[int, AtLeast(0)]
Cost: TypeAlias = Annotated[int, AtLeast(1)]
Shift: TypeAlias = Annotated[int, Between(-9, 9)]
Face: TypeAlias = Annotated[int, Between(0, 11)]
"""A number of a decimal die, 0 and 11 being never."""


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """Costs in movement points by class, and what the attacker's to-hit number gains in the hex."""

    id: str
    light: Cost
    non_mechanized: Cost
    mechanized: Cost
    to_hit: Shift
    provenance: Provenance
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoadRow:
    """Cost of a step along a road, bridges included."""

    cost: Cost
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class RiverRow:
    """Extra cost of crossing an unbridged river, and the attacker's modifier across any river."""

    cost: Count
    to_hit: Shift
    provenance: Provenance
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TerrainChart:
    """The terrain effects chart (BG 11.2, 12.12)."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[TerrainRow, ...]
    city: TerrainRow
    road: RoadRow
    river: RiverRow

    def row(self, terrain: str) -> TerrainRow:
        """The row of one terrain kind. Raises KeyError when the chart has none."""
        return row_of(self.rows, terrain)


@dataclass(frozen=True, slots=True)
class CombatChart:
    """To-hit modifiers (BG 12.11)."""

    title: str
    provenance: Provenance
    reason: str
    die: Annotated[int, Between(2, 100)]
    tac: Shift
    naval: Shift
    improved_position: Shift
    out_of_supply: Shift
    support_barrage_dice: Annotated[int, Between(1, 9)]
    anti_partisan: Annotated[int, Between(1, 9)]


@dataclass(frozen=True, slots=True)
class CommandChart:
    """What commands cost, and what changes the allocation (BG 7)."""

    title: str
    provenance: Provenance
    reason: str
    move: Cost
    attack: Cost
    assault: Cost
    upkeep: Cost
    improved_position: Cost
    replacement: Cost
    partisan_earmark: Count
    city_swing: Count
    marker_loss: Count
    assault_units: Cost
    allocation: dict[str, Count]


@dataclass(frozen=True, slots=True)
class StackingChart:
    """Units a hex may hold (BG 10.3)."""

    title: str
    provenance: Provenance
    reason: str
    axis: Cost
    allied: Cost
    allied_support: Count
    partisan_set_up: Cost


@dataclass(frozen=True, slots=True)
class SetUpChart:
    """The terrain partisans start in (scenario set-up)."""

    title: str
    provenance: Provenance
    reason: str
    terrain: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MovementChart:
    """Movement figures that are not terrain costs."""

    title: str
    provenance: Provenance
    reason: str
    displacement: Count
    out_of_supply_mechanized: Count
    winter: Shift
    support_mechanized_from: Count
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WeatherChart:
    """The weather roll (BG 6.1)."""

    title: str
    provenance: Provenance
    reason: str
    worse_to: Face
    better_from: Face
    after_poor: Shift
    after_clear: Shift


@dataclass(frozen=True, slots=True)
class ItalianChart:
    """The attitude roll of 1943 and the defector's die."""

    title: str
    provenance: Provenance
    reason: str
    belligerent_to: Face
    confusion_to: Face
    surrender_to: Face
    defector_from: Face


@dataclass(frozen=True, slots=True)
class ChetnikChart:
    """The control roll of 1943."""

    title: str
    provenance: Provenance
    reason: str
    axis_to: Face


@dataclass(frozen=True, slots=True)
class PointChart:
    """Victory points (BG 4.0)."""

    title: str
    provenance: Provenance
    reason: str
    division: Count
    supply_marker: Count
    town: Count
    city: Count
    win_ratio: Cost
    notional_march: Count
    provenance_of: Cells = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PortChart:
    """What the die of a captured port, and the movement factor on arrival by sea, are divided by
    (BG 9.3, 11.4).
    """

    title: str
    provenance: Provenance
    reason: str
    opening: Cost
    arrival: Cost


@dataclass(frozen=True, slots=True)
class AssaultChart:
    """The countries assaults go to, and the terrain of open beaches (BG 7.6, 7.9)."""

    title: str
    provenance: Provenance
    reason: str
    countries: tuple[str, ...]
    beaches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SupplyChart:
    """Nations supplied by markers, and the map edges of others (BG 9.3, 9.4)."""

    title: str
    provenance: Provenance
    reason: str
    markers: tuple[str, ...]
    edges: dict[str, str]


@dataclass(frozen=True, slots=True)
class Collaborators:
    """A collaborator nation: the zone it never leaves, and its capital by place id (BG 9.4, 11.3,
    13.5).
    """

    id: str
    zone: str
    capital: str


@dataclass(frozen=True, slots=True)
class CollaboratorChart:
    """The collaborator nations."""

    title: str
    provenance: Provenance
    reason: str
    rows: tuple[Collaborators, ...]


@dataclass(frozen=True, slots=True)
class ReplacementChart:
    """Nations whose divisions are restored, by side; those of the Axis reclaim brigades too (BG
    8.3).
    """

    title: str
    provenance: Provenance
    reason: str
    restored: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class CounterChart:
    """How many markers the game has."""

    title: str
    provenance: Provenance
    reason: str
    beachheads: Count
    improved_positions: Count


@dataclass(frozen=True, slots=True)
class ForceTenChart:
    """When Force Ten comes (BG 13.6)."""

    title: str
    provenance: Provenance
    reason: str
    turn: Cost


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts of the system."""

    terrain: TerrainChart
    combat: CombatChart
    commands: CommandChart
    stacking: StackingChart
    set_up: SetUpChart
    movement: MovementChart
    weather: WeatherChart
    italians: ItalianChart
    chetniks: ChetnikChart
    points: PointChart
    ports: PortChart
    assaults: AssaultChart
    supply: SupplyChart
    collaborators: CollaboratorChart
    replacements: ReplacementChart
    counters: CounterChart
    force_ten: ForceTenChart


@dataclass(frozen=True, slots=True)
class TacCount:
    """TAC units usable by weather."""

    clear: int
    poor: int


@dataclass(frozen=True, slots=True)
class Bulgarians:
    """Whose side Bulgaria is on, and the map edge its road chains leave by."""

    side: str
    supply: str


@dataclass(frozen=True, slots=True)
class LandingLimit:
    """At most so many amphibious assaults a turn in an area."""

    area: str
    per_turn: int
    rule: str


@dataclass(frozen=True, slots=True)
class Near:
    """A set-up place by distance from a place, by its id."""

    place: str
    within: int


@dataclass(frozen=True, slots=True)
class Landing:
    """Where amphibious assaults may go: only ``areas`` when any are named."""

    areas: tuple[str, ...] = ()
    limits: tuple[LandingLimit, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """The scenario's own figures.

    ``closed`` and ``confined`` give regions by nation, ``confined_by_option`` what an option adds
    to the latter; ``set_up_near`` set-up places by distance from a place; ``set_up_coastal`` the
    zones where a nation starts on or next to the coast, ``set_up_within`` a narrower area for a
    zone. ``liberated_regions`` are in Allied hands from the start.
    """

    turns: int
    istria: str
    victory_countries: tuple[str, ...]
    tac: TacCount
    bulgarian: Bulgarians
    landing: Landing
    italian_attitude: bool = False
    chetniks: bool = False
    winter: bool = False
    eastern_cooperation: bool = False
    closed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    confined: dict[str, tuple[str, ...]] = field(default_factory=dict)
    confined_by_option: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    set_up_near: dict[str, Near] = field(default_factory=dict)
    liberated_regions: tuple[str, ...] = ()
    set_up_coastal: dict[str, tuple[str, ...]] = field(default_factory=dict)
    set_up_within: dict[str, dict[str, str]] = field(default_factory=dict)


Data: TypeAlias = ScenarioData[Charts, Figures]
"""What a scenario of the system is played with."""


def read(table: Table, charts: str, where: str, *, shipped: str = "") -> Data:
    """Type a scenario's table and the charts' TOML text, what that lacks taken from the ``shipped``
    one. Raises KnownError for whatever does not fit.
    """
    return read_data(Charts, Figures, table, charts, where, shipped=shipped)


def problems(charts: Charts) -> tuple[ChartProblem, ...]:
    """What is wrong between cells of the charts."""
    weather, italians = charts.weather, charts.italians
    return (
        *rising(("weather",), {"worse_to": weather.worse_to, "better_from": weather.better_from}),
        *rising(
            ("italians",),
            {
                "belligerent_to": italians.belligerent_to,
                "confusion_to": italians.confusion_to,
                "surrender_to": italians.surrender_to,
            },
        ),
    )
