"""Ships move, are replenished, run on mines, and leave ports that fall (FE-28B1, 28B3 to 28B5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler
from engine.core.legal import Family, drawing, nobody
from engine.core.state import Frame, Location
from engine.core.wording import counted
from engine.systems.europa.state.constants import ALLIED, AXIS
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.sea.actions import SailShip
from engine.systems.fire_in_the_east.sea.boats import restoring
from engine.systems.fire_in_the_east.sea.records import (
    Course,
    MineRoll,
    ShipEscapeRoll,
    Task,
    Vessel,
)
from engine.systems.fire_in_the_east.sea.search import declaring
from engine.systems.fire_in_the_east.sea.shipping import cargo, lading, supplying
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.craft.afloat import current
from engine.systems.fire_in_the_east.state.craft.sinking import damage
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from engine.systems.fire_in_the_east.state.records import SeaEast
from maps.hexgrid import Hex

# What is offered


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Sail ships, in the Soviet movement phase."""
    if not isinstance(frame, Moving) or frame.exploiting or frame.side != ALLIED:
        return ()
    ready = able(pos)
    if not ready:
        return ()

    def sails(ship: str) -> Sequence[tuple[Hex, bool]]:
        at = _at(pos, ship)
        there = [(to, False) for to in pos.context.seas.span(at) if to != at]
        found = pos.fleet.vessels[ship]
        return [(at, found.port), *there] if pos.haven(at) else there

    def make(ship: str, way: tuple[Hex, bool]) -> Action:
        return SailShip(ship, _at(pos, ship), *way)

    def there(to: Location) -> Iterator[Action]:
        for ship in ready if isinstance(to, Hex) else ():
            yield from (make(ship, way) for way in sails(ship) if way[0] == to)

    def away(at: Location) -> Iterator[Action]:
        here = (ship for ship in ready if _at(pos, ship) == at)
        return (make(ship, way) for ship in here for way in sails(ship) if way[0] != at)

    return (
        Family(
            "sail ship",
            "Sail ships",
            lambda: (make(ship, way) for ship in ready for way in sails(ship)),
            of=nobody,
            there=there,
            away=away,
            search=drawing(lambda: ready, sails, make),
            weight=2,
            quiet=True,
        ),
    )


def able(pos: EastPosition) -> tuple[str, ...]:
    """The ships in play that may sail now."""
    return tuple(
        ship
        for ship, found, at in pos.afloat
        if pos.stays(ship, found, at) is None and pos.ship(ship).zone not in pos.searched
    )


def _at(pos: EastPosition, ship: str) -> Hex:
    at = pos.fleet.vessels[ship].hex
    assert at is not None, "a ship in play"
    return at


# Sailing


def _closed(pos: EastPosition, at: Hex) -> Objection:
    """Why no ship enters a hex of a sea zone (FE-31B.1, 31B.2, 39E.1)."""
    context = pos.context
    nation = context.holders.get(at, "")
    if nation in context.charts.nations.aloof:
        rule = context.charts.nations.neutrality(nation)
        return Objection(rule, f"{context.countries[at]} is neutral: nobody enters it.")
    return Objection("FE-39E.1", f"{pos.label(at)} is too shallow for ships.")


def objections(pos: EastPosition, frame: Moving, action: SailShip) -> Iterator[Objection]:
    """What forbids a voyage (FE-28A.1, 28B1.1)."""
    unknown = pos.no_ship(frame.side, action.ship)
    if unknown is not None:
        yield unknown
        return
    if frame.exploiting:
        yield Objection("FE-28B1.1", "Ships move in the movement phase alone.")
        return
    found, at, to = pos.fleet.vessels[action.ship], _at(pos, action.ship), action.target
    name, seas = pos.ship(action.ship).name, pos.context.seas
    if at != action.origin:
        yield Objection("FE-28B1.1", f"{name} is not in {pos.label(action.origin)}.")
        return
    kept = pos.stays(action.ship, found, at)
    answered = pos.bars_sailing(pos.ship(action.ship).zone)
    if kept is not None or answered is not None:
        yield from filter(None, (kept, answered))
    elif seas.zones.get(to) and seas.zones.get(to) != seas.zones.get(at):
        text = f"{pos.label(to)} lies in the {seas.zones[to]}: ships do not leave their sea zone."
        yield Objection("FE-28A.1", text)
    elif to in seas.zones and to not in seas.lanes:
        yield _closed(pos, to)
    elif not seas.waters.join((at,), to):
        yield Objection(
            "FE-28B1.1", f"No way by sea leads from {pos.label(at)} to {pos.label(to)}."
        )
    elif to == at and (not pos.haven(at) or action.stay_out is not found.port):
        yield Objection("FE-28B1.1", f"{name} is there already.")
    else:
        ships, units = cargo.convoy(pos, action.ship)
        yield from cargo.landing_objections(pos, ships, units, to)


