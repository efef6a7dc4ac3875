"""Moving out: the retreat itself, displaced partisans, and overstacked hexes (BG 10.4, 12.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.aftermath import conclude
from engine.systems.balkan_gambit.common import Work, arrive, bury, now, objection
from engine.systems.balkan_gambit.partisans import landing_spot
from engine.systems.balkan_gambit.position import Position, other
from engine.systems.balkan_gambit.records import (
    ALLIED,
    LOST,
    Displacing,
    Overstacked,
    Retreating,
)
from engine.systems.balkan_gambit.retreats import (
    can_retreat,
    dies_there,
    stack_hexes,
    unit_hexes,
)
from maps.hexgrid import Hex
from oob.model import UnitId


def question(pos: Position, frame: Retreating) -> Question:
    """Where to?"""
    side = other(frame.battle.side)
    whole = stack_hexes(pos, frame.units, frame.battle.target, side)
    prompt = (
        "Choose the hex to retreat to."
        if whole
        else "No hex takes the whole stack: retreat its units one by one."
    )
    family = Family("retreat to", "Retreat to", lambda: _options(pos, frame))
    return Question(side, prompt, (family,), "BG-12.8.4")


def _options(pos: Position, frame: Retreating) -> Iterator[Action]:
    side, origin = other(frame.battle.side), frame.battle.target
    whole = stack_hexes(pos, frame.units, origin, side)
    if whole:
        yield from (do.RetreatTo(frame.units, at) for at in whole)
        return
    for unit in frame.units:
        yield from (do.RetreatTo((unit,), at) for at in unit_hexes(pos, unit, origin, side))


def retreat_objections(
    pos: Position, frame: Retreating, action: do.RetreatTo
) -> Iterator[Objection]:
    """What forbids a retreat into a hex (BG 12.8.1 to 12.8.6)."""
    side, origin = other(frame.battle.side), frame.battle.target
    whole = stack_hexes(pos, frame.units, origin, side)
    if whole:
        if set(action.units) != set(frame.units) or len(action.units) != len(frame.units):
            yield objection(
                "BG-12.8.4", "The force retreats as one stack while a hex takes it all."
            )
        elif action.target not in whole:
            yield objection("BG-12.8.3", f"{pos.label(action.target)} is no hex to retreat to.")
        return
    if len(action.units) != 1 or action.units[0] not in frame.units:
        yield objection("BG-12.8.4", "Retreat the units one by one.")
        return
    unit = action.units[0]
    if action.target not in unit_hexes(pos, unit, origin, side):
        yield objection("BG-12.8.1", f"{pos.called(unit)} cannot retreat to that hex.")
        return
    rest = tuple(mate for mate in frame.units if mate != unit)
    if not dies_there(pos, unit, action.target):
        moved = Position(pos.table, pos.state.with_piece(unit, at=action.target))
        if not can_retreat(moved, rest, origin, side):
            yield objection("BG-12.8.10", "That would leave another unit without a retreat.")


def retreat(pos: Position, frame: Retreating, action: do.RetreatTo, doing: Work) -> None:
    """Move units out of the hex; the battle ends when all are gone."""
    for unit in action.units:
        if dies_there(pos, unit, action.target):
            bury(doing, unit, LOST)
            doing.tell("fled its zone", "BG-11.3b", unit=unit, to=action.target)
        else:
            doing.state = doing.state.with_piece(unit, at=action.target)
            doing.tell("retreated", "BG-12.8.4", unit=unit, to=action.target)
    rest = tuple(unit for unit in frame.units if unit not in action.units)
    doing.state = doing.state.popped()
    if rest:
        doing.state = doing.state.pushed(replace(frame, units=rest))
    else:
        conclude(pos.table, doing, frame.battle)
    for unit in action.units:
        if doing.state.pieces[unit].at == action.target:
            arrive(pos.table, doing, unit, action.target)
    scatter(pos, doing, action.target, other(frame.battle.side))


def scatter(pos: Position, doing: Work, at: Hex, side: str) -> None:
    """Dispersed partisans in a hex an enemy retreats into displace to an adjacent hex, or die (BG
    12.8.12).
    """
    here = now(pos.table, doing)
    if not here.friends(at, side):
        return
    prey = tuple(unit for unit in here.enemies(at, side) if here.dispersed(unit))
    able = []
    for unit in prey:
        if here.displacements(unit, 1):
            able.append(unit)
        else:
            bury(doing, unit)
            doing.tell("nowhere to go", "BG-12.8.12", unit=unit, at=at)
    if able:
        doing.state = doing.state.pushed(
            Displacing(here.owner(able[0]), tuple(able), radius=1, may_stay=False)
        )


def displacing_question(pos: Position, frame: Displacing) -> Question:
    """Displace dispersed units out of the way, or after surviving an attack."""
    unit = frame.units[0]
    families = [
        Family(
            "displace",
            "Displace",
            lambda: (do.Displace(unit, at) for at in pos.displacements(unit, frame.radius)),
        )
    ]
    if frame.may_stay:
        families.append(Family("stay", "Stay", lambda: (do.Stay(unit),), weight=2))
    prompt = (
        f"Displace {pos.called(unit)} up to {frame.radius} hex{'es' if frame.radius > 1 else ''}"
    )
    prompt += ", or leave it where it is." if frame.may_stay else "."
    rule = "BG-12.15b" if frame.may_stay else "BG-12.8.12"
    return Question(frame.side, prompt, tuple(families), rule)


def displace_objections(
    pos: Position, frame: Displacing, action: do.Displace
) -> Iterator[Objection]:
    """What forbids the displacement."""
    if action.unit != frame.units[0]:
        yield objection("BG-12.15b", "Another unit is to be displaced first.")
        return
    yield from landing_spot(pos, action.unit, action.target, frame.radius)


def stay_objections(_pos: Position, frame: Displacing, action: do.Stay) -> Iterator[Objection]:
    """Staying is a choice only after surviving an attack."""
    if action.unit != frame.units[0]:
        yield objection("BG-12.15b", "Another unit is to be decided about first.")
    elif not frame.may_stay:
        yield objection("BG-12.8.12", "It must make way for the retreating unit.")


def displace(pos: Position, frame: Displacing, action: do.Displace, doing: Work) -> None:
    """Put the unit elsewhere."""
    doing.tell(
        "displaced",
        "BG-12.15b",
        unit=action.unit,
        at=pos.state.pieces[action.unit].at,
        to=action.target,
    )
    doing.state = doing.state.with_piece(action.unit, at=action.target)
    _next(pos, frame, doing)


def stay(pos: Position, frame: Displacing, _action: do.Stay, doing: Work) -> None:
    """Leave it."""
    _next(pos, frame, doing)


def _next(pos: Position, frame: Displacing, doing: Work) -> None:
    """Go on to the next unit that can be displaced; others that must are lost."""
    here = now(pos.table, doing)
    rest: list[UnitId] = []
    for unit in frame.units[1:]:
        if here.displacements(unit, frame.radius) or frame.may_stay:
            rest.append(unit)
        else:
            bury(doing, unit)
            doing.tell("nowhere to go", "BG-12.8.12", unit=unit)
    doing.state = doing.state.popped()
    if rest:
        doing.state = doing.state.pushed(replace(frame, units=tuple(rest)))


def overstack_question(pos: Position, frame: Overstacked) -> Question:
    """Choose which units an overstacked hex loses."""
    units = pos.friends(frame.at, frame.side)
    family = Family("remove overstack", "Eliminate", lambda: (do.RemoveOverstack(u) for u in units))
    return Question(
        frame.side,
        f"{pos.label(frame.at)} is overstacked: eliminate a unit.",
        (family,),
        "BG-10.4a",
    )


def overstack_objections(
    pos: Position, frame: Overstacked, action: do.RemoveOverstack
) -> Iterator[Objection]:
    """The unit must stand there, and its loss must help."""
    units = list(pos.friends(frame.at, frame.side))
    if action.unit not in units:
        yield objection("BG-10.4a", f"That unit is not in {pos.label(frame.at)}.")
        return
    if frame.side != ALLIED:
        return
    support = sum(pos.support(unit) for unit in units)
    limits = pos.table.charts.stacking
    guns_over = support > limits.allied_support
    line_over = len(units) - support > limits.allied
    if guns_over and not line_over and not pos.support(action.unit):
        yield objection("BG-10.4a", "Only corps support is in excess there.")
    if line_over and not guns_over and pos.support(action.unit):
        yield objection("BG-10.4a", "Corps support is not in excess there.")


def remove_overstack(
    pos: Position, frame: Overstacked, action: do.RemoveOverstack, doing: Work
) -> None:
    """Eliminate a unit for good; ask again while the hex is overstacked."""
    bury(doing, action.unit, LOST)
    doing.tell("overstacked", "BG-10.4b", unit=action.unit, at=frame.at)
    here = now(pos.table, doing)
    if not here.crowded(list(here.friends(frame.at, frame.side)), frame.side):
        doing.state = doing.state.popped()


DESKS = (
    Desk(Retreating, {do.RetreatTo: Answer(retreat_objections, retreat)}, question=question),
    Desk(
        Displacing,
        {
            do.Displace: Answer(displace_objections, displace),
            do.Stay: Answer(stay_objections, stay),
        },
        question=displacing_question,
    ),
    Desk(
        Overstacked,
        {do.RemoveOverstack: Answer(overstack_objections, remove_overstack)},
        question=overstack_question,
    ),
)
