"""Who goes where: the owner chooses among air units that are culled, replaced or withdrawn
(FE-27A, 27B, 27F3.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted, list_words
from engine.systems.europa.air import fleet
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.groups import chart
from engine.systems.europa.air.groups.actions import LeaveAll, SortAirUnit, SortAll
from engine.systems.europa.air.groups.records import AirSystem, Box, Sorting, Stage
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import GONE
from engine.systems.europa.state.position import Position

FROM = {
    Stage.CULL_REMNANTS: Box.REMNANTS,
    Stage.CULL_AVAILABLE: Box.AVAILABLE,
    Stage.FRIENDLY: Box.FRIENDLY,
    Stage.ENEMY: Box.ENEMY,
    Stage.REMNANTS: Box.REMNANTS,
}
"""The box that an activity takes air units from."""
TOPICS = {
    Stage.WITHDRAWALS: "air withdrawal",
    Stage.CULL_REMNANTS: "air culling",
    Stage.CULL_AVAILABLE: "air culling",
    Stage.FRIENDLY: "air replacement over friends",
    Stage.ENEMY: "air replacement over enemies",
    Stage.REMNANTS: "air replacement from remnants",
    Stage.ACTIVATION: "air deactivation",
}
"""The rule under which an activity moves air units between the boxes."""
NAMES = {
    Stage.WITHDRAWALS: "withdrawal",
    Stage.CULL_REMNANTS: "culling",
    Stage.CULL_AVAILABLE: "culling",
    Stage.FRIENDLY: "replacement",
    Stage.ENEMY: "replacement",
    Stage.REMNANTS: "replacement",
}
"""What a player calls an activity in which he chooses."""
GOING: dict[str, tuple[str, str]] = {
    Box.AVAILABLE: ("becomes available", "become available"),
    Box.REMNANTS: ("goes to the remnants", "go to the remnants"),
    GONE: ("leaves the game", "leave the game"),
}
"""What happens to one who comes to a box, and to several."""


def air_force(pos: Position, nation: str) -> str:
    """What the air units of a nation are called together."""
    return f"{pos.context.oob.nations[nation].name} air force"


def ask_or_put(pos: Position, frame: Sorting, transition: Work) -> None:
    """Ask, or carry out what leaves no choice."""
    if len(frame.quotas) == 1 and not frame.optional and len(frame.units) == frame.quotas[0][1]:
        for unit in frame.units:
            put(pos, frame.stage, unit, frame.quotas[0][0], transition)
        return
    transition.state = transition.state.pushed(frame)


def put(pos: Position, stage: Stage, unit: str, box: str, transition: Work) -> None:
    """An air unit comes to a box, or leaves the game, at an activity."""
    chart.move(pos, transition, unit, box)
    transition.tell("air unit sorted", rule(pos, TOPICS[stage]), air_unit=unit, text=GOING[box][0])


def ask_sorting(pos: Position, frame: Sorting) -> Question:
    """Which one next?"""
    families = [
        Family("sort air unit", "Choose", lambda: map(SortAirUnit, frame.units), weight=2),
        Family("sort all", "Keep the strongest", lambda: (SortAll(),), weight=4, closing=True),
    ]
    if frame.optional:
        families.append(Family("leave all", "Leave them", lambda: (LeaveAll(),), closing=True))
    prompt = f"{air_force(pos, frame.nation)}, {NAMES[frame.stage]}: {_choice(frame)}."
    return Question(frame.side, prompt, tuple(families), rule(pos, TOPICS[frame.stage]))


def _choice(frame: Sorting) -> str:
    """What is chosen: how many, among whom, and what becomes of them and of those chosen next."""
    box, count = frame.quotas[0]
    one, several = GOING[box]
    among = counted(len(frame.units), "air unit")
    source = FROM.get(frame.stage)
    if source is Box.AVAILABLE:
        among = counted(len(frame.units), f"{source} air unit")
    elif source is Box.REMNANTS:
        among += f" in the {source} box"
    elif source is not None:
        among += f" {source}"
    after = [f"{more} {GOING[to][more > 1]}" for to, more in frame.quotas[1:]]
    then = f"; then {list_words(after)}" if after else ""
    return f"choose which {count} of {among} {one if count == 1 else several}{then}"


def sort_objections(pos: Position, frame: Sorting, action: SortAirUnit) -> Iterator[Objection]:
    """One of those there is a choice among."""
    if action.air_unit not in frame.units:
        text = f"{action.air_unit!r} is none of those to choose from."
        yield Objection(rule(pos, TOPICS[frame.stage]), text)


def sort(pos: Position, frame: Sorting, action: SortAirUnit, transition: Work) -> None:
    """It goes there; the others wait for the next place."""
    transition.state = transition.state.popped()
    _pick(pos, frame, action.air_unit, transition)


def _pick(pos: Position, frame: Sorting, unit: str, transition: Work) -> None:
    (box, count), *rest = frame.quotas
    put(pos, frame.stage, unit, box, transition)
    quotas = ((box, count - 1), *rest) if count > 1 else tuple(rest)
    if quotas:
        units = tuple(one for one in frame.units if one != unit)
        ask_or_put(pos, replace(frame, units=units, quotas=quotas, optional=False), transition)


def sort_all(pos: Position, frame: Sorting, _action: SortAll, transition: Work) -> None:
    """The best come to the best boxes; where they only go down, the worst do."""
    transition.state = transition.state.popped()
    order = sorted(frame.units, key=lambda unit: chart.value(fleet.facts(pos, unit)))
    if frame.quotas[0][0] != Box.AVAILABLE:
        order.reverse()
    for box, count in frame.quotas:
        for unit in order[:count]:
            put(pos, frame.stage, unit, box, transition)
        order = order[count:]


def leave_objections(pos: Position, frame: Sorting, _action: LeaveAll) -> Iterator[Objection]:
    """Only remnants may be left (FE-27B.1)."""
    if not frame.optional:
        yield Objection(rule(pos, TOPICS[frame.stage]), "These replacements are not optional.")


def leave(_pos: Position, _frame: Sorting, _action: LeaveAll, transition: Work) -> None:
    """Nothing happens to them, and the next activity follows."""
    state = transition.state.popped()
    below = state.top
    assert isinstance(below, AirSystem), "replacements are made by the air system"
    transition.state = state.swapped(replace(below, left=below.left[1:]))


HANDLER = Handler(
    Sorting,
    (
        Answer(SortAirUnit, sort_objections, sort),
        Answer(SortAll, no_objections, sort_all),
        Answer(LeaveAll, leave_objections, leave),
    ),
    question=ask_sorting,
)
"""The handler of this choice."""
