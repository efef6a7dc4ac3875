"""What fire and captures do to air units."""

from __future__ import annotations

from dataclasses import replace

from engine.systems.europa.air import fleet
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.records import TURNED_BACK, AirUnit
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import DEAD, GONE
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex


def current(pos: Position, transition: Work, unit: str) -> AirUnit:
    """An air unit as it is in the step in the making."""
    return pos.context.look(transition.state).air.units[unit]


def change(pos: Position, transition: Work, unit: str, found: AirUnit) -> None:
    """Have an air unit be otherwise."""
    transition.set(air=pos.context.look(transition.state).air.having(unit, found))


def eliminate(pos: Position, transition: Work, unit: str, topic: str = "air eliminated") -> None:
    """Remove an air unit from play; it may come back by a replacement point (BF-21B2.4)."""
    change(pos, transition, unit, AirUnit(DEAD))
    transition.tell("air unit eliminated", rule(pos, topic), air_unit=unit)
    pos.count_air_loss(unit, transition)


def remove(pos: Position, transition: Work, unit: str) -> None:
    """Take an air unit out of the game for good."""
    change(pos, transition, unit, AirUnit(GONE))


def turn_back(pos: Position, transition: Work, unit: str, *, aborted: bool) -> None:
    """Send an air unit home without its mission; aborted ones are inoperative (BF-21B2.2,
    21B2.3).
    """
    found = current(pos, transition, unit)
    operative = found.operative and not aborted
    over = found.at if found.target is None else found.target
    assert isinstance(over, Hex), "fire reaches air units over hexes"
    home = found.home or fleet.reach(pos, unit, found.mission)
    back = replace(found, mission=TURNED_BACK, target=over, operative=operative, home=home)
    change(pos, transition, unit, back)
    what, topic = (
        ("air unit aborted", "air aborted")
        if aborted
        else ("air unit turned back", "air turned back")
    )
    transition.tell(what, rule(pos, topic), air_unit=unit)
