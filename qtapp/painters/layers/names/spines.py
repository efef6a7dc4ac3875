"""Where the name of a region runs: a curve through its land, along its greatest length."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from maps.hexgrid import DIRECTIONS, Hex
from qtapp.painters.layers.shape import PITCH, XY, BoardShape

Points = NDArray[np.float64]

STEEPEST = math.radians(62)
"""No name leans more than this."""
_ROUND = 1.25
"""A region that is longer than wide by less than this has a level name."""
_MOST = 20_000
"""Of larger regions all parts count, not the largest one alone."""
_BEND = 0.16
"""How far a name may bow, as a share of its length."""
_SHIFTS = tuple(0.5 * sign * step for step in range(9) for sign in ((1, -1) if step else (1,)))
"""How far, in hexes, a name is tried beside the middle of its region."""
_CROWD = 0.55
"""What a town with its name, or a hex of another name, is worth in hexes of a run."""
_CELL = 0.5 * PITCH
"""Towns are counted in cells of this size."""
_ASIDE = 0.3
"""What a hex beside the middle of the region is worth, in hexes of its run."""
_LEAN = 2.0
"""What a radian of lean is worth, in hexes of its run."""


class Spines:
    """Finds the curves of the regions of one board; ``towns`` are spots that names avoid."""

    def __init__(self, shape: BoardShape, towns: Sequence[XY]) -> None:
        self._shape = shape
        (a, b), (c, d) = shape.centre((1, 0)), shape.centre((0, 1))
        self._onto = np.array([[a, c], [b, d]])
        self._back = np.linalg.inv(self._onto)
        bounds = shape.bounds
        self._corner = np.array([bounds.left(), bounds.top()]) - 2 * _CELL
        wide, high = (math.ceil(long / _CELL) + 5 for long in (bounds.width(), bounds.height()))
        self._crowd = np.zeros((wide, high))
        # The name of a town runs to its right as a rule.
        self._cover([(x + right * PITCH, y) for x, y in towns for right in (0.0, 0.6, 1.2)], 0.5)

    def avoid(self, curve: Sequence[XY]) -> None:
        """Let later names keep off this curve."""
        self._cover(curve, 0.7)

    def _cover(self, spots: Sequence[XY], share: float) -> None:
        """Count spots, each in the cells around it."""
        if not spots:
            return
        columns, rows = self._cells(np.array(spots, np.float64))
        for right in (-1, 0, 1):
            for down in (-1, 0, 1):
                np.add.at(self._crowd, (columns + right, rows + down), share / 3)

    def _cells(self, spots: Points) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        columns, rows = np.floor((spots - self._corner) / _CELL).astype(np.intp).T
        wide, high = self._crowd.shape
        return np.clip(columns, 1, wide - 2), np.clip(rows, 1, high - 2)

    def _crowding(self, run: Points) -> float:
        """How many towns and parts of other names lie under the middle part of a run."""
        cut = len(run) // 8
        return float(self._crowd[self._cells(run[cut : len(run) - cut])].sum())

    def spine(self, hexes: Iterable[Hex], wanted: float) -> list[XY]:
        """The curve for a name that would like to run over ``wanted`` paper units.

        It runs from left to right and wholly through the hexes; a single spot has two equal ends.
        """
        ground = _largest_part(frozenset(hexes))
        cells = np.fromiter(chain.from_iterable(ground), np.intp, 2 * len(ground)).reshape(-1, 2)
        cells = cells[np.lexsort((cells[:, 1], cells[:, 0]))]
        spots = _turned(cells, self._onto)
        low = cells.min(axis=0) - 1
        inside = np.zeros(cells.max(axis=0) - low + 2, np.bool_)
        inside[tuple((cells - low).T)] = True
        middle = spots.mean(axis=0)
        best, found = -math.inf, [(float(x), float(y)) for x, y in spots[[0, 0]]]
        lean = _lean(spots - middle)
        for turn in dict.fromkeys((0.0, lean, lean / 2)):
            axes = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
            bow = _Bow(_turned(spots - middle, axes))
            most = min(bow.length, wanted) / PITCH - _LEAN * abs(turn)
            for shift in _SHIFTS:
                if most - _ASIDE * abs(shift) <= best:
                    continue
                run = _longest(self._held(bow(shift * PITCH) @ axes + middle, inside, low))
                if len(run) < 2:
                    continue
                long = 0.5 * (len(run) - 1)
                worth = min(long, wanted / PITCH) - _ASIDE * abs(shift) - _LEAN * abs(turn)
                if worth > best:
                    worth -= _CROWD * self._crowding(run)
                if worth > best:
                    best, found = worth, [(float(x), float(y)) for x, y in run]
        return found

    def _held(self, line: Points, inside: NDArray[np.bool_], low: NDArray[np.intp]) -> Points:
        """The points of a line, those outside the region as NaN."""
        axial = line @ self._back.T
        q, r = axial.T
        s = -q - r
        rq, rr, rs = np.rint(q), np.rint(r), np.rint(s)
        dq, dr, ds = np.abs(rq - q), np.abs(rr - r), np.abs(rs - s)
        by_q = (dq > dr) & (dq > ds)
        by_r = ~by_q & (dr > ds)
        rq, rr = np.where(by_q, -rr - rs, rq), np.where(by_r, -rq - rs, rr)
        cells = np.stack([rq, rr], axis=1).astype(np.intp) - low
        cells = np.clip(cells, 0, np.array(inside.shape) - 1)
        held = inside[tuple(cells.T)]
        return np.where(held[:, None], line, np.nan)


def _turned(spots: NDArray[np.generic], onto: NDArray[np.float64]) -> Points:
    """Each spot by a matrix; for very many spots quicker than NumPy's own product."""
    x, y = spots.T
    return np.stack([onto[0, 0] * x + onto[0, 1] * y, onto[1, 0] * x + onto[1, 1] * y], axis=1)


