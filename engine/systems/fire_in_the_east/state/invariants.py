"""Invariants of Fire in the East besides those of every title."""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.europa.state import invariants
from engine.systems.europa.state.constants import SIDES
from engine.systems.fire_in_the_east.state.position import EastPosition


def faults(pos: EastPosition) -> tuple[str, ...]:
    """Sentences about everything wrong; empty when the state is sound."""
    return (*invariants.faults(pos), *_own(pos))


def _own(pos: EastPosition) -> Iterator[str]:
    state = pos.state
    if not 1 <= state.turn <= pos.context.figures.turns:
        yield f"turn {state.turn}"
    for side in SIDES:
        for at in pos.held[side]:
            units = pos.friends(at, side)
            if pos.neutral(at) and not all(pos.guest(unit, at) for unit in units):
                yield f"{side} units stand in neutral {pos.label(at)}"
            if at not in pos.context.field:
                yield f"{side} units stand outside the field in {pos.label(at)}"
