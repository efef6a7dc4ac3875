"""Strips of the scan along hexsides or between hex centres, straightened to one size."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Bytes, Floats, Singles, inside, sample
from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.reading.patches import reduced, scaled

ALONG = 20
"""Samples along a strip."""

ACROSS = 31
"""Samples across a strip; the middle one lies on the hexside or link."""

HALF_WIDTH = 0.30
"""How far a strip reaches to each side, in hexes."""

_WANTED_PITCH = 48


class Course(StrEnum):
    """What a line follows: the sides of hexes (rivers) or their centres (roads, rails)."""

    SIDES = "sides"
    LINKS = "links"


@dataclass(frozen=True, slots=True)
class Strips:
    """One strip per pair of adjacent hexes: pairs x ALONG x ACROSS x 3.

    ``pairs`` are rows of the lattice; ``seen`` tells which strips lie on the picture.
    """

    course: Course
    pairs: NDArray[np.intp]
    colours: Singles
    seen: NDArray[np.bool_]


def cut_strips(picture: Bytes, lattice: Lattice, course: Course) -> Strips:
    """Cut the strips of all pairs of adjacent hexes, leaving out a little at both ends."""
    pairs = _pairs(lattice)
    starts, ends = _ends(lattice, pairs, course)
    trim = 0.14 if course is Course.SIDES else 0.12
    along = np.linspace(trim, 1 - trim, ALONG)
    across = np.linspace(-HALF_WIDTH, HALF_WIDTH, ACROSS)
    way = ends - starts
    length = np.sqrt((way**2).sum(axis=1, keepdims=True))
    pitch = lattice.pitch[pairs].mean(axis=1)[:, None]
    normal = np.stack([-way[:, 1], way[:, 0]], axis=1) / length * pitch
    at = (
        starts[:, None, None]
        + way[:, None, None] * along[:, None, None]
        + normal[:, None, None] * across[:, None]
    )
    x, y = at[..., 0], at[..., 1]
    small, scale = reduced(picture, float(np.median(lattice.pitch)), _WANTED_PITCH)
    colours = sample(small.astype(np.float32), scaled(x, scale), scaled(y, scale))
    seen = inside(picture, x, y).mean(axis=(1, 2)) > 0.9
    return Strips(course, pairs, colours, seen)


def _pairs(lattice: Lattice) -> NDArray[np.intp]:
    rows, directions = np.nonzero(lattice.neighbours >= 0)
    pairs = np.stack([rows, lattice.neighbours[rows, directions]], axis=1)
    return pairs[pairs[:, 0] < pairs[:, 1]]


def _ends(lattice: Lattice, pairs: NDArray[np.intp], course: Course) -> tuple[Floats, Floats]:
    if course is Course.LINKS:
        return lattice.centres[pairs[:, 0]], lattice.centres[pairs[:, 1]]
    starts, ends = np.empty((len(pairs), 2)), np.empty((len(pairs), 2))
    for i, (a, b) in enumerate(pairs):
        direction = int(np.flatnonzero(lattice.neighbours[a] == b)[0])
        starts[i] = lattice.corner(int(a), direction)
        ends[i] = lattice.corner(int(a), direction + 1)
    return starts, ends
