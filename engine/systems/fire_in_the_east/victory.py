"""Victory: what the Axis holds of a scenario's objectives, and the level this reaches (FE-37)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import Outcome
from engine.systems.europa.state.constants import AXIS
from engine.systems.fire_in_the_east.figures import Level, Objective
from engine.systems.fire_in_the_east.state.position import EastPosition, Work


def held(pos: EastPosition) -> Iterator[tuple[Objective, bool]]:
    """Each objective, and whether the Axis owns all its hexes (FE-37B.1)."""
    for row, hexes in pos.context.objectives.items():
        yield row, all(pos.owner_of(at) == AXIS for at in hexes)


def points(pos: EastPosition) -> int:
    """The points of the Axis as things stand (FE-37B.2)."""
    return sum(row.points for row, ours in held(pos) if ours)


def level(pos: EastPosition) -> Level:
    """The level that the points reach (FE-37C.1)."""
    have = points(pos)
    return next(row for row in pos.context.figures.levels if have >= row.least)


def count_out(pos: EastPosition, transition: Work) -> None:
    """The last turn has ended: the level of victory."""
    reached = level(pos)
    transition.set(winner=reached.winner, level=reached.id, over=True, flow=(), active="")
    transition.tell("over", "FE-37C.1", level=reached.id, axis=points(pos))


def outcome(pos: EastPosition) -> Outcome:
    """The result."""
    return Outcome(pos.state.winner, pos.state.level, ((AXIS, points(pos)),))
