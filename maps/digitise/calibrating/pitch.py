"""Pitch and tilt of a printed hex grid, found from the picture alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Bytes, Floats, Singles, blurred, grey, halved
from maps.layout import Orientation

_LONGEST = 2200
_PATCH = 1024


@dataclass(frozen=True, slots=True)
class PitchEstimate:
    """What the picture says of its own grid.

    ``pitch`` is in pixels, ``tilt`` in degrees clockwise of the nearest upright flat-topped
    (``orientation`` flat) or pointy-topped grid, ``strength`` from 0 (nothing there) to 1.
    """

    pitch: float
    orientation: Orientation
    tilt: float
    strength: float


def estimate_pitch(picture: Bytes) -> PitchEstimate | None:
    """Pitch, orientation and tilt by autocorrelation; None when the picture shows no hex grid.

    Looks for six equal shifts, 60 degrees apart, under which the fine structure of the picture
    repeats. Damage that changes the pitch over the sheet blurs the estimate; the middle counts.
    """
    scale = 1
    while max(picture.shape[:2]) > _LONGEST:
        picture, scale = halved(picture), scale * 2
    again = _autocorrelation(_middle(_detail(picture)))
    found = _best_ring(again)
    if found is None:
        return None
    shift, strength = found
    shift = _sharpened(again, shift)
    pitch, angle = float(np.hypot(*shift)), float(np.degrees(np.arctan2(shift[1], shift[0])))
    turn = (angle + 15.0) % 60.0 - 15.0
    flat = turn > 15.0
    # Neighbours of a flat-topped hex stand at 30, 90, 150 degrees; of a pointy one at 0, 60, 120.
    tilt = turn - 30.0 if flat else turn
    orientation = Orientation.FLAT if flat else Orientation.POINTY
    return PitchEstimate(pitch * scale, orientation, tilt, strength)


def _detail(picture: Bytes) -> Singles:
    """Fine structure of even strength: brightness less its surroundings, over their contrast."""
    light = grey(picture)
    off = light - blurred(light, 6)
    contrast = np.sqrt(blurred(off * off, 20)) + 2.0
    return np.asarray(np.clip(off / contrast, -2.5, 2.5), dtype=np.float32)


def _middle(detail: Singles) -> Singles:
    high, wide = detail.shape
    top, left = max(0, (high - _PATCH) // 2), max(0, (wide - _PATCH) // 2)
    return detail[top : top + _PATCH, left : left + _PATCH]


def _autocorrelation(detail: Singles) -> Floats:
    """Correlation with itself, by shift; shift 0, 0 is in the middle and scaled to 1."""
    high, wide = detail.shape
    window = np.hanning(high)[:, None] * np.hanning(wide)[None, :]
    work = detail * window
    shape = (2 * high, 2 * wide)
    power = np.abs(np.fft.rfft2(work, shape)) ** 2
    same = np.fft.fftshift(np.fft.irfft2(power, shape))
    cover = np.fft.fftshift(np.fft.irfft2(np.abs(np.fft.rfft2(window, shape)) ** 2, shape))
    rate = same / np.maximum(cover, 1e-3 * cover.max())
    middle = rate[high, wide]
    result: Floats = rate / (middle if middle > 0 else 1.0)
    return result


def _best_ring(again: Floats) -> tuple[Floats, float] | None:
    """The shift whose six turns all repeat the picture best, the shortest among near equals."""
    high, wide = again.shape[0] // 2, again.shape[1] // 2
    longest = min(high, wide) // 3
    radii = np.arange(8, longest, 0.5)
    angles = np.radians(np.arange(0, 60, 0.5))
    if len(radii) == 0:
        return None
    soft = np.asarray(blurred(again.astype(np.float32), 1), dtype=np.float64)
    score = np.full((len(radii), len(angles)), np.inf)
    for turn in range(3):
        x = np.rint(wide + radii[:, None] * np.cos(angles + turn * np.pi / 3)).astype(np.intp)
        y = np.rint(high + radii[:, None] * np.sin(angles + turn * np.pi / 3)).astype(np.intp)
        score = np.minimum(score, soft[y, x])
    best = float(score.max())
    if best < 0.03:
        return None
    row = int(np.argmax(score.max(axis=1) > 0.75 * best))
    near = score[row : row + 1 + int(0.12 * radii[row] * 2)]
    step, column = np.unravel_index(int(near.argmax()), near.shape)
    radius, angle = float(radii[row + int(step)]), float(angles[int(column)])
    return np.array([radius * np.cos(angle), radius * np.sin(angle)]), min(1.0, best)


def _sharpened(again: Floats, shift: Floats) -> Floats:
    """The mean of the six peaks turned back onto one, each found to a part of a pixel."""
    high, wide = again.shape[0] // 2, again.shape[1] // 2
    found = []
    for turn in range(6):
        angle = turn * np.pi / 3
        spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        x, y = np.rint(spin @ shift + [wide, high]).astype(int)
        reach = max(2, round(float(np.hypot(*shift)) * 0.08))
        part = again[y - reach : y + reach + 1, x - reach : x + reach + 1]
        if part.shape != (2 * reach + 1, 2 * reach + 1):
            continue
        dy, dx = np.unravel_index(int(part.argmax()), part.shape)
        weight = np.clip(part - 0.7 * part.max(), 0, None)
        weight = np.where(_near(part.shape, int(dy), int(dx), 2), weight, 0.0)
        ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
        total = weight.sum()
        if total > 0:
            peak = np.array(
                [x - wide + (weight * xs).sum() / total, y - high + (weight * ys).sum() / total]
            )
            found.append(spin.T @ peak)
    return np.mean(found, axis=0) if found else shift


def _near(shape: tuple[int, ...], row: int, column: int, reach: int) -> NDArray[np.bool_]:
    ys, xs = np.ogrid[: shape[0], : shape[1]]
    close: NDArray[np.bool_] = (np.abs(ys - row) <= reach) & (np.abs(xs - column) <= reach)
    return close
