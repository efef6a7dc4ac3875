"""Before the first turn: airborne operations and landings planned for it (BF-33D2.2)."""

from __future__ import annotations

from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.balkan_front.state.position import FrontPosition, Work
from engine.systems.balkan_front.state.records import Planning
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air.carrying import drop_plans
from engine.systems.europa.air.carrying.actions import CancelDrop, PlanDrop
from engine.systems.europa.sea import landings
from engine.systems.europa.sea.actions import CancelLanding, PlanLanding


def question(pos: FrontPosition, frame: Planning) -> Question:
    """Plan drops and landings, or begin."""
    side, plans = frame.side, (*pos.air.plans, *pos.sea.plans)
    families = (
        drop_plans.plan_family(pos, side),
        *landings.plan_families(pos, frame, side),
        drop_plans.cancel_family(pos, frame, side),
        Family("end phase", "Begin the game", lambda: (EndPhase(),), weight=3, closing=True),
    )
    count = f"{len(plans)} planned" if plans else "none planned yet"
    prompt = f"Plan airborne operations and landings for the first turn: {count}."
    return Question(side, prompt, families, "BF-33D2.2")


def plan_drop(pos: FrontPosition, _frame: Planning, action: PlanDrop, transition: Work) -> None:
    """The drop is for the first turn."""
    drop_plans.enter(pos, action, pos.state.turn, transition)


def plan_landing(
    pos: FrontPosition, _frame: Planning, action: PlanLanding, transition: Work
) -> None:
    """The landing is for the first turn."""
    landings.enter(pos, action, pos.state.turn, transition, "landing planned first")


def close(_pos: FrontPosition, _frame: Planning, _action: EndPhase, transition: Work) -> None:
    """The game begins."""
    transition.state = transition.state.popped()


HANDLERS = (
    Handler(
        Planning,
        (
            Answer(PlanDrop, drop_plans.objections, plan_drop),
            Answer(CancelDrop, drop_plans.cancel_objections, drop_plans.cancel),
            Answer(PlanLanding, landings.plan_objections, plan_landing),
            Answer(CancelLanding, landings.cancel_objections, landings.cancel),
            Answer(EndPhase, no_objections, close),
        ),
        question=question,
    ),
)
"""The handler of the plans."""
