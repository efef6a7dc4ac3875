"""River flotillas come, are repaired and replaced, and begin turns afresh (FE-28F.4, OBS-12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame
from engine.systems.europa.state.constants import ALLIED, DEAD, PENDING
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.sea.boats.actions import RepairBoats, ReplaceBoat
from engine.systems.fire_in_the_east.sea.records import Boat, Job
from engine.systems.fire_in_the_east.sea.streams import LAKE, RIVER
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.craft.afloat import current
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from maps.hexgrid import Hex
from oob.model import UnitId

NOBODY: frozenset[UnitId] = frozenset()


def opening(context: EastContext) -> dict[str, Boat]:
    """The flotillas whose hex lies on the field of a scenario with ships: those that begin in
    theirs, and those to come.
    """
    found = {}
    for row in context.charts.flotillas.rows:
        at = context.hex_of(row.at)
        if at in context.field:
            found[row.id] = Boat(PENDING if row.turn else at)
    return found


def receive(context: EastContext, transition: Work, side: str) -> None:
    """Flotillas that are due come to their hexes, as soon as these are Soviet ones (FE-OBS-12,
    34A.1).
    """
    fleet, turn = current(transition), transition.state.turn
    if side != ALLIED or all(found.at != PENDING for found in fleet.boats.values()):
        return
    pos = now(context, transition)
    for boat, found in fleet.boats.items():
        row = pos.flotilla(boat)
        at = context.hex_of(row.at)
        if found.at == PENDING and row.turn <= turn and pos.owner_of(at) == ALLIED:
            transition.set(fleet=current(transition).with_boat(boat, Boat(at)))
            transition.tell("boat came", "FE-OBS-12", boat=boat, at=at)


def open_turn(transition: Work, side: str) -> None:
    """As a player turn begins, jobs of the last one are over, and supplies have lain for two
    Soviet initial phases (FE-28E.8, 28E.11).
    """
    fleet = current(transition)
    busy = {
        boat: replace(found, job=Job.NONE, over=None)
        for boat, found in fleet.boats.items()
        if found.job
    }
    if busy:
        fleet = replace(fleet, boats={**fleet.boats, **busy})
    if side == ALLIED and fleet.floated:
        fleet = replace(fleet, floated={})
    if fleet is not current(transition):
        transition.set(fleet=fleet)


def close_movement(transition: Work) -> None:
    """As the Soviet movement phase has ended, nobody is aboard any more."""
    fleet = current(transition)
    moved = {
        boat: replace(found, spent=0, carried=0, taken=NOBODY, freight=0, sailed=0)
        for boat, found in fleet.boats.items()
        if found.spent or found.carried or found.freight
    }
    if moved or fleet.riders:
        transition.set(fleet=replace(fleet, boats={**fleet.boats, **moved}, riders={}))


# What is offered


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Repair and replace flotillas, in a Soviet initial phase."""
    if not isinstance(frame, Initial) or frame.side != ALLIED or not pos.fleet.repairs:
        return ()
    found = []
    hurt = [boat for boat in pos.fleet.boats if next(_unfit(pos, boat), None) is None]
    if hurt:
        pairs = tuple(RepairBoats(*pair) for pair in combinations(hurt, _together(pos)))
        repairs = (*map(RepairBoats, hurt), *pairs)
        found.append(Family("repair boats", "Repair river flotillas", lambda: repairs, weight=2))
    lost = tuple(
        ReplaceBoat(boat, at)
        for boat, gone in pos.fleet.boats.items()
        if gone.at == DEAD
        for at in yards(pos)
    )
    if lost and pos.fleet.repairs >= pos.context.charts.flotillas.price:
        found.append(Family("replace boat", "Replace river flotillas", lambda: lost, weight=2))
    return tuple(found)


def _together(pos: EastPosition) -> int:
    """How many flotillas a point repairs: each has one hit less than would sink it."""
    return min(2, pos.context.charts.flotillas.repaired)


