"""Invariants of Balkan Front besides those of every title."""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.balkan_front.state.position import FrontPosition
from engine.systems.europa.sea.points import points_left
from engine.systems.europa.state import invariants
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, NEUTRAL, SIDES


def faults(pos: FrontPosition) -> tuple[str, ...]:
    """Sentences about everything wrong; empty when the state is sound."""
    return (*invariants.faults(pos), *_own(pos))


def _own(pos: FrontPosition) -> Iterator[str]:
    state = pos.state
    if not 1 <= state.turn <= pos.context.figures.turns:
        yield f"turn {state.turn}"
    for unit, steps in state.tallied.items():
        if steps == 0 and state.pieces[unit].at != DEAD and not state.pieces[unit].steps:
            yield f"{unit} was counted as lost and is in {state.pieces[unit].at}"
    for row in pos.context.charts.transport.rows:
        if state.active == row.side and points_left(pos, row.side, row.zone) < 0:
            yield f"too many points of the {row.zone} used"
    for side in SIDES:
        for at in sorted(pos.held[side] & pos.owned(NEUTRAL)):
            yield f"{side} units stand in neutral {pos.label(at)}"
    if state.joined.get("italian") != AXIS:
        yield "Italy has changed sides"
    if state.joined.get("bulgarian") == ALLIED:
        yield "Bulgaria has joined the Allies"
    if state.joined.get("turkish"):
        yield "Turkey has joined a side"
