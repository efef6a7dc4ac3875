"""Hex geometry on axial coordinates, independent of size, orientation and numbering.

A hex is ``Hex(q, r)``. Direction numbers 0..5 index :data:`DIRECTIONS`; direction
``d`` and ``d + 3`` are opposite. In a flat-topped layout the six directions are, anticlockwise
on screen from the lower right, SE NE N NW SW S (see :data:`DIRECTIONS`); in a
pointy-topped layout the same numbers mean E NE NW W SW SE.

A hexside is shared by two hexes and has one canonical name: the :class:`Side` whose
direction is 0, 1 or 2. A vertex is shared by three hexes and named by them: :class:`Vertex`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple


class Hex(NamedTuple):
    """One hex in axial coordinates; the third cube coordinate is ``-q - r``."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate, so that ``q + r + s == 0``."""
        return -self.q - self.r

    def neighbour(self, direction: int) -> Hex:
        """The adjacent hex across side ``direction`` (0..5).

        >>> Hex(2, 3).neighbour(0)
        Hex(q=3, r=3)
        """
        dq, dr = DIRECTIONS[direction]
        return Hex(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple[Hex, ...]:
        """The six adjacent hexes, in direction order."""
        return _neighbours(self)

    def moved(self, other: tuple[int, int]) -> Hex:
        """This hex displaced by an axial vector."""
        return Hex(self.q + other[0], self.r + other[1])


DIRECTIONS: tuple[tuple[int, int], ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Axial vectors of the six neighbours; entry ``d + 3`` (mod 6) is the opposite of ``d``."""

_hex = tuple.__new__
"""Makes a Hex of a pair, quicker than its class does: boards are made of many."""

_DIRECTION_OF = {way: direction for direction, way in enumerate(DIRECTIONS)}


@lru_cache(maxsize=1 << 17)
def _neighbours(at: Hex) -> tuple[Hex, ...]:
    q, r = at
    return tuple([_hex(Hex, (q + dq, r + dr)) for dq, dr in DIRECTIONS])


class Side(NamedTuple):
    """A hexside under its canonical name: ``direction`` is 0, 1 or 2.

    Build it with :func:`side` or :func:`side_between`, which canonicalise.
    """

    hex: Hex
    direction: int

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes that share this side."""
        return self.hex, self.hex.neighbour(self.direction)


class Link(NamedTuple):
    """An undirected step between two adjacent hex centres (``a < b``), as roads use."""

    a: Hex
    b: Hex


class Vertex(NamedTuple):
    """A corner point, named by the three hexes that meet there, least first.

    Build it with :func:`vertex` or :func:`vertices_of`, which put the hexes in order.
    """

    a: Hex
    b: Hex
    c: Hex


def side(at: Hex, direction: int) -> Side:
    """The canonical side of ``at`` across ``direction`` (0..5).

    >>> side(Hex(1, 0), 3) == side(Hex(0, 0), 0)
    True
    """
    direction %= 6
    if direction >= 3:
        return Side(at.neighbour(direction), direction - 3)
    return Side(at, direction)


def direction_between(a: Hex, b: Hex) -> int:
    """The direction from ``a`` to the adjacent hex ``b``. Raises ValueError when not adjacent."""
    found = _DIRECTION_OF.get((b.q - a.q, b.r - a.r))
    if found is None:
        raise ValueError(f"{a} and {b} are not adjacent")
    return found


def side_between(a: Hex, b: Hex) -> Side:
    """The canonical side shared by two adjacent hexes. Raises ValueError when not adjacent."""
    direction = _DIRECTION_OF.get((b.q - a.q, b.r - a.r))
    if direction is None:
        raise ValueError(f"{a} and {b} are not adjacent")
    return Side(a, direction) if direction < 3 else Side(b, direction - 3)


def link(a: Hex, b: Hex) -> Link:
    """The undirected link between two adjacent hexes. Raises ValueError when not adjacent."""
    direction_between(a, b)
    return Link(a, b) if a < b else Link(b, a)


def are_adjacent(a: Hex, b: Hex) -> bool:
    """True when the two hexes share a side."""
    return (b.q - a.q, b.r - a.r) in _DIRECTION_SET


_DIRECTION_SET = frozenset(DIRECTIONS)


def distance(a: Hex, b: Hex) -> int:
    """Number of steps between two hexes.

    >>> distance(Hex(0, 0), Hex(2, -1))
    2
    """
    dq, dr = a.q - b.q, a.r - b.r
    if (dq < 0) is (dr < 0):
        return abs(dq + dr)
    return max(dq, -dr) if dr < 0 else max(-dq, dr)


def ring(centre: Hex, radius: int) -> Iterator[Hex]:
    """The hexes at exactly ``radius`` from ``centre``; radius 0 gives the centre.

    Raises ValueError for a negative radius.
    """
    if radius < 0:
        raise ValueError("a ring has no negative radius")
    if radius == 0:
        yield centre
        return
    at = centre.moved((DIRECTIONS[4][0] * radius, DIRECTIONS[4][1] * radius))
    for direction in range(6):
        for _ in range(radius):
            yield at
            at = at.neighbour(direction)


def disk(centre: Hex, radius: int) -> Iterator[Hex]:
    """All hexes within ``radius`` of ``centre``, nearest rings first."""
    for step in range(radius + 1):
        yield from ring(centre, step)


def line(a: Hex, b: Hex) -> list[Hex]:
    """The hexes on the straight line from ``a`` to ``b``, both included; ties break one way.

    >>> line(Hex(0, 0), Hex(2, 0))
    [Hex(q=0, r=0), Hex(q=1, r=0), Hex(q=2, r=0)]
    """
    steps = distance(a, b)
    if steps == 0:
        return [a]
    nudge = 1e-6
    return [
        rounded(
            a.q + nudge + (b.q - a.q) * i / steps,
            a.r + nudge * 2 + (b.r - a.r) * i / steps,
        )
        for i in range(steps + 1)
    ]


def rounded(q: float, r: float) -> Hex:
    """The hex that contains a fractional axial coordinate."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return _hex(Hex, (rq, rr))


def vertex(at: Hex, index: int) -> Vertex:
    """Corner ``index`` (0..5) of a hex; side ``d`` runs from corner ``d`` to corner ``d + 1``.

    >>> vertex(Hex(0, 0), 1) == vertex(Hex(1, 0), 3) == vertex(Hex(1, -1), 5)
    True
    """
    return Vertex(*sorted((at, at.neighbour(index % 6), at.neighbour((index - 1) % 6))))


def vertices_of(at: Hex) -> tuple[Vertex, ...]:
    """The six corners of a hex, in corner order."""
    return tuple(vertex(at, index) for index in range(6))


def side_vertices(of: Side) -> tuple[Vertex, Vertex]:
    """The two ends of a hexside."""
    return vertex(of.hex, of.direction), vertex(of.hex, of.direction + 1)


def sides_at(of: Vertex) -> tuple[Side, Side, Side]:
    """The three hexsides that meet in a vertex."""
    return side_between(of.a, of.b), side_between(of.a, of.c), side_between(of.b, of.c)


def vertex_neighbours(of: Vertex) -> tuple[Vertex, Vertex, Vertex]:
    """The three vertices one hexside away, in the order of :func:`sides_at`."""
    first, second, third = (
        start if end == of else end for start, end in map(side_vertices, sides_at(of))
    )
    return first, second, third


def side_joining(a: Vertex, b: Vertex) -> Side:
    """The hexside between two vertices. Raises ValueError when none joins them."""
    shared = [at for at in a if at in b]
    if len(shared) != 2:
        raise ValueError(f"no hexside joins {a} and {b}")
    return side_between(*shared)


def vertex_distance(a: Vertex, b: Vertex) -> int:
    """The least number of hexsides that lead from one vertex to another.

    >>> ends = side_vertices(Side(Hex(0, 0), 1))
    >>> vertex_distance(*ends), vertex_distance(vertex(Hex(0, 0), 0), vertex(Hex(0, 0), 3))
    (1, 3)
    """
    # A vertex's hexes sum to three times its position. In thirds, the three steps from a vertex
    # are (1, 1, -2), (1, -2, 1), (-2, 1, 1), or their opposites from a vertex of the other kind;
    # the way splits into whole numbers of them whose sum is 0 or, between vertices of two kinds, 1
    # or -1.
    dq = sum(at.q for at in b) - sum(at.q for at in a)
    dr = sum(at.r for at in b) - sum(at.r for at in a)
    total = (dq + 1) % 3 - 1
    return sum(abs(total - part) // 3 for part in (dq, dr, -dq - dr))
