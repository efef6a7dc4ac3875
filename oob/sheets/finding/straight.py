"""A scanned sheet turned upright, with its ink: where its columns and rows lie, and how sure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from oob.sheets.arrays import Bytes, Flags, Floats, grey, resized
from oob.sheets.finding.grid import Span, Spans, spans_of
from oob.sheets.finding.ground import ground_of, is_even
from oob.sheets.finding.repeats import Repeats, misfit, repeats_of
from oob.sheets.finding.thin import Block, block_of

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""

Part = tuple[slice, slice]
"""Rows and columns of a picture."""

SMALLEST = 16
"""Least pixels along a counter's edge."""

FINE = 2200
"""Pixels along the longer edge of the picture that columns and rows are found on."""

_RIM = 3
"""Pixels along the edge of a scan that are not looked at."""

_ALIKE = 0.08
"""How far the widths of columns that gutters part may differ."""

_RIND = 0.12
"""How much along its edges may be a neighbour's, or a crop mark, where a place is empty."""

_LEAST_INK = 0.025
"""The least share of ink inside a counter."""

_MISFIT, _PARTED, _PAPER = 0.08, 0.6, 0.4
"""How far steps may differ; how many neighbours paper must part; how little ink paper has."""


class Straight:
    """A sheet turned upright by an angle, with its ink; where the scanner's bed shows, only what is
    inside. In the corners that turning it filled there is no ink.
    """

    def __init__(self, picture: Bytes, angle: float) -> None:
        self.picture = picture
        self.angle = angle
        self.left, self.top = 0, 0
        self.has_gutters = True
        self.repeats: Repeats | None = None
        self.block: Block = (slice(0), slice(0))
        self._look(picture)
        inner = self._inside()
        if inner is not None:
            self._look(inner)

    def _look(self, part: Bytes) -> None:
        self.part = part
        self.mask, self.scale = ground_of(part).ink(part, FINE)
        rows = slice(self.top, self.top + part.shape[0])
        columns = slice(self.left, self.left + part.shape[1])
        high, wide = self.mask.shape
        self.mask &= _shown(self.picture, self.angle, (rows, columns), (high, wide))

    def _inside(self) -> Bytes | None:
        """The sheet inside the bed it was scanned on: one block, its border all paper."""
        if not self.mask.any():
            return None
        across, down = _block(self.mask)
        share = (across.stop - across.start) * (down.stop - down.start) / self.mask.size
        if share < 0.5:
            return None
        left, right = (across.start / self.scale, across.stop / self.scale)
        top, bottom = (down.start / self.scale, down.stop / self.scale)
        trim = 0.012 * max(right - left, bottom - top)
        rows = slice(int(top + trim), int(bottom - trim))
        columns = slice(int(left + trim), int(right - trim))
        part = self.picture[rows, columns]
        if min(part.shape[:2]) < 2 * SMALLEST or not is_even(part):
            return None
        self.left, self.top = columns.start, rows.start
        return part

    def spans(self, rows: int | None, cols: int | None) -> tuple[list[Span], list[Span]]:
        """Columns and rows in pixels of the upright picture."""
        if not self.mask.any():
            return [], []
        block = self.block = block_of(self.mask)
        across = self.mask[block[1], block[0]].mean(axis=0)
        down = self.mask[block[1], block[0]].mean(axis=1)
        repeats = self.repeats = _repeats(self.part, self.scale, block)
        known = repeats if repeats is not None and repeats.are_clear else None
        steps = (known.across, known.down) if known else (None, None)
        first, second = _measured(across, steps[0], cols), _measured(down, steps[1], rows)
        self.has_gutters = first.has_gutters or second.has_gutters
        if known is None and first.has_gutters != second.has_gutters:
            first = first if first.has_gutters else spans_of(across, _usual(second), cols)
            second = second if second.has_gutters else spans_of(down, _usual(first), rows)
        first, second = first.moved(block[0].start), second.moved(block[1].start)
        return (
            [(a / self.scale + self.left, b / self.scale + self.left) for a, b in first.spans],
            [(a / self.scale + self.top, b / self.scale + self.top) for a, b in second.spans],
        )

    def doubt(self, columns: list[Span], lines: list[Span]) -> str:
        """Why the columns and rows may not be those of counters; nothing where they are.

        Counters are parted by paper, or repeat themselves from neighbour to neighbour.
        """
        if not self.has_gutters and len(columns) > 1 and len(lines) > 1:
            repeats = self.repeats
            if repeats is None or not repeats.are_clear:
                return "Nothing on the scan repeats itself as counters do."
            for spans, step, way in (
                (columns, repeats.across, "columns"),
                (lines, repeats.down, "rows"),
            ):
                apart = (spans[-1][0] - spans[0][0]) / (len(spans) - 1)
                said = misfit(way, apart, step / self.scale, _MISFIT)
                if said:
                    return said
            return ""
        across, down = self._parted(columns, 0), self._parted(lines, 1)
        repeats = self.repeats
        if min(across, down) >= _PARTED or (repeats is not None and repeats.are_clear):
            return ""
        return "No paper parts the counters, and nothing repeats itself as they do."

    def _parted(self, spans: list[Span], axis: int) -> float:
        """The share of neighbouring columns, or rows, with a line of paper between them."""
        start, block = (self.left, self.top)[axis], self.block
        ink = self.mask[block[1]].mean(axis=0) if axis == 0 else self.mask[:, block[0]].mean(axis=1)
        full = float(np.quantile(ink[block[axis]], 0.7))
        found = []
        for one, two in pairwise(spans):
            low = max(0, round((one[1] - start) * self.scale) - 2)
            high = round((two[0] - start) * self.scale) + 3
            found.append(float(ink[low:high].min(initial=1.0)) < _PAPER * full)
        return float(np.mean(found)) if found else 1.0

    def has_ink(self, box: Box) -> bool:
        """Whether anything is printed in a box, its edges left out."""
        left, top, right, bottom = (max(0, round(edge)) for edge in self._own(box))
        side, end = round(_RIND * (right - left)), round(_RIND * (bottom - top))
        inner = self.mask[top + end : bottom - end, left + side : right - side]
        return inner.size > 0 and bool(inner.mean() >= _LEAST_INK)

    def ink_in(self, box: Box) -> tuple[Flags, Box]:
        """What is printed in a box, and that box as it lies on whole pixels of the print."""
        left, top, right, bottom = (max(0, round(edge)) for edge in self._own(box))
        ink = self.mask[top:bottom, left:right]
        right, bottom = left + ink.shape[1], top + ink.shape[0]
        return ink, self._on_picture((left, top, right, bottom))

    def _on_picture(self, own: Sequence[float]) -> Box:
        """A box in pixels of the mask, in those of the upright picture."""
        origin = (self.left, self.top, self.left, self.top)
        edges = [edge / self.scale + start for edge, start in zip(own, origin, strict=True)]
        return edges[0], edges[1], edges[2], edges[3]

    def _own(self, box: Box) -> list[float]:
        """A box in pixels of the mask."""
        origin = (self.left, self.top, self.left, self.top)
        return [(edge - start) * self.scale for edge, start in zip(box, origin, strict=True)]

    def snug(self, box: Box) -> Box | None:
        """The box drawn to where this counter's own colour ends; None where there is none."""
        if not self.has_ink(box):
            return None
        own = self._own(box)
        left, top, right, bottom = (max(0, round(edge)) for edge in own)
        inner = self.mask[top:bottom, left:right]
        if inner.mean() < 0.75 or not self.has_gutters:
            return box
        reach = max(1, round((right - left) * 0.025))
        wide, high = (right - left) // 8, (bottom - top) // 8
        across = self.mask[top + high : bottom - high, max(0, left - reach) : right + reach]
        down = self.mask[max(0, top - reach) : bottom + reach, left + wide : right - wide]
        for at, profile in ((0, across.mean(axis=0)), (1, down.mean(axis=1))):
            run = _run_of_middle(profile, max(0, (left, top)[at] - reach))
            size = own[2 + at] - own[at]
            if run is not None and 0 <= size - (run[1] - run[0]) < 0.03 * size:
                own[at], own[2 + at] = run
        return self._on_picture(own)


