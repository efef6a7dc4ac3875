"""The story of a game as a text to keep."""

from __future__ import annotations

import pytest

from engine.chronicle import markdown, plain_text
from engine.core.actions import Roll
from engine.session import Dice, GameSession
from oob.model import UnitId
from tests.engine import fakes
from tests.engine.fakes import Raid, Rest, small_scenario

ASH = UnitId("ash")


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> GameSession:
    fakes.install(monkeypatch)
    return GameSession.begin(small_scenario(2), seed=4, dice=Dice.ASK)


def test_every_sentence_stands_under_its_turn_and_phase(game: GameSession) -> None:
    for _ in range(3):
        game.act(Rest())
    text = markdown(game)
    assert text.startswith("# A small raid\n")
    assert text.index("## Turn 1: play") < text.index("## Turn 2: play")
    assert text.count("- It rests. [S 5]") == 3
    assert "not finished" in text


def test_dice_are_told_with_how_they_came_about(game: GameSession) -> None:
    game.act(Raid(ASH))
    game.act(Roll(2))
    assert "(die 2, typed in)" in plain_text(game)
    game.act(Raid(ASH))
    game.roll()
    game.reroll()
    assert "rolled again)" in plain_text(game)


def test_the_end_is_told(game: GameSession) -> None:
    for _ in range(4):
        game.act(Rest())
    assert "more points" in markdown(game).splitlines()[2]
    assert "Red 0, Blue 0" in plain_text(game).splitlines()[1]
