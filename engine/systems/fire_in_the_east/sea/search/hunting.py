"""Craft at sea meet air units that search for them: who bombs whom, the fire, the die (FE-OPT4.2,
OPT4.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.europa.air import fates
from engine.systems.europa.air.bombing import strengths
from engine.systems.europa.air.bombing.actions import AimAt, DropBombs
from engine.systems.europa.air.combat.actions import LetPass
from engine.systems.europa.air.records import FlakRoll
from engine.systems.europa.state.constants import AXIS
from engine.systems.fire_in_the_east.sea import sailing
from engine.systems.fire_in_the_east.sea.records import (
    Course,
    Hunting,
    SeaBombRoll,
    SeaSearch,
    SeaStrike,
    Underway,
)
from engine.systems.fire_in_the_east.sea.search import casualties
from engine.systems.fire_in_the_east.state.craft.searched import SEARCH
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from maps.hexgrid import Hex


def go_on(_pos: EastPosition, frame: SeaSearch, transition: Work) -> None:
    """The next course is sailed (FE-OPT4.5)."""
    transition.state = transition.state.popped()
    if frame.courses:
        first, *rest = frame.courses
        transition.state = transition.state.pushed(
            replace(frame, courses=tuple(rest)), Underway(frame.side, first)
        )


def sail(pos: EastPosition, frame: Underway, transition: Work) -> None:
    """Those who are still on their way meet the air units that search there, as many as can be at
    once; past them they arrive (FE-OPT4.3).
    """
    transition.state = transition.state.popped()
    course = frame.course if frame.fleeing else casualties.left_of(pos, frame.course, transition)
    if not course.craft:
        return
    met = _meeting(pos, course, frame.asked)
    if met is None:
        _arrive(pos, replace(frame, course=course), transition)
        return
    at, left = met
    going = replace(frame, course=course, asked=(*frame.asked, *left))
    transition.state = transition.state.pushed(going, Hunting(AXIS, at, course.craft, left))


def _meeting(
    pos: EastPosition, course: Course, asked: tuple[str, ...]
) -> tuple[Hex, tuple[str, ...]] | None:
    """Where most air units reach the craft that have not met them, and who these are; the hex that
    comes first of those that are alike.
    """
    ready = tuple(unit for unit in pos.searchers if unit not in asked)
    best: tuple[Hex, tuple[str, ...]] | None = None
    for at in pos.exposed(course) if ready else ():
        near = tuple(unit for unit in ready if pos.in_zone(unit, at))
        if near and (best is None or len(near) > len(best[1])):
            best = at, near
    return best


def _arrive(pos: EastPosition, frame: Underway, transition: Work) -> None:
    course = frame.course
    if len(course.way) > 1 or frame.fleeing:
        if course.craft[0] in pos.fleet.vessels:
            sailing.follow(pos, frame.side, course, transition)
        elif frame.fleeing:
            casualties.put_in(pos, course, transition)
    if frame.fleeing:
        casualties.kept(course, transition)


# Who bombs whom


def question(pos: EastPosition, frame: Hunting) -> Question:
    """Which air unit bombs which craft?"""
    families = [
        Family(
            "aim",
            "Bomb craft at sea",
            lambda: (AimAt(unit, prey) for unit in frame.left for prey in frame.craft),
            weight=4,
        )
    ]
    if frame.aimed:
        families.append(Family("drop bombs", "Attack them", lambda: (DropBombs(),), weight=6))
    families.append(Family("let pass", "Let them sail", lambda: (LetPass(),), closing=True))
    names = ", ".join(pos.craft_name(craft) for craft in frame.craft)
    odds = (f"; {_odds(pos, frame, prey)}" for prey in _preys(frame))
    many = counted(len(frame.left), "air unit")
    whom = "it" if len(frame.craft) == 1 else "them"
    prompt = f"{names} at sea in {pos.label(frame.at)}, {many} to bomb {whom}{''.join(odds)}."
    return Question(frame.side, prompt, tuple(families), "FE-OPT4.3")


def _preys(frame: Hunting) -> tuple[str, ...]:
    return tuple(dict.fromkeys(prey for _, prey in frame.aimed))


def guns(pos: EastPosition, frame: Hunting, prey: str) -> int:
    """The fire at who bombs a craft, while others are aimed at (FE-22B.4)."""
    bombed = {prey, *_preys(frame)}
    return pos.hunted_flak(prey, frame.at, (one for one in frame.craft if one not in bombed))


def _odds(pos: EastPosition, frame: Hunting, prey: str) -> str:
    units = tuple(unit for unit, against in frame.aimed if against == prey)
    fire = counted(guns(pos, frame, prey), "point")
    who = f"{counted(len(units), 'air unit')} at {pos.craft_name(prey)}"
    return f"{who}, {strengths.odds(pos, units, frame.at)} after {fire} of antiaircraft fire"


def promised(pos: EastPosition, frame: Hunting, action: AimAt) -> str:
    """What an attack promises once an air unit has joined it, as the end of its menu line."""
    with_it = replace(frame, aimed=(*frame.aimed, (action.air_unit, action.against)))
    units = tuple(unit for unit, against in with_it.aimed if against == action.against)
    fire = guns(pos, with_it, action.against)
    return f" ({strengths.odds(pos, units, frame.at)}, antiaircraft {fire})"


def aim_objections(pos: EastPosition, frame: Hunting, action: AimAt) -> Iterator[Objection]:
    """An air unit that reaches them and has no target yet, at one of them (FE-OPT4.3)."""
    if action.air_unit not in frame.left:
        text = f"{action.air_unit!r} is no air unit that could bomb them now."
        yield Objection("FE-OPT4.3", text)
    if action.against not in frame.craft:
        text = f"{action.against!r} is not at sea in {pos.label(frame.at)}."
        yield Objection("FE-OPT4.3", text)


def aim(_pos: EastPosition, frame: Hunting, action: AimAt, transition: Work) -> None:
    """That is its target."""
    left = tuple(unit for unit in frame.left if unit != action.air_unit)
    aimed = (*frame.aimed, (action.air_unit, action.against))
    transition.state = transition.state.swapped(replace(frame, left=left, aimed=aimed))


def drop_objections(_pos: EastPosition, frame: Hunting, _action: DropBombs) -> Iterator[Objection]:
    """Somebody must have a target."""
    if not frame.aimed:
        yield Objection("FE-OPT4.3", "No air unit has been given a target.")


def drop(pos: EastPosition, frame: Hunting, _action: DropBombs, transition: Work) -> None:
    """Guns fire at each air unit, then those that are left bomb; the others may after them, as far
    as there is anybody left (FE-OPT4.2, OPT4.3).
    """
    shots = [
        FlakRoll(unit, strength)
        for unit, prey in frame.aimed
        if (strength := guns(pos, frame, prey)) >= 1
    ]
    for unit, prey in frame.aimed:
        found = fates.current(pos, transition, unit)
        fates.change(pos, transition, unit, replace(found, prey=prey))
    transition.state = transition.state.popped()
    if frame.left:
        transition.state = transition.state.pushed(replace(frame, aimed=()))
    strike = SeaStrike(frame.side, frame.at, frame.aimed)
    transition.state = transition.state.pushed(strike, *reversed(shots))


def let_pass(_pos: EastPosition, _frame: Hunting, _action: LetPass, transition: Work) -> None:
    """They search on."""
    transition.state = transition.state.popped()


def strike(pos: EastPosition, frame: SeaStrike, transition: Work) -> None:
    """All who came through bomb, those at one craft together unless they are too weak to hit."""
    transition.state = transition.state.popped()
    rolls = []
    for prey in dict.fromkeys(prey for _, prey in frame.aimed):
        units = tuple(
            unit
            for unit, against in frame.aimed
            if against == prey and pos.air.units[unit].mission == SEARCH
        )
        if units and strengths.needed(pos, units, frame.at) is not None:
            rolls.append(SeaBombRoll(frame.side, frame.at, prey, units))
        elif units:
            told = {"ship": prey, "at": frame.at, "units": units}
            transition.tell("craft missed", "FE-OPT4.3", **told)
    transition.state = transition.state.pushed(*reversed(rolls))


def node(pos: EastPosition, frame: SeaBombRoll) -> ChanceNode:
    """The die of the bombing table."""
    reason = f"the attack on {pos.craft_name(frame.prey)} off {pos.label(frame.at)}"
    return strengths.die(pos, frame.units, frame.at, reason, "FE-OPT4.3")


def rolled(pos: EastPosition, frame: SeaBombRoll, face: int, transition: Work) -> None:
    """A hit damages the craft, which returns to port (FE-OPT4.3, OPT4.4)."""
    transition.state = transition.state.popped()
    hit = strengths.hits(pos, frame.units, frame.at, face)
    transition.tell(
        "craft bombed",
        "FE-OPT4.3",
        ship=frame.prey,
        at=frame.at,
        units=frame.units,
        face=face,
        modifier=f"{strengths.modifier(pos, frame.units):+d}",
        result="a hit" if hit else "a miss",
    )
    if hit:
        casualties.struck(pos, frame.prey, frame.at, frame.units, transition)


HANDLERS = (
    Handler(SeaSearch, auto=go_on),
    Handler(Underway, auto=sail),
    Handler(
        Hunting,
        (
            Answer(AimAt, aim_objections, aim),
            Answer(DropBombs, drop_objections, drop),
            Answer(LetPass, no_objections, let_pass),
        ),
        question=question,
    ),
    Handler(SeaStrike, auto=strike),
    Handler(SeaBombRoll, chance=node, rolled=rolled),
)
"""The handlers of the search."""
