"""The outline of several hexes: filled, it takes a tenth of the time of one hex after the other;
and their rim, where they are part of a larger area.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from maps.hexgrid import DIRECTIONS, Hex
from qtapp.painters.layers.shape import BoardShape

Corner = tuple[int, int]
"""A corner as the sum of the three hexes that meet there: exact, whatever the layout."""
Side = tuple[Corner, Corner, QPointF, QPointF, tuple[int, int]]
"""Both corners of a side of a hex, where these are, and the hex beyond."""
CORNERS = tuple(
    (DIRECTIONS[n - 1][0] + DIRECTIONS[n][0], DIRECTIONS[n - 1][1] + DIRECTIONS[n][1])
    for n in range(6)
)


def outline(shape: BoardShape, hexes: Iterable[Hex]) -> QPainterPath:
    """The straight-sided area of some hexes as one path, without the sides between them."""
    inside = dict.fromkeys(hexes)
    return _around(_sides(shape, inside, inside))


def area_and_rim(
    shape: BoardShape, hexes: Iterable[Hex], area: Container[Hex]
) -> tuple[QPainterPath, QPainterPath]:
    """The outline of some hexes of an area, and the sides that they have to hexes outside the area,
    as lines that go on as long as they can.
    """
    inside = dict.fromkeys(hexes)
    sides = list(_sides(shape, inside, inside))
    return _around(sides), _along([side for side in sides if side[4] not in area])


def _around(sides: Iterable[Side]) -> QPainterPath:
    """The closed lines that some sides make."""
    follows = {here: (there, spot) for here, there, spot, _, _ in sides}
    path = QPainterPath()
    while follows:
        first, (corner, spot) = follows.popitem()
        path.moveTo(spot)
        while corner != first:
            corner, spot = follows.pop(corner)
            path.lineTo(spot)
        path.closeSubpath()
    return path


def _along(sides: Sequence[Side]) -> QPainterPath:
    """The lines that some sides make, closed or not."""
    follows = {here: (there, first, second) for here, there, first, second, _ in sides}
    inner = {there for _here, there, _first, _second, _ in sides}
    path = QPainterPath()
    for start in [*(corner for corner in follows if corner not in inner), *follows]:
        if start in follows:
            corner, first, second = follows.pop(start)
            path.moveTo(first)
            path.lineTo(second)
            while corner in follows:
                corner, _spot, second = follows.pop(corner)
                path.lineTo(second)
    return path


def _sides(
    shape: BoardShape, hexes: Iterable[Hex], area: Container[tuple[int, int]]
) -> Iterator[Side]:
    """The sides of some hexes to hexes outside an area: both corners, where these are, and the hex
    outside.
    """
    for at in hexes:
        q, r = at
        spots: list[QPointF] = []
        for side, (dq, dr) in enumerate(DIRECTIONS):
            beyond = (q + dq, r + dr)
            if beyond in area:
                continue
            spots = spots or shape.corner_points(at)
            (q0, r0), (q1, r1) = CORNERS[side], CORNERS[(side + 1) % 6]
            here, there = (3 * q + q0, 3 * r + r0), (3 * q + q1, 3 * r + r1)
            yield here, there, spots[side], spots[(side + 1) % 6], beyond
