"""What a hex looks like in numbers: colour, texture, and the shape of what is printed in it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Floats, Singles, box_mean
from maps.digitise.reading.patches import Patches

_LEVELS = (0.05, 0.2, 0.5, 0.8, 0.95)


def features(patches: Patches, mask: NDArray[np.bool_], light: Floats) -> Floats:
    """Hexes x features. ``mask`` is the number's; ``light`` the log brightness of each hex's place.

    Per hex: quantiles of three opponent colours, the spread of fine structure at two sizes, its
    strength by direction, and rings of darkness about the centre.
    """
    opponent = _opponent(patches.colours - 0.0, light)
    keep = ~mask
    shown = opponent[:, keep]
    columns: list[NDArray[Any]] = [np.quantile(shown[:, :, c], _LEVELS, axis=1).T for c in range(3)]
    columns.append(shown.mean(axis=1))
    columns.append(np.log(1.0 + 20 * shown.std(axis=1)))
    columns.append(_texture(patches, opponent, keep))
    columns.append(_rings(patches, opponent[:, :, 0], keep))
    return np.concatenate([np.asarray(c, dtype=np.float64) for c in columns], axis=1)


def brightness(patches: Patches, mask: NDArray[np.bool_]) -> Floats:
    """The log of red, green and blue of each hex's usual pixel, hexes x 3."""
    usual = np.median(patches.colours[:, ~mask], axis=1)
    return np.log(np.maximum(usual, 4.0)).astype(np.float64)


def _opponent(colours: Singles, light: Floats) -> Singles:
    """Log brightness, red against green, yellow against blue, each about a tenth per step seen."""
    logs = np.log(np.maximum(colours, 4.0)) - light[:, None, :].astype(np.float32)
    r, g, b = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.stack([(r + g + b) / 3, r - g, (r + g) / 2 - b], axis=-1)


def _texture(patches: Patches, opponent: Singles, keep: NDArray[np.bool_]) -> Floats:
    """Strength of structure by size, and by direction in the finest."""
    square = patches.as_squares(opponent[:, :, 0])
    inside = patches.square
    soft = [box_mean(box_mean(square, r, 1), r, 2) for r in (1, 3, 6)]
    bands = [np.abs(soft[0] - soft[1]), np.abs(soft[1] - soft[2])]
    dy = np.gradient(soft[0], axis=1)
    dx = np.gradient(soft[0], axis=2)
    bands += [np.abs(dx), np.abs(dy), np.abs(dx + dy), np.abs(dx - dy)]
    means = [band[:, inside][:, keep].mean(axis=1) for band in bands]
    return np.log(0.002 + np.stack(means, axis=1)).astype(np.float64)


def _rings(patches: Patches, dark: Singles, keep: NDArray[np.bool_]) -> Floats:
    """How dark each of four rings is beside the hex's own usual brightness."""
    away = np.hypot(patches.places[:, 0], patches.places[:, 1])
    off = np.abs(dark - np.median(dark[:, keep], axis=1)[:, None])
    edges = (0.0, 0.15, 0.25, 0.34, 0.6)
    columns = []
    for low, high in pairwise(edges):
        ring = keep & (away >= low) & (away < high)
        columns.append(off[:, ring].mean(axis=1) if ring.any() else np.zeros(len(dark)))
    return np.log(0.005 + np.stack(columns, axis=1)).astype(np.float64)
