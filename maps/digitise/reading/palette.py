"""Which colours a line is printed in, learnt from confirmed stretches of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Floats, Singles

_COLOURS = 40
_AT_A_TIME = 4096
"""Pixels whose distances to all colours stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of the picture, and for each the evidence that a pixel of it belongs to the line."""

    colours: Floats
    evidence: Floats

    def score(self, pixels: Singles) -> Singles:
        """Evidence of each pixel, blended over its three nearest colours; ... x 3 becomes ... ."""
        flat = pixels.reshape(-1, 3)
        result = np.empty(len(flat), dtype=np.float32)
        for low in range(0, len(flat), _AT_A_TIME):
            part = flat[low : low + _AT_A_TIME]
            near = squares(part, self.colours)
            three = np.argpartition(near, 2, axis=1)[:, :3]
            weight = 1.0 / (np.take_along_axis(near, three, axis=1) + 4.0)
            found = (weight * self.evidence[three]).sum(axis=1) / weight.sum(axis=1)
            result[low : low + _AT_A_TIME] = found
        return result.reshape(pixels.shape[:-1])


def learnt(line: Singles, other: Singles, seed_colours: int = _COLOURS) -> Palette:
    """The palette that tells pixels of confirmed stretches from pixels elsewhere.

    Both are n x 3. Evidence is the log of how much commoner a colour is on the line.
    """
    pool = np.concatenate([_thinned(line, 3000), _thinned(other, 3000)]).astype(np.float64)
    colours = clusters(pool, min(seed_colours, len(pool)))
    on = np.bincount(nearest(line, colours), minlength=len(colours)) + 0.0
    off = np.bincount(nearest(other, colours), minlength=len(colours)) + 0.0
    on, off = on / on.sum(), off / off.sum()
    evidence = np.log((on + 0.004) / (off + 0.004))
    return Palette(colours, np.clip(evidence, -3.0, 3.0))


def _thinned(pixels: Singles, most: int) -> Singles:
    step = max(1, len(pixels) // most)
    return pixels[::step]


def clusters(pool: Floats, count: int) -> Floats:
    """K-means from seeds as far apart as can be: no chance in it."""
    chosen = [pool.mean(axis=0)]
    away = ((pool - chosen[0]) ** 2).sum(axis=1)
    for _ in range(count - 1):
        chosen.append(pool[int(away.argmax())])
        away = np.minimum(away, ((pool - chosen[-1]) ** 2).sum(axis=1))
    centres = np.array(chosen)
    for _ in range(12):
        own = nearest(pool, centres)
        for k in range(count):
            mine = pool[own == k]
            if len(mine):
                centres[k] = mine.mean(axis=0)
    return centres


def nearest(pixels: NDArray[np.floating], centres: Floats) -> NDArray[np.intp]:
    """The number of the colour that is nearest to each pixel."""
    found = np.empty(len(pixels), dtype=np.intp)
    for low in range(0, len(pixels), _AT_A_TIME):
        part = pixels[low : low + _AT_A_TIME]
        found[low : low + _AT_A_TIME] = squares(part, centres).argmin(axis=1)
    return found


def squares(pixels: NDArray[np.floating], centres: Floats) -> Floats:
    """Squared distances, n x colours."""
    work = pixels.astype(np.float64)
    result: Floats = work @ centres.T
    result *= -2
    result += (work**2).sum(axis=1)[:, None]
    result += (centres**2).sum(axis=1)
    np.maximum(result, 0.0, out=result)
    return result
