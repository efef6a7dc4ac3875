"""How well a grid that a person laid fits what a scan shows: which lines go through print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from maps.errors import counted
from oob.sheets.arrays import Bytes, Floats, grey, resized, turned
from oob.sheets.finding.cut_grid import CutGrid, Way
from oob.sheets.finding.ground import ground_colour
from oob.sheets.finding.repeats import misfit
from oob.sheets.finding.straight import Straight

_LONGEST = 1400
"""Pixels along the longer edge of the picture that is looked at."""

_CHANGE = 16.0
"""Levels of grey from a pixel to the next along a line, at which there is print."""

_REACH = 0.025
"""How far beside a line, in steps, paper or an edge may lie."""

_CROSSED = 0.4
"""How much of the print that counters usually have a line may go through."""

_BEYOND = 0.3
"""How much of a counter, in steps, may lie beyond the grid, or be missing at its edge."""

_ODD = 0.25
"""How far the size of a counter may differ from the usual one."""

_MISFIT = 0.04
"""How far steps may differ from those of the print."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What lines over a scan at one turn are judged by, in pixels of the upright scan.

    ``print_`` is for each pixel column (and row) how much changes along it, ``usual`` that of
    counters, ``block`` from where to where there are counters, ``steps`` how far apart the print
    repeats itself, None where it does not.
    """

    scale: float
    print_: Mapping[Way, Floats]
    usual: Mapping[Way, float]
    block: Mapping[Way, tuple[float, float]]
    steps: Mapping[Way, float] | None

    def crossed(self, grid: CutGrid, way: Way) -> list[int]:
        """The lines, counted from 0, that go through print."""
        print_, usual = self.print_[way], self.usual[way]
        reach = max(1, round(_REACH * grid.step(way) * self.scale))
        found = []
        for number, line in enumerate(grid.lines(way)):
            at = round(line * self.scale)
            near = print_[max(0, at - reach) : max(0, at + reach + 1)]
            if near.size and usual > 0 and float(near.min()) > _CROSSED * usual:
                found.append(number)
        return found

    def doubt(self, grid: CutGrid) -> str:
        """A sentence where the grid fits badly, the first reason found; nothing where it fits."""
        return self._misfit(grid) or self._beyond(grid) or self._crossing(grid) or _uneven(grid)

    def _misfit(self, grid: CutGrid) -> str:
        if self.steps is None:
            return ""
        for way, word in ((Way.ACROSS, "columns"), (Way.DOWN, "rows")):
            if len(grid.spans(way)) > 1:
                said = misfit(word, grid.step(way), self.steps[way], _MISFIT)
                if said:
                    return said
        return ""

    def _beyond(self, grid: CutGrid) -> str:
        for way, names in ((Way.ACROSS, ("left", "right")), (Way.DOWN, ("top", "bottom"))):
            lines, room = grid.lines(way), _BEYOND * grid.step(way)
            for line, end, sign, name in (
                (lines[0], self.block[way][0], 1, names[0]),
                (lines[-1], self.block[way][1], -1, names[1]),
            ):
                if sign * (line - end) > room:
                    return f"Print lies beyond the grid at the {name}."
                if sign * (end - line) > room:
                    return f"The grid reaches beyond the print at the {name}."
        return ""

    def _crossing(self, grid: CutGrid) -> str:
        counts = {way: len(self.crossed(grid, way)) for way in Way}
        said = [
            counted(count, word)
            for way, word in ((Way.ACROSS, "upright line"), (Way.DOWN, "level line"))
            if (count := counts[way])
        ]
        if not said:
            return ""
        verb = "goes" if sum(counts.values()) == 1 else "go"
        return f"{' and '.join(said)} {verb} through print."


def _uneven(grid: CutGrid) -> str:
    """Why a line may be wrong that lies where nothing is printed, inside a counter."""
    for way, word in ((Way.ACROSS, "columns"), (Way.DOWN, "rows")):
        usual = grid.size(way)
        odd = sum(abs((high - low) / usual - 1) > _ODD for low, high in grid.spans(way))
        if odd:
            verb = "is" if odd == 1 else "are"
            return f"{odd} of the {word} {verb} not as large as the others."
    return ""


def fit_of(picture: Bytes, degrees: float) -> Fit:
    """Look at a scan turned upright by so many degrees."""
    high, wide = picture.shape[:2]
    scale = min(1.0, _LONGEST / max(high, wide))
    small = resized(picture, max(1, round(wide * scale)), max(1, round(high * scale)))
    upright = turned(small, degrees, ground_colour(small))
    straight = Straight(upright, degrees)
    straight.spans(None, None)
    columns, rows = (
        slice(int(part.start / straight.scale) + edge, int(part.stop / straight.scale) + edge)
        for part, edge in zip(straight.block, (straight.left, straight.top), strict=True)
    )
    light = grey(upright)
    across = _print(np.abs(np.diff(light, axis=0))[rows.start : max(rows.start, rows.stop - 1)])
    down = _print(np.abs(np.diff(light, axis=1))[:, columns.start : columns.stop - 1].T)
    repeats = straight.repeats
    steps = None
    if repeats is not None and repeats.are_clear:
        steps = {
            Way.ACROSS: repeats.across / straight.scale / scale,
            Way.DOWN: repeats.down / straight.scale / scale,
        }
    return Fit(
        scale,
        {Way.ACROSS: across, Way.DOWN: down},
        {Way.ACROSS: _usual(across[columns]), Way.DOWN: _usual(down[rows])},
        {
            Way.ACROSS: (columns.start / scale, columns.stop / scale),
            Way.DOWN: (rows.start / scale, rows.stop / scale),
        },
        steps,
    )


def _print(changes: Floats) -> Floats:
    """For each pixel column the share of its pixels at which lightness changes."""
    if not len(changes):
        return np.zeros(changes.shape[1])
    return np.asarray((changes > _CHANGE).mean(axis=0), dtype=np.float64)


def _usual(print_: Floats) -> float:
    """The change along columns through the middles of counters."""
    return float(np.quantile(print_, 0.6)) if len(print_) else 0.0
