"""Zones of control: where they reach, and what they do to movement."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum

from maps.hexgrid import Hex


class Zoc(StrEnum):
    """What an enemy zone of control does to a unit that moves: nothing, or it ends the move."""

    NONE = "none"
    LOCKING = "locking"


def zone(held: Iterable[Hex], open_sides: Mapping[Hex, tuple[Hex, ...]]) -> frozenset[Hex]:
    """The hexes next to those held, over hexsides that are open to zones."""
    found: set[Hex] = set()
    for at in held:
        found.update(open_sides.get(at, ()))
    return frozenset(found)


def stops(effect: Zoc, hostile: Collection[Hex]) -> Callable[[Hex], bool]:
    """Whether a move ends on entering a hex, given the hexes in enemy zones."""
    if effect is Zoc.NONE:
        return nowhere
    return hostile.__contains__


def nowhere(_at: Hex) -> bool:
    """No hex at all."""
    return False
