"""Where the symbols of places stand: in the middle of their hexes, or apart in one they share."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from maps.hexgrid import Hex, Link
from maps.model import Place
from qtapp.painters.layers.shape import PITCH, XY, BoardShape

_GAP = 0.05
"""Clear paper between two symbols of a hex, in hexes."""
_FARTHEST = 0.36
"""No symbol that the painters place stands farther from the middle of its hex, in hexes."""
_EDGE = 0.48
"""How far a symbol with an offset of its own may reach from the middle of its hex, in hexes."""
_STEPS = 12
"""How often symbols that would overlap are moved apart and held within their hex."""
_WAYS = tuple(math.radians(turn) for turn in range(0, 360, 30))


def spots_of(shape: BoardShape, places: Iterable[Place]) -> dict[str, XY]:
    """The middle of every place's symbol, in paper units, by the place's id.

    A place with an offset stands there, moved as little as keeps it in its hex and clear of the
    others. Of those without, the greatest of a hex stands where its roads meet, the others where no
    road is in the way.
    """
    by_hex: dict[Hex, list[Place]] = {}
    for place in places:
        by_hex.setdefault(place.hex, []).append(place)
    found: dict[str, XY] = {}
    for at, here in by_hex.items():
        if len(here) > 1:
            here.sort(key=lambda one: greatness(shape, one))
        set_down = [one for one in here if one.offset is not None]
        if set_down:
            found.update(_held_apart(shape, at, set_down))
            here = [one for one in here if one.offset is None]
        if here:
            found.update(_about_middle(shape, at, here))
    return found


def greatness(shape: BoardShape, place: Place) -> tuple[int, float, str]:
    """What places of a hex are ordered by, the greatest first."""
    look = shape.place_look(place.kind)
    return look.rank, -look.size, place.id


def _about_middle(shape: BoardShape, at: Hex, here: Sequence[Place]) -> dict[str, XY]:
    """The first place of a hex in its middle, the others about it."""
    x, y = shape.centre(at)
    found = {here[0].id: (x, y)}
    for other, way in zip(here[1:], _free_ways(shape, at, len(here) - 1), strict=True):
        own, first = (shape.place_look(one.kind).size for one in (other, here[0]))
        off = min(_FARTHEST, max(0.22, (own + first) / 2 + _GAP)) * PITCH
        found[other.id] = x + off * math.cos(way), y + off * math.sin(way)
    return found


def _held_apart(shape: BoardShape, at: Hex, here: Sequence[Place]) -> dict[str, XY]:
    """Places at their offsets, moved so that none lies on another or leaves the hex.

    Of two that meet, the lesser makes more of the way.
    """
    spots = [one.offset or (0.0, 0.0) for one in here]
    sizes = [shape.place_look(one.kind).size for one in here]
    spots = [_within(spot, size) for spot, size in zip(spots, sizes, strict=True)]
    for _ in range(_STEPS if len(here) > 1 else 0):
        for one in range(len(here)):
            for other in range(one + 1, len(here)):
                wanted = (sizes[one] + sizes[other]) / 2 + _GAP
                (ax, ay), (bx, by) = spots[one], spots[other]
                gap = math.dist(spots[one], spots[other])
                if gap >= wanted:
                    continue
                ux, uy = ((bx - ax) / gap, (by - ay) / gap) if gap > 1e-6 else (1.0, 0.0)
                share = sizes[other] / (sizes[one] + sizes[other])
                back, on = (wanted - gap) * share, (wanted - gap) * (1 - share)
                spots[one] = _within((ax - ux * back, ay - uy * back), sizes[one])
                spots[other] = _within((bx + ux * on, by + uy * on), sizes[other])
    x, y = shape.centre(at)
    return {
        one.id: (x + dx * PITCH, y + dy * PITCH) for one, (dx, dy) in zip(here, spots, strict=True)
    }


def _within(spot: XY, size: float) -> XY:
    """A spot brought in until a symbol of that size about it is within the hex."""
    long = math.hypot(*spot)
    most = max(0.0, _EDGE - size / 2)
    return spot if long <= most else (spot[0] * most / long, spot[1] * most / long)


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
