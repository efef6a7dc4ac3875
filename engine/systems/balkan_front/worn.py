"""What earlier fighting has cost a nation: its side chooses once it has set up (BF-33B2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.balkan_front.actions import LoseBefore
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import FrontPosition, Work
from engine.systems.balkan_front.state.records import Wearing
from engine.systems.europa.state.common import eliminate, in_play
from oob.model import UnitId

RULE = "BF-33B2.2"


def frames(context: FrontContext, side: str) -> tuple[Wearing, ...]:
    """The losses that a side chooses when it has set up."""
    nations = {row.id: row.side for row in context.charts.nations.rows} | context.figures.joined
    rows = (row for row in context.figures.worn if nations[row.nation] == side)
    return tuple(Wearing(side, row.nation, row.points) for row in rows)


def worths(pos: FrontPosition, nation: str) -> dict[UnitId, int]:
    """The units that can be chosen with the attack strength that they count for: a division its
    full one, though a cadre of it stays; that cadre nothing more.
    """
    units = (unit for unit in pos.context.of_nation(nation) if in_play(pos, unit))
    whole = (unit for unit in units if pos.piece(unit).steps == pos.context.units[unit].steps)
    found = {unit: pos.facts(unit).attack for unit in whole}
    return {unit: worth for unit, worth in found.items() if worth}


def title(pos: FrontPosition) -> str:
    """What is decided, in the turn record, while a side chooses its losses; '' at other times."""
    top = pos.state.top if pos.state.flow else None
    if not isinstance(top, Wearing):
        return ""
    return f"Losses of {pos.context.charts.nations.row(top.nation).name}"


def question(pos: FrontPosition, frame: Wearing) -> Question:
    """Which units are lost?"""
    name = pos.context.charts.nations.row(frame.nation).name
    prompt = (
        f"{name} has lost {counted(frame.points, 'more attack strength point')} before the first "
        "turn: choose units."
    )
    units = worths(pos, frame.nation)
    family = Family("lose before", "Eliminate a unit", lambda: map(LoseBefore, units))
    return Question(frame.side, prompt, (family,), RULE)


def counts(pos: FrontPosition, action: Action) -> str:
    """What a lost unit counts for, as the end of its menu line; '' for other actions."""
    if not isinstance(action, LoseBefore):
        return ""
    return f" ({counted(pos.facts(action.unit).attack, 'point')})"


def objections(pos: FrontPosition, frame: Wearing, action: LoseBefore) -> Iterator[Objection]:
    """A unit of the nation in play at full strength, with an attack strength."""
    if action.unit not in worths(pos, frame.nation):
        name = pos.context.charts.nations.row(frame.nation).name
        text = f"{pos.called(action.unit)} is no whole unit of {name} with an attack strength."
        yield Objection(RULE, text)


def lose(pos: FrontPosition, frame: Wearing, action: LoseBefore, transition: Work) -> None:
    """It is eliminated, down to its cadre where it has one, and counts in full."""
    found = worths(pos, frame.nation)
    left = frame.points - found[action.unit]
    eliminate(pos.context, transition, action.unit, cited=RULE)
    transition.state = transition.state.popped()
    if left > 0 and len(found) > 1:
        transition.state = transition.state.pushed(replace(frame, points=left))


HANDLERS = (Handler(Wearing, (Answer(LoseBefore, objections, lose),), question=question),)
"""The handler of the losses."""
