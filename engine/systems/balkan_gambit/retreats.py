"""Where a retreating force may go (BG 12.8)."""

from __future__ import annotations

from engine.systems.balkan_gambit.position import CAPITAL, Position, other
from maps.hexgrid import Hex
from oob.model import UnitId


def open_hexes(pos: Position, unit: UnitId, origin: Hex, side: str) -> tuple[Hex, ...]:
    """Adjacent hexes a unit could retreat into in normal movement, stacking aside."""
    return tuple(at for at in _steps(pos, unit, origin, side) if pos.allowed(unit, at))


def forced_hexes(pos: Position, unit: UnitId, origin: Hex, side: str) -> tuple[Hex, ...]:
    """Adjacent hexes in closed country, open to a retreat only when nothing else is (BG 11.3,
    11.5).
    """
    return tuple(at for at in _steps(pos, unit, origin, side) if not pos.allowed(unit, at))


def _steps(pos: Position, unit: UnitId, origin: Hex, side: str) -> tuple[Hex, ...]:
    hostile = pos.held[other(side)]
    return tuple(
        at for at in origin.neighbours() if pos.can_step(unit, origin, at) and at not in hostile
    )


def dies_there(pos: Position, unit: UnitId, at: Hex) -> bool:
    """True for a collaborator forced out of its zone (BG 11.3)."""
    return pos.nation(unit) in CAPITAL and not pos.allowed(unit, at)


def stack_hexes(
    pos: Position, units: tuple[UnitId, ...], origin: Hex, side: str
) -> tuple[Hex, ...]:
    """Hexes the whole force can retreat into together; empty hexes before friendly ones (BG
    12.8.2-4).
    """
    common: set[Hex] | None = None
    for unit in units:
        hexes = set(open_hexes(pos, unit, origin, side))
        common = hexes if common is None else common & hexes
    fitting = [at for at in sorted(common or ()) if _fits(pos, units, at, side)]
    return _empty_first(pos, fitting, side)


def _fits(pos: Position, units: tuple[UnitId, ...], at: Hex, side: str) -> bool:
    there = list(pos.friends(at, side))
    for unit in units:
        if pos.crowded([*there, unit], side) or pos.mixed(unit, there):
            return False
        there.append(unit)
    return True


def _empty_first(pos: Position, hexes: list[Hex], side: str) -> tuple[Hex, ...]:
    empty = tuple(at for at in hexes if not pos.friends(at, side))
    return empty or tuple(hexes)


def unit_hexes(pos: Position, unit: UnitId, origin: Hex, side: str) -> tuple[Hex, ...]:
    """Hexes one unit can retreat into on its own: normal ones, else closed country."""
    normal = [at for at in open_hexes(pos, unit, origin, side) if _fits(pos, (unit,), at, side)]
    if normal:
        return _empty_first(pos, normal, side)
    forced = [at for at in forced_hexes(pos, unit, origin, side) if _fits(pos, (unit,), at, side)]
    return _empty_first(pos, forced, side)


def can_retreat(pos: Position, units: tuple[UnitId, ...], origin: Hex, side: str) -> bool:
    """True when the whole force can leave its hex, split if it must (BG 12.8.4, 12.8.6)."""
    if stack_hexes(pos, units, origin, side):
        return True
    return _assign(pos, units, origin, side, {})


def _assign(
    pos: Position,
    units: tuple[UnitId, ...],
    origin: Hex,
    side: str,
    taken: dict[Hex, list[UnitId]],
) -> bool:
    if not units:
        return True
    unit, rest = units[0], units[1:]
    for at in unit_hexes(pos, unit, origin, side):
        there = [*pos.friends(at, side), *taken.get(at, ())]
        if dies_there(pos, unit, at):
            if _assign(pos, rest, origin, side, taken):
                return True
            continue
        if pos.crowded([*there, unit], side) or pos.mixed(unit, there):
            continue
        moved = {**taken, at: [*taken.get(at, ()), unit]}
        if _assign(pos, rest, origin, side, moved):
            return True
    return False
