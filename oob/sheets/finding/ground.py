"""What of a scan is the sheet's own ground: the margins and gutters between counters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from oob.sheets.arrays import Bytes, Flags, Singles, largest, resized

LONGEST = 900
"""Pixels along the longer edge of the picture that the ground is fitted on."""

_ROUNDS = 4
_EVERY = 2
"""The ground is fitted on every so many pixels each way: thinned, not blurred into the gutters."""

_LEAST_OFF = 14.0
_BAND = 256


@dataclass(frozen=True, slots=True)
class Ground:
    """The colour of the ground all over a picture, as a smooth surface, and what is off it."""

    weights: Singles
    least_off: float

    def ink(self, picture: Bytes, longest: int = LONGEST) -> tuple[Flags, float]:
        """Which pixels of a reduced picture are not ground, and its scale."""
        small, scale = _small(picture, longest)
        high = int(small.shape[0])
        found: Flags = np.empty((high, small.shape[1]), dtype=np.bool_)
        for top in range(0, high, _BAND):
            rows = slice(top, min(high, top + _BAND))
            fit = _terms(high, int(small.shape[1]), rows) @ self.weights
            found[rows] = largest(np.abs(small[rows] - fit)) > self.least_off
        return found, scale


def ground_of(picture: Bytes) -> Ground:
    """The ground of a picture: the colour along its border, varying smoothly with the light."""
    small, _ = _small(picture, LONGEST)
    whole = small.astype(np.float32)
    high, wide = whole.shape[:2]
    values = np.ascontiguousarray(whole[::_EVERY, ::_EVERY])
    terms = np.ascontiguousarray(_terms(high, wide, slice(0, high))[::_EVERY, ::_EVERY])
    weights = _fitted(terms, values, _border(whole)[::_EVERY, ::_EVERY])
    off, spread = _off(values, terms @ weights)
    for _ in range(_ROUNDS):
        near = off < max(_LEAST_OFF, 3.5 * spread)
        if near.mean() < 0.004:
            break
        weights = _fitted(terms, values, near)
        off, spread = _off(values, terms @ weights)
    return Ground(weights, max(_LEAST_OFF, 4.0 * spread))


def ground_colour(picture: Bytes) -> tuple[int, int, int]:
    """The usual colour of the picture's border."""
    values = _small(picture, 300)[0]
    usual = np.median(values[_border(values.astype(np.float32))], axis=0)
    return int(usual[0]), int(usual[1]), int(usual[2])


def is_even(picture: Bytes) -> bool:
    """Whether nearly the whole border of a picture has one colour, as paper has."""
    values = _small(picture, 300)[0].astype(np.float32)
    high, wide = values.shape[:2]
    rim = np.concatenate([values[0], values[high - 1], values[:, 0], values[:, wide - 1]])
    return bool((np.abs(rim - np.median(rim, axis=0)).max(axis=1) < 30).mean() > 0.85)


def _small(picture: Bytes, longest: int) -> tuple[Bytes, float]:
    high, wide = picture.shape[:2]
    scale = min(1.0, longest / max(high, wide))
    if scale == 1.0:
        return picture, 1.0
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    return resized(picture, *size), size[0] / wide


def _border(values: Singles) -> Flags:
    high, wide = values.shape[:2]
    band = max(2, round(min(high, wide) * 0.012))
    found = np.zeros((high, wide), dtype=np.bool_)
    found[:band], found[-band:], found[:, :band], found[:, -band:] = True, True, True, True
    rim = values[found]
    near = largest(np.abs(rim - np.median(rim, axis=0))) < 60
    if near.sum() > 0.3 * len(rim):
        found[found] = near
    return found


def _terms(high: int, wide: int, rows: slice) -> Singles:
    y = np.linspace(-1, 1, high, dtype=np.float32)[rows, None]
    x = np.linspace(-1, 1, wide, dtype=np.float32)[None, :]
    y, x = np.broadcast_arrays(y, x)
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1)


def _fitted(terms: Singles, values: Singles, where: Flags) -> Singles:
    places = np.flatnonzero(where)
    chosen = places[:: max(1, len(places) // 30_000)]
    known, seen = terms.reshape(-1, terms.shape[-1])[chosen], values.reshape(-1, 3)[chosen]
    weights, *_ = np.linalg.lstsq(known, seen, rcond=None)
    return np.asarray(weights, dtype=np.float32)


def _off(values: Singles, fit: Singles) -> tuple[Singles, float]:
    """How far each pixel is from the ground, and how far the ground is from itself."""
    off = largest(np.abs(values - fit))
    near = off[off < 40]
    spread = float(np.median(near)) if near.size else 0.0
    return off, spread
