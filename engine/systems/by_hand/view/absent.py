"""What declared rules name that board and units have not: it keeps no game from being begun, but is
never found.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.charts.schema import ChartProblem
from engine.systems.by_hand.context import HandContext


def absent(context: HandContext) -> Iterator[ChartProblem]:
    """Sources of supply and places that count which are no hex, place, region or marker; and whom
    sources belong to that is no side or nation.
    """
    charts = context.charts
    owners = {*context.all_sides, *(unit.nation for unit in context.units.values())}
    for owner, words in charts.supply.sources.items() if charts.supply else ():
        path = ("supply", "sources", owner)
        if owner not in owners:
            yield ChartProblem(path, f"{owner} is no side or nation of the units.")
        for word in words:
            if not context.named(word) and word not in context.marker_rows:
                yield ChartProblem(path, f"the board has no {word}.")
    for row in charts.victory.places if charts.victory else ():
        if not context.named(row.id):
            yield ChartProblem(("victory", "places", row.id), f"the board has no {row.id}.")
