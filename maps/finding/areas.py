"""Areas of hexes that a person marks: brushes, rectangles, lassos, floods, growing and shrinking.

Lists come in a fixed order, so that the same gesture gives the same change everywhere.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from maps.finding.runs import joined
from maps.hexgrid import DIRECTIONS, Hex, Side, disk, line, ring, side
from maps.layout import Layout, Point
from maps.model import GameMap


class BrushShape(StrEnum):
    """What a brush of some size covers."""

    DISK = "disk"
    RING = "ring"
    ROW = "row"
    """A straight row along direction 0, ``2 * size - 1`` hexes long."""
    TRIANGLE = "triangle"


def brush(centre: Hex, size: int, shape: BrushShape = BrushShape.DISK) -> list[Hex]:
    """The hexes a brush covers; size 1 is the centre alone. Raises ValueError below 1.

    >>> [len(brush(Hex(0, 0), size)) for size in range(1, 8)]
    [1, 7, 19, 37, 61, 91, 127]
    """
    if size < 1:
        raise ValueError("a brush has no size below 1")
    reach = size - 1
    match shape:
        case BrushShape.DISK:
            return list(disk(centre, reach))
        case BrushShape.RING:
            return list(ring(centre, reach))
        case BrushShape.ROW:
            dq, dr = DIRECTIONS[0]
            return [centre.moved((dq * step, dr * step)) for step in range(-reach, reach + 1)]
        case BrushShape.TRIANGLE:
            return [centre.moved((q, -r)) for r in range(size) for q in range(size) if q >= r]


def swept(start: Hex, end: Hex, size: int, shape: BrushShape = BrushShape.DISK) -> list[Hex]:
    """The hexes a brush covers on its straight way from one hex to another, each once."""
    found: dict[Hex, None] = {}
    for at in line(start, end):
        found.update(dict.fromkeys(brush(at, size, shape)))
    return list(found)


def box_of(layout: Layout, corner: Point, other: Point, among: Iterable[Hex]) -> list[Hex]:
    """The hexes whose centres lie in the rectangle between two opposite corners."""
    left, right = sorted((corner.x, other.x))
    top, bottom = sorted((corner.y, other.y))
    found = []
    for at in among:
        x, y = layout.centre(at)
        if left <= x <= right and top <= y <= bottom:
            found.append(at)
    return found


def lassoed(layout: Layout, outline: Sequence[Point], among: Iterable[Hex]) -> list[Hex]:
    """The hexes whose centres lie in a freehand outline (even-odd, closed by itself)."""
    if len(outline) < 3:
        return []
    left, right = min(p.x for p in outline), max(p.x for p in outline)
    top, bottom = min(p.y for p in outline), max(p.y for p in outline)
    edges = [(a, b) for a, b in zip(outline, (*outline[1:], outline[0]), strict=True) if a.y != b.y]
    found = []
    for at in among:
        x, y = layout.centre(at)
        if left <= x <= right and top <= y <= bottom and _is_inside(x, y, edges):
            found.append(at)
    return found


def _is_inside(x: float, y: float, edges: Sequence[tuple[Point, Point]]) -> bool:
    inside = False
    for a, b in edges:
        if (a.y > y) != (b.y > y) and x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x):
            inside = not inside
    return inside


def flood(
    start: Hex,
    belongs: Callable[[Hex], bool],
    crosses: Callable[[Side], bool] = lambda side: True,
    *,
    most: int | None = None,
) -> list[Hex]:
    """The hexes joined to ``start`` by steps between hexes that belong, nearest first.

    ``crosses`` says which hexsides may be stepped over. With ``most`` the search ends as soon as it
    has more hexes than that, so a result longer than ``most`` is not the whole.
    """
    if not belongs(start):
        return []
    found = [start]
    seen = {start}
    queue = deque(found)
    while queue and (most is None or len(found) <= most):
        at = queue.popleft()
        for direction, near in enumerate(at.neighbours()):
            if near not in seen and belongs(near) and crosses(side(at, direction)):
                seen.add(near)
                found.append(near)
                queue.append(near)
    return found


def same_terrain(
    board: GameMap,
    start: Hex,
    *,
    within: Collection[Hex] | None = None,
    not_across: Collection[str] = (),
    most: int | None = None,
) -> list[Hex]:
    """The connected hexes of the terrain of ``start``, in ascending order.

    ``within`` keeps it to some hexes (a region, the selection); ``not_across`` names hexside kinds
    that stop it. With ``most`` they are those that :func:`flood` finds, nearest first. Empty off
    the board.
    """
    kind = board.terrain.get(start)
    if kind is None:
        return []
    walls = frozenset(not_across)
    if most is None:
        same = [at for at, held in board.terrain.items() if held == kind]
        if within is not None:
            same = [at for at in same if at in within]
        return joined(start, same, _shut(board, walls))

    def belongs(at: Hex) -> bool:
        return board.terrain.get(at) == kind and (within is None or at in within)

    def crosses(of: Side) -> bool:
        return walls.isdisjoint(board.hexsides.get(of, ()))

    return flood(start, belongs, crosses, most=most)


def _shut(board: GameMap, walls: Collection[str]) -> dict[Hex, set[int]]:
    """The directions of hexes whose hexsides are of a kind that stops a flood."""
    shut: defaultdict[Hex, set[int]] = defaultdict(set)
    if walls:
        for of, kinds in board.hexsides.items():
            if not kinds.isdisjoint(walls):
                near, far = of.hexes
                shut[near].add(of.direction)
                shut[far].add(of.direction + 3)
    return shut


def of_terrain(board: GameMap, kinds: Collection[str]) -> list[Hex]:
    """All hexes of some terrain kinds, in order."""
    return sorted(at for at, kind in board.terrain.items() if kind in kinds)


def grown(board: GameMap, hexes: Collection[Hex]) -> list[Hex]:
    """An area and the hexes of the board beside it."""
    wider = {near for at in hexes for near in at.neighbours() if near in board}
    return sorted(wider.union(hexes))


def shrunk(board: GameMap, hexes: Collection[Hex]) -> list[Hex]:
    """An area without its rim: hexes whose neighbours on the board all lie in the area."""
    inside = frozenset(hexes)
    return sorted(
        at for at in inside if all(near in inside or near not in board for near in at.neighbours())
    )


def inverted(board: GameMap, hexes: Collection[Hex]) -> list[Hex]:
    """All hexes of the board that are not in an area."""
    return sorted(at for at in board.terrain if at not in hexes)


def rim(hexes: Collection[Hex]) -> Iterator[tuple[Hex, int]]:
    """The outline of an area: each hex at its edge with a direction (0..5) that leads out."""
    inside = hexes if isinstance(hexes, set | frozenset) else frozenset(hexes)
    rows: defaultdict[int, list[int]] = defaultdict(list)
    if len(inside) >= MANY:
        for q, r in inside:
            rows[q].append(r)
        low = min(map(min, rows.values())) - 1
        width = max(map(max, rows.values())) - low + 2
        if len(rows) * width <= SPARSE * len(inside):
            yield from _rim_by_rows(rows, low, width)
            return
    for at in inside:
        q, r = at  # no hex is made of what lies beside: a whole board may be marked
        for direction, (dq, dr) in enumerate(DIRECTIONS):
            if (q + dq, r + dr) not in inside:
                yield at, direction


MANY = 2_000
"""Hexes of an area whose outline is found row by row."""

SPARSE = 8
"""So many times the hexes of an area its rows may cover, that they fit into memory."""


def _rim_by_rows(
    rows: Mapping[int, Sequence[int]], low: int, width: int
) -> Iterator[tuple[Hex, int]]:
    """The outline of an area, each row of it a number with a byte for each hex: what leads out of
    a row is the row without its neighbour, moved aside.
    """
    marked: dict[int, int] = {}
    for q, row in rows.items():
        line = bytearray(width)
        for r in row:
            line[r - low] = 1
        marked[q] = int.from_bytes(line, "little")
    for q, own in marked.items():
        for direction, (dq, dr) in enumerate(DIRECTIONS):
            beside = marked.get(q + dq, 0)
            out = own & ~(beside >> 8 * dr if dr >= 0 else beside << -8 * dr)
            if out:
                line = bytearray(out.to_bytes(width, "little"))
                at = line.find(1)
                while at >= 0:
                    yield Hex(q, at + low), direction
                    at = line.find(1, at + 1)


def nearest_direction(layout: Layout, at: Hex, x: float, y: float) -> int:
    """The direction (0..5) of the side of a hex that lies nearest to a point.

    >>> from maps.layout import Orientation
    >>> nearest_direction(Layout(Orientation.POINTY), Hex(0, 0), 0.4, 0.02)
    0
    """
    cx, cy = layout.centre(at)
    along = []
    for near in at.neighbours():
        nx, ny = layout.centre(near)
        along.append((nx - cx) * (x - cx) + (ny - cy) * (y - cy))
    return max(range(6), key=lambda direction: along[direction])


def nearest_side(layout: Layout, x: float, y: float) -> Side:
    """The hexside nearest to a point of the paper."""
    at = layout.hex_at(x, y)
    return side(at, nearest_direction(layout, at, x, y))


def from_rim(layout: Layout, of: Side, x: float, y: float) -> float:
    """How far a point lies from a hexside, in hexes (distances between adjacent centres)."""
    a, b = layout.side_ends(of)
    return away(x, y, a, b) / layout.pitch


def away(x: float, y: float, a: Point, b: Point) -> float:
    """Distance of a point from the straight piece between two others."""
    dx, dy = b.x - a.x, b.y - a.y
    long = dx * dx + dy * dy
    share = 0.0 if long == 0 else min(1.0, max(0.0, ((x - a.x) * dx + (y - a.y) * dy) / long))
    return math.hypot(x - a.x - share * dx, y - a.y - share * dy)
