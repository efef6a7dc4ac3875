"""Every option of Fire in the East by itself, played at random: whatever is offered is legal, and
no state is unsound.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Stream
from engine.core.codec import digest
from engine.game.ask.games import begin_laid_out
from engine.game.session import GameSession
from engine.systems import SYSTEMS
from tests.examples import often

OPTIONS = [option.id for option in SYSTEMS["fire_in_the_east"].options]
DECISIONS = often(80, 300)
EVERY = often(11, 7)
"""One in so many decisions is judged in full."""


def begun(scenario: str, option: str, **position: Any) -> GameSession:
    """A game after both recommended set-ups, with an option."""
    laid = {"options": {option: True}, "side": "axis", "phase": "movement", **position}
    return begin_laid_out(f"fire_in_the_east/{scenario}", laid, seed=7)


def at_random(game: GameSession, decisions: int = DECISIONS) -> None:
    """Play it at random for a while."""
    stream, rules = Stream(7, "fuzz"), game.rules
    for number in range(decisions):
        if game.view().outcome is not None:
            break
        action = game.view().legal.random(stream)
        assert action is not None, "nothing is legal and the game is not over"
        judged = number % EVERY == 0
        forbidding = rules.check(game.state, action) if judged else ()
        assert not forbidding, f"{action} was offered: {forbidding[0]}"
        before = digest(game.state) if judged else ""
        game.act(action)
        faults = rules.invariants(game.state)
        assert not faults, f"after {action}: {faults[0]}"
        if judged:
            assert not rules.stale(game.state), f"after {action}"
            game.undo()
            assert digest(game.state) == before, f"{action} taken back"
            game.redo()
    codec, state = game.codec, game.state
    assert codec.record(codec.to_plain(state)) == state


def test_there_are_options() -> None:
    assert len(OPTIONS) > 15 and "naval_search" in OPTIONS


@pytest.mark.parametrize("option", OPTIONS)
def test_the_northern_front_with_an_option(option: str) -> None:
    with begun("army_group_north_sea", option, turn=2) as game:
        assert game.rules.scenario.options[option]
        at_random(game)


@pytest.mark.soak
@pytest.mark.parametrize("turn", [2, 7, 12])
@pytest.mark.parametrize("option", OPTIONS)
def test_the_whole_war_with_an_option(option: str, turn: int) -> None:
    with begun("campaign_sea", option, turn=turn) as game:
        at_random(game)
        assert game.verify() == ()
