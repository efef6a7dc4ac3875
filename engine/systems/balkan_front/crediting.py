"""Awards of the victory chart entered into the ledger."""

from __future__ import annotations

from engine.systems.balkan_front.position import FrontPosition
from engine.systems.europa.common import Work, award


def credit(pos: FrontPosition, doing: Work, id_: str, times: int = 1) -> None:
    """Enter an award of the chart."""
    row = pos.table.charts.victory.award(id_)
    award(doing, row.side, row.points * times, row.text, row.rule)


def once(pos: FrontPosition, doing: Work, id_: str) -> None:
    """Enter an award that is given a single time."""
    if id_ not in doing.state.credited:
        doing.set(credited=doing.state.credited | {id_})
        credit(pos, doing, id_)
