"""Charts as tables: every number of a shipped chart is shown, with what is known of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from engine.cli.common.provenance import provenances
from engine.core.charts.schema import META, tables_of
from engine.game.catalogue import load_scenario
from engine.game.chartbook import ChartTable, charts_of
from engine.systems import SYSTEMS

TEXT = """
[terrain]
title = "Terrain"
provenance = "reconstructed"
reason = "Ours."
road = -1
zones = ["a", "b"]
rows = [{ id = "clear", cost = 1, provenance = "derived" }, { id = "rough", cost = 2, shut = true }]
river = { cost = 3, provenance = "printed" }
"""


def test_entries_lists_and_inner_tables_are_told() -> None:
    (chart,) = charts_of(TEXT)
    assert (chart.title, chart.provenance, chart.reason) == ("Terrain", "reconstructed", "Ours.")
    own, rows, river = chart.tables
    assert [row.cells for row in own.rows] == [("road", "−1"), ("zones", "a, b")]
    assert rows.columns == ("id", "cost", "shut")
    assert rows.rows[0].provenance == "derived"
    assert rows.rows[1].cells == ("rough", "2", "yes")
    assert (river.title, river.rows[0].provenance) == ("River", "printed")


def test_names_within_a_heading_keep_their_capitals() -> None:
    (chart,) = charts_of('[places."next to Ankara"]\nwithin = 1')
    assert [table.title for table in chart.tables] == ["Next to Ankara"]


def numbers(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from () if key in META else numbers(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from numbers(inner)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value).replace("-", "−")


def cells(tables: tuple[ChartTable, ...]) -> str:
    return " ".join(cell for table in tables for row in table.rows for cell in row.cells)


@pytest.mark.parametrize("scenario", ["balkan_gambit/1943", "operation_gertrud/early_1941"])
def test_no_number_of_the_shipped_charts_is_left_out(scenario: str) -> None:
    text = load_scenario(scenario).charts
    tables = tomllib.loads(text)
    for chart in charts_of(text):
        assert chart.provenance in ("", "printed", "derived", "reconstructed"), chart.id
        shown = cells(chart.tables)
        assert all(number in shown for number in numbers(tables[chart.id])), chart.id


def test_lines_of_a_matrix_count_from_its_first_row() -> None:
    text = """
[combat]
title = "Combat"
first_row = -1
columns = ["1:1", "2:1"]
rows = [["AE", "AR"], ["AR", "DR"], ["DR", "DE"]]
"""
    (chart,) = charts_of(text)
    table = chart.tables[-1]
    assert [row.cells[0] for row in table.rows] == ["−1", "0", "1"]
    assert table.rows[0].paths[1] == ("combat", "rows", "1", "1")


def test_cells_known_otherwise_than_their_row_say_so() -> None:
    text = """
[terrain]
title = "Terrain"
provenance = "printed"
road = 1
track = 2
provenance_of = { track = "derived" }
[[terrain.rows]]
id = "rough"
cost = 2
shifts = 1
provenance = "printed"
provenance_of = { shifts = "reconstructed" }
"""
    (chart,) = charts_of(text)
    own, rows = chart.tables
    assert [(row.cells[0], row.provenance) for row in own.rows] == [
        ("road", ""),
        ("track", "derived"),
    ]
    assert rows.columns == ("id", "cost", "shifts")
    assert (rows.rows[0].provenance, rows.rows[0].apart) == (
        "printed",
        (("shifts", "reconstructed"),),
    )


@pytest.mark.parametrize("system", ["balkan_gambit", "operation_gertrud"])
def test_no_invented_cell_is_called_printed(system: str) -> None:
    found = dict(provenances(tables_of(SYSTEMS[system].chart_text(), "charts")))
    if system == "operation_gertrud":
        assert found["terrain.rows.rough"] == "printed"
        assert found["terrain.rows.rough.shifts"] == "reconstructed"
        assert found["markers.rows.3.cas"] == "reconstructed"
        assert found["raid.large"] == "printed" and found["raid"] == "reconstructed"
    else:
        assert found["terrain.river"] == "printed"
        assert found["terrain.river.cost"] == "reconstructed"
        assert found["points.notional_march"] == "derived"
