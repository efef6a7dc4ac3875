"""Counters that are not square: whether those of a sheet are round, and what of a place is one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from oob.sheets.arrays import Bytes, Flags, Floats
from oob.sheets.finding.cut_grid import CutGrid, Shape
from oob.sheets.finding.grid import Span
from oob.sheets.finding.straight import Box, Straight

_BAND = 0.15
"""How far from the middle, in edges, print is looked at that a disc ends with: it is print to half
of this where it is 0.989 of a radius wide, and touches no neighbour there.
"""

_TRUE = 0.5 / math.sqrt(1 - _BAND**2) - 0.5
"""How much of that width the disc is wider on each side."""

_NEAR = 0.2
"""How much of a place at each end may be paper, or a neighbour's print."""

_RIM, _CORNER = (0.82, 0.96), 1.1
"""Where a disc is print all round, and beyond where it is paper, in radii."""

_FULL, _EMPTY = 0.85, 0.12
"""The least ink along the rim of a disc, and the most in its corners."""

_SMALLEST, _LARGEST = 0.88, 1.25
"""How small and large a disc may be beside the box found for it."""

_MOST = 0.7
"""The least share of round counters on a sheet of them."""

_BEYOND = 0.08
"""How far a disc is looked for beyond its box at least, in edges."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter in its place: its box in pixels of the upright scan, and its form in that, 255
    where it is and 0 where paper is, in pixels of any size; None where it fills its box.
    """

    box: Box
    form: Bytes | None = None


def shape_of(straight: Straight, grid: CutGrid) -> Shape:
    """What form most counters of a sheet have: round ones fill a disc, and leave its corners."""
    found = [_is_disc(straight, box, room) for box, room in _places(grid) if straight.has_ink(box)]
    return Shape.ROUND if found and float(np.mean(found)) >= _MOST else Shape.SQUARE


def drawn_to_discs(straight: Straight, grid: CutGrid) -> CutGrid:
    """The grid with columns and rows as wide and high as the discs in them usually are."""
    boxes = [_disc(straight, box, room) for box, room in _places(grid)]
    edges = np.array(boxes).reshape(len(grid.rows), len(grid.columns), 4)
    across, down = np.median(edges, axis=0), np.median(edges, axis=1)
    return replace(
        grid,
        columns=tuple((float(one[0]), float(one[2])) for one in across),
        rows=tuple((float(one[1]), float(one[3])) for one in down),
        shape=Shape.ROUND,
    )


def pieces(straight: Straight, grid: CutGrid) -> Iterator[Piece | None]:
    """What is cut from each place that is round, or as it is found, row by row; None where nothing
    is printed.
    """
    for box, room in _places(grid):
        if not straight.has_ink(box):
            yield None
        elif grid.shape is Shape.ROUND:
            drawn = _disc(straight, box, room)
            yield Piece(drawn, _ellipse(*(round(edge) for edge in _size(drawn))))
        else:
            yield _print_in(straight, room)


def _places(grid: CutGrid) -> Iterator[tuple[Box, Box]]:
    """The box of each place, and the room about it."""
    columns, rows = _rooms(grid.columns), _rooms(grid.rows)
    for down, line in zip(rows, grid.rows, strict=True):
        for across, column in zip(columns, grid.columns, strict=True):
            yield (
                (column[0], line[0], column[1], line[1]),
                (across[0], down[0], across[1], down[1]),
            )


def _rooms(spans: tuple[Span, ...]) -> list[Span]:
    """Columns, or rows, with the gutters about them: as far as the middle, and a little on."""
    gutters = [max(0.0, two[0] - one[1]) for one, two in pairwise(spans)]
    reach = _BEYOND * float(np.median([high - low for low, high in spans]))
    usual = float(np.median(gutters)) / 2 if gutters else 0.0
    room = max(usual, reach)
    return [(low - room, high + room) for low, high in spans]


