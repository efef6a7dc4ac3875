"""Where beaten forces may go: shared by systems, which say what is open to a unit and what fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TypeVar

from maps.hexgrid import Hex

UnitT = TypeVar("UnitT")

Exits = Callable[[UnitT], Iterable[Hex]]
"""The hexes open to one unit, other retreating units aside."""

Fits = Callable[[tuple[UnitT, ...], Hex], bool]
"""Whether several retreating units may end in a hex beside what is there."""


class Preference(StrEnum):
    """Which of the open hexes must be taken."""

    ANY = "any"
    """The owner's choice (OG 11.1)."""
    EMPTY_FIRST = "empty first"
    """Friendly hexes only when no empty one is open (BG 12.8)."""


def preferred(
    hexes: Iterable[Hex], preference: Preference, occupied: Callable[[Hex], object]
) -> tuple[Hex, ...]:
    """The open hexes a force may choose among, in their order."""
    found = tuple(hexes)
    if preference is Preference.ANY:
        return found
    return tuple(at for at in found if not occupied(at)) or found


def together(units: tuple[UnitT, ...], exits: Exits[UnitT], fits: Fits[UnitT]) -> tuple[Hex, ...]:
    """The hexes that are open to all of the units and hold them all, in order."""
    common: set[Hex] | None = None
    for unit in units:
        hexes = set(exits(unit))
        common = hexes if common is None else common & hexes
    return tuple(at for at in sorted(common or ()) if fits(units, at))


def all_can_leave(
    units: tuple[UnitT, ...],
    exits: Exits[UnitT],
    fits: Fits[UnitT],
    vanishes: Callable[[UnitT, Hex], bool] = lambda _unit, _at: False,
) -> bool:
    """True when every unit can be given a hex, split as need be.

    Units that ``vanish`` in a hex (surrender there, leave play) leave its room to others.
    """
    return _assign(units, exits, fits, vanishes, {})


def _assign(
    units: tuple[UnitT, ...],
    exits: Exits[UnitT],
    fits: Fits[UnitT],
    vanishes: Callable[[UnitT, Hex], bool],
    taken: dict[Hex, tuple[UnitT, ...]],
) -> bool:
    if not units:
        return True
    unit, rest = units[0], units[1:]
    for at in exits(unit):
        if vanishes(unit, at):
            if _assign(rest, exits, fits, vanishes, taken):
                return True
            continue
        mates = (*taken.get(at, ()), unit)
        if fits(mates, at) and _assign(rest, exits, fits, vanishes, {**taken, at: mates}):
            return True
    return False
