"""Air units come to a base: back from missions, out of a captured base, as reinforcements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family, Pairs, nobody
from engine.core.state import Location
from engine.core.system import Question
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.actions import Land, LandAll
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.groups import basing
from engine.systems.europa.air.records import (
    TURNED_BACK,
    AirReturn,
    GliderRoll,
    Landing,
    Manner,
    Mission,
    NightLanding,
    ToLand,
)
from engine.systems.europa.air.title.plan import AirEntry
from engine.systems.europa.board.flights import Places
from engine.systems.europa.state.common import Work, now
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position

PROMPTS = {
    Landing.RETURNING: "Land your air units: {count} still in the air.",
    Landing.ABANDONING: "Land the air units that abandon operations: {count} still in the air.",
    Landing.ESCAPING: "{first} escapes: choose where to.",
    Landing.ARRIVING: "Place your air reinforcements: {count} still to come.",
    Landing.DEPLOYING: "Land the air units of the surprise attack: {count} still in the air.",
}
TOPICS = {
    Landing.RETURNING: "air return",
    Landing.ABANDONING: "abandoning",
    Landing.ESCAPING: "air escape flight",
    Landing.ARRIVING: "air arrival",
    Landing.DEPLOYING: "air strike deployed",
}
WITHOUT_BASE = {
    Landing.RETURNING: "air no base",
    Landing.ABANDONING: "air no base",
    Landing.ESCAPING: "air no refuge",
    Landing.ARRIVING: "blocked reinforcement",
    Landing.DEPLOYING: "air strike deployed",
}
"""The topic of the rule by which an air unit without a base in range is lost."""


def entry_of(context: Context, unit: str) -> AirEntry:
    """The line of the scenario's list for an air unit."""
    return next(entry for entry in fleet.plan_of(context).units if entry.id == unit)


def options(pos: Position, unit: str, why: Landing) -> tuple[Location, ...]:
    """The bases an air unit may land at, the best first: its own, then the nearest (BF-18.5,
    17B.4, 20B.2, 21A1.2, 29C.5).
    """
    return pos.once(("landing", unit, why), lambda: _options(pos, unit, why))


def _options(pos: Position, unit: str, why: Landing) -> tuple[Location, ...]:
    found, side = pos.air.units[unit], fleet.side_of(pos, unit)
    if why in (Landing.ARRIVING, Landing.DEPLOYING):
        plan = fleet.plan_of(pos.context)
        arriving = why is Landing.ARRIVING
        word = entry_of(pos.context, unit).place if arriving else plan.strike.place
        inside = set(pos.place_hexes(word))
        return tuple(at for at in fleet.landable(pos, side) if at in inside)
    if why is Landing.ESCAPING:
        times = fleet.charts_of(pos.context).air.escape
        near = within(pos, unit, found.at, fleet.facts(pos, unit).move * times)
        return tuple(at for at in near if at != found.at)
    start = found.at if found.target is None else found.target
    if found.mission == Mission.SCRAMBLE:
        return (start,)
    if found.mission == Mission.TRANSPORT and why is Landing.RETURNING:
        return (start,) if fleet.is_base(pos, start, side) else ()
    near = within(pos, unit, start, fleet.homeward(pos, unit))
    near = tuple(at for at in near if not pos.shuns(unit, at))
    if why is Landing.ABANDONING:
        near = tuple(at for at in near if at != start)
    home = [at for at in near if at == found.at]
    return (*home, *(at for at in near if at != found.at))


def within(pos: Position, unit: str, start: Location, limit: int) -> tuple[Location, ...]:
    """The bases of its side that an air unit can land at from a place, the nearest first."""
    bases = fleet.landable(pos, fleet.side_of(pos, unit))
    terms = (start, limit, bases, pos.closed_skies(fleet.facts(pos, unit).nation))
    return pos.shared(("bases within", unit), terms, partial(_within, pos, unit, start, limit))


def _within(pos: Position, unit: str, start: Location, limit: int) -> tuple[Location, ...]:
    side = fleet.side_of(pos, unit)
    bases = fleet.landable(pos, side)
    places = pos.shared(("to land at", side), (bases,), lambda: Places(pos.context, bases))
    flown = fleet.flying_from(pos, unit, start).distances(limit, places.mask)
    found = dict[Location, int](flown.items())
    for box in places.boxes:
        far = fleet.distance(pos, unit, start, box, limit)
        if far is not None and far <= limit:
            found[box] = far
    return tuple(sorted(found, key=lambda at: (found[at], _written(at))))


@lru_cache(maxsize=1024)
def _written(at: Location) -> str:
    """A place as it is told from others as far away."""
    return str(at)


def send(context: Context, transition: Work, side: str, why: Landing, units: Iterable[str]) -> None:
    """Have air units land: those without a base are eliminated, those with one land there, for the
    others the side chooses.
    """
    choosing = []
    for unit in units:
        pos = now(context, transition)
        bases = options(pos, unit, why)
        if not bases:
            fates.eliminate(pos, transition, unit, WITHOUT_BASE[why])
        elif len(bases) == 1:
            put(pos, transition, unit, bases[0], why)
        else:
            choosing.append(unit)
    if choosing:
        transition.state = transition.state.pushed(ToLand(side, why, tuple(choosing)))


