"""Where a retreating force may go (BG 12.8)."""

from __future__ import annotations

from functools import partial

from engine.rules.combat.retreats import Preference, all_can_leave, preferred, together
from engine.systems.balkan_gambit.state.position import Position, other
from maps.hexgrid import Hex
from oob.model import UnitId


def open_hexes(pos: Position, unit: UnitId, origin: Hex, side: str) -> tuple[Hex, ...]:
    """Adjacent hexes a unit could retreat into in normal movement, stacking aside."""
    return tuple(at for at in _steps(pos, unit, origin, side) if pos.allowed(unit, at))


def closed_hexes(pos: Position, unit: UnitId, origin: Hex, side: str) -> tuple[Hex, ...]:
    """Adjacent hexes in a country closed to a unit, which may retreat there all the same (BG
    11.5).
    """
    barred = (at for at in _steps(pos, unit, origin, side) if not pos.allowed(unit, at))
    return tuple(at for at in barred if not dies_there(pos, unit, at))


def forced_hexes(pos: Position, unit: UnitId, origin: Hex, side: str) -> tuple[Hex, ...]:
    """Adjacent hexes outside a collaborator's zone, taken only when nothing else is open (BG
    11.3).
    """
    return tuple(at for at in _steps(pos, unit, origin, side) if dies_there(pos, unit, at))


def can_enter(pos: Position, unit: UnitId, origin: Hex, to: Hex, side: str) -> bool:
    """True for a hex a unit can retreat to and live, stacking and preferences aside."""
    return to in _steps(pos, unit, origin, side) and not dies_there(pos, unit, to)


def _steps(pos: Position, unit: UnitId, origin: Hex, side: str) -> tuple[Hex, ...]:
    hostile = pos.held[other(side)]
    return tuple(
        at for at in origin.neighbours() if pos.can_step(unit, origin, at) and at not in hostile
    )


def dies_there(pos: Position, unit: UnitId, at: Hex) -> bool:
    """True for a collaborator forced out of its zone (BG 11.3)."""
    return pos.nation(unit) in pos.context.collaborators and not pos.allowed(unit, at)


def stack_hexes(
    pos: Position, units: tuple[UnitId, ...], origin: Hex, side: str
) -> tuple[Hex, ...]:
    """Hexes the whole force can retreat into together: each unit could go there alone, empty hexes
    before friendly ones (BG 12.8.2-4).
    """
    return together(units, partial(_normal, pos, origin, side), partial(fits, pos, side))


def _normal(pos: Position, origin: Hex, side: str, unit: UnitId) -> tuple[Hex, ...]:
    """Hexes a unit can retreat to and live: those of normal movement, and closed country, which
    nobody has to choose (BG 11.5, 12.8.3).
    """

    def room(hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
        return tuple(at for at in hexes if fits(pos, side, (unit,), at))

    usual = room(open_hexes(pos, unit, origin, side))
    closed = room(closed_hexes(pos, unit, origin, side))
    empty = tuple(at for at in (*usual, *closed) if not pos.at.get(at))
    lawful = set(_choice(pos, usual, side))
    lawful.update(empty or _choice(pos, closed, side))
    return tuple(at for at in (*usual, *closed) if at in lawful)


def fits(pos: Position, side: str, units: tuple[UnitId, ...], at: Hex) -> bool:
    """True when units can join those in a hex (BG 10.3, 10.6)."""
    there = list(pos.friends(at, side))
    for unit in units:
        if pos.crowded([*there, unit], side) or pos.mixed(unit, there):
            return False
        there.append(unit)
    return True


def _choice(pos: Position, hexes: tuple[Hex, ...], side: str) -> tuple[Hex, ...]:
    """Friendly hexes only when no entirely empty one is open (BG 12.8.3)."""
    if all(pos.at.get(at) for at in hexes):
        return hexes
    return preferred(hexes, Preference.EMPTY_FIRST, lambda at: pos.friends(at, side))


def unit_hexes(pos: Position, unit: UnitId, origin: Hex, side: str) -> tuple[Hex, ...]:
    """Hexes one unit can retreat into on its own: where it lives, else out of its zone."""
    found = _normal(pos, origin, side, unit)
    if found:
        return found
    forced = forced_hexes(pos, unit, origin, side)
    return _choice(pos, tuple(at for at in forced if fits(pos, side, (unit,), at)), side)


def can_retreat(pos: Position, units: tuple[UnitId, ...], origin: Hex, side: str) -> bool:
    """True when the whole force can leave its hex, split if it must (BG 12.8.4, 12.8.6)."""
    if stack_hexes(pos, units, origin, side):
        return True
    return all_can_leave(
        units,
        lambda unit: unit_hexes(pos, unit, origin, side),
        partial(fits, pos, side),
        partial(dies_there, pos),
    )
