"""The initial phase of a player turn: what comes by itself, what the side decides, and the supply
of both sides as it closes (BF-29, 14A1, 12B).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer, AnyAnswer, AnyHandler, Handler
from engine.core.legal import Family
from engine.core.state import Frame
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.production import (
    arrivals,
    construction,
    conversions,
    mobilization,
    replacements,
)
from engine.systems.europa.state.common import PositionT, TheatreT, Work, now, unmark
from engine.systems.europa.state.constants import FRESH
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply import supply_status

PARTS = (arrivals, mobilization, conversions, replacements, construction)
"""The handlers that offer families, in the order a player sees them."""
FRAMES: tuple[type[Frame], ...] = mobilization.FRAMES


def open_phase(context: Context, transition: Work, side: str) -> None:
    """Open a side's initial phase: allowances are fresh, works are done, points come in, listed
    cadres and regions mobilize. In a surprise turn units are placed and nothing else happens.
    """
    transition.state = transition.state.having(used={}).pushed(Initial(side))
    unmark(transition, FRESH)
    if transition.state.surprise:
        return
    construction.finish(context, transition, side)
    replacements.receive(context, transition, now(context, transition), side)
    mobilization.without_choice(context, transition, side)
    mobilization.open_regions(context, transition, side)


def families(pos: Position, frame: Initial) -> tuple[Family, ...]:
    """Everything a side may do in its initial phase; in a surprise turn, place units."""
    known: tuple[Family, ...] | None = pos.known.get(frame)
    if known is None:
        parts = PARTS[:1] if pos.state.surprise else PARTS
        found = [family for part in parts for family in part.families(pos, frame)]
        known = pos.known[frame] = (*found, *pos.more_families(frame))
    return known


def question(pos: Position, frame: Initial) -> Question:
    """Reinforcements first, then the rest, then on."""
    waiting = len(arrivals.pressing(pos, frame.side))
    if waiting:
        prompt = f"Place your reinforcements: {waiting} still to come."
    else:
        prompt = "Replace, convert and build, or end the initial phase."
        if lost := arrivals.blocked(pos, frame.side):
            more = f" and {counted(len(lost) - 1, 'more unit')}" if lost[1:] else ""
            verb = "find no place and are" if more else "finds no place and is"
            prompt += f" {pos.called(lost[0])}{more} {verb} lost then."
    ending = Family("end phase", "End the initial phase", lambda: (EndPhase(),), closing=True)
    return Question(
        frame.side, prompt, (*families(pos, frame), ending), pos.context.cite("initial phase")
    )


COSTS = {"arrive all": -1, "plan landing": 1, "plan drop": 1, "convert": 2, "build": 2}
"""Families that tell at once whether they have a legal action, those that look at many units, and
those that look for supply lines before they know of one.
"""


def idle(pos: Position, frame: Initial, transition: Work) -> bool:
    """Close a phase that leaves nothing to decide; False when the side must be asked. As any legal
    action will do, the cheapest families are looked at first.
    """
    for family in sorted(families(pos, frame), key=lambda one: COSTS.get(one.name, 0)):
        for action in family.candidates():
            if type(action) not in PHASE.actions or not any(
                True for _ in PHASE.objections(pos, frame, action)
            ):
                return False
    close(pos, frame, EndPhase(), transition)
    return True


def end_objections(pos: Position, frame: Initial, _action: EndPhase) -> Iterator[Objection]:
    """What must be done before the phase ends."""
    yield from arrivals.end_objections(pos, frame)
    yield from pos.unfinished(frame)
    if not pos.state.surprise:
        yield from conversions.end_objections(pos, frame)


def close(pos: Position, frame: Initial, _action: EndPhase, transition: Work) -> None:
    """End the phase: what could not come is lost, listed cadres flip, both sides' supply is fixed
    for the player turn (BF-12B.1, 29A.2, 29C.2).
    """
    context = pos.context
    transition.state = transition.state.popped()
    if not transition.state.surprise:
        arrivals.close(pos, frame, transition)
        conversions.close(pos, frame, transition)
        mobilization.without_choice(context, transition, frame.side, all_=True)
    supply_status.judge(context, transition)
    supply_status.age_deliveries(context, transition)


ANSWERS = (
    *arrivals.ANSWERS,
    *mobilization.ANSWERS,
    *conversions.ANSWERS,
    *replacements.ANSWERS,
    *construction.ANSWERS,
    Answer(EndPhase, end_objections, close),
)
PHASE = Handler(Initial, ANSWERS, question=question)
"""The phase as all titles have it."""


def handlers(
    *answers: AnyAnswer[TheatreT, PositionT, Initial],
) -> tuple[AnyHandler[TheatreT, PositionT], ...]:
    """The handlers of the phase, with a title's further answers."""
    return (
        Handler(Initial, (*ANSWERS, *answers), question=question),
        *mobilization.HANDLERS,
    )
