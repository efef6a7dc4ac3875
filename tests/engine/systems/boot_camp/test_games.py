"""Whole campaigns through the session's door: sound, replayed, taken back, units conserved."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.chance import Stream
from engine.game import simulations
from engine.game.session import GameSession
from engine.play.fuzz import fuzz
from engine.systems.europa.state.constants import BOXES
from maps.hexgrid import Hex

CAMPAIGN = "boot_camp/balkan_campaign"


def test_a_random_campaign_comes_to_its_end() -> None:
    report = fuzz(
        lambda name, seed: GameSession.start(name, seed=seed), CAMPAIGN, 1, 21, verify=False
    )
    assert report.faults == ()
    assert report.results[0].winner in ("axis", "allied", "")


def test_a_game_comes_out_again_from_its_log() -> None:
    game = GameSession.start(CAMPAIGN, seed=3)
    stream = Stream(3, "replay")
    for _ in range(400):
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
    assert simulations.replay(game).mismatches == ()


def test_units_are_conserved_against_the_order_of_battle() -> None:
    game = GameSession.start(CAMPAIGN, seed=11)
    units = game.scenario.oob.units
    stream = Stream(11, "conserved")
    for _ in range(700):
        action = game.view().legal.random(stream)
        if action is None:
            break
        game.act(action)
        pieces = game.state.pieces
        assert pieces.keys() == units.keys()
    where = Counter(
        "map" if isinstance(piece.at, Hex) else piece.at for piece in game.state.pieces.values()
    )
    assert sum(where.values()) == len(units) and where["map"] > 50
    assert set(where) <= {"map", *BOXES, "rhodes", "eastern_greece", "middle_east"}
    for unit, piece in game.state.pieces.items():
        assert 0 <= piece.steps <= units[unit].steps


def test_undo_leads_back_through_set_up_and_the_first_turn() -> None:
    game = GameSession.start(CAMPAIGN, seed=5)
    stream = Stream(5, "undo")
    digests = [game.digest()]
    while len(digests) < 220:
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
        digests.append(game.digest())
    for expected in reversed(digests[:-1]):
        assert game.undo()
        assert game.digest() == expected
    for expected in digests[1:]:
        assert game.redo()
        assert game.digest() == expected


@pytest.mark.soak
def test_a_hundred_random_campaigns_are_sound() -> None:
    assert simulations.fuzz(CAMPAIGN, 100, 3000).faults == ()
