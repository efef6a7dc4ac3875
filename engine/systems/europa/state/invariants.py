"""Invariants of every title: what must hold after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.core.change import pieces_changed
from engine.rules.board.invariants import piece_faults
from engine.systems.europa.state.constants import (
    AMID,
    BOXES,
    BROKEN,
    DEAD,
    DROPPED,
    GONE,
    HELD,
    NEUTRAL,
    SIDES,
    Phase,
)
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Fighting, Moving

OVERHEAD = {DROPPED, *AMID}
"""Marks of units that may share a hex with enemies until they have fought."""
LIMITED = {Phase.COMBAT.value, Phase.EXPLOITATION.value, Phase.AIR.value}
"""Phases in which nobody is overstacked, but those who exploit until the phase ends (BF-8B.1,
15A.2)."""


def faults(pos: Position) -> tuple[str, ...]:
    """Sentences about everything wrong; empty when the state is sound."""
    pieces = (*_units(pos),)
    if not pieces:
        pos.context.sound = pos.state.pieces
    return (*pos.context.missing_areas, *pieces, *_stacks(pos), *_counts(pos))


def _units(pos: Position) -> Iterator[str]:
    """What is wrong with pieces: those alone are looked at that differ from the last sound ones."""
    pieces, sound = pos.state.pieces, pos.context.sound
    units = None if sound is None else pieces_changed(sound, pieces)
    yield from piece_faults(pos, (*BOXES, *pos.context.holding), DEAD, units)
    for unit in pieces if units is None else units:
        piece, full = pieces[unit], pos.context.units[unit].steps
        if piece.at in pos.context.holding and not 1 <= piece.steps <= full:
            yield f"{unit} is in {piece.at} with {piece.steps} steps"
        elif piece.at in (GONE, HELD, BROKEN) and piece.marks:
            yield f"{unit} is out of the game and marked {sorted(piece.marks)}"


def _stacks(pos: Position) -> Iterator[str]:
    occupied = [pos.standing.occupied[side] for side in (*SIDES, NEUTRAL)]
    shared = {at for one, two in combinations(occupied, 2) for at in one & two}
    for at in sorted(shared):
        units = pos.at[at]
        here = {pos.side(unit) for unit in units if not pos.piece(unit).marks & OVERHEAD}
        if len(here) > 1:
            yield f"enemies share {pos.label(at)}: {units}"
    calm = len(pos.state.flow) <= 2
    top = pos.state.flow[-1] if pos.state.flow else None
    if pos.state.phase in LIMITED and calm and isinstance(top, (Fighting, Moving)):
        for side in SIDES:
            if pos.state.phase == Phase.EXPLOITATION.value and side == pos.state.active:
                continue
            for at in pos.overstacked(side):
                yield f"{side} overstacked in {pos.label(at)}: {pos.friends(at, side)}"


def _counts(pos: Position) -> Iterator[str]:
    state = pos.state
    if any(count < 0 for count in state.points.values()):
        yield f"replacement points {dict(state.points)}"
    if any(count < 0 for count in state.used.values()):
        yield f"allowances used {dict(state.used)}"
    for at, work in state.works.items():
        if state.pieces[work.unit].at != at:
            yield f"{work.unit} builds in {pos.label(at)} and is not there"
    for at in state.strips & state.airfields:
        yield f"two airfields in {pos.label(at)}"
    if state.over and state.flow:
        yield "the game is over and a decision open"
    if not state.over and state.winner:
        yield f"{state.winner} has won, and the game goes on"
