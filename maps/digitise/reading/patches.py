"""Every hex cut out of the scan, straightened to one size, with the printed number masked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Bytes, Floats, Singles, blurred, halved, inside, sample
from maps.digitise.calibrating.lattice import Lattice

SIZE = 40
"""Samples per pitch, each way."""

INNER = 0.80
"""Share of the hex that is looked at: what is printed on its sides stays out."""


@dataclass(frozen=True, slots=True)
class Patches:
    """``colours`` is hexes x samples x 3; ``places`` are the samples' offsets in units.

    ``seen`` tells which hexes lie on the picture as a whole.
    """

    colours: Singles
    places: Floats
    square: NDArray[np.bool_]
    seen: NDArray[np.bool_]

    def as_squares(self, values: Singles) -> Singles:
        """Hexes x samples laid out as hexes x SIZE x SIZE; off the hex is the hex's own mean."""
        full = np.repeat(values.mean(axis=1)[:, None], self.square.size, axis=1)
        full[:, self.square.ravel()] = values
        return full.reshape(-1, *self.square.shape)


def reduced(picture: Bytes, pitch: float, wanted: float) -> tuple[Bytes, float]:
    """The picture halved until its pitch is below twice ``wanted`` pixels, and its scale."""
    scale = 1.0
    while pitch * scale >= 2 * wanted:
        picture, scale = halved(picture), scale / 2
    return picture, scale


def scaled(at: Floats, scale: float) -> Floats:
    """Pixel places of the full picture as places of the reduced one."""
    result: Floats = (at + 0.5) * scale - 0.5
    return result


def cut(picture: Bytes, lattice: Lattice) -> Patches:
    """Cut all hexes out of a picture."""
    small, scale = reduced(picture, float(np.median(lattice.pitch)), SIZE)
    floats = small.astype(np.float32)
    steps = (np.arange(SIZE) + 0.5) / SIZE - 0.5
    y, x = np.meshgrid(steps, steps, indexing="ij")
    square = reach_of(lattice, x, y) <= 0.5 * INNER
    places = np.stack([x[square], y[square]], axis=1)
    rows = np.arange(len(lattice.labels))
    px, py = lattice.places(rows, places)
    seen = inside(picture, px, py).mean(axis=1) > 0.6
    colours = sample(floats, scaled(px, scale), scaled(py, scale))
    return Patches(colours, places, square, seen)


def number_mask(patches: Patches) -> NDArray[np.bool_]:
    """Which samples belong to the printed number: where nearly every hex has strokes.

    Symbols of a terrain are in the hexes of that terrain only, the number is in all of them. None
    where no hex lies in the picture.
    """
    if not patches.seen.any():
        return np.zeros(len(patches.places), dtype=bool)
    light = patches.as_squares(patches.colours.mean(axis=2))
    detail = np.abs(light - _soft(light, 5))
    busy = _soft(np.minimum(detail, np.quantile(detail, 0.99)), 2)
    usual = np.quantile(busy[patches.seen], 0.25, axis=0)[patches.square]
    quiet = float(np.median(usual))
    loud = usual > max(2.0 * quiet, quiet + 2.0)
    if loud.mean() > 0.45:
        loud = usual > np.quantile(usual, 0.7)
    mask: NDArray[np.bool_] = loud
    return mask


def _soft(stack: Singles, radius: int) -> Singles:
    """A blur of each picture of a stack."""
    return np.moveaxis(blurred(np.moveaxis(stack, 0, 2), radius), 2, 0)


def reach_of(lattice: Lattice, x: Floats, y: Floats) -> Floats:
    """How far offsets in units lie from a hex's centre towards its nearest side; 0.5 is on it."""
    turn = 30.0 if lattice.grid.orientation == "flat" else 0.0
    angles = np.radians(turn + np.array([0.0, 60.0, 120.0]))
    result: Floats = np.max([np.abs(x * np.cos(a) + y * np.sin(a)) for a in angles], axis=0)
    return result
