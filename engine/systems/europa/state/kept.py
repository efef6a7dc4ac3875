"""What is kept of a position from step to step, held against the same worked out from nothing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.europa.board import zones
from engine.systems.europa.state.common import claims
from engine.systems.europa.state.constants import SIDES, Phase
from engine.systems.europa.state.position import Position


def stale(pos: Position) -> Iterator[str]:
    """Sentences about what is out of date; none when all is sound."""
    state = pos.state
    yield from pos.standing.stale()
    if pos.holdings != pos.context.holdings_from_nothing(state.taken, state.joined):
        yield "who owns which hexes is out of date"
    for side in SIDES:
        if pos.zoc(side) != zones.reached(pos, side):
            yield f"the zones of control of {side} are out of date"
        if pos.full_zoc(side) != zones.unreduced_from_nothing(pos, side) & pos.zoc(side):
            yield f"the full zones of control of {side} are out of date"
    if state.phase != Phase.SET_UP.value and not state.over and claims(pos):
        yield f"hexes have not been given to who took them: {sorted(claims(pos))}"
