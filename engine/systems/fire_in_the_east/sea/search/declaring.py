"""Sea movement is declared before the enemy's air units answer it (FE-OPT4.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Transition
from engine.systems.europa.state.common import TheatreT
from engine.systems.fire_in_the_east.sea.records import Course, SeaSearch, Task
from engine.systems.fire_in_the_east.state.craft.afloat import current
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from engine.systems.fire_in_the_east.state.records import SearchedEast
from maps.hexgrid import Hex


def declared(transition: Transition[TheatreT]) -> tuple[Course, ...]:
    """The courses of a step in the making."""
    state = transition.state
    assert isinstance(state, SearchedEast), "the sea is searched in games with the option"
    return state.courses


def declare(course: Course, transition: Work) -> None:
    """The ships are shown where they will be; what they carry goes with them (FE-OPT4.5)."""
    fleet, to = current(transition), course.way[-1]
    for ship in course.craft:
        found = fleet.vessels[ship]
        task = found.task if course.landing is None else Task.LANDED
        fleet = fleet.having(ship, replace(found, at=to, port=course.port, task=task))
        transition.tell("voyage declared", "FE-OPT4.5", ship=ship, at=course.way[0], to=to)
    transition.set(fleet=fleet, courses=(*declared(transition), course))


def coast(pos: EastPosition, boat: str, way: tuple[Hex, ...], transition: Work) -> None:
    """The sea hexes on the way of a flotilla are declared where the enemy searches them; what it
    carries stays aboard until he has answered.
    """
    zones, quays = pos.context.seas.zones, pos.context.seas.ports
    wet = tuple(at for at in way if at in zones and not (at in quays and pos.quay_of(boat, at)))
    if wet and pos.watched_sea(zones[wet[0]]):
        transition.set(courses=(*declared(transition), Course((boat,), wet)))
        transition.tell("voyage declared", "FE-OPT4.5", ship=boat, at=way[0], to=way[-1])


def bars_coasting(pos: EastPosition, way: Iterable[Hex]) -> Iterator[Objection]:
    """Why a flotilla does not go along a coast any more (FE-OPT4.5)."""
    zones = pos.context.seas.zones
    for zone in dict.fromkeys(zones[at] for at in way if at in zones):
        barred = pos.bars_sailing(zone)
        if barred is not None:
            yield barred


# Sailing together


def lead(pos: EastPosition, ship: str, leader: str) -> Course | None:
    """The last voyage of a leader and of all who go with it, where it begins in the hex of a ship;
    None where there is none.
    """
    at = pos.fleet.vessels[ship].at
    for index, course in enumerate(pos.voyages):
        later = {craft for one in pos.voyages[index + 1 :] for craft in one.craft}
        if leader in course.craft and course.way[0] == at and later.isdisjoint(course.craft):
            return course if ship not in course.craft else None
    return None


def joined(leading: Course, other: Course, transition: Work) -> None:
    """Both go by one way, after all that either has done before."""
    landing = leading.landing or other.landing
    if leading.landing is not None and other.landing is not None:
        landing = replace(
            leading.landing,
            cargo=(*leading.landing.cargo, *other.landing.cargo),
            points=(*leading.landing.points, *other.landing.points),
        )
    both = (*leading.craft, *other.craft)
    left = leading.left_port and other.left_port
    whole = replace(leading, craft=both, left_port=left, landing=landing)
    declare(replace(other, way=leading.way), transition)
    rest = tuple(one for one in declared(transition)[:-1] if one != leading)
    transition.set(courses=(*rest, whole))


# The answer


def at_stake(pos: EastPosition, zone: str) -> tuple[Course, ...]:
    """All movement that is declared in a sea zone, after those that stay at sea there, as many as
    are in a hex together.
    """
    zones = pos.context.seas.zones
    found = tuple(course for course in pos.voyages if zones.get(course.way[0]) == zone)
    moving = {craft for course in found for craft in course.craft}
    staying: dict[Hex, list[str]] = {}
    boats = [(boat, at) for boat, _, at in pos.boats]
    for craft, at in (*((ship, at) for ship, _, at in pos.afloat), *boats):
        if zones.get(at) == zone and craft not in moving and not pos.quay_of(craft, at):
            staying.setdefault(at, []).append(craft)
    return (*(Course(tuple(craft), (at,)) for at, craft in staying.items()), *found)


def answer(pos: EastPosition, side: str, zone: str, transition: Work) -> None:
    """The ships are where they set out; then the enemy answers course by course (FE-OPT4.5)."""
    courses, state = at_stake(pos, zone), transition.state
    assert isinstance(state, SearchedEast), "the sea is searched in games with the option"
    fleet, placed = state.fleet, set[str]()
    for course in courses:
        for ship in course.craft:
            if ship in fleet.vessels and ship not in placed and len(course.way) > 1:
                found = replace(fleet.vessels[ship], at=course.way[0], port=course.left_port)
                fleet = fleet.having(ship, replace(found, task=Task.NONE))
            placed.add(ship)
    rest = tuple(course for course in state.courses if course not in courses)
    transition.set(fleet=fleet, courses=rest, searched=state.searched | {zone})
    transition.tell("sea answered", "FE-OPT4.5", zone=zone)
    transition.state = transition.state.pushed(SeaSearch(side, zone, courses))
