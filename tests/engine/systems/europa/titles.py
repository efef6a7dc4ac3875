"""The shipped charts and board of the Europa titles, for tests that look at what is shipped."""

from __future__ import annotations

from functools import cache
from importlib import resources

import maps.data
from engine.core.charts.schema import typed
from engine.systems.balkan_front.charts import Charts as BalkanFrontCharts
from engine.systems.boot_camp.charts import Charts as BootCampCharts
from engine.systems.europa.board.board import GameBoard
from engine.systems.europa.charts.shared_charts import SharedCharts, joined

SHAPES: dict[str, type[SharedCharts]] = {
    "balkan_front": BalkanFrontCharts,
    "boot_camp": BootCampCharts,
}
TITLES = tuple(SHAPES)


@cache
def charts(title: str) -> SharedCharts:
    """The shipped charts of a title."""
    package = f"engine.systems.{title}"
    entries = resources.files(package).iterdir()
    own = sorted(e.name for e in entries if e.name.endswith(".toml") and is_chart(e.name))
    return typed(SHAPES[title], joined(package, own), title)


def is_chart(name: str) -> bool:
    """Whether a TOML file of a title's folder holds charts."""
    others = ("can.toml", "citations.toml", "coverage.toml")
    return name not in others and not name.endswith("prose.toml")


@cache
def ground(title: str = "balkan_front") -> GameBoard:
    """The board under the charts of a title."""
    return GameBoard(maps.data.load("balkan_front"), charts(title))
