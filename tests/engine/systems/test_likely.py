"""What a family names as likely for a unit is some of what it lists for it."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.chance import Stream
from engine.game.session import GameSession


@pytest.mark.parametrize(
    ("scenario", "decisions"),
    [
        ("boot_camp/balkan_campaign", 420),
        ("balkan_front/italo_greek_war", 420),
        ("fire_in_the_east/typhoon", 420),
    ],
)
def test_what_is_likely_is_some_of_what_a_unit_may_do(scenario: str, decisions: int) -> None:
    game = GameSession.start(scenario, seed=5)
    stream, counted = Stream(5, "likely"), Counter[str]()
    for number in range(decisions):
        view = game.view()
        for family in view.legal.families if not number % 9 else ():
            if family.likely is None or family.of is None:
                continue
            for unit in sorted(game.state.pieces):
                likely, listed = set(family.likely(unit)), set(family.of(unit))
                assert likely <= listed, (family.name, unit)
                counted["any"] += bool(listed)
                counted["likely"] += bool(likely)
                counted["nothing"] += not listed
        action = view.legal.random(stream)
        if action is None:
            break
        game.act(action)
    assert counted["nothing"] > 100
    assert counted["any"] >= counted["likely"] > 0.9 * counted["any"] > 100
