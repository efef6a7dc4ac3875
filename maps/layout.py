"""Where hexes lie on paper: flat- or pointy-topped, in units of the caller's choosing.

Screen convention: x grows to the right, y grows downward.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from maps.hexgrid import Hex, Side, Vertex, rounded

SQRT3 = math.sqrt(3.0)


class Orientation(StrEnum):
    """Which way a hex points: flat sides up, or a corner up."""

    FLAT = "flat"
    POINTY = "pointy"


class Point(NamedTuple):
    """A place on paper."""

    x: float
    y: float


_ORIGIN = Point(0.0, 0.0)


def turned(x: float, y: float, degrees: float) -> Point:
    """A step on paper turned clockwise."""
    way = math.radians(degrees)
    return Point(x * math.cos(way) - y * math.sin(way), x * math.sin(way) + y * math.cos(way))


@dataclass(frozen=True, slots=True)
class Layout:
    """Hex centres and corners for one orientation.

    ``pitch`` is the distance between adjacent centres (side to side across a hex);
    ``origin`` is the centre of ``Hex(0, 0)``.
    """

    orientation: Orientation
    pitch: float = 1.0
    origin: Point = _ORIGIN

    @property
    def radius(self) -> float:
        """Centre to corner, also the length of a hexside."""
        return self.pitch / SQRT3

    def centre(self, at: Hex) -> Point:
        """Centre of a hex."""
        size = self.radius
        if self.orientation is Orientation.FLAT:
            x, y = 1.5 * at.q, SQRT3 * (at.r + at.q / 2)
        else:
            x, y = SQRT3 * (at.q + at.r / 2), 1.5 * at.r
        return Point(self.origin.x + size * x, self.origin.y + size * y)

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex that contains a point."""
        size, (left, top) = self.pitch / SQRT3, self.origin
        px, py = (x - left) / size, (y - top) / size
        if self.orientation is Orientation.FLAT:
            q = 2.0 / 3.0 * px
            r = py / SQRT3 - px / 3.0
        else:
            q = px / SQRT3 - py / 3.0
            r = 2.0 / 3.0 * py
        return rounded(q, r)

    def corner(self, at: Hex, index: int) -> Point:
        """Corner ``index`` (0..5) of a hex; side ``d`` runs from corner ``d`` to ``d + 1``."""
        centre = self.centre(at)
        base = 60.0 if self.orientation is Orientation.FLAT else 30.0
        angle = math.radians(base - 60.0 * index)
        return Point(
            centre.x + self.radius * math.cos(angle), centre.y + self.radius * math.sin(angle)
        )

    def corners(self, at: Hex) -> tuple[Point, ...]:
        """The six corners of a hex, in corner order."""
        return tuple(self.corner(at, index) for index in range(6))

    def side_ends(self, of: Side) -> tuple[Point, Point]:
        """The two end points of a hexside."""
        return self.corner(of.hex, of.direction), self.corner(of.hex, of.direction + 1)

    def vertex(self, of: Vertex) -> Point:
        """Where a vertex lies: amid the centres of its three hexes."""
        xs, ys = zip(*map(self.centre, of), strict=True)
        return Point(sum(xs) / 3, sum(ys) / 3)
