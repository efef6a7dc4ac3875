"""Where the symbols of places stand: in the middle of their hexes, or beside each other in one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from maps.hexgrid import Hex, Link
from maps.model import Place
from qtapp.painters.layers.shape import PITCH, XY, BoardShape

_GAP = 0.05
"""Clear paper between two symbols of a hex, in hexes."""
_FARTHEST = 0.36
"""No symbol stands farther from the middle of its hex, in hexes."""
_WAYS = tuple(math.radians(turn) for turn in range(0, 360, 30))


def spots_of(shape: BoardShape, places: Iterable[Place]) -> dict[str, XY]:
    """The middle of every place's symbol, in paper units, by the place's id.

    The greatest place of a hex stands where its roads meet, the others where no road is in the way.
    """
    by_hex: dict[Hex, list[Place]] = {}
    for place in places:
        by_hex.setdefault(place.hex, []).append(place)
    found: dict[str, XY] = {}
    for at, here in by_hex.items():
        if len(here) > 1:
            here.sort(key=lambda one: _greatness(shape, one))
        x, y = shape.centre(at)
        found[here[0].id] = x, y
        for other, way in zip(here[1:], _free_ways(shape, at, len(here) - 1), strict=True):
            own, first = (shape.place_look(one.kind).size for one in (other, here[0]))
            off = min(_FARTHEST, max(0.22, (own + first) / 2 + _GAP)) * PITCH
            found[other.id] = x + off * math.cos(way), y + off * math.sin(way)
    return found


def _greatness(shape: BoardShape, place: Place) -> tuple[int, float, str]:
    look = shape.place_look(place.kind)
    return look.rank, -look.size, place.id


def _free_ways(shape: BoardShape, at: Hex, count: int) -> Sequence[float]:
    """So many directions from a hex's middle, those farthest from its lines and its water first."""
    x, y = shape.centre(at)
    taken: list[float] = []
    for near in at.neighbours():
        nx, ny = shape.centre(near)
        lined = shape.map.lines.get(Link(at, near) if at < near else Link(near, at))
        if lined or shape.is_water(near):
            taken.append(math.atan2(ny - y, nx - x))
    chosen: list[float] = []
    while len(chosen) < count:
        chosen.append(max(_WAYS, key=lambda way: _clear(way, taken)))
        taken += [chosen[-1], chosen[-1] + math.pi / 4, chosen[-1] - math.pi / 4]
    return chosen


def _clear(way: float, taken: Sequence[float]) -> float:
    """How far a way is from those taken, in radians; the left is a little better than the right."""
    gaps = (abs((way - other + math.pi) % math.tau - math.pi) for other in taken)
    return round(min(gaps, default=math.pi), 3) - 0.02 * math.cos(way)
