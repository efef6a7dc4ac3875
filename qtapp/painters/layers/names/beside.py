"""Names on both sides of a boundary, every few hexsides, as the letters of weather zones are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from PySide6.QtGui import QPainter, QPainterPath

from maps.hexgrid import Hex, Link, Side
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face
from qtapp.painters.layers.names.curved import natural_width, set_along
from qtapp.painters.layers.shape import PITCH, XY, BoardShape
from qtapp.painters.layers.strokes import round_pen
from qtapp.painters.palette import colour

FROM = 16.0
"""Pixels per hex from which such names are lettered."""

_SIZE, _OFF, _LONGEST = 0.24 * PITCH, 0.27, 3
"""Height of letters; how far from the boundary, in hexes between centres; longest name in full."""
_EVERY = 8
"""About one hexside of so many, where there is room, bears the names of its two regions."""


def names_beside(
    shape: BoardShape, owner: Mapping[Hex, str], sides: Iterable[Side], taken: Collection[Hex]
) -> Iterator[tuple[str, XY]]:
    """The names of the two regions at some hexsides of their boundary, and where each stands.

    Hexes that are ``taken`` by places bear none, nor do hexsides that a line crosses; a long name
    gives its first letters.
    """
    for of in sides:
        a, b = of.hexes
        if (5 * a.q + 3 * a.r + 7 * of.direction) % _EVERY or a in taken or b in taken:
            continue
        if (Link(a, b) if a < b else Link(b, a)) in shape.map.lines:
            continue
        (ax, ay), (bx, by) = shape.centre(a), shape.centre(b)
        middle = (ax + bx) / 2, (ay + by) / 2
        for at, (x, y) in ((a, (ax, ay)), (b, (bx, by))):
            if at in owner:
                spot = (
                    middle[0] + (x - middle[0]) * 2 * _OFF,
                    middle[1] + (y - middle[1]) * 2 * _OFF,
                )
                yield owner[at][:_LONGEST], spot


def paint_beside(
    painter: QPainter, names: Iterable[tuple[str, XY]], ink: str, halo: str, detail: Detail
) -> None:
    """Letter such names, upright on a halo."""
    if detail.hex_px < FROM:
        return
    for text, (x, y) in names:
        wide = natural_width(text, Face.BOLD) * _SIZE
        path: QPainterPath = set_along(text, Face.BOLD, _SIZE, [(x - wide, y), (x + wide, y)], wide)
        painter.strokePath(path, round_pen(colour(halo, 0.8), 0.3 * _SIZE))
        painter.fillPath(path, colour(ink))
