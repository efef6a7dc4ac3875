"""Awards of the victory chart entered into the ledger."""

from __future__ import annotations

from engine.systems.balkan_front.state.position import FrontPosition, Work
from engine.systems.europa.state.common import award


def credit(pos: FrontPosition, transition: Work, id_: str, times: int = 1) -> None:
    """Enter an award of the chart."""
    row = pos.context.charts.victory.award(id_)
    award(transition, row.side, row.points * times, row.text, row.rule)


def once(pos: FrontPosition, transition: Work, id_: str) -> None:
    """Enter an award that is given a single time."""
    if id_ not in transition.state.credited:
        transition.set(credited=transition.state.credited | {id_})
        credit(pos, transition, id_)
