"""What is wrong between cells of edited charts is found and named; the shipped ones are sound."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.systems.europa.charts.chart_checks import problems
from engine.systems.europa.charts.shared_charts import SharedCharts
from tests.engine.systems.europa.titles import TITLES, charts


def spoilt(chart: str, row: str, **cells: Any) -> SharedCharts:
    """The shipped charts of Balkan Front with some cells of a row changed."""
    whole = charts("balkan_front")
    table: Any = getattr(whole, chart)
    rows = tuple(replace(r, **cells) if r.id == row else r for r in table.rows)
    return replace(whole, **{chart: replace(table, rows=rows)})


@pytest.mark.parametrize("title", TITLES)
def test_shipped_charts_are_sound(title: str) -> None:
    assert problems(charts(title)) == ()


@pytest.mark.parametrize(
    ("chart", "row", "cells", "path"),
    [
        (
            "supply",
            "road",
            {"hexes": {"clear": 14, "poor": 99}},
            ("supply", "rows", "road", "hexes", "poor"),
        ),
        ("weather", "Dec I 40", {"columns": {"D": ()}}, ("weather", "rows", "Dec I 40")),
        ("mobilization", "4 or 5", {"roll": 2}, ("mobilization", "rows", "4 or 5")),
    ],
)
def test_a_spoilt_cell_is_named(
    chart: str, row: str, cells: dict[str, Any], path: tuple[str, ...]
) -> None:
    found = problems(spoilt(chart, row, **cells))
    assert path in [problem.path for problem in found]


def test_odds_must_rise_and_rows_be_whole() -> None:
    whole = charts("balkan_front")
    short = replace(whole.combat, rows=(whole.combat.rows[0][:-1], *whole.combat.rows[1:]))
    found = problems(replace(whole, combat=short))
    assert ("combat", "rows", "1") in [problem.path for problem in found]
