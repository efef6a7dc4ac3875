"""Going by land between a holding box and the hex it lies next to, by the road that joins them
(BF-28B1d.1, BC-24A1.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.wording import halved, with_noun
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement.costs import conditions, mobility_of
from engine.systems.europa.movement.crowding import crowd_objections
from engine.systems.europa.movement.gate import leave, shut
from engine.systems.europa.movement.reach import stopped, toll_of, untouched
from engine.systems.europa.state.common import Work, objection, spend
from engine.systems.europa.state.constants import HALF, ONE_HEX, Going
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId


def families(pos: Position, frame: Moving) -> list[Family]:
    """Cross over, where a box lies beside land that the side holds."""
    if next(_every(pos, frame), None) is None:
        return []
    return [Family("cross over", "Move by land", lambda: tuple(_every(pos, frame)), weight=1)]


def _every(pos: Position, frame: Moving) -> Iterator[do.CrossOver]:
    for box, beside in pos.context.gateways.items():
        if not pos.boxed_for(box, frame.side):
            continue
        for unit in pos.boxed(box):
            yield do.CrossOver(unit, beside)
        for unit in pos.friends(beside, frame.side):
            yield do.CrossOver(unit, box)


def way(pos: Position, action: do.CrossOver) -> tuple[str, Hex] | None:
    """The box and the hex beside it that a unit would go between, None where it cannot."""
    origin, target = pos.piece(action.unit).at, action.target
    for box, beside in pos.context.gateways.items():
        if {origin, target} == {box, beside}:
            return box, beside
    return None


def cost(pos: Position, unit: UnitId, beside: Hex) -> int:
    """Half movement points of the road, and of leaving an enemy zone of control or a harassed hex
    for the box.
    """
    tracks = pos.context.tracks
    price = tracks.road_cost(conditions(pos), mobility_of(pos.facts(unit)), beside) * HALF
    if pos.piece(unit).at != beside:
        return price
    tolls = toll_of(pos, unit)
    price += tolls.harassed.get(beside, 0)
    if beside in tolls.zone:
        price += tolls.light_leave if beside in tolls.reduced else tolls.leave
    return price


def objections(pos: Position, frame: Moving, action: do.CrossOver) -> Iterator[Objection]:
    """What forbids going between a box and the hex beside it."""
    unit, found = action.unit, way(pos, action)
    forbidden = shut(pos, unit, frame.side, Going.CROSSING, exploiting=frame.exploiting)
    if forbidden is not None:
        yield forbidden
        return
    if found is None or not pos.boxed_for(found[0], frame.side):
        text = f"No land joins {pos.label(pos.piece(unit).at)} and {pos.label(action.target)}."
        yield objection(pos, "holding box", text)
        return
    beside = found[1]
    kept = pos.kept(unit)
    if kept is not None:
        yield kept
    if stopped(pos, unit):
        text = f"{pos.called(unit)} stopped in an enemy zone of control."
        yield objection(pos, "entering a zone", text)
    price, left = cost(pos, unit, beside), pos.left(unit)
    if price > left and not untouched(pos, unit):
        many = with_noun(halved(price), "movement point")
        text = f"It costs {many}; {with_noun(halved(left), 'is', 'are')} left."
        yield objection(pos, "movement points", text)
    if pos.enemies(beside, frame.side):
        yield objection(pos, "enemy occupied", f"Enemy units hold {pos.label(beside)}.")
    elif action.target == beside:
        barred = pos.bars(unit, beside)
        if barred is not None:
            yield barred
        yield from crowd_objections(
            pos, frame.side, unit, beside, left - price, exploiting=frame.exploiting
        )


def cross(pos: Position, _frame: Moving, action: do.CrossOver, transition: Work) -> None:
    """Go, for points or as the one hex of the unit's move."""
    unit, found = action.unit, way(pos, action)
    assert found is not None, "the check found the way"
    origin = pos.piece(unit).at
    price, left = cost(pos, unit, found[1]), pos.left(unit)
    whole = price > left
    leave(
        pos,
        transition,
        unit,
        Going.CROSSING,
        (origin, action.target),
        *((ONE_HEX,) if whole else ()),
    )
    spend(transition, unit, left if whole else price)
    rule = pos.context.cite("holding box")
    transition.tell("crossed over", rule, unit=unit, at=origin, to=action.target)


ANSWERS = (Answer(do.CrossOver, objections, cross),)
