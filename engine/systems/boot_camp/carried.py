"""What units carried by sea or air have in common: where they start, and how they fare (BC-19)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.desk import Desk
from engine.core.state import Location
from engine.systems.boot_camp.position import BootCampPosition
from engine.systems.boot_camp.records import Interception, Way
from engine.systems.europa.common import Work, eliminate
from engine.systems.europa.words import (
    ADMIN,
    AXIS,
    DROPPED,
    MOVED,
    ONE_HEX,
    RAILED,
    SHIPPED,
    STAYED,
)
from maps.hexgrid import Hex
from oob.model import UnitId

FACES = 6
STIRRED = frozenset({MOVED, ADMIN, RAILED, ONE_HEX, SHIPPED, DROPPED, STAYED})
"""Marks of units that have used their movement."""


def start_objections(
    pos: BootCampPosition, side: str, unit: UnitId, rule: str
) -> Iterator[Objection]:
    """Why a unit cannot begin a voyage or flight: not yours, frozen, or it has moved."""
    if pos.side(unit) != side:
        yield Objection("BC-B4.3", f"{pos.called(unit)} is not yours to move.")
        return
    frozen = pos.may_act(unit)
    if frozen is not None:
        yield frozen
    if pos.piece(unit).marks & STIRRED or pos.state.spent.get(unit):
        text = f"{pos.called(unit)} has moved: a carried unit uses no other movement that turn."
        yield Objection(rule, text)


def end_objections(pos: BootCampPosition, unit: UnitId, at: Hex) -> Iterator[Objection]:
    """Why a unit cannot end a voyage or flight in a hex: closed to it, or full."""
    barred = pos.bars(unit, at)
    if barred is not None:
        yield barred
    if not pos.fits(at, (unit,)):
        text = f"{pos.label(at)} holds as many units as it can: 3 of any kind, 3 small, 2 artillery"
        if pos.table.is_mountain(at):
            text = f"{pos.label(at)} is a mountain hex and holds no more units"
        yield Objection("BC-B8.1", f"{text}.")


def carry(doing: Work, unit: UnitId, target: Location, way: Way, rule: str) -> None:
    """Put a unit where it was carried to."""
    piece = doing.state.pieces[unit]
    mark = SHIPPED if way is Way.SEA else DROPPED
    doing.tell("shipped" if way is Way.SEA else "dropped", rule, unit=unit, at=piece.at, to=target)
    marks = piece.marks | {MOVED, mark}
    doing.state = doing.state.with_piece(unit, at=target, marks=marks)


def faces(pos: BootCampPosition, frame: Interception) -> tuple[str, ...]:
    """What each face of the interception die does to a unit: ``passes``, ``returns``, ``lost``
    (BC-19D1a, 19D2.3, 19E.8).
    """
    sea, air = pos.table.charts.shipping, pos.table.charts.air_drops
    if frame.way is Way.AIR:
        lost, back = air.lost, air.returned
    elif frame.side == AXIS:
        lost, back = sea.axis_lost, sea.axis_returned
    else:
        lost, back = sea.allied_lost, sea.allied_lost
    return tuple(
        "lost" if face >= lost else "returns" if face >= back else "passes"
        for face in range(1, FACES + 1)
    )


def node(pos: BootCampPosition, frame: Interception) -> ChanceNode:
    """The interception die with what each face does."""
    how = "at sea" if frame.way is Way.SEA else "in the air"
    reason = f"interception of {pos.called(frame.unit)} {how}"
    return ChanceNode(FACES, reason, rule_of(frame), faces(pos, frame))


def rule_of(frame: Interception) -> str:
    """The rule an interception is rolled under."""
    if frame.way is Way.AIR:
        return "BC-19E.8"
    return "BC-19D1a.2" if frame.side == AXIS else "BC-19D2.3"


def rolled(pos: BootCampPosition, frame: Interception, face: int, doing: Work) -> None:
    """The unit passes, goes back where it came from, or is lost with its cadre."""
    doing.state = doing.state.popped()
    fate = faces(pos, frame)[face - 1]
    rule = rule_of(frame)
    if frame.way is Way.SEA and frame.side == AXIS:
        rule = {"lost": "BC-19D1a.3", "returns": "BC-19D1a.4"}.get(fate, "BC-19D1a.5")
    if fate == "passes":
        doing.tell("not intercepted", rule, unit=frame.unit, face=face)
        carry(doing, frame.unit, frame.target, frame.way, rule)
    elif fate == "returns":
        doing.tell("turned back", rule, unit=frame.unit, face=face, at=frame.origin)
        piece = doing.state.pieces[frame.unit]
        marks = piece.marks | {MOVED, SHIPPED}
        doing.state = doing.state.with_piece(frame.unit, marks=marks)
    else:
        doing.tell("intercepted", rule, unit=frame.unit, face=face)
        eliminate(pos.table, doing, frame.unit, cadre=False)


DESKS = (Desk(Interception, chance=node, rolled=rolled),)
