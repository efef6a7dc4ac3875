"""What a scenario is played with: its figures and the charts, typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.core.charts.schema import typed
from engine.core.charts.tables import from_table
from maps.untyped import Table

ChartsT = TypeVar("ChartsT")
FiguresT = TypeVar("FiguresT")


@dataclass(frozen=True, slots=True)
class ScenarioData(Generic[ChartsT, FiguresT]):
    """The charts of a system and the figures of one of its scenarios."""

    charts: ChartsT
    figures: FiguresT


def read_data(
    charts: type[ChartsT],
    figures: type[FiguresT],
    table: Table,
    text: str,
    where: str,
    *,
    shipped: str = "",
) -> ScenarioData[ChartsT, FiguresT]:
    """Type a scenario's table and the charts' TOML text, what that lacks taken from the ``shipped``
    one. Raises KnownError for whatever does not fit.
    """
    return ScenarioData(
        charts=typed(charts, text, f"{where}, charts", shipped=shipped),
        figures=from_table(figures, table, where),
    )