def _largest_part(hexes: frozenset[Hex]) -> Collection[tuple[int, int]]:
    """The largest of the parts of a region that hang together."""
    if len(hexes) > _MOST:
        return hexes
    left: set[tuple[int, int]] = set(hexes)
    best: list[tuple[int, int]] = []
    for first in sorted(hexes):
        if first not in left:
            continue
        left.discard(first)
        part: list[tuple[int, int]] = [first]
        for q, r in part:
            for dq, dr in DIRECTIONS:
                near = (q + dq, r + dr)
                if near in left:
                    left.discard(near)
                    part.append(near)
        if len(part) > len(best):
            best = part
        if len(best) >= len(left):
            break
    return best


def _lean(spots: Points) -> float:
    """The angle of the greatest length of a region about its middle, as far as names may lean."""
    (xx, xy), (_, yy) = spots.T @ spots / len(spots)
    turn = 0.5 * math.atan2(2 * xy, xx - yy)
    mean, half = (xx + yy) / 2, math.hypot((xx - yy) / 2, xy)
    if math.sqrt((mean + half) / max(mean - half, 1e-9)) < _ROUND:
        return 0.0
    return min(STEEPEST, max(-STEEPEST, turn))


class _Bow:
    """A parabola through the middle of a region, in its own turned axes."""

    def __init__(self, spots: Points) -> None:
        along, across = spots.T
        self._along = np.arange(along.min(), along.max() + 0.25 * PITCH, 0.5 * PITCH)
        columns = np.rint((along - along.min()) / PITCH).astype(np.intp)
        count = np.bincount(columns)
        held = count > 0
        weights = np.sqrt(count[held])
        at = (np.bincount(columns, along)[held] / count[held]) / PITCH
        mid = (np.bincount(columns, across)[held] / count[held]) / PITCH
        if len(at) < 4:
            self._terms: tuple[float, ...] = (0.0, 0.0, 0.0)
            return
        design = np.stack([at * at, at, np.ones_like(at)], axis=1) * weights[:, None]
        bend, slope, level = np.linalg.lstsq(design, mid * weights, rcond=None)[0]
        half = (at.max() - at.min()) / 2
        most = 2 * _BEND / max(half, 1.0)
        held_bend = min(most, max(-most, float(bend)))
        # What the bend was held back by is made good in the middle of the run.
        level += (bend - held_bend) * half * half / 3
        self._terms = (held_bend, min(0.35, max(-0.35, float(slope))), float(level))

    @property
    def length(self) -> float:
        """How far the region reaches along it."""
        return float(self._along[-1] - self._along[0])

    def __call__(self, shift: float) -> Points:
        at = self._along / PITCH
        bend, slope, level = self._terms
        across = (bend * at * at + slope * at + level) * PITCH + shift
        return np.stack([self._along, across], axis=1)


def _longest(line: Points) -> Points:
    """The longest run of points without a gap."""
    held = np.concatenate([[False], ~np.isnan(line[:, 0]), [False]])
    edges = np.flatnonzero(held[1:] != held[:-1]).reshape(-1, 2)
    if not len(edges):
        return line[:0]
    first, last = max(edges.tolist(), key=lambda edge: (edge[1] - edge[0], -edge[0]))
    return line[first:last]
