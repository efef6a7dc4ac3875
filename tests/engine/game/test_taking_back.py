"""One decision taken back by itself: the others stay, and what needs it keeps it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.game.session import Dice, GameSession
from engine.game.taking_back import bars_taking_back, take_back
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.fakes import HOME, March, Raid, Rest, install, small_scenario

ASH = UnitId("ash")


@pytest.fixture(autouse=True)
def skirmish() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        yield


@pytest.fixture
def game() -> GameSession:
    return GameSession.begin(small_scenario(40), seed=1, dice=Dice.PROGRAM)


def beside(game: GameSession) -> Hex:
    return next(iter(game.scenario.map.neighbours(HOME)))


def test_those_after_it_stay_on_a_line_of_their_own(game: GameSession) -> None:
    march = March(ASH, beside(game))
    game.act(march)
    node = game.log.current
    game.act(Rest())
    end = game.log.current
    assert take_back(game, node) == ()
    assert [one.action for one in game.log.line()] == [Rest()]
    assert game.state.pieces[ASH].at == HOME
    assert end in game.log, "the line before is kept"


def test_what_a_later_decision_needs_stays(game: GameSession) -> None:
    game.act(March(ASH, beside(game)))
    node = game.log.current
    game.act(March(ASH, HOME))
    end, steps = game.log.current, len(game.log.line())
    (objection,) = take_back(game, node)
    assert objection.rule == "S 3", "it is at home already"
    assert (game.log.current, len(game.log.line())) == (end, steps)
    assert game.log.mark().next_id == end + 1, "no other line is left behind"


def test_a_die_bars_it(game: GameSession) -> None:
    game.act(March(ASH, beside(game)))
    node = game.log.current
    game.act(Raid(ASH))
    assert bars_taking_back(game, node) == "A die was rolled since."
    with pytest.raises(ValueError, match="die"):
        take_back(game, node)
    assert game.log.line()[-1].is_die
