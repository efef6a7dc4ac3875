"""What two lists have in common, so that of a list in view only what differs is written again."""

from __future__ import annotations

from collections.abc import Sequence


def alike_ends(rows: Sequence[object], others: Sequence[object]) -> tuple[int, int]:
    """How many rows two lists have in common at their beginning, and how many of the rest at their
    end.

    >>> alike_ends("abcxyz", "abyz")
    (2, 2)
    """
    start = _alike(rows, others)
    return start, _alike(rows[start:][::-1], others[start:][::-1])


def _alike(rows: Sequence[object], others: Sequence[object]) -> int:
    count = 0
    for row, other in zip(rows, others, strict=False):
        if row is not other and row != other:
            break
        count += 1
    return count
