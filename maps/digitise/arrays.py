"""The arrays of this room, and the few picture operations NumPy has no word for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
"""Points, offsets and features: double precision."""

Singles = NDArray[np.float32]
"""Pictures and patches while they are worked on."""

Bytes = NDArray[np.uint8]
"""A picture: rows x columns x 3."""


def sample(picture: Singles, x: Floats, y: Floats) -> Singles:
    """Values at fractional pixel places, bilinear; places outside take the nearest edge pixel.

    ``picture`` is rows x columns or rows x columns x channels; the result has the shape of ``x``,
    with the channels last.
    """
    high, wide = picture.shape[:2]
    px = np.clip(x, 0, wide - 1)
    py = np.clip(y, 0, high - 1)
    left = np.minimum(px.astype(np.intp), max(wide - 2, 0))
    top = np.minimum(py.astype(np.intp), max(high - 2, 0))
    right, bottom = np.minimum(left + 1, wide - 1), np.minimum(top + 1, high - 1)
    fx, fy = (px - left).astype(np.float32), (py - top).astype(np.float32)
    if picture.ndim == 3:
        fx, fy = fx[..., None], fy[..., None]
    upper = picture[top, left] * (1 - fx) + picture[top, right] * fx
    lower = picture[bottom, left] * (1 - fx) + picture[bottom, right] * fx
    result: Singles = upper * (1 - fy) + lower * fy
    return result


def inside(picture: NDArray[np.generic], x: Floats, y: Floats) -> NDArray[np.bool_]:
    """Which places lie on the picture."""
    high, wide = picture.shape[:2]
    within: NDArray[np.bool_] = (x >= 0) & (y >= 0) & (x <= wide - 1) & (y <= high - 1)
    return within


def blurred(picture: Singles, radius: float) -> Singles:
    """The picture under a soft window of about ``radius`` pixels: three box means each way."""
    size = max(1, round(radius))
    result = picture
    for axis in (0, 1):
        for _ in range(3):
            result = box_mean(result, size, axis)
    return result


def box_mean(picture: Singles, radius: int, axis: int) -> Singles:
    """The mean over ``2 radius + 1`` entries along an axis; edges repeat their last entry."""
    count = picture.shape[axis]
    pad = [(0, 0)] * picture.ndim
    pad[axis] = (radius + 1, radius)
    total = np.cumsum(np.pad(picture, pad, mode="edge"), axis=axis, dtype=np.float64)
    width = 2 * radius + 1
    ends = np.arange(count) + width
    difference = np.take(total, ends, axis) - np.take(total, ends - width, axis)
    return (difference / width).astype(np.float32)


def halved(picture: Bytes) -> Bytes:
    """The picture at half size, each pixel the mean of four; an odd edge is repeated."""
    high, wide = picture.shape[:2]
    if high % 2 or wide % 2:
        picture = np.pad(picture, ((0, high % 2), (0, wide % 2), (0, 0)), mode="edge")
    total = picture[0::2, 0::2].astype(np.uint16)
    total += picture[1::2, 0::2]
    total += picture[0::2, 1::2]
    total += picture[1::2, 1::2]
    return ((total + 2) >> 2).astype(np.uint8)


def largest(values: Singles) -> Singles:
    """The largest of the three channels of each pixel; NumPy's own ``max(axis=2)`` takes thirty
    times as long, for it goes through an axis of three as it would through a long one.
    """
    result: Singles = np.maximum(values[..., 0], values[..., 1])
    return np.maximum(result, values[..., 2], out=result)


def grey(picture: Bytes | Singles) -> Singles:
    """Brightness 0..255."""
    weights = np.array([0.299, 0.587, 0.114], dtype=np.float32)
    return np.asarray(picture, dtype=np.float32) @ weights
