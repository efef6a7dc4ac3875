"""In which ports the fleet begins (FE-OBS-11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice, Question
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.fire_in_the_east.sea.actions import FinishMooring, MoorShip
from engine.systems.fire_in_the_east.sea.boats import restoring
from engine.systems.fire_in_the_east.sea.records import NO_FLEET, Fleet, Mooring, Vessel
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from maps.hexgrid import Hex


def opening(context: EastContext) -> Fleet:
    """The ships of the sea zones that a scenario plays, each in the port the chart has for it."""
    zones = context.figures.fleet.zones
    rows = (row for row in context.charts.fleet.ships if row.zone in zones)
    found = {row.id: Vessel(context.hex_of(row.at)) for row in rows}
    boats = restoring.opening(context)
    return replace(NO_FLEET, vessels=found, refuge=True, boats=boats) if found else NO_FLEET


def berths(pos: EastPosition, ship: str) -> Iterator[Hex]:
    """The ports that a ship may begin in: those of its zone in Soviet hands."""
    zone, seas = pos.ship(ship).zone, pos.context.seas
    return (at for at in seas.ports if seas.zones[at] == zone and pos.haven(at))


def question(pos: EastPosition, frame: Mooring) -> Question:
    """Where does the fleet begin?"""
    families = (
        Family(
            "moor ship",
            "Ports of the fleet",
            lambda: (MoorShip(ship, at) for ship in pos.fleet.vessels for at in berths(pos, ship)),
            weight=1,
        ),
        Family("finish mooring", "The fleet is ready", lambda: (FinishMooring(),), closing=True),
    )
    prompt = "Choose the ports your ships begin in; they lie where we recommend it."
    return Question(frame.side, prompt, families, "FE-OBS-11")


def objections(pos: EastPosition, _frame: Mooring, action: MoorShip) -> Iterator[Objection]:
    """A ship in a Soviet port of its sea."""
    found = pos.fleet.vessels.get(action.ship)
    if found is None:
        yield Objection("FE-OBS-11", f"{action.ship!r} is no ship of yours.")
    elif found.at == action.target:
        name = pos.ship(action.ship).name
        yield Objection("FE-OBS-11", f"{name} begins in {pos.label(action.target)} already.")
    elif action.target not in berths(pos, action.ship):
        zone = pos.ship(action.ship).zone
        text = f"{pos.label(action.target)} has no Soviet port on the {zone}."
        yield Objection("FE-OBS-11", text)


def moor(pos: EastPosition, _frame: Mooring, action: MoorShip, transition: Work) -> None:
    """It begins there."""
    transition.set(fleet=pos.fleet.having(action.ship, Vessel(action.target)))
    transition.tell("ship moored", "FE-OBS-11", ship=action.ship, at=action.target)


def finish(_pos: EastPosition, _frame: Mooring, _action: FinishMooring, transition: Work) -> None:
    """All have their places."""
    transition.state = transition.state.popped()


def advise(_look: Outlook, _frame: Mooring) -> Advice:
    """Where the chart has them."""
    return Advice(FinishMooring(), "They lie where they are needed.")


HANDLERS = (
    Handler(
        Mooring,
        (Answer(MoorShip, objections, moor), Answer(FinishMooring, no_objections, finish)),
        question=question,
    ),
)
"""The decision."""
ADVISERS: dict[type[Frame], Adviser] = {Mooring: advise}
"""Who knows about it."""
