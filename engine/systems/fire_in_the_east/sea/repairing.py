"""Repair points for ships (FE-28F)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame
from engine.core.wording import counted
from engine.systems.europa.state.constants import ALLIED, DEAD
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.sea.actions import RepairShip, ReplaceShip
from engine.systems.fire_in_the_east.sea.records import Task, Vessel
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.craft.afloat import current
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from maps.hexgrid import Hex


def receive(context: EastContext, transition: Work, side: str) -> None:
    """Repair points that come with a turn; they may be saved (FE-28F.1, OBS-18)."""
    turn = transition.state.turn
    coming = sum(row.points for row in context.charts.repairs.rows if row.turn == turn)
    if side != ALLIED or not coming:
        return
    fleet = current(transition)
    transition.set(fleet=replace(fleet, repairs=fleet.repairs + coming))
    transition.tell("repair points", "FE-28F.1", count=coming)


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Repair ships, replace the destroyers."""
    if not isinstance(frame, Initial) or frame.side != ALLIED or not pos.fleet.repairs:
        return ()
    damaged = tuple(RepairShip(ship) for ship, found, _ in pos.afloat if found.hits and found.port)
    found = []
    if damaged:
        found.append(Family("repair ship", "Repair ships", lambda: damaged, weight=2))
    lost = tuple(
        ReplaceShip(ship, at)
        for ship, gone in pos.fleet.vessels.items()
        if gone.at == DEAD and pos.ship(ship).type == pos.context.charts.repairs.replaced
        for at in ports(pos, ship)
    )
    if lost and pos.fleet.repairs >= pos.context.charts.repairs.price:
        found.append(Family("replace ship", "Replace ships", lambda: lost, weight=2))
    return tuple(found)


def ports(pos: EastPosition, ship: str) -> tuple[Hex, ...]:
    """The Soviet ports on the sea of a ship."""
    seas, zone = pos.context.seas, pos.ship(ship).zone
    return tuple(at for at in seas.ports if seas.zones[at] == zone and pos.haven(at))


def objections(pos: EastPosition, frame: Initial, action: RepairShip) -> Iterator[Objection]:
    """What forbids the repair of a ship (FE-28F.2)."""
    unknown = pos.no_ship(frame.side, action.ship)
    if unknown is not None:
        yield unknown
        return
    found, name = pos.fleet.vessels[action.ship], pos.ship(action.ship).name
    if not found.hits:
        yield Objection("FE-28F.2", f"{name} is not damaged.")
    if not found.port:
        yield Objection("FE-28F.2", f"{name} is not in port.")
    if found.task is Task.SUPPLIED:
        yield Objection("FE-28F.2", f"{name} carries supplies in this player turn.")
    if not pos.fleet.repairs:
        yield Objection("FE-28F.1", "You have no repair points.")


def repair(pos: EastPosition, _frame: Initial, action: RepairShip, transition: Work) -> None:
    """A point repairs a hit; the ship neither moves nor fires in this player turn (FE-28F.2)."""
    found = pos.fleet.vessels[action.ship]
    after = replace(found, hits=found.hits - 1, task=Task.REPAIRED)
    fleet = pos.fleet.having(action.ship, after)
    transition.set(fleet=replace(fleet, repairs=fleet.repairs - 1))
    transition.tell("ship repaired", "FE-28F.2", ship=action.ship, at=found.at)


def replace_objections(
    pos: EastPosition, frame: Initial, action: ReplaceShip
) -> Iterator[Objection]:
    """What forbids to replace a ship (FE-28F.3)."""
    found, chart = pos.fleet.vessels.get(action.ship), pos.context.charts.repairs
    if frame.side != ALLIED or found is None:
        yield Objection("FE-28F.3", f"{action.ship!r} is no ship of yours.")
    elif pos.ship(action.ship).type != chart.replaced:
        yield Objection("FE-28F.3", f"{pos.ship(action.ship).name} cannot be replaced.")
    elif found.at != DEAD:
        yield Objection("FE-28F.3", f"{pos.ship(action.ship).name} has not been sunk.")
    elif action.target not in ports(pos, action.ship):
        zone = pos.ship(action.ship).zone
        yield Objection("FE-28F.3", f"{pos.label(action.target)} is no Soviet port on the {zone}.")
    elif pos.fleet.repairs < chart.price:
        yield Objection("FE-28F.3", f"That takes {counted(chart.price, 'repair point')}.")


def restore(pos: EastPosition, _frame: Initial, action: ReplaceShip, transition: Work) -> None:
    """It is there, and fully operational (FE-28F.3)."""
    fleet = pos.fleet.having(action.ship, Vessel(action.target))
    price = pos.context.charts.repairs.price
    transition.set(fleet=replace(fleet, repairs=fleet.repairs - price))
    transition.tell("ship replaced", "FE-28F.3", ship=action.ship, at=action.target)


ANSWERS = (
    Answer(RepairShip, objections, repair),
    Answer(ReplaceShip, replace_objections, restore),
)
"""What initial phases take besides."""
