"""The charts of Fire in the East: those of every Europa title and its own."""

from __future__ import annotations

from engine.frozen import dataclass
from engine.systems.europa.air.groups.charts import GroupedCharts
from engine.systems.europa.charts.shared_charts import joined
from engine.systems.fire_in_the_east.economy.charts import (
    AllotmentChart,
    CapitalChart,
    DistrictChart,
    GuardsChart,
    LendLeaseChart,
    MilitiaChart,
    PriceChart,
    QuotaChart,
    RaidChart,
    SpecialChart,
    TransferChart,
    UpgradeChart,
)
from engine.systems.fire_in_the_east.own_charts import (
    AirLimitChart,
    BuildingLineChart,
    CityRailChart,
    DriftChart,
    EffortChart,
    FinnishNetChart,
    FortressChart,
    GarrisonChart,
    IceChart,
    MobilityChart,
    NationChart,
    NightFighterChart,
    OperationChart,
    StarvationChart,
    SteadfastChart,
    SurpriseChart,
    WinterChart,
    WorkerChart,
)
from engine.systems.fire_in_the_east.resources.charts import ResourceChart
from engine.systems.fire_in_the_east.sea.charts import (
    CarriageChart,
    FleetChart,
    FlotillaChart,
    MineChart,
    PortIceChart,
    RepairChart,
    ShipmentChart,
    StraitChart,
)
from engine.systems.fire_in_the_east.works.charts import DeploymentChart

OWN = (
    "charts.toml",
    "combat.toml",
    "movement.toml",
    "breakdowns.toml",
    "supply.toml",
    "own.toml",
    "economy.toml",
    "places.toml",
    "air.toml",
    "naval.toml",
)
"""The texts of its own charts."""
REPLACED = frozenset(
    {
        "combat",
        "effects",
        "stacking",
        "position_guns",
        "terrain_costs",
        "supply",
        "ports",
        "airbases",
        "areas",
        "theatre",
        "places",
    }
)
"""The tables it has in place of the shared ones: another board, and four kinds of weather."""


@dataclass(frozen=True, slots=True)
class Charts(GroupedCharts):
    """Everything a game is played with."""

    nations: NationChart
    operations: OperationChart
    war_effort: EffortChart
    night_fighter: NightFighterChart
    drift: DriftChart
    starvation: StarvationChart
    surprise: SurpriseChart
    winter: WinterChart
    city_rail: CityRailChart
    building_line: BuildingLineChart
    ice: IceChart
    steadfast: SteadfastChart
    mobility: MobilityChart
    allotments: AllotmentChart
    prices: PriceChart
    quotas: QuotaChart
    districts: DistrictChart
    special: SpecialChart
    transfers: TransferChart
    militia: MilitiaChart
    capital: CapitalChart
    workers: WorkerChart
    raids: RaidChart
    air_limits: AirLimitChart
    garrisons: GarrisonChart
    guards: GuardsChart
    lend_lease: LendLeaseChart
    upgrades: UpgradeChart
    finnish_net: FinnishNetChart
    fortresses: FortressChart
    deployment: DeploymentChart
    resources: ResourceChart
    fleet: FleetChart
    carriage: CarriageChart
    shipments: ShipmentChart
    repairs: RepairChart
    straits: StraitChart
    mines: MineChart
    port_ice: PortIceChart
    flotillas: FlotillaChart


def chart_text() -> str:
    """The shared chart texts and its own as one."""
    return joined(__package__ or "", OWN, without=REPLACED)
