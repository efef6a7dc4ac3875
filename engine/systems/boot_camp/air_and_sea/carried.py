"""What units carried by sea or air have in common: where they start, and how they fare (BC-19)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.core.state import Location
from engine.systems.boot_camp.state.position import BootCampPosition, Work
from engine.systems.boot_camp.state.records import Interception, Way
from engine.systems.europa.movement.crowding import crowd_objections
from engine.systems.europa.movement.gate import leave, shut
from engine.systems.europa.state.common import eliminate
from engine.systems.europa.state.constants import AXIS, MOVED, SHIPPED, Going
from maps.hexgrid import Hex
from oob.model import UnitId


def start_objections(
    pos: BootCampPosition, side: str, unit: UnitId, going: Going
) -> Iterator[Objection]:
    """Why a unit cannot begin a voyage or flight: not yours, frozen, or it has moved."""
    forbidden = shut(pos, unit, side, going)
    if forbidden is not None:
        yield forbidden


def end_objections(pos: BootCampPosition, side: str, unit: UnitId, at: Hex) -> Iterator[Objection]:
    """Why a unit cannot end a voyage or flight in a hex: closed to it, or full."""
    barred = pos.bars(unit, at)
    if barred is not None:
        yield barred
    yield from crowd_objections(pos, side, unit, at, 0)


def carry(
    pos: BootCampPosition, transition: Work, unit: UnitId, target: Location, way: Way, rule: str
) -> None:
    """Put a unit where it was carried to."""
    at = transition.state.pieces[unit].at
    transition.tell("shipped" if way is Way.SEA else "dropped", rule, unit=unit, at=at, to=target)
    leave(pos, transition, unit, Going.SEA if way is Way.SEA else Going.AIR, (at, target))


def faces(pos: BootCampPosition, frame: Interception) -> tuple[str, ...]:
    """What each face of the interception die does to a unit: ``passes``, ``returns``, ``lost``
    (BC-19D1a, 19D2.3, 19E.8).
    """
    sea, air = pos.context.charts.shipping, pos.context.charts.air_drops
    if frame.way is Way.AIR:
        lost, back = air.lost, air.returned
    elif frame.side == AXIS:
        lost, back = sea.axis_lost, sea.axis_returned
    else:
        lost, back = sea.allied_lost, sea.allied_lost
    return tuple(
        "lost" if face >= lost else "returns" if face >= back else "passes"
        for face in range(1, pos.context.charts.dice.faces + 1)
    )


def node(pos: BootCampPosition, frame: Interception) -> ChanceNode:
    """The interception die with what each face does."""
    how = "at sea" if frame.way is Way.SEA else "in the air"
    reason = f"interception of {pos.called(frame.unit)} {how}"
    return ChanceNode(pos.context.charts.dice.faces, reason, rule_of(frame), faces(pos, frame))


def rule_of(frame: Interception) -> str:
    """The rule an interception is rolled under."""
    if frame.way is Way.AIR:
        return "BC-19E.8"
    return "BC-19D1a.2" if frame.side == AXIS else "BC-19D2.3"


def rolled(pos: BootCampPosition, frame: Interception, face: int, transition: Work) -> None:
    """The unit passes, goes back where it came from, or is lost with its cadre."""
    transition.state = transition.state.popped()
    fate = faces(pos, frame)[face - 1]
    rule = rule_of(frame)
    if frame.way is Way.SEA and frame.side == AXIS:
        rule = {"lost": "BC-19D1a.3", "returns": "BC-19D1a.4"}.get(fate, "BC-19D1a.5")
    if fate == "passes":
        transition.tell("not intercepted", rule, unit=frame.unit, face=face)
        carry(pos, transition, frame.unit, frame.target, frame.way, rule)
    elif fate == "returns":
        transition.tell("turned back", rule, unit=frame.unit, face=face, at=frame.origin)
        piece = transition.state.pieces[frame.unit]
        marks = piece.marks | {MOVED, SHIPPED}
        transition.state = transition.state.with_piece(frame.unit, marks=marks)
    else:
        transition.tell("intercepted", rule, unit=frame.unit, face=face)
        eliminate(pos.context, transition, frame.unit, cadre=False)


HANDLERS = (Handler(Interception, chance=node, rolled=rolled),)
