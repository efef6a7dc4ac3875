"""Whole games through the session's door: sound, replayed, taken back, and saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.chance import Stream
from engine.game import simulations
from engine.game.session import GameSession
from engine.play.fuzz import fuzz
from engine.systems import SYSTEMS
from engine.systems.operation_gertrud.state.records import Board
from tests.engine.systems.operation_gertrud.desk import SCENARIOS


def ident(scenario: str) -> str:
    """A scenario by its full id."""
    return f"operation_gertrud/{scenario}"


@pytest.mark.parametrize(
    "scenario", ["late_1941", pytest.param("late_1942", marks=pytest.mark.soak)]
)
def test_a_random_game_is_sound_and_comes_out_again(scenario: str) -> None:
    report = simulations.fuzz(ident(scenario), 1, 21)
    assert report.faults == ()
    assert report.results[0].winner in ("german", "allied")


@pytest.mark.parametrize(
    "scenario",
    [
        "early_1941",
        *(pytest.param(name, marks=pytest.mark.soak) for name in SCENARIOS if name != "early_1941"),
    ],
)
def test_an_automatic_game_is_sound(scenario: str) -> None:
    report = simulations.auto(ident(scenario), 1, 2)
    assert report.faults == ()


def test_a_game_with_every_option_is_sound() -> None:
    """[OG-19.0a] [OG-3.4a]"""

    def begin(name: str, seed: int) -> GameSession:
        known = [o.id for o in SYSTEMS["operation_gertrud"].options if o.belongs_to(name)]
        return GameSession.start(name, seed=seed, options=dict.fromkeys(known, True))

    report = fuzz(begin, ident("early_1943"), 1, 3)
    assert report.faults == ()


def test_undo_leads_back_through_a_whole_battle_and_redo_forward() -> None:
    game = GameSession.start(ident("late_1942"), seed=5)
    stream = Stream(5, "undo")
    digests = [game.digest()]
    while len(digests) < 160:
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


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "war.sandtable"
    stream = Stream(1, "save")
    with GameSession.start(ident("early_1942"), seed=8, path=file) as game:
        while not (
            isinstance(game.state, Board) and len(game.state.flow) > 2 and game.state.raided
        ):
            action = game.view().legal.random(stream)
            assert action is not None
            game.act(action)
        before, prompt = game.digest(), game.view().prompt
    with GameSession.open(file) as again:
        assert (again.digest(), again.view().prompt) == (before, prompt)
        assert simulations.replay(again).mismatches == ()


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_twenty_random_and_automatic_games_are_sound(scenario: str) -> None:
    assert simulations.fuzz(ident(scenario), 20, 3000).faults == ()
    assert simulations.auto(ident(scenario), 20, 3000).faults == ()
