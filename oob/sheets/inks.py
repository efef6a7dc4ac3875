"""Parts of a counter as ink on its own ground, whatever the colours and the light."""

from __future__ import annotations

import numpy as np

from oob.sheets.arrays import Bytes, Floats, Singles, resized

Region = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of a counter, in shares of its edge."""

Grounds = tuple[Floats, ...]
"""Colours that are no ink, each red, green and blue."""

RATINGS: Region = (0.075, 0.65, 0.925, 0.955)
"""Where ratings usually stand."""

UPPER: Region = (0.08, 0.15, 0.92, 0.70)
"""Where the symbol usually stands, with some room about it."""

TOP: Region = (0.24, 0.02, 0.76, 0.20)
"""Where the size mark usually stands."""


def ink_of(picture: Bytes, region: Region, wide: int, high: int) -> Singles:
    """A region of a counter at a fixed size, 0 its ground and 1 its ink."""
    return _inked(resized(region_of(picture, region), wide, high), None)


def grounds_of(picture: Bytes) -> Grounds:
    """The colours that are no ink on a counter: those of its card and of the box of its symbol."""
    middle = region_of(picture, _MIDDLE).reshape(-1, 3)
    return np.array(ground_colour_of(picture), dtype=float), np.median(middle, axis=0)


def ink_on_card(
    picture: Bytes, region: Region, wide: int, high: int, grounds: Grounds | None = None
) -> Singles:
    """As :func:`ink_of`, where what has the colour of the card or of the symbol's box is ground.
    ``grounds`` are those of the picture, for who looks at many of its regions.
    """
    part = resized(region_of(picture, region), wide, high)
    return _inked(part, grounds_of(picture) if grounds is None else grounds)


def _inked(part: Bytes, grounds: Grounds | None) -> Singles:
    values = part.astype(np.float32)
    if grounds is None:
        grounds = (np.median(values.reshape(-1, 3), axis=0),)
    off = _off(values, grounds[0])
    for ground in grounds[1:]:
        off = np.minimum(off, _off(values, ground))
    full = max(36.0, float(np.quantile(off, 0.97)))
    return np.asarray(np.clip((off - 0.12 * full) / (0.80 * full), 0, 1), dtype=np.float32)


def _off(values: Singles, ground: Floats) -> Floats:
    """How far pixels are from a colour, by the one of red, green and blue that differs most."""
    red, green, blue = np.moveaxis(np.abs(values - ground), 2, 0)
    off: Floats = np.maximum(np.maximum(red, green), blue)
    return off


_MIDDLE: Region = (0.28, 0.24, 0.72, 0.52)


def region_of(picture: Bytes, region: Region) -> Bytes:
    """A region of a counter, at least two pixels each way."""
    high, wide = picture.shape[:2]
    left, top = round(region[0] * wide), round(region[1] * high)
    right, bottom = round(region[2] * wide), round(region[3] * high)
    return picture[top : max(bottom, top + 2), left : max(right, left + 2)]


def ground_colour_of(picture: Bytes) -> tuple[int, int, int]:
    """The colour of a counter's card: the usual one of a frame a little inside its edge."""
    high, wide = picture.shape[:2]
    a, b = max(1, round(0.07 * min(high, wide))), max(2, round(0.14 * min(high, wide)))
    rim = np.concatenate(
        [
            picture[a:b, a:-a].reshape(-1, 3),
            picture[a:-a, a:b].reshape(-1, 3),
            picture[a:-a, -b:-a].reshape(-1, 3),
        ]
    )
    red, green, blue = np.median(rim, axis=0)
    return int(red), int(green), int(blue)


def unit(values: Singles) -> Singles:
    """Rows of numbers without their mean, each of length one: few at a time, for what fits no cache
    of the processor takes twice as long.
    """
    rows = values.reshape(-1, values.shape[-1])
    found = np.empty(rows.shape, np.float32)
    few = max(1, _NUMBERS // rows.shape[-1])
    for start in range(0, len(rows), few):
        part = rows[start : start + few]
        off = part - part.mean(axis=-1, keepdims=True)
        size = np.sqrt((off**2).sum(axis=-1, keepdims=True))
        found[start : start + few] = off / np.maximum(size, 1e-6)
    return found.reshape(values.shape)


_NUMBERS = 250_000
"""How many numbers stay in the cache while they are worked on."""
