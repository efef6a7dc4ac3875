"""What is kept of a position from step to step, held against the same worked out from nothing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.state import Frame
from engine.systems.europa.air import fleet
from engine.systems.europa.air.bombing import harassment
from engine.systems.europa.board import bases, zones
from engine.systems.europa.movement import overruns
from engine.systems.europa.movement.movement_phase import phasing, phasing_from_nothing
from engine.systems.europa.state.common import claims
from engine.systems.europa.state.constants import SIDES, Phase
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving


def stale(pos: Position) -> Iterator[str]:
    """Sentences about what is out of date; none when all is sound."""
    state = pos.state
    yield from pos.standing.stale()
    yield from pos.stale()
    if pos.holdings != pos.context.holdings_from_nothing(state.taken, state.joined):
        yield "who owns which hexes is out of date"
    for side in SIDES:
        if pos.zoc(side) != zones.reached(pos, side):
            yield f"the zones of control of {side} are out of date"
        if pos.full_zoc(side) != zones.unreduced_from_nothing(pos, side) & pos.zoc(side):
            yield f"the full zones of control of {side} are out of date"
    yield from overruns.stale(pos)
    for frame in state.flow[-1:]:
        yield from _stale_roster(pos, frame)
    if pos.air.units:
        yield from _stale_in_the_air(pos)
    if state.phase != Phase.SET_UP.value and not state.over and claims(pos):
        yield f"hexes have not been given to who took them: {sorted(claims(pos))}"


def _stale_roster(pos: Position, frame: Frame) -> Iterator[str]:
    """Sentences about who may be asked to move, neutrals aside."""
    if not isinstance(frame, Moving) or pos.led(frame.side):
        return
    if phasing(pos, frame) != phasing_from_nothing(pos, frame):
        yield f"the units that {frame.side} may move are out of date"


def _stale_in_the_air(pos: Position) -> Iterator[str]:
    """Sentences about what is kept of air units from step to step and out of date."""
    for side in SIDES:
        mine = [u for u in pos.air.units if fleet.in_play(pos, u) and fleet.side_of(pos, u) == side]
        if [*fleet.of_side(pos, side)] != mine:
            yield f"the air units of {side} are out of date"
        if fleet.all_parked(pos, side) != fleet.parked_from_nothing(pos, side):
            yield f"the air units of {side} on the ground are out of date"
        places = (at for at in bases.fields(pos) if fleet.is_base(pos, at, side))
        if fleet.fields(pos, side) != tuple(places):
            yield f"the airbases of {side} are out of date"
        if pos.harassed(side) != harassment.hits(pos, side):
            yield f"the harassment of {side} is out of date"
