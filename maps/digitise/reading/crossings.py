"""What runs into a hex from outside: roads, rails, borders, rivers on its sides, long names.

Such ink says nothing of the terrain, yet it weighs more in a hex than the symbols of the terrain
do. A second look at the hexes without it tells which verdicts rest on it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Singles, largest
from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.reading.patches import INNER, Patches, reach_of

_INK = 0.12
"""How far, as a log of brightness, a sample must stand off its hex's usual one to be ink."""

_RIM = 0.9
"""Ink that touches the outermost tenth of what is looked at comes from outside."""


def without_crossings(patches: Patches, mask: NDArray[np.bool_], lattice: Lattice) -> Patches:
    """The patches with all ink that reaches their rim painted over in the hex's usual colour.

    ``mask`` is the printed number's, which is left as it is.
    """
    logs = np.log(np.maximum(patches.colours, 4.0))
    usual = np.median(logs[:, ~mask], axis=1)
    ink = (largest(np.abs(logs - usual[:, None])) > _INK) & ~mask
    rim = reach_of(lattice, *patches.places.T) > 0.5 * INNER * _RIM
    squares = _laid_out(ink, patches)
    crossing = _spread(_connected(squares & _laid_out(rim[None], patches), squares))
    colours: Singles = np.where(
        crossing[:, patches.square][:, :, None], np.exp(usual)[:, None], patches.colours
    ).astype(np.float32)
    return replace(patches, colours=colours)


def _laid_out(flags: NDArray[np.bool_], patches: Patches) -> NDArray[np.bool_]:
    full = np.zeros((len(flags), *patches.square.shape), dtype=np.bool_)
    full[:, patches.square] = flags
    return full


def _connected(seeds: NDArray[np.bool_], ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """All ink that hangs together with the seeds, picture by picture of the stacks."""
    found = seeds
    while True:
        wider = _spread(found) & ink
        if np.array_equal(wider, found):
            return found
        found = wider


def _spread(stack: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Each picture of a stack grown by one sample every way."""
    grown = stack.copy()
    grown[:, 1:] |= stack[:, :-1]
    grown[:, :-1] |= stack[:, 1:]
    result = grown.copy()
    result[:, :, 1:] |= grown[:, :, :-1]
    result[:, :, :-1] |= grown[:, :, 1:]
    return result
