"""How far apart counters lie, from how the print of a sheet repeats itself both ways."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

import numpy as np

from oob.sheets.arrays import Floats, Singles

LEAST_LIKENESS = 0.12
"""Likeness of counters to their neighbours below which nothing is said to repeat."""

_LITTLE = 0.04
_LEAST_LAG = 12
_MOST_COUNTERS = 80
_STRONG = 0.4
_UNEVEN, _LONG = 1.0, 0.08
_TIMES, _DRIFT = 4, 0.03
_MOST_PARTS, _AS_CLEAR = 5, 0.6
_STEEPEST = 60.0
_STAGGERED = 0.03
_MIDDLE, _NEAR = 900, 2
_ASKEW, _LEAST_ASKEW = (0.25, 1 / 3, 0.5, 2 / 3, 0.75, 1.0), 6.0
"""Where, in steps, the next row of hexes may lie, and the least that is, in pixels."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """From counter to counter in pixels, across and down; how alike neighbours are, 0 to 1.

    ``staggered`` is how much more alike, as a share of that, things are askew than straight across
    and down, as hexes are and counters not.
    """

    across: float
    down: float
    likeness: tuple[float, float]
    staggered: float

    @property
    def are_clear(self) -> bool:
        """Whether the print repeats itself both ways, in a grid of rectangles not too long."""
        weak, strong = sorted(self.likeness)
        alike = weak >= LEAST_LIKENESS or (weak >= _LITTLE and strong >= 2 * LEAST_LIKENESS)
        return alike and 0.5 < self.across / self.down < 2.0 and not self.are_hexes

    @property
    def are_hexes(self) -> bool:
        """Whether what repeats itself lies as hexes do."""
        return self.staggered > _STAGGERED


def misfit(things: str, apart: float, printed: float, allowed: float) -> str:
    """A sentence where ``things`` (columns or rows) lie otherwise than the print repeats itself.

    Both distances are pixels of the scan; nothing where they differ by ``allowed`` or less, a share
    of the printed one.
    """
    if abs(apart / printed - 1) <= allowed:
        return ""
    return f"The {things} are {apart:.0f} pixels apart, the print repeats after {printed:.0f}."


def repeats_of(light: Singles) -> Repeats | None:
    """The distances at which a grey picture repeats itself; None where it does not."""
    edges = _edges(light)
    ways = [_likeness_by_lag(edges, axis) for axis in (1, 0)]
    peaks = [_peaks(way) for way in ways]
    peaks = [
        sorted({*own, *(near for at in other for near in _square(way, at))})
        for way, own, other in zip(ways, peaks, reversed(peaks), strict=True)
    ]
    if not all(peaks):
        return None
    across, down = _chosen(ways[0], peaks[0], ways[1], peaks[1])
    steps = _refined(ways[0], across), _refined(ways[1], down)
    likeness = float(ways[0][across]), float(ways[1][down])
    return Repeats(*steps, likeness, _staggered(edges, steps) / max(1e-6, *likeness))


def _edges(light: Singles) -> Singles:
    """How much lightness changes at each pixel, a little smoothed."""
    change = np.zeros_like(light)
    change[:, 1:] += np.abs(np.diff(light, axis=1))
    change[1:] += np.abs(np.diff(light, axis=0))
    change = np.minimum(change, _STEEPEST)
    for axis in (0, 1):
        around = np.roll(change, 1, axis) + 2 * change + np.roll(change, -1, axis)
        change = (around / 4).astype(np.float32)
    return change


def _likeness_by_lag(edges: Singles, axis: int) -> Floats:
    """The correlation of a picture with itself, moved along one axis."""
    lines = edges if axis == 1 else edges.T
    off = lines - lines.mean(axis=1, keepdims=True)
    size = int(off.shape[1])
    room = 1 << (2 * size - 1).bit_length()
    power: Floats = np.zeros(room // 2 + 1, dtype=np.float64)
    for start in range(0, len(off), 256):
        power += (np.abs(np.fft.rfft(off[start : start + 256], room, axis=1)) ** 2).sum(axis=0)
    found = np.fft.irfft(power)[:size]
    energy = np.concatenate([[0.0], np.cumsum((off**2).sum(axis=0, dtype=np.float64))])
    both = np.sqrt(energy[size:0:-1] * (energy[size] - energy[:size]))
    return np.asarray(found / np.maximum(both, 1e-6 * max(1.0, energy[size])), dtype=np.float64)


def _peaks(likeness: Floats) -> list[int]:
    """The lags at which a picture is clearly more like itself than a little before and after."""
    size = len(likeness)
    low, high = max(_LEAST_LAG, size // _MOST_COUNTERS), size // 2
    found = []
    for at in range(low, high):
        near = likeness[max(1, at - at // 8) : at + at // 8 + 1]
        if likeness[at] == near.max() and likeness[at] > 0.4 * LEAST_LIKENESS:
            found.append(at)
    if not found:
        return []
    best = max(float(likeness[at]) for at in found)
    return [at for at in found if likeness[at] > _STRONG * best]


def _square(likeness: Floats, lag: int) -> list[int]:
    """The lag of a small peak where the other way has a strong one: counters are often square."""
    low, high = max(_LEAST_LAG, lag - 3), lag + 4
    if high + 3 >= len(likeness):
        return []
    at = low + int(np.argmax(likeness[low:high]))
    around = likeness[max(1, at - at // 8) : at + at // 8 + 1]
    return [at] if likeness[at] == around.max() and likeness[at] > _LITTLE else []


def _chosen(one: Floats, ones: list[int], two: Floats, twos: list[int]) -> tuple[int, int]:
    """The pair of lags that are strong, small, and about as wide as high."""
    one, two = _by_multiples(one), _by_multiples(two)
    best = float(one[ones].max()), float(two[twos].max())
    least = min(ones) * min(twos)

    def cost(pair: tuple[int, int]) -> float:
        weak = 2.0 - one[pair[0]] / best[0] - two[pair[1]] / best[1]
        return (
            float(weak)
            + _UNEVEN * abs(log2(pair[0] / pair[1]))
            + _LONG * log2(pair[0] * pair[1] / least)
        )

    found = min(((a, b) for a in ones for b in twos), key=cost)
    for parts in range(_MOST_PARTS, 1, -1):
        part = tuple(_part(own, lag, parts, by) for own, lag, by in zip(
            (ones, twos), found, (one, two), strict=True))  # fmt: skip
        if all(part):
            return part[0], part[1]
    return found


def _part(lags: list[int], lag: int, parts: int, likeness: Floats) -> int:
    """The lag that goes so many times into another and is about as clear; 0 for none."""
    near = [at for at in lags if abs(at * parts - lag) <= 2 * parts]
    best = max(near, key=lambda at: float(likeness[at]), default=0)
    return best if best and likeness[best] > _AS_CLEAR * likeness[lag] else 0


def _by_multiples(likeness: Floats) -> Floats:
    """For each lag how much more alike a sheet is at it and its multiples than half a lag before
    them: letters on the faces of counters repeat themselves once, counters all over the sheet.
    """
    near = _near_most(likeness)
    lags = np.arange(len(likeness))
    found: Floats = np.zeros(len(likeness))
    counted: Floats = np.zeros(len(likeness))
    for time in range(1, _TIMES + 1):
        known = time * lags < len(near)
        at, between = time * lags[known], ((time - 0.5) * lags[known]).astype(np.intp)
        found[known] += near[at] - np.maximum(near[between], 0.0)
        counted[known] += 1
    return np.asarray(found / counted, dtype=np.float64)


def _refined(likeness: Floats, lag: int) -> float:
    """A lag to a part of a pixel, from itself and its multiples."""
    step, number = _summit(likeness, lag), 2
    while number * step < 0.5 * len(likeness):
        around = round(number * step)
        reach = max(3, round(_DRIFT * step))
        window = likeness[around - reach : around + reach + 1]
        top = around - reach + int(np.argmax(window))
        if 0 < int(np.argmax(window)) < len(window) - 1 and likeness[top] > 0.5 * likeness[lag]:
            step = _summit(likeness, top) / number
        number += 1
    return step


def _summit(likeness: Floats, at: int) -> float:
    if not 0 < at < len(likeness) - 1:
        return float(at)
    left, middle, right = (float(likeness[at + way]) for way in (-1, 0, 1))
    bend = left - 2 * middle + right
    return at + (0.5 * (left - right) / bend if bend else 0.0)


def _staggered(edges: Singles, steps: tuple[float, float]) -> float:
    """How much more a picture is like what lies askew of it by parts of its steps than like what
    lies straight across or down: 0 for rows and columns.

    Rows of hexes lie half a hex askew of each other, to both sides alike; letters on the faces of
    counters do not.
    """
    high, wide = (min(size, _MIDDLE) for size in edges.shape)
    top, left = (edges.shape[0] - high) // 2, (edges.shape[1] - wide) // 2
    part = edges[top : top + high, left : left + wide]
    off = part - part.mean()
    power = np.abs(np.fft.rfft2(off, (2 * high, 2 * wide))) ** 2
    whole = np.fft.irfft2(power, (2 * high, 2 * wide))
    down, across = np.arange(high * 3 // 4), np.arange(wide * 3 // 4)
    full = max(1e-6, float(whole[0, 0]) / (high * wide))
    overlap = np.outer(high - down, wide - across) * full
    sides = [whole[np.ix_(down, way)] / overlap for way in (across, -across)]
    near = [_near_most(_near_most(side, 0), 1) for side in sides]
    both = np.minimum(near[0], near[1])
    best = 0.0
    for one in _ASKEW:
        for two in _ASKEW:
            if min(one * steps[0], two * steps[1]) >= _LEAST_ASKEW:
                best = max(best, _more_askew(both, one * steps[0], two * steps[1]))
    return best


def _more_askew(likeness: Floats, across: float, down: float) -> float:
    """How much more alike a picture is askew than straight down and two such steps across as well
    (or straight across and two down), so far and three times as far.
    """
    rows, columns = [], []
    for times in (1, 3):
        x, y = round(times * across), round(times * down)
        x2, y2 = round(2 * times * across), round(2 * times * down)
        if x2 < likeness.shape[1] and y < likeness.shape[0]:
            rows.append(likeness[y, x] - max(likeness[y, 0], likeness[y, x2]))
        if y2 < likeness.shape[0] and x < likeness.shape[1]:
            columns.append(likeness[y, x] - max(likeness[0, x], likeness[y2, x]))
    return max((float(min(own)) for own in (rows, columns) if len(own) == 2), default=0.0)


def _near_most(values: Floats, axis: int = 0) -> Floats:
    """The most of each value and its neighbours along an axis."""
    moved = np.moveaxis(values, axis, 0)
    padded = np.concatenate([moved[:1]] * _NEAR + [moved] + [moved[-1:]] * _NEAR)
    near = np.max([padded[at : at + len(moved)] for at in range(2 * _NEAR + 1)], axis=0)
    return np.asarray(np.moveaxis(near, 0, axis), dtype=np.float64)
