"""The shipped charts and board of the Europa titles, for tests that look at what is shipped."""

from __future__ import annotations

from functools import cache

import maps.data
from engine.core.charts.schema import typed
from engine.systems.balkan_front import charts as balkan_front
from engine.systems.boot_camp import charts as boot_camp
from engine.systems.europa.board.board import GameBoard
from engine.systems.europa.charts.shared_charts import SharedCharts

SHAPES: dict[str, type[SharedCharts]] = {
    "balkan_front": balkan_front.Charts,
    "boot_camp": boot_camp.Charts,
}
TEXTS = {"balkan_front": balkan_front.chart_text, "boot_camp": boot_camp.chart_text}
TITLES = tuple(SHAPES)


@cache
def charts(title: str) -> SharedCharts:
    """The shipped charts of a title."""
    return typed(SHAPES[title], TEXTS[title](), title)


@cache
def ground(title: str = "balkan_front") -> GameBoard:
    """The board under the charts of a title."""
    return GameBoard(maps.data.load("balkan_front"), charts(title))
