"""Two lines of a log held against each other."""

from __future__ import annotations

import pytest

from engine.game.session import Dice, GameSession
from engine.play.log import ROOT
from engine.reports.comparison import compare
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.fakes import March, Rest, install, small_scenario

ASH = UnitId("ash")


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> GameSession:
    install(monkeypatch)
    return GameSession.begin(small_scenario(), dice=Dice.ASK)


def test_lines_part_where_they_did_and_differ_in_what_moved(game: GameSession) -> None:
    game.act(Rest())
    game.act(Rest())
    shared = game.log.current
    game.act(March(ASH, Hex(1, 0)))
    first = game.log.current
    game.goto(shared)
    game.act(Rest())
    game.act(Rest())
    found = compare(game, first, game.log.current)
    assert found.parted == shared
    assert found.moved == (str(ASH),)
    assert (found.first.steps, found.second.steps) == (1, 2)
    assert found.second.turn == game.state.turn


def test_a_line_does_not_differ_from_itself(game: GameSession) -> None:
    game.act(Rest())
    here = game.log.current
    found = compare(game, here, here)
    assert (found.parted, found.moved, found.first.steps) == (here, (), 0)
    assert compare(game, ROOT, here).parted == ROOT
    with pytest.raises(KeyError):
        compare(game, here, 99)
