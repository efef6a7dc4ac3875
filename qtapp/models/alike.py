"""What two lists have in common, so that of a list in view only what differs is written again."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import TypeVar

RowT = TypeVar("RowT")


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


def edits(rows: Sequence[RowT], others: Sequence[RowT]) -> list[tuple[int, int, Sequence[RowT]]]:
    """What turns a list into another one, from the end to the beginning: where, how many rows are
    taken out there, and those that are put in.

    >>> edits("abcd", "acde")
    [(4, 0, 'e'), (1, 1, '')]
    """
    start, end = alike_ends(rows, others)
    old, new = rows[start : len(rows) - end], others[start : len(others) - end]
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [
        (start + first, last - first, new[coming:until])
        for kind, first, last, coming, until in reversed(steps)
        if kind != "equal"
    ]
