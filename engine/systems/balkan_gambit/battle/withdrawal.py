"""Moving out: the retreat itself, displaced partisans, and overstacked hexes (BG 10.4, 12.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.system import Question
from engine.rules.combat.retreats import together
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.battle.aftermath import conclude
from engine.systems.balkan_gambit.battle.retreats import (
    can_enter,
    can_retreat,
    dies_there,
    fits,
    stack_hexes,
    unit_hexes,
)
from engine.systems.balkan_gambit.state.common import Work, arrive, bury, now, objection
from engine.systems.balkan_gambit.state.position import Position, other
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    LOST,
    Displacing,
    Overstacked,
    Retreating,
)
from engine.systems.balkan_gambit.turn.partisans import landing_spot
from maps.hexgrid import Hex
from oob.model import UnitId


def question(pos: Position, frame: Retreating) -> Question:
    """Where to?"""
    side = other(frame.battle.side)
    whole = stack_hexes(pos, frame.units, frame.battle.target, side)
    prompt = (
        "Choose the hex to retreat to."
        if whole
        else "No hex takes the whole stack: retreat it in parts."
    )
    family = Family("retreat to", "Retreat to", lambda: options(pos, frame))
    return Question(side, prompt, (family,), "BG-12.8.4")


def options(pos: Position, frame: Retreating) -> Iterator[do.RetreatTo]:
    """The retreats of a whole stack, or of its parts, the larger first."""
    side, origin = other(frame.battle.side), frame.battle.target
    whole = stack_hexes(pos, frame.units, origin, side)
    if whole:
        yield from (do.RetreatTo(frame.units, at) for at in whole)
        return
    for count in range(len(frame.units), 0, -1):
        for group in combinations(frame.units, count):
            exits = partial(unit_hexes, pos, origin=origin, side=side)
            for at in together(group, exits, partial(fits, pos, side)):
                yield do.RetreatTo(group, at)


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
            yield _wrong_hex(pos, frame.units, origin, action.target, side)
        return
    yield from _group_objections(pos, frame, action)


def _wrong_hex(
    pos: Position, units: tuple[UnitId, ...], origin: Hex, to: Hex, side: str
) -> Objection:
    """Why a stack that has somewhere to go does not go there (BG 12.8.1 to 12.8.3)."""
    label = pos.label(to)
    if not all(can_enter(pos, unit, origin, to, side) for unit in units):
        return objection("BG-12.8.1", f"They cannot retreat to {label}.")
    if not fits(pos, side, units, to):
        return objection("BG-12.8.2", f"{label} does not hold them all.")
    return objection("BG-12.8.3", f"A hex is open that is emptier than {label}.")


def _group_objections(
    pos: Position, frame: Retreating, action: do.RetreatTo
) -> Iterator[Objection]:
    """What forbids part of a stack to retreat, none of whose hexes takes it all."""
    side, origin, to = other(frame.battle.side), frame.battle.target, action.target
    units = set(action.units)
    if not units or len(units) != len(action.units) or not units <= set(frame.units):
        yield objection("BG-12.8.4", "Choose among the units that must retreat.")
        return
    for unit in action.units:
        if to not in unit_hexes(pos, unit, origin, side):
            yield objection("BG-12.8.1", f"{pos.called(unit)} cannot retreat to that hex.")
            return
    if not fits(pos, side, action.units, to):
        yield objection("BG-12.8.2", f"{pos.label(to)} does not hold them all.")
        return
    rest = tuple(mate for mate in frame.units if mate not in units)
    if not _others_can_leave(pos, action.units, rest, to, origin, side):
        yield objection("BG-12.8.10", "That would leave another unit without a retreat.")
    for mate in rest:
        more = (*action.units, mate)
        if to in unit_hexes(pos, mate, origin, side) and fits(pos, side, more, to):
            left = tuple(unit for unit in rest if unit != mate)
            if _others_can_leave(pos, more, left, to, origin, side):
                yield objection("BG-12.8.4", f"{pos.called(mate)} can go with them.")
                return


def _others_can_leave(
    pos: Position,
    gone: tuple[UnitId, ...],
    rest: tuple[UnitId, ...],
    to: Hex,
    origin: Hex,
    side: str,
) -> bool:
    staying = (unit for unit in gone if not dies_there(pos, unit, to))
    pieces = {unit: replace(pos.state.pieces[unit], at=to) for unit in staying}
    moved = Position(pos.context, pos.state.with_pieces(pieces))
    return can_retreat(moved, rest, origin, side)


def retreat(pos: Position, frame: Retreating, action: do.RetreatTo, transition: Work) -> None:
    """Move units out of the hex; the battle ends when all are gone."""
    for unit in action.units:
        if dies_there(pos, unit, action.target):
            bury(transition, unit, LOST)
            transition.tell("fled its zone", "BG-11.3b", unit=unit, to=action.target)
        else:
            transition.state = transition.state.with_piece(unit, at=action.target)
            transition.tell("retreated", "BG-12.8.4", unit=unit, to=action.target)
    rest = tuple(unit for unit in frame.units if unit not in action.units)
    transition.state = transition.state.popped()
    if rest:
        transition.state = transition.state.pushed(replace(frame, units=rest))
    else:
        conclude(pos.context, transition, frame.battle)
    for unit in action.units:
        if transition.state.pieces[unit].at == action.target:
            arrive(pos.context, transition, unit, action.target)
    scatter(pos, transition, action.target, other(frame.battle.side))


def scatter(pos: Position, transition: Work, at: Hex, side: str) -> None:
    """Dispersed partisans in a hex an enemy retreats into displace to an adjacent hex, or die (BG
    12.8.12).
    """
    here = now(pos.context, transition)
    if not here.friends(at, side):
        return
    prey = tuple(unit for unit in here.enemies(at, side) if here.dispersed(unit))
    able = []
    for unit in prey:
        if here.displacements(unit, 1):
            able.append(unit)
        else:
            bury(transition, unit)
            transition.tell("nowhere to go", "BG-12.8.12", unit=unit, at=at)
    if able:
        transition.state = transition.state.pushed(
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
    return Question(frame.side, prompt, tuple(families), _rule(frame))


def _rule(frame: Displacing) -> str:
    """Why a unit is displaced: it survived a hunt, or makes way for enemies who retreat."""
    return "BG-12.15b" if frame.may_stay else "BG-12.8.12"


def displace_objections(
    pos: Position, frame: Displacing, action: do.Displace
) -> Iterator[Objection]:
    """What forbids the displacement."""
    if action.unit != frame.units[0]:
        yield objection(_rule(frame), "Another unit is to be displaced first.")
        return
    yield from landing_spot(pos, action.unit, action.target, frame.radius)


def stay_objections(_pos: Position, frame: Displacing, action: do.Stay) -> Iterator[Objection]:
    """Staying is a choice only after surviving an attack."""
    if action.unit != frame.units[0]:
        yield objection(_rule(frame), "Another unit is to be decided about first.")
    elif not frame.may_stay:
        yield objection("BG-12.8.12", "It must make way for the retreating unit.")


def displace(pos: Position, frame: Displacing, action: do.Displace, transition: Work) -> None:
    """Put the unit elsewhere."""
    transition.tell(
        "displaced",
        _rule(frame),
        unit=action.unit,
        at=pos.state.pieces[action.unit].at,
        to=action.target,
    )
    transition.state = transition.state.with_piece(action.unit, at=action.target)
    _next(pos, frame, transition)


def stay(pos: Position, frame: Displacing, _action: do.Stay, transition: Work) -> None:
    """Leave it."""
    _next(pos, frame, transition)


def _next(pos: Position, frame: Displacing, transition: Work) -> None:
    """Go on to the next unit that can be displaced; others that must are lost."""
    here = now(pos.context, transition)
    rest: list[UnitId] = []
    for unit in frame.units[1:]:
        if here.displacements(unit, frame.radius) or frame.may_stay:
            rest.append(unit)
        else:
            bury(transition, unit)
            transition.tell("nowhere to go", "BG-12.8.12", unit=unit)
    transition.state = transition.state.popped()
    if rest:
        transition.state = transition.state.pushed(replace(frame, units=tuple(rest)))


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
    limits = pos.context.charts.stacking
    guns_over = support > limits.allied_support
    line_over = len(units) - support > limits.allied
    if guns_over and not line_over and not pos.support(action.unit):
        yield objection("BG-10.4a", "Only corps support is in excess there.")
    if line_over and not guns_over and pos.support(action.unit):
        yield objection("BG-10.4a", "Corps support is not in excess there.")


def remove_overstack(
    pos: Position, frame: Overstacked, action: do.RemoveOverstack, transition: Work
) -> None:
    """Eliminate a unit for good; ask again while the hex is overstacked."""
    bury(transition, action.unit, LOST)
    transition.tell("overstacked", "BG-10.4b", unit=action.unit, at=frame.at)
    here = now(pos.context, transition)
    if not here.crowded(list(here.friends(frame.at, frame.side)), frame.side):
        transition.state = transition.state.popped()


HANDLERS = (
    Handler(Retreating, (Answer(do.RetreatTo, retreat_objections, retreat),), question=question),
    Handler(
        Displacing,
        (
            Answer(do.Displace, displace_objections, displace),
            Answer(do.Stay, stay_objections, stay),
        ),
        question=displacing_question,
    ),
    Handler(
        Overstacked,
        (Answer(do.RemoveOverstack, overstack_objections, remove_overstack),),
        question=overstack_question,
    ),
)
