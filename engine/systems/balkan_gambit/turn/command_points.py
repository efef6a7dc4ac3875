"""Command points: allocation, what may still be spent on what, and paying (BG 7.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.wording import counted
from engine.systems.balkan_gambit.state.common import Work, objection
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import ALLIED


def allocation(pos: Position, side: str) -> int:
    """Command points a side gets this player turn: the base, cities liberated, supply markers
    lost.
    """
    chart = pos.context.charts.commands
    swing = chart.city_swing * len(pos.state.liberated)
    points = chart.allocation[side]
    if side == ALLIED:
        points += swing - chart.marker_loss * pos.state.markers_lost
    else:
        points -= swing
    return max(0, points)


def earmarked(pos: Position) -> int:
    """Allied points that may only be spent on partisans now."""
    if pos.state.active != ALLIED or pos.state.partisans_paid:
        return 0
    return min(pos.state.cp, pos.context.charts.commands.partisan_earmark)


def afford(pos: Position, cost: int, *, partisans: bool) -> Iterator[Objection]:
    """What forbids spending ``cost`` points; ``partisans`` when the command goes to partisan type
    units.
    """
    if cost > pos.state.cp:
        many = counted(pos.state.cp, "is", "are")
        yield objection("BG-7.3e", f"It costs {counted(cost, 'command point')}; {many} left.")
    elif not partisans and cost > pos.state.cp - earmarked(pos):
        yield objection(
            "BG-7.2d", "The last command point may only be spent on partisan type units this turn."
        )


def can_afford(pos: Position, cost: int, *, partisans: bool) -> bool:
    """True when nothing of :func:`afford` objects."""
    return not any(True for _ in afford(pos, cost, partisans=partisans))


def pay(transition: Work, cost: int, *, partisans: bool = False) -> None:
    """Spend points; a command to partisans satisfies the earmark."""
    transition.set(
        cp=transition.state.cp - cost, partisans_paid=transition.state.partisans_paid or partisans
    )