def _shown(picture: Bytes, angle: float, part: Part, size: tuple[int, int]) -> Flags:
    """Which pixels of a part of a turned picture, ``size`` high and wide, show the scan; the others
    are corners that turning it filled.
    """
    high, wide = picture.shape[:2]
    rows, columns = part
    y = np.linspace(rows.start, rows.stop, size[0])[:, None] - high / 2
    x = np.linspace(columns.start, columns.stop, size[1])[None, :] - wide / 2
    turn = np.radians(angle)
    across, down = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
    rim = _RIM if angle else 0
    shown: Flags = (np.abs(across) <= wide / 2 - rim) & (np.abs(down) <= high / 2 - rim)
    return shown


def _measured(profile: Floats, step: float | None, count: int | None) -> Spans:
    """Columns, or rows, by the gutters alone where these part as many as the steps do, of one
    width; gutters may stray, which steps do not.
    """
    known, plain = spans_of(profile, step, count), spans_of(profile, None, count)
    widths = np.array([high - low for low, high in plain.spans])
    is_even = len(widths) == len(known.spans) and np.ptp(widths) < _ALIKE * np.median(widths)
    return plain if plain.has_gutters and is_even else known


def _usual(spans: Spans) -> float:
    return float(np.median([high - low for low, high in spans.spans]))


def _run_of_middle(profile: Floats, start: int) -> tuple[float, float] | None:
    """The run of ink that holds the middle of a profile."""
    off = np.flatnonzero(profile < 0.5)
    middle = len(profile) // 2
    left, right = off[off < middle], off[off >= middle]
    if not len(left) or not len(right):
        return None
    return float(start + left[-1] + 1), float(start + right[0])


def _block(mask: Flags) -> Block:
    """The columns and rows that all ink lies in."""
    across, down = np.flatnonzero(mask.any(axis=0)), np.flatnonzero(mask.any(axis=1))
    return slice(int(across[0]), int(across[-1]) + 1), slice(int(down[0]), int(down[-1]) + 1)


def _repeats(picture: Bytes, scale: float, block: Block) -> Repeats | None:
    """How the print inside a block of the reduced picture repeats itself, in pixels of that."""
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    light = grey(resized(picture, *size))[block[1], block[0]]
    return repeats_of(light)
