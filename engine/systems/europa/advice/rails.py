"""Rail moves: from far behind to the railhead nearest to what one wants."""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.europa.advice.ground import FAR
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.movement.gate import shut
from engine.systems.europa.movement.reach import march
from engine.systems.europa.state.constants import Going
from maps.hexgrid import Hex
from oob.model import UnitId

LONG = 5.0
"""How much nearer than any march a rail move must bring a unit to be worth its capacity."""


def best_rail(look: Outlook, unit: UnitId, start: Hex) -> do.RailMove | None:
    """The rail move that brings a unit nearest to what its side wants; None when marching does."""
    pos = look.pos
    for _, at in sorted(rides(look, unit, start)):
        if look.threat.get(at, 0.0) > 2.0 * look.defence[look.side].get(at, 0.0) + 1.0:
            continue
        if pos.fits(at, (unit,)) and look.allowed(do.RailMove(unit, at)):
            return do.RailMove(unit, at)
    return None


def rides(look: Outlook, unit: UnitId, start: Hex) -> Iterator[tuple[float, Hex]]:
    """The hexes that the railroads take a unit to, as far as they are much nearer to what its side
    wants than any march brings it, with how far from that they are.
    """
    pos = look.pos
    if start not in look.context.rails or look.threat.get(start, 0.0) > 0:
        return
    base = look.ahead.get(start, FAR)
    if base < LONG or not _has_room(look, unit):
        return
    afoot = min((look.ahead.get(at, FAR) for at in march(pos, unit).targets), default=base)
    enough = min(base, afoot) - LONG
    for at in rail_movement.lines(pos, unit).every.cost:
        far = look.ahead.get(at, FAR)
        if at != start and far <= enough:
            yield far, at


def _has_room(look: Outlook, unit: UnitId) -> bool:
    """Whether a unit may go by rail at all: it may begin, and its side's capacity carries it."""
    pos, side = look.pos, look.side
    if shut(pos, unit, side, Going.RAIL) is not None:
        return False
    need = rail_movement.charge(pos, unit, low=False)
    return need <= rail_movement.room(pos, side, pos.rail_net(unit))
