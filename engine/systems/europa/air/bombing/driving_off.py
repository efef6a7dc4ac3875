"""Fire of units that have come into a hex at the enemies in the air who harass it, where a title
has a rule for that (FE-38B2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame
from engine.systems.europa.air import fleet
from engine.systems.europa.air.bombing.actions import FireAtHarassers
from engine.systems.europa.air.combat import antiaircraft
from engine.systems.europa.air.records import AirReturn, FlakRoll, Mission
from engine.systems.europa.state.common import Work, mark, objection, use
from engine.systems.europa.state.constants import FIRED, MOVED, other
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId


def harassers(pos: Position, side: str) -> Mapping[Hex, tuple[str, ...]]:
    """The air units that harass a side, by hex."""
    found: dict[Hex, tuple[str, ...]] = {}
    for unit in fleet.of_side(pos, other(side)):
        flight = pos.air.units[unit]
        if flight.mission == Mission.HARASSMENT and isinstance(flight.target, Hex):
            found[flight.target] = (*found.get(flight.target, ()), unit)
    return found


def _key(pos: Position, at: Hex) -> str:
    """The note that a hex has been fired from in this phase."""
    return f"fire at harassers, {pos.state.phase}, {pos.label(at)}"


def guns(pos: Position, units: tuple[UnitId, ...]) -> int:
    """The strength with which units fire."""
    return antiaircraft.of_units(pos, units) // pos.flak_divisor(pos.side(units[0]))


def firing(pos: Position, frame: Moving, at: Hex) -> tuple[UnitId, ...]:
    """The units of a hex that may fire: those with guns that have come there in this phase."""
    return tuple(
        unit
        for unit in pos.friends(at, frame.side)
        if antiaircraft.of_unit(pos, unit) and next(_unable(pos, frame, unit), None) is None
    )


def _unable(pos: Position, frame: Moving, unit: UnitId) -> Iterator[Objection]:
    """What keeps a unit from firing (FE-38B2.1, 38B2.2)."""
    rules = pos.harassment_fire
    if MOVED not in pos.piece(unit).marks or FIRED in pos.piece(unit).marks:
        text = f"{pos.called(unit)} has not come into its hex in this phase, or has fired."
        yield Objection(rules.fire, text)
    elif frame.exploiting and not pos.facts(unit).mobile:
        text = f"{pos.called(unit)} is not c/m: it does not fire in the exploitation phase."
        yield Objection(rules.exploiting, text)


def families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    """Fire at harassers, with all guns of a hex or with one unit."""
    if not isinstance(frame, Moving) or not pos.harassment_fire.fire or not pos.air.units:
        return ()
    over = {at for at in harassers(pos, frame.side) if at in pos.held[frame.side]}
    if not over:
        return ()
    return (Family("fire at harassers", "Fire at air units", partial(_offers, pos, frame, over)),)


def _offers(pos: Position, frame: Moving, over: set[Hex]) -> Iterator[Action]:
    for at in sorted(over):
        units = firing(pos, frame, at)
        if len(units) > 1:
            yield FireAtHarassers(units, at)
        yield from (FireAtHarassers((unit,), at) for unit in units)


def objections(pos: Position, frame: Moving, action: FireAtHarassers) -> Iterator[Objection]:
    """What forbids the fire (FE-38B2.1, 38B2.2)."""
    units, at, rules = action.units, action.target, pos.harassment_fire
    if not rules.fire:
        yield objection(pos, "movement phase", "Units do not fire at air units that harass them.")
        return
    name = pos.label(at)
    if not units or any(pos.piece(unit).at != at for unit in units):
        yield Objection(rules.fire, f"Choose among the units in {name}.")
    elif pos.side(units[0]) != frame.side:
        yield Objection(rules.fire, "They are not yours to move.")
    elif at not in harassers(pos, frame.side):
        yield Objection(rules.fire, f"No enemy air units harass {name}.")
    elif pos.state.used.get(_key(pos, at)):
        yield Objection(rules.fire, f"{name} has been fired from in this phase.")
    else:
        for unit in units:
            yield from _unable(pos, frame, unit)
        if guns(pos, units) < 1:
            yield Objection(rules.fire, "They have no antiaircraft strength.")


def fire(pos: Position, frame: Moving, action: FireAtHarassers, transition: Work) -> None:
    """The units end their movement; each air unit over the hex is fired at, and who is driven off
    goes home at once.
    """
    at, enemy = action.target, other(frame.side)
    for unit in action.units:
        mark(transition, unit, FIRED)
    use(transition, _key(pos, at), 1)
    strength = guns(pos, action.units)
    transition.tell(
        "fire at harassers", pos.harassment_fire.fire, units=action.units, at=at, strength=strength
    )
    shots = [FlakRoll(unit, strength) for unit in harassers(pos, frame.side)[at]]
    transition.state = transition.state.pushed(AirReturn(enemy), *reversed(shots))


def best(pos: Position, frame: Moving) -> FireAtHarassers | None:
    """Fire of all the guns of a hex whose units have no way left to go; None without any."""
    if not pos.harassment_fire.fire:
        return None
    for at in sorted(harassers(pos, frame.side)):
        units = firing(pos, frame, at)
        action = FireAtHarassers(units, at)
        if units and next(objections(pos, frame, action), None) is None:
            return action
    return None


ANSWERS = (Answer(FireAtHarassers, objections, fire),)
