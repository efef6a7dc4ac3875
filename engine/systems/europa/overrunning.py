"""The desk of overruns: gather, carry out, enter or stay (BF-13, BC-B13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.europa import move_actions as do
from engine.systems.europa.common import (
    Work,
    eliminate,
    mark,
    no_objections,
    objection,
    spend,
)
from engine.systems.europa.overruns import (
    Overrunning,
    Pursuing,
    affordable,
    feasible,
    full_cost,
    hopeful,
    odds,
    unable,
)
from engine.systems.europa.position import Position
from engine.systems.europa.records import Moving
from engine.systems.europa.words import MARCHED, MOVED, STAYED, other
from maps.hexgrid import Hex
from oob.model import UnitId


def families(pos: Position, frame: Moving, units: tuple[UnitId, ...]) -> list[Family]:
    """Begin an overrun."""

    def of(unit: UnitId) -> Iterator[Action]:
        at = pos.piece(unit).at
        if isinstance(at, Hex):
            for near in pos.table.fronts.get(at, ()):
                if near in pos.held[other(frame.side)] and hopeful(pos, frame.side, at, near):
                    yield do.Overrun(unit, near)

    def every() -> Iterator[Action]:
        for unit in units:
            yield from of(unit)

    def draw(stream: Stream) -> Action | None:
        found = tuple(of(units[stream.below(len(units))])) if units else ()
        return found[stream.below(len(found))] if found else None

    return [Family("overrun", "Overrun", every, of=of, draw=draw, weight=6)]


def overrun_objections(pos: Position, frame: Moving, action: do.Overrun) -> Iterator[Objection]:
    """What forbids a unit to begin an overrun (BF-13)."""
    unit, target = action.unit, action.target
    refused = tuple(unable(pos, frame, unit, target))
    yield from refused
    if refused:
        return
    origin = pos.piece(unit).at
    assert isinstance(origin, Hex), "units off the map were refused"
    if not pos.enemies(target, frame.side):
        yield objection(pos, "overrun", f"There are no enemies in {pos.label(target)}.")
    elif not feasible(pos, frame, unit, target):
        if pos.excess(pos.friends(origin, frame.side), pos.stack_row(origin)):
            yield objection(pos, "overrun stacking", f"{pos.label(origin)} holds too many units.")
            return
        least = pos.table.charts.overruns.least
        text = f"The units of {pos.label(origin)} with points enough do not reach {least}:1."
        yield objection(pos, "overrun odds", text)


def begin(pos: Position, frame: Moving, action: do.Overrun, doing: Work) -> None:
    """Gather for an overrun."""
    origin = pos.piece(action.unit).at
    assert isinstance(origin, Hex), "units off the map were refused"
    gathering = Overrunning(frame.side, frame.exploiting, origin, action.target, (action.unit,))
    doing.state = doing.state.pushed(gathering)


def gathering(pos: Position, frame: Overrunning) -> Question:
    """Who takes part."""
    mates = [u for u in pos.friends(frame.origin, frame.side) if u not in frame.units]
    families_ = (
        Family("join overrun", "Join", lambda: map(do.JoinOverrun, mates)),
        Family("leave overrun", "Leave", lambda: map(do.LeaveOverrun, frame.units), weight=1),
        Family("carry out overrun", "Overrun", lambda: (do.CarryOutOverrun(),), weight=8),
        Family("abandon overrun", "Call it off", lambda: (do.AbandonOverrun(),), weight=1),
    )
    now_at = odds(pos, frame.units, frame.target)
    prompt = f"Overrun {pos.label(frame.target)}: {now_at}:1. Add units, or go."
    return Question(frame.side, prompt, families_, pos.table.cite("overrun"))


def join_objections(
    pos: Position, frame: Overrunning, action: do.JoinOverrun
) -> Iterator[Objection]:
    """What keeps a unit out of the overrun."""
    unit = action.unit
    if unit in frame.units or pos.piece(unit).at != frame.origin:
        text = f"{pos.called(unit)} is not waiting in {pos.label(frame.origin)}."
        yield objection(pos, "overrun stacking", text)
        return
    yield from unable(pos, frame, unit, frame.target)


def join(_pos: Position, frame: Overrunning, action: do.JoinOverrun, doing: Work) -> None:
    """Add a unit."""
    doing.state = doing.state.swapped(replace(frame, units=(*frame.units, action.unit)))


def leave_objections(
    pos: Position, frame: Overrunning, action: do.LeaveOverrun
) -> Iterator[Objection]:
    """Only a unit that takes part can leave, and not the last."""
    if action.unit not in frame.units or frame.units == (action.unit,):
        text = "It does not take part, or takes part alone: call the overrun off."
        yield objection(pos, "overrun", text)


def leave(_pos: Position, frame: Overrunning, action: do.LeaveOverrun, doing: Work) -> None:
    """Take a unit out."""
    units = tuple(unit for unit in frame.units if unit != action.unit)
    doing.state = doing.state.swapped(replace(frame, units=units))


def carry_out_objections(
    pos: Position, frame: Overrunning, _action: do.CarryOutOverrun
) -> Iterator[Objection]:
    """The odds must do, everybody must pay, and those that must enter must fit (BF-13)."""
    reached_odds = odds(pos, frame.units, frame.target)
    chart = pos.table.charts.overruns
    row = chart.row(reached_odds)
    if row is None:
        text = f"The odds are {reached_odds}:1, less than {chart.least}:1."
        yield objection(pos, "overrun odds", text)
        return
    paying = affordable(pos, frame.units, frame.target, row)
    for unit in frame.units:
        if unit not in paying:
            text = f"{pos.called(unit)} cannot pay for an overrun at {reached_odds}:1."
            yield objection(pos, "overrun full cost", text)
    if chart.must_enter and pos.excess(frame.units, pos.stack_row(frame.target)):
        text = f"All must enter {pos.label(frame.target)}, which does not hold so many."
        yield objection(pos, "overrun advance", text)


def carry_out(pos: Position, frame: Overrunning, _action: do.CarryOutOverrun, doing: Work) -> None:
    """Crush the enemies, pay, and enter or choose who enters."""
    chart = pos.table.charts.overruns
    ratio = odds(pos, frame.units, frame.target)
    row = chart.row(ratio)
    assert row is not None, "the check found the odds good"
    costs = [full_cost(pos, unit, frame.target, row) for unit in frame.units]
    rule = pos.table.cite("overrun")
    doing.tell("overrun", rule, units=frame.units, at=frame.origin, to=frame.target, odds=ratio)
    for enemy in pos.enemies(frame.target, frame.side):
        eliminate(pos.table, doing, enemy, cadre=False)
    for unit, cost in zip(frame.units, costs, strict=True):
        assert cost is not None, "the check found everybody able"
        spend(doing, unit, cost)
        mark(doing, unit, MARCHED)
    doing.state = doing.state.popped()
    if chart.must_enter:
        for unit in frame.units:
            _enter(pos, doing, unit, frame.target)
    else:
        doing.state = doing.state.pushed(Pursuing(frame.side, frame.target, frame.units))


def abandon(_pos: Position, _frame: Overrunning, _act: do.AbandonOverrun, doing: Work) -> None:
    """Call the overrun off."""
    doing.state = doing.state.popped()


def pursuit(pos: Position, frame: Pursuing) -> Question:
    """Who enters the cleared hex."""
    families_ = (
        Family("enter", "Enter", lambda: map(do.Enter, frame.units)),
        Family("stay behind", "Stay", lambda: (do.StayBehind(),), weight=2, closing=True),
    )
    prompt = f"Enter {pos.label(frame.target)} or stay."
    return Question(frame.side, prompt, families_, pos.table.cite("overrun advance"))


def enter_objections(pos: Position, frame: Pursuing, action: do.Enter) -> Iterator[Objection]:
    """Only units that overran enter, as far as they stack (BF-13.10, 8B.2)."""
    if action.unit not in frame.units:
        yield objection(pos, "overrun advance", f"{pos.called(action.unit)} did not overrun.")
    elif not pos.fits(frame.target, (action.unit,)):
        yield objection(pos, "stacking", f"{pos.label(frame.target)} would hold too many units.")


def enter(pos: Position, frame: Pursuing, action: do.Enter, doing: Work) -> None:
    """A unit enters the cleared hex."""
    _enter(pos, doing, action.unit, frame.target)
    left = tuple(unit for unit in frame.units if unit != action.unit)
    after = replace(frame, units=left)
    doing.state = doing.state.swapped(after) if left else doing.state.popped()


def _enter(pos: Position, doing: Work, unit: UnitId, target: Hex) -> None:
    piece = doing.state.pieces[unit]
    start = piece.at
    marks = (piece.marks | {MOVED}) - {STAYED}
    doing.state = doing.state.with_piece(unit, at=target, marks=marks)
    rule = pos.table.cite("overrun advance")
    doing.tell("overran into", rule, unit=unit, at=start, to=target)


def stay_behind(_pos: Position, _frame: Pursuing, _act: do.StayBehind, doing: Work) -> None:
    """The rest stay."""
    doing.state = doing.state.popped()


ANSWERS: Mapping[type[Action], Answer] = {do.Overrun: Answer(overrun_objections, begin)}

DESKS = (
    Desk(
        Overrunning,
        {
            do.JoinOverrun: Answer(join_objections, join),
            do.LeaveOverrun: Answer(leave_objections, leave),
            do.CarryOutOverrun: Answer(carry_out_objections, carry_out),
            do.AbandonOverrun: Answer(no_objections, abandon),
        },
        question=gathering,
    ),
    Desk(
        Pursuing,
        {
            do.Enter: Answer(enter_objections, enter),
            do.StayBehind: Answer(no_objections, stay_behind),
        },
        question=pursuit,
    ),
)
