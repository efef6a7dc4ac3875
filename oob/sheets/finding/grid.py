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
_WHOLE, _NEARLY_WHOLE = 0.12, 0.06
"""How far, in steps, a block may be from a whole number of them."""

_GUTTER = 0.2
"""The widest gutter, as a share of a step, that uneven sheets have."""


@dataclass(frozen=True, slots=True)
class Spans:
    """The columns, or the rows, of a sheet, and whether gutters part them."""

    spans: tuple[Span, ...]
    has_gutters: bool

    def moved(self, by: float) -> Spans:
        """The same, so many pixels on."""
        return Spans(tuple((low + by, high + by) for low, high in self.spans), self.has_gutters)


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


def spans_of(profile: Floats, step: float | None = None, count: int | None = None) -> Spans:
    """Columns (or rows) from the share of inked pixels in each pixel column (or row).

    ``step`` is from counter to counter in pixels where that is known; ``count`` is the number of
    columns where a person gave it.
    """
    parts = _runs(profile)
    if not parts:
        return Spans((), False)
    usual = step or _usual(parts)
    merged = _merged(parts, usual)
    has_gutters = len(merged) > 1
    if count:
        spans = merged if len(merged) == count else _divided([(merged[0][0], merged[-1][1])], count)
        return Spans(tuple(spans), has_gutters)
    if step is not None and len(merged) == 1:
        merged = [_to_steps(profile, merged[0], step)]
    found: list[Span] = []
    for low, high in merged:
        number = max(1, round((high - low) / usual))
        found.extend(_divided([(low, high)], number))
    if step is not None and len(found) > 1:
        whole = _to_steps(profile, _whole(merged, len(profile), step), step)
        number = max(1, round((whole[1] - whole[0]) / step))
        even = _divided([whole], number)
        gap = max((two[0] - one[1] for one, two in pairwise(merged)), default=0.0)
        are_parted = len(merged) == number and gap < _GUTTER * step
        is_whole = abs((whole[1] - whole[0]) / step - number) < _WHOLE
        if is_whole and not are_parted and not _agree(found, even, step):
            return Spans(tuple(even), False)
    return Spans(tuple(found), has_gutters)


def _whole(merged: list[Span], length: int, step: float) -> Span:
    """From where to where counters reach; all the length where pale outer ones fail, so that what
    is found is no whole number of steps.
    """
    low, high = merged[0][0], merged[-1][1]
    short = _WHOLE * step
    if abs((high - low) / step - round((high - low) / step)) < _NEARLY_WHOLE:
        return low, high
    return low if low < short else 0.0, high if high > length - short else float(length)


def _to_steps(profile: Floats, span: Span, step: float) -> Span:
    """A span made a whole number of steps long where it nearly is, laid on as much ink as can be:
    pale counters at an edge pass for paper.
    """
    low, high = span
    length = round((high - low) / step) * step
    if not 0 < abs(high - low - length) < _WHOLE * step:
        return span
    reach = abs(high - low - length) + 1.0
    sums = np.concatenate([[0.0], np.cumsum(profile)])
    places = np.arange(len(sums), dtype=np.float64)
    starts: Floats = np.arange(
        min(low, high - length) - reach, max(low, high - length) + reach, 0.25
    )
    ends = np.interp(starts + length, places, sums)
    inks = ends - np.interp(starts, places, sums)
    best = starts[inks > inks.max() - 0.02]
    start = float(np.median(best))
    return start, start + length


def _agree(found: list[Span], even: list[Span], step: float) -> bool:
    """Whether what gutters part is what even steps part."""
    return len(found) == len(even) and all(
        abs(one[0] + one[1] - two[0] - two[1]) / 2 < _WHOLE * step
        for one, two in zip(found, even, strict=True)
    )


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
