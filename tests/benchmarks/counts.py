"""What ``sandtable bench`` counts instead of timing: calls a random step costs. Counts are the same
on every machine.
"""

from __future__ import annotations

import sys
from functools import partial
from types import FrameType

from engine.core.chance import Stream
from engine.game.session import GameSession
from tests.benchmarks.figures import Figure, Measure

SCENARIOS = {
    "calls_gambit": "balkan_gambit/1943",
    "calls_gertrud": "operation_gertrud/early_1942",
    "calls_boot_camp": "boot_camp/balkan_campaign",
    "calls_front": "balkan_front/italo_greek_war",
}
BUDGET = 3000
"""Calls of Python and C functions that a random step may cost (the profiler's count)."""
STEPS = 1000
"""Decisions of a random game, from set-up on."""


class CallCount:
    """Counts calls of Python and C functions while it is entered."""

    def __init__(self) -> None:
        self.calls = 0

    def __enter__(self) -> CallCount:
        sys.setprofile(self._noticed)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _noticed(self, _frame: FrameType, what: str, _about: object) -> None:
        if what in ("call", "c_call"):
            self.calls += 1


def calls_a_step(scenario: str, decisions: int, seed: int = 1) -> float:
    """Calls that a step of random play costs on average, its share of what is worked out once."""
    game, stream = GameSession.start(scenario, seed=seed), Stream(seed, "fuzz")
    with CallCount() as count:
        for _ in range(decisions):
            action = game.view().legal.random(stream)
            if action is None:
                break
            game.act(action)
    return count.calls / (len(game.log) - 1)


def counted(name: str, scenario: str) -> Figure:
    """Calls a random step of a scenario costs, over two games; the worse one as well."""
    found = sorted(calls_a_step(scenario, STEPS, seed) for seed in (1, 2))
    what = f"calls a random step costs, {scenario}"
    return Figure(name, what, found[0], found[-1], "calls", f"{BUDGET:,} calls")


COUNT_MEASURES: dict[str, Measure] = {
    name: partial(counted, name, scenario) for name, scenario in SCENARIOS.items()
}
"""All counts by name."""
