"""Invariants: what must hold after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.board.invariants import piece_faults
from engine.systems.operation_gertrud.state.context import YAVUZ
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    DEAD,
    DROPPING,
    GERMAN,
    GONE,
    OFF_MAP,
    PENDING,
    POOL,
    RESERVE,
    Phase,
    Status,
)

BOXES = frozenset({POOL, OFF_MAP, PENDING, DROPPING, RESERVE, DEAD, GONE})
BATTLES = frozenset({Phase.GERMAN_COMBAT, Phase.ALLIED_COMBAT})


def faults(pos: Position) -> tuple[str, ...]:
    """Sentences about everything wrong; empty when the state is sound."""
    faults = (*_units(pos), *_stacks(pos), *_support(pos), *_counts(pos))
    return (*pos.context.missing, *faults)


def _units(pos: Position) -> Iterator[str]:
    yield from piece_faults(pos, BOXES, DEAD)
    for unit, piece in pos.state.pieces.items():
        if piece.hex is None and (piece.at == DEAD) != (piece.steps == 0):
            yield f"{unit} is in {piece.at} with {piece.steps} steps"
        if (piece.at == DROPPING) != (unit in pos.state.drops):
            yield f"{unit} in {piece.at} and the drops disagree"


def _stacks(pos: Position) -> Iterator[str]:
    limit = pos.context.charts.movement.stacking
    for at, units in pos.at.items():
        if len({pos.owner(unit) for unit in units}) > 1:
            yield f"enemies share {at}: {units}"
        if len(units) > limit:
            yield f"overstacked in {at}: {units}"
        if len({pos.soviet(unit) for unit in units}) > 1:
            yield f"Soviets are mixed with others in {at}: {units}"


def _support(pos: Position) -> Iterator[str]:
    state = pos.state
    fighting = len(state.flow) > 2
    for marker, status in state.support.items():
        if status is Status.COMMITTED and not fighting:
            yield f"{marker} is still on the map"
        if status is Status.AVAILABLE and marker in state.given_up:
            yield f"{marker} was given up and is back"
    if state.support.get(YAVUZ) is Status.AVAILABLE and state.yavuz.value == "sunk":
        yield "the Yavuz is sunk and available"
    if state.experten and state.support.get(state.experten) is Status.ELIMINATED:
        yield "the Experten outlived their CAS"


def _counts(pos: Position) -> Iterator[str]:
    state, charts = pos.state, pos.context.charts
    if not 0 <= state.ultra <= charts.markers.ultra:
        yield f"{state.ultra} ULTRA markers"
    if not 1 <= state.turn <= pos.context.figures.turns:
        yield f"turn {state.turn}"
    if any(count < 0 for count in state.steps.values()):
        yield f"replacement steps {dict(state.steps)}"
    if state.over != bool(state.winner):
        yield f"over {state.over} with winner {state.winner!r}"
    if state.drops and Phase(state.phase) not in _DROPPED:
        yield f"units hang in the air in the {state.phase} phase"
    if state.winner not in ("", GERMAN, ALLIED):
        yield f"winner {state.winner!r}"


_DROPPED = BATTLES | {Phase.GERMAN_MOVEMENT, Phase.ALLIED_MOVEMENT}
"""Phases in which paradropped units may not have landed yet."""
