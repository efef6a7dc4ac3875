"""The charts of Boot Camp: those of every Europa title and its own."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.charts.schema import ChartProblem
from engine.frozen import dataclass
from engine.systems.boot_camp.own_charts import (
    AirDropChart,
    AirPointChart,
    GarrisonChart,
    NationChart,
    ReductionChart,
    ShippingChart,
    VictoryChart,
)
from engine.systems.europa.charts import chart_checks
from engine.systems.europa.charts.shared_charts import SharedCharts, joined

TEXTS = (
    "charts.toml",
    "movement.toml",
    "breakdowns.toml",
    "supply.toml",
    "combat.toml",
    "own.toml",
)
"""The chart texts only Boot Camp has, in the order they are joined."""


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


def chart_text() -> str:
    """The shipped charts as one TOML text."""
    return joined(__package__, TEXTS)


def problems(charts: Charts) -> tuple[ChartProblem, ...]:
    """Everything that is wrong between cells; empty when the charts are sound."""
    return (*chart_checks.problems(charts), *_own(charts))


def _own(charts: Charts) -> Iterator[ChartProblem]:
    sea, drops, victory = charts.shipping, charts.air_drops, charts.victory
    for path, back, lost in (
        ("shipping", sea.axis_returned, sea.axis_lost),
        ("air_drops", drops.returned, drops.lost),
    ):
        if back > lost:
            what = f"turns units back at {back}, beyond the {lost} that loses them."
            yield ChartProblem((path,), what)
    if victory.early >= victory.late:
        what = f"should be below the {victory.late} of late, not {victory.early}."
        yield ChartProblem(("victory", "early"), what)
    for row in charts.air_points.rows:
        if row.nation not in {nation.id for nation in charts.nations.rows}:
            yield ChartProblem(("air_points", "rows", row.id), f"names no nation: {row.nation}.")
