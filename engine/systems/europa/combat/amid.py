"""Units that have come down among enemies, by parachute or over a beach (BF-25B, 26B2.6)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from engine.core.actions import Objection
from engine.rules.board.pieces import MARKS
from engine.systems.europa.charts.combat_charts import Code, Fate
from engine.systems.europa.state.common import Work, eliminate, now, objection
from engine.systems.europa.state.constants import AIRDROPPED, AMID, ATTACKED
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex
from oob.model import UnitId


def among(pos: Position, unit: UnitId) -> bool:
    """True for a unit that has come down in a hex of enemies."""
    piece = pos.piece(unit)
    if not piece.marks & AMID or not isinstance(piece.at, Hex):
        return False
    return bool(pos.enemies(piece.at, pos.side(unit)))


def must_attack(pos: Position, side: str) -> tuple[Hex, ...]:
    """Enemy-held hexes that a side's units have come down in and that they must attack (BF-25B.4,
    26B2.6).
    """
    found = {
        piece.hex
        for unit, piece in pos.state.pieces.items()
        if piece.marks & AMID and ATTACKED not in piece.marks
        if piece.hex is not None and pos.side(unit) == side and among(pos, unit)
    }
    return tuple(sorted(found))


def bound(pos: Position, unit: UnitId, target: Hex) -> Objection | None:
    """A unit that has come down on enemies attacks them and nobody else (BF-25B.4, 26B2.6)."""
    if pos.piece(unit).at == target or not among(pos, unit):
        return None
    text = f"{pos.called(unit)} has come down on enemies and attacks them."
    return objection(pos, "drop must attack", text)


REROLLED = "rerolled among enemies"
"""What a title may always play: a result without effect is rolled again among enemies."""


def rerolled(pos: Position, units: Iterable[UnitId], target: Hex, code: Code) -> bool:
    """Whether a result counts for nothing and the die is rolled again: it leaves both sides where
    they are, and some of the attackers are in the hex they attack (FE-25C.3).
    """
    if not pos.context.option(REROLLED) or {code.attacker, code.defender} != {Fate.STAYS}:
        return False
    return not code.exchange and any(pos.piece(unit).at == target for unit in units)


def clear(context: Context, transition: Work, side: str) -> None:
    """As a side's combat phase has ended, units that are among enemies still are lost: they could
    not attack (BF-25B.4, 26B2.6).
    """
    pos = now(context, transition)
    pieces = pos.state.pieces
    for unit, piece in compress(pieces.items(), map(MARKS, pieces.values())):
        if piece.marks & AMID and pos.side(unit) == side and among(pos, unit):
            dropped = AIRDROPPED in piece.marks
            cited = context.cite("drop must attack" if dropped else "landing on enemies")
            eliminate(context, transition, unit, cadre=False, cited=cited)
