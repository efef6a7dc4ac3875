"""Craft that were hit at sea: they return to port, and what they carry with them (FE-OPT4.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.state import Frame
from engine.core.system import Question
from engine.core.wording import list_words
from engine.rules.movement.paths import Reach
from engine.rules.movement.tolls import spread
from engine.systems.europa.state.common import eliminate
from engine.systems.europa.state.constants import ALLIED, HALF
from engine.systems.fire_in_the_east.sea.actions import RunToPort
from engine.systems.fire_in_the_east.sea.boats import boarding, steering
from engine.systems.fire_in_the_east.sea.records import (
    Arrival,
    Course,
    Fleeing,
    Hunting,
    Job,
    SeaBombRoll,
    Task,
    Underway,
)
from engine.systems.fire_in_the_east.state.craft.afloat import current
from engine.systems.fire_in_the_east.state.craft.searched import SEARCH
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from engine.systems.fire_in_the_east.state.supplies import stocks
from maps.hexgrid import Hex

# Who is left


def left_of(pos: EastPosition, course: Course, transition: Work) -> Course:
    """A course without craft that no longer take part: sunk, or in port since they were hit. What
    was to go with them stays where it is (FE-OPT4.4).
    """
    craft = tuple(one for one in course.craft if _able(pos, one, course))
    return course if craft == course.craft else _without(course, craft, transition)


def _able(pos: EastPosition, craft: str, course: Course) -> bool:
    vessel = pos.fleet.vessels.get(craft)
    if vessel is None:
        return pos.fleet.boats[craft].hex is not None
    return vessel.at == course.way[0] and vessel.task is not Task.STRUCK


def _without(course: Course, craft: tuple[str, ...], transition: Work) -> Course:
    """A course that only some of its craft go on; resource points of the others are put back."""
    landing = course.landing
    if landing is None:
        return replace(course, craft=craft)
    for ship, amount in landing.points:
        if ship not in craft:
            stocks.add(transition, landing.origin, ALLIED, amount)
    return replace(course, craft=craft, landing=_load_of(landing, craft))


def _load_of(landing: Arrival | None, craft: Collection[str]) -> Arrival | None:
    """What some craft carry of all that is to land; None for nothing."""
    if landing is None:
        return None
    cargo = tuple((unit, on) for unit, on in landing.cargo if set(on) <= set(craft))
    points = tuple((ship, amount) for ship, amount in landing.points if ship in craft)
    return replace(landing, cargo=cargo, points=points) if cargo or points else None


# Hits


def struck(pos: EastPosition, prey: str, at: Hex, units: tuple[str, ...], transition: Work) -> None:
    """A craft takes a hit. Sunk it takes down what it carries; else it leaves for a port, with
    those that carry a unit together with it (FE-20F2h.1, 28C2.4, OPT4.4).
    """
    boat = pos.fleet.boats.get(prey)
    riders = boarding.aboard(pos, prey) if boat is not None else ()
    freight = boarding.freight(pos, prey) if boat is not None else 0
    pos.strike_quarry(prey, transition)
    fleet = current(transition)
    found = fleet.vessels.get(prey) or fleet.boats[prey]
    if found.hex is not None:
        _leave(pos, prey, at, units, transition)
        return
    for unit in riders:
        eliminate(pos.context, transition, unit, cadre=False, cited="FE-28C2.4")
    if boat is not None and boat.hex is not None and freight:
        stocks.take(transition, boat.hex, freight)
        transition.tell("points lost at sea", "FE-28C2.4", amount=freight, ship=prey)
    for frame in transition.state.flow:
        if isinstance(frame, (Underway, Fleeing)) and prey in frame.course.craft:
            _go_down(pos, frame.course, prey, transition)
    _part(transition, (prey,))


def _go_down(pos: EastPosition, course: Course, ship: str, transition: Work) -> None:
    landing = course.landing
    if landing is None:
        return
    for unit, on in landing.cargo:
        if ship in on:
            eliminate(pos.context, transition, unit, cadre=False, cited="FE-28C2.4")
    for one, amount in landing.points:
        if one == ship:
            transition.tell("points lost at sea", "FE-28C2.4", amount=amount, ship=ship)


def _party(course: Course, craft: str) -> tuple[str, ...]:
    """A craft with those that carry a unit together with it."""
    together, cargo = {craft}, course.landing.cargo if course.landing is not None else ()
    for _ in course.craft:
        together |= {one for _, on in cargo if together & set(on) for one in on}
    return tuple(one for one in course.craft if one in together)


def _leave(pos: EastPosition, prey: str, at: Hex, units: tuple[str, ...], transition: Work) -> None:
    """The party of a craft that was hit goes its own way from here, once all have bombed."""
    flow = transition.state.flow
    for index, frame in enumerate(flow):
        if isinstance(frame, Fleeing) and prey in frame.course.craft:
            again = replace(frame, bombers=(*frame.bombers, *units))
            transition.set(flow=(*flow[:index], again, *flow[index + 1 :]))
            return
    going = next(f for f in flow if isinstance(f, Underway) and prey in f.course.craft)
    course, fleet = going.course, current(transition)
    party = course.craft if going.fleeing else _party(course, prey)
    seas, way = pos.context.seas, course.way[: course.way.index(at) + 1]
    for ship in party:
        if ship in fleet.vessels:
            found = fleet.vessels[ship]
            risk = found.risk + seas.risk(way, refuge=fleet.refuge)
            fleet = fleet.having(ship, replace(found, at=at, port=False, risk=risk))
    transition.set(fleet=fleet)
    _part(transition, party)
    load = _load_of(course.landing, party)
    fleeing = Fleeing(going.side, Course(party, (at,), landing=load), units)
    flow = transition.state.flow
    rolls = [index for index, frame in enumerate(flow) if isinstance(frame, SeaBombRoll)]
    under = min(rolls, default=len(flow))
    transition.set(flow=(*flow[:under], fleeing, *flow[under:]))


def _part(transition: Work, party: Collection[str]) -> None:
    """Some craft take no part any more in what their course, and who hunts it, goes on with."""

    def parted(frame: Frame) -> Frame | None:
        if isinstance(frame, Hunting):
            craft = tuple(one for one in frame.craft if one not in party)
            return replace(frame, craft=craft) if craft else None
        if isinstance(frame, (Underway, Fleeing)):
            craft = tuple(one for one in frame.course.craft if one not in party)
            course = replace(
                frame.course, craft=craft, landing=_load_of(frame.course.landing, craft)
            )
            return replace(frame, course=course)
        return frame

    flow = tuple(filter(None, map(parted, transition.state.flow)))
    transition.set(flow=flow)


# To port


def ports(pos: EastPosition, frame: Fleeing) -> tuple[Hex, ...]:
    """The ports that craft can run to: none in the search zone of who has hit them, unless no
    other is open to them (FE-OPT4.4).
    """
    at, seas = frame.course.way[0], pos.context.seas
    zone = seas.zones.get(at)
    near = {to for to in seas.ports if seas.zones[to] == zone and pos.quay(ALLIED, to) is None}
    if frame.course.craft[0] in pos.fleet.boats:
        found = near & _coasting(pos, at).cost.keys()
    else:
        found = {to for to in near if seas.waters.join((at,), to)}
    units = pos.air.units
    bombers = tuple(unit for unit in frame.bombers if units[unit].mission == SEARCH)
    safe = {to for to in found if not any(pos.in_zone(unit, to) for unit in bombers)}
    return tuple(sorted(safe or found))


def _coasting(pos: EastPosition, at: Hex) -> Reach:
    far = len(pos.context.streams.hexes) * HALF
    return spread(pos.courses, at, far, steering.tolls(pos), steering.closed(pos))


def question(pos: EastPosition, frame: Fleeing) -> Question:
    """Which port do they run to?"""
    family = Family("run to port", "Run to port", lambda: map(RunToPort, ports(pos, frame)))
    names = list_words(pos.craft_name(craft) for craft in frame.course.craft)
    prompt = f"{names} must run to port from {pos.label(frame.course.way[0])}: choose one."
    return Question(frame.side, prompt, (family,), "FE-OPT4.4")


def objections(pos: EastPosition, frame: Fleeing, action: RunToPort) -> Iterator[Objection]:
    """A port of its side that is open to them (FE-OPT4.4)."""
    if action.target not in ports(pos, frame):
        text = f"{pos.label(action.target)} is no port that they can run to."
        yield Objection("FE-OPT4.4", text)


def run(pos: EastPosition, frame: Fleeing, action: RunToPort, transition: Work) -> None:
    """They are on their way, and can be bombed on it by others."""
    transition.state = transition.state.popped()
    at, to, course = frame.course.way[0], action.target, frame.course
    if course.craft[0] in pos.fleet.boats:
        way = _coasting(pos, at).path(to)
    else:
        way = pos.context.seas.way(at, to, refuge=pos.fleet.refuge)
    landing = replace(course.landing, target=to) if course.landing is not None else None
    off = replace(course, way=way, port=True, landing=landing)
    transition.state = transition.state.pushed(Underway(frame.side, off, fleeing=True))


def idle(pos: EastPosition, frame: Fleeing, transition: Work) -> bool:
    """Have craft run to the one port there is; without any they stay at sea, and what they carry
    is lost (FE-28C2.3). False where their side has a choice.
    """
    open_to = ports(pos, frame) if frame.course.craft else ()
    if len(open_to) > 1:
        return False
    if open_to:
        run(pos, frame, RunToPort(open_to[0]), transition)
        return True
    transition.state = transition.state.popped()
    for ship in frame.course.craft:
        _go_down(pos, frame.course, ship, transition)
    kept(frame.course, transition)
    return True


def put_in(pos: EastPosition, course: Course, transition: Work) -> None:
    """A river flotilla is in port, and what it carries is put off there (FE-OPT4.4)."""
    (boat,), to, fleet = course.craft, course.way[-1], pos.fleet
    found = fleet.boats[boat]
    assert found.hex is not None, "a flotilla in play"
    transition.set(fleet=fleet.with_boat(boat, replace(found, at=to)))
    boarding.take_along(pos, boat, found.hex, to, transition)
    transition.tell("boat steered", "FE-OPT4.4", boat=boat, at=course.way[0], to=to)
    after = current(transition)
    transition.set(fleet=after.unladen(boat, after.boats[boat]))


def kept(course: Course, transition: Work) -> None:
    """Who was hit moves no more in this phase (FE-OPT4.4)."""
    fleet = current(transition)
    for craft in course.craft:
        if craft in fleet.vessels:
            fleet = fleet.having(craft, replace(fleet.vessels[craft], task=Task.STRUCK))
        else:
            fleet = fleet.with_boat(craft, replace(fleet.boats[craft], job=Job.STRUCK))
    transition.set(fleet=fleet)


HANDLERS = (Handler(Fleeing, (Answer(RunToPort, objections, run),), question=question),)
"""The decision."""
