"""The ink of a counter's ratings, without what else there is about them."""

from __future__ import annotations

import numpy as np

from oob.sheets.arrays import Bytes, Flags, Singles
from oob.sheets.inks import Region, ink_of

_REACH = 0.07
"""How far above and below their region ratings may run on, as a share of the counter's edge."""

_INKED = 0.3
_EDGE = 0.08
"""How near the sides of the region marks along the card's edge are, as a share of its width."""

_OTHERWISE = 0.25
"""By how much of the ratings' height such a mark begins or ends elsewhere than they do."""


def ratings_ink(picture: Bytes, region: Region, wide: int, high: int) -> Singles:
    """Where ratings stand, 0 the ground and 1 their ink, ``wide`` samples across and ``high`` or
    more down.

    Ratings that run a little out of the region are whole; what comes in from farther out, such as a
    symbol, and marks along the left and right edge of the card are left out.
    """
    left, top, right, bottom = region
    upper, lower = max(0.0, top - _REACH), min(1.0, bottom + _REACH)
    each = high / (bottom - top)
    ink = ink_of(picture, (left, upper, right, lower), wide, round(each * (lower - upper)))
    first, last = round(each * (top - upper)), round(each * (bottom - upper))
    mask = ink > _INKED
    inner, outer = np.zeros_like(mask), np.zeros_like(mask)
    inner[first:last] = mask[first:last]
    outer[[0, -1]] = mask[[0, -1]]
    kept = _grown(inner, mask) & ~_grown(outer, mask)
    kept &= ~_edge_marks(kept)
    return np.where(_wider(kept), ink, np.float32(0.0))


def _grown(seed: Flags, mask: Flags) -> Flags:
    """All of a mask that hangs together with a part of it."""
    now, count = seed & mask, -1
    while count != (count := int(now.sum())):
        now = _wider(now) & mask
    return now


def _wider(flags: Flags) -> Flags:
    """Pixels and their neighbours."""
    found = flags.copy()
    found[1:] |= flags[:-1]
    found[:-1] |= flags[1:]
    across = found.copy()
    found[:, 1:] |= across[:, :-1]
    found[:, :-1] |= across[:, 1:]
    return found


def _edge_marks(kept: Flags) -> Flags:
    """What stands at the sides alone, and at another height than what is in the middle."""
    marks = np.zeros_like(kept)
    wide = kept.shape[1]
    near = round(_EDGE * wide)
    if not kept[:, wide // 3 : 2 * wide // 3].any():
        return marks
    top, bottom = _extent(kept[:, near : wide - near])
    for side, border in ((slice(0, near), near), (slice(wide - near, wide), wide - near)):
        is_crossed = kept[:, border - 1].any() and kept[:, border].any()
        if is_crossed or not kept[:, side].any():
            continue
        high, low = _extent(kept[:, side])
        if abs(high - top) + abs(low - bottom) > _OTHERWISE * (bottom - top):
            marks[:, side] = kept[:, side]
    return marks


def _extent(kept: Flags) -> tuple[int, int]:
    """The first and the last row of ink."""
    rows = np.flatnonzero(kept.any(axis=1))
    return int(rows[0]), int(rows[-1])
