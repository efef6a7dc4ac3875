"""Stacks beyond the limit while units move: the limit binds as the phase ends, so that full stacks
can change places; but nobody moves into a crowd that could not thin out again (BF-8B).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.systems.europa.movement.gate import shut
from engine.systems.europa.movement.reach import admin_march, march
from engine.systems.europa.state.common import objection
from engine.systems.europa.state.constants import ADMIN, Going, other
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId


def exits(pos: Position, side: str, unit: UnitId, *, exploiting: bool) -> tuple[Hex, ...]:
    """Where a unit could still march, or go administratively once it does so."""
    admin = ADMIN in pos.piece(unit).marks
    going = Going.ADMIN if admin else Going.MARCH
    if shut(pos, unit, side, going, exploiting=exploiting) is not None:
        return ()
    return (admin_march if admin else march)(pos, unit).targets


def crowd_objections(
    pos: Position, side: str, unit: UnitId, to: Hex, left: int, *, exploiting: bool = False
) -> Iterator[Objection]:
    """A move into a full hex needs others there, or the unit itself with points ``left``, that can
    still move on: the limit is judged as the phase ends (BF-8B.1, 8B.2).
    """
    if pos.fits(to, (unit,)):
        return
    mates = [mate for mate in pos.friends(to, pos.side(unit)) if mate != unit]
    leaving = [mate for mate in mates if exits(pos, side, mate, exploiting=exploiting)]
    staying = [mate for mate in mates if mate not in leaving]
    halted = pos.context.charts.movement.stops and to in pos.zoc(other(side))
    if left <= 0 or halted:
        staying.append(unit)
    if staying and not pos.fits(to, staying, leaving):
        text = f"{pos.label(to)} would hold too many units, and too few of them can move on."
        yield objection(pos, "stacking", text)


def relievable(pos: Position, frame: Moving, unit: UnitId) -> bool:
    """True when a unit could leave its hex for one with room."""
    found = exits(pos, frame.side, unit, exploiting=frame.exploiting)
    return any(pos.fits(to, (unit,)) for to in found)
