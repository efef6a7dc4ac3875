"""What is wrong between cells of the charts all titles have: for charts that a person edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.charts.schema import ChartProblem, Path, rising
from engine.rules.sequence import HalfMonths
from engine.systems.europa.charts.movement_charts import Mobility
from engine.systems.europa.charts.shared_charts import SharedCharts


def problems(charts: SharedCharts) -> tuple[ChartProblem, ...]:
    """Everything that is wrong between cells; empty when the charts are sound."""
    return (
        *_results(charts),
        *_armor(charts),
        *_overruns(charts),
        *_theatre(charts),
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
            what = f"should have a result for each column, {len(chart.columns)} in all."
            yield ChartProblem(("combat", "rows", str(number)), what)
    last = chart.first_row + len(chart.rows) - 1
    if chart.first_row > 1 or last < chart.die:
        what = f"should have a row for each face of the die, 1 to {chart.die}."
        yield ChartProblem(("combat", "first_row"), what)


def _armor(charts: SharedCharts) -> Iterator[ChartProblem]:
    shares = [band.least for band in charts.armor.bands]
    if shares != sorted(shares) and shares != sorted(shares, reverse=True):
        yield ChartProblem(("armor", "bands"), "should be shares in order.")


def _theatre(charts: SharedCharts) -> Iterator[ChartProblem]:
    try:
        HalfMonths(charts.theatre.first_turn)
    except ValueError:
        what = f"should be half a month such as Nov I 40, not {charts.theatre.first_turn}."
        yield ChartProblem(("theatre", "first_turn"), what)
    for row in charts.theatre.triggers:
        if not (row.nation and row.side) and not row.entered:
            yield ChartProblem(("theatre", "triggers", row.id), "waits for nothing.")


def _overruns(charts: SharedCharts) -> Iterator[ChartProblem]:
    odds = {row.id: row.odds for row in charts.overruns.rows}
    yield from rising(("overruns", "rows"), odds)


def _supply(charts: SharedCharts) -> Iterator[ChartProblem]:
    known = charts.weather.known
    for row in charts.supply.rows:
        best = known.best
        for kind in (kind for kind in known.ids if kind in row.hexes):
            least, most = row.hexes[kind], row.hexes.get(best, row.hexes[kind])
            if least > most:
                what = f"should be at most the {most} of {best} weather, not {least}."
                yield ChartProblem(("supply", "rows", row.id, "hexes", kind), what)


def _weather(charts: SharedCharts) -> Iterator[ChartProblem]:
    faces = charts.dice.faces
    for row in charts.weather.rows:
        for zone in charts.weather.zones:
            if len(row.columns.get(zone, ())) != faces:
                what = f"should have a result of zone {zone} for each of the {faces} faces."
                yield ChartProblem(("weather", "rows", row.id), what)
    for path, cells in _by_weather(charts):
        for kind in charts.weather.known.lacking(cells):
            yield ChartProblem(path, f"should have a cell for {kind} weather.")


def _by_weather(charts: SharedCharts) -> Iterator[tuple[Path, Mapping[str, object]]]:
    """Every group of cells that are keyed by kind of weather, with where it is."""
    for terrain in charts.terrain_costs.rows:
        for mobility in Mobility:
            yield ("terrain_costs", "rows", terrain.id, mobility), terrain.costs(mobility)
    for hexside in charts.terrain_costs.hexsides:
        yield ("terrain_costs", "hexsides", hexside.id, "cost"), hexside.cost
    if charts.rail.broad:
        yield ("rail", "regauge"), charts.rail.regauge
    yield ("effects", "weather"), charts.effects.weather
    for ground in charts.effects.rows:
        yield ("effects", "rows", ground.id, "die"), ground.die
        yield ("effects", "rows", ground.id, "aec"), ground.aec
    for band in charts.armor.bands:
        yield ("armor", "bands", band.id, "attack"), band.attack
        yield ("armor", "bands", band.id, "defense"), band.defense
    for element in charts.supply.rows:
        yield ("supply", "rows", element.id, "hexes"), element.hexes
        if element.arctic:
            yield ("supply", "rows", element.id, "arctic"), element.arctic
    yield ("construction", "weather"), charts.construction.weather


def _mobilization(charts: SharedCharts) -> Iterator[ChartProblem]:
    rolls = {row.id: row.roll for row in charts.mobilization.rows}
    yield from rising(("mobilization", "rows"), rolls)
