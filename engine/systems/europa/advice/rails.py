"""Rail moves: from far behind to the railhead nearest to what one wants."""

from __future__ import annotations

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
    if start not in look.context.rails or look.threat.get(start, 0.0) > 0:
        return None
    base = look.ahead.get(start, FAR)
    if base < LONG or not _has_room(look, unit):
        return None
    afoot = min((look.ahead.get(at, FAR) for at in march(pos, unit).targets), default=base)
    enough = min(base, afoot) - LONG
    reach = rail_movement.lines(pos, unit).every.cost
    options = ((look.ahead.get(at, FAR), at) for at in reach if at != start)
    for _, at in sorted(option for option in options if option[0] <= enough):
        if look.threat.get(at, 0.0) > 2.0 * look.defence[look.side].get(at, 0.0) + 1.0:
            continue
        if pos.fits(at, (unit,)) and look.allowed(do.RailMove(unit, at)):
            return do.RailMove(unit, at)
    return None


def _has_room(look: Outlook, unit: UnitId) -> bool:
    """Whether a unit may go by rail at all: it may begin, and its side's capacity carries it."""
    pos, side = look.pos, look.side
    if shut(pos, unit, side, Going.RAIL) is not None:
        return False
    need = rail_movement.charge(pos, unit, low=False)
    return need <= rail_movement.room(pos, side, pos.rail_net(unit))
