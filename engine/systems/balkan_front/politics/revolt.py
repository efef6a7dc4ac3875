"""The Albanian revolt: its die as a game turn closes, desertion, ground lost (BF-28A1d)."""

from __future__ import annotations

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.core.state import Piece
from engine.systems.balkan_front.politics import victory
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import FrontPosition, Work, now
from engine.systems.balkan_front.state.records import HINDERED, RevoltRoll
from engine.systems.europa.state.common import fall, mark
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, GONE
from maps.hexgrid import Hex
from oob.model import UnitId


def due(pos: FrontPosition) -> bool:
    """True when enough Albanian cities are Allied for a check (BF-28A1d.1)."""
    chart = pos.context.charts.revolt
    return len(_owned(pos, chart.country, ALLIED)) >= chart.cities


def _owned(pos: FrontPosition, country: str, side: str) -> tuple[Hex, ...]:
    return tuple(at for at in pos.context.cities_in(country) if pos.owner_of(at) == side)


def locals_of(pos: FrontPosition) -> tuple[UnitId, ...]:
    """The Albanian units, wherever they are."""
    trait, units = pos.context.charts.revolt.trait, pos.context.units.values()
    return tuple(unit.id for unit in units if trait in unit.traits)


def modifier(pos: FrontPosition) -> int:
    """What is added to the die (BF-28A1d.2 to 28A1d.4)."""
    chart = pos.context.charts.revolt
    lost = sum(pos.piece(unit).at == DEAD for unit in locals_of(pos))
    cities = len(_owned(pos, chart.country, ALLIED))
    calm = len(_owned(pos, chart.calm, AXIS))
    return cities * chart.city + lost * chart.unit + calm * chart.calms


def close_turn(context: FrontContext, transition: Work) -> None:
    """End a game turn: the die of a revolt first, where one is due."""
    if due(now(context, transition)):
        transition.state = transition.state.pushed(RevoltRoll())
    else:
        victory.close_turn(context, transition)


def node(pos: FrontPosition, _frame: RevoltRoll) -> ChanceNode:
    """The die, with what each face brings (BF-28A1d.5)."""
    chart, added = pos.context.charts.revolt, modifier(pos)
    faces = range(1, chart.die + 1)
    meanings = tuple("revolt" if face + added >= chart.least else "quiet" for face in faces)
    return ChanceNode(chart.die, f"an Albanian revolt, {added:+d}", "BF-28A1d.1", meanings)


def rolled(pos: FrontPosition, _frame: RevoltRoll, face: int, transition: Work) -> None:
    """Albania revolts or stays quiet; then the turn closes."""
    transition.state = transition.state.popped()
    added = modifier(pos)
    if face + added < pos.context.charts.revolt.least:
        transition.tell("no revolt", "BF-28A1d.1", face=face, modifier=f"{added:+d}")
    else:
        transition.tell("revolt", "BF-28A1d.5", face=face, modifier=f"{added:+d}")
        _revolt(pos, transition)
    victory.close_turn(pos.context, transition)


def _revolt(pos: FrontPosition, transition: Work) -> None:
    """Albanian units desert; what the Axis does not hold goes over (BF-28A1d.6, 28A1d.7)."""
    gone = [unit for unit in locals_of(pos) if pos.piece(unit).at not in (DEAD, GONE)]
    transition.state = transition.state.with_pieces(dict.fromkeys(gone, Piece(GONE, 0)))
    transition.tell("desertion", "BF-28A1d.6", units=tuple(gone))
    after = now(pos.context, transition)
    kept = after.held[AXIS] | (after.zoc(AXIS) - after.zoc(ALLIED) - after.held[ALLIED])
    lands = pos.context.country(pos.context.charts.revolt.country)
    lost = {at: ALLIED for at in lands if at not in kept and after.owner_of(at) != ALLIED}
    transition.set(taken={**transition.state.taken, **lost}, revolted=True)
    for at in lost:
        fall(after, transition, at, ALLIED)
    victory.on_capture(pos.context, transition, lost)


def hinder(context: FrontContext, transition: Work, side: str) -> None:
    """As the Axis player turn after a revolt opens, its units in Albania have half their ratings
    for that turn (BF-28A1d.9).
    """
    if side != AXIS or not transition.state.revolted:
        return
    transition.set(revolted=False)
    pos = now(context, transition)
    for at in context.country(context.charts.revolt.country):
        for unit in pos.friends(at, AXIS):
            mark(transition, unit, HINDERED)


HANDLERS = (Handler(RevoltRoll, chance=node, rolled=rolled),)
