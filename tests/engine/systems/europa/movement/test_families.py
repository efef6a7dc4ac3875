"""What families of movement say of themselves: whom the window need not ask about."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.game.catalogue import choose
from engine.game.session import GameSession
from engine.systems.europa.state.records import SettingUp
from tests.examples import often

STEPS = often(300, 5000)
OFTEN = often(50, 5)
"""Families are looked at each so many steps."""
SOME_LISTED = {"join guns"}
"""Families of whose alike actions one is listed."""


@pytest.mark.parametrize(
    ("scenario", "names"),
    [
        ("balkan_front/marita_merkur", {"break down", "assemble"}),
        (
            "fire_in_the_east/barbarossa_air",
            {"break down", "assemble", "slip away", "seize bridge", "split guns", "join guns"},
        ),
    ],
)
def test_what_each_unit_may_do_is_what_a_family_lists(scenario: str, names: set[str]) -> None:
    game, looked, some = GameSession.start(scenario, seed=2), Counter[str](), Counter[str]()
    for number in range(STEPS):
        view = game.view()
        if view.outcome is not None:
            break
        plays = not view.chance and not isinstance(game.state.top, SettingUp)
        asks = plays and number % OFTEN == OFTEN - 1
        for family in view.legal.families if asks else ():
            if family.name not in names:
                continue
            assert family.of is not None and family.able is not None and family.by_unit
            looked[family.name] += 1
            able, pieces = family.able(), game.state.pieces
            each = Counter(action for unit in pieces for action in family.of(unit))
            listed = Counter(family.candidates())
            some[family.name] += len(listed)
            if family.name in SOME_LISTED:
                assert listed.keys() <= each.keys()
            else:
                assert listed == each
            assert all(able.intersection(action.who()) for action in each)
            assert not any(True for unit in pieces.keys() - able for _ in family.of(unit))
        game.act(choose(game))
    assert looked.keys() == names
    assert some["break down"], "there are any"
