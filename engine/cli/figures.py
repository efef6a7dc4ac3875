"""What one measure of ``sandtable bench`` finds, and how it times jobs."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure: median and 95th percentile in ``unit``, and the budget of the design."""

    name: str
    what: str
    median: float
    p95: float
    unit: str
    budget: str


Measure = Callable[[], Figure]


def timed(name: str, what: str, budget: str, jobs: Iterable[Callable[[], object]]) -> Figure:
    """Run jobs one by one and say how many milliseconds they took."""
    taken = []
    for job in jobs:
        start = perf_counter()
        job()
        taken.append(1000 * (perf_counter() - start))
    taken.sort()
    p95 = taken[min(len(taken) - 1, int(len(taken) * 0.95))]
    return Figure(name, what, statistics.median(taken), p95, "ms", budget)
