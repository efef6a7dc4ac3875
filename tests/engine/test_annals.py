"""The history of a game: figures by turn, what befell units, and how the dice fell."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.annals import Annals, series
from engine.catalogue import choose
from engine.core.actions import Roll
from engine.play.log import ROOT
from engine.session import Dice, GameSession
from maps.hexgrid import Hex
from oob.model import UnitId


@pytest.fixture(scope="module")
def game() -> GameSession:
    """Three turns of the 1943 campaign."""
    game = GameSession.start("balkan_gambit/1943", seed=11, dice=Dice.PROGRAM)
    while game.state.turn < 4:
        game.act(choose(game))
    return game


def test_figures_stand_for_the_end_of_each_turn(game: GameSession) -> None:
    points = Annals(game).points()
    assert [point.turn for point in points] == [1, 2, 3, 4]
    assert points[-1].figures == game.rules.figures(game.state)
    last = [node.id for node in game.log.line() if game.state_at(node.id).turn == 2][-1]
    assert points[1].node == last
    assert points[1].figures == game.rules.figures(game.state_at(last))
    lines = series(points)
    assert [turn for turn, _value in lines["points", "axis"]] == [1, 2, 3, 4]


def test_a_units_history_is_where_it_went(game: GameSession) -> None:
    annals = Annals(game)
    moved = 0
    for unit in game.state.pieces:
        changes = annals.history(unit)
        start = game.state_at(ROOT).pieces[unit]
        at, steps = start.at, start.steps
        for change in changes:
            assert (change.origin, change.steps_before) == (at, steps)
            assert change.turn <= game.state.turn
            at, steps = change.target, change.steps_after
        assert (at, steps) == (game.state.pieces[unit].at, game.state.pieces[unit].steps)
        moved += sum(isinstance(change.target, Hex) for change in changes)
    assert moved > 60
    assert annals.history(UnitId("nobody")) == ()


def test_dice_are_counted_as_they_fell(game: GameSession) -> None:
    (ten,) = Annals(game).dice()
    faces = [node.action.face for node in game.log.line() if isinstance(node.action, Roll)]
    assert ten.sides == 10 and ten.throws == len(faces)
    assert ten.counts[faces[0]] == faces.count(faces[0])
    assert Annals(game).dice(typed=True) == ()
    assert Annals(game).dice(typed=False) == (ten,)


def test_another_line_has_its_own_history(tmp_path: Path) -> None:
    with GameSession.start("balkan_gambit/1943", seed=2, path=tmp_path / "g.sandtable") as game:
        annals = Annals(game)
        game.act(choose(game))
        first = annals.points()
        game.undo()
        assert annals.points()[-1].node == ROOT
        game.redo()
        assert annals.points() == first
