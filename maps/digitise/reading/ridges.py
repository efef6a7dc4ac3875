"""Following a ridge of evidence along a strip."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Floats, Singles, box_mean

_STRAY = 0.9
"""Evidence that a path loses at the edge of a strip: lines keep near their course."""

_BEND = 0.15


@dataclass(frozen=True, slots=True)
class Stretches:
    """The best path through each strip, strips x along, and what there is to say of it.

    ``features`` per strip: mean evidence on the path, its weakest fifth, its stand-out against
    the weaker and the stronger of its two banks.
    """

    path: NDArray[np.intp]
    features: Floats


def stretches(evidence: Singles) -> Stretches:
    """Follow the strongest path from end to end of each strip (strips x along x across)."""
    soft = box_mean(evidence, 1, 2)
    count, along, across = soft.shape
    aside = np.abs(np.linspace(-1, 1, across)).astype(np.float32)
    worth = soft - _STRAY * aside**2
    total = worth[:, 0].copy()
    came = np.zeros((count, along, across), dtype=np.int8)
    for step in range(1, along):
        padded = np.pad(total, ((0, 0), (1, 1)), constant_values=-1e9)
        options = np.stack([padded[:, :-2] - _BEND, padded[:, 1:-1], padded[:, 2:] - _BEND], axis=2)
        best = options.argmax(axis=2)
        came[:, step] = best - 1
        total = np.take_along_axis(options, best[:, :, None], axis=2)[:, :, 0] + worth[:, step]
    path = np.empty((count, along), dtype=np.intp)
    rows = np.arange(count)
    path[:, -1] = total.argmax(axis=1)
    for step in range(along - 1, 0, -1):
        path[:, step - 1] = path[:, step] + came[rows, step, path[:, step]]
    return Stretches(path, _features(soft, path))


def _features(soft: Singles, path: NDArray[np.intp]) -> Floats:
    across = soft.shape[2]
    rows, steps = np.arange(len(soft))[:, None], np.arange(soft.shape[1])[None, :]
    on = soft[rows, steps, path]
    banks = []
    for way in (-1, 1):
        sides = [
            soft[rows, steps, np.clip(path + way * off, 0, across - 1)] for off in (6, 7, 8, 9)
        ]
        banks.append(np.median(np.stack(sides), axis=(0, 2)))
    mean = on.mean(axis=1)
    weak = np.quantile(on, 0.2, axis=1)
    left, right = mean - banks[0], mean - banks[1]
    stand = [np.minimum(left, right), np.maximum(left, right)]
    return np.stack([mean, weak, *stand], axis=1).astype(np.float64)
