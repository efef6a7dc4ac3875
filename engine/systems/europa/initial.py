"""The initial phase of a player turn: what comes by itself, what the side decides, and the supply
of both sides as it closes (BF-29, 14A1, 12B).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.actions import Action, Objection
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.state import Frame
from engine.core.system import Question
from engine.systems.europa import arrivals, construction, converting, mobilizing, replacing, supply
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.common import Work, now, unmark
from engine.systems.europa.position import Position
from engine.systems.europa.records import Initial
from engine.systems.europa.table import Table
from engine.systems.europa.words import FRESH

PARTS = (arrivals, mobilizing, converting, replacing, construction)
"""The desks that offer families, in the order a player sees them."""
FRAMES: tuple[type[Frame], ...] = mobilizing.FRAMES


def open_phase(table: Table, doing: Work, side: str) -> None:
    """Open a side's initial phase: allowances are fresh, works are done, points come in, listed
    cadres and regions mobilize. In a surprise turn units are placed and nothing else happens.
    """
    doing.state = doing.state.having(used={}).pushed(Initial(side))
    unmark(doing, FRESH)
    if doing.state.surprise:
        return
    construction.finish(table, doing, side)
    replacing.receive(table, doing, now(table, doing), side)
    mobilizing.without_choice(table, doing, side)
    mobilizing.open_regions(table, doing, side)


def families(pos: Position, frame: Initial) -> tuple[Family, ...]:
    """Everything a side may do in its initial phase; in a surprise turn, place units."""
    parts = PARTS[:1] if pos.state.surprise else PARTS
    found = [family for part in parts for family in part.families(pos, frame)]
    return (*found, *pos.more_families(frame))


def question(pos: Position, frame: Initial) -> Question:
    """Reinforcements first, then the rest, then on."""
    waiting = len(arrivals.pressing(pos, frame.side))
    if waiting:
        prompt = f"Place your reinforcements: {waiting} still to come."
    else:
        prompt = "Replace, convert and build, or end the initial phase."
    ending = Family("end phase", "End the initial phase", lambda: (EndPhase(),), closing=True)
    return Question(
        frame.side, prompt, (*families(pos, frame), ending), pos.table.cite("initial phase")
    )


def idle(pos: Position, frame: Initial, doing: Work) -> bool:
    """Close a phase that leaves nothing to decide; False when the side must be asked."""
    for family in families(pos, frame):
        for action in family.candidates():
            answer = ANSWERS.get(type(action))
            if answer is None or not any(True for _ in answer.check(pos, frame, action)):
                return False
    close(pos, frame, EndPhase(), doing)
    return True


def end_objections(pos: Position, frame: Initial, _action: EndPhase) -> Iterator[Objection]:
    """What must be done before the phase ends."""
    yield from arrivals.end_objections(pos, frame)
    if not pos.state.surprise:
        yield from converting.end_objections(pos, frame)


def close(pos: Position, frame: Initial, _action: EndPhase, doing: Work) -> None:
    """End the phase: what could not come is lost, listed cadres flip, both sides' supply is fixed
    for the player turn (BF-12B.1, 29A.2, 29C.2).
    """
    table = pos.table
    doing.state = doing.state.popped()
    if not doing.state.surprise:
        arrivals.close(pos, frame, doing)
        converting.close(pos, frame, doing)
        mobilizing.without_choice(table, doing, frame.side, all_=True)
    supply.judge(table, doing)
    supply.age_deliveries(table, doing)


ANSWERS: Mapping[type[Action], Answer] = {
    **arrivals.ANSWERS,
    **mobilizing.ANSWERS,
    **converting.ANSWERS,
    **replacing.ANSWERS,
    **construction.ANSWERS,
    EndPhase: Answer(end_objections, close),
}


def desks(extra: Mapping[type[Action], Answer] | None = None) -> tuple[Desk, ...]:
    """The desks of the phase, with a title's further answers."""
    answers: dict[type[Action], Any] = {**ANSWERS, **(extra or {})}
    return (Desk(Initial, answers, question=question), *mobilizing.DESKS)