def sail(pos: EastPosition, frame: Moving, action: SailShip, transition: Work) -> None:
    """Move the ship, or declare that, while the enemy searches its sea (FE-OPT4.5)."""
    course = voyage(pos, action, transition)
    if pos.watched_sea(pos.ship(action.ship).zone):
        declaring.declare(course, transition)
    else:
        follow(pos, frame.side, course, transition)


def voyage(pos: EastPosition, action: SailShip, transition: Work) -> Course:
    """The way of the ship, and of those that move with it; what it carries leaves its port."""
    fleet, to, seas = pos.fleet, action.target, pos.context.seas
    ships, units = cargo.convoy(pos, action.ship)
    load = units or cargo.carried(pos, ships)
    landing = cargo.depart(pos, ships, units, to, transition) if load else None
    way = seas.way(action.origin, to, refuge=fleet.refuge)
    left = all(fleet.vessels[ship].port for ship in ships)
    return Course(ships, way, left, pos.haven(to) and not action.stay_out, landing)


def follow(pos: EastPosition, side: str, course: Course, transition: Work) -> None:
    """Ships are where their way ends; those that come back to where there are no mines are checked
    for them (FE-28B5.2).
    """
    fleet, way, seas, port = pos.fleet, course.way, pos.context.seas, course.port
    at, to, landing = way[0], way[-1], course.landing
    checked = []
    for ship in course.craft:
        found = fleet.vessels[ship]
        risk = found.risk + seas.risk(way, refuge=fleet.refuge)
        after = replace(found, at=to, port=port, risk=risk)
        transition.set(fleet=current(transition).having(ship, after))
        moved = "ship put in" if port else "ship sailed"
        word = moved if at != to else "port entered" if port else "port left"
        transition.tell(word, "FE-28B1.1", ship=ship, at=at, to=to, hexes=len(way) - 1)
        if risk and not seas.mined(to, refuge=fleet.refuge):
            checked.append(MineRoll(side, ship))
    arriving = () if landing is None else (landing,)
    transition.state = transition.state.pushed(*arriving, *reversed(checked))


# The end of the movement phase


def close_movement(context: EastContext, transition: Work) -> None:
    """As the Soviet movement phase has ended, ships are replenished or scuttled, and those among
    mines are checked for damage (FE-28B3.1, 28B3.2, 28B5.2).
    """
    cargo.close_movement(transition)
    restoring.close_movement(transition)
    pos, due = now(context, transition), []
    for ship, found, at in pos.afloat:
        after = _replenished(pos, ship, found, at)
        if after is None:
            scuttle(pos, transition, ship, "FE-28B3.2")
            continue
        if after is not found:
            transition.set(fleet=current(transition).having(ship, after))
            if after.starved:
                transition.tell("ship unsupplied", "FE-28B3.2", ship=ship, at=at)
        outside = context.seas.mined(at, refuge=pos.fleet.refuge) and not pos.ship(ship).fixed
        if outside and (after.risk or not after.port):
            due.append(ship)
    rolls = (MineRoll(ALLIED, ship) for ship in reversed(due))
    transition.state = transition.state.pushed(*rolls)


def _replenished(pos: EastPosition, ship: str, found: Vessel, at: Hex) -> Vessel | None:
    """A ship once it has put in to replenish, in passing where it is at sea; None for one that
    could not for the second time (FE-28B3.1, 28B3.2).
    """
    if found.task is Task.SUPPLIED or (found.port and pos.haven(at)):
        return replace(found, starved=False) if found.starved else found
    seas, refuge = pos.context.seas, pos.fleet.refuge
    havens = {to for to in seas.ports if pos.haven(to)}
    way = seas.approach(at, havens, refuge=refuge)
    if way and not pos.ship(ship).fixed:
        detour = 0 if found.risk else 2 * seas.risk(way, refuge=refuge)
        return replace(found, starved=False, risk=found.risk + detour)
    return None if found.starved else replace(found, starved=True)


def open_turn(context: EastContext, transition: Work, side: str) -> None:
    """As a player turn begins, what ships did in the last one no longer binds them (FE-28B2.4)."""
    if not isinstance(transition.state, SeaEast):
        return
    cargo.open_turn(transition, side)
    restoring.open_turn(transition, side)
    supplying.open_turn(transition, side)
    lading.open_turn(transition, side)
    fleet = transition.state.fleet
    changed = {
        ship: replace(found, task=_lasting(found.task, side), aim=None, fired=False)
        for ship, found in fleet.vessels.items()
        if found.task or found.aim or found.fired
    }
    if changed:
        transition.set(fleet=replace(fleet, vessels={**fleet.vessels, **changed}))


