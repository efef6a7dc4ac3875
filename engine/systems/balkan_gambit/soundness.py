"""Invariants: what must hold after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.balkan_gambit.position import Position
from engine.systems.balkan_gambit.records import (
    ALLIED,
    AXIS,
    DEAD,
    GONE,
    MED_BOX,
    POOL,
    RESERVE,
    Overstacked,
)
from maps.hexgrid import Hex

BOXES = frozenset({MED_BOX, POOL, RESERVE, DEAD, GONE})


def faults(pos: Position) -> tuple[str, ...]:
    """Sentences about everything wrong; empty when the state is sound."""
    return (*_units(pos), *_stacks(pos), *_counts(pos))


def _units(pos: Position) -> Iterator[str]:
    if pos.state.pieces.keys() != pos.table.units.keys():
        yield "the pieces are not exactly the units of the order of battle"
    for unit, piece in pos.state.pieces.items():
        full = pos.table.units[unit].steps
        if isinstance(piece.at, Hex):
            if piece.at not in pos.table.land:
                yield f"{unit} stands off the land, in {piece.at}"
            if not 1 <= piece.steps <= full:
                yield f"{unit} stands in {piece.at} with {piece.steps} steps"
        elif piece.at not in BOXES:
            yield f"{unit} is in no known place: {piece.at!r}"
        elif piece.at == DEAD and piece.steps:
            yield f"{unit} is dead with {piece.steps} steps"
        elif piece.at == MED_BOX and (pos.owner(unit) != ALLIED or piece.steps < 1):
            yield f"{unit} does not belong in the Med Box"


def _stacks(pos: Position) -> Iterator[str]:
    pending = {frame.at for frame in pos.state.flow if isinstance(frame, Overstacked)}
    for at, units in pos.at.items():
        for side in (ALLIED, AXIS):
            mine = list(pos.friends(at, side))
            if mine and at not in pending and pos.crowded(mine, side):
                yield f"{side} is overstacked in {at}: {mine}"
        sides = {pos.owner(unit) for unit in units if not pos.dispersed(unit)}
        if len(sides) > 1:
            yield f"enemies share {at}: {units}"


def _counts(pos: Position) -> Iterator[str]:
    state, charts = pos.state, pos.table.charts
    if state.cp < 0:
        yield f"{state.cp} command points"
    if len(state.beachheads) > charts.counters.beachheads:
        yield f"{len(state.beachheads)} Beachhead markers"
    if len(state.improved) > charts.counters.improved_positions:
        yield f"{len(state.improved)} Improved Positions"
    if state.tac_used > max(pos.table.figures.tac.clear, pos.table.figures.tac.poor):
        yield f"{state.tac_used} TAC units used"
    if not 1 <= state.turn <= pos.table.figures.turns:
        yield f"turn {state.turn}"
