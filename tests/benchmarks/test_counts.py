"""A random step stays cheap: calls are counted, for time depends on the machine."""

from __future__ import annotations

import pytest

from tests.benchmarks import counts
from tests.benchmarks.counts import BUDGET, COUNT_MEASURES, SCENARIOS, calls_a_step
from tests.benchmarks.games import MEASURES


@pytest.mark.parametrize("scenario", SCENARIOS.values())
def test_a_random_step_costs_few_calls(scenario: str) -> None:
    assert 0 < calls_a_step(scenario, 700) <= BUDGET


def test_counts_are_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "STEPS", 20)
    measure = COUNT_MEASURES["calls_gertrud"]
    first, second = measure(), measure()
    assert first.unit == "calls" and first.median == pytest.approx(second.median, rel=0.02)
    assert COUNT_MEASURES.items() <= MEASURES.items()
