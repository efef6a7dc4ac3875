"""A random step stays cheap: calls are counted, for time depends on the machine."""

from __future__ import annotations

from statistics import fmean

import pytest

from engine.game.ask import answers
from engine.game.ask.table import lay_out
from tests.benchmarks import counts
from tests.benchmarks.asking import MOVING, TITLES
from tests.benchmarks.counts import BUDGET, COUNT_MEASURES, SCENARIOS, CallCount, calls_a_step
from tests.benchmarks.games import MEASURES

DEAREST = "balkan_front/italo_greek_war"
LARGE = [
    ("balkan_front/operation_marita", (1,), 5900),
    pytest.param("balkan_front/operation_marita", (2, 3, 1), 5900, marks=pytest.mark.soak),
    ("fire_in_the_east/campaign_sea", (1,), 17300),
]
"""Games with air units and ships, set-up included, whose steps cost more than the budget, with the
seeds whose games are played and what a step of them costs at most; a limit only ever falls, but for
another choice of games: a board with other woods has others, which cost from 5,500 to 6,150, and
the East with position antiaircraft has 180 counters more.
"""


@pytest.mark.parametrize(
    "scenario",
    [
        name if name == DEAREST else pytest.param(name, marks=pytest.mark.soak)
        for name in SCENARIOS.values()
    ],
)
def test_a_random_step_costs_few_calls(scenario: str) -> None:
    assert 0 < calls_a_step(scenario, 700) <= BUDGET


@pytest.mark.parametrize(("scenario", "seeds", "most"), LARGE)
def test_a_random_step_of_the_large_games_costs_no_more_calls_than_it_did(
    scenario: str, seeds: tuple[int, ...], most: int
) -> None:
    assert 0 < fmean(calls_a_step(scenario, 250, seed) for seed in seeds) <= most


def test_counts_are_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "STEPS", 20)
    measure = COUNT_MEASURES["calls_gertrud"]
    first, second = measure(), measure()
    assert first.unit == "calls" and first.median == pytest.approx(second.median, rel=0.02)
    assert COUNT_MEASURES.items() <= MEASURES.items()


def test_all_that_a_side_may_do_is_listed_with_few_calls_for_each_line() -> None:
    laid = lay_out(TITLES["balkan_front"], MOVING)
    with CallCount() as count:
        found = answers.legal(laid)
    assert len(found) > 5000 and count.calls <= 100 * len(found)
