"""Who commands all units is what each of them says."""

from __future__ import annotations

import pytest

from engine.core.chance import Stream
from engine.game.session import GameSession


@pytest.mark.parametrize(
    "scenario",
    [
        "balkan_gambit/1943",
        "operation_gertrud/early_1942",
        "boot_camp/balkan_campaign",
        "balkan_front/italo_greek_war",
        "fire_in_the_east/typhoon",
    ],
)
def test_all_are_commanded_as_each_of_them_is(scenario: str) -> None:
    game, stream = GameSession.start(scenario, seed=4), Stream(4, "owners")
    for number in range(200):
        state, rules = game.state, game.rules
        if not number % 20:
            owners = rules.owners(state)
            assert {unit: owners[unit] for unit in state.pieces} == {
                unit: rules.owner(state, unit) for unit in state.pieces
            }
        action = game.view().legal.random(stream)
        if action is None:
            break
        game.act(action)
