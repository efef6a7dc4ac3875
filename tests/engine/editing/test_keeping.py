"""What is open is saved as a new file, also when the file it came from is gone or another."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.core.chance import Stream
from engine.editing.keeping import LOST
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import ProjectSession
from engine.game.session import GameSession, MarkKind
from maps.edits import paint
from maps.errors import KnownError
from oob.ledger.edits import builders
from tests.engine.fakes import HOME, install, small_scenario


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.sandtable"


def play(game: GameSession, actions: int) -> None:
    stream = Stream(5, "test")
    for _ in range(actions):
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)


def test_a_copy_is_whole_and_the_original_goes_on(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sandtable"
    with GameSession.begin(small_scenario(1000), path=path) as game:
        play(game, 20)
        with ProjectSession.open(path) as project:
            assert project.save_copy(copy, game) == ()
        digest = game.digest()
        play(game, 5)
    with GameSession.open(copy) as other:
        assert other.digest() == digest and other.verify() == ()
    with ProjectSession.open(path) as project, pytest.raises(KnownError, match="open file's name"):
        project.save_copy(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps open files from changing")
@pytest.mark.parametrize("way", ["deleted", "overwritten"])
def test_nothing_that_was_shown_is_lost_when_the_file_goes(
    path: Path, tmp_path: Path, way: str
) -> None:
    target = tmp_path / "saved.sandtable"
    with (
        GameSession.begin(small_scenario(1000), path=path) as game,
        EditSession.beside(game) as edit,
        OobSession.create(path, "balkan_front_crete") as order,
        ProjectSession.open(path) as project,
    ):
        play(game, 30)
        game.undo()
        game.mark(3, MarkKind.NOTE, "Remember")
        game.turn_notes.put(1, "First")
        edit.apply(paint(edit.map, [HOME], "rough"))
        key = order.ledger.ordered()[0].key
        order.apply(builders.set_field(order.ledger, [key], "name", "77"))
        if way == "deleted":
            path.unlink()
        else:
            path.write_bytes(b"another program's" * 3000)
        with pytest.raises(KnownError, match="nothing was changed"):
            play(game, 1)
        assert project.displaced
        lost = project.save_copy(target, game)
        assert lost == (() if way == "deleted" else (LOST,))
        steps, digest, board = len(game.log), game.digest(), edit.map.copy()
        name = order.ledger.ordered()[0].name
    with GameSession.open(target) as saved, EditSession.beside(saved) as edit:
        assert (len(saved.log), saved.digest()) == (steps, digest)
        assert edit.map == board
        assert saved.marks.get(3, MarkKind.NOTE) == "Remember"
        assert saved.turn_notes.get(1) == "First"
        play(saved, 3)
    with ProjectSession.open(target) as project:
        (order_info,) = [info for info in project.orders if not info.games]
        assert OobSession.peek(target, order_info.number).ordered()[0].name == name == "77"
    if way == "overwritten":
        assert path.read_bytes() == b"another program's" * 3000
