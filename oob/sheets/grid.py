"""The grid of counters on a sheet: how it is turned, and where columns and rows lie."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from oob.sheets.arrays import Flags, Floats

Span = tuple[float, float]
"""From where to where a column or row of counters reaches, in pixels."""

_WIDEST_TURN = 15.0
_BLURRED = 0.04


@dataclass(frozen=True, slots=True)
class Spans:
    """The columns, or the rows, of a sheet, and whether gutters part them."""

    spans: tuple[Span, ...]
    has_gutters: bool


def tilt(mask: Flags, fine: Flags) -> float:
    """Degrees by which the grid is turned clockwise.

    ``mask`` is searched widely; ``fine``, the same at a larger size, closely about what was found.
    """
    wide = _best_turn(mask, np.arange(-_WIDEST_TURN, _WIDEST_TURN + 0.01, 0.5))
    close = _best_turn(fine, wide + np.arange(-0.5, 0.501, 0.1))
    return _best_turn(fine, close + np.arange(-0.1, 0.101, 0.02))


def _best_turn(mask: Flags, angles: Floats) -> float:
    down, across = np.nonzero(_rim(mask))
    if len(across) == 0:
        return 0.0
    step = max(1, len(across) // 150_000)
    xs: Floats = across[::step].astype(np.float64)
    ys: Floats = down[::step].astype(np.float64)
    scores = [_sharpness(xs, ys, float(np.tan(np.radians(angle)))) for angle in angles]
    return float(angles[int(np.argmax(scores))])


def _rim(mask: Flags) -> Flags:
    """The pixels where counter and ground meet."""
    edge = np.zeros_like(mask)
    edge[:, 1:] |= mask[:, 1:] != mask[:, :-1]
    edge[1:] |= mask[1:] != mask[:-1]
    return edge


def _sharpness(xs: Floats, ys: Floats, slope: float) -> float:
    """How sharply the rims gather on lines when the grid is turned by a slope."""
    total = 0.0
    for along, across, sign in ((xs, ys, 1.0), (ys, xs, -1.0)):
        at = along + sign * slope * across
        counts = np.bincount(np.rint(at - at.min()).astype(np.intp)).astype(np.float64)
        total += float((counts**2).sum()) / max(1.0, float(counts.sum()))
    return total


def spans_of(profile: Floats, side: float | None = None, count: int | None = None) -> Spans:
    """Columns (or rows) from the share of inked pixels in each pixel column (or row).

    ``side`` is the counter's edge in pixels where it is known from the other way; ``count`` is the
    number of columns where a person gave it.
    """
    parts = _runs(profile)
    if not parts:
        return Spans((), False)
    usual = side or _usual(parts)
    merged = _merged(parts, usual)
    has_gutters = len(merged) > 1
    if count:
        spans = merged if len(merged) == count else _divided([(merged[0][0], merged[-1][1])], count)
        return Spans(tuple(spans), has_gutters)
    found: list[Span] = []
    for low, high in merged:
        number = max(1, round((high - low) / usual))
        found.extend(_divided([(low, high)], number))
    return Spans(tuple(found), has_gutters)


def _runs(profile: Floats) -> list[Span]:
    """The runs where there is ink, edges found to a part of a pixel."""
    if profile.max(initial=0.0) < 0.02:
        return []
    least = 0.22 * float(np.quantile(profile[profile > 0.01], 0.7))
    on = np.concatenate([[False], profile > least, [False]])
    starts = np.flatnonzero(on[1:] & ~on[:-1])
    ends = np.flatnonzero(~on[1:] & on[:-1])
    return [_sharpened(profile, int(a), int(b), least) for a, b in zip(starts, ends, strict=True)]


def _sharpened(profile: Floats, start: int, end: int, least: float) -> Span:
    """A run drawn in to where it reaches half its usual height: blur widens it below that."""
    half = max(least, 0.5 * float(np.median(profile[start:end])))
    most = max(1, round(_BLURRED * (end - start)))
    for _ in range(most):
        if end - start > 2 and profile[start] < half:
            start += 1
        if end - start > 2 and profile[end - 1] < half:
            end -= 1
    return _crossing(profile, start, half, -1), _crossing(profile, end - 1, half, 1)


def _crossing(profile: Floats, at: int, least: float, way: int) -> float:
    """Where the profile passes the threshold, as the outer edge of a run."""
    outside = at + way
    here = float(profile[at])
    there = float(profile[outside]) if 0 <= outside < len(profile) else 0.0
    share = 0.5 if here <= there else min(1.0, max(0.0, (here - least) / (here - there)))
    return at + 0.5 + way * share


def _usual(parts: list[Span]) -> float:
    """The width that most of the inked length lies in."""
    widths = sorted(high - low for low, high in parts)
    total, half = 0.0, sum(widths) / 2
    for width in widths:
        total += width
        if total >= half:
            return width
    return widths[-1]


def _merged(parts: list[Span], usual: float) -> list[Span]:
    """Fragments of one counter joined, crumbs dropped."""
    found: list[Span] = []
    for low, high in parts:
        if high - low < 0.05 * usual:
            continue
        fits = bool(found) and high - found[-1][0] < 1.12 * usual
        if fits and (_is_part(found[-1], usual) or high - low < 0.5 * usual):
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return [span for span in found if span[1] - span[0] > 0.6 * usual]


def _is_part(span: Span, usual: float) -> bool:
    return span[1] - span[0] < 0.8 * usual


def _divided(spans: list[Span], number: int) -> list[Span]:
    (low, high) = spans[0]
    cuts = np.linspace(low, high, number + 1)
    return [(float(a), float(b)) for a, b in pairwise(cuts)]


def period(profile: Floats) -> float | None:
    """The distance at which a profile repeats itself, None where it does not clearly."""
    off = profile - profile.mean()
    size = len(off)
    power = np.abs(np.fft.rfft(off, 2 * size)) ** 2
    again = np.fft.irfft(power)[:size] / np.maximum(np.arange(size, 0, -1), 1)
    again = again / again[0] if again[0] > 0 else again
    low, high = max(12, size // 60), size // 2
    if high <= low + 2:
        return None
    peaks = [
        at
        for at in range(low + 1, high)
        if again[at] >= again[at - 1] and again[at] >= again[at + 1] and again[at] > 0.3
    ]
    if not peaks:
        return None
    best = max(float(again[at]) for at in peaks)
    first = next(at for at in peaks if again[at] > 0.8 * best)
    left, middle, right = (float(again[first + way]) for way in (-1, 0, 1))
    bend = left - 2 * middle + right
    return first + (0.5 * (left - right) / bend if bend else 0.0)
