"""The centres of all hexes on a scan: neighbours, corners, and the shape each hex has there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Floats
from maps.digitise.calibrating.grids import Grid
from maps.hexgrid import DIRECTIONS, Hex
from maps.layout import Layout


@dataclass(frozen=True, slots=True)
class Lattice:
    """Hexes in print order with their centres in pixels.

    ``neighbours[i, d]`` is the row of the hex across side ``d``, or -1. ``frames[i]`` is the 2 x 2
    matrix that takes an offset in units to one in pixels there.
    """

    grid: Grid
    labels: tuple[str, ...]
    hexes: tuple[Hex, ...]
    centres: Floats
    neighbours: NDArray[np.intp]
    frames: Floats
    pitch: Floats
    index: dict[str, int]

    @classmethod
    def of(cls, grid: Grid, centres: Floats) -> Lattice:
        """The lattice of a grid whose hexes, in print order, lie at ``centres``."""
        hexes, labels = grid.hexes()
        rows = {at: i for i, at in enumerate(hexes)}
        neighbours = np.array(
            [[rows.get(at.moved(step), -1) for step in DIRECTIONS] for at in hexes], dtype=np.intp
        )
        frames = _frames(grid, centres, neighbours)
        area = np.abs(np.linalg.det(frames))
        index = {label: i for i, label in enumerate(labels)}
        return cls(
            grid, tuple(labels), tuple(hexes), centres, neighbours, frames, np.sqrt(area), index
        )

    def places(self, rows: NDArray[np.intp], offsets: Floats) -> tuple[Floats, Floats]:
        """Pixels x and y of the same offsets, m x 2 in units, in each of n hexes: two n x m."""
        at = np.einsum("nij,mj->nmi", self.frames[rows], offsets) + self.centres[rows][:, None, :]
        return at[:, :, 0], at[:, :, 1]

    def corner(self, row: int, number: int) -> Floats:
        """Corner ``number`` of a hex: the middle of the three centres around it."""
        around = [row]
        for direction in (number % 6, (number - 1) % 6):
            near = int(self.neighbours[row, direction])
            if near < 0:
                point = Layout(self.grid.orientation).corner(Hex(0, 0), number)
                result: Floats = self.centres[row] + self.frames[row] @ np.array(point)
                return result
            around.append(near)
        middle: Floats = self.centres[around].mean(axis=0)
        return middle


def _frames(grid: Grid, centres: Floats, neighbours: NDArray[np.intp]) -> Floats:
    """Least squares of the steps to the neighbours; a hex with too few takes the median frame."""
    layout = Layout(grid.orientation)
    steps = np.array([layout.centre(Hex(*step)) for step in DIRECTIONS])
    have = (neighbours >= 0).astype(np.float64)
    away = (centres[neighbours] - centres[:, None, :]) * have[:, :, None]
    square = np.einsum("nd,di,dj->nij", have, steps, steps)
    cross = np.einsum("ndi,dj->nij", away, steps)
    good = np.linalg.det(square) > 1e-6
    frames = np.tile(np.eye(2), (len(centres), 1, 1))
    if np.any(good):
        frames[good] = cross[good] @ np.linalg.inv(square[good])
        frames[~good] = np.median(frames[good], axis=0)
    return frames
