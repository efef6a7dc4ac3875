"""Irregularity without chance: the same place always gets the same wiggle."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]

_MASK = 0xFFFFFFFF


def signed(a: int, b: int, salt: int = 0) -> float:
    """A number from -1 to 1 that belongs to two whole numbers and a salt."""
    n = (a * 374761393 + b * 668265263 + salt * 2246822519 + 3266489917) & _MASK
    n = ((n ^ (n >> 15)) * 2246822519) & _MASK
    n = ((n ^ (n >> 13)) * 3266489917) & _MASK
    n ^= n >> 16
    return (n & 0xFFFF) / 32767.5 - 1.0


def share(a: int, b: int, salt: int = 0) -> float:
    """A number from 0 to 1 that belongs to two whole numbers and a salt."""
    return (signed(a, b, salt) + 1.0) / 2.0


def _lattice(size: int, salt: int) -> Field:
    axis = np.arange(size, dtype=np.uint64)
    n = axis[:, None] * np.uint64(668265263) + axis[None, :] * np.uint64(374761393)
    n = (n + np.uint64(salt * 2246822519 + 3266489917)) & np.uint64(_MASK)
    for shift, factor in ((15, 2246822519), (13, 3266489917)):
        n = ((n ^ (n >> np.uint64(shift))) * np.uint64(factor)) & np.uint64(_MASK)
    n ^= n >> np.uint64(16)
    return ((n & np.uint64(0xFFFF)).astype(np.float32)) / np.float32(32767.5) - np.float32(1.0)


def _octave(size: int, cells: int, salt: int) -> Field:
    """Smooth noise that repeats after ``size`` pixels and has ``cells`` lattice cells in them."""
    lattice = _lattice(cells, salt)
    spot = np.arange(size, dtype=np.float32) * (cells / size)
    low = np.floor(spot).astype(np.intp)
    t = spot - low
    t = t * t * t * (t * (t * 6 - 15) + 10)
    high = (low + 1) % cells
    rows = lattice[low] * (1 - t)[:, None] + lattice[high] * t[:, None]
    across: Field = rows[:, low] * (1 - t)[None, :] + rows[:, high] * t[None, :]
    return across


@cache
def rolling(size: int, cells: int, octaves: int, salt: int) -> Field:
    """Rounded fractal noise of about -1..1, repeating after ``size`` pixels either way."""
    total = np.zeros((size, size), dtype=np.float32)
    weight = 1.0
    for step in range(octaves):
        total += np.float32(weight) * _octave(size, cells << step, salt + step)
        weight *= 0.5
    evened: Field = total / np.float32(2.0 - weight * 2)
    return evened


@cache
def ridged(size: int, cells: int, octaves: int, salt: int) -> Field:
    """Fractal noise of 0..1 with sharp crests, repeating after ``size`` pixels either way."""
    total = np.zeros((size, size), dtype=np.float32)
    weight, whole = 1.0, 0.0
    for step in range(octaves):
        slope = _octave(size, cells << step, salt + step)
        crest = 1.0 - np.sqrt(slope * slope + np.float32(0.004)) * 1.35
        total += np.float32(weight) * crest
        whole += weight
        weight *= 0.5
    crests: Field = total / np.float32(whole)
    return crests
