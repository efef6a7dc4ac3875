"""A printed grid found as a whole: where its hexes lie, and how many columns and rows it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Bytes, Floats, Singles, blurred, grey, halved
from maps.digitise.calibrating.pitch import PitchEstimate, estimate_pitch
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.calibrating.transforms import Matrix, fit_affine, fit_similarity
from maps.hexgrid import Hex
from maps.layout import Layout, Orientation
from maps.numbering import Parity, Sheet

_FINE_PITCH = 128.0
"""Pixels from hex to hex beyond which a picture is halved before outlines are looked at: at half
the size thin outlines are lost, and the frame of a sheet looks like more of them."""
_MOST_PIXELS = 24_000_000
"""Pixels beyond which it is halved, too."""
_MOST_TRIED = 400
"""Hexes whose own place is looked for."""
_BINS = 24
"""Places along each edge of a cell of the grid at which its outline is tried."""
_ALONG = np.linspace(0.15, 0.85, 12)
"""Where along a side its line is looked for; corners and numbers may hide it."""
_CLEAR = 0.35
"""A hex speaks for the grid when its outline is this share of a clear one."""
_LEAST = 9
"""Hexes with a clear outline that make a grid."""
_PASSES = 2
_RADII = (3.0, 4.0, 5.5, 7.5, 10.0, 14.0, 20.0, 28.0, 40.0, 60.0, 1e9)
"""Units from the start within which hexes are looked at, one after the other."""
_STRETCHES = (-0.022, 0.0, 0.022)
"""By how much a grid may be stretched one way and pressed the other to begin with."""
_BETTER = 1.5
"""How much more of the outlines a sheared grid must meet than one that is only turned. On sheared
scans it meets four to seven times as much; on others it follows what is drawn across the hexes."""
Way = tuple[Floats, Floats]
"""From units to pixels, and where the start lies."""
Fit = Callable[[Floats, Floats], Matrix]
"""What brings units nearest to places."""
Flags = NDArray[np.bool_]
"""One answer for each hex."""
_LANE = np.sqrt(0.75)
"""Units from column to column of flat-topped hexes, or from row to row of pointy ones."""
_HELD = 5
"""Points along each edge of the grid by which a scan is held."""


@dataclass(frozen=True, slots=True)
class WholeGrid:
    """A grid as it lies on a picture.

    ``centres`` are columns x rows x 2, in pixels, of all hexes from the top left; ``parity`` says
    which columns (flat) or rows (pointy) lie half a hex further down (right), counted from 1.
    """

    estimate: PitchEstimate
    columns: int
    rows: int
    parity: Parity
    centres: Floats

    @property
    def orientation(self) -> Orientation:
        """How its hexes stand."""
        return self.estimate.orientation

    def points(self, sheet: Sheet) -> tuple[ControlPoint, ...]:
        """Hexes that hold a scan, evenly spread over the sheet that it shows."""
        columns = np.unique(np.linspace(0, self.columns - 1, _HELD).round().astype(int))
        rows = np.unique(np.linspace(0, self.rows - 1, _HELD).round().astype(int))
        bodies = sheet.bodies()
        found = []
        for column in columns.tolist():
            for row in rows.tolist():
                if column < sheet.columns and row < sheet.rows:
                    _at, label = bodies[row * sheet.columns + column]
                    x, y = self.centres[column, row].tolist()
                    found.append(ControlPoint(label, round(x, 2), round(y, 2)))
        return tuple(found)


def find_grid(picture: Bytes) -> WholeGrid | None:
    """The grid of a picture; None when it shows none, or too little of one."""
    estimate = estimate_pitch(picture)
    if estimate is None:
        return None
    scale = 1
    while (
        estimate.pitch / scale > _FINE_PITCH or picture.shape[0] * picture.shape[1] > _MOST_PIXELS
    ):
        picture, scale = halved(picture), scale * 2
    lines = _lines(picture, estimate.pitch / scale)
    frame = _frame(estimate, scale)
    layout = Layout(estimate.orientation)
    start, _score = _phase(lines, frame, layout)
    upright = _turned(lines, frame, start, layout)
    skewed = _grown(lines, *_stretched(lines, frame, layout), layout)
    best = upright or skewed
    if upright is not None and skewed is not None:
        plain, bent = (_met(lines, *way, layout) for way in (upright, skewed))
        best = skewed if bent > _BETTER * plain else upright
    if best is None:
        return None
    frame, start = best
    units = _units(lines, frame, start, layout)
    strength = _outlines(lines, frame, units @ frame.T + start, layout)
    if _clear(strength).sum() < _LEAST:
        return None
    return _cut(estimate, units, strength, frame, start, scale)


def _turned(lines: Singles, frame: Floats, start: Floats, layout: Layout) -> Way | None:
    """The frame turned and scaled to meet the outlines; None where there are too few."""
    units = _units(lines, frame, start, layout)
    for _pass in range(_PASSES):
        way = _tightened(lines, frame, start, units, layout, fit_similarity)
        if way is None:
            return None
        frame, start = way
    return frame, start


def _grown(lines: Singles, frame: Floats, start: Floats, layout: Layout) -> Way | None:
    """The frame stretched and sheared to meet the outlines, from a few hexes about the start
    outwards: far from there a grid that is only turned misses a sheared one by whole hexes.
    """
    for radius in _RADII:
        units = _units(lines, frame, start, layout)
        near = units[np.hypot(*units.T) <= radius]
        way = None
        if len(near) >= _LEAST:
            way = _tightened(lines, frame, start, near, layout, fit_affine)
        if way is None:
            return None
        frame, start = way
        if len(near) == len(units):
            break
    return frame, start


def _tightened(
    lines: Singles, frame: Floats, start: Floats, units: Floats, layout: Layout, fit: Fit
) -> Way | None:
    """The frame that meets the outlines of those hexes better that are clear in the picture; None
    where too few are.
    """
    clear = units[_clear(_outlines(lines, frame, units @ frame.T + start, layout))]
    if len(clear) < _LEAST:
        return None
    some = clear[:: 1 + len(clear) // _MOST_TRIED]
    return _refined(lines, frame, start, some, layout, fit)


def _clear(strength: Floats) -> Flags:
    """Which outlines are strong beside the strongest tenth."""
    return np.asarray(strength > _CLEAR * float(np.quantile(strength, 0.9)))


def _units(lines: Singles, frame: Floats, start: Floats, layout: Layout) -> Floats:
    """Where the hexes of a frame that lie in the picture have their centres, in units."""
    return np.array([layout.centre(at) for at in _within(lines, frame, start, layout)])


def _met(lines: Singles, frame: Floats, start: Floats, layout: Layout) -> float:
    """How much of the outlines of all hexes of a frame there is in the picture."""
    units = _units(lines, frame, start, layout)
    return float(np.maximum(_outlines(lines, frame, units @ frame.T + start, layout), 0.0).sum())


def _lines(picture: Bytes, pitch: float) -> Singles:
    """How much darker each pixel is than what is around it, capped: no ink outweighs lines."""
    light = blurred(grey(picture), 1)
    reach = max(3, round(pitch * 0.08))
    off = blurred(light, reach) - light
    faint = 4.0 * float(np.median(np.abs(off))) + 0.5
    return np.asarray(np.clip(off / faint, -0.5, 1.0), dtype=np.float32)


def _frame(estimate: PitchEstimate, scale: int) -> Floats:
    """From units to pixels."""
    angle, pitch = np.radians(estimate.tilt), estimate.pitch / scale
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    result: Floats = turn * pitch
    return result


def _sides(layout: Layout) -> Floats:
    """Points along the six sides of the hex at 0, 0, in units."""
    corners = np.array([layout.corner(Hex(0, 0), number) for number in range(6)])
    after = np.roll(corners, -1, axis=0)
    spots = corners[:, None] + _ALONG[None, :, None] * (after - corners)[:, None]
    result: Floats = spots.reshape(-1, 2)
    return result


def _outlines(lines: Singles, frame: Floats, centres: Floats, layout: Layout) -> Floats:
    """How strong the outline of a hex at each centre is: its second and third weakest sides. A
    number or a river may hide one; beyond the last row, where three sides are those of its hexes
    and the frame of the sheet may be a fourth, there are two that nobody drew.
    """
    spots = _sides(layout) @ frame.T
    seen = _look(lines, centres[:, None] + spots[None]).reshape(len(centres), 6, -1).mean(axis=2)
    result: Floats = np.sort(seen, axis=1)[:, 1:3].mean(axis=1)
    return result


def _steady(lines: Singles, centres: Floats, sides: Floats) -> Floats:
    """How strong outlines are, whatever two sides say: a number or a river may lie on them."""
    seen = _look(lines, centres[:, None] + sides[None]).reshape(len(centres), 6, -1).mean(axis=2)
    result: Floats = np.sort(seen, axis=1)[:, 1:5].mean(axis=1)
    return result


def _look(lines: Singles, at: Floats) -> Floats:
    """The strength of lines at places, nothing beyond the picture."""
    high, wide = lines.shape
    x, y = np.rint(at[..., 0]).astype(int), np.rint(at[..., 1]).astype(int)
    inside = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
    found = lines[np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)]
    result: Floats = np.where(inside, found, 0.0)
    return result


def _stretched(lines: Singles, frame: Floats, layout: Layout) -> Way:
    """The frame stretched along one way as the outlines about the middle are darkest, and where a
    centre lies then.
    """
    best, found = -np.inf, (frame, frame[0])
    for one in _STRETCHES:
        for other in _STRETCHES:
            way = frame @ (np.eye(2) + np.array([[one, other], [other, -one]]))
            start, score = _phase(lines, way, layout)
            if score > best:
                best, found = score, (way, start)
    return found


def _phase(lines: Singles, frame: Floats, layout: Layout) -> tuple[Floats, float]:
    """Where a centre lies: the place in a cell whose lattice has the darkest outlines; and how dark
    they are.
    """
    high, wide = lines.shape
    middle = np.array([wide / 2, high / 2])
    near = [Hex(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4]
    spots = np.array([layout.centre(at) for at in near]) @ frame.T
    one, other = (np.array(layout.centre(at)) @ frame.T for at in (Hex(1, 0), Hex(0, 1)))
    best, found = -np.inf, middle
    sides = _sides(layout) @ frame.T
    for across in range(_BINS):
        for down in range(_BINS):
            start = middle + one * across / _BINS + other * down / _BINS
            at = start + spots[:, None] + sides[None]
            score = float(_look(lines, at).mean())
            if score > best:
                best, found = score, start
    return found, best


def _within(lines: Singles, frame: Floats, start: Floats, layout: Layout) -> list[Hex]:
    """The hexes of an endless lattice whose centres lie in the picture."""
    high, wide = lines.shape
    back = np.linalg.inv(frame)
    corners = np.array([[0, 0], [wide, 0], [0, high], [wide, high]]) - start
    reach = int(np.abs(corners @ back.T).max() * 1.3) + 2
    found = []
    for q in range(-reach, reach + 1):
        for r in range(-reach, reach + 1):
            x, y = np.array(layout.centre(Hex(q, r))) @ frame.T + start
            if 0 <= x < wide and 0 <= y < high:
                found.append(Hex(q, r))
    return found


def _refined(
    lines: Singles,
    frame: Floats,
    start: Floats,
    units: Floats,
    layout: Layout,
    fit: Fit,
) -> Way:
    """The frame and start that meet each hex's own best place, by least squares."""
    pitch = float(np.sqrt(abs(np.linalg.det(frame))))
    sides = _sides(layout) @ frame.T
    reach = max(2, round(pitch * 0.08))
    steps = np.array([(x, y) for y in range(-reach, reach + 1) for x in range(-reach, reach + 1)])
    centres = units @ frame.T + start
    scores = np.stack([_steady(lines, centres + step, sides) for step in steps])
    own = centres + steps[scores.argmax(axis=0)]
    off = np.hypot(*(fit(units, own)(units) - own).T)
    good = off <= max(1.0, float(np.quantile(off, 0.6)))
    found = fit(units[good], own[good]).matrix
    return found[:2, :2], found[:2, 2]


