"""Exact chances: every fall of some dice, counted, never sampled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import TypeVar

T = TypeVar("T")


def chances(dice: tuple[int, ...], outcome: Callable[..., T]) -> Mapping[T, Fraction]:
    """The exact chance of each outcome of some dice, given by their numbers of sides.

    ``outcome`` gets one face for each die. Outcomes stand in the order they first come up, the
    lowest faces first.

    >>> chances((6, 6), lambda a, b: a + b >= 11)
    {False: Fraction(11, 12), True: Fraction(1, 12)}
    """
    counts: dict[T, int] = {}
    total = 0
    for faces in product(*(range(1, sides + 1) for sides in dice)):
        found = outcome(*faces)
        counts[found] = counts.get(found, 0) + 1
        total += 1
    return {found: Fraction(count, total) for found, count in counts.items()}


def expected(spread: Mapping[T, Fraction], worth: Callable[[T], float]) -> float:
    """The mean worth of the outcomes of a spread of chances."""
    return sum(float(chance) * worth(found) for found, chance in spread.items())
