"""What players see of position antiaircraft as it is set up: how much is left, and which hexes lack
what the order of battle asks for (FE-OBS-10).
"""

from __future__ import annotations

from engine.core.view.display import Display, Row
from engine.core.wording import counted
from engine.systems.fire_in_the_east.state.position import EastPosition


def displays(pos: EastPosition) -> tuple[Display, ...]:
    """One panel while any is to be set up, none else."""
    left = pos.guns_waiting() if pos.context.defenses else 0
    if not left:
        return ()
    missing = pos.guns_missing()
    bound = sum(missing.values())
    rows = [
        Row("Still to set up", counted(left, "point"), tone="now"),
        Row("Asked for in places below", counted(bound, "point")),
        Row("Free for any airbase of the USSR", counted(left - bound, "point")),
    ]
    for at, count in sorted(missing.items(), key=lambda item: (-item[1], item[0])):
        rows.append(Row(pos.label(at), f"{count} more", hex=at, tone="bad"))
    summary = f"{counted(left, 'point')} to set up, {bound} asked for"
    return (Display("guns", "Soviet position AA", tuple(rows), summary),)
