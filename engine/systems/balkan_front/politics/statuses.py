"""How nations stand to the sides, and what follows when that changes (BF-28C)."""

from __future__ import annotations

from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import Work, now

RULES = {"bulgarian": "BF-28C1.6", "yugoslav": "BF-28C2.9"}
"""The rule by which a nation joins a side."""


def take(context: FrontContext, transition: Work, nation: str, status: str, side: str) -> None:
    """Give a nation a status, and a side, '' for none; the nation that mobilizes by region begins
    as it joins a side or leans to one that may move its units, unless it already does (BF-28C2.6,
    28C2.7, 28C2.9).
    """
    state = transition.state
    name, rule = context.charts.nations.row(nation).name, RULES.get(nation, "BF-28C.1")
    transition.set(
        status={**state.status, nation: status},
        joined={**state.joined, nation: side} if side else state.joined,
    )
    row = context.charts.nations.status(nation, status)
    if side:
        transition.tell("joins", rule, name=name, side=side)
    elif row is not None:
        transition.tell("status", row.rule, name=name, status=status)
    mobilizes = nation == context.charts.mobilization.nation
    if mobilizes and not state.mobilizing and now(context, transition).mobilizer(nation):
        transition.set(mobilizing=transition.state.turn)
        transition.tell("mobilizes", "BF-28C2.6", name=name)
