"""The arrays of this room, and how a scan is brought to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from maps.digitise.arrays import Bytes, Floats, Singles, grey, largest

__all__ = [
    "Bytes",
    "Flags",
    "Floats",
    "Singles",
    "grey",
    "largest",
    "resized",
    "turned",
    "with_form",
]

Flags = NDArray[np.bool_]
"""Pixels that are, or are not."""


def resized(picture: Bytes, wide: int, high: int) -> Bytes:
    """A picture at another size, smoothly."""
    if picture.shape[:2] == (high, wide):
        return picture
    way = Image.Resampling.BOX if wide * 2 < picture.shape[1] else Image.Resampling.BICUBIC
    return np.asarray(Image.fromarray(picture).resize((wide, high), way))


def turned(picture: Bytes, degrees: float, fill: tuple[int, int, int]) -> Bytes:
    """A picture turned anticlockwise about its middle, at its own size; new corners in ``fill``."""
    if abs(degrees) < 1e-6:
        return picture
    image = Image.fromarray(picture)
    return np.asarray(image.rotate(degrees, Image.Resampling.BICUBIC, fillcolor=fill))


def with_form(picture: Bytes, form: Bytes | None) -> Bytes:
    """A picture see-through where a form of its size is 0; as it is without one."""
    return picture if form is None else np.dstack([picture, form])