def put(pos: Position, transition: Work, unit: str, at: Location, why: Landing) -> None:
    """Land an air unit; one that has escaped is inoperative then (BF-17B.4)."""
    found = fates.current(pos, transition, unit)
    operative = found.operative and why is not Landing.ESCAPING
    if found.tow:
        glider = replace(fates.current(pos, transition, found.tow), at=at)
        fates.change(pos, transition, found.tow, glider)
        if found.mission in (Mission.TRANSPORT, Mission.SHUTTLE):
            transition.state = transition.state.pushed(GliderRoll(found.tow))
    down = replace(
        found.loaded(()),
        tow="",
        at=at,
        mission="",
        target=None,
        operative=operative,
        home=0,
        manner=Manner.PLAIN,
        across=None,
        prey="",
    )
    fates.change(pos, transition, unit, down)
    transition.tell("air unit landed", rule(pos, TOPICS[why]), air_unit=unit, at=at)
    if found.night:
        touch_down(pos, transition, unit)


def touch_down(pos: Position, transition: Work, unit: str) -> None:
    """A day air unit that comes down by night may crash land: a die (BF-24E.7)."""
    if not fleet.facts(pos, unit).night:
        transition.state = transition.state.pushed(NightLanding(unit))


def crash_roll(pos: Position, unit: str) -> int:
    """The lowest roll with which an air unit crash lands: Guards like those of other nations
    (BF-24E.7, FE-24F.6).
    """
    found = fleet.facts(pos, unit)
    nation = "" if fleet.GUARDS in found.model.codes else found.nation
    return fleet.charts_of(pos.context).air.crash(nation)


def night_node(pos: Position, frame: NightLanding) -> ChanceNode:
    """The die of a landing by night."""
    least = crash_roll(pos, frame.air_unit)
    faces = pos.context.charts.dice.faces
    meanings = tuple("crash lands" if face >= least else "-" for face in range(1, faces + 1))
    name = fleet.facts(pos, frame.air_unit).name
    return ChanceNode(faces, f"the landing of {name} by night", rule(pos, "crash"), meanings)


def night_rolled(pos: Position, frame: NightLanding, face: int, transition: Work) -> None:
    """It is inoperative when it has crash landed."""
    transition.state = transition.state.popped()
    if face < crash_roll(pos, frame.air_unit):
        return
    found = fates.current(pos, transition, frame.air_unit)
    fates.change(pos, transition, frame.air_unit, replace(found, operative=False))
    transition.tell("crash landed", rule(pos, "crash"), air_unit=frame.air_unit, face=face)


def due(pos: Position, side: str, missions: tuple[str, ...]) -> tuple[str, ...]:
    """Air units of a side on some missions, and those turned back."""
    wanted = {*missions, TURNED_BACK}
    units = pos.air.units
    return tuple(
        unit
        for unit in fleet.of_side(pos, side)
        if units[unit].mission in wanted and units[unit].target is not None
    )


def returning(pos: Position, frame: AirReturn, transition: Work) -> None:
    """Those that are due go home."""
    transition.state = transition.state.popped()
    units = due(pos, frame.side, frame.missions)
    send(pos.context, transition, frame.side, Landing.RETURNING, units)


def question(pos: Position, frame: ToLand) -> Question:
    """Which base?"""
    families = (
        Family("land", "Land", lambda: _landings(pos, frame), of=nobody, weight=6),
        Family("land all", "Land all", lambda: (LandAll(),), weight=2, closing=True),
    )
    first = fleet.facts(pos, frame.units[0]).name
    prompt = PROMPTS[frame.why].format(count=len(frame.units), first=first)
    return Question(frame.side, prompt, families, rule(pos, TOPICS[frame.why]))


def _landings(pos: Position, frame: ToLand) -> Pairs:
    return Pairs(frame.units, lambda unit: options(pos, unit, frame.why), Land)


def objections(pos: Position, frame: ToLand, action: Land) -> Iterator[Objection]:
    """The air unit must be due to land, at a base of its side within range."""
    if action.air_unit not in frame.units:
        yield Objection(rule(pos, "air return"), f"{action.air_unit!r} does not land now.")
    elif action.target not in options(pos, action.air_unit, frame.why):
        name, where = fleet.facts(pos, action.air_unit).name, pos.label(action.target)
        found = pos.air.units[action.air_unit]
        over = found.at if found.target is None else found.target
        if frame.why is Landing.ABANDONING and action.target == over:
            text = f"{name} abandons operations over {where} and lands elsewhere."
            yield Objection(rule(pos, "abandoned hex"), text)
            return
        text = f"{where} is no airbase of yours that {name} can land at."
        yield Objection(rule(pos, TOPICS[frame.why]), text)


def land(pos: Position, frame: ToLand, action: Land, transition: Work) -> None:
    """Land one; the others are still to land."""
    left = tuple(unit for unit in frame.units if unit != action.air_unit)
    transition.state = transition.state.popped()
    put(pos, transition, action.air_unit, action.target, frame.why)
    if left:
        transition.state = transition.state.pushed(replace(frame, units=left))


def land_all(pos: Position, frame: ToLand, _action: LandAll, transition: Work) -> None:
    """Land those that are left where it is best; who has no base left is lost, as in `send`."""
    transition.state = transition.state.popped()
    if frame.why is Landing.DEPLOYING:
        places = basing.berths(pos, frame.side, options(pos, frame.units[0], frame.why))
        for unit, at in zip(frame.units, places, strict=False):
            put(pos, transition, unit, at, frame.why)
        return
    for unit in frame.units:
        bases = options(pos, unit, frame.why)
        if bases:
            put(pos, transition, unit, bases[0], frame.why)
        else:
            fates.eliminate(pos, transition, unit, WITHOUT_BASE[frame.why])


HANDLERS = (
    Handler(AirReturn, auto=returning),
    Handler(NightLanding, chance=night_node, rolled=night_rolled),
    Handler(
        ToLand,
        (Answer(Land, objections, land), Answer(LandAll, no_objections, land_all)),
        question=question,
    ),
)
"""The handlers of landing."""
