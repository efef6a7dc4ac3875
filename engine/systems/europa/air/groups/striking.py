"""A surprise attack on an air force that is not yet in play (FE-31F2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet, landing
from engine.systems.europa.air.bombing import strengths
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.groups import chart
from engine.systems.europa.air.groups.actions import AssignMost, AssignToStrike
from engine.systems.europa.air.groups.charts import chart_of, per_cent
from engine.systems.europa.air.groups.records import (
    AbortDraw,
    Activating,
    Assigning,
    Box,
    StrikeDraw,
    StrikeReturn,
)
from engine.systems.europa.air.records import AirUnit, Landing, Mission
from engine.systems.europa.state.common import Work, now
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position

DIVING = "D"
"""The type that supports the ground attack rather."""


def able(pos: Position, side: str) -> tuple[str, ...]:
    """The available air units that could be assigned: those with a strength for the bombing of air
    units, within the group allowance (FE-31F2.1).
    """
    plan = fleet.plan_of(pos.context).strike
    if side != pos.state.joined.get(plan.nation) or chart.spare(pos, plan.nation) <= 0:
        return ()
    return tuple(
        unit
        for unit in chart.held(pos, Box.AVAILABLE, plan.nation)
        if strengths.printed(pos, unit, Mission.AIR_UNIT_BOMBING)
        and not fleet.facts(pos, unit).glider
    )


def ask(pos: Position, frame: Assigning) -> Question:
    """Who makes the attack?"""
    families = (
        Family(
            "assign to strike",
            "Assign",
            lambda: map(AssignToStrike, able(pos, frame.side)),
            weight=3,
        ),
        Family(
            "assign most",
            "Assign all but the dive bombers",
            lambda: (AssignMost(),) if _most(pos, frame.side) else (),
            weight=3,
            closing=True,
        ),
        Family(
            "end phase",
            "The surprise attack is planned",
            lambda: (EndPhase(),),
            weight=2,
            closing=True,
        ),
    )
    plan = fleet.plan_of(pos.context).strike
    count = len(chart.held(pos, Box.STRIKE, plan.nation))
    prompt = f"Surprise attack on the enemy air force: {counted(count, 'air unit')} assigned."
    return Question(frame.side, prompt, families, rule(pos, "air strike"))


def objections(pos: Position, frame: Assigning, action: AssignToStrike) -> Iterator[Objection]:
    """An available air unit that can bomb air units, within the group allowance (FE-31F2.1)."""
    if action.air_unit not in able(pos, frame.side):
        text = f"{action.air_unit!r} is no air unit that can make the surprise attack."
        yield Objection(rule(pos, "air strike"), text)


def assign(pos: Position, _frame: Assigning, action: AssignToStrike, transition: Work) -> None:
    """It is set aside until the attack."""
    _assign(pos, action.air_unit, transition)


def _assign(pos: Position, unit: str, transition: Work) -> None:
    chart.move(pos, transition, unit, Box.STRIKE)
    transition.tell("strike assigned", rule(pos, "air strike"), air_unit=unit)


def _most(pos: Position, side: str) -> tuple[str, ...]:
    units = [u for u in able(pos, side) if fleet.facts(pos, u).model.type != DIVING]
    units.sort(key=lambda unit: chart.value(fleet.facts(pos, unit)))
    plan = fleet.plan_of(pos.context).strike
    divers = sum(
        fleet.facts(pos, u).model.type == DIVING
        for u in chart.held(pos, Box.AVAILABLE, plan.nation)
    )
    return tuple(units[: max(0, chart.spare(pos, plan.nation) - divers)])


def most_objections(pos: Position, frame: Assigning, _action: AssignMost) -> Iterator[Objection]:
    """Somebody must be left to assign."""
    if not _most(pos, frame.side):
        yield Objection(rule(pos, "air strike"), "Nobody is left to be assigned.")


def assign_most(pos: Position, frame: Assigning, _action: AssignMost, transition: Work) -> None:
    """All but the dive bombers."""
    for unit in _most(pos, frame.side):
        _assign(pos, unit, transition)


def end(_pos: Position, _frame: Assigning, _action: EndPhase, transition: Work) -> None:
    """The attack stands."""
    transition.state = transition.state.popped()


# The attack


def open_phase(context: Context, transition: Work, side: str) -> None:
    """Open the attack: draws of losses and of aborted strikers; after the side's other missions,
    which the caller opens above, the attacked air force is activated and the strikers come down
    (FE-31F2.2 to 31F2.6). Call it before the air phase is opened and :func:`strike` after.
    """
    plan = fleet.plan_of(context).strike
    if plan.nation:
        enemy = Activating(other(side), plan.against, start=True)
        transition.state = transition.state.pushed(StrikeReturn(side), enemy)


def strike(context: Context, transition: Work) -> None:
    """The draws, which come before all else."""
    pos, plan = now(context, transition), fleet.plan_of(context).strike
    strikers = chart.held(pos, Box.STRIKE, plan.nation)
    victims = chart.held(pos, Box.AVAILABLE, plan.against)
    count = min(len(strikers), len(victims))
    if not count:
        return
    rules = chart_of(context).strike
    aborted = per_cent(len(strikers), rules.aborted)
    draws = StrikeDraw(count, per_cent(count, rules.saved))
    groups, lost = pos.groups, count // rules.disrupted
    transition.set(groups=replace(groups, disrupted={**groups.disrupted, plan.against: lost}))
    topic = rule(pos, "allowance disrupted")
    transition.tell("allowance disrupted", topic, nation=plan.against, count=lost)
    after = (AbortDraw(aborted, strikers),) if aborted else ()
    transition.state = transition.state.pushed(*after, draws)


def draw_node(pos: Position, frame: StrikeDraw) -> ChanceNode:
    """One of those that are left."""
    there = _there(pos)
    names = tuple(fleet.facts(pos, unit).name for unit in there)
    reason = f"the air unit that the surprise attack destroys, {frame.left} to go"
    return ChanceNode(len(there), reason, rule(pos, "air strike losses"), names)


def _there(pos: Position) -> tuple[str, ...]:
    return chart.held(pos, Box.AVAILABLE, fleet.plan_of(pos.context).strike.against)


def drawn(pos: Position, frame: StrikeDraw, face: int, transition: Work) -> None:
    """That one is lost (FE-31F2.3)."""
    unit = _there(pos)[face - 1]
    box = Box.FRIENDLY if frame.saved else Box.REMNANTS
    chart.move(pos, transition, unit, box)
    topic = rule(pos, "air strike losses")
    transition.tell("struck on the ground", topic, air_unit=unit, text=box.value)
    left = replace(frame, left=frame.left - 1, saved=max(0, frame.saved - 1))
    transition.state = transition.state.popped()
    if left.left:
        transition.state = transition.state.pushed(left)


def abort_node(pos: Position, frame: AbortDraw) -> ChanceNode:
    """One of the strikers."""
    names = tuple(fleet.facts(pos, unit).name for unit in frame.units)
    reason = f"the air unit that is aborted in the surprise attack, {frame.left} to go"
    return ChanceNode(len(names), reason, rule(pos, "air strike aborts"), names)


def aborted(pos: Position, frame: AbortDraw, face: int, transition: Work) -> None:
    """That one comes down inoperative (FE-31F2.4)."""
    unit = frame.units[face - 1]
    air = pos.context.look(transition.state).air
    transition.set(air=air.having(unit, AirUnit(Box.STRIKE, operative=False)))
    transition.tell("air unit aborted", rule(pos, "air strike aborts"), air_unit=unit)
    units = tuple(one for one in frame.units if one != unit)
    transition.state = transition.state.popped()
    if frame.left > 1:
        transition.state = transition.state.pushed(AbortDraw(frame.left - 1, units))


def come_down(pos: Position, frame: StrikeReturn, transition: Work) -> None:
    """The strikers land where the rule says (FE-31F2.6)."""
    transition.state = transition.state.popped()
    units = chart.held(pos, Box.STRIKE, fleet.plan_of(pos.context).strike.nation)
    landing.send(pos.context, transition, frame.side, Landing.DEPLOYING, units)


HANDLERS = (
    Handler(
        Assigning,
        (
            Answer(AssignToStrike, objections, assign),
            Answer(AssignMost, most_objections, assign_most),
            Answer(EndPhase, no_objections, end),
        ),
        question=ask,
    ),
    Handler(StrikeDraw, chance=draw_node, rolled=drawn),
    Handler(AbortDraw, chance=abort_node, rolled=aborted),
    Handler(StrikeReturn, auto=come_down),
)
"""The handlers of the attack."""
