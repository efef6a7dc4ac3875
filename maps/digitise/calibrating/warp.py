"""The scan bent so that its grid lies on the board's: pieces of it, as they are looked at."""

from __future__ import annotations

import numpy as np

from maps.digitise.arrays import Bytes, Floats, sample
from maps.digitise.calibrating.transforms import Transform

_MESH = 17
"""Places across a piece where the way to the scan is asked; between them it is straight."""


def warped(
    picture: Bytes,
    scale: float,
    transform: Transform,
    corner: tuple[float, float],
    edge: float,
    size: int,
    used: tuple[float, float, float, float],
) -> Bytes:
    """A square of the board, ``size`` pixels wide, as red, green, blue and opacity.

    ``corner`` and ``edge`` are in units (a pitch is 1), ``picture`` is the scan at ``scale``;
    ``used`` is the part of it that counts, in full-size pixels: left, top, right, bottom.
    """
    mesh = np.linspace(0.0, edge, _MESH)
    grid = np.stack(np.meshgrid(corner[0] + mesh, corner[1] + mesh), axis=-1)
    places = transform(grid.reshape(-1, 2)).reshape(_MESH, _MESH, 2)
    steps = (np.arange(size) + 0.5) / size * (_MESH - 1)
    x = _between(places[:, :, 0], steps)
    y = _between(places[:, :, 1], steps)
    left, top, right, bottom = used
    on = (x >= left - 0.5) & (y >= top - 0.5) & (x <= right - 0.5) & (y <= bottom - 0.5)
    result: Bytes = np.zeros((size, size, 4), dtype=np.uint8)
    if on.any():
        px, py = (x[on] + 0.5) * scale - 0.5, (y[on] + 0.5) * scale - 0.5
        result[on, :3] = np.rint(_sampled(picture, px, py)).astype(np.uint8)
        result[on, 3] = 255
    return result


def _sampled(picture: Bytes, x: Floats, y: Floats) -> Floats:
    """Only the part of the picture that is needed is turned into floats."""
    low_x, low_y = max(0, int(x.min()) - 1), max(0, int(y.min()) - 1)
    part = picture[low_y : int(y.max()) + 3, low_x : int(x.max()) + 3].astype(np.float32)
    return np.asarray(sample(part, x - low_x, y - low_y), dtype=np.float64)


def _between(values: Floats, steps: Floats) -> Floats:
    """Values of a mesh at places between its knots, both ways."""
    low = np.minimum(steps.astype(np.intp), _MESH - 2)
    part = (steps - low)[:, None]
    rows = values[low] * (1 - part) + values[low + 1] * part
    part = (steps - low)[None, :]
    result: Floats = rows[:, low] * (1 - part) + rows[:, low + 1] * part
    return result
