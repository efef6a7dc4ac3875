"""The history of a game: figures by turn, what happened to units, and how the dice fell."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.actions import Roll
from engine.game.catalogue import choose
from engine.game.session import Dice, GameSession
from engine.play.log import ROOT, How
from engine.reports.statistics import Statistics, series
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
    points = Statistics(game).points()
    assert [point.turn for point in points] == [1, 2, 3, 4]
    assert points[-1].figures == game.rules.figures(game.state)
    last = [node.id for node in game.log.line() if game.state_at(node.id).turn == 2][-1]
    assert points[1].node == last
    assert points[1].figures == game.rules.figures(game.state_at(last))
    lines = series(points)
    assert [turn for turn, _value in lines["points", "axis"]] == [1, 2, 3, 4]


def test_figures_of_turns_that_are_over_are_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GameSession.start("balkan_gambit/1943", seed=11, dice=Dice.PROGRAM)
    while game.state.turn < 3:
        game.act(choose(game))
    asked = []
    figures = game.rules.figures
    monkeypatch.setattr(
        game.rules, "figures", lambda state: asked.append(state.turn) or figures(state)
    )
    statistics = Statistics(game)
    first = statistics.points()
    assert sorted(asked) == [1, 2, 3]
    game.act(choose(game))
    later = statistics.points()
    assert sorted(asked) == [1, 2, 3, 3] and later[:2] == first[:2]
    game.undo()
    assert statistics.points() == first


def test_a_units_history_is_where_it_went(game: GameSession) -> None:
    statistics = Statistics(game)
    moved = 0
    for unit in game.state.pieces:
        changes = statistics.history(unit)
        start = game.state_at(ROOT).pieces[unit]
        at, steps = start.at, start.steps
        for change in changes:
            assert (change.origin, change.steps_before) == (at, steps)
            assert change.turn <= game.state.turn
            at, steps = change.target, change.steps_after
        assert (at, steps) == (game.state.pieces[unit].at, game.state.pieces[unit].steps)
        moved += sum(isinstance(change.target, Hex) for change in changes)
    assert moved > 60
    assert statistics.history(UnitId("nobody")) == ()


def test_dice_are_counted_as_they_fell(game: GameSession) -> None:
    (ten,) = Statistics(game).dice()
    faces = [node.action.face for node in game.log.line() if isinstance(node.action, Roll)]
    assert ten.sides == 10 and ten.throws == len(faces)
    assert ten.counts[faces[0]] == faces.count(faces[0])
    assert Statistics(game).dice(typed=True) == ()
    assert Statistics(game).dice(typed=False) == (ten,)


def test_another_line_has_its_own_history(tmp_path: Path) -> None:
    with GameSession.start("balkan_gambit/1943", seed=2, path=tmp_path / "g.sandtable") as game:
        statistics = Statistics(game)
        game.act(choose(game))
        first = statistics.points()
        game.undo()
        assert statistics.points()[-1].node == ROOT
        game.redo()
        assert statistics.points() == first


def test_past_weather_is_what_the_dice_made(game: GameSession) -> None:
    found = Statistics(game).weather()
    assert [entry.turn for entry in found] == [1, 2, 3, 4]
    assert found[0].dice == ()
    for entry in found[1:]:
        (die,) = entry.dice
        node = game.log[die.node]
        assert isinstance(node.action, Roll) and node.action.face == die.face
        assert game.state_at(die.node).turn == entry.turn
        ((_zone, weather),) = entry.zones
        assert game.rules.weather(game.state_at(die.node), 0)[0].now == weather
        assert any(weather in text.lower() for _rule, text in node.told)


def test_weather_typed_in_on_another_line_is_its_own(tmp_path: Path) -> None:
    path = tmp_path / "weather.sandtable"
    with GameSession.start("balkan_gambit/1943", seed=11, path=path, dice=Dice.ASK) as game:
        statistics = Statistics(game)
        while not (game.state.turn == 2 and game.rules.chance(game.state)):
            game.roll() if game.view().chance else game.act(choose(game))
        chance = game.rules.chance(game.state)
        assert chance is not None and chance.topic == "weather"
        assert statistics.weather()[-1].due and statistics.weather()[-1].dice == ()
        before = game.log.current
        game.act(Roll(1))
        (poor,) = statistics.weather()[-1].zones
        game.goto(before)
        game.act(Roll(10))
        last = statistics.weather()[-1]
        assert (poor[1], last.zones[0][1]) == ("poor", "clear")
        assert [(die.face, die.how) for die in last.dice] == [(10, How.TYPED)]
    assert Statistics(GameSession.start("operation_gertrud/early_1941", seed=1)).weather() == ()
