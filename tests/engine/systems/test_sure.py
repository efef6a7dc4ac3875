"""Families that say of their candidates what the check would say exactly that."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from engine.core.chance import Stream
from engine.game.session import GameSession

LISTED = 80
"""Candidates of a family that are compared in a position."""


@pytest.mark.parametrize(
    ("scenario", "decisions", "seed", "families"),
    [
        (
            "boot_camp/balkan_campaign",
            420,
            8,
            {"place unit", "move", "overrun", "rail move", "ship"},
        ),
        (
            "balkan_front/italo_greek_war",
            420,
            8,
            {"place unit", "move", "admin move", "overrun", "rail move", "ship"},
        ),
        ("operation_gertrud/early_1942", 420, 8, {"move"}),
        (
            "balkan_gambit/1943",
            750,
            6,
            {
                "place unit",
                "shift unit",
                "switch mode",
                "displace",
                "disperse and displace",
                "place naval",
                "activate",
                "sea move",
                "move",
                "attack",
                "hunt",
                "landing",
                "drop",
                "maintain",
                "improve",
                "restore",
                "reclaim",
            },
        ),
    ],
)
def test_what_is_sure_is_what_the_check_lets_pass(
    scenario: str, decisions: int, seed: int, families: set[str]
) -> None:
    game = GameSession.start(scenario, seed=seed)
    stream, compared = Stream(seed, "sure"), Counter[str]()
    for number in range(decisions):
        legal = game.view().legal
        for family in legal.families if not number % 14 else ():
            if family.sure is None:
                continue
            candidates = list(family.candidates())
            step = max(1, len(candidates) // LISTED)
            for action in islice(candidates, 0, None, step):
                assert family.sure(action) is legal.allows(action), action
                compared[family.name] += 1
        action = legal.random(stream)
        if action is None:
            break
        game.act(action)
    assert set(compared) == families and sum(compared.values()) > 200
