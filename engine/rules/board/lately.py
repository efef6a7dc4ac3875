"""Sets of hexes made of others by a few: what lies between two of them is known without comparing.

Zones, holdings and places held change by a few hexes in a step. Whoever keeps something worked out
from such a set asks what is different since. A set may be known by another object that stands for
it, so that it need not be made before somebody asks for it.
"""

from __future__ import annotations

from collections import deque

from maps.hexgrid import Hex

Hexes = frozenset[Hex]
NONE = Hexes()
_LATELY: deque[tuple[object, object, Hexes]] = deque(maxlen=48)
"""The last sets that were made of others: those before, those after, and what is in one alone."""


def but_for(before: Hexes, others: Hexes) -> Hexes:
    """A set but for some hexes: those it has are out, the others are in; the very set for none."""
    if not others:
        return before
    after = others ^ before  # that way round the small one is gone through
    note(before, after, others)
    return after


def note(before: object, after: object, others: Hexes) -> None:
    """Remember what is in one of two sets alone, each known by itself or what stands for it."""
    _LATELY.append((before, after, others))


def apart(before: object, after: object) -> Hexes | None:
    """What is in one of two sets alone, when the later was made of the other lately; else None."""
    if before is after:
        return NONE
    found, at = NONE, after
    for was, now, others in reversed([*_LATELY]):
        if now is at:
            found ^= others
            at = was
            if at is before:
                return found
    return None
