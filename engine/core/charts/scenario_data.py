"""What a scenario is played with: its figures and the charts, typed."""

from __future__ import annotations

from typing import Generic, TypeVar

from engine.core.charts.schema import typed
from engine.core.charts.tables import from_table
from engine.frozen import dataclass
from maps.untyped import Table

T = TypeVar("T")
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
        charts=_charts(charts, text, f"{where}, charts", shipped),
        figures=from_table(figures, table, where),
    )


_TYPED: dict[tuple[object, str, str], object] = {}
_MOST = 16
"""So many texts of charts are kept typed."""


def _charts(shape: type[T], text: str, where: str, shipped: str) -> T:
    """Charts of a text, typed once: they are values, which games share."""
    found = _TYPED.get((shape, text, shipped))
    if not isinstance(found, shape):
        found = typed(shape, text, where, shipped=shipped)
        if len(_TYPED) >= _MOST:
            _TYPED.clear()
        _TYPED[shape, text, shipped] = found
    return found
