"""Is it said when attacks are made? Along games of every system, against what forbids each plan."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.game.catalogue import choose
from engine.game.session import GameSession
from maps.hexgrid import Hex


@pytest.mark.parametrize(
    ("scenario", "decisions"),
    [
        ("balkan_gambit/1943", 60),
        ("operation_gertrud/early_1941", 90),
        ("boot_camp/balkan_campaign", 120),
    ],
)
def test_where_it_is_not_the_time_something_forbids_every_plan(
    scenario: str, decisions: int
) -> None:
    game = GameSession.start(scenario, seed=3)
    met: Counter[tuple[bool, bool]] = Counter()
    for number in range(decisions):
        rules, state = game.rules, game.state
        may_attack = rules.may_attack(state)
        places = {piece.at for piece in state.pieces.values() if isinstance(piece.at, Hex)}
        for target in sorted(places)[number % 5 :: 5]:
            units = rules.candidates(state, target)
            plan = rules.plan(state, target, units[:1]) if units else None
            if plan is not None:
                met[may_attack, not plan.objections] += 1
        game.act(choose(game))
    assert not met[False, True], "what may be done is found where it is looked for"
    assert met[True, True] and met[False, False]