def yards(pos: EastPosition) -> tuple[Hex, ...]:
    """The Soviet major cities of the USSR beside a river or lake, in order."""
    context = pos.context
    land, water = context.charts.fleet.land, context.streams.water
    return tuple(
        at
        for at in sorted(context.cities)
        if context.major_city(at)
        and pos.country_of(at) == land
        and pos.owner_of(at) == ALLIED
        and any(water(at, near) in (RIVER, LAKE) for near in at.neighbours())
    )


def _unfit(pos: EastPosition, boat: str) -> Iterator[Objection]:
    """Why a flotilla is not repaired (FE-28F.4)."""
    unknown = pos.no_boat(ALLIED, boat)
    if unknown is not None:
        yield unknown
        return
    found, name = pos.fleet.boats[boat], pos.flotilla(boat).name
    at = found.hex
    assert at is not None, "a flotilla in play"
    if not found.hits:
        yield Objection("FE-28F.4", f"{name} is not damaged.")
    elif not pos.context.city_rank(at) or pos.owner_of(at) != ALLIED:
        yield Objection("FE-28F.4", f"{name} lies beside no city of yours.")
    elif found.job:
        yield Objection("FE-28F.4", f"{name} carries supplies in this player turn.")


def objections(pos: EastPosition, frame: Initial, action: RepairBoats) -> Iterator[Objection]:
    """What forbids to repair flotillas (FE-28F.1, 28F.4)."""
    boats = tuple(filter(None, (action.boat, action.second)))
    if frame.side != ALLIED:
        yield Objection("FE-28E.1", "River flotillas are Soviet.")
        return
    for boat in boats:
        yield from _unfit(pos, boat)
    if len(set(boats)) < len(boats) or len(boats) > _together(pos):
        yield Objection("FE-28F.4", "Two flotillas are repaired by a point, each by a hit.")
    if not pos.fleet.repairs:
        yield Objection("FE-28F.1", "You have no repair points.")


def repair(pos: EastPosition, _frame: Initial, action: RepairBoats, transition: Work) -> None:
    """They are sound, and do nothing in this player turn (FE-28F.4)."""
    fleet = replace(pos.fleet, repairs=pos.fleet.repairs - 1)
    for boat in filter(None, (action.boat, action.second)):
        found = fleet.boats[boat]
        fleet = fleet.with_boat(boat, replace(found, hits=found.hits - 1, job=Job.REPAIRED))
        transition.tell("boat repaired", "FE-28F.4", boat=boat, at=found.at)
    transition.set(fleet=fleet)


def replace_objections(
    pos: EastPosition, frame: Initial, action: ReplaceBoat
) -> Iterator[Objection]:
    """What forbids to replace a flotilla (FE-28F.4)."""
    found, price = pos.fleet.boats.get(action.boat), pos.context.charts.flotillas.price
    if frame.side != ALLIED or found is None:
        yield Objection("FE-28F.4", f"{action.boat!r} is no river flotilla of yours.")
    elif found.at != DEAD:
        yield Objection("FE-28F.4", f"{pos.flotilla(action.boat).name} has not been lost.")
    elif action.target not in yards(pos):
        text = f"{pos.label(action.target)} is no Soviet major city on a river or lake."
        yield Objection("FE-28F.4", text)
    elif pos.fleet.repairs < price:
        yield Objection("FE-28F.1", "You have no repair points.")


def restore(pos: EastPosition, _frame: Initial, action: ReplaceBoat, transition: Work) -> None:
    """It is there."""
    fleet = pos.fleet.with_boat(action.boat, Boat(action.target))
    price = pos.context.charts.flotillas.price
    transition.set(fleet=replace(fleet, repairs=fleet.repairs - price))
    transition.tell("boat replaced", "FE-28F.4", boat=action.boat, at=action.target)


ANSWERS = (
    Answer(RepairBoats, objections, repair),
    Answer(ReplaceBoat, replace_objections, restore),
)
"""What initial phases take besides."""
