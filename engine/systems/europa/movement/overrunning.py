"""The handlers of overruns: gather, carry out, enter or stay (BF-13, BC-B13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family, by_unit
from engine.core.system import Question
from engine.core.wording import halved, mixed, with_noun
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement.crowding import crowd_objections
from engine.systems.europa.movement.gate import TERMS, beside, held, leave
from engine.systems.europa.movement.overruns import (
    Overrunning,
    Pursuing,
    affordable,
    feasible,
    full_cost,
    hopes,
    odds,
    ratio,
    strengths,
    unable,
)
from engine.systems.europa.state.common import (
    Work,
    eliminate,
    mark,
    objection,
    spend,
)
from engine.systems.europa.state.constants import MOVED, NEAR, Going, Phase, other
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId


def families(pos: Position, frame: Moving, units: tuple[UnitId, ...]) -> list[Family]:
    """Begin an overrun."""

    side = frame.side

    def bold() -> list[UnitId]:
        stacks, among = pos.standing.sides[side].units, frozenset(units)
        near = sorted(pos.standing.occupied[side] & beside(pos, other(side)))
        found = [at for at in near if hopes(pos, side, at)]
        return [unit for at in found for unit in stacks[at] if unit in among]

    def choices(unit: UnitId) -> tuple[Hex, ...]:
        at = pos.piece(unit).at
        assert isinstance(at, Hex), "units of the phase are on the map"
        return hopes(pos, side, at)

    def sure(action: Action) -> bool:
        assert isinstance(action, do.Overrun), "what this family offers"
        return feasible(pos, frame, action.unit, action.target)

    return [by_unit("overrun", "Overrun", bold, choices, do.Overrun, sure=sure, weight=6)]


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
        least = pos.context.charts.overruns.least
        text = f"The units of {pos.label(origin)} with points enough do not reach {least}:1."
        yield objection(pos, "overrun odds", text)


def begin(pos: Position, frame: Moving, action: do.Overrun, transition: Work) -> None:
    """Gather for an overrun."""
    origin = pos.piece(action.unit).at
    assert isinstance(origin, Hex), "units off the map were refused"
    gathering = Overrunning(frame.side, frame.exploiting, origin, action.target, (action.unit,))
    transition.state = transition.state.pushed(gathering)


def gathering(pos: Position, frame: Overrunning) -> Question:
    """Who takes part."""
    mates = [u for u in pos.friends(frame.origin, frame.side) if u not in frame.units]
    families_ = (
        Family("join overrun", "Join", lambda: map(do.JoinOverrun, mates)),
        Family("leave overrun", "Leave", lambda: map(do.LeaveOverrun, frame.units), weight=1),
        Family(
            "carry out overrun", "Overrun", lambda: (do.CarryOutOverrun(),), weight=8, main=True
        ),
        Family("abandon overrun", "Call it off", lambda: (do.AbandonOverrun(),), weight=1),
    )
    attack, defense = strengths(pos, frame.units, frame.target)
    now_at, least = ratio(pos, attack, defense), pos.context.charts.overruns.least
    goes = "Add units, or go." if now_at >= least else f"It takes {least}:1: add units."
    forces = f"{mixed(attack)} against {mixed(defense)}{_price(pos, frame, now_at)}"
    prompt = f"Overrun {pos.label(frame.target)}: {now_at}:1, {forces}. {goes}"
    return Question(frame.side, prompt, families_, pos.context.cite("overrun"))


def _price(pos: Position, frame: Overrunning, now_at: int) -> str:
    """What an overrun takes of those who gather, as the end of what is told of their strength."""
    row = pos.context.charts.overruns.row(now_at)
    costs = [full_cost(pos, unit, frame.target, row) for unit in frame.units] if row else []
    known = [cost for cost in costs if cost is not None]
    if not known:
        return ""
    upto = "" if len({*known}) == 1 else "up to "
    return f", {upto}{with_noun(halved(max(known)), 'MP')}"


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
    if pos.excess((*frame.units, unit), pos.stack_row(frame.origin)):
        text = f"No more units overrun out of {pos.label(frame.origin)} than may stack there."
        yield objection(pos, "overrun stacking", text)


def join(_pos: Position, frame: Overrunning, action: do.JoinOverrun, transition: Work) -> None:
    """Add a unit."""
    transition.state = transition.state.swapped(replace(frame, units=(*frame.units, action.unit)))


def leave_objections(
    pos: Position, frame: Overrunning, action: do.LeaveOverrun
) -> Iterator[Objection]:
    """Only a unit that takes part can leave, and not the last."""
    if action.unit not in frame.units or frame.units == (action.unit,):
        text = "It does not take part, or takes part alone: call the overrun off."
        yield objection(pos, "overrun", text)


def leave_out(
    _pos: Position, frame: Overrunning, action: do.LeaveOverrun, transition: Work
) -> None:
    """Take a unit out."""
    units = tuple(unit for unit in frame.units if unit != action.unit)
    transition.state = transition.state.swapped(replace(frame, units=units))


def carry_out_objections(
    pos: Position, frame: Overrunning, _action: do.CarryOutOverrun
) -> Iterator[Objection]:
    """The odds must do, everybody must pay, and those that must enter must fit (BF-13)."""
    reached_odds = odds(pos, frame.units, frame.target)
    chart = pos.context.charts.overruns
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


def carry_out(
    pos: Position, frame: Overrunning, _action: do.CarryOutOverrun, transition: Work
) -> None:
    """Crush the enemies, pay, and enter or choose who enters."""
    chart = pos.context.charts.overruns
    ratio = odds(pos, frame.units, frame.target)
    row = chart.row(ratio)
    assert row is not None, "the check found the odds good"
    costs = [full_cost(pos, unit, frame.target, row) for unit in frame.units]
    rule = pos.context.cite("overrun")
    transition.tell(
        "overrun", rule, units=frame.units, at=frame.origin, to=frame.target, odds=ratio
    )
    for at in frame.target.neighbours():
        for friend in pos.friends(at, frame.side):
            mark(transition, friend, NEAR)
    for enemy in pos.enemies(frame.target, frame.side):
        cited = pos.context.cite("overrun losses")
        eliminate(pos.context, transition, enemy, cadre=False, cited=cited)
    for unit, cost in zip(frame.units, costs, strict=True):
        assert cost is not None, "the check found everybody able"
        spend(transition, unit, cost)
        mark(transition, unit, *TERMS[Going.OVERRUN].marks)
    transition.state = transition.state.popped()
    if chart.must_enter:
        for unit in frame.units:
            _enter(pos, transition, unit, frame.target)
    else:
        transition.state = transition.state.pushed(Pursuing(frame.side, frame.target, frame.units))


def abandon(_pos: Position, _frame: Overrunning, _act: do.AbandonOverrun, transition: Work) -> None:
    """Call the overrun off."""
    transition.state = transition.state.popped()


def pursuit(pos: Position, frame: Pursuing) -> Question:
    """Who enters the cleared hex."""
    families_ = (
        Family("enter", "Enter", lambda: (do.Enter(unit, frame.target) for unit in frame.units)),
        Family("stay behind", "Stay", lambda: (do.StayBehind(),), weight=2, closing=True),
    )
    prompt = f"Enter {pos.label(frame.target)} or stay."
    return Question(frame.side, prompt, families_, pos.context.cite("overrun advance"))


def enter_objections(pos: Position, frame: Pursuing, action: do.Enter) -> Iterator[Objection]:
    """Only units that overran enter, none that rail movement relies on (BF-13.10, 7A1.6)."""
    if action.unit not in frame.units:
        yield objection(pos, "overrun advance", f"{pos.called(action.unit)} did not overrun.")
        return
    if action.target not in (None, frame.target):
        text = f"They overran {pos.label(frame.target)}, and may enter that alone."
        yield objection(pos, "overrun advance", text)
        return
    pinned = held(pos, action.unit, Going.OVERRUN)
    if pinned is not None:
        yield pinned
    left, exploiting = pos.left(action.unit), pos.state.phase == Phase.EXPLOITATION
    yield from crowd_objections(
        pos, frame.side, action.unit, frame.target, left, exploiting=exploiting
    )


def enter(pos: Position, frame: Pursuing, action: do.Enter, transition: Work) -> None:
    """A unit enters the cleared hex."""
    _enter(pos, transition, action.unit, frame.target)
    left = tuple(unit for unit in frame.units if unit != action.unit)
    after = replace(frame, units=left)
    transition.state = transition.state.swapped(after) if left else transition.state.popped()


def _enter(pos: Position, transition: Work, unit: UnitId, target: Hex) -> None:
    start = transition.state.pieces[unit].at
    leave(pos, transition, unit, Going.OVERRUN, (start, target), MOVED)
    pos.passed(transition, unit, (start, target))
    rule = pos.context.cite("overrun advance")
    transition.tell("overran into", rule, unit=unit, at=start, to=target)


def stay_behind(_pos: Position, _frame: Pursuing, _act: do.StayBehind, transition: Work) -> None:
    """The rest stay."""
    transition.state = transition.state.popped()


ANSWERS = (Answer(do.Overrun, overrun_objections, begin),)

HANDLERS = (
    Handler(
        Overrunning,
        (
            Answer(do.JoinOverrun, join_objections, join),
            Answer(do.LeaveOverrun, leave_objections, leave_out),
            Answer(do.CarryOutOverrun, carry_out_objections, carry_out),
            Answer(do.AbandonOverrun, no_objections, abandon),
        ),
        question=gathering,
    ),
    Handler(
        Pursuing,
        (
            Answer(do.Enter, enter_objections, enter),
            Answer(do.StayBehind, no_objections, stay_behind),
        ),
        question=pursuit,
    ),
)
