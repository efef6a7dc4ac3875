"""Whether the invasion is discovered, and the mobilization turn that follows (BF-33E2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.chance import ChanceNode
from engine.core.handler import Handler
from engine.core.view.outlook import Due
from engine.systems.balkan_front.state.constants import BEFORE, DETECTED
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import FrontPosition, Work
from engine.systems.balkan_front.state.records import DetectionRoll
from engine.systems.europa.state.constants import ALLIED, Phase


def node(pos: FrontPosition, _frame: DetectionRoll) -> ChanceNode:
    """The die, with what each face brings."""
    alarm, faces = pos.context.figures.alarm, pos.context.charts.dice.faces
    meanings = tuple("detected" if face >= alarm.least else "-" for face in range(1, faces + 1))
    return ChanceNode(faces, f"{_name(pos)} watching its borders", alarm.rule, meanings)


def rolled(pos: FrontPosition, _frame: DetectionRoll, face: int, transition: Work) -> None:
    """Nothing is noticed and the first turn begins, or a mobilization turn goes before it."""
    transition.state = transition.state.popped()
    alarm = pos.context.figures.alarm
    found = face >= alarm.least
    what = "invasion detected" if found else "invasion not detected"
    transition.tell(what, alarm.rule, name=_name(pos), face=face)
    if found:
        begin(pos.context, transition)


def begin(context: FrontContext, transition: Work) -> None:
    """The nation mobilizes in a turn of its own before the first (BF-33E2.3, 33F2.5)."""
    state, nation = transition.state, context.figures.alarm.nation
    status = {**state.status, nation: context.figures.alarm.status}
    if nation == context.charts.mobilization.nation:
        transition.set(mobilizing=context.figures.first)
    transition.set(credited=state.credited | {DETECTED}, status=status)


def end(pos: FrontPosition, transition: Work) -> None:
    """The mobilization turn is over: the nation stands as it does in the scenario (BF-33E2.3); one
    that mobilizes by dice has begun before the first turn (BF-33F2.5).
    """
    status, nation = transition.state.status, pos.context.figures.alarm.nation
    if status.get(nation) != pos.context.figures.alarm.status:
        return
    before = {one: held for one, held in pos.context.figures.status.items() if one == nation}
    others = {one: held for one, held in status.items() if one != nation}
    transition.set(status={**others, **before})
    if nation == pos.context.charts.mobilization.nation:
        transition.set(mobilizing=BEFORE)


def due(pos: FrontPosition) -> Iterator[Due]:
    """The die, for the turn record, until it is rolled."""
    if DetectionRoll() in pos.state.flow:
        figures = pos.context.figures
        text = f"A die: on {figures.alarm.least} or more {_name(pos)} discovers the invasion."
        yield Due(figures.first, "check", text, figures.alarm.rule, ALLIED, Phase.SET_UP.value)


def note(pos: FrontPosition) -> tuple[str, ...]:
    """What the turn record says of the mobilization turn while it lasts."""
    first = pos.context.turn_name(pos.context.figures.first)
    return (f"Mobilization turn before {first}",) if pos.mobilizing_now else ()


def _name(pos: FrontPosition) -> str:
    return pos.context.charts.nations.row(pos.context.figures.alarm.nation).name


HANDLERS = (Handler(DetectionRoll, chance=node, rolled=rolled),)
"""The handler of the die."""
