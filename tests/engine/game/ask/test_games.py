"""Games that begin from a laid-out position: the log, undo, the file, replay."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cli import main
from engine.game.ask import answers
from engine.game.ask.games import begin_laid_out, position_of
from engine.game.ask.reading import read_text
from engine.game.ask.table import action_of, lay_out
from engine.game.session import Dice, GameSession, Override, Overrule, list_games
from engine.game.set_up.openings import LAID_OUT
from engine.play.verification import replay
from maps.errors import KnownError

SCENARIO = "operation_gertrud/late_1941"
POSITION = {
    "turn": 2,
    "side": "german",
    "only": True,
    "units": {"german-kommando": "2611", "german-132": "2708"},
}
MOVE = {"is": "Move", "unit": "german-kommando", "target": "2612"}


def begun(path: Path | None = None) -> GameSession:
    return begin_laid_out(SCENARIO, POSITION, seed=5, path=path, dice=Dice.ASK)


def move(game: GameSession) -> None:
    game.act(action_of(lay_out(SCENARIO, POSITION), MOVE, "move"))


def test_the_log_begins_from_the_position() -> None:
    game = begun()
    assert game.state == lay_out(SCENARIO, POSITION).state
    assert len(game.log) == 1
    assert game.beginning[0] == (
        LAID_OUT,
        "The game begins from a laid-out position: turn 2, german movement.",
    )


def test_undo_ends_at_the_position() -> None:
    game = begun()
    start = game.state
    move(game)
    assert game.undo()
    assert game.state == start
    assert not game.undo()
    assert game.redo()


def test_the_file_keeps_the_position_and_verifies(tmp_path: Path) -> None:
    path = tmp_path / "laid.sandtable"
    with begun(path) as game:
        move(game)
        digest = game.digest()
    with GameSession.open(path) as game:
        assert game.laid
        assert game.digest() == digest
        assert game.verify() == ()
        assert replay(game).same
        game.undo()
        assert game.state == lay_out(SCENARIO, POSITION).state
    result = CliRunner().invoke(main, ["replay", str(path), "--verify", "--json"])
    assert json.loads(result.stdout)["verified"] is True
    assert [info.laid_out for info in list_games(path)] == [True]
    assert answers.units(lay_out(path))["german-kommando"]["at"] == "2611"


def test_an_altered_position_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "laid.sandtable"
    with begun(path):
        pass
    with sqlite3.connect(path) as conn:
        conn.execute("UPDATE game SET opening = replace(opening, '\"turn\":2', '\"turn\":3')")
        conn.execute("DELETE FROM game_snapshot")
    conn.close()
    with GameSession.open(path) as game:
        assert game.verify() == (0,)


def test_an_ordinary_game_is_not_marked(tmp_path: Path) -> None:
    path = tmp_path / "war.sandtable"
    GameSession.start(SCENARIO, path=path).close()
    assert [info.laid_out for info in list_games(path)] == [False]


def test_the_referee_moves_units_of_a_laid_out_game() -> None:
    game = begun()
    to = json.dumps(game.codec.to_plain(game.scenario.map.parse_label("2808")))
    game.act(Overrule((Override(("pieces", "german-132", "at"), to),), "elsewhere"))
    assert answers.units(lay_out(game))["german-132"]["at"] == "2808"


def test_the_position_of_a_game_lays_out_the_same_game() -> None:
    game = begun()
    move(game)
    text = position_of(game)
    again = begin_laid_out(SCENARIO, read_text(text))
    assert again.digest() == game.digest()


def test_a_position_that_cannot_be_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "laid.sandtable"
    with pytest.raises(KnownError, match="there is no turn 99"):
        begin_laid_out(SCENARIO, {"turn": 99}, path=path)
    assert not path.exists()
