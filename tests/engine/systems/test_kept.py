"""What the rules keep from step to step is always what it would be worked out from nothing."""

from __future__ import annotations

import pytest

from engine.core.chance import Stream
from engine.game.session import GameSession
from tests.games import ALL

STEPS = 160
"""Decisions of a random game."""
LOOK_EVERY = 5
JUMP_EVERY = 31
"""Every so many decisions the game goes back to any earlier step and on from there."""


@pytest.mark.parametrize("scenario", ALL)
def test_random_play_keeps_nothing_that_is_out_of_date(scenario: str) -> None:
    game = GameSession.start(scenario, seed=17)
    stream = Stream(17, "kept")
    for number in range(STEPS):
        if number % JUMP_EVERY == JUMP_EVERY - 1:
            game.goto(stream.below(len(game.log)))
        action = game.view().legal.random(stream)
        if action is None:
            break
        game.act(action)
        if not number % LOOK_EVERY:
            assert game.rules.stale(game.state) == (), f"after {number} decisions"


@pytest.mark.parametrize("scenario", ["boot_camp/balkan_campaign", "balkan_front/italo_greek_war"])
def test_advised_play_keeps_nothing_that_is_out_of_date(scenario: str) -> None:
    game = GameSession.start(scenario, seed=4)
    for number in range(90):
        advice = game.rules.advise(game.state)
        if advice is None:
            break
        game.act(advice.action)
        if not number % LOOK_EVERY:
            assert game.rules.stale(game.state) == (), f"after {number} decisions"
