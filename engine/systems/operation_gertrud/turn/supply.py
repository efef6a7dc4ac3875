"""Supply in play: who is marked out of supply, and supply drops (OG 7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud.state.common import (
    Work,
    mark,
    now,
    objection,
    set_marker,
    unmark,
)
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    FED,
    OUT,
    Kind,
    Moving,
    Status,
    Supplying,
)
from maps.hexgrid import Hex
from oob.model import UnitId

SPARE = (Status.AVAILABLE, Status.USED)
"""A CAS that may be given up: any that is left, used this turn or not (OG 7.4)."""


def judge(context: Context, transition: Work, side: str) -> tuple[UnitId, ...]:
    """Mark a side's units without a path at the end of its Movement Phase; those newly marked (OG
    7.2).
    """
    pos = now(context, transition)
    found = []
    for unit, piece in transition.state.pieces.items():
        if pos.owner(unit) == side and pos.cut_off(unit) and FED not in piece.marks:
            if OUT not in piece.marks:
                transition.tell("out of supply", "OG-7.2a", unit=unit)
            mark(transition, unit, OUT)
            found.append(unit)
    return tuple(found)


def relieve(context: Context, transition: Work) -> None:
    """Take the mark off every unit that has a path again (OG 7.2)."""
    marked = [unit for unit, piece in transition.state.pieces.items() if OUT in piece.marks]
    if marked:
        pos = now(context, transition)
        back = frozenset(unit for unit in marked if not pos.cut_off(unit))
        if back:
            unmark(transition, OUT, units=back)


def close_movement(pos: Position, frame: Moving, transition: Work) -> None:
    """End a Movement Phase: judge supply, and ask for drops where there is anything to give."""
    transition.state = transition.state.swapped(Supplying(frame.side))
    judge(pos.context, transition, frame.side)


def needy(pos: Position, side: str) -> tuple[Hex, ...]:
    """Hexes with units of a side that are out of supply."""
    return tuple(
        at for at in sorted(pos.held[side]) if any(pos.out(u) for u in pos.friends(at, side))
    )


def givers(pos: Position, side: str, at: Hex) -> tuple[str, ...]:
    """CAS a side may give up for the units in a hex (OG 7.4, 13.0)."""
    soviet = any(pos.soviet(unit) for unit in pos.friends(at, side))
    return tuple(
        marker
        for marker in pos.piled(side, Kind.CAS, *SPARE)
        if pos.soviet_marker(marker) == soviet
    )


def can_drop(pos: Position, side: str) -> bool:
    """True when a side could make a supply drop."""
    return any(givers(pos, side, at) for at in needy(pos, side))


def question(pos: Position, frame: Supplying) -> Question:
    """Drop supplies to units just marked, or go on."""
    count = len(needy(pos, frame.side))
    return Question(
        frame.side,
        f"Units in {count} hex{'' if count == 1 else 'es'} are out of supply: drop supplies?",
        (
            Family("supply drop", "Supply drop", partial(_drops, pos, frame), weight=1),
            Family("end phase", "End", lambda: (do.EndPhase(),), weight=3, closing=True),
        ),
        "OG-7.4a",
    )


def _drops(pos: Position, frame: Supplying) -> Iterator[Action]:
    for at in needy(pos, frame.side):
        yield from (do.SupplyDrop(marker, at) for marker in givers(pos, frame.side, at))


def drop_objections(pos: Position, frame: Supplying, action: do.SupplyDrop) -> Iterator[Objection]:
    """What forbids a supply drop (OG 7.4)."""
    if action.target not in needy(pos, frame.side):
        yield objection("OG-7.4a", f"No unit of yours in {pos.label(action.target)} needs it.")
    elif action.marker not in givers(pos, frame.side, action.target):
        yield objection("OG-7.4a", "That is no CAS you could give up for them.")


def drop(pos: Position, frame: Supplying, action: do.SupplyDrop, transition: Work) -> None:
    """Give up the CAS; the units count as supplied until the next friendly Movement Phase (OG
    7.4).
    """
    gone = pos.option("permanent_supply_drops")
    set_marker(transition, action.marker, Status.ELIMINATED)
    if gone:
        transition.set(given_up=transition.state.given_up | {action.marker})
    transition.tell("supply drop", "OG-7.4b", marker=action.marker, at=action.target)
    for unit in pos.friends(action.target, frame.side):
        if pos.out(unit):
            mark(transition, unit, FED)
    fed = frozenset(u for u, piece in transition.state.pieces.items() if FED in piece.marks)
    unmark(transition, OUT, units=fed)


def end(_pos: Position, _frame: Supplying, _action: do.EndPhase, transition: Work) -> None:
    """Close the Movement Phase."""
    transition.state = transition.state.popped()


HANDLERS = (
    Handler(
        Supplying,
        (
            Answer(do.SupplyDrop, drop_objections, drop),
            Answer(do.EndPhase, no_objections, end),
        ),
        question=question,
    ),
)
