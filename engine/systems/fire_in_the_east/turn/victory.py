"""Victory: what the Axis holds of a scenario's objectives, and the level this reaches (FE-37)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import Outcome
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.fire_in_the_east.figures import Level, Objective
from engine.systems.fire_in_the_east.state.position import EastPosition, Work


def held(pos: EastPosition) -> Iterator[tuple[Objective, bool]]:
    """Each objective, and whether whom it counts for owns all its hexes, and did at the end of each
    turn so far on which he must (FE-37B.1).
    """
    for row, hexes in pos.context.objectives.items():
        missed = row.id in pos.state.missed
        yield row, not missed and all(pos.owner_of(at) == row.held for at in hexes)


def points(pos: EastPosition) -> int:
    """The points of the Axis as things stand: what it holds, less what the Soviets do of its own,
    and what moves and captures of the capital and lost factories were worth (FE-37B.2 to 37B.5).
    """
    signs = {AXIS: 1, ALLIED: -1}
    places = sum(signs[row.held] * row.points for row, ours in held(pos) if ours)
    return places + pos.state.score(AXIS)


def end_turn(pos: EastPosition, transition: Work) -> None:
    """Remember which objectives are not held as one of the turns ends that count (FE-37B.1)."""
    figures = pos.context.figures
    if pos.state.turn <= figures.turns - figures.counted:
        return
    missed = pos.state.missed | {row.id for row, ours in held(pos) if not ours}
    if missed != pos.state.missed:
        transition.set(missed=missed)


def level(pos: EastPosition) -> Level:
    """The level that the points reach (FE-37C.1)."""
    have = points(pos)
    levels = pos.context.figures.levels
    return next((row for row in levels if have >= row.least), levels[-1])


def count_out(pos: EastPosition, transition: Work) -> None:
    """The last turn has ended: the level of victory."""
    reached = level(pos)
    transition.set(winner=reached.winner, level=reached.id, over=True, flow=(), active="")
    if pos.effort is not None:
        transition.tell("card shown", "FE-39C.1", card=pos.effort.id)
    transition.tell("over", "FE-37C.1", level=reached.id, axis=points(pos))


def outcome(pos: EastPosition) -> Outcome:
    """The result."""
    return Outcome(pos.state.winner, pos.state.level, ((AXIS, points(pos)),))
