"""Invariants: what must hold after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.wording import counted
from engine.systems.boot_camp.state.position import BootCampPosition
from engine.systems.europa.state import invariants
from engine.systems.europa.state.constants import DEAD, GONE, SIDES


def faults(pos: BootCampPosition) -> tuple[str, ...]:
    """Sentences about everything wrong; empty when the state is sound."""
    return (*invariants.faults(pos), *_air(pos), *_nations(pos), *_counts(pos))


def _air(pos: BootCampPosition) -> Iterator[str]:
    state, chart = pos.state, pos.context.charts.air_points
    for key, count in state.flown.items():
        nation, _, kind = key.partition(" ")
        row = chart.row(nation, state.turn, state.entered)
        most = getattr(row, kind) if row is not None else 0
        if not 0 <= count <= most:
            yield f"{key}: {counted(count, 'point')} flown of {most}"
    for flight in state.flights:
        if min(flight.bombers, flight.fighters) < 0 or not (flight.bombers or flight.fighters):
            yield f"a flight of nothing: {flight}"


def _nations(pos: BootCampPosition) -> Iterator[str]:
    state = pos.state
    for nation, side in state.joined.items():
        row = pos.context.nation_row(nation)
        if side not in ("", row.side):
            yield f"{nation} is on the {side} side"
        if row.side and not row.from_start and bool(side) != bool(state.entered):
            yield f"{nation} has joined {side!r} with German entry on turn {state.entered}"
    for nation in sorted(state.surrendered):
        row = pos.context.nation_row(nation)
        for unit in pos.context.of_nation(nation):
            piece = pos.piece(unit)
            if piece.at not in (DEAD, GONE) and not row.spares_islands:
                yield f"{unit} lives in {piece.at} after the surrender of {nation}"


def _counts(pos: BootCampPosition) -> Iterator[str]:
    state = pos.state
    if not 1 <= state.turn <= pos.context.figures.turns:
        yield f"turn {state.turn}"
    if state.winner not in ("", *SIDES):
        yield f"winner {state.winner!r}"
    if state.over != bool(state.level) or state.over == bool(state.flow):
        frames = counted(len(state.flow), "frame")
        yield f"over {state.over} with level {state.level!r} and {frames}"
