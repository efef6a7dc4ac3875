"""How nations stand to the sides, and what follows when that changes (BF-28C)."""

from __future__ import annotations

from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import Work, now
from engine.systems.europa.state.constants import ALLIED, AXIS

RULES = {
    ("bulgarian", AXIS): "BF-28C1.6",
    ("yugoslav", AXIS): "BF-28C2.7",
    ("yugoslav", ALLIED): "BF-28C2.9",
}
"""The rule by which a nation joins a side, unless by German entry; for the one that mobilizes by
region it is that of its mobilization, too.
"""
LEANING = "BF-28C2.6"
"""The rule by which a nation mobilizes that leans to a side."""


def take(
    context: FrontContext,
    transition: Work,
    nation: str,
    status: str,
    side: str,
    *,
    cited: str = "",
) -> None:
    """Give a nation a status, and a side, '' for none; the nation that mobilizes by region begins
    as it joins a side or leans to one that may move its units, unless it already does (BF-28C2.6,
    28C2.7, 28C2.9). ``cited`` is the rule by which it joins, where it is not the usual one.
    """
    state = transition.state
    name = context.charts.nations.row(nation).name
    transition.set(
        status={**state.status, nation: status},
        joined={**state.joined, nation: side} if side else state.joined,
    )
    row = context.charts.nations.status(nation, status)
    if side:
        usual = RULES.get((nation, side), "BF-28C.1")
        rule = row.rule if row is not None and row.on_entry else usual
        transition.tell("joins", cited or rule, name=name, side=side)
    elif row is not None:
        transition.tell("status", row.rule, name=name, status=status)
    mobilizes = nation == context.charts.mobilization.nation
    if mobilizes and not state.mobilizing and now(context, transition).mobilizer(nation):
        transition.set(mobilizing=transition.state.turn)
        transition.tell("mobilizes", RULES.get((nation, side), LEANING), name=name)
