"""Answers about a position are worked out once, and never those of another."""

from __future__ import annotations

import pytest

from engine.core.chance import Stream
from engine.game.session import GameSession

SCENARIOS = (
    "balkan_gambit/1943",
    "operation_gertrud/early_1942",
    "boot_camp/balkan_campaign",
    "balkan_front/italo_greek_war",
)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_panels_share_what_was_answered_about_a_position(scenario: str) -> None:
    rules = GameSession.start(scenario, seed=2).rules
    state = GameSession.start(scenario, seed=2).state
    assert rules.phases(state) is rules.phases(state)
    assert rules.displays(state) is rules.displays(state)
    assert rules.due(state, 1, 2) is rules.due(state, 1, 2)
    assert rules.due(state, 1, 1) is not rules.due(state, 1, 2)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_position_gets_its_own_answers(scenario: str) -> None:
    game, stream = GameSession.start(scenario, seed=6), Stream(6, "answers")
    seen = []
    for _ in range(60):
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
        seen.append(game.state)
        game.rules.counters(game.state)
    fresh = game.system.bind(game.scenario)
    for state in seen[::7]:
        for rules in (game.rules, fresh):
            assert rules.counters(state) == fresh.counters(state)
            assert rules.phases(state) == fresh.phases(state)
            assert rules.figures(state) == fresh.figures(state)
