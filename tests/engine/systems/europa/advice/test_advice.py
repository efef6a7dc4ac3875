"""The automatic player over the first turns of both titles: legal, pure, and never without end."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.game.session import GameSession
from engine.play.opponent import choose
from engine.scenarios import load_scenario
from engine.systems import SYSTEMS
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.scenario.set_up_actions import UseRecommended

SCENARIOS = ("boot_camp/balkan_campaign", "balkan_front/italo_greek_war")
TURNS = 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_advice_is_legal_at_every_decision_and_turns_go_by(scenario: str) -> None:
    game = GameSession.start(scenario, seed=4)
    taken: Counter[str] = Counter()
    while game.state.turn <= TURNS:
        if game.view().chance is not None:
            game.roll()
            continue
        found = game.rules.advise(game.state)
        assert found is not None, game.state.top
        assert not game.rules.check(game.state, found.action), found
        assert found.reason.endswith(".")
        taken[type(found.action).__name__] += 1
        game.act(found.action)
        assert sum(taken.values()) < 900, "the phases do not end"
    assert taken["Move"] > 20 and taken["DeclareAttack"] and taken["EndPhase"] > 4
    assert taken["UseRecommended"] == 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_position_gets_the_same_advice(scenario: str) -> None:
    """Whatever either player has been asked before."""
    game = GameSession.start(scenario, seed=9)
    fresh = SYSTEMS[game.scenario.system].bind(load_scenario(scenario))
    for number in range(120):
        if game.view().chance is not None:
            game.roll()
            continue
        found = game.rules.advise(game.state)
        assert found is not None
        if number % 12 == 0:
            assert fresh.advise(game.state.having(turn=game.state.turn)) == found
        assert game.rules.advise(game.state) == found
        game.act(found.action)


def test_the_recommended_set_up_is_used_and_the_computer_goes_on_from_it() -> None:
    game = GameSession.start(SCENARIOS[0], seed=1)
    assert choose(game) == UseRecommended()
    game.act(choose(game))
    assert not isinstance(choose(game), UseRecommended | EndPhase)
