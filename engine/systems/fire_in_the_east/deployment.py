"""Set-up: border forces, the enemy's, then all others, with resource points and the drops of
Brandenburgers on the first turn (FE-36.5, 36.10).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, AnyAnswer, Handler
from engine.core.legal import Family, by_unit
from engine.core.system import Question
from engine.systems.europa.air.carrying import drop_plans
from engine.systems.europa.air.carrying.actions import CancelDrop, PlanDrop
from engine.systems.europa.movement.commandos import is_commando
from engine.systems.europa.scenario import set_up
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, UseRecommended
from engine.systems.europa.state.records import SettingUp
from engine.systems.fire_in_the_east.resources import placing
from engine.systems.fire_in_the_east.resources.actions import PlacePoints, TakeUpPoints
from engine.systems.fire_in_the_east.state.deploying import BORDER, REST
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from engine.systems.fire_in_the_east.state.records import East
from oob.model import UnitId

RULE = "FE-36.10"
PARTS = {BORDER: "Border districts first", REST: "All other forces"}
"""What the two parts of a set-up are called."""


def question(pos: EastPosition, frame: SettingUp) -> Question:
    """Units, resource points, and drops of who may drop on the first turn."""
    asked = placing.question(pos, frame)
    units, *rest = asked.families
    part = PARTS.get(pos.deploying, "")
    prompt = f"{part}: {asked.prompt[0].lower()}{asked.prompt[1:]}" if part else asked.prompt
    return replace(asked, prompt=prompt, families=(units, *_drops(pos, frame), *rest))


def commandos(pos: EastPosition, side: str) -> tuple[UnitId, ...]:
    """The commandos that stand ready to plan a drop."""
    return tuple(unit for unit in drop_plans.planners(pos, side) if is_commando(pos, unit))


def _drops(pos: EastPosition, frame: SettingUp) -> Iterator[Family]:
    if not pos.air.units:
        return
    if commandos(pos, frame.side):
        yield by_unit(
            "plan drop",
            "Plan an air drop",
            lambda: commandos(pos, frame.side),
            lambda unit: drop_plans.aims(pos, unit),
            PlanDrop,
            weight=1,
            quiet=True,
        )
    if any(pos.side(unit) == frame.side for unit in pos.air.plans):
        yield drop_plans.cancel_family(pos, frame, frame.side)


def plan_objections(pos: EastPosition, frame: SettingUp, action: PlanDrop) -> Iterator[Objection]:
    """Brandenburgers alone, once they are set up, and as any drop is planned (FE-36.10)."""
    if action.unit in pos.state.pieces and not is_commando(pos, action.unit):
        text = f"{pos.called(action.unit)} is none of the Brandenburgers: they alone drop so early."
        yield Objection(RULE, text)
    yield from drop_plans.objections(pos, frame, action)


def plan(pos: EastPosition, _frame: SettingUp, action: PlanDrop, transition: Work) -> None:
    """The drop is for the first turn: in the surprise air phase, or the regular one."""
    drop_plans.enter(pos, action, pos.state.turn, transition)


def _with_points(
    answer: AnyAnswer[East, EastPosition, SettingUp],
) -> AnyAnswer[East, EastPosition, SettingUp]:
    """An answer by which units leave hexes, and points are taken up that are left alone there."""

    def act(pos: EastPosition, frame: SettingUp, action: Action, transition: Work) -> None:
        answer.act(pos, frame, action, transition)
        if pos.state.resources:
            placing.follow(now(pos.context, transition), frame.side, transition)

    return Answer(answer.key, answer.objections, act)


_SHIFTED: tuple[AnyAnswer[East, EastPosition, SettingUp], ...] = tuple(
    _with_points(answer)
    for answer in set_up.ANSWERS
    if answer.key not in (UseRecommended, FinishSetUp)
)
HANDLERS = (
    Handler(
        SettingUp,
        (
            *_SHIFTED,
            Answer(UseRecommended, placing.recommended_objections, placing.recommend),
            Answer(FinishSetUp, placing.finish_objections, set_up.finish),
            Answer(PlacePoints, placing.objections, placing.place),
            Answer(TakeUpPoints, placing.take_up_objections, placing.take_up),
            Answer(PlanDrop, plan_objections, plan),
            Answer(CancelDrop, drop_plans.cancel_objections, drop_plans.cancel),
        ),
        question=question,
    ),
)
"""The decision of set-up."""
