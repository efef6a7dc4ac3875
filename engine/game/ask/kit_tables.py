"""Tables of the starting kits, for rules that have none of their own yet."""

from __future__ import annotations

from pathlib import Path

from engine.core.charts.schema import tables_of, typed
from engine.game.ask.rules_trial import ground_for
from engine.scenarios import load_scenario, scenarios
from engine.store.project import Project
from engine.store.rows.chart_sets import load_chart_set
from engine.systems.by_hand import SYSTEM
from engine.systems.by_hand.charts import problems
from maps.errors import KnownError
from maps.files.toml_text import toml_text
from maps.untyped import Json


def declared_by_kit(path: Path | str, number: int, chart: str) -> Json:
    """A table as the first starting kit has it, fitted to the board and the units of a set of
    declared rules. What refers to tables that the set has not is left out.

    Raises KnownError when the file cannot be used, or no kit has the table.
    """
    with Project.open(path) as project:
        own = load_chart_set(project, number).tables()
    ground = ground_for(path, number)
    for info in scenarios():
        if info.system != SYSTEM.id:
            continue
        text = SYSTEM.fitted(load_scenario(info.id).charts, ground.board, ground.order)
        found = tables_of(text, info.id).get(chart)
        if found:
            whole = toml_text({**own, chart: found})
            for problem in problems(typed(SYSTEM.chart_type(), whole, chart)):
                if problem.path[0] == chart and isinstance(found, dict):
                    found.pop(problem.path[1], None)
            return found
    raise KnownError(chart, "is declared by no starting kit.", "Write it as TOML, and import that.")
