"""How measures of ``sandtable bench`` time jobs."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from time import perf_counter

from engine.cli.benches import Figure, Measure

__all__ = ["Figure", "Measure", "timed"]


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
