"""The charts of Boot Camp: those of every Europa title and its own, and the scenario's figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.charts import ChartProblem, rising, typed
from engine.systems.boot_camp.own_charts import (
    AirDropChart,
    AirPointChart,
    GarrisonChart,
    NationChart,
    ReductionChart,
    ShippingChart,
    VictoryChart,
)
from engine.systems.europa.charts import SharedCharts


@dataclass(frozen=True, slots=True)
class Charts(SharedCharts):
    """Everything a game is played with."""

    air_points: AirPointChart
    shipping: ShippingChart
    air_drops: AirDropChart
    nations: NationChart
    garrisons: GarrisonChart
    reduction: ReductionChart
    victory: VictoryChart