def _lasting(task: Task, side: str) -> Task:
    """Who has carried supplies fires in the next German combat phase neither (FE-28D.3)."""
    return task if task is Task.SUPPLIED and side == AXIS else Task.NONE


# Damage


def scuttle(pos: EastPosition, transition: Work, ship: str, rule: str) -> None:
    """A ship is scuttled, and out of the game."""
    transition.set(fleet=current(transition).without(ship))
    transition.tell("ship scuttled", rule, ship=ship, at=pos.fleet.vessels[ship].at)


def mine_hits(pos: EastPosition, ship: str, face: int) -> int:
    """The hits that a face of the die does to a ship among mines (FE-28B5.3)."""
    return pos.context.charts.mines.hits(face, pos.fleet.vessels[ship].risk)


def mine_node(pos: EastPosition, frame: MineRoll) -> ChanceNode:
    """The die of a ship among mines, with the hits of each face."""
    faces = range(1, pos.context.charts.dice.faces + 1)
    words = tuple(counted(mine_hits(pos, frame.ship, face), "hit") for face in faces)
    name, risk = pos.ship(frame.ship).name, pos.fleet.vessels[frame.ship].risk
    reason = f"mines on the way of {name}, {counted(risk, 'hex', 'hexes')}"
    return ChanceNode(len(words), reason, "FE-28B5.3", words)


def mine_rolled(pos: EastPosition, frame: MineRoll, face: int, transition: Work) -> None:
    """The ship takes the hits, and has been checked."""
    transition.state = transition.state.popped()
    ship, hits = frame.ship, mine_hits(pos, frame.ship, face)
    found = pos.fleet.vessels[ship]
    transition.set(fleet=pos.fleet.having(ship, replace(found, risk=0)))
    transition.tell("mines", "FE-28B5.3", ship=ship, face=face, hits=hits)
    if hits:
        damage(pos.context.charts, transition, ship, hits, "FE-28B5.3")


# Ports that fall


def captured(context: EastContext, transition: Work, taken: Mapping[Hex, str]) -> None:
    """Ships in ports that the enemy has taken get out, or are scuttled; once all ports of the
    refuge are lost it is mined for good (FE-28B4, 28B5.4, 29D3.3).
    """
    if not isinstance(transition.state, SeaEast) or not taken:
        return
    pos = now(context, transition)
    lost = {at for at, side in taken.items() if side == AXIS}
    for ship, found, at in tuple(pos.afloat):
        if at not in lost or not found.port:
            continue
        if pos.ship(ship).fixed:
            scuttle(pos, transition, ship, "FE-28B4.2")
        elif pos.iced(at):
            scuttle(pos, transition, ship, "FE-29D3.3")
        else:
            transition.state = transition.state.pushed(ShipEscapeRoll(ALLIED, ship))
    fleet = current(transition)
    depots = {at: d for at, d in fleet.depots.items() if taken.get(at, d.side) == d.side}
    if len(depots) < len(fleet.depots):
        transition.set(fleet=replace(fleet, depots=depots))
    ports = context.seas.refuge_ports
    if pos.fleet.refuge and ports and all(pos.owner_of(at) == AXIS for at in ports):
        transition.set(fleet=replace(current(transition), refuge=False))
        transition.tell("refuge lost", "FE-28B5.4")


def escape_node(pos: EastPosition, frame: ShipEscapeRoll) -> ChanceNode:
    """The die of a ship whose port has fallen."""
    chart = pos.context.charts
    faces = range(1, chart.dice.faces + 1)
    words = tuple("escapes" if face <= chart.fleet.escape else "scuttled" for face in faces)
    at = pos.label(pos.fleet.vessels[frame.ship].at)
    reason = f"whether {pos.ship(frame.ship).name} gets out of {at}"
    return ChanceNode(len(words), reason, "FE-28B4.1", words)


def escape_rolled(pos: EastPosition, frame: ShipEscapeRoll, face: int, transition: Work) -> None:
    """It is at sea in the hex, or scuttled."""
    transition.state = transition.state.popped()
    ship, found = frame.ship, pos.fleet.vessels[frame.ship]
    if face > pos.context.charts.fleet.escape:
        scuttle(pos, transition, ship, "FE-28B4.1")
        return
    transition.set(fleet=pos.fleet.having(ship, replace(found, port=False)))
    transition.tell("ship escaped", "FE-28B4.1", ship=ship, at=found.at, face=face)


ANSWERS = (Answer(SailShip, objections, sail),)
"""What movement phases take besides."""
HANDLERS = (
    Handler(MineRoll, chance=mine_node, rolled=mine_rolled),
    Handler(ShipEscapeRoll, chance=escape_node, rolled=escape_rolled),
)
"""The dice."""
