"""What families of combat say of themselves: whom the window need not ask about."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.game.catalogue import choose
from engine.game.session import GameSession

ASKED = {"attack", "add stack", "retreat to"}


@pytest.mark.parametrize(
    "scenario", ["balkan_front/operation_marita", "operation_gertrud/early_1942"]
)
def test_who_is_not_able_is_in_no_action_of_a_family(scenario: str) -> None:
    """Every family says who is able at most, so that units off the map are not asked one by one."""
    game, looked = GameSession.start(scenario, seed=1), Counter[str]()
    for _ in range(400):
        view = game.view()
        if view.outcome is not None or looked.keys() >= ASKED:
            break
        for family in () if view.chance else view.legal.families:
            if family.of is not None and looked[family.name] < 3 and family.name in ASKED:
                looked[family.name] += 1
                assert family.able is not None
                others = game.state.pieces.keys() - family.able()
                assert others and not any(True for unit in others for _ in family.of(unit))
        game.act(choose(game))
    assert looked.keys() >= ASKED
