"""Where the automatic player sends position antiaircraft: from where it comes in to airbases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.system import Advice
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.board import bases
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.movement.gate import shut
from engine.systems.europa.movement.move_actions import Move, RailMove
from engine.systems.europa.movement.reach import march
from engine.systems.europa.production import position_guns
from engine.systems.europa.state.constants import MOVED, Going
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId

Merit = tuple[int, int, int, Hex]
"""How good an airbase is for guns: the least first."""


def post(look: Outlook, frame: Moving) -> Advice | None:
    """Guns that stand on no airbase go to one by rail, or nearer to one on their own."""
    if frame.exploiting or not look.pos.context.position_guns:
        return None
    idle = [unit for unit in position_guns.guns(look.pos, frame.side) if _idle(look, unit)]
    found = _merits(look) if idle else {}
    for unit in idle:
        for action in _ways(look, unit, found):
            if look.allowed(action):
                place = look.pos.label(action.target)
                return Advice(action, f"{look.pos.called(unit)} protects {place}.")
    return None


def _idle(look: Outlook, unit: UnitId) -> bool:
    """Whether guns could move and have nothing to protect."""
    pos, at = look.pos, look.pos.piece(unit).at
    ready = MOVED not in pos.piece(unit).marks and not pos.state.spent.get(unit, 0)
    return ready and isinstance(at, Hex) and not bases.full_capacity(pos, at)


def _merits(look: Outlook) -> dict[Hex, Merit]:
    """The airbases that no enemy threatens: first those with the fewest guns for the air units on
    them, then the largest.
    """
    pos = look.pos
    guns, flying = Counter[object](), Counter[object]()
    for unit in position_guns.guns(pos, look.side):
        guns[pos.piece(unit).at] += pos.facts(unit).points
    for found in pos.air.units.values():
        flying[found.at] += 1
    return {
        at: (guns[at] - flying[at], guns[at], -bases.full_capacity(pos, at), at)
        for at in pos.owned(look.side)
        if not look.threat.get(at, 0.0) and bases.full_capacity(pos, at)
    }


def _ways(look: Outlook, unit: UnitId, merits: dict[Hex, Merit]) -> Iterator[Move | RailMove]:
    """To the best of the airbases that guns reach."""
    pos = look.pos
    reached: dict[Hex, type[Move] | type[RailMove]] = {}
    if shut(pos, unit, look.side, Going.RAIL) is None:
        lines = rail_movement.lines(pos, unit).every.cost
        reached |= dict.fromkeys((at for at in lines if at in merits), RailMove)
    if pos.facts(unit).move:
        reached |= dict.fromkeys((at for at in march(pos, unit).targets if at in merits), Move)
    for at in sorted(reached, key=merits.__getitem__)[:1]:
        yield reached[at](unit, at)
