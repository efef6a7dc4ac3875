"""A project file as a whole: what it holds, what can be added and taken out."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.editing.map_session import EditSession
from engine.editing.project_session import ProjectSession
from engine.game.session import GameSession
from maps.errors import KnownError
from tests.engine.fakes import install, small_scenario


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small skirmish is a known game."""
    install(monkeypatch)


def test_boards_and_orders_are_added_listed_and_removed(tmp_path: Path) -> None:
    with ProjectSession.create(tmp_path / "mine.sandtable") as project:
        assert (project.boards, project.orders, project.games) == ((), (), ())
        first = project.add_board(small_scenario().map)
        second = project.add_board(small_scenario().map)
        order = project.add_order(small_scenario().oob)
        assert [info.number for info in project.boards] == [first, second]
        assert project.boards[0].hexes == len(small_scenario().map.terrain)
        assert project.orders[0].units == len(small_scenario().oob.units)
        project.remove_board(first)
        project.remove_order(order)
        assert [info.number for info in project.boards] == [second]
        assert project.orders == ()


def test_what_a_game_needs_stays_until_the_game_goes(tmp_path: Path) -> None:
    path = tmp_path / "played.sandtable"
    GameSession.begin(small_scenario(), path=path).close()
    with ProjectSession.open(path) as project:
        board, order, game = project.boards[0], project.orders[0], project.games[0]
        assert (board.games, order.games) == (1, 1)
        with pytest.raises(KnownError, match="in use by a game"):
            project.remove_board(board.number)
        with pytest.raises(KnownError, match="in use by a game"):
            project.remove_order(order.number)
        project.remove_game(game.number)
        assert project.games == ()
        project.remove_order(order.number)
        project.remove_board(board.number)
        assert project.boards == ()


def test_a_board_added_in_the_place_of_a_removed_one_is_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.sandtable"
    with ProjectSession.create(path) as project:
        number = project.add_board(small_scenario().map)
        with EditSession.open(path, number) as editor:
            assert editor.map.terrain
        project.remove_board(number)
        smaller = small_scenario().map
        gone = next(iter(smaller.terrain))
        del smaller.terrain[gone]
        again = project.add_board(smaller)
        with EditSession.open(path, again) as editor:
            assert gone not in editor.map.terrain


def test_a_project_is_not_made_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.sandtable"
    path.write_text("something else")
    with pytest.raises(KnownError, match=r"mine\.sandtable"):
        ProjectSession.create(path)
    assert path.read_text() == "something else"


def test_an_unknown_board_is_named_with_its_nearest(tmp_path: Path) -> None:
    with ProjectSession.create(tmp_path / "mine.sandtable") as project:
        with pytest.raises(KnownError, match="balkan_gambot"):
            project.add_board("balkan_gambot")
        assert project.boards == ()
