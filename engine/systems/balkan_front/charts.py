"""The charts of Balkan Front: those of every Europa title and its own."""

from __future__ import annotations

from engine.frozen import dataclass
from engine.systems.balkan_front.own_charts import (
    AssistanceChart,
    CallChart,
    CapitalChart,
    CreteChart,
    GarrisonChart,
    GovernmentChart,
    InterventionChart,
    MoraleChart,
    NationChart,
    RevoltChart,
    VictoryChart,
)
from engine.systems.europa.charts.shared_charts import joined
from engine.systems.europa.sea.charts import SeaCharts

OWN = (
    "charts.toml",
    "movement.toml",
    "breakdowns.toml",
    "supply.toml",
    "combat.toml",
    "own.toml",
    "air.toml",
)
"""The texts of its own charts."""


@dataclass(frozen=True, slots=True)
class Charts(SeaCharts):
    """Everything a game is played with."""

    nations: NationChart
    garrisons: GarrisonChart
    revolt: RevoltChart
    government: GovernmentChart
    calls: CallChart
    assistance: AssistanceChart
    intervention: InterventionChart
    morale: MoraleChart
    crete: CreteChart
    capital: CapitalChart
    victory: VictoryChart


def chart_text() -> str:
    """The shared chart texts and its own as one."""
    return joined(__package__ or "", OWN)
