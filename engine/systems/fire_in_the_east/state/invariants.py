"""Invariants of Fire in the East besides those of every title."""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.europa.state import invariants
from engine.systems.europa.state.constants import ALLIED, HALF, NEUTRAL, SIDES
from engine.systems.fire_in_the_east.resources import carrying
from engine.systems.fire_in_the_east.sea.records import Displacing
from engine.systems.fire_in_the_east.state.position import EastPosition


def faults(pos: EastPosition) -> tuple[str, ...]:
    """Sentences about everything wrong; empty when the state is sound."""
    return (*invariants.faults(pos), *_own(pos), *carrying.faults(pos), *_afloat(pos))


def _afloat(pos: EastPosition) -> Iterator[str]:
    """Flotillas are on water, in no hex with enemies but while they give way, and bear hits."""
    chart, waiting = (
        pos.context.charts.flotillas,
        {frame.boat for frame in pos.state.flow if isinstance(frame, Displacing)},
    )
    for boat, found, at in pos.boats:
        if at not in pos.context.streams.hexes:
            yield f"{boat} is on dry land in {pos.label(at)}"
        if pos.enemies(at, ALLIED) and boat not in waiting:
            yield f"{boat} shares {pos.label(at)} with enemies"
        if not 0 <= found.hits < chart.hits or not 0 <= found.spent <= chart.move * HALF:
            yield f"{boat} has {found.hits} hits and has spent {found.spent}"
        if found.carried > chart.load * HALF:
            yield f"{boat} has carried {found.carried} half REs"
    if not 0 <= pos.fleet.just_in <= pos.fleet.kept:
        yield f"{pos.fleet.just_in} of {pos.fleet.kept} resource points have just come by sea"
    for unit, boat in pos.fleet.riders.items():
        if boat not in pos.fleet.boats or pos.side(unit) != ALLIED:
            yield f"{unit} is aboard {boat}"


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
