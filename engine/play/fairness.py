"""How dice fell against how they should: counts, means, and Pearson's test of fairness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import erfc, exp, pi, sqrt

from engine.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """All throws of dice of one kind: ``sides`` and how often each face came."""

    sides: int
    counts: Mapping[int, int]

    @property
    def throws(self) -> int:
        """How many there were."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The mean face; 0 without throws."""
        total = sum(face * count for face, count in self.counts.items())
        return total / self.throws if self.throws else 0.0

    @property
    def expected_mean(self) -> float:
        """The mean face of a fair die."""
        return (self.sides + 1) / 2

    @property
    def expected(self) -> float:
        """How often each face should have come."""
        return self.throws / self.sides

    @property
    def chi_square(self) -> float:
        """Pearson's statistic against equal chances; 0 without throws."""
        if not self.throws:
            return 0.0
        faces = range(1, self.sides + 1)
        return sum((self.counts.get(f, 0) - self.expected) ** 2 for f in faces) / self.expected

    @property
    def chance(self) -> float | None:
        """The chance that a fair die falls at least as unevenly; None with too few throws.

        The test needs at least five expected throws of each face.
        """
        return chi_square_tail(self.chi_square, self.sides - 1) if self.expected >= 5 else None


def tally(throws: Iterable[tuple[int, int]]) -> tuple[Tally, ...]:
    """A tally for each kind of die among (sides, face) throws, the smallest die first."""
    counts: dict[int, Counter[int]] = {}
    for sides, face in throws:
        counts.setdefault(sides, Counter())[face] += 1
    return tuple(Tally(sides, dict(sorted(counts[sides].items()))) for sides in sorted(counts))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is at least so large.

    The closed form for whole degrees of freedom (Abramowitz and Stegun 26.4.4 and 26.4.5). Raises
    ValueError for less than one degree.
    """
    if freedom < 1:
        raise ValueError("a chi-square variable has at least one degree of freedom")
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    if freedom % 2 == 0:
        term = total = 1.0
        for step in range(1, freedom // 2):
            term *= half / step
            total += term
        return min(1.0, exp(-half) * total)
    term = sqrt(statistic)
    total = 0.0
    for step in range(1, freedom, 2):
        total += term
        term *= statistic / (step + 2)
    return min(1.0, erfc(sqrt(half)) + sqrt(2 / pi) * exp(-half) * total)
