"""Places of a side in the parts of its front that a title tells, from north to south."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.state import Location
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

OFF = "Off the map"


def by_front(
    pos: Position, side: str, places: Iterable[Location]
) -> tuple[tuple[str, tuple[Location, ...]], ...]:
    """Places by part of the front, those off the map last; all under '' where a title tells no
    parts.
    """
    found: dict[str, list[Location]] = {}
    told = False
    for at in places:
        part = pos.front(side, at) if isinstance(at, Hex) else ""
        told = told or bool(part)
        found.setdefault(part, []).append(at)
    if not told:
        return (("", tuple(at for ours in found.values() for at in ours)),)
    order = sorted(found, key=lambda part: (not part, _south(found[part]), part))
    return tuple((part or OFF, tuple(found[part])) for part in order)


def _south(places: Iterable[Location]) -> float:
    """How far south places are on the whole, in half hexes."""
    rows = [2 * at.r + at.q for at in places if isinstance(at, Hex)]
    return sum(rows) / len(rows) if rows else 0.0
