"""The live board: one for all, watched for as long as the watcher lives."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store.project import Project
from engine.store.rows.boards import Board
from engine.store.rows.maps import save_map
from maps import edits
from maps.edits import Touched
from tests.engine.fakes import HOME, small_map


class Watching:
    def __init__(self) -> None:
        self.seen: list[Touched] = []

    def board_changed(self, touched: Touched) -> None:
        self.seen.append(touched)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.create(tmp_path / "board.sandtable") as opened:
        with opened.transaction():
            save_map(opened, small_map())
        yield opened


def test_there_is_one_live_board(project: Project) -> None:
    assert Board.of(project, 1) is Board.of(project, 1)
    assert Board.of(project, 1).map == small_map()


def test_a_watcher_is_told_of_every_deed(project: Project) -> None:
    board, watching = Board.of(project, 1), Watching()
    board.watch(watching)
    touched = board.commit(edits.paint(board.map, [HOME], "rough"))
    assert watching.seen == [touched, board.undo(), board.redo()]
    assert board.undo() and board.undo() is None
    assert len(watching.seen) == 4


def test_a_watcher_is_not_kept_alive(project: Project) -> None:
    board, watching = Board.of(project, 1), Watching()
    board.watch(watching)
    seen = watching.seen
    del watching
    gc.collect(1)
    board.commit(edits.paint(board.map, [HOME], "rough"))
    assert seen == []


def test_the_board_as_it_was(project: Project) -> None:
    board = Board.of(project, 1)
    start = board.revision
    board.commit(edits.paint(board.map, [HOME], "rough"))
    painted = board.revision
    board.undo()
    assert board.at(start) == board.at(board.revision) == small_map()
    assert board.at(painted).terrain[HOME] == "rough"
    assert board.map == small_map()
