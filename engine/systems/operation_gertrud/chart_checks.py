"""What is wrong between cells of the charts: for charts that a person edited."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.charts.schema import ChartProblem, rising
from engine.systems.operation_gertrud.charts import Charts

ONE_SHIP = "turkish"
"""The nation whose one NGS is the Yavuz."""


def problems(charts: Charts) -> tuple[ChartProblem, ...]:
    """Everything that is wrong between cells; empty when the charts are sound."""
    sinking, missions = charts.sinking, charts.missions
    return (
        *_results(charts),
        *_raid(charts),
        *_ship(charts),
        *rising(("sinking",), {"sinks_to": sinking.sinks_to, "settles_to": sinking.settles_to}),
        *rising(
            ("missions",),
            {
                "success_to": missions.success_to,
                "unharmed_to": missions.unharmed_to,
                "reduced_to": missions.reduced_to,
                "eliminated_to": missions.eliminated_to,
            },
        ),
    )


def _results(charts: Charts) -> Iterator[ChartProblem]:
    chart = charts.combat
    if chart.die != len(chart.rows):
        what = f"should be {len(chart.rows)}, a row of results for each face, not {chart.die}."
        yield ChartProblem(("combat", "die"), what)
    if list(chart.columns) != sorted(set(chart.columns)):
        yield ChartProblem(("combat", "columns"), "should be percentages that rise.")
    for number, row in enumerate(chart.rows, 1):
        if len(row) != len(chart.columns):
            what = f"should have a result for each column, {len(chart.columns)} in all."
            yield ChartProblem(("combat", "rows", str(number)), what)


def _raid(charts: Charts) -> Iterator[ChartProblem]:
    most = {str(number): row.most for number, row in enumerate(charts.raid.rows, 1)}
    for number, (row, value) in enumerate(most.items(), 1):
        if number > 1 and value <= most[str(number - 1)]:
            what = f"should be more than the {most[str(number - 1)]} of the row above, not {value}."
            yield ChartProblem(("raid", "rows", row, "most"), what)


def _ship(charts: Charts) -> Iterator[ChartProblem]:
    for number, row in enumerate(charts.markers.rows, 1):
        if row.nation == ONE_SHIP and row.ngs != 1:
            what = f"should be 1, for that is the Yavuz, not {row.ngs}."
            yield ChartProblem(("markers", "rows", str(number), "ngs"), what)
