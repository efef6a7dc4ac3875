"""What is wrong between cells of the charts all titles have: for charts that a person edited."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.charts.schema import ChartProblem, rising
from engine.systems.europa.charts.shared_charts import SharedCharts


def problems(charts: SharedCharts) -> tuple[ChartProblem, ...]:
    """Everything that is wrong between cells; empty when the charts are sound."""
    return (
        *_results(charts),
        *_armor(charts),
        *_overruns(charts),
        *_supply(charts),
        *_weather(charts),
        *_mobilization(charts),
    )


def _results(charts: SharedCharts) -> Iterator[ChartProblem]:
    chart = charts.combat
    if list(chart.ratios) != sorted(set(chart.ratios)):
        yield ChartProblem(("combat", "columns"), "should be odds that rise.")
    for number, row in enumerate(chart.rows, 1):
        if len(row) != len(chart.columns):
            what = f"should have a result for each of the {len(chart.columns)} columns."
            yield ChartProblem(("combat", "rows", str(number)), what)
    last = chart.first_row + len(chart.rows) - 1
    if chart.first_row > 1 or last < chart.die:
        what = f"should have a row for each face of the die, 1 to {chart.die}."
        yield ChartProblem(("combat", "first_row"), what)


def _armor(charts: SharedCharts) -> Iterator[ChartProblem]:
    shares = [band.least for band in charts.armor.bands]
    if shares != sorted(shares) and shares != sorted(shares, reverse=True):
        yield ChartProblem(("armor", "bands"), "should be shares in order.")


def _overruns(charts: SharedCharts) -> Iterator[ChartProblem]:
    odds = {row.id: row.odds for row in charts.overruns.rows}
    yield from rising(("overruns", "rows"), odds)


def _supply(charts: SharedCharts) -> Iterator[ChartProblem]:
    for row in charts.supply.rows:
        if row.poor > row.clear:
            what = f"should be at most the {row.clear} of clear weather, not {row.poor}."
            yield ChartProblem(("supply", "rows", row.id, "poor"), what)


def _weather(charts: SharedCharts) -> Iterator[ChartProblem]:
    faces = charts.combat.die
    for row in charts.weather.rows:
        for zone in charts.weather.zones:
            if len(row.columns.get(zone, ())) != faces:
                what = f"should have a result of zone {zone} for each of the {faces} faces."
                yield ChartProblem(("weather", "rows", row.id), what)


def _mobilization(charts: SharedCharts) -> Iterator[ChartProblem]:
    rolls = {row.id: row.roll for row in charts.mobilization.rows}
    yield from rising(("mobilization", "rows"), rolls)
