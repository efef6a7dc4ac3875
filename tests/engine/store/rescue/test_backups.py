"""Copies of a project: made while it is used, checked, few, and restorable."""

from __future__ import annotations

import sqlite3
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.editing.map_session import EditSession
from engine.game.session import GameSession
from engine.store.project import Project
from engine.store.rescue import backups
from engine.store.rescue.backups import back_up, folder_of, restore
from maps.edits import paint
from maps.errors import KnownError
from maps.hexgrid import Hex
from tests.engine.fakes import Rest, install, small_map, small_scenario

NOW = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small skirmish is a known game."""
    install(monkeypatch)


def edit(path: Path) -> None:
    with EditSession.open(path) as session:
        kind = "clear" if session.map.terrain[Hex(0, 0)] == "rough" else "rough"
        session.apply(paint(session.map, [Hex(0, 0)], kind))


@pytest.fixture
def made(tmp_path: Path) -> Path:
    path = tmp_path / "war.sandtable"
    EditSession.create(path, small_map()).close()
    with GameSession.begin(small_scenario(), path=path) as game:
        game.act(Rest())
    return path


def test_a_copy_holds_what_the_file_holds(made: Path, tmp_path: Path) -> None:
    root = tmp_path / "backups"
    with GameSession.open(made) as game, Project.open(made) as project:
        copy = back_up(project, root, NOW)
        digest = game.digest()
    assert copy is not None and copy.parent == folder_of(root, made)
    (found,) = backups.backups(root)
    assert (found.path, found.of, found.made) == (copy, "war", NOW)
    assert found.games == (("A small raid", 1),) and found.boards >= 1
    target = tmp_path / "again.sandtable"
    restore(copy, target)
    with GameSession.open(target) as again:
        assert again.digest() == digest and again.verify() == ()
    assert copy.exists()
    assert sorted(p.name for p in copy.parent.iterdir()) == [copy.name]


def test_what_did_not_change_is_not_copied_again(made: Path, tmp_path: Path) -> None:
    with Project.open(made) as project:
        assert back_up(project, tmp_path / "b", NOW) is not None
        assert back_up(project, tmp_path / "b", NOW + timedelta(hours=1)) is None
        edit(made)
        assert back_up(project, tmp_path / "b", NOW - timedelta(hours=1)) is not None
    newest, oldest = backups.backups(tmp_path / "b")
    assert newest.made < oldest.made, "a clock that jumped back changes no order"


def test_copies_are_few_and_small(made: Path, tmp_path: Path) -> None:
    root = tmp_path / "b"
    with Project.open(made) as project:
        for number in range(6):
            edit(made)
            back_up(project, root, NOW + timedelta(minutes=number), keep=3)
        assert [b.made.minute for b in backups.backups(root)] == [5, 4, 3]
        edit(made)
        back_up(project, root, NOW + timedelta(minutes=9), most=1)
    assert [b.made.minute for b in backups.backups(root)] == [9]


def test_edits_go_on_while_it_is_copied(made: Path, tmp_path: Path) -> None:
    """The copy is made in portions; what is committed in between is in it, whole."""
    with EditSession.open(made) as session, Project.open(made) as project:
        seen: list[float] = []

        def report(share: float, _words: str) -> None:
            seen.append(share)
            worker = threading.Thread(
                target=lambda: session.apply(paint(session.map, [Hex(0, 0)], "rough"))
            )
            worker.start()
            worker.join(10)
            assert not worker.is_alive(), "the window could not write while a copy was made"

        copy = back_up(project, tmp_path / "b", NOW, report)
        assert copy is not None and seen
    with EditSession.open(made) as session:
        assert session.map.terrain[Hex(0, 0)] == "rough"


def test_a_copy_that_breaks_off_leaves_nothing(made: Path, tmp_path: Path) -> None:
    class StopError(Exception):
        pass

    def report(_share: float, _words: str) -> None:
        raise StopError

    with Project.open(made) as project:
        with pytest.raises(StopError):
            back_up(project, tmp_path / "b", NOW, report)
        assert list(folder_of(tmp_path / "b", made).iterdir()) == []
        left = folder_of(tmp_path / "b", made) / ".0123456789ab.partial"
        left.write_bytes(b"of a program that was killed")
        assert back_up(project, tmp_path / "b", NOW) is not None
        assert not left.exists()


def test_a_damaged_copy_is_not_listed_and_not_restored(made: Path, tmp_path: Path) -> None:
    with Project.open(made) as project:
        copy = back_up(project, tmp_path / "b", NOW)
    assert copy is not None
    copy.write_bytes(copy.read_bytes()[:5000])
    assert backups.backups(tmp_path / "b") == ()
    with pytest.raises(KnownError):
        restore(copy, tmp_path / "again.sandtable")
    assert not (tmp_path / "again.sandtable").exists()


def test_nothing_is_overwritten(made: Path, tmp_path: Path) -> None:
    with Project.open(made) as project:
        copy = back_up(project, tmp_path / "b", NOW)
    assert copy is not None
    with pytest.raises(KnownError, match="is there already"):
        restore(copy, made)
    with sqlite3.connect(made) as db:
        assert db.execute("SELECT count(*) FROM game").fetchone()[0] == 1
    db.close()


def test_files_of_one_name_do_not_mix(tmp_path: Path) -> None:
    root = tmp_path / "b"
    assert folder_of(root, tmp_path / "a" / "war.sandtable") != folder_of(
        root, tmp_path / "c" / "war.sandtable"
    )
    assert len(folder_of(root, tmp_path / ("x" * 240 + ".sandtable")).name) < 80