def _size(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _disc(straight: Straight, box: Box, room: Box) -> Box:
    """The box drawn to where print through its middle begins and ends; as it was where that is far
    off the size of the box.
    """
    ink, place = straight.ink_in(room)
    across, down = _run(ink), _run(ink.T)
    if across is None or down is None:
        return box
    wide, high = _size(place)
    drawn = (
        place[0] + across[0] * wide, place[1] + down[0] * high,
        place[0] + across[1] * wide, place[1] + down[1] * high,
    )  # fmt: skip
    sizes = (one / two for one, two in zip(_size(drawn), _size(box), strict=True))
    return drawn if all(_SMALLEST < size < _LARGEST for size in sizes) else box


def _run(ink: Flags) -> Span | None:
    """Where print begins and ends along the middle row of a place, as shares of its width."""
    high, wide = ink.shape
    off, near = round(_BAND * high), round(_NEAR * wide)
    profile = ink[high // 2 - off : high // 2 + off + 1].mean(axis=0)
    if not profile[near : wide - near].any():
        return None
    left, right = _edge(profile[:near]), wide - _edge(profile[::-1][:near])
    more = _TRUE * (right - left)
    return (left - more) / wide, (right + more) / wide


def _edge(profile: Floats) -> int:
    """Where print begins behind the paper, or the narrowest print, at the end of a place."""
    if not len(profile):
        return 0
    least = int(np.flatnonzero(profile == profile.min())[-1]) + 1
    return least + int(np.argmax(np.append(profile[least:], 1.0) >= 0.5))


def _is_disc(straight: Straight, box: Box, room: Box) -> bool:
    ink, _ = straight.ink_in(_disc(straight, box, room))
    if not ink.size:
        return False
    far = _radii(ink.shape[1], ink.shape[0])
    rim = ink[(far > _RIM[0]) & (far < _RIM[1])]
    corners = ink[far > _CORNER]
    return bool(rim.size and corners.size and rim.mean() >= _FULL and corners.mean() <= _EMPTY)


def _radii(wide: int, high: int) -> Floats:
    """How far each pixel of a box is from its middle, 1 on the ellipse that fills the box."""
    x = (np.arange(wide) + 0.5) / wide * 2 - 1
    y = (np.arange(high) + 0.5) / high * 2 - 1
    return np.hypot(x[None, :], y[:, None])


def _ellipse(wide: int, high: int) -> Bytes:
    """The form of a disc, a pixel within its box, so that no paper shows around it."""
    radius = max(1.0, min(wide, high) / 2)
    inside = (1 - _radii(wide, high)) * radius - 0.5
    return np.asarray(np.clip(inside, 0, 1) * 255, dtype=np.uint8)


def _print_in(straight: Straight, room: Box) -> Piece | None:
    """All that is printed in a place, with the paper that print encloses, but not what of a
    neighbour reaches into it.
    """
    ink, place = straight.ink_in(room)
    whole = _flooded(np.pad(np.where(ink, 255, 0), 1), [(0, 0)], 1) != 1
    high, wide = whole.shape
    ends = [(x, y) for x in range(wide) for y in (1, high - 2)]
    ends += [(x, y) for x in (1, wide - 2) for y in range(high)]
    centre = [(wide // 2, high // 2)] if whole[high // 2, wide // 2] else []
    middle = _flooded(np.where(whole, 255, 0), centre, 128)
    own = _flooded(middle, [at for at in ends if middle[at[1], at[0]] == 255], 0) > 0
    smooth = Image.fromarray(np.where(own, 255, 0).astype(np.uint8)).filter(
        ImageFilter.MedianFilter(3)
    )
    form = np.asarray(smooth.filter(ImageFilter.MinFilter(3)))[1:-1, 1:-1]
    columns, rows = (np.flatnonzero(form.any(axis=axis)) for axis in (0, 1))
    if not columns.size:
        return None
    left, right, top, bottom = columns[0], columns[-1] + 1, rows[0], rows[-1] + 1
    step = _size(place)[0] / form.shape[1], _size(place)[1] / form.shape[0]
    box = (
        place[0] + left * step[0], place[1] + top * step[1],
        place[0] + right * step[0], place[1] + bottom * step[1],
    )  # fmt: skip
    return Piece(box, np.ascontiguousarray(form[top:bottom, left:right]))


def _flooded(field: Bytes, starts: Sequence[tuple[int, int]], value: int) -> Bytes:
    """A picture of one channel with the areas that hold some pixels filled."""
    image = Image.fromarray(field.astype(np.uint8)).copy()
    for at in starts:
        ImageDraw.floodfill(image, at, value)
    return np.asarray(image)
