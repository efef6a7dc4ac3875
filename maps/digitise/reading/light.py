"""Uneven light: how much brighter one part of a scan is than another, whatever is printed there."""

from __future__ import annotations

import numpy as np

from maps.digitise.arrays import Bytes, Floats, sample
from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.reading.palette import clusters, nearest
from maps.digitise.reading.patches import reduced, scaled

_KINDS = 8
_ROUNDS = 5


def shapes(at: Floats, lattice: Lattice) -> Floats:
    """The smooth shapes that light can take over a sheet, at places: powers up to two."""
    middle = lattice.centres.mean(axis=0)
    reach = max(float(np.abs(lattice.centres - middle).max()), 1.0)
    x, y = (at - middle).T / reach
    return np.stack([x, y, x * x, x * y, y * y], axis=1)


def light_of(picture: Bytes, lattice: Lattice) -> Floats:
    """Weights of :func:`shapes` for the log light of red, green and blue, 5 x 3.

    Groups hexes by colour and asks which smooth light makes each group most alike, by turns; no
    kinds need be known.
    """
    bright = _brightness(picture, lattice)
    design = shapes(lattice.centres, lattice)
    weights: Floats = np.zeros((design.shape[1], 3))
    count = min(_KINDS, max(1, len(bright) // 8))
    for _ in range(_ROUNDS):
        level = bright - design @ weights
        own = np.eye(count)[nearest(level, clusters(level, count))]
        full = np.hstack([own, design])
        calm = np.diag([1e-6] * count + [0.01 * len(bright)] * design.shape[1])
        solved = np.linalg.solve(full.T @ full + calm, full.T @ bright)
        weights = np.asarray(solved[count:], dtype=np.float64)
    return weights


def _brightness(picture: Bytes, lattice: Lattice) -> Floats:
    """The log of each hex's usual colour, hexes x 3."""
    small, scale = reduced(picture, float(np.median(lattice.pitch)), 24)
    steps = np.linspace(-0.3, 0.3, 9)
    places = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    x, y = lattice.places(np.arange(len(lattice.labels)), places)
    colours = sample(small.astype(np.float32), scaled(x, scale), scaled(y, scale))
    return np.log(np.maximum(np.median(colours, axis=1), 4.0)).astype(np.float64)
