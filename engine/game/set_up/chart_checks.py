"""Whether a game can be begun with a set of charts, and what keeps it from being begun."""

from __future__ import annotations

from typing import Any

from engine.core.charts.chart_set import ChartSet
from engine.core.charts.schema import ChartProblem, cells, typed_tables
from engine.scenarios import system_of
from maps.errors import KnownError


def problems_of(charts: ChartSet) -> tuple[ChartProblem, ...]:
    """Everything that keeps a game from being begun with a set; empty when it is sound."""
    system = system_of(charts.system)
    known = {path for path, _type in cells(system.chart_type(), charts.plain)}
    gone = [path for path in charts.ordered() if path not in known]
    if gone:
        return tuple(ChartProblem(path, "is no cell of these charts any more.") for path in gone)
    try:
        found: Any = typed_tables(system.chart_type(), charts.tables(), charts.title)
    except KnownError as error:
        return (ChartProblem((error.where.removeprefix(f"{charts.title}, "),), error.what),)
    return system.chart_problems(found)


def playable(charts: ChartSet, system: str) -> str:
    """The text of a set that a game of a system is begun with.

    Raises KnownError when it is of another system, or not sound.
    """
    if charts.system != system:
        raise KnownError(
            charts.title,
            f"are charts of {system_of(charts.system).title}, not of {system_of(system).title}.",
            "Choose others, or the shipped ones.",
        )
    problems = problems_of(charts)
    if problems:
        raise KnownError(charts.title, str(problems[0]), "Correct it, then begin the game.")
    return charts.text()
