"""Invariants: what must hold after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.board.invariants import piece_faults
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    GONE,
    MED_BOX,
    POOL,
    RESERVE,
    Moving,
    Overstacked,
)

BOXES = frozenset({MED_BOX, POOL, RESERVE, DEAD, GONE})


def faults(pos: Position) -> tuple[str, ...]:
    """Sentences about everything wrong; empty when the state is sound."""
    return (*pos.context.missing, *_units(pos), *_stacks(pos), *_counts(pos))


def _units(pos: Position) -> Iterator[str]:
    yield from piece_faults(pos, BOXES, DEAD)
    for unit, piece in pos.state.pieces.items():
        if piece.at == MED_BOX and (pos.owner(unit) != ALLIED or piece.steps < 1):
            yield f"{unit} does not belong in the Med Box"


def _stacks(pos: Position) -> Iterator[str]:
    pending = {frame.at for frame in pos.state.flow if isinstance(frame, Overstacked)}
    pending |= {f.origin for f in pos.state.flow if isinstance(f, Moving) and f.spent}
    for at, units in pos.at.items():
        for side in (ALLIED, AXIS):
            mine = list(pos.friends(at, side))
            if mine and at not in pending and pos.crowded(mine, side):
                yield f"{side} is overstacked in {at}: {mine}"
        sides = {pos.owner(unit) for unit in units if not pos.dispersed(unit)}
        if len(sides) > 1:
            yield f"enemies share {at}: {units}"


def _counts(pos: Position) -> Iterator[str]:
    state, charts = pos.state, pos.context.charts
    if state.cp < 0:
        yield f"{state.cp} command points"
    if len(state.beachheads) > charts.counters.beachheads:
        yield f"{len(state.beachheads)} Beachhead markers"
    if len(state.improved) > charts.counters.improved_positions:
        yield f"{len(state.improved)} Improved Positions"
    if state.tac_used > max(pos.context.figures.tac.clear, pos.context.figures.tac.poor):
        yield f"{state.tac_used} TAC units used"
    if not 1 <= state.turn <= pos.context.figures.turns:
        yield f"turn {state.turn}"
