"""Bombing attacks on places: who bombs together, the die, and what a hit does (BF-20F)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.bombing import strengths
from engine.systems.europa.air.bombing.actions import AimAt, DropBombs, JoinBombing, StrikeOnGround
from engine.systems.europa.air.bombing.records import (
    AimingBombs,
    Bombing,
    BombRoll,
    ChoosingVictim,
    Grouping,
)
from engine.systems.europa.air.bombing.targets import topic
from engine.systems.europa.air.fleet import PLACES, rule
from engine.systems.europa.air.records import Mission
from engine.systems.europa.board import bases
from engine.systems.europa.movement import bridges
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex, side_between


def go_on(pos: Position, frame: Bombing, transition: Work) -> None:
    """The next target: a single air unit bombs at once, several may bomb together or not; those
    that fly by day and by night have nothing to do with each other (BF-24E.3).
    """
    waiting: dict[tuple[Hex, Mission, bool, Hex, str], list[str]] = {}
    for unit in fleet.of_side(pos, frame.side):
        found = pos.air.units[unit]
        if found.mission in PLACES and isinstance(found.target, Hex) and unit not in frame.done:
            over = found.across or found.target
            flight = (found.target, Mission(found.mission), found.night, over, found.prey)
            waiting.setdefault(flight, []).append(unit)
    if not waiting:
        transition.state = transition.state.popped()
        return
    flight = min(waiting)
    at, mission, _night, over, prey = flight
    units = tuple(waiting[flight])
    done = replace(frame, done=(*frame.done, *units))
    transition.state = transition.state.swapped(done)
    if mission is Mission.AIR_UNIT_BOMBING:
        _aim(pos, AimingBombs(frame.side, at, units), transition)
        return
    across = None if over == at else over
    grouping = Grouping(frame.side, at, mission, units, across=across, victim=prey)
    _continue(pos, grouping, transition)


def name_targets(pos: Position, side: str, transition: Work) -> bool:
    """Have ships named that air units are to bomb, before guns fire at these; True where any were
    still to be named (FE-20F2h.1, 22B.3, 22B.4).
    """
    quarry = pos.quarry(other(side))
    unnamed: dict[Hex, list[str]] = {}
    for unit in fleet.of_side(pos, side) if quarry else ():
        found = pos.air.units[unit]
        at = found.target
        if found.mission == Mission.SHIP_BOMBING and not found.prey and at in quarry:
            assert isinstance(at, Hex), "ships are in hexes"
            unnamed.setdefault(at, []).append(unit)
    for at, units in unnamed.items():
        _aim(pos, AimingBombs(side, at, tuple(units), mission=Mission.SHIP_BOMBING), transition)
    return bool(unnamed)


def aims(pos: Position, frame: AimingBombs) -> tuple[str, ...]:
    """What can be named: enemy air units on the ground, or ships in the hex."""
    enemy = other(frame.side)
    if frame.mission is Mission.SHIP_BOMBING:
        return pos.quarry(enemy).get(frame.at, ())
    return fleet.parked(pos, frame.at, enemy)


def _aim(pos: Position, frame: AimingBombs, transition: Work) -> None:
    """Ask whom each bombs on the ground before any does; where one is there, all bomb it
    (FE-20F2a.2).
    """
    there = aims(pos, frame)
    if len(there) > 1 and frame.units:
        transition.state = transition.state.pushed(frame)
        return
    aimed = frame.aimed or tuple((unit, there[0]) for unit in frame.units if there)
    if frame.mission is Mission.SHIP_BOMBING:
        for unit, ship in aimed:
            found = fates.current(pos, transition, unit)
            fates.change(pos, transition, unit, replace(found, prey=ship))
        return
    for victim in sorted({against for _, against in aimed}):
        units = tuple(unit for unit, against in aimed if against == victim)
        grouping = Grouping(frame.side, frame.at, Mission.AIR_UNIT_BOMBING, units, victim=victim)
        _continue(pos, grouping, transition)


def ask_aim(pos: Position, frame: AimingBombs) -> Question:
    """Who bombs whom?"""
    there, ships = aims(pos, frame), frame.mission is Mission.SHIP_BOMBING
    family = Family(
        "aim",
        "Bomb ships" if ships else "Bomb on the ground",
        lambda: (AimAt(unit, against) for unit in frame.units for against in there),
    )
    what = frame.mission.value.capitalize()
    prompt = f"{what} at {pos.label(frame.at)}: name the target of each air unit."
    return Question(frame.side, prompt, (family,), rule(pos, "bombing targets named"))


def aim_objections(pos: Position, frame: AimingBombs, action: AimAt) -> Iterator[Objection]:
    """One that has no target yet, at one on the ground."""
    if action.air_unit not in frame.units:
        text = f"{action.air_unit!r} is no air unit that could still be given a target here."
        yield Objection(rule(pos, "bombing targets named"), text)
    if action.against not in aims(pos, frame):
        text = f"{action.against!r} cannot be bombed in {pos.label(frame.at)}."
        yield Objection(rule(pos, "bombing targets named"), text)


def aim(pos: Position, frame: AimingBombs, action: AimAt, transition: Work) -> None:
    """That is its target."""
    left = tuple(unit for unit in frame.units if unit != action.air_unit)
    aimed = (*frame.aimed, (action.air_unit, action.against))
    transition.state = transition.state.popped()
    _aim(pos, replace(frame, units=left, aimed=aimed), transition)


def _continue(pos: Position, frame: Grouping, transition: Work) -> None:
    """Ask where several are left, else bomb with the one that is; with nobody, be done."""
    if len(frame.left) > 1 or (frame.left and frame.group):
        transition.state = transition.state.pushed(frame)
    elif frame.left or frame.group:
        _bomb(pos, frame, (*frame.group, *frame.left), transition)


def _bomb(pos: Position, frame: Grouping, units: tuple[str, ...], transition: Work) -> None:
    """Roll for an attack, but for one too weak to hit (BF-20F.5), or whose target is gone."""
    if frame.victim and frame.victim not in _left(pos, frame, transition):
        return
    if strengths.needed(pos, units, frame.at) is None:
        _tell(pos, transition, frame.mission, frame.at, units, face=0, hit=False)
        return
    shot = BombRoll(frame.side, frame.at, frame.mission, units, frame.across, frame.victim)
    transition.state = transition.state.pushed(shot)


def _left(pos: Position, frame: Grouping, transition: Work) -> tuple[str, ...]:
    """Which of the targets of an attack are still there."""
    here = pos.context.look(transition.state)
    if frame.mission is Mission.SHIP_BOMBING:
        return here.quarry(other(frame.side)).get(frame.at, ())
    return fleet.parked(here, frame.at, other(frame.side))


def question(pos: Position, frame: Grouping) -> Question:
    """Who bombs together?"""
    families = (
        Family("join bombing", "Join the attack", lambda: tuple(map(JoinBombing, frame.left))),
        Family("drop bombs", "Drop the bombs", lambda: (DropBombs(),), weight=6, closing=True),
    )
    who = strengths.prospects(pos, frame.group, frame.left, frame.at)
    prompt = f"{frame.mission.value.capitalize()} of {pos.label(frame.at)}: {who}."
    return Question(frame.side, prompt, families, rule(pos, "bombing together"))


def join_objections(pos: Position, frame: Grouping, action: JoinBombing) -> Iterator[Objection]:
    """An air unit over the target that has not bombed (BF-20F.3)."""
    if action.air_unit not in frame.left:
        text = f"{action.air_unit!r} is no air unit that could still bomb here."
        yield Objection(rule(pos, "bombing together"), text)


def join(pos: Position, frame: Grouping, action: JoinBombing, transition: Work) -> None:
    """It joins; when nobody is left, the attack is made."""
    left = tuple(unit for unit in frame.left if unit != action.air_unit)
    transition.state = transition.state.popped()
    formed = replace(frame, left=left, group=(*frame.group, action.air_unit))
    _continue(pos, formed, transition)


def drop(pos: Position, frame: Grouping, _action: DropBombs, transition: Work) -> None:
    """The attack is made; whoever is left bombs after it."""
    transition.state = transition.state.popped()
    rest = replace(frame, left=frame.left if frame.group else (), group=())
    _continue(pos, rest, transition)
    _bomb(pos, frame, frame.group or frame.left, transition)


def node(pos: Position, frame: BombRoll) -> ChanceNode:
    """The die of a bombing attack."""
    reason = f"{frame.mission.value} of {pos.label(frame.at)}"
    return strengths.die(pos, frame.units, frame.at, reason, rule(pos, "bombing roll"))


def rolled(pos: Position, frame: BombRoll, face: int, transition: Work) -> None:
    """A hit does what the mission is for (BF-20F1a.1 to 20F2g.1)."""
    transition.state = transition.state.popped()
    at, hit = frame.at, strengths.hits(pos, frame.units, frame.at, face)
    _tell(pos, transition, frame.mission, at, frame.units, face=face, hit=hit)
    if not hit:
        return
    match frame.mission:
        case Mission.AIRBASE_BOMBING:
            if bases.capacity(pos, at):
                _damage(pos, transition, bases.AIRBASE, at)
            if fleet.charts_of(pos.context).bombing.strikes:
                _strike(pos, transition, frame)
        case Mission.AIR_UNIT_BOMBING:
            _hit_on_ground(pos, transition, frame.victim)
        case Mission.PORT_BOMBING:
            if bases.hits(pos, bases.PORT, at) < bases.most_port_hits(pos, at):
                _damage(pos, transition, bases.PORT, at)
        case Mission.RAIL_BOMBING:
            transition.set(breaks=transition.state.breaks | {at})
        case Mission.INTERDICTION_BOMBING:
            pos.count_warship(transition)
        case Mission.BRIDGE_BOMBING:
            assert frame.across is not None, "bombers of a bridge know where it leads"
            bridges.bombed(pos, transition, side_between(at, frame.across))
        case Mission.FACTORY_BOMBING | Mission.CITY_BOMBING | Mission.YARD_BOMBING:
            pos.count_plant(frame.mission, at, transition)
        case Mission.SHIP_BOMBING:
            pos.strike_quarry(frame.victim, transition)
        case _:
            pos.count_terror(at, transition)


def _tell(
    pos: Position,
    transition: Work,
    mission: Mission,
    at: Hex,
    units: tuple[str, ...],
    *,
    face: int,
    hit: bool,
) -> None:
    flown = (pos.air.units[unit].night for unit in units)
    strategic = any(
        strengths.strategic(pos, unit, mission, night=night)
        for unit, night in zip(units, flown, strict=True)
    )
    cited = topic(mission, strategic=strategic) if face else "tiny bombing strength"
    transition.tell(
        "places bombed" if face else "bombs too few",
        rule(pos, cited),
        mission=mission.value,
        at=at,
        units=units,
        face=face,
        modifier=f"{strengths.modifier(pos, units):+d}",
        result="a hit" if hit else "a miss",
    )


def _damage(pos: Position, transition: Work, what: str, at: Hex) -> None:
    transition.set(hits=bases.damaged(pos.context, transition.state.hits, what, at, 1))


def _strike(pos: Position, transition: Work, frame: BombRoll) -> None:
    """One air unit on the ground is hit, too; the bombing side chooses (BF-20F2a.3, 20F2a.6)."""
    there = fleet.parked(pos, frame.at, other(frame.side))
    if len(there) > 1:
        choice = ChoosingVictim(frame.side, frame.at, there)
        transition.state = transition.state.pushed(choice)
    elif there:
        _hit_on_ground(pos, transition, there[0])


def _hit_on_ground(pos: Position, transition: Work, unit: str) -> None:
    """An operative air unit is inoperative, another one eliminated (BF-20F2a.5)."""
    found = fates.current(pos, transition, unit)
    if not found.operative:
        fates.eliminate(pos, transition, unit, "air unit bombed")
        return
    fates.change(pos, transition, unit, replace(found, operative=False))
    transition.tell("air unit bombed", rule(pos, "air unit bombed"), air_unit=unit)


def ask_victim(pos: Position, frame: ChoosingVictim) -> Question:
    """Which one is hit?"""
    family = Family("strike", "Hit on the ground", lambda: tuple(map(StrikeOnGround, frame.units)))
    prompt = f"A hit on the airbase of {pos.label(frame.at)}: choose the air unit that is hit."
    return Question(frame.side, prompt, (family,), rule(pos, "air unit chosen"))


def victim_objections(
    pos: Position, frame: ChoosingVictim, action: StrikeOnGround
) -> Iterator[Objection]:
    """An enemy air unit on the ground at the airbase."""
    if action.air_unit not in frame.units:
        text = f"{action.air_unit!r} is not on the ground in {pos.label(frame.at)}."
        yield Objection(rule(pos, "air unit chosen"), text)


def strike(pos: Position, _frame: ChoosingVictim, action: StrikeOnGround, transition: Work) -> None:
    """That one."""
    transition.state = transition.state.popped()
    _hit_on_ground(pos, transition, action.air_unit)


HANDLERS = (
    Handler(Bombing, auto=go_on),
    Handler(
        Grouping,
        (Answer(JoinBombing, join_objections, join), Answer(DropBombs, no_objections, drop)),
        question=question,
    ),
    Handler(AimingBombs, (Answer(AimAt, aim_objections, aim),), question=ask_aim),
    Handler(BombRoll, chance=node, rolled=rolled),
    Handler(
        ChoosingVictim, (Answer(StrikeOnGround, victim_objections, strike),), question=ask_victim
    ),
)
"""The handlers of bombing attacks."""
