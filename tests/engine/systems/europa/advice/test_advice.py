"""The automatic player over the first turns of both titles: legal, pure, and never without end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.chance import Stream
from engine.core.state import State
from engine.core.system import Advice
from engine.play.opponent import choose
from engine.scenarios import load_scenario
from engine.session import GameSession
from engine.systems import SYSTEMS
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.deploy_actions import UseRecommended

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
    for number in range(160):
        if game.view().chance is not None:
            game.roll()
            continue
        found = game.rules.advise(game.state)
        assert found is not None
        if number % 8 == 0:
            assert fresh.advise(game.state.having(turn=game.state.turn)) == found
        assert game.rules.advise(game.state) == found
        game.act(found.action)


def test_the_recommended_set_up_is_used_and_the_computer_goes_on_from_it() -> None:
    game = GameSession.start(SCENARIOS[0], seed=1)
    assert choose(game) == UseRecommended()
    game.act(choose(game))
    assert not isinstance(choose(game), UseRecommended | EndPhase)


def played(rules: Any, state: State, seed: int) -> tuple[State, list[Advice]]:
    """A state after the rest of its phase as advised, dice rolled, and the advice given."""
    stream, given, start = Stream(seed, "rest"), [], (state.turn, state.phase, state.active)
    while state.flow and (state.turn, state.phase, state.active) == start:
        assert rules.chance(state) is None, "movement rolls no dice here"
        found = rules.advise(state)
        assert found is not None
        given.append(found)
        state = rules.apply(state, found.action).state
        assert stream and len(given) < 200
    return state, given
