"""Invariants of Fire in the East besides those of every title."""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.europa.state import invariants
from engine.systems.europa.state.constants import NEUTRAL, SIDES
from engine.systems.fire_in_the_east.resources import carrying
from engine.systems.fire_in_the_east.state.position import EastPosition


def faults(pos: EastPosition) -> tuple[str, ...]:
    """Sentences about everything wrong; empty when the state is sound."""
    return (*invariants.faults(pos), *_own(pos), *carrying.faults(pos))


def _own(pos: EastPosition) -> Iterator[str]:
    state = pos.state
    if not 1 <= state.turn <= pos.context.figures.turns:
        yield f"turn {state.turn}"
    for side in SIDES:
        for at in sorted(pos.held[side] & pos.owned(NEUTRAL)):
            if not all(pos.guest(unit, at) for unit in pos.friends(at, side)):
                yield f"{side} units stand in neutral {pos.label(at)}"
        for at in sorted(pos.held[side] - pos.context.field):
            yield f"{side} units stand outside the field in {pos.label(at)}"