def _cut(
    estimate: PitchEstimate,
    units: Floats,
    strength: Floats,
    frame: Floats,
    start: Floats,
    scale: int,
) -> WholeGrid | None:
    """The rectangle of columns and rows whose outlines are there, and few others."""
    is_flat = estimate.orientation is Orientation.FLAT
    across, along = (units[:, 0], units[:, 1]) if is_flat else (units[:, 1], units[:, 0])
    lanes = np.rint(across / _LANE).astype(int)
    halves = np.rint(2 * along).astype(int)
    usual = float(np.quantile(strength, 0.9))
    worth = np.clip(strength / usual, 0.0, 1.0) - _CLEAR
    best: tuple[float, int, tuple[int, int, int, int]] | None = None
    low, left = 2 * (int(halves.min()) // 2) - 2, int(lanes.min())
    for push in (1, -1):
        ranks = (halves - low - np.where(lanes % 2 == 0, 0, push)) // 2
        field = np.full((int(lanes.max()) - left + 1, int(ranks.max()) + 1), -_CLEAR)
        field[lanes - left, ranks] = worth
        score, box = _best_box(field)
        if best is None or score > best[0]:
            best = score, push, box
    assert best is not None, "both were tried"
    _score, push, (first, last, top, bottom) = best
    if last - first < 1 or bottom - top < 1:
        return None
    spots = np.zeros((last - first + 1, bottom - top + 1, 2))
    for lane in range(first, last + 1):
        off = low + (push if (lane + left) % 2 == 1 else 0)
        for rank in range(top, bottom + 1):
            far, near = (lane + left) * _LANE, (2 * rank + off) / 2
            spots[lane - first, rank - top] = (far, near) if is_flat else (near, far)
    centres = ((spots @ frame.T + start) + 0.5) * scale - 0.5
    columns, rows = last - first + 1, bottom - top + 1
    is_second_lower = spots[1, 0, 1 if is_flat else 0] > spots[0, 0, 1 if is_flat else 0]
    if not is_flat:
        centres, columns, rows = centres.transpose(1, 0, 2), rows, columns
    parity = Parity.EVEN if is_second_lower else Parity.ODD
    return WholeGrid(estimate, columns, rows, parity, np.asarray(centres))


def _best_box(field: Floats) -> tuple[float, tuple[int, int, int, int]]:
    """The rectangle of the greatest sum: the sum, first and last row, first and last column."""
    best, found = -np.inf, (0, 0, 0, 0)
    for first in range(len(field)):
        sums = np.zeros(field.shape[1])
        for last in range(first, len(field)):
            sums = sums + field[last]
            totals = np.concatenate([[0.0], np.cumsum(sums)])
            lowest = np.minimum.accumulate(totals[:-1])
            end = int((totals[1:] - lowest).argmax())
            score = float(totals[end + 1] - lowest[end])
            if score > best:
                begin = int(totals[: end + 1].argmin())
                best, found = score, (first, last, begin, end)
    return best, found
