"""The charts that every Europa title has; a title subclasses :class:`SharedCharts` with its own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from importlib import resources

from engine.frozen import dataclass
from engine.systems.europa.charts.combat_charts import (
    ArmorChart,
    ArtilleryChart,
    CombatChart,
    EffectsChart,
    EngineerChart,
)
from engine.systems.europa.charts.movement_charts import (
    BreakdownChart,
    BridgeChart,
    MovementChart,
    OverrunChart,
    RailChart,
    TerrainCostChart,
)
from engine.systems.europa.charts.place_charts import AreaChart, PlaceChart, TheatreChart
from engine.systems.europa.charts.supply_charts import (
    AirbaseChart,
    ConstructionChart,
    MobilizationChart,
    PortChart,
    ReplacementChart,
    SourceChart,
    SupplyChart,
    WeatherChart,
)
from engine.systems.europa.charts.unit_charts import (
    CapabilityChart,
    DiceChart,
    PositionGunChart,
    SizeChart,
    StackingChart,
    SupportChart,
)

TABLE = re.compile(r"^(?=\[)", re.MULTILINE)
"""Where a table of a TOML text begins."""
SHARED_TEXTS = ("combat.toml", "movement.toml", "units.toml", "supply.toml", "places.toml")
"""The chart texts all titles on this board share, what is looked up most first."""


@dataclass(frozen=True, slots=True)
class SharedCharts:
    """The charts of units, movement, combat and supply."""

    capabilities: CapabilityChart
    support: SupportChart
    position_guns: PositionGunChart
    sizes: SizeChart
    dice: DiceChart
    stacking: StackingChart
    theatre: TheatreChart
    areas: AreaChart
    places: PlaceChart
    movement: MovementChart
    terrain_costs: TerrainCostChart
    rail: RailChart
    overruns: OverrunChart
    bridges: BridgeChart
    breakdowns: BreakdownChart
    combat: CombatChart
    effects: EffectsChart
    armor: ArmorChart
    engineers: EngineerChart
    artillery: ArtilleryChart
    supply: SupplyChart
    sources: SourceChart
    weather: WeatherChart
    ports: PortChart
    airbases: AirbaseChart
    construction: ConstructionChart
    replacements: ReplacementChart
    mobilization: MobilizationChart


def joined(package: str, own: Iterable[str], *, without: Collection[str] = ()) -> str:
    """The shared chart texts and a title's own, joined to one TOML text: place words come last.

    ``package`` is the title's package, ``own`` the names of its files. Shared tables named in
    ``without`` are left out: the title writes its own.
    """
    shared = resources.files(__package__ or "")
    title = resources.files(package)
    texts = [shared.joinpath(name).read_text(encoding="utf-8") for name in SHARED_TEXTS]
    *first, last = (_lacking(text, without) for text in texts) if without else texts
    files = (title.joinpath(name).read_text(encoding="utf-8") for name in own)
    return "\n".join(text for text in (*first, *files, last) if text)


def _lacking(text: str, tables: Collection[str]) -> str:
    """A chart text without some of its tables; '' when no table is left of it."""
    head, *parts = TABLE.split(text)
    kept = [part for part in parts if re.split(r"[\].]", part.lstrip("["))[0] not in tables]
    return "".join((head, *kept)) if kept else ""
