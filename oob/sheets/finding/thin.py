"""What is thin on a sheet, as crop marks and captions are: told from counters."""

from __future__ import annotations

import numpy as np

from oob.sheets.arrays import Flags, Floats

_WIDTH = 9
_LEAST_KEPT = 0.5
_WHOLE, _REACH = 0.5, 0.06

Block = tuple[slice, slice]
"""Columns and rows of a picture."""


def block_of(mask: Flags) -> Block:
    """The columns and rows that the counters of a sheet lie in, crop marks and captions left out.

    ``mask`` is its ink, of which there must be some. Beyond what is thick belongs to it what runs
    the length of it: edges of counters whose pale parts pass for paper.
    """
    thick = without_thin(mask)
    columns, rows = _extent(thick.mean(axis=0)), _extent(thick.mean(axis=1))
    reach = round(_REACH * max(mask.shape))
    columns = _reaching(mask[rows].mean(axis=0), columns, reach)
    rows = _reaching(mask[:, columns].mean(axis=1), rows, reach)
    return columns, rows


def _extent(shares: Floats) -> slice:
    found = np.flatnonzero(shares)
    return slice(int(found[0]), int(found[-1]) + 1)


def _reaching(shares: Floats, part: slice, reach: int) -> slice:
    """A stretch drawn out to the last line near it that is mostly ink."""
    least = _WHOLE * float(np.quantile(shares[part], 0.7))
    full = np.flatnonzero(shares >= least)
    near = full[(full >= part.start - reach) & (full < part.stop + reach)]
    if not len(near):
        return part
    return slice(min(part.start, int(near[0])), max(part.stop, int(near[-1]) + 1))


def without_thin(mask: Flags) -> Flags:
    """The ink of a sheet without strokes of a few pixels.

    The same mask where most ink is thin: counters are drawn in outline there.
    """
    thick = _grown(_shrunk(mask, _WIDTH), _WIDTH)
    return thick if thick.sum() > _LEAST_KEPT * mask.sum() else mask


def _shrunk(mask: Flags, width: int) -> Flags:
    """The pixels about which a square of ink lies."""
    full: Flags = _sums(mask, width) == width * width
    return full


def _grown(mask: Flags, width: int) -> Flags:
    some: Flags = _sums(mask, width) > 0
    return some


def _sums(mask: Flags, width: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """How many pixels of ink lie in the square about each pixel."""
    half = width // 2
    padded = np.pad(mask, ((half + 1, half), (half + 1, half))).astype(np.int32)
    whole = padded.cumsum(axis=0).cumsum(axis=1)
    return np.asarray(
        whole[width:, width:]
        - whole[:-width, width:]
        - whole[width:, :-width]
        + whole[:-width, :-width],
        dtype=np.int32,
    )
