"""Interdiction: CAS against movement, and what may come up to meet it (OG 13.7)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.operation_gertrud import actions as do
from engine.systems.operation_gertrud.state.common import (
    Work,
    mark,
    objection,
    set_marker,
)
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    INTERDICTED,
    AirCombat,
    Attempt,
    Intercepting,
    Interdicting,
    InterdictionRoll,
    Kind,
    Status,
    other,
)
from maps.hexgrid import Hex


def question(pos: Position, frame: Interdicting) -> Question:
    """Send CAS over enemy units, one mission at a time."""
    ready = len(pos.ready(frame.side, Kind.CAS))
    return Question(
        frame.side,
        f"Interdict enemy movement? {counted(ready, 'CAS is', 'CAS are')} available.",
        (
            Family("interdict", "Interdict", partial(_missions, pos, frame), weight=1),
            Family("end phase", "End the phase", lambda: (do.EndPhase(),), weight=2, closing=True),
        ),
        "OG-13.7a",
    )


def _missions(pos: Position, frame: Interdicting) -> Iterator[Action]:
    for at in sorted(pos.held[other(frame.side)]):
        for marker in pos.ready(frame.side, Kind.CAS):
            yield do.Interdict(marker, at)


def mission_objections(
    pos: Position, frame: Interdicting, action: do.Interdict
) -> Iterator[Objection]:
    """What forbids a mission (OG 12.6, 13.7)."""
    marker = pos.context.markers.get(action.marker)
    if marker is not None and marker.kind is not Kind.CAS:
        yield objection("OG-12.6", f"{marker.name} may not interdict.")
        return
    if action.marker not in pos.ready(frame.side, Kind.CAS):
        yield objection("OG-13.7a", "That CAS is not available to you.")
    units = pos.enemies(action.target, frame.side)
    if not units:
        yield objection("OG-13.7a", f"No enemy units stand in {pos.label(action.target)}.")
    elif all(INTERDICTED in pos.piece(unit).marks for unit in units):
        yield objection("OG-13.7d", f"{pos.label(action.target)} is interdicted already.")


def send(_pos: Position, frame: Interdicting, action: do.Interdict, transition: Work) -> None:
    """Place the CAS; the enemy may answer."""
    set_marker(transition, action.marker, Status.COMMITTED)
    transition.tell("interdictor", "OG-13.7a", marker=action.marker, at=action.target)
    answer = Intercepting(other(frame.side), action.target, action.marker)
    transition.state = transition.state.pushed(answer)


def end(_pos: Position, _frame: Interdicting, _action: do.EndPhase, transition: Work) -> None:
    """Close the phase."""
    transition.state = transition.state.popped()


def interceptors(pos: Position, frame: Intercepting) -> tuple[str, ...]:
    """CAS that may answer: Soviet ones over Soviets alone (OG 13.0, 13.7)."""
    units = pos.friends(frame.at, frame.side)
    soviet = bool(units) and pos.soviet(units[0])
    return tuple(m for m in pos.ready(frame.side, Kind.CAS) if pos.soviet_marker(m) == soviet)


def answer_question(pos: Position, frame: Intercepting) -> Question:
    """Meet the interdictor, or let it pass."""
    return Question(
        frame.side,
        f"{pos.marker_name(frame.marker)} interdicts {pos.label(frame.at)}: answer it?",
        (
            Family(
                "intercept",
                "Intercept",
                lambda: (do.Intercept(marker) for marker in interceptors(pos, frame)),
            ),
            Family("let pass", "Let it pass", lambda: (do.LetPass(),), closing=True),
        ),
        "OG-13.7b",
    )


def answer_objections(
    pos: Position, frame: Intercepting, action: do.Intercept
) -> Iterator[Objection]:
    """Only an available CAS that may serve these units can answer."""
    if action.marker not in interceptors(pos, frame):
        mixed = action.marker in pos.ready(frame.side, Kind.CAS)
        rule = "OG-13.0c" if mixed else "OG-13.7b"
        yield objection(rule, "That CAS cannot answer here.")


def intercept(_pos: Position, frame: Intercepting, action: do.Intercept, transition: Work) -> None:
    """Air combat, and only that, comes of the answer."""
    set_marker(transition, action.marker, Status.COMMITTED)
    transition.tell("interceptor", "OG-13.7b", marker=action.marker, at=frame.at)
    side = other(frame.side)
    transition.state = transition.state.swapped(
        Attempt(side, frame.at, frame.marker, action.marker)
    )
    transition.state = transition.state.pushed(
        AirCombat(side, frame.at, frame.marker, action.marker)
    )


def let_pass(_pos: Position, frame: Intercepting, _action: do.LetPass, transition: Work) -> None:
    """The attempt follows at once."""
    transition.state = transition.state.swapped(Attempt(other(frame.side), frame.at, frame.marker))


def attempt(pos: Position, frame: Attempt, transition: Work) -> None:
    """A surviving interdictor rolls; a surviving interceptor goes home (OG 13.7)."""
    if pos.state.support.get(frame.foe) is Status.COMMITTED:
        set_marker(transition, frame.foe, Status.USED)
    if pos.state.support[frame.marker] is Status.COMMITTED:
        roll = InterdictionRoll(frame.side, frame.at, frame.marker)
        transition.state = transition.state.swapped(roll)
    else:
        transition.state = transition.state.popped()


def predominant_cost(pos: Position, at: Hex) -> int:
    """What the hex's terrain costs without roads and railroads (OG 13.7)."""
    return pos.context.charts.terrain.row(pos.context.map.terrain[at]).cost


def chance(pos: Position, at: Hex) -> Fraction:
    """How likely one attempt at a hex succeeds (OG 13.7)."""
    die = pos.context.die
    return Fraction(max(0, die - predominant_cost(pos, at)), die)


def node(pos: Position, frame: InterdictionRoll) -> ChanceNode:
    """The attempt's die."""
    cost = predominant_cost(pos, frame.at)
    meanings = tuple(
        "interdicted" if face > cost else "no effect" for face in range(1, pos.context.die + 1)
    )
    return ChanceNode(
        pos.context.die, f"interdiction of {pos.label(frame.at)}", "OG-13.7c", meanings
    )


def rolled(pos: Position, frame: InterdictionRoll, face: int, transition: Work) -> None:
    """Above the cost of the terrain, everything in the hex is interdicted; the CAS is spent."""
    transition.state = transition.state.popped()
    set_marker(transition, frame.marker, Status.USED)
    if face > predominant_cost(pos, frame.at):
        for unit in pos.enemies(frame.at, frame.side):
            mark(transition, unit, INTERDICTED)
        transition.tell("interdicted", "OG-13.7c", at=frame.at, face=face)
    else:
        transition.tell("not interdicted", "OG-13.7c", at=frame.at, face=face)


HANDLERS = (
    Handler(
        Interdicting,
        (
            Answer(do.Interdict, mission_objections, send),
            Answer(do.EndPhase, no_objections, end),
        ),
        question=question,
    ),
    Handler(
        Intercepting,
        (
            Answer(do.Intercept, answer_objections, intercept),
            Answer(do.LetPass, no_objections, let_pass),
        ),
        question=answer_question,
    ),
    Handler(Attempt, auto=attempt),
    Handler(InterdictionRoll, chance=node, rolled=rolled),
)
