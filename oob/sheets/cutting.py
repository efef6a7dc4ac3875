"""A scan of a counter sheet cut into counters."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from maps.digitise import scans
from maps.errors import KnownError
from oob.sheets.arrays import Bytes, Flags, Floats, grey, resized, turned
from oob.sheets.finding.grid import Span, Spans, spans_of, tilt
from oob.sheets.finding.ground import ground_colour, ground_of, is_even
from oob.sheets.finding.repeats import Repeats, repeats_of
from oob.sheets.finding.thin import Block, block_of

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""

Part = tuple[slice, slice]
"""Rows and columns of a picture."""

SMALLEST, MOST = 16, 5_000
"""Least pixels along a counter's edge, and most counters of a sheet."""

_FINE = 2200
_RIM = 3
"""Pixels along the edge of a scan that are not looked at."""

_ALIKE = 0.08
"""How far the widths of columns that gutters part may differ."""

_RIND = 0.12
"""How much along its edges may be a neighbour's, or a crop mark, where a place is empty."""

_MISFIT, _PARTED, _PAPER = 0.08, 0.6, 0.4
"""How far steps may differ; how many neighbours paper must part; how little ink paper has."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A counter on a sheet: row and column from 0, its box in pixels of the scan (as if it were
    turned upright about its middle), and its upright picture.
    """

    row: int
    col: int
    box: Box
    picture: Bytes

    @property
    def name(self) -> str:
        """A name for its file, counted from 1: ``r03c11``."""
        return f"r{self.row + 1:02}c{self.col + 1:02}"


@dataclass(frozen=True, slots=True)
class Cut:
    """A sheet in pieces. ``turned`` is by how many degrees the scan lay clockwise; ``doubt`` is a
    sentence where the grid that a person counted does not fit what the scan shows.
    """

    rows: int
    cols: int
    turned: float
    cells: tuple[Cell, ...]
    doubt: str = ""

    def at(self, row: int, col: int) -> Cell | None:
        """The counter of a place, None where the sheet is empty."""
        return next((cell for cell in self.cells if (cell.row, cell.col) == (row, col)), None)


def cut_file(path: Path, rows: int | None = None, cols: int | None = None) -> Cut:
    """Cut the scan of a sheet. Raises KnownError for what is no picture or shows no counters."""
    return cut(scans.load(path), str(path), rows, cols)


def cut(picture: Bytes, where: str, rows: int | None = None, cols: int | None = None) -> Cut:
    """Find the grid of counters, whatever its turn, gutters and spacing, and cut them out.

    ``rows`` and ``cols`` are what a person counted, where they help. Raises KnownError when the
    picture shows no grid of counters.
    """
    if min(picture.shape[:2]) < 2 * SMALLEST:
        raise _nothing(where)
    ground = ground_of(picture)
    coarse, _ = ground.ink(picture)
    if coarse.mean() <= 0.01:
        raise _nothing(where)
    angle = tilt(coarse, ground.ink(picture, _FINE)[0])
    straight = _Straight(turned(picture, angle, ground_colour(picture)), angle)
    columns, lines = straight.spans(rows, cols)
    _must_be_a_grid(columns, lines, where)
    doubt = straight.doubt(columns, lines)
    if doubt and not (rows and cols):
        raise _nothing(where)
    cells = []
    for row, line in enumerate(lines):
        for col, column in enumerate(columns):
            box = straight.snug((column[0], line[0], column[1], line[1]))
            part = _part(straight.picture, box) if box is not None else None
            if box is not None and part is not None:
                cells.append(Cell(row, col, _on_scan(box, picture, angle), part))
    if len(cells) < 2:
        raise _nothing(where)
    return Cut(len(lines), len(columns), round(angle, 3), tuple(cells), doubt)


class _Straight:
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
        self.mask, self.scale = ground_of(part).ink(part, _FINE)
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
                own = (spans[-1][0] - spans[0][0]) / (len(spans) - 1) * self.scale
                if abs(own / step - 1) > _MISFIT:
                    apart, print_ = round(own / self.scale), round(step / self.scale)
                    return f"The {way} are {apart} pixels apart, the print repeats after {print_}."
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

    def snug(self, box: Box) -> Box | None:
        """The box drawn to where this counter's own colour ends; None where there is none."""
        origin = (self.left, self.top, self.left, self.top)
        own = [(edge - start) * self.scale for edge, start in zip(box, origin, strict=True)]
        left, top, right, bottom = (max(0, round(edge)) for edge in own)
        side, end = round(_RIND * (right - left)), round(_RIND * (bottom - top))
        inner = self.mask[top + end : bottom - end, left + side : right - side]
        if inner.size == 0 or inner.mean() < 0.025:
            return None
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
        edges = [edge / self.scale + start for edge, start in zip(own, origin, strict=True)]
        return edges[0], edges[1], edges[2], edges[3]


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


def _must_be_a_grid(columns: list[Span], lines: list[Span], where: str) -> None:
    if len(columns) * len(lines) < 2:
        raise _nothing(where)
    if len(columns) * len(lines) > MOST:
        raise KnownError(where, "seems to show thousands of counters.", "Scan one sheet at a time.")
    wide = np.array([high - low for low, high in columns])
    high = np.array([high - low for low, high in lines])
    usual = float(np.median(wide)), float(np.median(high))
    if min(usual) < SMALLEST:
        raise KnownError(
            where, "shows counters of too few pixels.", "Scan it at 150 dots per inch or more."
        )
    even = [
        np.abs(sizes / size - 1) < 0.25 for sizes, size in zip((wide, high), usual, strict=True)
    ]
    if not 0.5 < usual[0] / usual[1] < 2.0 or min(part.mean() for part in even) < 0.7:
        raise _nothing(where)


def _part(picture: Bytes, box: Box) -> Bytes | None:
    high, wide = picture.shape[:2]
    left, top = max(0, round(box[0])), max(0, round(box[1]))
    right, bottom = min(wide, round(box[2])), min(high, round(box[3]))
    if right - left < SMALLEST or bottom - top < SMALLEST:
        return None
    return np.ascontiguousarray(picture[top:bottom, left:right])


def _on_scan(box: Box, picture: Bytes, angle: float) -> Box:
    """A box of the straight picture on the scan: its middle turned back, its size kept."""
    high, wide = picture.shape[:2]
    x, y = (box[0] + box[2]) / 2 - wide / 2, (box[1] + box[3]) / 2 - high / 2
    turn = np.radians(angle)
    across = float(x * np.cos(turn) - y * np.sin(turn) + wide / 2)
    down = float(x * np.sin(turn) + y * np.cos(turn) + high / 2)
    half_wide, half_high = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    return across - half_wide, down - half_high, across + half_wide, down + half_high


def _nothing(where: str) -> KnownError:
    return KnownError(
        where,
        "shows no grid of counters.",
        "Scan the whole sheet flat, or say how many rows and columns it has.",
    )
