"""What fire and captures do to air units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.core.chance import ChanceNode
from engine.systems.europa.air import fleet
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.records import TURNED_BACK, AirUnit
from engine.systems.europa.state.common import Work, bury
from engine.systems.europa.state.constants import DEAD, GONE
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex
from oob.model import UnitId

NOTHING, TURNED, ABORTED, ELIMINATED = "no effect", "turned back", "aborted", "eliminated"
"""What fire does to an air unit (BF-21B2)."""
Result = Callable[[int], str]
"""What a total of two dice does."""


def chances(pos: Position, result: Result) -> dict[str, float]:
    """The chance of each result of two dice, the worst first."""
    faces = range(1, pos.context.charts.dice.faces + 1)
    found = [result(first + second) for first in faces for second in faces]
    kinds = (ELIMINATED, ABORTED, TURNED, NOTHING)
    return {kind: found.count(kind) / len(found) for kind in kinds if kind in found}


def two_dice(pos: Position, first: int, reason: str, rule_id: str, result: Result) -> ChanceNode:
    """The first of two dice (``first`` is 0 then), or the second with what each face does."""
    faces = pos.context.charts.dice.faces
    meanings: tuple[str, ...] = ()
    if first:
        meanings = tuple(result(first + face) for face in range(1, faces + 1))
    which = "second" if first else "first"
    return ChanceNode(faces, f"{reason}, {which} die", rule_id, meanings)


def suffer(pos: Position, transition: Work, unit: str, result: str) -> None:
    """Have a result hold for an air unit (BF-21B2.1 to 21B2.4)."""
    if result == ELIMINATED:
        eliminate(pos, transition, unit)
    elif result != NOTHING:
        turn_back(pos, transition, unit, aborted=result == ABORTED)


def current(pos: Position, transition: Work, unit: str) -> AirUnit:
    """An air unit as it is in the step in the making."""
    return pos.context.look(transition.state).air.units[unit]


def change(pos: Position, transition: Work, unit: str, found: AirUnit) -> None:
    """Have an air unit be otherwise."""
    transition.set(air=pos.context.look(transition.state).air.having(unit, found))


def eliminate(pos: Position, transition: Work, unit: str, topic: str = "air eliminated") -> None:
    """Remove an air unit from play; it may come back by a replacement point (BF-21B2.4)."""
    lost = current(pos, transition, unit)
    cargo = lost.cargo
    if lost.tow:
        release(pos, transition, lost.tow)
        eliminate(pos, transition, lost.tow, topic)
    change(pos, transition, unit, AirUnit(DEAD))
    transition.tell("air unit eliminated", rule(pos, topic), air_unit=unit)
    for passenger in cargo:
        _lose(pos, transition, UnitId(passenger))
    if lost.freight and isinstance(lost.at, Hex):
        pos.take_freight(lost.at, lost.freight, transition)
        transition.tell("points shot down", rule(pos, "cargo lost"), amount=lost.freight)
    pos.count_air_loss(unit, transition)


def release(pos: Position, transition: Work, glider: str) -> None:
    """A glider is in nobody's tow any more."""
    air = pos.context.look(transition.state).air
    for unit, found in air.units.items():
        if found.tow == glider:
            change(pos, transition, unit, replace(found, tow=""))


def _lose(pos: Position, transition: Work, passenger: UnitId) -> None:
    """A ground unit that was aboard is eliminated, whoever else carried it (BF-20E.5, 20E.6)."""
    air = pos.context.look(transition.state).air
    rest = {
        id_: found.loaded(
            tuple(one for one in found.cargo if one != passenger), freight=found.freight
        )
        for id_, found in air.units.items()
        if passenger in found.cargo
    }
    transition.set(air=replace(air, units={**air.units, **rest}))
    bury(transition, passenger)
    transition.tell("eliminated", rule(pos, "cargo lost"), unit=passenger)


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
    home = found.home or fleet.reach(pos, unit, found.mission, extended=found.extended)
    back = replace(found, mission=TURNED_BACK, target=over, operative=operative, home=home)
    change(pos, transition, unit, back)
    if aborted and back.tow:
        glider = current(pos, transition, back.tow)
        change(pos, transition, back.tow, replace(glider, operative=False))
    what, topic = (
        ("air unit aborted", "air aborted")
        if aborted
        else ("air unit turned back", "air turned back")
    )
    transition.tell(what, rule(pos, topic), air_unit=unit)
