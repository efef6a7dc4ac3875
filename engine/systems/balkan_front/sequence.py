"""The sequence of play of Balkan Front's ground game: weather, two player turns, the turn's end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.core.desk import Desk
from engine.core.state import Piece
from engine.systems.balkan_front import garrisons, government, morale, transport, victory
from engine.systems.balkan_front.position import FrontPosition
from engine.systems.europa import combat, initial, moving
from engine.systems.europa.common import Work
from engine.systems.europa.records import Onward, WeatherRoll
from engine.systems.europa.words import (
    ALLIED,
    AXIS,
    DROPPED,
    FRESH,
    RAILED,
    RETREATED,
    SHIPPED,
    Phase,
)
from oob.model import UnitId

PLAYER_TURN = (Phase.INITIAL, Phase.MOVEMENT, Phase.COMBAT, Phase.EXPLOITATION)
"""The phases of a player turn; the air phase comes with the air rules."""
ORDER: tuple[tuple[Phase, str], ...] = (
    (Phase.WEATHER, ""),
    *((phase, AXIS) for phase in PLAYER_TURN),
    *((phase, ALLIED) for phase in PLAYER_TURN),
    (Phase.END, ""),
)
"""The phases of a game turn with the side whose player turn it is (BF-4)."""
TURN_MARKS = frozenset({FRESH, RAILED, SHIPPED, DROPPED, RETREATED})
"""What is remembered of units for one player turn."""


def onward(pos: FrontPosition, _frame: Onward, doing: Work) -> None:
    """Open the phase that follows (BF-4A)."""
    state = pos.state
    if state.over:
        doing.set(flow=())
        return
    here = (Phase(state.phase), state.active)
    at = ORDER.index(here) + 1 if here in ORDER else 0
    if at == len(ORDER):
        doing.set(turn=state.turn + 1)
        at = 0
    phase, side = ORDER[at]
    doing.set(phase=phase.value, active=side)
    _open(pos, doing, phase, side)


def _open(pos: FrontPosition, doing: Work, phase: Phase, side: str) -> None:
    table = pos.table
    match phase:
        case Phase.WEATHER:
            doing.tell("turn", "BF-4.1", turn=doing.state.turn)
            doing.state = doing.state.pushed(WeatherRoll())
        case Phase.INITIAL:
            doing.set(pieces=_rested(doing.state.pieces))
            garrisons.check(table, doing, side)
            morale.judge(table, doing, side)
            transport.open_harbours(table, doing, side)
            initial.open_phase(table, doing, side)
            government.open_phase(table, doing, side)
        case Phase.MOVEMENT:
            moving.open_phase(doing, side)
        case Phase.COMBAT:
            combat.open_phase(doing, side)
        case Phase.EXPLOITATION:
            moving.open_phase(doing, side, exploiting=True)
        case _:
            victory.close_turn(table, doing)


def _rested(pieces: Mapping[UnitId, Piece]) -> dict[UnitId, Piece]:
    """The pieces without the marks of the last player turn."""
    return {
        unit: replace(piece, marks=piece.marks - TURN_MARKS) if piece.marks & TURN_MARKS else piece
        for unit, piece in pieces.items()
    }


DESKS = (Desk(Onward, auto=onward),)
