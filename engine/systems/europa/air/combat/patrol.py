"""Patrol attacks: fighters on the ground attack enemy air units that fly by (BF-19)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.state import Location
from engine.core.system import Question
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.combat import strengths
from engine.systems.europa.air.combat.actions import LetPass, PatrolAttack
from engine.systems.europa.air.combat.records import Patrolling, PatrolRoll
from engine.systems.europa.air.combat.ways import watched, way
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.board.bitmaps import union
from engine.systems.europa.board.flights import bits_of
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex


def fighters(pos: Position, side: str) -> tuple[str, ...]:
    """The fighters of a side that could still make a patrol attack in this air phase: operative,
    on a base whose fighters have not made as many as its capacity (BF-19.1, 19.8, 19.9).
    """
    return tuple(unit for unit in fleet.of_side(pos, side) if _ready(pos, unit))


def _ready(pos: Position, unit: str) -> bool:
    found, known = pos.air.units[unit], fleet.facts(pos, unit)
    if not (known.fighter and found.operative and fleet.grounded(found)):
        return False
    if unit in pos.air.patrolled or not isinstance(found.at, Hex):
        return False
    made = sum(pos.air.units[one].at == found.at for one in pos.air.patrolled)
    room = fleet.room(pos, found.at)
    return room is None or made < room


def zone(pos: Position, unit: str) -> frozenset[Hex]:
    """The patrol zone of a fighter on its base: every hex within half its movement rating, or as
    far as its nation's reach (BF-19.1, FE-19.1).
    """
    return fleet.around(pos, unit, pos.air.units[unit].at, _beat(pos, unit))


def _zoned(pos: Position, unit: str) -> int:
    """The same as bits of the board."""
    return fleet.flying_from(pos, unit, pos.air.units[unit].at).upto(_beat(pos, unit))


def _beat(pos: Position, unit: str) -> int:
    """How far the patrol zone of a fighter extends."""
    facts = fleet.facts(pos, unit)
    return fleet.charts_of(pos.context).patrol.zone(facts.nation, facts.move)


def meet(pos: Position, action: FlyMission, base: Location, transition: Work) -> None:
    """Ask the other side for patrol attacks on an air unit that flies through zones of its
    fighters, the far end of a bridge that it bombs included (BF-32C.4); by night there are none
    (BF-24E.5) or of night fighters alone (FE-24F.4), nor on neutrals.
    """
    flown_for, night = fleet.side_of(pos, action.air_unit), action.manner.night
    if not flown_for or (night and not fleet.charts_of(pos.context).air.night_patrols):
        return
    side = other(flown_for)
    awake = [unit for unit in fighters(pos, side) if not night or fleet.facts(pos, unit).night]
    if not awake:
        return
    bits, zones = bits_of(pos.context), [_zoned(pos, fighter) for fighter in awake]
    seen = union(tuple(zones))
    extended = action.manner.extended
    limit = fleet.reach(pos, action.air_unit, action.mission, extended=extended)
    unit, target = action.air_unit, action.target
    across = bits.bit[action.across] if action.across is not None else 0
    if not across & seen and fleet.clear(pos, unit, base, target, limit, seen):
        return  # for such a way would be taken
    path = way(pos, unit, base, target, limit, watched(bits, zones))
    if action.across is not None:
        path = (*path, action.across)
    if any(bits.bit[at] & seen for at in path):
        transition.state = transition.state.pushed(Patrolling(side, action.air_unit, base, path))


def chances_of(pos: Position, frame: Patrolling) -> Iterator[PatrolAttack]:
    """The patrol attacks that can still be made on the air unit that flies by: by fighter, in the
    hexes of its way that it has not left behind (BF-19.11).
    """
    ahead = frame.path[frame.reached :]
    for unit in fighters(pos, frame.side):
        watched = zone(pos, unit)
        yield from (PatrolAttack(unit, at) for at in ahead if at in watched)


def question(pos: Position, frame: Patrolling) -> Question:
    """Attack, and where?"""
    families = (
        Family("patrol attack", "Patrol attack", lambda: tuple(chances_of(pos, frame)), weight=6),
        Family("let pass", "Let it pass", lambda: (LetPass(),), weight=3, closing=True),
    )
    name, to = fleet.facts(pos, frame.air_unit).name, pos.air.units[frame.air_unit].target
    where = "by" if to is None else f"to {pos.label(to)}"
    prompt = f"{name} flies {where}: attack it from patrol, or let it pass."
    return Question(frame.side, prompt, families, rule(pos, "patrol"))


def objections(pos: Position, frame: Patrolling, action: PatrolAttack) -> Iterator[Objection]:
    """A fighter on patrol, a hex of its zone that the enemy is about to enter (BF-19)."""
    unit = action.air_unit
    if unit not in pos.air.units or fleet.side_of(pos, unit) != frame.side:
        yield Objection(rule(pos, "patrol"), f"{unit!r} is no air unit of yours.")
        return
    name = fleet.facts(pos, unit).name
    if unit in pos.air.patrolled:
        text = f"{name} has made its patrol attack in this air phase."
        yield Objection(rule(pos, "one patrol attack"), text)
    elif unit not in fighters(pos, frame.side):
        yield from _unfit(pos, unit)
    elif action.target not in zone(pos, unit):
        text = f"{pos.label(action.target)} is outside the patrol zone of {name}."
        yield Objection(rule(pos, "patrol zone"), text)
    if action.target not in frame.path[frame.reached :]:
        where, enemy = pos.label(action.target), fleet.facts(pos, frame.air_unit).name
        yield Objection(rule(pos, "patrol hex"), f"{enemy} does not enter {where} from here on.")


def _unfit(pos: Position, unit: str) -> Iterator[Objection]:
    """Why a fighter that has made no patrol attack can make none."""
    found, known = pos.air.units[unit], fleet.facts(pos, unit)
    grounded = known.fighter and found.operative and fleet.grounded(found)
    if grounded and isinstance(found.at, Hex):
        text = f"Fighters at {pos.label(found.at)} have made as many patrol attacks as it may hold."
        yield Objection(rule(pos, "patrol capacity"), text)
    else:
        text = f"{known.name} is no operative fighter on an airbase of the board."
        yield Objection(rule(pos, "patrol zone"), text)


def attack(_pos: Position, frame: Patrolling, action: PatrolAttack, transition: Work) -> None:
    """A die for the fighter; the hex is left behind with it."""
    frame = replace(frame, reached=frame.path.index(action.target) + 1)
    shot = PatrolRoll(action.air_unit, frame.air_unit, action.target)
    transition.state = transition.state.swapped(frame).pushed(shot)


def let_pass(_pos: Position, _frame: Patrolling, _action: LetPass, transition: Work) -> None:
    """It goes on undisturbed."""
    transition.state = transition.state.popped()


def node(pos: Position, frame: PatrolRoll) -> ChanceNode:
    """The die of a patrol attack."""
    needed = strengths.patrol_roll(pos, frame.air_unit, frame.against)
    attacker, target = (
        fleet.facts(pos, frame.air_unit).name,
        fleet.facts(pos, frame.against).name,
    )
    meanings = tuple(
        fates.TURNED if face >= needed else "-"
        for face in range(1, pos.context.charts.dice.faces + 1)
    )
    reason = f"patrol attack by {attacker} on {target} in {pos.label(frame.at)}"
    return ChanceNode(pos.context.charts.dice.faces, reason, rule(pos, "patrol"), meanings)


def rolled(pos: Position, frame: PatrolRoll, face: int, transition: Work) -> None:
    """Turned back from the hex it had entered (BF-19.6), or on it flies, to meet others."""
    done = face >= strengths.patrol_roll(pos, frame.air_unit, frame.against)
    air = replace(pos.air, patrolled=pos.air.patrolled | {frame.air_unit})
    transition.set(air=air)
    transition.state = transition.state.popped()
    passing = transition.state.top
    assert isinstance(passing, Patrolling), "patrol attacks are made while an air unit flies by"
    transition.tell(
        "patrol attack",
        rule(pos, "patrol"),
        air_unit=frame.air_unit,
        against=frame.against,
        at=frame.at,
        face=face,
        result=fates.TURNED if done else fates.NOTHING,
    )
    now = pos.context.look(transition.state)
    if done:
        transition.state = transition.state.popped()
        flying = air.units[frame.against]
        home = fleet.homeward(pos, frame.against)
        over = flying.target if frame.at == flying.across else frame.at
        stopped = replace(flying, at=passing.base, target=over, home=home)
        fates.change(pos, transition, frame.against, stopped)
        fates.turn_back(pos, transition, frame.against, aborted=False)
    elif next(chances_of(now, passing), None) is None:
        transition.state = transition.state.popped()


HANDLERS = (
    Handler(
        Patrolling,
        (Answer(PatrolAttack, objections, attack), Answer(LetPass, no_objections, let_pass)),
        question=question,
    ),
    Handler(PatrolRoll, chance=node, rolled=rolled),
)
"""The handlers of patrols."""
